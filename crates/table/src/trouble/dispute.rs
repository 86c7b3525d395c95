//! Disputes: opened by a patron or by staff, decided in the book's stages, reviewed on request, taken to the regulator.

use crate::cite::{Citation, Cite, cite_all};
use crate::facts::Fact;
use crate::facts::notice;
use crate::person::{Actor, Name};
use crate::refusal::{Reason, Refusal};
use crate::state::record::OpenItem;
use crate::state::{Award, Dispute, DisputeDecision, Finding};
use crate::table::{Facts, Table};
use crate::time::Time;
use crate::trouble;
use baccarat::rules::betting::ChipKind;
use baccarat::rules::people::{Role, Tidings};
use baccarat::rules::rulings::DisputeStage;

/// How senior a role is. Whoever reviews a decision stands above whoever took it.
fn seniority(role: Role) -> u8 {
    match role {
        Role::GameSupervisor => 1,
        Role::Supervisor => 2,
        Role::Manager => 3,
        Role::Operator => 4,
        Role::Inspector | Role::Authority => 5,
        _ => 0,
    }
}

impl Table {
    /// The stages of a dispute in order. Where the book is silent, a supervisor decides and nothing comes after.
    fn dispute_stages(&self) -> Vec<(DisputeStage, Role)> {
        let stages: Vec<_> =
            self.book.rules.conduct.disputes.values().map(|step| (step.stage, step.by)).collect();
        match stages.is_empty() {
            true => vec![(DisputeStage::FirstInstance, Role::Supervisor)],
            false => stages,
        }
    }

    /// Who else decides what somebody brought up who would decide it: whoever the book has after that role.
    pub(crate) fn decides_instead(&self, role: Role, brought_by: &Actor) -> Option<(Role, Citation)> {
        let stages = self.dispute_stages();
        let own = stages.iter().position(|(_, by)| *by == role).filter(|_| brought_by.role == role)?;
        let (stage, by) = stages[own + 1..].iter().find(|(_, by)| *by != role)?;
        Some((*by, self.stage_under(*stage)))
    }

    fn stage_under(&self, stage: DisputeStage) -> Citation {
        cite_all(&self.book.rules.conduct.disputes, |step| step.stage == stage)
    }

    pub(super) fn dispute(&self, id: u32) -> Result<&Dispute, Refusal> {
        self.state.disputes.iter().find(|dispute| dispute.id == id).ok_or_else(|| {
            let cites = Citation::silent("disputes on record");
            if (1..=self.state.opened.disputes).contains(&id) {
                let message = format!("dispute {id} was closed long ago; another may be opened about it");
                return Refusal::new(Reason::AlreadyDone, message, cites);
            }
            Refusal::new(Reason::NoSuchMatter, format!("there is no dispute {id}"), cites)
        })
    }

    pub(super) fn judge_open_dispute(
        &self,
        by: &Actor,
        about: &str,
        patron: Option<&Name>,
    ) -> Result<Facts, Refusal> {
        let first = self.dispute_stages()[0];
        let cites = self.stage_under(first.0);
        if about.trim().is_empty() {
            return Err(Refusal::new(Reason::NoGround, "say what it is about", cites));
        }
        if let Some(patron) = patron {
            self.only(by, Role::Employee, &cites)?;
            if !self.state.patrons.contains_key(patron) {
                return Err(Refusal::new(Reason::NotAtTheTable, format!("{patron} was never here"), cites));
            }
        }
        let fact = Fact::Trouble(trouble::Fact::DisputeOpened {
            id: self.state.opened.disputes + 1,
            about: about.to_owned(),
            patron: patron.cloned(),
            stage: first.0,
            decides: first.1,
        });
        Ok(vec![(fact, cites)])
    }

