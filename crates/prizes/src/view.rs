//! A promotion as each role sees it. Tickets are numbers to everybody but their holder; names of winners and claimants are for those who
//! run the promotion and those who watch.

use crate::asking::asking;
use crate::audience::{Audience, PromotionEvent};
use crate::typed::TypedPromotionAct;
use baccarat::rules::promotion::IntegrityOf;
use people::viewer::Viewer;
use promotion::document::document;
use promotion::state::{Claim, ClaimStanding, Dispute, PrizeState, Stage, State};
use promotion::{PaymentPart, Promotion, Terms, Ticket};
use serde::Serialize;
use std::collections::BTreeMap;
use table::{Name, Time};
use utoipa::ToSchema;

/// The most places of the drawn order that a view shows; the published record has all.
const SHOWN: usize = 50;

/// A promotion in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PromotionEntry {
    /// Its id in paths.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The id of its book.
    pub book: String,
    /// How far it has come: `draft`, `lodged`, `open`, `closed`, `drawn` or `ended`.
    pub stage: String,
    /// When entries close, in milliseconds since 1970.
    pub closes: i64,
    /// When the draw is due, in milliseconds since 1970.
    pub draws: i64,
    /// How the clocks of the place go, so that times are shown by them.
    pub clock: Vec<ClockShift>,
    /// How many tickets are in the draw, or would be.
    pub tickets: u32,
    /// How many prizes there are.
    pub prizes: u32,
}

/// From when on the clocks of a place are how far ahead of UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ClockShift {
    /// From when on, in milliseconds since 1970; the first of them also goes for earlier times.
    pub from: i64,
    /// Minutes ahead of UTC.
    pub minutes: i32,
}

/// The clocks of the place, from the year before the promotion to two years after it: claims and disputes come late.
fn clock(terms: &Terms) -> Vec<ClockShift> {
    const YEAR: i64 = 366 * 24 * 60 * 60 * 1_000;
    let from = Time(terms.held.from.0.saturating_sub(YEAR));
    let to = Time(terms.award.when.0.saturating_add(2 * YEAR));
    let shift = |(from, minutes): (Time, i32)| ClockShift { from: from.0, minutes };
    terms.zone.shifts(from, to).into_iter().map(shift).collect()
}

/// Every promotion.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Promotions {
    /// The time of the house, in milliseconds since 1970.
    pub now: i64,
    /// The one that closes last first.
    pub promotions: Vec<PromotionEntry>,
}

/// One sentence of the terms.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TermSentence {
    /// The word of a sentence that every terms have, such as `one-prize-each`; empty for the operator's own words.
    pub key: String,
    /// What stands in it; the operator's own words as `text`.
    pub values: BTreeMap<String, String>,
}

/// One item of the terms.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TermLine {
    /// What it is about, such as `closing-time`.
    pub item: String,
    /// What the terms say, in English.
    pub text: String,
    /// The same, sentence by sentence, to be said in another language.
    pub said: Vec<TermSentence>,
    /// The clauses that ask for it.
    pub clauses: Vec<String>,
}

/// A ticket that came up and did not win.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PassedTicket {
    /// Its number.
    pub ticket: u32,
    /// Why: `already-won`, `not-eligible`, `not-present` or `lapsed`.
    pub why: String,
}

/// A prize.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PromotionPrize {
    /// Its number, counted from 1.
    pub number: u32,
    /// What sort of prize, such as `cash`.
    pub sort: String,
    /// What it is.
    pub what: String,
    /// Its value, in the smallest unit.
    pub value: i64,
    /// Cash may be taken instead, by the terms or because it was granted.
    pub cash_instead: bool,
    /// The ticket that has it.
    pub ticket: Option<u32>,
    /// Tickets that were passed over.
    pub passed: Vec<PassedTicket>,
    /// It was handed over.
    pub awarded: bool,
    /// Nobody gets it.
    pub lapsed: bool,
    /// Until when it may be claimed, in milliseconds since 1970.
    pub claim_until: Option<i64>,
}

