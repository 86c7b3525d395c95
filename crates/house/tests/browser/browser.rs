//! A browser, led by its driver.

use crate::place::Place;
use fantoccini::elements::Element;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use people::role::Role;
use serde_json::{Value, json};
use std::process::Stdio;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// How long a page may take for anything.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// A browser with an empty profile.
pub struct Browser {
    /// The page it shows.
    pub client: Client,
    _driver: Child,
    profile: TempDir,
}

impl Browser {
    /// Starts one, with these arguments beside the usual ones.
    pub async fn start(more: &[&str]) -> Browser {
        let (driver, port) = driver().await;
        let profile = tempfile::tempdir().expect("a folder");
        let mut arguments: Vec<String> = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ]
        .map(str::to_owned)
        .to_vec();
        arguments.push(format!("--user-data-dir={}", profile.path().display()));
        arguments.extend(more.iter().map(|argument| (*argument).to_owned()));
        let wanted = json!({ "goog:chromeOptions": { "args": arguments } });
        let Value::Object(wanted) = wanted else { unreachable!("an object was written") };
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(wanted)
            .connect(&format!("http://127.0.0.1:{port}"))
            .await
            .expect("chromium starts");
        Browser { client, _driver: driver, profile }
    }

    /// Goes to a page.
    pub async fn go(&self, address: &str) {
        self.client.goto(address).await.unwrap_or_else(|error| panic!("{address}: {error}"));
    }

    /// Comes into a house by the door of a role, to a page.
    pub async fn come_as(&self, place: &Place, role: Role, to: &str) {
        self.go(&place.door(role, to)).await;
        self.until(&format!("{role} is at {to}"), &format!("location.pathname === {to:?}")).await;
    }

    /// Fills in a field.
    pub async fn fill(&self, css: &str, text: &str) {
        let field = self.find(css).await;
        field.clear().await.unwrap_or_else(|error| panic!("{css}: {error}"));
        field.send_keys(text).await.unwrap_or_else(|error| panic!("{css}: {error}"));
    }

    /// Chooses from a list.
    pub async fn choose(&self, css: &str, value: &str) {
        self.find(css).await.select_by_value(value).await.unwrap_or_else(|error| panic!("{css}: {error}"));
    }

    /// What an element says. It is asked in one go, because a live page may draw it anew at any moment.
    pub async fn said(&self, css: &str) -> String {
        self.find(css).await;
        let said = self.value(&format!("document.querySelector({css:?})?.innerText ?? ''")).await;
        said.as_str().unwrap_or_default().to_owned()
    }

    /// Makes the window so wide and high.
    pub async fn size(&self, width: u32, height: u32) {
        self.client.set_window_size(width, height).await.expect("a window of that size");
    }

    /// Pictures of the page as a desk, a tablet and a phone show it, for people to look at, in the folder that `CROUPIER_PICTURES` names; none
    /// where it names none.
    pub async fn pictures(&self, name: &str) {
        let Some(folder) = std::env::var_os("CROUPIER_PICTURES") else { return };
        for (width, height) in [(1440, 1800), (820, 1800), (390, 2400)] {
            self.size(width, height).await;
            let picture = self.client.screenshot().await.expect("a picture");
            let file = std::path::Path::new(&folder).join(format!("{name}-{width}.png"));
            std::fs::write(file, picture).expect("a file");
        }
        self.size(1280, 1400).await;
    }

    /// Waits for an element.
    pub async fn find(&self, css: &str) -> Element {
        let found = self.client.wait().at_most(PATIENCE).for_element(Locator::Css(css)).await;
        found.unwrap_or_else(|error| panic!("{css}: {error}"))
    }

    /// Waits for an element and clicks on it.
    pub async fn click(&self, css: &str) {
        self.until(
            &format!("{css} is seen"),
            &format!("document.querySelector({css:?})?.checkVisibility() === true"),
        )
        .await;
        let begun = Instant::now();
        while let Err(error) = self.find(css).await.click().await {
            // A page that has drawn it anew meanwhile has another one in its place.
            let anew = error.is_stale_element_reference() && begun.elapsed() < PATIENCE;
            assert!(anew, "{css}: {error}");
        }
    }

    /// Presses keys on an element.
    pub async fn press(&self, css: &str, keys: &str) {
        self.find(css).await.send_keys(keys).await.unwrap_or_else(|error| panic!("{css}: {error}"));
    }

    /// What an expression gives in the page. One that cannot be worked out yet, as on a page that is still being drawn, is asked again.
    pub async fn value(&self, expression: &str) -> Value {
        let script = format!("return ({expression});");
        let begun = Instant::now();
        loop {
            match self.client.execute(&script, Vec::new()).await {
                Ok(value) => return value,
                Err(error) => assert!(begun.elapsed() < PATIENCE, "{expression}: {error}"),
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// What a promise gives in the page.
    pub async fn promised(&self, expression: &str) -> Value {
        let script = format!(
            "const done = arguments[0]; ({expression}).then(done, (fault) => done({{fault: String(fault)}}));"
        );
        self.client
            .execute_async(&script, Vec::new())
            .await
            .unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    /// Waits until an expression holds in the page. One that cannot be worked out yet, as on a page that is still being drawn,
    /// does not hold yet; the last such fault is told if the wait is in vain.
    pub async fn until(&self, what: &str, expression: &str) {
        let script = format!("return ({expression});");
        let begun = Instant::now();
        loop {
            let held = self.client.execute(&script, Vec::new()).await;
            if matches!(held, Ok(Value::Bool(true))) {
                return;
            }
            if begun.elapsed() > PATIENCE {
                let said = self.value("document.body.innerText.slice(0, 1500)").await;
                panic!("waited in vain until {what}: {held:?}; the page says {said}");
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Closes it.
    pub async fn close(self) {
        self.client.clone().close().await.expect("chromium ends");
    }
}

/// Whether a test ends well or panics, no browser stays behind: the driver is killed with its child, and whatever runs on this
/// profile, which is nobody else's, with it.
impl Drop for Browser {
    fn drop(&mut self) {
        let profile = self.profile.path().display().to_string();
        let runs_on_it = |process: &std::fs::DirEntry| {
            let message = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&message).contains(&profile)
        };
        let processes = std::fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok);
        for process in processes.filter(runs_on_it) {
            let _ = std::process::Command::new("kill").arg("-9").arg(process.file_name()).status();
        }
    }
}

/// Starts the driver on a port of its own choice. It picks one that is free for one of both protocols and ends if somebody has it in the
/// other; then it is asked again.
async fn driver() -> (Child, u16) {
    for _ in 0..10 {
        if let Some(started) = try_driver().await {
            return started;
        }
    }
    panic!("chromedriver ended ten times before it listened");
}

async fn try_driver() -> Option<(Child, u16)> {
    let mut driver = Command::new("chromedriver")
        .arg("--port=0")
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("chromedriver; Debian has it in chromium-driver");
    let mut lines = BufReader::new(driver.stdout.take().expect("its output")).lines();
    while let Some(line) = lines.next_line().await.expect("its output") {
        if let Some((_, port)) = line.split_once("successfully on port ") {
            let port = port.trim_end_matches('.').parse().expect("a port");
            tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
            return Some((driver, port));
        }
    }
    None
}
