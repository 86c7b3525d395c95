//! A running table as people see it: views, messages to those who watch, and what is posted outside. All of it comes from what
//! has been shown.

use super::{Following, Runner};
use crate::automatic_staff;
use crate::config::TableConfig;
use crate::flush::{Flush, frame};
use crate::hits::Hits;
use crate::shown::{Shown, Since, Unsent};
use crate::timing::Deadlines;
use crate::view::audience::Published;
use crate::view::{
    About, Board, DealerView, DeskView, InspectorView, LobbyTable, PatronView, PitMoney, PlayerView, Service,
    ShoeView, SignView, SupervisorView, SurveillanceView, View, You, staff,
};
use bytes::Bytes;
use people::clock;
use people::role::Role;
use people::viewer::{Person, Viewer};
use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};
use table::roads::{RoadResult, Roads};
use table::state::Phase;
use table::{Name, Table, Time};

/// What views are made of, each part worked out once however many roles are told of it.
struct Picture {
    seq: u64,
    table: About,
    state: Board,
    patrons: Vec<PatronView>,
    matters: Vec<table::Matter>,
    money: PitMoney,
    desk: DeskView,
}

impl Runner {
    fn service(&self) -> Service {
        match (&self.out_of_service, *self.stop.borrow()) {
            (Some(_), _) => Service::OutOfService,
            (None, true) => Service::Stopping,
            (None, false) => Service::Open,
        }
    }

    fn shoe(&self) -> ShoeView {
        let Some(cards) = &self.commit.cards else {
            let number = Some(self.shown.table().state().shoe.number);
            return ShoeView { number, ..ShoeView::default() };
        };
        let in_use = cards.in_use();
        ShoeView {
            number: in_use.seal.map(|_| in_use.number),
            seal: in_use.seal.map(|seal| seal.to_string()),
            cut: cards.cut(),
            ..ShoeView::default()
        }
    }

    pub(super) fn board(&self, now: Time) -> Board {
        let table = self.shown.table();
        let mut board = Board::of(table, &self.shoe(), &self.dealer.deadlines, self.service(), now);
        // What is on record may be past it, as where the shoe is over and that is not shown yet.
        let recorded = self.commit.table();
        if !matches!(recorded.state().phase, Phase::Betting(_))
            || recorded.coup_number() != table.coup_number()
        {
            (board.betting.open, board.betting.until) = (false, None);
        }
        board.betting.ready = self.dealer.readiness(table).filter(|_| board.betting.open && self.deals());
        board.dealer |= self.deals();
        board
    }

    /// Does the house deal here, by the automatic dealer or by automatic staff?
    pub(super) fn deals(&self) -> bool {
        !self.is_felt() || (self.config.automatic_staff && !automatic_staff::relieved(self.commit.table()))
    }

    fn about(&self) -> About {
        About::of(&self.config, self.shown.table())
    }

    fn you(&self, name: &Name) -> Option<You> {
        let (table, visit) = (self.shown.table(), self.shown.visits.of(name));
        let mut you = You::of(table, name, visit, &self.dealer.deadlines, self.config.most_bought)?;
        // Real cards are cut and turned over by hand, and the dealer keys what came of it.
        you.asked = you.asked.filter(|asked| !self.is_felt() || asked.by_device());
        Some(you)
    }

    fn picture(&self, state: Board, now: Time) -> Picture {
        let table = self.shown.table();
        Picture {
            seq: self.shown.seq.unwrap_or(0),
            table: self.about(),
            state,
            patrons: staff::patrons(table),
            matters: staff::matters(table),
            money: staff::money(table, self.shown.tally.tray()),
            desk: DeskView::of(
                (table, self.shown.tally.tray()),
                self.calls.state().open_ones(),
                self.scanner.stray(),
                now,
            ),
        }
    }

    /// The table as a role of the staff sees it.
    fn staff_view(&self, role: Role, picture: &Picture) -> View {
        let played = self.shown.table();
        let Picture { seq, table, state, patrons, matters, money, desk } = picture;
        let (seq, table, state) = (*seq, table.clone(), state.clone());
        let (patrons, matters) = (patrons.clone(), matters.clone());
        match role {
            // The cage sees of a table what anybody sees.
            Role::Player | Role::Cage => View::Player(PlayerView { seq, table, state, you: None }),
            Role::Device => View::Sign(SignView { seq, table, state }),
            Role::Dealer => View::Dealer(DealerView {
                seq,
                table,
                state,
                patrons,
                possible: played.possible_reports(),
                matters,
                desk: desk.clone(),
            }),
            Role::Supervisor | Role::Manager => View::Supervisor(SupervisorView {
                seq,
                table,
                state,
                patrons,
                possible: played.possible_reports(),
                matters,
                money: money.clone(),
                announced: staff::announced(played),
                out_of_service: self.out_of_service.clone(),
                desk: desk.clone(),
            }),
            Role::Surveillance => View::Surveillance(SurveillanceView {
                seq,
                table,
                state,
                patrons,
                matters,
                money: money.clone(),
                shoe: staff::this_shoe(played, role.at_table()),
            }),
            Role::Inspector => View::Inspector(InspectorView {
                seq,
                table,
                state,
                patrons,
                matters,
                money: money.clone(),
                announced: staff::announced(played),
                shoe: staff::this_shoe(played, role.at_table()),
                out_of_service: self.out_of_service.clone(),
            }),
        }
    }

    /// The table as somebody sees it.
    pub(super) fn view(&self, viewer: &Viewer, now: Time) -> View {
        let (seq, state) = (self.shown.seq.unwrap_or(0), self.board(now));
        match viewer {
            Viewer::Anybody => View::Sign(SignView { seq, table: self.about(), state }),
            Viewer::Person(Person { name, role: Role::Player }) => {
                View::Player(PlayerView { seq, table: self.about(), state, you: self.you(name) })
            }
            Viewer::Person(Person { role, .. }) => self.staff_view(*role, &self.picture(state, now)),
        }
    }

