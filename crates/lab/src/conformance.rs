//! A book clause by clause: where each is data, what code reads it, which transcripts prove it, and what becomes of changes to it.

mod difference;
mod mutants;

pub use difference::{Difference, against};
pub use mutants::{MutantsTried, Tried, try_mutants};

use crate::clauses::{self, Wanted};
use crate::coverage::Played;
use crate::error::Error;
use crate::identity::Build;
use crate::provenance::{Origin, Provenance};
use baccarat::book::{Assumption, Book, Dependent};
use baccarat::clause::ClauseKind;
use serde::Serialize;
use std::collections::BTreeMap;
use table::mutation::Fate;

/// By topic, the lines of our code that ask for it; some pairs are no topics.
static READERS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/readers.rs"));

/// The form of the JSON.
const FORM: &str = "croupier-conformance-1";

/// How a clause stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "SCREAMING-KEBAB-CASE")]
pub enum Verdict {
    /// A transcript that proves it fails, or a change of its values goes unnoticed and nobody has said why.
    Fail,
    /// No transcript proves it.
    NotExercised,
    /// Transcripts prove it.
    Pass,
    /// It states a fact, of which nothing follows at a table.
    Fact,
    /// The instrument does not state it.
    Assumed,
}

impl Verdict {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Verdict::Fail => "FAIL",
            Verdict::NotExercised => "NOT EXERCISED",
            Verdict::Pass => "PASS",
            Verdict::Fact => "FACT",
            Verdict::Assumed => "ASSUMED",
        }
    }
}

/// One clause.
#[derive(Clone, Debug, Serialize)]
pub struct ClauseConformance {
    /// Its number.
    pub clause: String,
    /// Its kind.
    pub kind: ClauseKind,
    /// What it says, in our words.
    pub gist: String,
    /// How we read it, where that is not plain.
    pub reading: Option<String>,
    /// The values that it gives: where it is data.
    pub gives: Vec<Dependent>,
    /// The lines of code that read those values.
    pub code: Vec<String>,
    /// The lines of transcripts that prove it.
    pub transcripts: Vec<String>,
    /// How many changes of its values were tried.
    pub mutants_tried: usize,
    /// How many of them transcripts noticed.
    pub mutants_killed: usize,
    /// Those that none noticed, each with the reason where one is known.
    pub survivors: Vec<Survivor>,
    /// What is wrong.
    pub failures: Vec<String>,
    /// How it stands.
    pub verdict: Verdict,
}

/// A change that no transcript noticed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Survivor {
    /// What was changed.
    pub change: String,
    /// Why nothing can notice it; none if nobody has said so.
    pub reason: Option<String>,
}

/// One transcript.
#[derive(Clone, Debug, Serialize)]
pub struct TranscriptResult {
    /// Its file.
    pub file: String,
    /// Whether everything came out as it should.
    pub passed: bool,
    /// How many expectations it has.
    pub expectations: usize,
    /// What did not come out.
    pub failures: Vec<String>,
}

/// How many clauses stand how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// All clauses.
    pub clauses: usize,
    /// Those that transcripts prove.
    pub pass: usize,
    /// Those that fail.
    pub fail: usize,
    /// Those that no transcript proves.
    pub not_exercised: usize,
    /// Mere facts.
    pub fact: usize,
    /// What is assumed.
    pub assumed: usize,
    /// Transcripts of the book.
    pub transcripts: usize,
    /// Those that fail.
    pub transcripts_failed: usize,
    /// Their expectations.
    pub expectations: usize,
}

/// A conformance pack.
#[derive(Clone, Debug, Serialize)]
pub struct Conformance {
    /// The form of this JSON.
    pub form: &'static str,
    /// The book's id.
    pub book: String,
    /// What it is called.
    pub name: String,
    /// The instrument it comes from.
    pub instrument: String,
    /// Where the book comes from.
    pub provenance: Provenance,
    /// The date on the pack, as it was stated; none if none was.
    pub date: Option<String>,
    /// Which program made it.
    pub build: Build,
    /// How many clauses stand how.
    pub summary: Summary,
    /// Changes of the book's values that were tried.
    pub mutants: MutantsTried,
    /// Clause by clause.
    pub clauses: Vec<ClauseConformance>,
    /// What the book assumes.
    pub assumed: Vec<Assumption>,
    /// Transcript by transcript.
    pub transcripts: Vec<TranscriptResult>,
    /// What changed since an older pack.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed: Option<Vec<Difference>>,
}

/// The names by which transcripts may call a book: its id and, where it is an edited copy of a published book, the id of that one, so
/// that a copy under another name answers for all that the published book proves.
pub fn names(book: &Book) -> Vec<String> {
    let provenance = Provenance::of(book);
    let mut names = vec![book.id.clone()];
    names.extend(provenance.base.filter(|base| provenance.standing == Origin::Altered && *base != book.id));
    names
}

impl Conformance {
    /// What a pack says that no transcript proves anything of.
    pub const NO_TRANSCRIPT: &str = "no transcript of this book was found, so nothing is proved";

