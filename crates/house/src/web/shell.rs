//! What every page has around it: head, top bar, skip link, footer, and the texts of its scripts.

use super::assets;
use super::texts::{Language, Texts};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use people::role::{Role, WATCH};

/// Who reads the page, as far as its frame shows it.
#[derive(Clone, Debug)]
pub struct Reader {
    /// The language in which it is shown.
    pub language: Language,
    /// The name of whoever is signed in.
    pub person: Option<String>,
    /// Their role.
    pub role: Option<Role>,
    /// The path and query of this page, to come back to.
    pub here: String,
    /// How the house shows itself.
    pub face: Face,
}

/// How a house shows itself in one language; what it does not say itself Croupier says.
#[derive(Clone, Debug, Default)]
pub struct Face {
    /// What it is called.
    pub name: Option<String>,
    /// The heading of its lobby.
    pub welcome: Option<String>,
    /// The line under it.
    pub about: Option<String>,
    /// The line at the foot of every page.
    pub footer: Option<String>,
    /// Chips are for play only.
    pub demonstration: bool,
    /// From when on its clocks are how many minutes ahead of UTC, for the page's scripts: `[[0,600]]`.
    pub clock: String,
    /// The PIN by which whoever is signed in signs, where they came by a link of a demonstration.
    pub own_pin: Option<String>,
}

impl Reader {
    /// What is said to this reader.
    pub fn texts(&self) -> &'static Texts {
        self.language.texts()
    }

    /// What the house is called.
    pub fn house(&self) -> String {
        self.face.name.clone().unwrap_or_else(|| self.texts().say("house"))
    }
}

/// A page: what is between the bar and the footer, and what it needs.
pub struct Page<'a> {
    /// Its name, before the house's own in the title.
    pub title: String,
    /// The room, which its style sheet rules go by.
    pub room: &'a str,
    /// The module that makes it live, if it has one.
    pub script: Option<&'a str>,
    /// The rooms whose texts that module needs.
    pub says: &'a [&'a str],
    /// What the page shows.
    pub body: Markup,
}

/// A page in its frame.
pub fn framed(reader: &Reader, page: Page<'_>) -> Markup {
    let texts = reader.texts();
    document(
        reader,
        &page,
        html! {
            a.skip href="#main" { (texts.say("skip")) }
            (bar(reader))
            main id="main" tabindex="-1" { (page.body) }
            (footer(reader))
        },
    )
}

/// A page without bar and footer, such as a sign that hangs on a wall.
pub fn bare(reader: &Reader, page: Page<'_>) -> Markup {
    document(reader, &page, html! { main id="main" { (page.body) } })
}

fn document(reader: &Reader, page: &Page<'_>, inner: Markup) -> Markup {
    let texts = reader.texts();
    html! {
        (DOCTYPE)
        html lang=(reader.language.tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="dark";
                meta name="theme-color" content="#07261c";
                title { (page.title) " · " (reader.house()) }
                link rel="icon" href=(assets::path("web/favicon.svg")) type="image/svg+xml";
                link rel="preload" href=(assets::path("web/inter.woff2")) as="font" type="font/woff2" crossorigin;
                link rel="stylesheet" href=(assets::path("web/house.css"));
                script type="module" src=(assets::path("web/shell.js")) {}
                @if let Some(script) = page.script {
                    // Whatever a page asks may be refused.
                    script type="application/json" id="texts" { (PreEscaped(texts.for_script(&[page.says, &["refused"]].concat()))) }
                    script type="module" src=(assets::path(script)) {}
                }
            }
            body class={ "room-" (page.room) } data-reader=[&reader.person] data-clock=(reader.face.clock) { (inner) }
        }
    }
}

