//! A house in a folder that goes away with the test, and people who ask it things.

use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use bytes::Bytes;
use floor::regulars::Regulars;
use floor::timing::Pace;
use house::app::app;
use house::demonstration;
use house::house::{House, Tasks};
use house::settings::HouseSettings;
use house::vaulted::vault_here;
use http_body_util::BodyExt;
use people::Seals;
use people::role::Role;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tower::ServiceExt;

/// When something that must come is given up: long, so that no slow machine fails a test.
pub const PATIENCE: Duration = Duration::from_secs(300);
/// Nobody waits for anything.
pub const AT_ONCE: Pace = Pace { betting_seconds: 0, card_ms: 0, result_ms: 0, answer_seconds: 0 };
/// Wagers stay open until the test is over.
pub const BETTING: Pace = Pace { betting_seconds: 3_600, card_ms: 0, result_ms: 0, answer_seconds: 0 };

/// The settings of a demonstration at this pace, without regulars, automatic staff and cage.
pub fn at_pace(data: &Path, pace: Pace) -> HouseSettings {
    let mut settings = demonstration::settings("127.0.0.1:8300".parse().unwrap(), data).unwrap();
    for table in &mut settings.tables {
        table.pace = pace;
        table.regulars = Regulars::None;
        table.automatic_staff = false;
    }
    settings.hourly_draw = false;
    settings.cage = None;
    // A test plays faster than any person.
    settings.commands_a_second = 100_000;
    settings
}

/// What an authenticator program shows now for this secret.
pub fn digits(secret: &str) -> String {
    let secret = totp_rs::Secret::try_from_base32(secret).unwrap();
    let seconds = people::clock::wall_clock().0 as u64 / 1_000;
    totp_rs::Builder::new().with_secret(secret).build().unwrap().generate(seconds).to_string()
}

/// Gives somebody a second factor of the test's own, and what it shows now. Digits count once, and a test asks for them more often
/// than every half minute, so the count begins anew.
pub async fn factor(open: &Open, name: &str) -> String {
    const SECRET: &str = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
    let file = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(open.house.settings.data.join("people").join("people.db"));
    let pool = sqlx::sqlite::SqlitePoolOptions::new().max_connections(1).connect_with(file).await.unwrap();
    let set = sqlx::query("UPDATE person SET factor = ?, factor_step = 0 WHERE name = ?");
    set.bind(SECRET).bind(name).execute(&pool).await.unwrap();
    // Sealed as the house does it: the test has the key.
    let row = sqlx::query("SELECT * FROM person WHERE name = ?").bind(name).fetch_one(&pool).await.unwrap();
    let seal = sqlx::query("UPDATE person SET seal = ? WHERE name = ?")
        .bind(open.seals().person(&people::Row::of_sqlite(&row).unwrap()));
    seal.bind(name).execute(&pool).await.unwrap();
    pool.close().await;
    digits(SECRET)
}

/// A house under test.
pub struct Open {
    pub house: Arc<House>,
    pub app: Router,
    tasks: Option<Tasks>,
    people_key: [u8; 32],
    _folder: Option<TempDir>,
}

impl Open {
    /// A demonstration house at this pace.
    pub async fn at_pace(pace: Pace) -> Open {
        let folder = tempfile::tempdir().unwrap();
        let mut open = Open::with(at_pace(folder.path(), pace)).await;
        open._folder = Some(folder);
        open
    }

    /// A house with these settings.
    pub async fn with(settings: HouseSettings) -> Open {
        let vault = vault_here(&settings);
        let people_key = vault.as_ref().map_or([0; 32], |vault| vault.people_key().unwrap());
        let (house, tasks) = House::open(settings.clone(), vault).await.unwrap();
        Open { app: app(house.clone()), house, tasks: Some(tasks), people_key, _folder: None }
    }

    /// What seals its list of people.
    pub fn seals(&self) -> Seals {
        Seals::new(self.people_key)
    }

    /// Stops it in order.
    pub async fn stop(mut self) {
        self.house.stop(self.tasks.take().unwrap()).await;
    }

    /// Somebody new, by the link of a role.
    pub async fn come_as(&self, role: Role) -> Guest {
        let link = self.house.links.as_ref().unwrap().of(role);
        let nobody = self.anybody();
        let (status, cookie, _) =
            nobody.raw(Method::POST, "/session/link", Some(json!({ "link": link }))).await;
        assert_eq!(status, StatusCode::OK);
        Guest { cookie, ..nobody }
    }

