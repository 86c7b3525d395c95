//! Facts in words.

use crate::acts::Opening;
use crate::facts::{Fact, Place};
use crate::state::State;
use baccarat::chips::Money;
use table::Time;

/// A time as people write it; in a transcript, whose clock starts at nothing, as a time of day.
pub(crate) fn clock(time: Time) -> String {
    if time.0 < 24 * 3_600_000 { time.to_string() } else { declared::utc(time) }
}

fn seat_name(state: &State, table: u8, seat: u8) -> String {
    let seat = state.table(table).and_then(|table| table.seats.get(&seat));
    seat.map_or_else(|| "somebody".to_owned(), |seat| seat.name.to_string())
}

fn placed(places: &[Place]) -> String {
    let one = |place: &Place| {
        let on = if place.advances { " advances" } else { "" };
        format!("{} {} with {:#}{on}", place.place, place.name, place.stack)
    };
    places.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// The name of a variant as words: `NoBuyIn` is no buy in.
fn words(variant: &impl std::fmt::Debug) -> String {
    let name = format!("{variant:?}");
    let apart = |letter: char| letter.is_uppercase().then_some(' ').into_iter().chain([letter]);
    let spaced: String = name.chars().flat_map(apart).collect();
    spaced.trim_start().to_lowercase()
}

fn counts(counts: &[(u8, Money)]) -> String {
    counts.iter().map(|(seat, amount)| format!("seat {seat} {amount:#}")).collect::<Vec<_>>().join(", ")
}

impl Fact {
    /// What happened, in words; names are looked up in the state after it.
    pub fn to_text(&self, state: &State) -> String {
        let at = |table: &u8, seat: &u8| seat_name(state, *table, *seat);
        match self {
            Fact::Drafted { .. } => "conditions written".into(),
            Fact::Announced { .. } => "conditions announced".into(),
            Fact::OfficialNamed { name, .. } => format!("{name} runs the tournament"),
            Fact::Published => "conditions available".into(),
            Fact::CopySent => "authority told, copy sent".into(),
            Fact::EntriesOpened => "entries open".into(),
            Fact::EntryRefused { name } => format!("application of {name} refused"),
            Fact::PoolAdded { what, worth, .. } => format!("{what} worth {worth:#} added to the pool"),
            Fact::SignatureRequired => "entrants agree in writing".into(),
            Fact::TermsSet { .. } => "terms set".into(),
            Fact::Entered { name, fee, commission } => {
                format!("{name} entered for {fee:#}, commission {commission:#}")
            }
            Fact::Reserved { name } => format!("{name} is a reserve"),
            Fact::Signed { name } => format!("{name} agreed in writing"),
            Fact::Withdrawn { name, refund } => format!("{name} withdrew, {refund:#} back"),
            Fact::EntriesClosed { entrants, .. } => format!("entries closed with {entrants}"),
            Fact::GuaranteeSet { added } if added.0 < 0 => format!("guarantee takes back {:#}", -*added),
            Fact::GuaranteeSet { added } => format!("guarantee adds {added:#}"),
            Fact::TableTaken { table, at } => format!("table {table} is dealt at {at}"),
            Fact::TableLeft { table } => format!("table {table} is dealt at no table of the house"),
            Fact::TablesNamed { tables } => format!("{} tables named", tables.len()),
            Fact::NumbersSet { numbers } => format!("numbers set {numbers:?}"),
            Fact::DrawSealed { sealed } => format!("draw {} sealed", sealed.number),
            Fact::DrawListed { list, .. } => format!("list of {} published", list.len()),
            Fact::Seated { seats, .. } => {
                let one = |seat: &crate::facts::SeatOf| {
                    format!("{} table {} seat {}", seat.name, seat.table, seat.seat)
                };
                format!("seated {}", seats.iter().map(one).collect::<Vec<_>>().join(", "))
            }
            Fact::StartMoved { to } => format!("start moved to {}", clock(*to)),
            Fact::TimeLimitSet { seconds } => format!("{seconds} seconds for each wager"),
            Fact::BoughtIn { name, amount } => format!("{name} bought in for {amount:#}"),
            Fact::BoughtBack { name, fee, .. } => format!("{name} bought back for {fee:#}"),
            Fact::SeatTaken { name, table, seat } => format!("{name} took seat {seat} at table {table}"),
            Fact::ChipsIssued { each, passes, forms, .. } => {
                format!("{each:#} each, {passes} pass cards, {forms} forms")
            }
            Fact::SessionBegun { number, until } => {
                let until = until.map(|until| format!(" until {}", clock(until))).unwrap_or_default();
                format!("session {number} begun{until}")
            }
            Fact::PlaceForfeited { name } => format!("{name} forfeited the place and the fee"),
            Fact::ReserveSeated { name, instead_of, fee, .. } => {
                format!("{name} seated for {instead_of}, {fee:#} paid")
            }
            Fact::ChipsGiven { name, amount } => format!("{name} got {amount:#}"),
            Fact::SubstituteSeated { name, instead_of } => format!("{name} plays for {instead_of}"),
            Fact::AbsenceRuled { name, deduct } => {
                let what = if *deduct { "minimums deducted" } else { "nothing deducted" };
                format!("absence of {name}: {what}")
            }
            Fact::MarkedAbsent { name } => format!("{name} is absent"),
            Fact::MarkedBack { name } => format!("{name} is back"),
            Fact::DirectorAsked { about, .. } => format!("director asked: {about}"),
            Fact::Disqualified { name, why, fee_back, chips_kept } => {
                let kept = if *chips_kept { "chips kept on record" } else { "chips not kept" };
                format!("{name} disqualified for {why}, {fee_back:#} back, {kept}")
            }
            Fact::FindingReported { name, finding } => format!("{name} reported: {}", words(finding)),
            Fact::ReportDropped { name, finding, because } => {
                format!("report on {name} dropped, {}: {because}", words(finding))
            }
            Fact::BreakGiven { until } => format!("break until {}", clock(*until)),
            Fact::PaceSet { direction } => format!("pace: {direction}"),
            Fact::LimitsInForce { least, most, .. } => format!("limits {least:#} to {most:#}"),
            Fact::CoupOpened { coup, marker, .. } => match marker {
                Some(marker) => format!("coup {coup} open, marker on box {marker}"),
                None => format!("coup {coup} open"),
            },
            Fact::TurnBegan { table, seat } => format!("turn of {}", at(table, seat)),
            Fact::WagerPlaced { table, seat, wager, amount } => {
                format!("{} box {seat} {wager} {amount:#} placed", at(table, seat))
            }
            Fact::WagerReturned { table, seat, wager, amount } => {
                format!("{} box {seat} {wager} {amount:#} returned", at(table, seat))
            }
            Fact::WarnedOutOfTurn { name } => format!("{name} warned"),
            Fact::RepeatReported { name } => format!("director asked: {name} wagered out of turn again"),
            Fact::BothHandsApproved { table, seat } => format!("{} may back both hands", at(table, seat)),
            Fact::PassLaid { table, seat } => format!("{} passes", at(table, seat)),
            Fact::PassesCollected { .. } => "pass cards collected".into(),
            Fact::FormTaken { table, seat, .. } => format!("{} handed in a form", at(table, seat)),
            Fact::FormExamined { table, seat } => {
                format!("form of {} examined, indicator at box {seat}", at(table, seat))
            }
            Fact::FormTurnedBack { table, seat } => format!("form of {} turned back", at(table, seat)),
            Fact::NoMoreBets { .. } => "called: no more bets".into(),
            Fact::FormOpened { table, seat, opening: Opening { wager, amount, .. }, .. } => {
                let wager = wager.as_ref().map_or("no type".to_owned(), |wager| wager.to_string());
                let amount = amount.map_or("no amount".to_owned(), |amount| format!("{amount:#}"));
                format!("form of {} is {wager} {amount}", at(table, seat))
            }
            Fact::FormLaid { table, seat, wager, amount } => {
                format!("{} lays {wager} {amount:#}", at(table, seat))
            }
            Fact::FormSeen { table, seat, by } => format!("{by} looked at the form of {}", at(table, seat)),
            Fact::FormDeemed { table, seat, counts_as, stack } => {
                format!("form of {} counts as {counts_as:#}, stack {stack:#}", at(table, seat))
            }
            Fact::HeldToMinimum { name } => format!("{name} held to the minimum"),
            Fact::PassedOver { name } => format!("{name} passed over"),
            Fact::WagerMadeUp { table, seat, wager, to } => {
                format!("{} {wager} made up to {to:#}", at(table, seat))
            }
            Fact::WagerCut { table, seat, wager, to } => format!("{} {wager} cut to {to:#}", at(table, seat)),
            Fact::WagerVoid { table, seat, wager, amount } => {
                format!("{} {wager} {amount:#} void", at(table, seat))
            }
            Fact::MinimumDeducted { table, seat, amount } => {
                format!("{amount:#} deducted from {}", at(table, seat))
            }
            Fact::FirstCardDealt { .. } => "first card".into(),
            Fact::CoupSettled { table, coup, settled, .. } => {
                let one = |settled: &crate::facts::Settled| {
                    format!(
                        "{} {} {:#} net {:#}",
                        at(table, &settled.seat),
                        settled.wager,
                        settled.stake,
                        settled.net
                    )
                };
                format!("coup {coup} settled: {}", settled.iter().map(one).collect::<Vec<_>>().join(", "))
            }
            Fact::CoupGivenBack { .. } => "pass cards, forms and deductions of the coup come back".into(),
            Fact::CoupVoided { counted: false, .. } => "coup void, not counted".into(),
            Fact::CoupVoided { .. } => "coup void, counted".into(),
            Fact::ShoeEnded { .. } => "shoe ended".into(),
            Fact::OutOfSession { name, why, .. } => {
                format!("{name} out of the session: {}", words(why))
            }
            Fact::OutOfTournament { name } => format!("{name} out of the tournament"),
            Fact::EarlyEndAgreed { name } => format!("{name} agrees to an early end"),
            Fact::PlayEnded { table, early: false } => format!("play at table {table} over"),
            Fact::PlayEnded { table, .. } => format!("play at table {table} over early"),
            Fact::DisputeOpened { by, about, .. } => format!("{by} disputes: {about}"),
            Fact::DisputeDecided { decision, extended, .. } => {
                format!("dispute decided: {decision}, {} seconds given back", extended / 1_000)
            }
            Fact::CountOrdered { .. } => "count ordered".into(),
            Fact::Counted { by, .. } => format!("{by} counted"),
            Fact::CountAgreed { counts: of, .. } => format!("count agreed: {}", counts(of)),
            Fact::CountDiffers { why, .. } => format!("director asked: {why}"),
            Fact::CountsAlike { counts: of, .. } => format!("both counted {}", counts(of)),
            Fact::CountDecided { counts: of, because, .. } => {
                format!("count decided: {}, because {because}", counts(of))
            }
            Fact::ChipsReturned { missing, .. } if missing.is_empty() => "chips returned".into(),
            Fact::ChipsReturned { missing, .. } => {
                let one = |(chip, many): &(Money, u32)| format!("{many} of {chip:#}");
                format!("chips missing: {}", missing.iter().map(one).collect::<Vec<_>>().join(", "))
            }
            Fact::PlayOffCalled { table, seats, places, .. } => {
                let names: Vec<String> = seats.iter().map(|seat| at(table, seat)).collect();
                format!("play-off of {} for {places}", names.join(", "))
            }
            Fact::RoundsCalled { players, place, .. } => {
                let names: Vec<String> = players.iter().map(ToString::to_string).collect();
                format!("further rounds of {} for place {place}", names.join(", "))
            }
            Fact::PlacesConfirmed { places, .. } => format!("places: {}", placed(places)),
            Fact::SessionClosed { next, advance, .. } => {
                let names = |names: &[table::Name]| {
                    names.iter().map(|name| name.to_string()).collect::<Vec<_>>().join(", ")
                };
                match advance.is_empty() {
                    true if next.is_empty() => "session over".into(),
                    true => format!("session over, next: {}", names(next)),
                    false => format!("session over, next: {}; through: {}", names(next), names(advance)),
                }
            }
            Fact::PointsAdded { game, points } => {
                let one = |(name, points): &(table::Name, u32)| format!("{name} {points}");
                let all: Vec<String> = points.iter().map(one).collect();
                format!("points of {game}: {}", all.join(", "))
            }
            Fact::Awarded { prizes, pool, .. } => {
                let one = |prize: &crate::facts::Prize| {
                    let goods: String = prize.goods.iter().map(|goods| format!(" and {goods}")).collect();
                    format!("{} {} {:#}{goods}", prize.place, prize.name, prize.money)
                };
                format!("pool {pool:#}: {}", prizes.iter().map(one).collect::<Vec<_>>().join(", "))
            }
            Fact::PrizePaid { name, money } => format!("{name} paid {money:#}"),
            Fact::ChipsPaid { name, session, money, by_house } => {
                format!(
                    "{name} paid {money:#} for chips of session {session}, {by_house:#} of it by the house"
                )
            }
            Fact::Cancelled => "cancelled".into(),
            Fact::Proposed { number, what, by } => {
                format!("{} proposes {}, number {number}", by.name, what.word())
            }
            Fact::ProposalApproved { number } => format!("proposal {number} approved"),
            Fact::ProposalRejected { number } => format!("proposal {number} put aside"),
            Fact::Refunded { name, fees, buy_ins } => {
                format!("{name} refunded {fees:#} of fees and {buy_ins:#} of buy-ins")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::acts::Finding;
    use crate::facts::OutWhy;

    /// Amounts are told with their thousands apart, in lists too.
    #[test]
    fn thousands_are_apart() {
        let paid = Fact::PrizePaid { name: "ann".into(), money: Money(1_250_050) };
        let counted =
            Fact::CountAgreed { table: 1, counts: vec![(1, Money(123_456_700)), (2, Money(99_900))] };
        let told = [paid, counted].map(|fact| fact.to_text(&State::default()));
        assert_eq!(told, ["ann paid 12,500.50", "count agreed: seat 1 1,234,567, seat 2 999"]);
    }

    /// A name stands as it is written, and what is said of its bearer in words.
    #[test]
    fn names_keep_their_capitals() {
        let reported = Fact::FindingReported { name: "Ann Lee".into(), finding: Finding::SoughtAdvice };
        let out = Fact::OutOfSession { table: 1, name: "Ann Lee".into(), why: OutWhy::NoBuyIn };
        let told = [reported, out].map(|fact| fact.to_text(&State::default()));
        assert_eq!(told, ["Ann Lee reported: sought advice", "Ann Lee out of the session: no buy in"]);
    }
}