/// The rooms of staff, and whose they are.
const STAFF_ROOMS: &[(&str, &str, &[Role])] = &[
    ("/pit", "nav-pit", &[Role::Supervisor, Role::Manager, Role::Surveillance, Role::Inspector]),
    (
        "/cage",
        "nav-cage",
        &[Role::Cage, Role::Dealer, Role::Supervisor, Role::Manager, Role::Surveillance, Role::Inspector],
    ),
    (
        "/desk/promotions",
        "nav-claims",
        &[Role::Supervisor, Role::Manager, Role::Surveillance, Role::Inspector],
    ),
    ("/reports", "nav-reports", &[Role::Supervisor, Role::Manager, Role::Surveillance, Role::Inspector]),
    ("/people", "nav-people", &[Role::Manager, Role::Surveillance, Role::Inspector]),
    ("/watch", "nav-watch", &WATCH),
];

fn bar(reader: &Reader) -> Markup {
    let texts = reader.texts();
    let path = reader.here.split('?').next().unwrap_or("/");
    let link = |href: &str, key: &str| {
        // Whatever lies on the desk is one room.
        let room = if href.starts_with("/desk/") { "/desk" } else { href };
        let here = path == href || (room != "/" && path.starts_with(&format!("{room}/")));
        html! { a href=(href) aria-current=[here.then_some("page")] { (texts.say(key)) } }
    };
    html! {
        header.bar {
            a.brand href="/" {
                svg viewBox="0 0 32 32" aria-hidden="true" { use href={ (assets::path("web/favicon.svg")) "#mark" } {} }
                span { (reader.house()) }
            }
            nav aria-label=(texts.say("nav-label")) {
                (link("/", "nav-lobby"))
                (link("/tournaments", "nav-tournaments"))
                (link("/library", "nav-library"))
                (link("/school", "nav-school"))
                (link("/shoes", "nav-shoes"))
                (link("/promotions", "nav-promotions"))
                @if reader.role == Some(Role::Player) {
                    (link("/history", "nav-own-history"))
                    (link("/limits", "nav-limits"))
                }
                @for (href, key, roles) in STAFF_ROOMS {
                    @if reader.role.is_some_and(|role| roles.contains(&role)) { (link(href, key)) }
                }
            }
            div.who {
                (languages(reader))
                @if let Some(name) = &reader.person {
                    span.name { (name) }
                    button.quiet type="button" data-sign-out { (texts.say("sign-out")) }
                } @else {
                    a.button href={ "/sign-in?to=" (escaped(&reader.here)) } { (texts.say("sign-in")) }
                }
            }
        }
    }
}

/// The same page, with whatever was asked of it, in another language.
fn languages(reader: &Reader) -> Markup {
    let parted = if reader.here.contains('?') { "&" } else { "?" };
    html! {
        @for language in Language::ALL.into_iter().filter(|language| *language != reader.language) {
            a.language href={ (reader.here) (parted) "lang=" (language.tag()) } lang=(language.tag()) hreflang=(language.tag()) {
                (language.own_name())
            }
        }
    }
}

fn footer(reader: &Reader) -> Markup {
    let texts = reader.texts();
    let usual = if reader.face.demonstration { "foot-demonstration" } else { "foot-house" };
    html! {
        footer.foot {
            p { (reader.face.footer.clone().unwrap_or_else(|| texts.say(usual))) }
            @if let (Some(name), Some(pin)) = (&reader.person, &reader.face.own_pin) {
                p { (texts.say("foot-own-pin")) " " (name) ", " span id="own-pin" { (pin) } }
            }
            p {
                a href="/policy" { (texts.say("nav-policy")) } " · "
                a href="/accessibility" { (texts.say("nav-accessibility")) } " · "
                a href="/api/v1/openapi.json" { (texts.say("nav-api")) } " · "
                span { (texts.say("software")) " " (env!("CARGO_PKG_VERSION")) }
            }
        }
    }
}

/// A text as part of a query.
pub fn escaped(text: &str) -> String {
    text.bytes().fold(String::new(), |mut out, byte| {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b'/' => {
                out.push(byte as char)
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
        out
    })
}
