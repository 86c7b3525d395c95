//! The pit: all tables at a glance, and one table with a form for every act of a supervisor; `pit.js` fills and sends them.

use super::table::{TableFrame, assumed};
use crate::web::shell::{Page, Reader, framed};
use crate::web::texts::Texts;
use baccarat::basis::ClauseNumber;
use baccarat::book::Book;
use baccarat::rules::cards::{ReplaceWhen, Supply};
use baccarat::rules::play::{Face, NoBetSource};
use baccarat::rules::rulings::{Ban, Ground, Measure, TransferCondition};
use baccarat::topic::Ruled;
use fluent_bundle::FluentValue;
use maud::{Markup, html};
use std::collections::BTreeSet;
use std::fmt::Display;

/// What a field of a form holds, and how it is asked for.
enum Ask {
    /// An amount of money.
    Money,
    /// A whole number.
    Number,
    /// A line of text.
    Text,
    /// Somebody at the table, or on duty there.
    Patron,
    Dealer,
    /// One of these words, or several.
    Choice(Vec<String>),
    Several(Vec<String>),
    /// Yes or no.
    Check,
    /// A number of minutes from now.
    Minutes,
    /// The PIN of whoever signs.
    Pin,
    /// Chips counted by what each is worth.
    Pieces,
    /// Other settings, as a settings file has them.
    Settings,
}

