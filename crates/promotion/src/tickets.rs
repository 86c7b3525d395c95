//! Tickets while entries are open, and the closing.

use crate::facts::Fact;
use crate::refusal::Reason;
use crate::state::Stage;
use crate::terms::Terms;
use crate::ticket::{Earned, Ticket};
use crate::work::{Judged, Work, refuse};
use baccarat::chips::Money;
use baccarat::rules::promotion::{IntegrityOf, PromotionTerm};
use declared::cite::stated;
use draw::list_root;
use table::{Citation, Name, Time};

impl Work<'_> {
    /// The list is not yet published, and this moment is one at which entries count.
    fn before_closing(&self, at: Time) -> Result<Terms, crate::refusal::Refusal> {
        let terms = self.terms()?;
        if self.state.stage > Stage::Open || (self.state.stage == Stage::Open && at >= terms.closes) {
            let message = format!("entries closed at {}", terms.zone.local_whole(terms.closes));
            refuse(Reason::Closed, message, self.term(PromotionTerm::ClosingTime))?;
        }
        self.stage(&[Stage::Open])?;
        if at < terms.held.from {
            let message = format!("the promotion begins at {}", terms.zone.local_whole(terms.held.from));
            refuse(Reason::NotDue, message, self.term(PromotionTerm::PlaceAndTime))?;
        }
        Ok(terms)
    }

    /// Entries are taken at this moment.
    fn entries_open(&self, at: Time) -> Result<Terms, crate::refusal::Refusal> {
        let terms = self.before_closing(at)?;
        // What came about before it was postponed counts, however late it is read.
        if self.state.rests_since.is_none_or(|since| at >= since) {
            self.not_postponed(&[IntegrityOf::Promotion])?;
        }
        Ok(terms)
    }

    fn issue(&mut self, holder: &Name, earned: &Earned, many: u32, cites: &Citation) {
        for _ in 0..many {
            let number = self.state.tickets.len() as u32 + 1;
            let ticket = Ticket {
                number,
                holder: holder.clone(),
                earned: earned.clone(),
                at: self.at,
                taken_back: false,
            };
            self.push(Fact::TicketIssued { ticket }, cites.clone());
        }
    }

    fn does_not_oversee(&self, holder: &Name) -> Judged {
        if self.scrutineer() != Some(holder) {
            return Ok(());
        }
        let message = format!("{holder} oversees the draw; allowed is anybody else");
        refuse(Reason::NotEligible, message, stated(&self.book.rules.promotion.scrutineer))
    }

    pub(crate) fn enter(&mut self) -> Judged {
        let terms = self.entries_open(self.at)?;
        let Some(form) = terms.entry else {
            let message = "nobody enters by form; allowed is by wagers, as the terms say";
            return refuse(Reason::NotDeclared, message, self.term(PromotionTerm::Eligibility));
        };
        self.does_not_oversee(&self.by.name)?;
        let form_of = |ticket: &&Ticket| ticket.earned == Earned::Form;
        if self.state.live_tickets_of(&self.by.name).filter(form_of).count() >= form.each as usize {
            let message = format!("{} has entered; allowed is {} by form", self.by.name, form.each);
            return refuse(Reason::AlreadyDone, message, self.term(PromotionTerm::Eligibility));
        }
        let cites = self.term(PromotionTerm::ClosingTime).and(self.term(PromotionTerm::Eligibility));
        let holder = self.by.name.clone();
        self.issue(&holder, &Earned::Form, 1, &cites);
        Ok(())
    }

    pub(crate) fn earn(
        &mut self,
        holder: &Name,
        (table, coup): (&str, u32),
        (chips, tokens): (Money, Money),
        ended: Option<Time>,
    ) -> Judged {
        let terms = self.entries_open(ended.unwrap_or(self.at))?;
        let cites = self.term(PromotionTerm::QualifyingWager);
        let Some(wager) = terms.qualifying else {
            return refuse(Reason::NotDeclared, "no wager brings a ticket", cites);
        };
        if !wager.is_at(table) {
            let message = format!("found table {table}; allowed are {}", wager.tables.join(", "));
            return refuse(Reason::NotEligible, message, cites);
        }
        let counts = wager.counts(chips, tokens);
        if counts < wager.least {
            let message = format!("{counts} counts; allowed is at least {}", wager.least);
            return refuse(Reason::NotEligible, message, cites);
        }
        self.does_not_oversee(holder)?;
        let earned = Earned::Wager { table: table.to_owned(), coup };
        if self.state.live_tickets_of(holder).any(|ticket| ticket.earned == earned) {
            let message = format!("{holder} has the tickets of coup {coup} at {table}");
            return refuse(Reason::AlreadyDone, message, cites);
        }
        self.issue(holder, &earned, wager.tickets, &cites);
        Ok(())
    }

    pub(crate) fn take_back(
        &mut self,
        (table, coup): (&str, u32),
        holder: Option<&Name>,
        undone: Option<Time>,
    ) -> Judged {
        // A coup that is void is void while the promotion rests as well: its tickets must not come back with it.
        self.before_closing(undone.unwrap_or(self.at))?;
        let cites = self.term(PromotionTerm::QualifyingWager);
        let of_coup = |ticket: &&Ticket| {
            matches!(&ticket.earned, Earned::Wager { table: at, coup: of } if at == table && *of == coup)
                && holder.is_none_or(|holder| ticket.holder == *holder)
        };
        let numbers: Vec<u32> =
            self.state.live_tickets().filter(of_coup).map(|ticket| ticket.number).collect();
        if numbers.is_empty() {
            return refuse(Reason::NoSuchThing, format!("coup {coup} at {table} brought no ticket"), cites);
        }
        for number in numbers {
            self.push(Fact::TicketTakenBack { number }, cites.clone());
        }
        Ok(())
    }

    /// Proofs are handed over once there is a list in which a ticket is; that they were, and to whom, is on record.
    pub(crate) fn give_proofs(&mut self, holder: &Name) -> Judged {
        if self.state.root.is_none() {
            let message = "there is no list yet; allowed is once entries are closed";
            return refuse(Reason::NotDue, message, self.term(PromotionTerm::ClosingTime));
        }
        let tickets = self.state.live_tickets_of(holder).count() as u32;
        if tickets == 0 {
            return refuse(Reason::NoSuchThing, format!("{holder} has no ticket"), Citation::default());
        }
        self.push(Fact::ProofsGiven { holder: holder.clone(), tickets }, Citation::default());
        Ok(())
    }

    /// Entries close at the declared moment, and the list is published.
    pub(crate) fn close(&mut self) -> Judged {
        self.stage(&[Stage::Open])?;
        // Entries that nobody could make are not over: the list waits until it is clear how the promotion goes on.
        self.not_postponed(&[IntegrityOf::Promotion])?;
        let terms = self.terms()?;
        let cites = self.term(PromotionTerm::ClosingTime);
        if self.at < terms.closes {
            let message = format!("entries close at {}", terms.zone.local_whole(terms.closes));
            return refuse(Reason::NotDue, message, cites);
        }
        let key = self.state.ticket_key.unwrap_or(merkle::Hash::NONE);
        let entry = |ticket: &Ticket| ticket.entry(&terms.id, &ticket.salt(&key));
        let list: Vec<String> = self.state.live_tickets().map(entry).collect();
        let root = list_root(&list);
        let nobody = list.is_empty();
        self.push(Fact::Closed { list, root }, cites.clone());
        if nobody {
            self.push(Fact::EndedWithoutAward, cites);
        }
        Ok(())
    }
}
