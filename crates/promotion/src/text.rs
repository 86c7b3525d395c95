//! Facts in words.

use crate::acts::Act;
use crate::facts::Fact;
use crate::passed_why::PassedWhy;
use crate::state::State;
use table::Time;

/// What a proposal is about: whoever reads the record knows what was approved.
fn about(what: &Act) -> String {
    match what {
        Act::Award { claim } => format!(" claim {claim}"),
        Act::PassOver { prize, why } => format!(" prize {prize}, {}", why.word()),
        Act::Validate { of, how } => format!(" the {of}: {how}"),
        Act::Cancel { of } => format!(" the {of}"),
        _ => String::new(),
    }
}

impl Fact {
    /// What happened, in words; times are those of the place.
    pub fn to_text(&self, state: &State) -> String {
        let local = |time: &Time| {
            state.terms.as_ref().map_or_else(|| declared::utc(*time), |terms| terms.zone.local_whole(*time))
        };
        match self {
            Fact::TermsSet { terms } => format!("terms of {} set out", terms.name),
            Fact::Prescribed { item } => format!("{item} is prescribed"),
            Fact::Lodged { .. } => "terms lodged".into(),
            Fact::MaterialRegistered { what } => format!("{what} registered"),
            Fact::ChannelOpened { channel } => format!("terms to be had by {channel}"),
            Fact::ScrutineerNominated { name } => format!("{name} nominated"),
            Fact::Opened { sealed, .. } => format!("promotion open, draw {} sealed", sealed.number),
            Fact::Amended { approval, .. } => format!("terms amended, approval {approval}"),
            Fact::TicketIssued { ticket } => {
                format!("ticket {} to {} by {}", ticket.number, ticket.holder, ticket.earned)
            }
            Fact::TicketTakenBack { number } => format!("ticket {number} taken back"),
            Fact::Closed { list, root } => format!("entries closed with {} tickets, root {root}", list.len()),
            Fact::DrawReady { first, second } => format!("draw made ready by {first} and {second}"),
            Fact::Drawn { mixed_by, .. } => format!("order drawn, mixed by {mixed_by}"),
            Fact::PrizeDrawn { prize, ticket, holder } => {
                format!("prize {prize} to ticket {ticket} of {holder}")
            }
            Fact::TicketPassed { prize, ticket, holder, why } => {
                let why = match why {
                    PassedWhy::AlreadyWon => "has won already",
                    PassedWhy::NotEligible => "does not meet the terms",
                    PassedWhy::NotPresent => "is not there",
                    PassedWhy::Lapsed => "did not claim in time",
                };
                format!("prize {prize} passes ticket {ticket}: {holder} {why}")
            }
            Fact::PrizeLapsed { prize } => format!("prize {prize} lapses"),
            Fact::WinnerSought { prize, holder, until } => {
                format!("{holder} to be sought for prize {prize} before {}", local(until))
            }
            Fact::ResultsPublished { how } => format!("results published: {how}"),
            Fact::Notified { prize, channel, reached, counts, late } => {
                let reached = if *reached { "reached" } else { "not reached" };
                let counts = if *counts { "effort made" } else { "no effort of the kind asked for" };
                let late = if *late { ", late" } else { "" };
                format!("winner of prize {prize} sought by {channel}, {reached}: {counts}{late}")
            }
            Fact::Claimed { claim, prize, by, how } => {
                format!("claim {claim} of {by} to prize {prize} by {how}")
            }
            Fact::FoundPresent { prize, present: true } => format!("winner of prize {prize} is there"),
            Fact::FoundPresent { prize, .. } => format!("winner of prize {prize} is not there"),
            Fact::FoundEligible { claim, eligible: true } => format!("claim {claim} meets the terms"),
            Fact::FoundEligible { claim, .. } => format!("claim {claim} does not meet the terms"),
            Fact::CashGranted { prize } => format!("cash granted in place of prize {prize}"),
            Fact::CashChosen { claim, amount } => format!("claim {claim} takes {amount:#} in cash instead"),
            Fact::PaymentChosen { claim, parts } => {
                let one = |part: &crate::acts::PaymentPart| format!("{:#} by {}", part.amount, part.way);
                format!("claim {claim} paid {}", parts.iter().map(one).collect::<Vec<_>>().join(", "))
            }
            Fact::Awarded { prize, to, cash: Some(cash), parts, .. } => {
                let one = |part: &crate::acts::PaymentPart| format!("{:#} by {}", part.amount, part.way);
                let ways = parts.iter().map(one).collect::<Vec<_>>().join(", ");
                format!("prize {prize} awarded to {to}: {cash:#} in money, {ways}")
            }
            Fact::Awarded { prize, to, .. } => format!("prize {prize} awarded to {to}"),
            Fact::Denied { claim, reason, .. } => format!("claim {claim} denied: {reason}"),
            Fact::DenialClosed { claim, claimants, reason } => {
                let one = |who: &crate::acts::Claimant| format!("{}, {}", who.name, who.address);
                let who = claimants.iter().map(one).collect::<Vec<_>>().join("; ");
                format!("denied claim {claim} closed: {who}: {reason}")
            }
            Fact::DenialDiscarded { claim } => format!("record of claim {claim} given up"),
            Fact::ProofsGiven { holder, tickets: 1 } => format!("the proof of 1 ticket given to {holder}"),
            Fact::ProofsGiven { holder, tickets } => {
                format!("the proofs of {tickets} tickets given to {holder}")
            }
            Fact::DisputeOpened { dispute, by, about } => format!("dispute {dispute} of {by}: {about}"),
            Fact::DisputeDecided { dispute, decision, reopens: Some(claim) } => {
                format!("dispute {dispute} decided: {decision}; claim {claim} is open again")
            }
            Fact::DisputeDecided { dispute, decision, .. } => {
                format!("dispute {dispute} decided: {decision}")
            }
            Fact::Contested { dispute, by } => format!("{by} is not satisfied with dispute {dispute}"),
            Fact::Compromised { of, why } => format!("integrity of the {of} compromised: {why}"),
            Fact::Postponed { of } => format!("{of} postponed"),
            Fact::Validated { of, how } => format!("integrity of the {of} validated: {how}"),
            Fact::DrawCancelled => "draw cancelled".into(),
            Fact::EndedWithoutAward => "promotion ended without an award".into(),
            Fact::NoticeSent { to, person, text, .. } => match person {
                Some(person) => format!("{to} {person} told: {text}"),
                None => format!("{to} told: {text}"),
            },
            Fact::Proposed { number, what, proposer } => {
                format!("proposal {number} of {}: {}{}", proposer.name, what.word(), about(what))
            }
            Fact::ProposalApproved { number } => format!("proposal {number} approved"),
            Fact::ProposalRejected { number } => format!("proposal {number} put aside"),
        }
    }
}