/// What the house has committed to.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PromotionSeal {
    /// The number of the draw among all draws of the house.
    pub number: u32,
    /// The seal.
    pub seal: String,
    /// The hash of the seed.
    pub seed_hash: String,
}

/// The draw, once it is held.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PromotionDraw {
    /// When, in milliseconds since 1970.
    pub at: Option<i64>,
    /// The text from outside.
    pub mix: String,
    /// The seed.
    pub seed: String,
    /// The numbers of the first tickets of the order.
    pub order: Vec<u32>,
}

/// An own ticket.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OwnTicket {
    /// Its number.
    pub number: u32,
    /// How it was earned, such as `form`.
    pub earned: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// It was taken back.
    pub taken_back: bool,
}

/// One part of a payment.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PaidPart {
    /// How, such as `crossed-cheque`.
    pub way: String,
    /// How much, in the smallest unit.
    pub amount: i64,
    /// To whom.
    pub payee: String,
}

/// Somebody whose denied claim is on record.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DeniedClaimant {
    /// The name.
    pub name: String,
    /// The address.
    pub address: String,
}

/// A claim to a prize.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ClaimView {
    /// Its number, counted from 1.
    pub number: u32,
    /// To which prize.
    pub prize: u32,
    /// By whom.
    pub by: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Meets the terms, once somebody has looked.
    pub eligible: Option<bool>,
    /// The cash that it comes to, in the smallest unit.
    pub cash: Option<i64>,
    /// Cash may be taken in place of the prize.
    pub may_take_cash: bool,
    /// Who picks how cash is paid: `winner` or `operator`.
    pub payment_by: Option<String>,
    /// How it is paid.
    pub parts: Vec<PaidPart>,
    /// `made`, `awarded` or `denied`.
    pub standing: String,
    /// Why it was denied.
    pub reason: Option<String>,
    /// The record of a denial, once it is closed; for those who run or watch promotions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claimants: Option<Vec<DeniedClaimant>>,
}

/// A dispute.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PromotionDispute {
    /// Its number, counted from 1.
    pub number: u32,
    /// By whom.
    pub by: String,
    /// About what.
    pub about: String,
    /// How it was decided.
    pub decision: Option<String>,
    /// Somebody is not satisfied with that.
    pub contested: bool,
}

/// Something that somebody was told.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PromotionNoticeView {
    /// What, such as `integrity`.
    pub what: String,
    /// Whom, such as `inspectorate`.
    pub to: String,
    /// By name, where it is a person.
    pub person: Option<String>,
    /// In which words.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// What a player sees of themselves.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OwnPromotion {
    /// Own tickets.
    pub tickets: Vec<OwnTicket>,
    /// A form may be handed in now.
    pub may_enter: bool,
    /// The numbers of prizes that you have.
    pub won: Vec<u32>,
    /// Own claims.
    pub claims: Vec<ClaimView>,
    /// The ways in which a claim is taken.
    pub claim_by: Vec<String>,
    /// Claimants have to be there.
    pub present: bool,
    /// The ways in which cash may be paid.
    pub payments: Vec<String>,
    /// Own disputes.
    pub disputes: Vec<PromotionDispute>,
    /// What you were told.
    pub notices: Vec<PromotionNoticeView>,
}

/// An attempt to reach a winner.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AttemptView {
    /// By which way.
    pub channel: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// The winner was reached.
    pub reached: bool,
    /// It is one of the ways of the book.
    pub counts: bool,
}

/// A winner, as the desk sees them.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WinnerView {
    /// Of which prize.
    pub prize: u32,
    /// Who.
    pub holder: String,
    /// By when they are to be sought, in milliseconds since 1970.
    pub sought_until: Option<i64>,
    /// Nobody has tried in time.
    pub overdue: bool,
    /// Attempts so far.
    pub attempts: Vec<AttemptView>,
    /// Whoever wins has to be there.
    pub presence_needed: bool,
    /// They were found to be there, or not; nothing while nobody has looked.
    pub present: Option<bool>,
}

