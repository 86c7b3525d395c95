//! The draw: once, sealed before, mixed from outside, prizes down the order. A redraw is the next ticket.

use crate::acts::Act;
use crate::facts::Fact;
use crate::passed_why::PassedWhy;
use crate::refusal::{Reason, Refusal};
use crate::state::{ClaimStanding, Stage, State};
use crate::terms::{Unclaimed, above};
use crate::work::{Judged, Work, refuse};
use baccarat::rules::people::Role;
use baccarat::rules::promotion::{IntegrityOf, PromotionStage, PromotionTerm, ScrutineerRule, SoughtWhen};
use declared::cite::{stated, stated_or_silent};
use draw::{Apart, Record, seed_hash};
use merkle::Hash;
use table::{Citation, Name, Time};

/// A single prize is worth enough for a scrutineer.
fn is_large(state: &State, limit: Option<&u32>) -> bool {
    state.terms.iter().flat_map(|terms| &terms.prizes).any(|prize| above(prize.value, limit))
}

/// Who oversees the draw. Whoever was nominated does not once other terms have brought every prize down to the limit.
pub(crate) fn scrutineer<'s>(state: &'s State, limit: Option<&u32>) -> Option<&'s Name> {
    state.scrutineer.as_ref().filter(|_| is_large(state, limit))
}