/// A field: its place in the act, what it asks, and when it is asked.
struct Field {
    place: &'static str,
    ask: Ask,
    /// Only while another field has one of these values.
    when: Option<(&'static str, &'static [&'static str])>,
    needed: bool,
}

/// A form: one act, or the choice between some.
struct Form {
    id: &'static str,
    acts: &'static [&'static str],
    fields: Vec<Field>,
    /// The clauses of the book on it.
    clauses: Vec<ClauseNumber>,
    /// It takes two people, so that it is proposed.
    two: bool,
}

fn field(place: &'static str, ask: Ask) -> Field {
    Field { place, ask, when: None, needed: true }
}

impl Field {
    fn when(self, other: &'static str, values: &'static [&'static str]) -> Field {
        Field { when: Some((other, values)), ..self }
    }

    fn may(self) -> Field {
        Field { needed: false, ..self }
    }
}

fn words<T: Display>(all: impl IntoIterator<Item = T>) -> Vec<String> {
    let words: BTreeSet<String> = all.into_iter().map(|word| word.to_string()).collect();
    words.into_iter().collect()
}

/// The clauses on which answers of a book rest, each once, in the order of the book.
fn clauses<'r, T: 'r>(items: impl IntoIterator<Item = &'r Ruled<T>>) -> Vec<ClauseNumber> {
    let mut all: Vec<ClauseNumber> = Vec::new();
    for number in items.into_iter().flat_map(|item| item.basis.clauses().to_vec()) {
        if !all.contains(&number) {
            all.push(number);
        }
    }
    all
}

/// The forms of a table under its book, in groups. What the book does not know is not offered.
fn groups(book: &Book) -> Vec<(&'static str, Vec<Form>)> {
    vec![
        ("limits", limits(book)),
        ("money", money()),
        ("play", play(book)),
        ("voids", voids(book)),
        ("conduct", conduct(book)),
        ("disputes", disputes(book)),
    ]
}

fn limits(book: &Book) -> Vec<Form> {
    let rules = &book.rules;
    let of = "change.of";
    let kinds = [
        "limits",
        "kept-minimum",
        "differential",
        "area-most",
        "countdown",
        "method",
        "faces",
        "next-shoe-faces",
        "closing",
    ];
    let methods = book.methods().map(|method| method.id.clone()).collect();
    let faces = || Ask::Choice(words(Face::ALL));
    let mut forms = vec![Form {
        id: "change",
        acts: &["tell-players", "post-sign", "make-change"],
        fields: vec![
            field(of, Ask::Choice(kinds.map(str::to_owned).to_vec())),
            field("change.limits.least", Ask::Money).when(of, &["limits"]),
            field("change.limits.most", Ask::Money).when(of, &["limits"]),
            field("change.least", Ask::Money).when(of, &["kept-minimum"]),
            field("change.most", Ask::Money).when(of, &["differential", "area-most"]).may(),
            field("change.seconds", Ask::Number).when(of, &["countdown"]),
            field("change.method", Ask::Choice(methods)).when(of, &["method"]),
            field("change.faces", faces()).when(of, &["faces", "next-shoe-faces"]),
            field("effective", Ask::Minutes).when("act", &["post-sign"]),
            field("keep_old", Ask::Check).when("act", &["make-change"]),
        ],
        clauses: clauses(&rules.notice.changes.items),
        two: false,
    }];
    if let Some(personal) = rules.limits.personal.ruled() {
        forms.push(Form {
            id: "personal",
            acts: &["set-personal-limit"],
            fields: vec![
                field("patron", Ask::Patron),
                field("limits.least", Ask::Money),
                field("limits.most", Ask::Money),
            ],
            clauses: clauses([personal]),
            two: false,
        });
    }
    let confined: Vec<_> =
        rules.sides.main_wager.items.iter().filter(|need| need.restricted_by.is_some()).collect();
    if !confined.is_empty() {
        forms.push(Form {
            id: "restrict",
            acts: &["restrict", "lift-restriction"],
            fields: vec![
                field("option", Ask::Choice(words(confined.iter().map(|need| need.option.clone())))),
                field("surveillance_told", Ask::Check).when("act", &["restrict"]),
                field("sign", Ask::Check).when("act", &["restrict"]),
            ],
            clauses: clauses(confined),
            two: false,
        });
    }
    forms
}

/// Forms of what goes through the cage, in a house that has one.
const BY_THE_CAGE: [&str; 4] = ["fill", "credit", "correct", "drop-box"];

fn money() -> Vec<Form> {
    let pin = || field("pin", Ask::Pin).may();
    let pieces = || field("pieces", Ask::Pieces).may();
    let signed =
        |amount: &'static str| vec![pieces(), field(amount, Ask::Money), field("signed", Ask::Dealer), pin()];
    let counted = || vec![pieces(), field("count", Ask::Money), field("signer", Ask::Dealer).may(), pin()];
    let mut opened = counted();
    opened.push(field("settings", Ask::Settings).may());
    let form = |id, acts, fields| Form { id, acts, fields, clauses: Vec::new(), two: false };
    vec![
        form("fill", &["fill"], signed("amount")),
        form("credit", &["credit"], signed("amount")),
        form("count", &["count-float"], signed("count")),
        form("close", &["close"], counted()),
        form("open", &["reopen"], opened),
        Form {
            two: true,
            ..form(
                "correct",
                &["correct-float"],
                vec![pieces(), field("count", Ask::Money), field("why", Ask::Text)],
            )
        },
        form("drop-box", &["take-drop-box"], Vec::new()),
        form(
            "remainder",
            &["decide-remainder"],
            vec![field("patron", Ask::Patron), field("pays", Ask::Money)],
        ),
    ]
}

fn play(book: &Book) -> Vec<Form> {
    let rules = &book.rules;
    let sources: Vec<NoBetSource> = rules.no_bet.sources.values().map(|rule| rule.source).collect();
    let mut forms = Vec::new();
    if !sources.is_empty() {
        forms.push(Form {
            id: "no-bet",
            acts: &["direct-no-bet-coup"],
            fields: vec![
                field("source", Ask::Choice(words(sources))),
                field("marker", Ask::Check),
                field("surveillance_told", Ask::Check),
            ],
            clauses: clauses(&rules.no_bet.sources.items),
            two: false,
        });
    }
    let approvals =
        ["both-hands", "burn-style", "riffle", "hand-shuffle", "nominees"].map(str::to_owned).to_vec();
    forms.push(Form {
        id: "approve",
        acts: &["approve"],
        fields: vec![
            field("what.what", Ask::Choice(approvals)),
            field("what.patron", Ask::Patron).when("what.what", &["both-hands"]),
        ],
        clauses: Vec::new(),
        two: false,
    });
    let when = || words(ReplaceWhen::ALL);
    forms.push(Form {
        id: "cards",
        acts: &[
            "order-shuffle",
            "verify-cards",
            "let-players-cut",
            "shuffle-by-consent",
            "forfeit-cards",
            "replace-cards",
        ],
        fields: vec![
            field("mix_doubted", Ask::Check).when("act", &["order-shuffle"]),
            field("reason", Ask::Text).when("act", &["forfeit-cards"]).may(),
            field("when", Ask::Choice(when())).when("act", &["replace-cards"]),
            field("supply", Ask::Choice(words(Supply::ALL))).when("act", &["replace-cards"]),
            field("other_colour", Ask::Check).when("act", &["replace-cards"]),
            field("some", Ask::Check).when("act", &["replace-cards"]),
        ],
        clauses: clauses(&rules.supply.replacements.items),
        two: false,
    });
    forms.push(Form {
        id: "device",
        acts: &["answer-device"],
        fields: vec![
            field("condition", Ask::Choice(words(TransferCondition::ALL))),
            field("holds", Ask::Check),
            field("why", Ask::Text),
        ],
        clauses: Vec::new(),
        two: false,
    });
    forms.push(Form {
        id: "seat",
        acts: &["ask-to-vacate"],
        fields: vec![field("patron", Ask::Patron)],
        clauses: Vec::new(),
        two: false,
    });
    forms
}

fn voids(book: &Book) -> Vec<Form> {
    let rules = &book.rules.conduct.invalidation;
    let grounds: Vec<Ground> = rules.values().map(|rule| rule.ground).collect();
    if grounds.is_empty() {
        return Vec::new();
    }
    vec![Form {
        id: "void",
        acts: &["invalidate"],
        fields: vec![
            field("ground", Ask::Choice(words(grounds))),
            field("coup", Ask::Number),
            field("cheat", Ask::Patron).may(),
            field("forfeit", Ask::Check),
            field("affected", Ask::Check),
            field("why", Ask::Text),
        ],
        clauses: clauses(&rules.items),
        two: true,
    }]
}

fn conduct(book: &Book) -> Vec<Form> {
    let conduct = &book.rules.conduct;
    let bans: Vec<Ban> = conduct.bans.values().copied().collect();
    let measures: Vec<Measure> = conduct.sanctions.values().map(|sanction| sanction.measure).collect();
    if bans.is_empty() {
        return Vec::new();
    }
    vec![
        Form {
            id: "breach",
            acts: &["report-breach"],
            fields: vec![
                field("ban", Ask::Choice(words(bans))),
                field("who", Ask::Patron),
                field("what", Ask::Text),
            ],
            clauses: clauses(&conduct.bans.items),
            two: false,
        },
        Form {
            id: "sanction",
            acts: &["sanction"],
            fields: vec![
                field("breach", Ask::Number),
                field("measures", Ask::Several(words(measures))),
                field("why", Ask::Text),
            ],
            clauses: clauses(&conduct.sanctions.items),
            two: false,
        },
        Form {
            id: "hand-over",
            acts: &["hand-over"],
            fields: vec![field("breach", Ask::Number), field("to", Ask::Text), field("police", Ask::Check)],
            clauses: Vec::new(),
            two: false,
        },
    ]
}

fn disputes(book: &Book) -> Vec<Form> {
    let rules = clauses(&book.rules.conduct.disputes.items);
    let findings = || Ask::Choice(vec!["upheld".to_owned(), "rejected".to_owned()]);
    let decided = || vec![field("dispute", Ask::Number), field("finding", findings())];
    let mut award = decided();
    award.extend([
        field("award.paid", Ask::Money).may(),
        field("award.taken-back", Ask::Money).may(),
        field("why", Ask::Text),
    ]);
    let mut finding = decided();
    finding.push(field("why", Ask::Text));
    let open = vec![field("about", Ask::Text), field("patron", Ask::Patron).may()];
    let form = |id, acts, fields, two| Form { id, acts, fields, clauses: rules.clone(), two };
    vec![
        form("dispute-open", &["open-dispute"], open, false),
        form("dispute-decide", &["decide-dispute"], finding, false),
        form("dispute-award", &["decide-dispute"], award, true),
        form("dispute-review", &["ask-review"], vec![field("dispute", Ask::Number)], false),
    ]
}

/// How a manager adds, renames and retires tables, on record.
fn roster(texts: &Texts) -> Markup {
    let say = |key: &str| texts.say(key);
    let form = |id: &str, fields: Markup| {
        html! {
            form.card-form data-roster=(id) {
                h3 { (say(&format!("pit-roster-{id}"))) }
                (fields)
                label { span { (say("pit-field-reason")) } input name="why" required maxlength="200"; }
                p.pit-answer role="status" {}
                div.acts { button.gold type="submit" { (say("pit-do")) } }
            }
        }
    };
    let table = || {
        html! { label { span { (say("pit-roster-table")) } select name="table" data-tables required {} } }
    };
    html! {
        details.panel.pit-group id="roster" {
            summary { (say("pit-roster")) }
            p.small { (say("pit-roster-intro")) }
            div.pit-forms {
                (form("add", html! {
                    label {
                        span { (say("pit-roster-text")) }
                        textarea name="text" rows="8" spellcheck="false" required {
                            "id = \"main-3\"\nname = \"Main floor 3\"\nbook = \"nz\"\ncards = \"felt\"\n\n[set]\nseats = 7\n"
                        }
                    }
                }))
                (form("rename", html! { (table()) label { span { (say("pit-roster-name")) } input name="name" required maxlength="60"; } }))
                (form("retire", table()))
            }
        }
    }
}

/// All tables at a glance; for a manager with the tables of the house to change, `Some` with whether people come by links.
pub fn overview(reader: &Reader, manager: Option<bool>) -> Markup {
    let texts = reader.texts();
    let say = |key: &str| texts.say(key);
    let body = html! {
        div.pit id="pit" {
            h1 { (say("pit-title")) }
            p.lost id="lost" role="alert" hidden {}
            div.pit-tables id="tables" { p { (say("pit-waits")) } }
            section.panel aria-labelledby="pairs-name" {
                h2 id="pairs-name" { (say("pit-pairs")) }
                p.small { (say("pit-pairs-intro")) }
                div.scroll id="pairs" tabindex="0" role="group" aria-labelledby="pairs-name" {}
            }
            section.panel aria-labelledby="alarm-name" {
                h2 id="alarm-name" { (say("pit-alarm")) }
                p { (say("pit-alarm-intro")) }
            }
            @if manager.is_some() { (roster(texts)) p.refusal id="refusal" role="alert" {} }
        }
        @if let Some(link) = manager { (dialogs(texts, link)) }
        p.unseen id="said" role="status" aria-live="polite" {}
    };
    framed(
        reader,
        Page {
            title: say("pit-title"),
            room: "pit",
            script: Some("rooms/pit/room.js"),
            says: &["pit"],
            body,
        },
    )
}

/// One table, with everything that a supervisor may do there.
///
/// In a house with a cage what goes through it is done there.
pub fn table(
    reader: &Reader,
    frame: &TableFrame<'_>,
    book: &Book,
    (acts, link, caged): (bool, bool, bool),
) -> Markup {
    let texts = reader.texts();
    let say = |key: &str| texts.say(key);
    let title = texts.say_with("pit-table-title", &[("name", FluentValue::from(frame.name))]);
    let body = html! {
        div.pit id="pit" data-table=(frame.id) data-book=(frame.book) data-acts=(acts) {
            p { a href="/pit" { (say("pit-back")) } }
            h1 { (title) }
            (assumed(reader, frame.book, frame.assumed))
            p.lost id="lost" role="alert" hidden {}
            div.pit-head id="head" {}
            @if acts { (confirm_and_duty(texts)) }
            div.pit-grid {
                section.panel aria-labelledby="wait-name" { h2 id="wait-name" { (say("pit-waiting")) } div id="waiting" {} }
                section.panel aria-labelledby="patrons-name" { h2 id="patrons-name" { (say("pit-patrons")) } div.scroll id="patrons" tabindex="0" role="group" aria-labelledby="patrons-name" {} }
                section.panel aria-labelledby="money-name" { h2 id="money-name" { (say("pit-money")) } div id="money" {} div.scroll id="slips" tabindex="0" role="group" aria-label=(say("pit-slips")) {} }
                section.panel aria-labelledby="alarm-name" { h2 id="alarm-name" { (say("pit-alarm")) } div id="alarm" {} p.small { (say("pit-alarm-intro")) } }
                section.panel aria-labelledby="notices-name" { h2 id="notices-name" { (say("pit-notices")) } div id="notices" {} }
                section.panel aria-labelledby="trouble-name" { h2 id="trouble-name" { (say("pit-trouble")) } div id="trouble" {} }
            }
            @if acts {
                h2 { (say("pit-acts")) }
                p.small { (say("pit-acts-intro")) }
                @for (group, mut forms) in groups(book) {
                    @let elsewhere = caged && forms.iter().any(|form| BY_THE_CAGE.contains(&form.id));
                    @let () = forms.retain(|form| !caged || !BY_THE_CAGE.contains(&form.id));
                    @if !forms.is_empty() {
                        details.panel.pit-group id={ "group-" (group) } {
                            summary { (say(&format!("pit-group-{group}"))) }
                            @if elsewhere { p { a href="/cage" { (say("pit-by-the-cage")) } } }
                            div.pit-forms { @for form in &forms { (form_of(texts, form)) } }
                        }
                    }
                }
            }
            datalist id="people" {}
            datalist id="dealers" {}
        }
        (dialogs(texts, link))
        p.unseen id="said" role="status" aria-live="polite" {}
    };
    framed(
        reader,
        Page {
            title,
            room: "pit",
            script: Some("rooms/pit/room.js"),
            says: &["pit", "table", "shell", "dealer", "watch"],
            body,
        },
    )
}

fn confirm_and_duty(texts: &Texts) -> Markup {
    html! {
        div.row.pit-duty {
            button type="button" id="sign-on" { (texts.say("pit-sign-on")) }
            button.quiet type="button" id="sign-off" { (texts.say("pit-sign-off")) }
            button.quiet type="button" id="confirm-now" { (texts.say("pit-confirm")) }
            span.small id="confirmed" {}
        }
        p.refusal id="refusal" role="alert" {}
    }
}

fn form_of(texts: &Texts, form: &Form) -> Markup {
    let message = texts.say(&format!("pit-form-{}", form.id));
    html! {
        form.card-form data-form=(form.id) data-two=(form.two) {
            h3 { (message) }
            @if let [only] = form.acts {
                input type="hidden" name="act" value=(only);
            } @else {
                label {
                    span { (texts.say("pit-field-act")) }
                    select name="act" {
                        @for act in form.acts { option value=(act) { (texts.say(&format!("pit-act-{act}"))) } }
                    }
                }
            }
            @for field in &form.fields { (field_of(texts, field)) }
            @if form.two {
                label { span { (texts.say("pit-field-reason")) } input name="reason" required maxlength="500"; }
            }
            @if !form.clauses.is_empty() {
                p.small {
                    (texts.say("pit-book-says")) " "
                    button.cite type="button" data-clauses=(joined(&form.clauses)) { (shortened(&form.clauses)) }
                }
            }
            p.pit-answer role="status" {}
            div.acts {
                button type="button" data-judge { (texts.say("pit-judge")) }
                button.gold type="submit" { (texts.say(if form.two { "pit-propose" } else { "pit-do" })) }
            }
        }
    }
}

fn joined(clauses: &[ClauseNumber]) -> String {
    clauses.iter().map(ToString::to_string).collect::<Vec<_>>().join("\u{1f}")
}

fn shortened(clauses: &[ClauseNumber]) -> String {
    let first: Vec<String> = clauses.iter().take(4).map(ToString::to_string).collect();
    let more = if clauses.len() > 4 { " …" } else { "" };
    format!("{}{more}", first.join(", "))
}

fn field_of(texts: &Texts, field: &Field) -> Markup {
    let place = field.place;
    let key = place.replace(['.', '_'], "-");
    let name = texts.say(&format!("pit-field-{key}"));
    let when = field.when.map(|(other, values)| format!("{other}={}", values.join("|")));
    let option = |word: &String| {
        html! { option value=(word) { (texts.find(&format!("pit-word-{word}")).unwrap_or_else(|| word.replace('-', " "))) } }
    };
    if matches!(field.ask, Ask::Pieces) {
        // Its fields are those of the chips of the table.
        return html! { fieldset.counting data-pieces { legend { (name) } } };
    }
    html! {
        label.check[matches!(field.ask, Ask::Check)] data-when=[when] {
            @match &field.ask {
                Ask::Check => { input type="checkbox" name=(place) data-kind="check"; span { (name) } }
                Ask::Choice(all) => {
                    span { (name) }
                    select name=(place) { @for word in all { (option(word)) } }
                }
                Ask::Several(all) => {
                    span { (name) }
                    select name=(place) multiple data-kind="several" size=(all.len().clamp(2, 6)) { @for word in all { (option(word)) } }
                }
                Ask::Money => { span { (name) } input name=(place) data-kind="money" inputmode="decimal" required[field.needed]; }
                Ask::Number => { span { (name) } input name=(place) data-kind="number" inputmode="numeric" required[field.needed]; }
                Ask::Minutes => { span { (name) } input name=(place) data-kind="minutes" inputmode="numeric" value="20" required[field.needed]; }
                Ask::Pieces => {}
                Ask::Settings => { span { (name) } textarea name=(place) data-kind="settings" rows="3" spellcheck="false" placeholder="seats = 9" {} }
                Ask::Text => { span { (name) } input name=(place) required[field.needed] maxlength="500"; }
                Ask::Patron => { span { (name) } input name=(place) list="people" required[field.needed] maxlength="64"; }
                Ask::Pin => { span { (name) } input name=(place) type="password" inputmode="numeric" autocomplete="off" maxlength="12" required[field.needed]; }
                Ask::Dealer => { span { (name) } input name=(place) list="dealers" required[field.needed] maxlength="64"; }
            }
        }
    }
}

fn dialogs(texts: &Texts, link: bool) -> Markup {
    let say = |key: &str| texts.say(key);
    html! {
        dialog.clause id="clause" aria-labelledby="clause-name" {
            h2 id="clause-name" {}
            div id="clause-text" lang="en" {}
            form method="dialog" { button.gold { (say("close")) } }
        }
        dialog.clause id="confirm" aria-labelledby="confirm-name" {
            h2 id="confirm-name" { (say("pit-confirm")) }
            p { (say(if link { "pit-confirm-link-intro" } else { "pit-confirm-intro" })) }
            form id="confirm-form" data-link=(link) {
                label {
                    span { (say(if link { "pit-confirm-link" } else { "pit-confirm-password" })) }
                    input name="proof" type=(if link { "text" } else { "password" }) autocomplete="current-password" required maxlength="300";
                }
                @if !link {
                    label { span { (say("pit-confirm-factor")) } input name="factor" inputmode="numeric" autocomplete="one-time-code" maxlength="6"; }
                }
                p.refusal id="confirm-refusal" role="alert" {}
                div.acts {
                    button.gold type="submit" { (say("pit-confirm")) }
                    button.quiet type="button" data-close { (say("close")) }
                }
            }
        }
        dialog.clause id="proposal" aria-labelledby="proposal-name" {
            h2 id="proposal-name" { (say("pit-proposal")) }
            div id="proposal-text" {}
            p.refusal id="proposal-refusal" role="alert" {}
            form id="proposal-form" {
                label { span { (say("pit-refuse-why")) } input name="why" maxlength="500"; }
                div.acts {
                    button.gold type="submit" value="approve" { (say("pit-approve")) }
                    button type="submit" value="refuse" { (say("pit-refuse")) }
                    button.quiet type="button" data-close { (say("close")) }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::texts::Language;
    use people::role::{Power, Role};
    use table::Act;

    /// Acts of supervisors that are asked for elsewhere: beside the matter or the open item they are about, or by a tournament that
    /// takes and leaves the table.
    const BESIDE: [&str; 4] = ["decide", "settle-open-item", "begin-session", "end-session"];

    /// Every act of a supervisor has a form, and every form an act of a supervisor.
    #[test]
    fn every_act_of_a_supervisor_has_a_form() {
        let forms: BTreeSet<&str> = baccarat::shelf::ids()
            .into_iter()
            .filter_map(|id| Book::read(baccarat::shelf::text(id)?).ok())
            .flat_map(|book| groups(&book).into_iter().flat_map(|(_, forms)| forms).collect::<Vec<_>>())
            .flat_map(|form| form.acts.iter().copied())
            .chain(BESIDE)
            .collect();
        let all: Vec<&str> = Act::all().map(|act| act.word).collect();
        assert!(all.len() > 60, "{all:?}");
        let supervisors = [Power::Rule, Power::Set, Power::Money, Power::Dispute];
        for act in &forms {
            assert!(all.contains(act), "{act} is no act");
        }
        let rules: BTreeSet<&str> = all
            .iter()
            .copied()
            .filter(|act| power_of(act).is_some_and(|power| supervisors.contains(&power)))
            .collect();
        for act in rules {
            assert!(forms.contains(act), "{act} has no form");
        }
    }

    /// The power of an act by its name, from an example of it.
    fn power_of(act: &str) -> Option<Power> {
        let limits = serde_json::json!({"least": 1, "most": 2});
        let example = serde_json::json!({
            "act": act, "amount": 1, "signed": "x", "count": 1, "patron": "x", "pays": 1, "coup": 1, "why": "x", "limits": limits,
            "change": {"of": "closing"}, "effective": 1, "option": "x", "surveillance_told": true, "sign": true, "dispute": 1,
            "finding": "upheld", "about": "x", "matter": 1, "remedy": "void", "ground": "fraud", "breach": 1, "measures": [], "to": "x",
            "what": {"what": "riffle"}, "source": "empty-period", "when": "after-last-coup", "supply": "table-shuffled",
            "other_colour": true, "condition": TransferCondition::ALL[0], "holds": true,
        });
        serde_json::from_value(example).ok().map(|act: Act| act.power(Role::Supervisor.at_table()))
    }

    #[test]
    fn every_word_of_the_forms_is_said_in_every_language() {
        for language in Language::ALL {
            let texts = language.texts();
            let said = |key: String| assert!(texts.find(&key).is_some(), "{} {key}", language.tag());
            for book in baccarat::shelf::ids()
                .into_iter()
                .filter_map(|id| Book::read(baccarat::shelf::text(id)?).ok())
            {
                for (group, forms) in groups(&book) {
                    said(format!("pit-group-{group}"));
                    for form in forms {
                        said(format!("pit-form-{}", form.id));
                        if form.acts.len() > 1 {
                            form.acts.iter().for_each(|act| said(format!("pit-act-{act}")));
                        }
                        for field in form.fields {
                            said(format!("pit-field-{}", field.place.replace(['.', '_'], "-")));
                        }
                    }
                }
            }
        }
    }
}