/// Something that waits for a second person.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PromotionProposal {
    /// Its number.
    pub number: u32,
    /// What is proposed.
    #[schema(value_type = TypedPromotionAct)]
    pub what: promotion::Act,
    /// By whom.
    pub by: String,
}

/// What those who run and watch promotions see beside that.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PromotionDesk {
    /// The terms were lodged as they stand.
    pub lodged: bool,
    /// The ways in which the terms can be got.
    pub channels: Vec<String>,
    /// The ways that the book knows for that.
    pub known_channels: Vec<String>,
    /// The ways that the book knows for seeking a winner.
    pub winner_channels: Vec<String>,
    /// The ways in which cash may be paid.
    pub payments: Vec<String>,
    /// The ways in which a claim is taken.
    pub claim_by: Vec<String>,
    /// Patrons without a page here who were handed the proofs of their tickets.
    pub proofs_given: Vec<String>,
    /// Marketing material that refers to the terms.
    pub materials: Vec<String>,
    /// Approvals of later changes.
    pub approvals: Vec<String>,
    /// Who oversees the draw.
    pub scrutineer: Option<String>,
    /// What was found compromised and stands: `promotion`, `draw`.
    pub compromised: Vec<String>,
    /// What waits for a second person.
    pub proposals: Vec<PromotionProposal>,
    /// The winners.
    pub winners: Vec<WinnerView>,
    /// Every claim.
    pub claims: Vec<ClaimView>,
    /// Every dispute.
    pub disputes: Vec<PromotionDispute>,
    /// What was sent to whom.
    pub notices: Vec<PromotionNoticeView>,
}

/// A promotion.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PromotionView {
    /// The number of the last event in it.
    pub seq: u64,
    /// The time of the house, in milliseconds since 1970.
    pub now: i64,
    /// How it looks in a list.
    #[serde(flatten)]
    pub entry: PromotionEntry,
    /// When entries close, as the clocks of the place show it.
    pub closes_local: String,
    /// When the draw is due, as the clocks of the place show it.
    pub draws_local: String,
    /// Where.
    pub place: String,
    /// The hash of the terms.
    pub terms: String,
    /// Their version.
    pub version: u32,
    /// The terms, item by item in the order of the book.
    pub lines: Vec<TermLine>,
    /// How many tickets were issued, those taken back included.
    pub issued: u32,
    /// What the house has committed to, once it is open.
    pub seal: Option<PromotionSeal>,
    /// The root of the list, once entries are closed.
    pub root: Option<String>,
    /// Two people have made the draw ready: a text from outside holds it.
    pub ready: bool,
    /// A scrutineer gives that text.
    pub overseen: bool,
    /// The draw, once it is held.
    pub draw: Option<PromotionDraw>,
    /// The prizes.
    pub prizes: Vec<PromotionPrize>,
    /// Results were published as declared.
    pub published: bool,
    /// What is postponed: `promotion`, `draw`.
    pub postponed: Vec<String>,
    /// The draw was cancelled.
    pub cancelled: bool,
    /// You, if you are signed in as a player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub you: Option<OwnPromotion>,
    /// The desk, if you run or watch promotions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub desk: Option<PromotionDesk>,
    /// You may give the text that holds the draw.
    pub may_mix: bool,
}

/// What would follow from an act.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PromotionWouldFollow {
    /// What would happen.
    pub events: Vec<PromotionEvent>,
}

/// The word of a closed set.
pub(crate) fn word(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}

fn words<T: ToString>(values: impl IntoIterator<Item = T>) -> Vec<String> {
    values.into_iter().map(|value| value.to_string()).collect()
}