    /// The same, who has also proved again who they are.
    pub async fn confirmed_as(&self, role: Role) -> Guest {
        let guest = self.come_as(role).await;
        let link = self.house.links.as_ref().unwrap().of(role);
        let (status, message) = guest.post("/session/confirm", json!({ "link": link })).await;
        assert_eq!(status, StatusCode::OK, "{message}");
        guest
    }

    /// Somebody who has signed in under this name.
    pub async fn signed_in(&self, name: &str, role: Role) -> Guest {
        let person = people::viewer::Person { name: table::Name::from(name), role };
        let (token, _) = self.house.people.admit(person).await.unwrap();
        self.back(Some(&format!("croupier={}", token.as_str())))
    }

    /// Somebody who is not signed in.
    pub fn anybody(&self) -> Guest {
        Guest { app: self.app.clone(), cookie: None }
    }

    /// Somebody who comes back with a cookie from before.
    pub fn back(&self, cookie: Option<&str>) -> Guest {
        Guest { cookie: cookie.map(str::to_owned), ..self.anybody() }
    }

    /// A player who sits at a table with chips.
    pub async fn seated(&self, table: &str, seat: u8) -> Guest {
        let guest = self.come_as(Role::Player).await;
        let acts = json!([{"act": "arrive"}, {"act": "buy-in", "cash": 100_000}, {"act": "take-seat", "seat": seat}]);
        let answer = guest.command(table, &format!("sit-down-{seat}"), acts).await;
        assert_eq!(answer.0, StatusCode::OK, "{}", answer.1);
        guest
    }
}

/// Somebody who asks.
#[derive(Clone)]
pub struct Guest {
    app: Router,
    pub cookie: Option<String>,
}

