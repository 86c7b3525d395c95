//! The doors on a real socket: who dawdles, shouts, crowds in or comes by TLS.

use crate::support::{AT_ONCE, BETTING, PATIENCE, at_pace};
use axum::http::{Request, StatusCode, Version};
use bytes::Bytes;
use floor::regulars::Regulars;
use house::serve::{ServeFault, serve};
use house::settings::{HouseSettings, own_origins};
use house::vaulted::vault_here;
use http_body_util::{BodyExt, Empty};
use hyper_util::rt::{TokioExecutor, TokioIo};
use people::role::Role;
use rustls_pki_types::pem::PemObject;
use rustls_pki_types::{CertificateDer, ServerName};
use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto};

/// A house with open doors.
struct Doors {
    address: SocketAddr,
    link: String,
    /// Its one table.
    table: String,
    stop: oneshot::Sender<()>,
    task: JoinHandle<Result<(), ServeFault>>,
    _folder: TempDir,
}

impl Doors {
    async fn open(change: impl FnOnce(&mut HouseSettings)) -> Doors {
        let folder = tempfile::tempdir().unwrap();
        let mut settings = at_pace(folder.path(), BETTING);
        settings.tables.truncate(1);
        settings.listen = "127.0.0.1:0".parse().unwrap();
        change(&mut settings);
        let table = settings.tables[0].id.clone();
        let (stop, stopped) = oneshot::channel::<()>();
        let (message, opened) = oneshot::channel();
        let task = tokio::spawn(async move {
            let tell = |house: &house::house::House, address: SocketAddr| {
                let link = house.links.as_ref().map(|links| links.of(Role::Player)).unwrap_or_default();
                message.send((address, link)).unwrap();
            };
            let vault = vault_here(&settings);
            serve(settings, vault, tell, async move { _ = stopped.await }).await
        });
        let (address, link) = opened.await.expect("the house opens");
        Doors { address, link, table, stop, task, _folder: folder }
    }

    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// Sends this and tells everything that comes back until the connection ends.
    async fn ask(&self, text: &str) -> String {
        let mut stream = self.connect().await;
        // The house may have had enough before all was sent.
        let _ = stream.write_all(text.as_bytes()).await;
        rest(&mut stream).await
    }

    async fn close(self) {
        self.stop.send(()).unwrap();
        self.task.await.unwrap().unwrap();
    }
}