impl PromotionEntry {
    /// A promotion in a list.
    pub fn of(promotion: &Promotion) -> PromotionEntry {
        let state = promotion.state();
        let terms = state.terms.as_ref();
        let text = |of: fn(&Terms) -> &String| terms.map_or_else(String::new, |terms| of(terms).clone());
        PromotionEntry {
            id: text(|terms| &terms.id),
            name: text(|terms| &terms.name),
            book: text(|terms| &terms.book),
            stage: state.stage.word().to_owned(),
            closes: terms.map_or(0, |terms| terms.closes.0),
            draws: terms.map_or(0, |terms| terms.award.when.0),
            clock: terms.map_or_else(Vec::new, clock),
            tickets: state.live_tickets().count() as u32,
            prizes: terms.map_or(0, |terms| terms.prizes.len() as u32),
        }
    }
}

fn prize(promotion: &Promotion, number: u32, prize: &promotion::terms::Prize) -> PromotionPrize {
    let none = PrizeState::default();
    let held = promotion.state().prizes.get(number as usize - 1).unwrap_or(&none);
    let passed =
        held.passed.iter().map(|(ticket, why)| PassedTicket { ticket: *ticket, why: why.word().to_owned() });
    PromotionPrize {
        number,
        sort: prize.sort.to_string(),
        what: prize.what.clone(),
        value: prize.value.0,
        cash_instead: prize.cash_instead || held.cash_granted,
        ticket: held.ticket,
        passed: passed.collect(),
        awarded: held.awarded.is_some(),
        lapsed: held.lapsed,
        claim_until: held.ticket.and_then(|_| promotion.claim_until(number)).map(|until| until.0),
    }
}

fn claim(promotion: &Promotion, number: u32, claim: &Claim, whole: bool) -> ClaimView {
    let part = |part: &PaymentPart| PaidPart {
        way: part.way.to_string(),
        amount: part.amount.0,
        payee: part.payee.to_string(),
    };
    let cash = promotion.cash_of(claim);
    let (standing, reason) = match &claim.standing {
        ClaimStanding::Made => ("made", None),
        ClaimStanding::Awarded => ("awarded", None),
        ClaimStanding::Denied { reason, .. } => ("denied", Some(reason.clone())),
    };
    let of = promotion.state().prize(claim.prize);
    let granted = of.is_some_and(|(prize, held)| prize.cash_instead || held.cash_granted);
    let claimants = claim.record.as_ref().filter(|_| whole).map(|record| {
        let one = |one: &promotion::Claimant| DeniedClaimant {
            name: one.name.clone(),
            address: one.address.clone(),
        };
        record.iter().map(one).collect()
    });
    ClaimView {
        number,
        prize: claim.prize,
        by: claim.by.to_string(),
        at: claim.at.0,
        eligible: claim.eligible,
        cash: cash.map(|(amount, _)| amount.0),
        may_take_cash: granted && cash.is_none() && claim.standing == ClaimStanding::Made,
        payment_by: cash.map(|(_, winner)| if winner { "winner" } else { "operator" }.to_owned()),
        parts: claim.parts.iter().map(part).collect(),
        standing: standing.to_owned(),
        reason,
        claimants,
    }
}

fn claims(promotion: &Promotion, whole: bool, of: impl Fn(&Claim) -> bool) -> Vec<ClaimView> {
    let numbered = promotion.state().claims.iter().zip(1..);
    numbered.filter(|(known, _)| of(known)).map(|(known, nr)| claim(promotion, nr, known, whole)).collect()
}

fn disputes(state: &State, of: impl Fn(&Dispute) -> bool) -> Vec<PromotionDispute> {
    let numbered = state.disputes.iter().zip(1..).filter(|(dispute, _)| of(dispute));
    let one = |(dispute, number): (&Dispute, u32)| PromotionDispute {
        number,
        by: dispute.by.to_string(),
        about: dispute.about.clone(),
        decision: dispute.decision.clone(),
        contested: !dispute.contested_by.is_empty(),
    };
    numbered.map(one).collect()
}