    pub(super) fn judge_dispute_decision(
        &self,
        by: &Actor,
        dispute: &Dispute,
        finding: Finding,
        award: Option<Award>,
        why: &str,
    ) -> Result<Facts, Refusal> {
        let stages = self.dispute_stages();
        let Some(stage) = dispute.waits else { return Err(self.nothing_waits(dispute)) };
        let cites = self.stage_under(stage);
        let refuse = |reason, message: String| Err(Refusal::new(reason, message, cites.clone()));
        let decides = stages.iter().find(|(known, _)| *known == stage);
        let decides = decides.map_or(Role::Supervisor, |(_, role)| *role);
        let above = self.decides_instead(decides, &dispute.by).filter(|(role, _)| *role == by.role);
        if above.is_none() {
            self.only(by, decides, &cites)?;
        }
        if by.name == dispute.by.name || dispute.patron.as_ref() == Some(&by.name) {
            return refuse(Reason::SelfApproval, format!("{} opened it; somebody else decides", by.name));
        }
        if dispute.decisions.iter().any(|decision| decision.by.name == by.name) {
            return refuse(Reason::SelfApproval, format!("{} has decided it before", by.name));
        }
        let last = dispute.decisions.last().map(|decision| decision.by.role);
        if let Some(last) = last.filter(|last| seniority(by.role) <= seniority(*last)) {
            return refuse(Reason::NotInThatRole, format!("whoever reviews it stands above a {last}"));
        }
        if why.trim().is_empty() {
            return refuse(Reason::NoGround, "a decision needs its reason".into());
        }
        let fact = Fact::Trouble(trouble::Fact::DisputeDecided {
            id: dispute.id,
            stage,
            finding,
            why: why.to_owned(),
        });
        let mut facts = vec![(fact, cites.clone())];
        if let Some(award) = award {
            let patron = self.check_award(dispute, finding, award, &cites)?;
            let open = self.state.present(&patron).is_none();
            facts.push((
                Fact::Trouble(trouble::Fact::DisputeSettled { id: dispute.id, patron, award, open }),
                cites,
            ));
        }
        // The right is told with the decision, to whoever may be dissatisfied with it.
        if matches!(stage, DisputeStage::Review | DisputeStage::Final) {
            let message = self.book.rules.procedure.told.items.iter();
            let message = message.filter(|message| message.what == Tidings::RightToComplain);
            facts.extend(message.map(|message| {
                let fact = Fact::Notice(notice::Fact::PersonTold {
                    who: message.who,
                    patron: dispute.person(),
                    what: message.what,
                });
                (fact, message.cites())
            }));
        }
        Ok(facts)
    }

    /// Whom an award concerns, in chips that are there. With a patron who is gone it stays open.
    fn check_award(
        &self,
        dispute: &Dispute,
        finding: Finding,
        award: Award,
        cites: &Citation,
    ) -> Result<Name, Refusal> {
        let refuse = |reason, message: String| Err(Refusal::new(reason, message, cites.clone()));
        let Some(name) = dispute.person() else {
            return refuse(Reason::NotLawful, "no patron is concerned, so nothing is paid".into());
        };
        let patron = self.state.present(&name);
        let amount = award.amount();
        if amount.0 <= 0 || !self.chips.can_make(amount) {
            return refuse(Reason::NotMadeOfChips, format!("found {amount}; allowed is what chips make"));
        }
        let (holder, held) = match award {
            Award::Paid(_) if finding == Finding::Rejected => {
                return refuse(Reason::NotLawful, "nothing is paid on a dispute that is rejected".into());
            }
            Award::Paid(_) => ("the float".to_owned(), self.state.float),
            Award::TakenBack(_) => (name.to_string(), patron.map_or(amount, |patron| patron.chips)),
        };
        if amount > held && patron.is_some() {
            return refuse(Reason::NotEnoughChips, format!("{holder} holds {held}"));
        }
        Ok(name)
    }

    /// Why nobody decides it now: it is final, or nobody has asked for more.
    fn nothing_waits(&self, dispute: &Dispute) -> Refusal {
        let last = dispute.decisions.last().map_or(DisputeStage::Final, |decision| decision.stage);
        let is_final = matches!(last, DisputeStage::Final | DisputeStage::Regulator);
        match self.stage_after(last).filter(|_| !is_final) {
            Some((next, _)) => {
                let message = "it is decided, and nobody has asked for a review";
                Refusal::new(Reason::NotAsked, message, self.stage_under(next))
            }
            None => Refusal::new(Reason::AlreadyDone, "the decision is final", self.stage_under(last)),
        }
    }