async fn rest(stream: &mut (impl AsyncRead + Unpin)) -> String {
    let mut bytes = Vec::new();
    let mut part = [0; 4096];
    while let Ok(read @ 1..) = stream.read(&mut part).await {
        bytes.extend_from_slice(&part[..read]);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_dawdles_is_let_go() {
    let doors = Doors::open(|_| {}).await;
    let begun = Instant::now();
    let head = async {
        let mut stream = doors.connect().await;
        stream.write_all(b"GET /api/v1/tables HTTP/1.1\r\nHost: x\r\n").await.unwrap();
        // A line now and then does not help.
        for _ in 0..300 {
            tokio::time::sleep(Duration::from_secs(1)).await;
            if stream.write_all(b"X-More: 1\r\n").await.is_err() {
                break;
            }
        }
        rest(&mut stream).await;
        begun.elapsed()
    };
    let nothing = async {
        rest(&mut doors.connect().await).await;
        begun.elapsed()
    };
    let body = async {
        let mut stream = doors.connect().await;
        let head = "POST /api/v1/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
        stream.write_all(head.as_bytes()).await.unwrap();
        let answer = rest(&mut stream).await;
        assert!(answer.starts_with("HTTP/1.1 408 ") && answer.contains("too-slow"), "{answer}");
        begun.elapsed()
    };
    let (head, nothing, body) = tokio::join!(head, nothing, body);
    for (what, took) in [("a head", head), ("nothing", nothing), ("a body", body)] {
        assert!(took < Duration::from_secs(240), "{what} was waited for {took:?}");
    }
    // The others were answered all the time.
    assert!(doors.ask(&get("/health/ready")).await.contains("ready"));
    doors.close().await;
}

/// Whoever has a small buffer, asks for a feed and takes nothing of it is let go, too, once it is full: the house keeps no more for them.
#[tokio::test(flavor = "multi_thread")]
async fn a_reader_who_takes_nothing_is_let_go() {
    let doors = Doors::open(|settings| {
        settings.tables[0].regulars = Regulars::Always;
        settings.tables[0].pace = AT_ONCE;
    })
    .await;
    let table = doors.table.clone();
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(1_024).unwrap();
    let mut stream = socket.connect(doors.address).await.unwrap();
    stream
        .write_all(format!("GET /api/v1/tables/{table}/feed HTTP/1.1\r\nHost: x\r\n\r\n").as_bytes())
        .await
        .unwrap();
    // Nothing is read; the kernel knows when the house has closed its end.
    let own = stream.local_addr().unwrap();
    let (here, there) = (format!(":{:04X}", doors.address.port()), format!(":{:04X}", own.port()));
    let is_open = || {
        let table = std::fs::read_to_string("/proc/net/tcp").unwrap();
        table.lines().any(|line| {
            let row: Vec<&str> = line.split_whitespace().collect();
            row[1].ends_with(&here) && row[2].ends_with(&there) && row[3] == "01"
        })
    };
    let begun = Instant::now();
    assert!(is_open());
    while is_open() {
        assert!(begun.elapsed() < PATIENCE, "it is kept for ever");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    assert!(doors.ask(&get("/health/ready")).await.contains("ready"));
    doors.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn too_long_heads_and_bodies_and_odd_paths_are_turned_down() {
    let doors = Doors::open(|_| {}).await;
    let long = format!("GET / HTTP/1.1\r\nHost: x\r\nX-Long: {}\r\n\r\n", "x".repeat(20_000));
    let many: String = (0..200).map(|nth| format!("X-{nth}: 1\r\n")).collect();
    let post = |length: &str, body: &str| {
        format!(
            "POST /api/v1/session HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n{length}\r\n\r\n{body}"
        )
    };
    let chunk = format!("4e20\r\n{}\r\n0\r\n\r\n", "x".repeat(20_000));
    for (what, text, starts) in [
        ("a long line", long, "HTTP/1.1 431 "),
        ("many lines", format!("GET / HTTP/1.1\r\nHost: x\r\n{many}\r\n"), "HTTP/1.1 431 "),
        ("a long path", get(&format!("/{}", "x".repeat(18_000))), "HTTP/1.1 4"),
        ("a long body", post("Content-Length: 20000", &"x".repeat(20_000)), "HTTP/1.1 413 "),
        ("a body in pieces", post("Transfer-Encoding: chunked", &chunk), "HTTP/1.1 413 "),
        ("two lengths", post("Content-Length: 2\r\nContent-Length: 3", "{}"), "HTTP/1.1 400 "),
        (
            "a length and pieces",
            post("Content-Length: 2\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
            "HTTP/1.1 4",
        ),
        ("no HTTP", "hello\r\n\r\n".to_owned(), "HTTP/1.1 400 "),
        ("up the tree", get("/assets/../../../etc/passwd"), "HTTP/1.1 404 "),
        ("up the tree, hidden", get("/assets/%2e%2e%2f%2e%2e%2fetc%2fpasswd"), "HTTP/1.1 404 "),
        ("a nul", get("/api/v1/tables/%00"), "HTTP/1.1 404 "),
        ("two slashes", get("//api/v1/people"), "HTTP/1.1 404 "),
        ("another house's name", get("http://evil.example/api/v1/people"), "HTTP/1.1 401 "),
        ("a tunnel", "CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n".to_owned(), "HTTP/1.1 4"),
    ] {
        let answer = doors.ask(&text).await;
        assert!(answer.starts_with(starts), "{what}: {}", answer.chars().take(300).collect::<String>());
        assert!(!answer.contains("root:"), "{what}");
    }
    let figures = doors.ask(&get("/metrics")).await;
    for figure in [
        "croupier_coups_total ",
        "croupier_append_seconds_count ",
        "croupier_entries_total ",
        "croupier_feed_lag_seconds_count ",
        "croupier_feed_gaps_total ",
        "croupier_log_bytes ",
        "croupier_disk_free_bytes ",
        "croupier_lease_number 0",
        "croupier_signature_age_seconds{by=\"house\"} ",
    ] {
        assert!(figures.contains(figure), "{figure}: {figures}");
    }
    // Everything that is told here is described, and everything that is described is told; a node's own figures are held to the page too.
    let page = include_str!("../../../../docs/house.md");
    let names = |text: &str, parted: &[char]| -> BTreeSet<String> {
        let words = text
            .split(parted)
            .filter(|word| word.starts_with("croupier_") && !word.starts_with("croupier_node_"));
        words.map(str::to_owned).collect()
    };
    let described = names(page, &['`', '{']);
    let histogram = |name: &str| {
        ["_bucket", "_sum", "_count"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name).to_owned()
    };
    let lines: String =
        figures.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect();
    let written: BTreeSet<String> =
        names(&lines, &[' ', '{', '\n']).iter().map(|name| histogram(name)).collect();
    assert_eq!(written, described);
    let told = |name: &str| {
        let line = figures.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.trim().parse::<f64>().unwrap()
    };
    // Opening tables is on record already, in commits that took some time and room.
    assert!(told("croupier_append_seconds_count ") >= 1.0, "{figures}");
    assert!(told("croupier_entries_total ") >= told("croupier_append_seconds_count "), "{figures}");
    assert!(
        told("croupier_append_seconds_sum ") > 0.0 && told("croupier_log_bytes ") > 10_000.0,
        "{figures}"
    );
    assert!(told("croupier_disk_free_bytes ") > 0.0, "{figures}");
    doors.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_does_not_take_all_the_room() {
    let doors = Doors::open(|settings| settings.connections_an_address = 10).await;
    let mut inside = Vec::new();
    for _ in 0..10 {
        let mut stream = doors.connect().await;
        stream.write_all(b"GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
        let mut first = [0; 15];
        stream.read_exact(&mut first).await.unwrap();
        assert_eq!(&first, b"HTTP/1.1 200 OK");
        inside.push(stream);
    }
    assert_eq!(doors.ask(&get("/health/live")).await, "");
    drop(inside.pop());
    let patience = Instant::now() + PATIENCE;
    while doors.ask(&get("/health/live")).await.is_empty() {
        assert!(Instant::now() < patience, "room was not made");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    drop(inside);
    doors.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_a_proxy_figures_are_told_to_nobody_outside() {
    let doors = Doors::open(|settings| {
        (settings.proxy, settings.origins) = (true, vec!["https://tables.example".into()]);
    })
    .await;
    let from =
        |header: &str| format!("GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{header}\r\n");
    for (header, status) in [
        ("", "200"),
        ("X-Forwarded-For: 127.0.0.1\r\n", "200"),
        ("X-Forwarded-For: 203.0.113.9\r\n", "403"),
        ("X-Forwarded-For: 127.0.0.1, 203.0.113.9\r\n", "403"),
        ("X-Forwarded-For: 127.0.0.1\r\nX-Forwarded-For: 203.0.113.9\r\n", "403"),
        ("X-Forwarded-For: unknown\r\n", "403"),
    ] {
        let answer = doors.ask(&from(header)).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{header}: {answer}");
    }
    let body = format!("{{\"link\":\"{}\"}}", doors.link);
    let signed_in = doors.ask(&sign_in(&body, "https://tables.example")).await;
    assert!(signed_in.contains("__Host-croupier=") && signed_in.contains("; Secure"), "{signed_in}");
    assert!(signed_in.contains("strict-transport-security"), "{signed_in}");
    let elsewhere = doors.ask(&sign_in(&body, "http://tables.example")).await;
    assert!(elsewhere.starts_with("HTTP/1.1 403 "), "{elsewhere}");
    doors.close().await;
}

fn sign_in(body: &str, origin: &str) -> String {
    format!(
        "POST /api/v1/session/link HTTP/1.1\r\nHost: x\r\nConnection: close\r\nOrigin: {origin}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

fn tls_file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/house/tls").join(name)
}

/// A house that speaks TLS.
async fn with_tls() -> Doors {
    Doors::open(|settings| {
        settings.tls = Some((tls_file("certificate.pem"), tls_file("key.pem")));
        settings.origins = own_origins("127.0.0.1:8300".parse().unwrap(), true);
    })
    .await
}

/// Whoever connects to it, speaking one of these.
fn tls_client(protocols: &[&str]) -> TlsConnector {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(tls_file("ca.pem")).unwrap()).unwrap();
    let mut config = ClientConfig::builder_with_provider(Arc::new(crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = protocols.iter().map(|protocol| protocol.as_bytes().to_vec()).collect();
    TlsConnector::from(Arc::new(config))
}

/// A browser has one connection for as many feeds as it likes, and for what it asks meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn over_tls_one_connection_carries_many_feeds_and_questions() {
    let doors = with_tls().await;
    let name = ServerName::try_from("localhost").unwrap();
    let stream = tls_client(&["h2", "http/1.1"]).connect(name, doors.connect().await).await.unwrap();
    assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"h2"[..]));
    let (mut asks, connection) =
        hyper::client::conn::http2::handshake(TokioExecutor::new(), TokioIo::new(stream)).await.unwrap();
    tokio::spawn(connection);
    let ask = |path: &str| {
        let request = Request::get(format!("https://localhost:8300{path}")).body(Empty::<Bytes>::new());
        request.unwrap()
    };
    let mut feeds = Vec::new();
    for _ in 0..12 {
        let answer = asks.send_request(ask("/api/v1/tables/act/feed")).await.unwrap();
        assert_eq!((answer.status(), answer.version()), (StatusCode::OK, Version::HTTP_2));
        let mut body = answer.into_body();
        let first = body.frame().await.unwrap().unwrap().into_data().unwrap();
        assert!(String::from_utf8_lossy(&first).contains("event: view"), "{first:?}");
        feeds.push(body);
    }
    let lobby = asks.send_request(ask("/api/v1/tables")).await.unwrap();
    assert_eq!(lobby.status(), StatusCode::OK);
    let text = lobby.into_body().collect().await.unwrap().to_bytes();
    assert!(String::from_utf8_lossy(&text).contains("\"id\":\"act\""));
    drop((feeds, asks));
    doors.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tls_is_spoken_and_cookies_are_secure() {
    let doors = with_tls().await;
    let connector = tls_client(&[]);
    let ask = async |text: String| {
        let name = ServerName::try_from("localhost").unwrap();
        let mut stream = connector.connect(name, doors.connect().await).await.unwrap();
        exchange(&mut stream, &text).await
    };
    assert!(ask(get("/health/ready")).await.ends_with("ready\n"));
    let body = format!("{{\"link\":\"{}\"}}", doors.link);
    let signed_in = ask(sign_in(&body, "https://localhost:8300")).await;
    assert!(signed_in.starts_with("HTTP/1.1 200 "), "{signed_in}");
    for word in ["__Host-croupier=", "; Secure", "HttpOnly", "SameSite=Strict", "strict-transport-security"] {
        assert!(signed_in.contains(word), "no {word} in {signed_in}");
    }
    assert!(ask(sign_in(&body, "http://localhost:8300")).await.starts_with("HTTP/1.1 403 "));
    // In the clear nothing is said.
    assert!(!doors.ask(&get("/health/ready")).await.contains("200 OK"));
    doors.close().await;
}

async fn exchange(stream: &mut (impl AsyncRead + AsyncWrite + Unpin), text: &str) -> String {
    stream.write_all(text.as_bytes()).await.unwrap();
    rest(stream).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_port_or_a_folder_that_is_taken_is_told_at_once() {
    let doors = Doors::open(|_| {}).await;
    let folder = tempfile::tempdir().unwrap();
    let mut second = at_pace(folder.path(), BETTING);
    second.listen = doors.address;
    let vault = vault_here(&second);
    let message = serve(second, vault, |_, _| panic!("it opened"), std::future::pending())
        .await
        .unwrap_err()
        .to_string();
    assert!(message.contains("cannot listen") && message.contains("open already"), "{message}");
    let mut same = at_pace(doors._folder.path(), BETTING);
    same.listen = "127.0.0.1:0".parse().unwrap();
    let vault = vault_here(&same);
    let message =
        serve(same, vault, |_, _| panic!("it opened"), std::future::pending()).await.unwrap_err().to_string();
    assert!(message.contains("open elsewhere"), "{message}");
    doors.close().await;
}

/// Whoever has used up the sign-ins of an address keeps nobody there from proving again who they are.
#[tokio::test(flavor = "multi_thread")]
async fn confirming_does_not_share_the_limit_of_sign_ins() {
    let doors = Doors::open(|_| {}).await;
    // No page at all, so that none is another's.
    let sign_in = |body: &str| sign_in(body, "x").replace("Origin: x\r\n", "");
    let body = format!(r#"{{"link":"{}"}}"#, doors.link);
    let signed_in = doors.ask(&sign_in(&body)).await;
    assert!(signed_in.starts_with("HTTP/1.1 200 "), "{signed_in}");
    let cookie = signed_in.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    let cookie = cookie.split(';').next().unwrap();
    let guess = sign_in(r#"{"link":"a guess"}"#);
    let mut tried = 0;
    while !doors.ask(&guess).await.starts_with("HTTP/1.1 429 ") {
        tried += 1;
        assert!(tried < 20, "one address may try for ever");
    }
    let confirm = sign_in(&body).replace("/session/link", "/session/confirm");
    let confirm = confirm.replace("Host: x", &format!("Host: x\r\nCookie: {cookie}"));
    let confirmed = doors.ask(&confirm).await;
    assert!(confirmed.starts_with("HTTP/1.1 200 "), "{confirmed}");
    assert!(confirmed.contains("confirmed_until"), "{confirmed}");
    doors.close().await;
}