fn notices(state: &State, of: impl Fn(Option<&Name>) -> bool) -> Vec<PromotionNoticeView> {
    let known = state.notices.iter().filter(|notice| of(notice.person.as_ref()));
    let one = |notice: &promotion::state::Notice| PromotionNoticeView {
        what: notice.what.to_string(),
        to: notice.to.to_string(),
        person: notice.person.as_ref().map(ToString::to_string),
        text: notice.text.clone(),
        at: notice.at.0,
    };
    known.map(one).collect()
}

/// May a form be handed in by this person now?
fn may_enter(state: &State, name: &Name, now: Time) -> bool {
    let Some((terms, form)) = state.terms.as_ref().and_then(|terms| Some((terms, terms.entry.as_ref()?)))
    else {
        return false;
    };
    let form_of = |ticket: &&Ticket| ticket.earned == promotion::Earned::Form;
    state.stage == Stage::Open
        && now < terms.closes
        && !state.postponed.contains(&IntegrityOf::Promotion)
        && state.live_tickets_of(name).filter(form_of).count() < form.each as usize
}

/// May this person give the text that holds the draw? What the promotion itself would say is what the page offers.
fn may_mix(promotion: &Promotion, viewer: &Viewer, now: Time) -> bool {
    let Viewer::Person(person) = viewer else { return false };
    let act = promotion::Act::Mix { text: String::new(), seed: None };
    let by = asking(promotion, person, &act);
    by.is_some_and(|by| promotion.may_mix(&by, now))
}

fn own(promotion: &Promotion, name: &Name, now: Time) -> OwnPromotion {
    let state = promotion.state();
    let ticket = |(taken_back, ticket): (bool, &Ticket)| OwnTicket {
        number: ticket.number,
        earned: ticket.earned.to_string(),
        at: ticket.at.0,
        taken_back,
    };
    let holder = |number: u32| state.ticket(number).map(|ticket| &ticket.holder);
    let has = |prize: &PrizeState| prize.ticket.and_then(holder) == Some(name);
    let won = state.prizes.iter().zip(1..).filter(|(prize, _)| has(prize)).map(|(_, number)| number);
    let terms = state.terms.as_ref();
    OwnPromotion {
        tickets: state.tickets.of(name).map(ticket).collect(),
        may_enter: may_enter(state, name, now),
        won: won.collect(),
        claims: claims(promotion, false, |claim| claim.by == *name),
        claim_by: terms.map_or_else(Vec::new, |terms| terms.claim.by.clone()),
        present: terms.is_some_and(|terms| terms.claim.present),
        payments: words(promotion.book().rules.promotion.payments.values()),
        disputes: disputes(state, |dispute| dispute.by == *name),
        notices: notices(state, |person| person == Some(name)),
    }
}

fn winners(state: &State, now: Time) -> Vec<WinnerView> {
    let overdue: Vec<u32> = state.overdue(now).into_iter().map(|(prize, _)| prize).collect();
    let attempt = |attempt: &promotion::state::Attempt| AttemptView {
        channel: attempt.channel.clone(),
        at: attempt.at.0,
        reached: attempt.reached,
        counts: attempt.counts,
    };
    let one = |(prize, number): (&PrizeState, u32)| {
        Some(WinnerView {
            prize: number,
            holder: state.ticket(prize.ticket?)?.holder.to_string(),
            sought_until: prize.sought_until.map(|until| until.0),
            overdue: overdue.contains(&number),
            attempts: prize.attempts.iter().map(attempt).collect(),
            presence_needed: state.terms.as_ref().is_some_and(|terms| terms.claim.present),
            present: prize.present,
        })
    };
    state.prizes.iter().zip(1..).filter_map(one).collect()
}

