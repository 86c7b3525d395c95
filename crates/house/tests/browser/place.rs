//! A house for one test: quick tables, short shoes, a line that can be cut.

use crate::line::Line;
use floor::regulars::Regulars;
use floor::timing::Pace;
use house::demonstration::{self, Links};
use house::serve::{ServeFault, serve};
use house::settings::HouseSettings;
use house::vaulted::vault_here;
use people::role::Role;
use std::collections::HashMap;
use std::net::{SocketAddr, TcpListener};
use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// For how many seconds tables that are in no hurry take wagers after the first one.
const UNHURRIED: u32 = 600;

/// A house that is open.
pub struct Place {
    /// The line to it.
    pub line: Line,
    links: HashMap<Role, String>,
    pins: HashMap<Role, String>,
    stop: oneshot::Sender<()>,
    served: JoinHandle<Result<(), ServeFault>>,
    _data: TempDir,
}

impl Place {
    /// Opens a demonstration house with quick tables, whose shoes end after a few coups.
    pub async fn open() -> Place {
        Place::with(|settings| settings.hourly_draw = false).await
    }

    /// The same, whose tables take wagers and answers for so long that no machine is too slow.
    pub async fn unhurried() -> Place {
        Place::with(|settings| {
            settings.hourly_draw = false;
            for table in &mut settings.tables {
                (table.pace.betting_seconds, table.pace.answer_seconds) = (UNHURRIED, UNHURRIED);
            }
        })
        .await
    }

    /// The same, set up otherwise where a test needs it.
    pub async fn with(change: impl FnOnce(&mut HouseSettings)) -> Place {
        let data = tempfile::tempdir().expect("a folder");
        // A port that is free now; the house takes it at once.
        let own: SocketAddr = {
            let free = TcpListener::bind("127.0.0.1:0").expect("a port");
            free.local_addr().expect("an address")
        };
        let line = Line::to(own).await;
        let mut settings = demonstration::settings(own, data.path()).expect("settings of a demonstration");
        settings.origins.push(format!("http://{}", line.address));
        for table in &mut settings.tables {
            // Where patrons turn the cards they get the time for it.
            let answer_seconds = if table.settings.dealing.is_some() { 8 } else { 1 };
            table.pace = Pace { betting_seconds: 4, card_ms: 60, result_ms: 500, answer_seconds };
            // The cutting card comes after some forty cards.
            table.settings.from_back = u16::from(table.settings.decks) * 52 - 40;
            // Where a test needs people to deal, nobody else does.
            if table.automatic_staff {
                (table.automatic_staff, table.regulars) = (false, Regulars::None);
            }
        }
        // Where a test needs a cage, it says so.
        settings.cage = None;
        change(&mut settings);
        let (stop, stopped) = oneshot::channel();
        let (opened, open) = oneshot::channel();
        let vault = vault_here(&settings);
        let served = tokio::spawn(serve(
            settings,
            vault,
            move |house, _| {
                let links = house.links.as_ref().expect("a demonstration has links");
                let of = |told: fn(&Links, Role) -> String| Role::ALL.map(|role| (role, told(links, role)));
                let _ = opened.send((of(Links::of).into(), of(Links::pin).into()));
            },
            async move { drop(stopped.await) },
        ));
        let (links, pins) = open.await.expect("the house opens");
        Place { line, links, pins, stop, served, _data: data }
    }

    /// The address of a page.
    pub fn page(&self, path: &str) -> String {
        format!("http://{}{path}", self.line.address)
    }

    /// The address by which somebody comes in as this, and goes to a page.
    pub fn door(&self, role: Role, to: &str) -> String {
        self.page(&format!("/sign-in?link={}&to={to}", self.link(role)))
    }

    /// The link of a role.
    pub fn link(&self, role: Role) -> &str {
        &self.links[&role]
    }

    /// The PIN by which the person of a role signs.
    pub fn pin(&self, role: Role) -> &str {
        &self.pins[&role]
    }

    /// Closes it, and says how that went.
    pub async fn close(self) {
        let _ = self.stop.send(());
        self.served.await.expect("no panic").expect("the house closes in order");
    }
}
