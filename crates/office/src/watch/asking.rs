//! How a search is asked of the index, so that it takes milliseconds however many coups there are. Whatever leads to the fewest coups leads:
//! its coups are gone through from the newest on, the rest is looked up of each, and it ends with as many as are wanted.

use super::finder::{COUNTED, CoupFound, Search};
use super::index::{Index, broken, read};
use people::Names;
use people::denial::Denial;
use sqlx::{QueryBuilder, Row, Sqlite};
use table::Time;

/// What is in fewer coups than this is gathered and put in order.
const FEW: i64 = 10_000;

/// What leads to the coups that fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lead {
    /// These words, by their place among those that are looked for.
    Words(usize),
    /// Amounts.
    Amounts,
    /// That they are void.
    Void,
    /// Their number.
    Number,
    /// Their order in time.
    Time,
}

/// Which coups were under way at a time or later: those that began near to it or after it, and those that began long before and went on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Span {
    Near,
    Long,
}

/// A search, with its words as the index knows them.
struct Asked<'a> {
    search: &'a Search,
    words: Vec<Vec<i64>>,
    pattern: &'a [String],
    before: Option<(Time, u32, &'a str)>,
    lead: Lead,
}

impl Index {
    /// Coups that fit, newest first, after those that were told before; and how many there are in all, of which one more than are counted
    /// is told.
    pub async fn search(
        &self,
        (search, names): (&Search, &Names),
        pattern: &[String],
        before: Option<(Time, u32, &str)>,
        limit: usize,
    ) -> Result<(Vec<CoupFound>, usize), Denial> {
        let Some(words) = self.words(search.terms(pattern, names)).await.map_err(broken)? else {
            return Ok((Vec::new(), 0));
        };
        let lead = self.lead(search, &words).await.map_err(broken)?;
        let mut asked = Asked { search, words, pattern, before: None, lead };
        let all: i64 = asked.count().build().fetch_one(self.file()).await.map_err(broken)?.get(0);
        asked.before = before;
        let rows = asked.page(limit).build().fetch_all(self.file()).await.map_err(broken)?;
        Ok((
            rows.iter().filter_map(read).collect(),
            usize::try_from(all).unwrap_or_default().min(COUNTED + 1),
        ))
    }

    /// The words that are looked for as the index knows them; nothing if one of them is in no coup.
    async fn words(&self, terms: Vec<(&str, Vec<String>)>) -> Result<Option<Vec<Vec<i64>>>, sqlx::Error> {
        let mut known = Vec::new();
        for (kind, words) in terms {
            let mut asks = QueryBuilder::<Sqlite>::new("SELECT id FROM word WHERE kind = ");
            asks.push_bind(kind).push(" AND word IN (");
            let mut listed = asks.separated(", ");
            words.into_iter().for_each(|word| {
                listed.push_bind(word);
            });
            asks.push(")");
            let rows = asks.build().fetch_all(self.file()).await?;
            if rows.is_empty() {
                return Ok(None);
            }
            known.push(rows.iter().map(|row| row.get(0)).collect());
        }
        Ok(Some(known))
    }

    /// What is in the fewest coups; nothing is counted to its end.
    async fn lead(&self, search: &Search, words: &[Vec<i64>]) -> Result<Lead, sqlx::Error> {
        if search.coup.is_some() {
            return Ok(Lead::Number);
        }
        let mut best = (i64::MAX, Lead::Time);
        for (place, words) in words.iter().enumerate() {
            let mut of = 0;
            for word in words {
                let asks = "SELECT COUNT(*) FROM (SELECT 1 FROM term WHERE word = ? LIMIT 4000)";
                of += sqlx::query(asks).bind(word).fetch_one(self.file()).await?.get::<i64, _>(0);
            }
            best = if of < best.0 { (of, Lead::Words(place)) } else { best };
        }
        let few = if best.1 == Lead::Time { FEW } else { best.0.min(FEW) };
        if let Some((from, to)) = amounts(search) {
            let asks = "SELECT COUNT(*) FROM (SELECT 1 FROM amount WHERE amount BETWEEN ? AND ? LIMIT ?)";
            let asks = sqlx::query(asks).bind(from).bind(to).bind(few);
            let of: i64 = asks.fetch_one(self.file()).await?.get(0);
            best = if of < few { (of, Lead::Amounts) } else { best };
        }
        if search.void == Some(true) {
            let asks = sqlx::query("SELECT COUNT(*) FROM (SELECT 1 FROM coup WHERE void = 1 LIMIT ?)");
            let of: i64 = asks.bind(best.0.min(FEW)).fetch_one(self.file()).await?.get(0);
            best = if of < best.0.min(FEW) { (of, Lead::Void) } else { best };
        }
        Ok(best.1)
    }
}

/// The amounts that are looked for.
fn amounts(search: &Search) -> Option<(i64, i64)> {
    let is_asked = search.amount_from.is_some() || search.amount_to.is_some();
    is_asked.then(|| (search.amount_from.unwrap_or(i64::MIN), search.amount_to.unwrap_or(i64::MAX)))
}