fn desk(promotion: &Promotion, now: Time) -> PromotionDesk {
    let state = promotion.state();
    let rules = &promotion.book().rules.promotion;
    let proposal = |open: &promotion::state::Proposal| PromotionProposal {
        number: open.number,
        what: open.what.clone(),
        by: open.by.name.to_string(),
    };
    PromotionDesk {
        lodged: state.stage != Stage::Draft,
        channels: state.channels.iter().cloned().collect(),
        known_channels: words(rules.terms_channels.values()),
        winner_channels: words(rules.winner_channels.values()),
        payments: words(rules.payments.values()),
        claim_by: state.terms.as_ref().map_or_else(Vec::new, |terms| terms.claim.by.clone()),
        proofs_given: words(&state.proofs_given),
        materials: state.materials.clone(),
        approvals: state.approvals.clone(),
        scrutineer: promotion.scrutineer().map(ToString::to_string),
        compromised: words(&state.compromised),
        proposals: state.proposals.iter().map(proposal).collect(),
        winners: winners(state, now),
        claims: claims(promotion, true, |_| true),
        disputes: disputes(state, |_| true),
        notices: notices(state, |_| true),
    }
}

fn drawn(state: &State) -> Option<PromotionDraw> {
    let record = state.draw.as_ref()?;
    let number = |entry: &String| entry.split_whitespace().nth(1)?.parse().ok();
    Some(PromotionDraw {
        at: state.drawn_at.map(|at| at.0),
        mix: record.mix.clone(),
        seed: record.seed.to_string(),
        order: record.drawn().filter_map(number).take(SHOWN).collect(),
    })
}

fn lines(promotion: &Promotion) -> Vec<TermLine> {
    let Some(terms) = &promotion.state().terms else { return Vec::new() };
    let sentence = |said: promotion::document::Sentence| TermSentence { key: said.key, values: said.values };
    let line = |paragraph: promotion::document::Paragraph| TermLine {
        item: paragraph.title.replace(' ', "-"),
        text: paragraph.text,
        said: paragraph.said.into_iter().map(sentence).collect(),
        clauses: words(paragraph.cites.clauses),
    };
    document(terms, promotion.book()).paragraphs.into_iter().map(line).collect()
}

impl PromotionView {
    /// A promotion as somebody sees it.
    pub fn of(promotion: &Promotion, seq: u64, viewer: &Viewer, now: Time) -> PromotionView {
        let state = promotion.state();
        let terms = state.terms.as_ref();
        let local = |of: fn(&Terms) -> Time| {
            terms.map_or_else(String::new, |terms| terms.zone.local_whole(of(terms)))
        };
        let you = viewer.player().map(|name| own(promotion, name, now));
        let desk = (Audience::of_viewer(viewer) == Audience::Desk).then(|| desk(promotion, now));
        let prizes = terms.into_iter().flat_map(|terms| terms.prizes.iter().zip(1..));
        PromotionView {
            seq,
            now: now.0,
            entry: PromotionEntry::of(promotion),
            closes_local: local(|terms| terms.closes),
            draws_local: local(|terms| terms.award.when),
            place: terms.map_or_else(String::new, |terms| terms.award.place.clone()),
            terms: terms.map_or_else(String::new, |terms| terms.hash.to_string()),
            version: terms.map_or(0, |terms| terms.version),
            lines: lines(promotion),
            issued: state.tickets.len() as u32,
            seal: state.sealed.as_ref().map(|sealed| PromotionSeal {
                number: sealed.number,
                seal: sealed.seal().to_string(),
                seed_hash: sealed.seed_hash.to_string(),
            }),
            root: state.root.map(|root| root.to_string()),
            ready: state.ready.is_some() && state.draw.is_none(),
            overseen: promotion.scrutineer().is_some(),
            draw: drawn(state),
            prizes: prizes.map(|(known, number)| prize(promotion, number, known)).collect(),
            published: state.published,
            postponed: words(&state.postponed),
            cancelled: state.cancelled,
            you,
            desk,
            may_mix: may_mix(promotion, viewer, now),
        }
    }
}