impl Work<'_> {
    /// The draw may be held now.
    fn may_draw(&self) -> Judged {
        if self.state.draw.is_some() {
            let message = "the draw was held; a redraw is the next ticket, never a new draw";
            return refuse(Reason::AlreadyDone, message, self.term(PromotionTerm::MannerOfAward));
        }
        self.not_cancelled()?;
        if self.state.root.is_some() && self.state.list.is_empty() {
            return refuse(Reason::NoSuchThing, "there is no ticket to draw", Citation::default());
        }
        self.stage(&[Stage::Closed])?;
        self.not_postponed(&[IntegrityOf::Promotion, IntegrityOf::Draw])?;
        self.gates(PromotionStage::Draw)?;
        let terms = self.terms()?;
        let when = self.term(PromotionTerm::WhenAwarded);
        if self.at < terms.award.when {
            let message = format!("the draw is at {}", terms.zone.local_whole(terms.award.when));
            return refuse(Reason::NotDue, message, when);
        }
        self.has_scrutineer()
    }

    pub(crate) fn ready_draw(&mut self) -> Judged {
        self.may_draw()?;
        let cites = self.term(PromotionTerm::MannerOfAward).and(self.term(PromotionTerm::WhenAwarded));
        if self.state.ready.is_some() {
            return refuse(Reason::AlreadyDone, "the draw is ready; allowed is to mix it", cites);
        }
        let second = self.confirmed_by.cloned().unwrap_or_else(|| Name::from(""));
        if let Some(name) = self.scrutineer().filter(|name| [&self.by.name, &second].contains(name)) {
            let message = format!("{name} oversees the draw as scrutineer; allowed are two others");
            return refuse(Reason::NotFromOutside, message, stated(&self.book.rules.promotion.scrutineer));
        }
        self.push(Fact::DrawReady { first: self.by.name.clone(), second }, cites);
        Ok(())
    }

    /// The text from outside holds the draw that two people have made ready.
    pub(crate) fn mix(&mut self, text: &str, seed: Option<Hash>) -> Judged {
        self.may_mix(text)?;
        let Some(seed) = seed else {
            return refuse(Reason::NotAsSealed, "the seed is not at hand", Citation::default());
        };
        let mixed_by = self.by.name.clone();
        self.hold(seed, text, &mixed_by)
    }

    /// Whoever asks may hold the draw with this text.
    pub(crate) fn may_mix(&self, text: &str) -> Judged {
        self.may_draw()?;
        // That two people make it ready is the house's own order, no clause's.
        let Some((first, second)) = self.state.ready.clone() else {
            let message = "nobody has made the draw ready; allowed is once two people have";
            return refuse(Reason::NotDue, message, Citation::default());
        };
        let outside = matches!(self.by.role, Role::Player | Role::Inspector);
        if self.scrutineer().is_none() && !outside {
            let message =
                format!("{} asks as {}; allowed is a player or an inspector", self.by.name, self.by.role);
            return refuse(Reason::NotFromOutside, message, Citation::default());
        }
        self.is_mixed_outside(text, &self.by.name, [&first, &second])
    }

    pub(crate) fn draw(&mut self, seed: Hash, mix: &str, mixed_by: &Name) -> Judged {
        self.may_draw()?;
        let second = self.confirmed_by.cloned().unwrap_or_else(|| Name::from(""));
        self.is_mixed_outside(mix, mixed_by, [&self.by.name, &second])?;
        self.hold(seed, mix, mixed_by)
    }

    fn hold(&mut self, seed: Hash, mix: &str, mixed_by: &Name) -> Judged {
        let (terms, when) = (self.terms()?, self.term(PromotionTerm::WhenAwarded));
        let Some(sealed) = self.state.sealed.clone() else {
            return refuse(Reason::NotAsSealed, "no draw was sealed", Citation::default());
        };
        if seed_hash(&seed.0) != sealed.seed_hash {
            let message = "the seed is not the one that was sealed";
            return refuse(Reason::NotAsSealed, message, Citation::default());
        }
        let list = self.state.list.to_vec();
        let Some(record) = Record::draw(sealed, list, mix, &seed.0, Apart::default()) else {
            return refuse(Reason::NotAsSealed, "no order can be drawn", Citation::default());
        };
        let cites =
            self.term(PromotionTerm::MannerOfAward).and(when).and(self.term(PromotionTerm::WhereAwarded));
        self.push(Fact::Drawn { record: Box::new(record), mixed_by: mixed_by.clone() }, cites);
        for prize in 1..=terms.prizes.len() as u32 {
            self.next_ticket(prize)?;
        }
        Ok(())
    }

    /// Who oversees the draw.
    pub(crate) fn scrutineer(&self) -> Option<&Name> {
        scrutineer(&self.state, self.book.rules.promotion.scrutineer_above.get())
    }

    /// There is a scrutineer where the book wants one.
    fn has_scrutineer(&self) -> Judged {
        let rules = &self.book.rules.promotion;
        let large = is_large(&self.state, rules.scrutineer_above.get());
        let must = rules.scrutineer.get() == Some(&ScrutineerRule::MustBeNominated);
        if self.state.scrutineer.is_none() && must && large {
            let message = "no scrutineer is nominated; allowed is with one";
            return refuse(Reason::ScrutineerNeeded, message, stated(&rules.scrutineer));
        }
        Ok(())
    }

    /// The mix comes from outside: from the scrutineer where there is one, never from the two who draw.
    fn is_mixed_outside(&self, mix: &str, mixed_by: &Name, two: [&Name; 2]) -> Judged {
        let rules = &self.book.rules.promotion;
        if mix.trim().is_empty() {
            let message = "there is no text from outside; allowed is one of at least a letter";
            return refuse(Reason::NotFromOutside, message, Citation::default());
        }
        match self.scrutineer() {
            Some(name) if name != mixed_by => {
                let message = format!("{mixed_by} gave the mix; allowed is {name}, the scrutineer");
                refuse(Reason::NotFromOutside, message, stated(&rules.scrutineer))
            }
            _ if two.contains(&mixed_by) => {
                let message = format!("{mixed_by} draws and gave the mix; allowed is somebody else");
                refuse(Reason::NotFromOutside, message, Citation::default())
            }
            _ => Ok(()),
        }
    }

    /// The ticket at this place of the order: its number and whose it is.
    fn drawn(&self, place: usize) -> Option<(u32, Name)> {
        let record = self.state.draw.as_ref()?;
        let entry = record.list.get(*record.order.get(place)?)?;
        let number: u32 = entry.split_whitespace().nth(1)?.parse().ok()?;
        Some((number, self.state.ticket(number)?.holder.clone()))
    }

    /// A prize goes to the next ticket of the order whose holder may still win.
    fn next_ticket(&mut self, prize: u32) -> Judged {
        let terms = self.terms()?;
        let cites = self.term(PromotionTerm::MannerOfAward);
        while let Some((ticket, holder)) = self.drawn(self.state.next) {
            let of = |number: u32| self.state.ticket(number).map(|ticket| &ticket.holder);
            let won = self
                .state
                .prizes
                .iter()
                .filter_map(|prize| prize.ticket)
                .any(|held| of(held) == Some(&holder));
            if terms.one_prize_each && won {
                let why = PassedWhy::AlreadyWon;
                self.push(Fact::TicketPassed { prize, ticket, holder, why }, cites.clone());
                continue;
            }
            self.push(Fact::PrizeDrawn { prize, ticket, holder: holder.clone() }, cites);
            self.seek(prize, holder)?;
            return Ok(());
        }
        self.push(Fact::PrizeLapsed { prize }, cites);
        Ok(())
    }

    /// Whoever can win without being there is to be sought by a moment that the book gives.
    fn seek(&mut self, prize: u32, holder: Name) -> Judged {
        let rules = &self.book.rules.promotion;
        let terms = self.terms()?;
        let always = rules.winner_sought_when.get() == Some(&SoughtWhen::Always);
        let Some(days) = rules.winner_sought_days.get().filter(|_| always || !terms.claim.present) else {
            return Ok(());
        };
        let until = self.after_draw(u32::from(*days))?;
        let cites = stated(&rules.winner_sought_days)
            .and(stated_or_silent(&rules.days_counted, "promotion.days_counted"))
            .and(stated(&rules.winner_sought_when));
        self.push(Fact::WinnerSought { prize, holder, until }, cites);
        Ok(())
    }

    /// The moment that ends so many days after now, counted as the book has it.
    pub(crate) fn after_draw(&self, days: u32) -> Result<Time, Refusal> {
        Ok(self.days_after(self.at, days, &self.terms()?.zone))
    }

    pub(crate) fn pass_over(&mut self, prize: u32, why: PassedWhy) -> Judged {
        self.drawn_and_valid()?;
        let terms = self.terms()?;
        let Some((_, held)) = self.state.prize(prize) else {
            return refuse(Reason::NoSuchThing, format!("there is no prize {prize}"), Citation::default());
        };
        let Some(ticket) = held.ticket.filter(|_| held.awarded.is_none()) else {
            let message = format!("prize {prize} is awarded, or nobody has it");
            return refuse(Reason::AlreadyDone, message, Citation::default());
        };
        let holder = self.state.ticket(ticket).map_or_else(|| Name::from(""), |ticket| ticket.holder.clone());
        let (since, unsought, found) = (held.since, held.is_owed(), held.present);
        let open = |claim: &crate::state::Claim| {
            claim.prize == prize && claim.by == holder && claim.standing == ClaimStanding::Made
        };
        let numbered = self.state.claims.iter().zip(1..).filter(|(claim, _)| open(claim));
        let (claims, numbers): (Vec<Option<bool>>, Vec<u32>) =
            numbered.map(|(claim, number)| (claim.eligible, number)).unzip();
        let cites = match why {
            PassedWhy::AlreadyWon => {
                let message = "who has won already is passed over by the draw itself";
                return refuse(Reason::OutOfOrder, message, Citation::default());
            }
            PassedWhy::NotEligible if claims.contains(&Some(true)) => {
                let message = format!("{holder} was found to meet the terms");
                return refuse(Reason::NotEligible, message, self.term(PromotionTerm::Eligibility));
            }
            PassedWhy::NotEligible => self.term(PromotionTerm::Eligibility),
            PassedWhy::NotPresent if !terms.claim.present => {
                let message = "nobody has to be there; allowed is where the terms ask for it";
                return refuse(Reason::NotDeclared, message, self.term(PromotionTerm::PresenceNeeded));
            }
            PassedWhy::NotPresent if found != Some(false) => {
                let message = match found {
                    Some(_) => format!("{holder} was found to be there"),
                    None => format!("nobody has looked whether {holder} is there"),
                };
                return refuse(Reason::NotEligible, message, self.term(PromotionTerm::PresenceNeeded));
            }
            PassedWhy::NotPresent => self.term(PromotionTerm::PresenceNeeded),
            PassedWhy::Lapsed => {
                let until = self.days_after(since, terms.claim.within_days, &terms.zone);
                if self.at < until || !claims.is_empty() {
                    let message = format!(
                        "it may be claimed until {}, or is claimed; allowed is once that has passed",
                        terms.zone.local_whole(until)
                    );
                    return refuse(Reason::NotDue, message, self.term(PromotionTerm::ClaimMethod));
                }
                if unsought {
                    let message = format!("nobody has tried to reach {holder}; allowed is once somebody has");
                    let rules = &self.book.rules.promotion;
                    let cites = stated(&rules.winner_sought_days).and(stated(&rules.winner_sought_when));
                    return refuse(Reason::NotDue, message, cites);
                }
                self.term(PromotionTerm::ClaimMethod)
            }
        };
        self.push(Fact::TicketPassed { prize, ticket, holder: holder.clone(), why }, cites.clone());
        // What waits about whoever had the prize is not about whoever has it next.
        self.put_aside(|what| matches!(what, Act::PassOver { prize: of, .. } if *of == prize));
        match why {
            PassedWhy::NotEligible => self.refuse_prize(&holder, "you do not meet the terms", &numbers),
            PassedWhy::NotPresent if !numbers.is_empty() => {
                self.refuse_prize(&holder, "you were not there", &numbers);
            }
            _ => {}
        }
        if why == PassedWhy::Lapsed && terms.claim.unclaimed == Unclaimed::Lapses {
            self.push(Fact::PrizeLapsed { prize }, cites);
            return Ok(());
        }
        self.next_ticket(prize)
    }

    pub(crate) fn publish_results(&mut self) -> Judged {
        self.stage(&[Stage::Drawn])?;
        let how = self.terms()?.results;
        self.push(Fact::ResultsPublished { how }, self.term(PromotionTerm::ResultsPublished));
        Ok(())
    }
}