impl Asked<'_> {
    fn count(&self) -> QueryBuilder<Sqlite> {
        let mut asks = QueryBuilder::new("SELECT COUNT(*) FROM (");
        self.branches(&mut asks, COUNTED + 1);
        asks.push(")");
        asks
    }

    fn page(&self, limit: usize) -> QueryBuilder<Sqlite> {
        let mut asks =
            QueryBuilder::new("SELECT (SELECT found FROM told WHERE told.coup = of.id) AS found FROM (");
        self.branches(&mut asks, limit);
        asks.push(") AS of ORDER BY of.began DESC, of.coup DESC, of.name DESC LIMIT ")
            .push_bind(limit as i64);
        asks
    }

    /// Each way by which coups that fit are reached, the newest of each.
    fn branches(&self, asks: &mut QueryBuilder<Sqlite>, limit: usize) {
        let leads: Vec<(Span, Option<i64>)> = match self.lead {
            Lead::Words(place) => self.words[place].iter().map(|word| (Span::Near, Some(*word))).collect(),
            _ => vec![(Span::Near, None)],
        };
        let long = self.search.from.map(|_| (Span::Long, None));
        for (nth, (span, word)) in leads.into_iter().chain(long).enumerate() {
            asks.push(if nth == 0 { "SELECT * FROM (" } else { " UNION SELECT * FROM (" });
            self.branch(asks, span, word);
            let began = if word.is_some() { "t.began" } else { "c.began" };
            asks.push(format!(" ORDER BY {began} DESC, c.coup DESC, c.name DESC LIMIT "))
                .push_bind(limit as i64);
            asks.push(")");
        }
    }

    fn branch(&self, asks: &mut QueryBuilder<Sqlite>, span: Span, word: Option<i64>) {
        let (search, mut began) = (self.search, "c.began");
        asks.push("SELECT c.id AS id, c.began AS began, c.coup AS coup, c.name AS name FROM ");
        match (span, self.lead) {
            (Span::Long, _) => {
                asks.push("coup AS c INDEXED BY coup_long WHERE c.until - c.began > 3600000");
            }
            (Span::Near, Lead::Words(_)) => {
                // The index of words is in order of time.
                began = "t.began";
                asks.push("term AS t CROSS JOIN coup AS c ON c.id = t.coup WHERE t.word = ").push_bind(word);
            }
            (Span::Near, Lead::Amounts) => {
                let (from, to) = amounts(search).unwrap_or((i64::MIN, i64::MAX));
                asks.push("(SELECT DISTINCT coup FROM amount WHERE amount BETWEEN ").push_bind(from);
                asks.push(" AND ").push_bind(to).push(") AS t CROSS JOIN coup AS c ON c.id = t.coup WHERE 1");
            }
            (Span::Near, Lead::Void) => {
                asks.push("coup AS c INDEXED BY coup_void WHERE c.void = 1");
            }
            (Span::Near, Lead::Number) => {
                asks.push("coup AS c INDEXED BY coup_number WHERE 1");
            }
            (Span::Near, Lead::Time) => {
                let by = match (&search.table, &search.winner) {
                    (Some(_), _) => "coup_name",
                    (None, Some(_)) => "coup_winner",
                    (None, None) => "coup_began",
                };
                asks.push(format!("coup AS c INDEXED BY {by} WHERE 1"));
            }
        }
        if let Some(from) = search.from {
            asks.push(" AND c.until >= ").push_bind(from);
            let near = if span == Span::Near { " >= " } else { " < " };
            asks.push(" AND ").push(began).push(near).push_bind(from.saturating_sub(3_600_000));
        }
        if let Some(until) = search.until {
            asks.push(" AND ").push(began).push(" <= ").push_bind(until);
        }
        if let Some((from, coup, table)) = self.before {
            asks.push(" AND ").push(began).push(" <= ").push_bind(from.0);
            asks.push(" AND (c.began, c.coup, c.name) < (").push_bind(from.0).push(", ").push_bind(coup);
            asks.push(", ").push_bind(table.to_owned()).push(")");
        }
        // What has happened since the last coup is found by what happened; no coup is told that was not dealt, where none is looked for.
        if !search.picks() {
            asks.push(" AND c.dealt");
        }
        self.looked_up(asks, span);
    }

    /// What is looked up of each coup to which something else has led.
    fn looked_up(&self, asks: &mut QueryBuilder<Sqlite>, span: Span) {
        let search = self.search;
        if let Some(table) = &search.table {
            asks.push(" AND c.name = ").push_bind(table.clone());
        }
        if let Some(coup) = search.coup {
            asks.push(" AND c.coup = ").push_bind(coup);
        }
        if let Some(winner) = &search.winner {
            asks.push(" AND c.winner = ").push_bind(winner.clone());
        }
        if let Some(void) = search.void {
            asks.push(" AND c.void = ").push_bind(void);
        }
        for (place, words) in self.words.iter().enumerate() {
            if span == Span::Near && self.lead == Lead::Words(place) {
                continue;
            }
            asks.push(" AND EXISTS (SELECT 1 FROM term AS of WHERE of.began = c.began AND of.coup = c.id AND of.word IN (");
            let mut listed = asks.separated(", ");
            words.iter().for_each(|word| {
                listed.push_bind(*word);
            });
            asks.push("))");
        }
        if let Some((from, to)) = amounts(search).filter(|_| span == Span::Long || self.lead != Lead::Amounts)
        {
            asks.push(" AND EXISTS (SELECT 1 FROM amount AS of INDEXED BY amount_of WHERE of.coup = c.id AND of.amount BETWEEN ");
            asks.push_bind(from).push(" AND ").push_bind(to).push(")");
        }
        if !self.pattern.is_empty() {
            let card = |card: &String| if card.len() == 1 { format!("{card}?") } else { card.clone() };
            let cards: Vec<String> = self.pattern.iter().map(card).collect();
            asks.push(" AND c.cards GLOB ").push_bind(format!("*{}*", cards.join(" ")));
        }
    }
}