    /// Is it decided for good? Nobody decides it now, and nobody here reviews it.
    pub(super) fn is_closed(&self, dispute: &Dispute) -> bool {
        let last = dispute.decisions.last().map(|decision| decision.stage);
        let is_final = |last: DisputeStage| matches!(last, DisputeStage::Final | DisputeStage::Regulator);
        dispute.waits.is_none() && last.is_some_and(|last| is_final(last) || self.stage_after(last).is_none())
    }

    fn stage_after(&self, stage: DisputeStage) -> Option<(DisputeStage, Role)> {
        let stages = self.dispute_stages();
        let place = stages.iter().position(|(known, _)| *known == stage)?;
        stages.get(place + 1).copied()
    }

    pub(super) fn judge_review(&self, by: &Actor, dispute: &Dispute) -> Result<Facts, Refusal> {
        let id = dispute.id;
        if let Some(stage) = dispute.waits {
            let message = "it is not decided yet";
            return Err(Refusal::new(Reason::NotDue, message, self.stage_under(stage)));
        }
        let last = dispute.decisions.last().map_or(DisputeStage::Final, |decision| decision.stage);
        let Some((next, role)) = self.stage_after(last) else {
            let message = "nobody here reviews that decision";
            return Err(Refusal::new(Reason::NotLawful, message, self.stage_under(last)));
        };
        let cites = self.stage_under(next);
        if by.name != dispute.by.name && dispute.patron.as_ref() != Some(&by.name) {
            let message = format!("{} may ask for that", dispute.by.name);
            return Err(Refusal::new(Reason::WrongPerson, message, cites));
        }
        Ok(vec![match next {
            DisputeStage::Regulator => {
                (Fact::Trouble(trouble::Fact::DisputeReferred { id, to: role }), cites)
            }
            _ => (Fact::Trouble(trouble::Fact::ReviewAsked { id, stage: next, decides: role }), cites),
        }])
    }

    pub(crate) fn apply_dispute(&mut self, fact: &trouble::Fact, by: &Actor, at: Time) {
        if let trouble::Fact::DisputeOpened { id, about, patron, stage, .. } = fact {
            self.state.opened.disputes = *id;
            self.state.disputes.push(Dispute {
                id: *id,
                by: by.clone(),
                patron: patron.clone(),
                coup: self.state.coups,
                about: about.clone(),
                at,
                waits: Some(*stage),
                decisions: Vec::new(),
            });
            return;
        }
        if let trouble::Fact::DisputeSettled { patron, award, open: true, .. } = fact {
            let (coup, kind) = (self.state.coups, ChipKind::Chips);
            let patron_owes = matches!(award, Award::TakenBack(_));
            self.leave_open(OpenItem {
                patron: patron.clone(),
                coup,
                amount: award.amount(),
                kind,
                patron_owes,
            });
            return;
        }
        if let trouble::Fact::DisputeSettled { patron, award, .. } = fact {
            let Some(patron) = self.state.patrons.get_mut(patron) else { return };
            let moved = match award {
                Award::Paid(amount) => *amount,
                Award::TakenBack(amount) => -*amount,
            };
            patron.chips += moved;
            self.state.float -= moved;
            return;
        }
        let (trouble::Fact::DisputeDecided { id, .. }
        | trouble::Fact::ReviewAsked { id, .. }
        | trouble::Fact::DisputeReferred { id, .. }) = fact
        else {
            return;
        };
        let Some(dispute) = self.state.disputes.iter_mut().find(|dispute| dispute.id == *id) else { return };
        match fact {
            trouble::Fact::DisputeDecided { stage, finding, why, .. } => {
                let decision = DisputeDecision {
                    stage: *stage,
                    finding: *finding,
                    by: by.clone(),
                    at,
                    why: why.clone(),
                };
                dispute.decisions.push(decision);
                dispute.waits = None;
            }
            trouble::Fact::ReviewAsked { stage, .. } => dispute.waits = Some(*stage),
            _ => dispute.waits = Some(DisputeStage::Regulator),
        }
    }
}

impl Dispute {
    /// The patron concerned, if there is one.
    fn person(&self) -> Option<Name> {
        let own = Some(&self.by).filter(|by| by.role == Role::Player).map(|by| by.name.clone());
        self.patron.clone().or(own)
    }
}