    /// Tells everybody what was shown and not yet told.
    pub(super) fn flush(&mut self) {
        let Some(unsent) = self.shown.take_unsent() else { return };
        self.told_clocks = self.dealer.deadlines;
        let now = clock::now();
        let concerned = Shown::concerned(&unsent.published);
        let you = concerned.filter_map(|name| Some((name.clone(), self.you(name)?))).collect();
        let board = self.board(now);
        self.post_board(&board);
        self.send(unsent, you, board);
    }

    /// Tells of a clock that has begun since everybody was told how things stand: what began it may have gone out before it.
    pub(super) fn tell_clocks(&mut self) {
        let clocks = self.dealer.deadlines;
        let before = std::mem::replace(&mut self.told_clocks, clocks);
        if clocks == before || clocks == Deadlines::default() {
            return;
        }
        let asked = self.dealer.waits_for().and_then(|name| Some((name.clone(), self.you(name)?)));
        self.tell_nothing_new(asked.into_iter().collect());
    }

    /// Tells everybody how things stand, although nothing happened at the table itself: the clock has run out, or somebody
    /// was called.
    pub(super) fn tell_again(&mut self) {
        self.flush();
        self.tell_nothing_new(BTreeMap::new());
    }

    fn tell_nothing_new(&self, you: BTreeMap<Name, You>) {
        if let Some(seq) = self.shown.seq {
            let nothing = Unsent { after: Some(seq), seq, published: Vec::new() };
            self.send(nothing, you, self.board(clock::now()));
        }
    }

    fn send(&self, unsent: Unsent, you: BTreeMap<Name, You>, board: Board) {
        if self.shown.watchers() == 0 {
            return;
        }
        let Unsent { after, seq, published } = unsent;
        let staff = match self.shown.staff_watches() {
            false => BTreeMap::new(),
            true => {
                let picture = self.picture(board.clone(), board.now);
                let roles = Role::ALL.into_iter().filter(|role| *role != Role::Player);
                roles.map(|role| (role, self.staff_view(role, &picture))).collect()
            }
        };
        self.shown.send(Flush::new(after, seq, published, board, you, staff));
    }

    /// Puts up what is told without asking.
    pub(super) fn post(&mut self, now: Time) {
        self.post_board(&self.board(now));
    }

    fn post_board(&mut self, board: &Board) {
        let state = self.shown.table().state();
        let shoe = self.commit.cards.as_ref().map_or(state.shoe.number, |cards| cards.in_use().number);
        // A result is on the roads at once; how often each wager won is counted when its coup ends.
        let drawn = (shoe, state.results.len(), self.shown.hits.coups);
        let lobby = lobby(&self.config, self.shown.table(), board);
        let roads = (drawn != self.drawn).then(|| roads(self.shown.table(), shoe, &self.shown.hits));
        self.drawn = drawn;
        let mut posted = self.posted.write().unwrap_or_else(PoisonError::into_inner);
        posted.lobby = lobby;
        posted.shoe = shoe;
        posted.version += 1;
        if let Some(roads) = roads {
            posted.roads = roads;
        }
    }

    pub(super) fn follow(&self, viewer: &Viewer, since: Option<Since>) -> Following {
        let now = clock::now();
        let seq = self.shown.seq.unwrap_or(0);
        let rest = self.shown.subscribe(viewer.staff().is_some());
        let first = match since.and_then(|since| self.shown.missed(since)) {
            None => {
                if since.is_some() {
                    self.metrics.has_gap();
                }
                frame("view", self.shown.seq, &self.view(viewer, now))
            }
            Some((after, published)) => self.catch_up(viewer, after, published, now),
        };
        Following { first, seq, rest, here: None }
    }

    /// What somebody has missed since an event, as one message.
    fn catch_up(&self, viewer: &Viewer, after: u64, published: Vec<Arc<Published>>, now: Time) -> Bytes {
        let seq = self.shown.seq.unwrap_or(0);
        let you = viewer.player().and_then(|name| Some((name.clone(), self.you(name)?)));
        let staff = viewer.staff().map(|role| (role, self.view(viewer, now)));
        let (you, staff) = (you.into_iter().collect(), staff.into_iter().collect());
        Flush::new(Some(after), seq, published, self.board(now), you, staff).frame(viewer)
    }
}

/// How a table looks from the lobby.
pub(super) fn lobby(config: &TableConfig, table: &Table, board: &Board) -> LobbyTable {
    let state = table.state();
    LobbyTable {
        id: config.id.clone(),
        name: config.name.clone(),
        book: config.book.book.id.clone(),
        book_name: config.book.book.name.clone(),
        cards: config.cards,
        automatic_staff: config.automatic_staff,
        dealer: board.dealer,
        phase: board.phase,
        betting: board.betting.open,
        limits: state.settings.limits,
        seats: state.settings.seats,
        taken: board.seats.len(),
        options: state.settings.options.clone(),
        results: state.results.iter().map(|result| result.winner).collect(),
        coups: state.coups,
        service: board.service,
    }
}

fn roads(table: &Table, shoe: u32, hits: &Hits) -> Bytes {
    let score = |result: &table::state::CoupResult| RoadResult {
        winner: result.winner,
        player_pair: result.player_pair.is_some(),
        banker_pair: result.banker_pair.is_some(),
        natural: result.natural,
    };
    let state = table.state();
    let roads: Roads = state.results.iter().map(score).collect();
    let message = serde_json::json!({ "shoe": shoe, "coup": state.coups, "roads": roads, "boxes": hits });
    Bytes::from(message.to_string())
}