impl Guest {
    /// Asks and tells status, cookie set, and body.
    pub async fn raw(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> (StatusCode, Option<String>, Bytes) {
        let mut request = Request::builder().method(method).uri(format!("/api/v1{path}"));
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        let body = match body {
            Some(body) => {
                request = request.header(header::CONTENT_TYPE, "application/json");
                Body::from(body.to_string())
            }
            None => Body::empty(),
        };
        self.send(request.body(body).unwrap()).await
    }

    /// Sends any request at all.
    pub async fn send(&self, request: Request<Body>) -> (StatusCode, Option<String>, Bytes) {
        let response = self.app.clone().oneshot(request).await.unwrap();
        let status = response.status();
        let cookie = response.headers().get(header::SET_COOKIE).and_then(|cookie| cookie.to_str().ok());
        let cookie = cookie.and_then(|cookie| cookie.split(';').next()).map(str::to_owned);
        (status, cookie, response.into_body().collect().await.unwrap().to_bytes())
    }

    pub async fn get(&self, path: &str) -> Value {
        let (status, _, body) = self.raw(Method::GET, path, None).await;
        assert_eq!(status, StatusCode::OK, "{path}: {}", String::from_utf8_lossy(&body));
        serde_json::from_slice(&body).unwrap()
    }

    pub async fn post(&self, path: &str, body: Value) -> (StatusCode, Value) {
        let (status, _, body) = self.raw(Method::POST, path, Some(body)).await;
        (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
    }

    pub async fn command(&self, table: &str, id: &str, acts: Value) -> (StatusCode, Value) {
        let (mut coup, mut shoe) = (None, None);
        let asks = |words: &[&str]| {
            let word = |act: &Value| words.iter().any(|word| act["act"] == *word);
            acts.as_array().is_some_and(|acts| acts.iter().any(word))
        };
        if asks(&["place", "change", "move", "withdraw", "cut"]) {
            let view = self.get(&format!("/tables/{table}")).await;
            coup = Some(view["state"]["coup"].clone()).filter(|_| !asks(&["cut"]));
            shoe = Some(view["you"]["asked"]["shoe"].clone()).filter(|_| asks(&["cut"]));
        }
        self.command_about(table, id, acts, coup, shoe).await
    }

    /// Asks something of a table, about a coup or a shoe.
    pub async fn command_about(
        &self,
        table: &str,
        id: &str,
        acts: Value,
        coup: Option<Value>,
        shoe: Option<Value>,
    ) -> (StatusCode, Value) {
        let body = json!({ "id": id, "acts": acts, "coup": coup, "shoe": shoe });
        self.post(&format!("/tables/{table}/commands"), body).await
    }

    /// Looks at a table until it is as wished.
    pub async fn until(&self, table: &str, wished: impl Fn(&Value) -> bool) -> Value {
        let patience = Instant::now() + PATIENCE;
        loop {
            let view = self.get(&format!("/tables/{table}")).await;
            if wished(&view) {
                return view;
            }
            assert!(Instant::now() < patience, "it did not come about: {view:#}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// The feed of a table, from now on or from after an event.
    pub async fn feed(&self, table: &str, after: Option<u64>) -> Feed {
        let after = after.map_or_else(String::new, |after| format!("?after={after}"));
        self.feed_of(&format!("/tables/{table}/feed{after}")).await
    }

    /// The feed under this path.
    pub async fn feed_of(&self, path: &str) -> Feed {
        let mut request = Request::builder().uri(format!("/api/v1{path}"));
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        let response = self.app.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(response.headers()[header::CONTENT_TYPE], "text/event-stream");
        Feed { body: response.into_body(), text: String::new() }
    }
}

/// Whether the table takes wagers on a later coup than this, and nothing of one's own lies there any more: what stands off
/// stays, and the next coup is dealt on it.
pub fn is_over(view: &Value, coup: u64) -> bool {
    takes_wagers(view) && view["you"]["staked"] == 0 && view["state"]["coup"].as_u64() > Some(coup)
}

/// What became of one's own wagers on this coup and later ones, added up.
pub fn brought(coups: &Value, from: u64) -> i64 {
    let since =
        coups["coups"].as_array().unwrap().iter().filter(|coup| coup["number"].as_u64() >= Some(from));
    let wagers = since.flat_map(|coup| coup["yours"].as_array().unwrap());
    wagers
        .map(|wager| match wager["outcome"].as_str().unwrap() {
            "wins" => wager["paid"].as_i64().unwrap(),
            "loses" => -wager["staked"].as_i64().unwrap(),
            _ => 0,
        })
        .sum()
}

/// Whether the table takes wagers.
pub fn takes_wagers(view: &Value) -> bool {
    view["state"]["betting"]["open"] == true
}

pub fn bet(seat: u8, wager: &str, amount: i64) -> Value {
    json!([{"act": "place", "box": seat, "wager": wager, "amount": amount, "kind": "chips"}])
}

/// A live feed.
pub struct Feed {
    body: Body,
    text: String,
}

/// A message of a feed.
#[derive(Debug)]
pub struct Message {
    pub event: String,
    pub id: Option<u64>,
    pub data: Value,
}

impl Feed {
    /// The next message; nothing once the feed has ended.
    pub async fn next(&mut self) -> Option<Message> {
        // A feed that only says that it is still there brings none.
        let patience = tokio::time::Instant::now() + PATIENCE;
        loop {
            if let Some((message, rest)) = self.text.split_once("\n\n") {
                let (message, rest) = (message.to_owned(), rest.to_owned());
                self.text = rest;
                if let Some(message) = read(&message) {
                    return Some(message);
                }
                continue;
            }
            let frame = tokio::time::timeout_at(patience, self.body.frame()).await.expect("a message")?;
            self.text.push_str(std::str::from_utf8(&frame.unwrap().into_data().unwrap()).unwrap());
        }
    }

    /// Messages until one is as wished, that one included.
    pub async fn until(&mut self, wished: impl Fn(&Message) -> bool) -> Vec<Message> {
        let mut messages = Vec::new();
        while let Some(message) = self.next().await {
            let done = wished(&message);
            messages.push(message);
            if done {
                return messages;
            }
        }
        panic!("the feed ended: {messages:#?}");
    }
}

fn read(text: &str) -> Option<Message> {
    let mut message = Message { event: String::new(), id: None, data: Value::Null };
    for line in text.lines() {
        match line.split_once(": ") {
            Some(("event", event)) => message.event = event.to_owned(),
            Some(("id", id)) => message.id = id.parse().ok(),
            Some(("data", data)) => message.data = serde_json::from_str(data).unwrap(),
            _ => {}
        }
    }
    (!message.event.is_empty()).then_some(message)
}

/// Does any event of these messages tell this fact?
pub fn tells(message: &Message, fact: &str) -> bool {
    message.data["events"].as_array().is_some_and(|events| events.iter().any(|event| event["fact"] == fact))
}