    /// The pack of a book, from what came of transcripts and of changes. `survivors` is the list of changes that nothing can notice.
    pub fn of(
        book: &Book,
        played: &[Played],
        tried: &[Tried],
        mutants: MutantsTried,
        survivors: &str,
        build: Build,
        date: Option<String>,
    ) -> Result<Conformance, Error> {
        let names = names(book);
        let of_book: Vec<&Played> = played.iter().filter(|one| names.contains(&one.book)).collect();
        let reasons: BTreeMap<String, String> = table::mutation::listed(survivors).into_iter().collect();
        let found = clauses::find(book, &Wanted::default(), &book.id)?;
        let clauses = found.clauses.iter().map(|clause| judged(clause, &of_book, tried, &reasons)).collect();
        let transcripts = of_book.iter().map(|one| TranscriptResult {
            file: one.file.clone(),
            passed: one.passed,
            expectations: one.expectations,
            failures: one.failures.clone(),
        });
        let mut pack = Conformance {
            form: FORM,
            book: book.id.clone(),
            name: book.name.clone(),
            instrument: book.instrument.clone(),
            provenance: Provenance::of(book),
            date,
            build,
            summary: Summary::default(),
            mutants,
            clauses,
            assumed: book.assumed(),
            transcripts: transcripts.collect(),
            changed: None,
        };
        pack.summary = pack.counted();
        Ok(pack)
    }

    fn counted(&self) -> Summary {
        let stand = |verdict: Verdict| self.clauses.iter().filter(|clause| clause.verdict == verdict).count();
        Summary {
            clauses: self.clauses.len(),
            pass: stand(Verdict::Pass),
            fail: stand(Verdict::Fail),
            not_exercised: stand(Verdict::NotExercised),
            fact: stand(Verdict::Fact),
            assumed: self.assumed.len(),
            transcripts: self.transcripts.len(),
            transcripts_failed: self.transcripts.iter().filter(|one| !one.passed).count(),
            expectations: self.transcripts.iter().map(|one| one.expectations).sum(),
        }
    }

    /// Does anything fail?
    pub fn fails(&self) -> bool {
        let summary = &self.summary;
        summary.fail > 0 || summary.transcripts_failed > 0 || summary.transcripts == 0 || self.mutants.fails()
    }
}

fn judged(
    clause: &clauses::ClauseAnswer<'_>,
    played: &[&Played],
    tried: &[Tried],
    reasons: &BTreeMap<String, String>,
) -> ClauseConformance {
    let number = clause.clause.as_str();
    let mut transcripts = Vec::new();
    let mut failures = Vec::new();
    for one in played {
        let lines = one.covered.iter().filter(|(cited, _)| cited == number);
        let places: Vec<String> = lines.map(|(_, line)| format!("{}:{line}", one.file)).collect();
        if !one.passed && (!places.is_empty() || one.failed_on.iter().any(|cited| cited == number)) {
            // What came instead, which is long, stands with the transcript.
            let short = |failure: &String| {
                failure.split(" what came").next().unwrap_or(failure).trim_end_matches([':', ';']).to_owned()
            };
            failures.extend(one.failures.iter().map(|failure| format!("{}: {}", one.file, short(failure))));
        }
        if one.passed {
            transcripts.extend(places);
        }
    }
    let mine: Vec<&Tried> =
        tried.iter().filter(|tried| tried.clauses.iter().any(|cited| cited == number)).collect();
    let survivor = |tried: &&&Tried| tried.fate != Fate::Noticed;
    let survivors: Vec<Survivor> = mine
        .iter()
        .filter(survivor)
        .map(|tried| Survivor { change: tried.change.clone(), reason: reasons.get(&tried.change).cloned() })
        .collect();
    let unexplained =
        survivors.iter().filter(|survivor| survivor.reason.as_deref().is_none_or(str::is_empty));
    failures.extend(unexplained.map(|survivor| format!("no transcript notices: {}", survivor.change)));
    let verdict = match clause.kind {
        _ if !failures.is_empty() => Verdict::Fail,
        ClauseKind::Fact => Verdict::Fact,
        _ if !transcripts.is_empty() => Verdict::Pass,
        _ => Verdict::NotExercised,
    };
    ClauseConformance {
        clause: number.to_owned(),
        kind: clause.kind,
        gist: clause.gist.to_owned(),
        reading: clause.reading.map(str::to_owned),
        gives: clause.gives.clone(),
        code: readers(&clause.gives),
        transcripts,
        mutants_tried: mine.len(),
        mutants_killed: mine.len() - survivors.len(),
        survivors,
        failures,
        verdict,
    }
}

/// The lines of our code that read these values. Rows of wagers and the chart are read in one place for all.
fn readers(gives: &[Dependent]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut add = |place: &str| {
        if !all.iter().any(|known| known == place) {
            all.push(place.to_owned());
        }
    };
    for given in gives {
        if given.topic.starts_with("wager.") {
            add("crates/baccarat/src/game/wager.rs (Wager::row_index)");
            continue;
        }
        if given.topic.starts_with("tableau") {
            add("crates/baccarat/src/tableau.rs (Tableau)");
        }
        READERS.iter().filter(|(topic, _)| *topic == given.topic).for_each(|(_, place)| add(place));
    }
    all
}
