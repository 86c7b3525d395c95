//! No-bet coups that somebody directs.

use crate::bets;
use crate::cite::{Citation, Cite, cite_all};
use crate::facts::Fact;
use crate::facts::notice;
use crate::person::{Actor, Name};
use crate::refusal::{Reason, Refusal};
use crate::state::Proposal;
use crate::table::{Facts, Table};
use crate::time::Time;
use baccarat::rules::people::{Role, Tidings};
use baccarat::rules::play::{NoBet, NoBetNeed, NoBetSource};

impl Table {
    /// Is the table empty, as the book means it where a no-bet coup may be dealt at an empty one?
    pub(crate) fn is_empty_for_no_bet(&self) -> bool {
        let sources = self.book.rules.no_bet.sources.values();
        let mut empty = sources.filter(|rule| rule.source == NoBetSource::EmptyTable);
        match empty.any(|rule| rule.onlookers_count) {
            true => self.state.players().next().is_none(),
            false => self.state.participants().next().is_none(),
        }
    }

    /// The clauses by which nobody bets on the coming coup: those on the card that opens it, or on what it was directed on.
    pub(crate) fn no_bet_from(&self, source: NoBetSource) -> Citation {
        match source {
            NoBetSource::Ruling => self.carried_under(),
            _ => cite_all(&self.book.rules.no_bet.sources, |rule| rule.source == source),
        }
    }

    pub(crate) fn judge_no_bet(
        &self,
        by: &Actor,
        at: Time,
        source: NoBetSource,
        marker: bool,
        surveillance_told: bool,
    ) -> Result<Facts, Refusal> {
        let rules = &self.book.rules.no_bet;
        let cites = cite_all(&rules.sources, |rule| rule.source == source);
        let needs = rules.needs.cites();
        let betting = self.now_betting()?;
        if rules.sources.find(|rule| rule.source == source).is_none() {
            let any = rules.sources.cites();
            return Err(Refusal::new(Reason::NotLawful, format!("no no-bet coup comes from {source}"), any));
        }
        // Each clause may give a part of what one source asks.
        let part = |asks: &dyn Fn(&NoBet) -> bool| {
            let fits = |rule: &NoBet| rule.source == source && asks(rule);
            let found = rules.sources.find(fits).map(|rule| rule.value());
            found.map(|rule| (rule, cite_all(&rules.sources, fits)))
        };
        if let Some((rule, cites)) = part(&|rule| rule.by.is_some()) {
            self.only(by, rule.by.unwrap_or(Role::Supervisor), &cites)?;
        }
        let device = self.state.settings.device;
        if let Some((_, cites)) = part(&|rule| !rule.devices.is_empty() && !rule.devices.contains(&device)) {
            return Err(Refusal::new(Reason::NotLawful, format!("not with a {device}"), cites));
        }
        let shown = marker || surveillance_told;
        if let Some((_, cites)) = part(&|rule| rule.marker_or_surveillance && !shown) {
            let message = "a marker or word to surveillance comes first";
            return Err(Refusal::new(Reason::NoNotice, message, cites));
        }
        let here: Vec<&Name> = self.state.participants().map(|(name, _)| name).collect();
        let agreed = self.state.agreed.get(&Proposal::NoBetCoup);
        let all_agree =
            !here.is_empty() && here.iter().all(|name| agreed.is_some_and(|agreed| agreed.contains(*name)));
        let fits = match source {
            NoBetSource::RequestAndConsent => all_agree && self.state.no_bet_asked,
            NoBetSource::Consent => all_agree,
            NoBetSource::EmptyTable => self.is_empty_for_no_bet(),
            NoBetSource::EmptyPeriod => {
                betting.until.is_some_and(|until| at >= until) && self.state.stakes.is_empty()
            }
            NoBetSource::Ruling | NoBetSource::AllWithdrawn => false,
        };
        let consent = matches!(source, NoBetSource::RequestAndConsent | NoBetSource::Consent);
        if !fits {
            let asked = source != NoBetSource::RequestAndConsent || self.state.no_bet_asked;
            let (message, need) = match (consent, asked) {
                (true, false) => ("no player asked for it".to_owned(), NoBetNeed::APlayersRequest),
                (true, true) => ("not all players agree".to_owned(), NoBetNeed::AllPlayersAgree),
                (false, _) => (format!("not so: {source}"), NoBetNeed::AllPlayersAgree),
            };
            let missing = cite_all(&rules.needs, |known| *known == need);
            let cites = if consent { cites.and(missing) } else { cites };
            return Err(Refusal::new(Reason::NotAllAgree, message, cites));
        }
        let cleared = rules.wagers.cites();
        let cites = match source {
            NoBetSource::RequestAndConsent | NoBetSource::Consent => cites.and(needs),
            _ => cites,
        };
        let mut facts = Vec::new();
        let what = Tidings::NoBetCoupAtEmptyTable;
        let published_event = &self.book.rules.procedure.told;
        if source == NoBetSource::EmptyTable
            && surveillance_told
            && let Some(rule) = published_event.find(|message| message.what == what)
        {
            let message = Fact::Notice(notice::Fact::PersonTold { who: rule.who, patron: None, what });
            facts.push((message, rule.cites()));
        }
        facts.push((Fact::Bets(bets::Fact::NoBetDirected { source }), cites));
        facts.extend(self.state.stakes.iter().map(|stake| {
            (
                Fact::Bets(bets::Fact::WagerReturned { id: stake.id, reason: "no-bet coup".into() }),
                cleared.clone(),
            )
        }));
        Ok(facts)
    }
}
