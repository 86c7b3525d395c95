//! Over every transcript of a promotion, accounts and promotion agree after every event.

use accounts::{PrizeAccount, PrizeAccounts};
use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::shelf;
use promotion::transcript::{Playthrough, play};
use promotion::{Event, Fact, Promotion};
use std::path::PathBuf;
use std::sync::Arc;

/// Every transcript, whole.
fn told() -> Vec<(PathBuf, Arc<Book>, Playthrough)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../transcripts/promotions/nsw");
    let book = Arc::new(Book::read(shelf::text("nsw").unwrap()).unwrap());
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let files = files.filter(|file| file.extension().is_some_and(|extension| extension == "txt"));
    let play = |file: PathBuf| {
        let told = play(&std::fs::read_to_string(&file).unwrap(), |_| Some(book.clone()));
        assert_eq!(told.report.failures, [], "{}", file.display());
        (file, book.clone(), told)
    };
    files.map(play).collect()
}

#[test]
fn accounts_and_promotion_agree_over_every_transcript() {
    let (mut moved, mut paid) = (0, Money(0));
    for (file, book, told) in told() {
        let (mut promotion, mut accounts) = (Promotion::new(book), PrizeAccounts::default());
        for event in &told.events {
            let entry = accounts.post(event);
            let entry = entry.unwrap_or_else(|fault| panic!("{}: {fault}: {event:?}", file.display()));
            promotion.apply(event);
            let agree = accounts.agrees(promotion.state());
            agree.unwrap_or_else(|fault| panic!("{}: {fault} after {event:?}", file.display()));
            assert_eq!(accounts.sum(), 0);
            moved += usize::from(!entry.is_empty());
        }
        paid += accounts.handed_over();
    }
    println!("{moved} events moved something; handed over: {paid}");
    assert!(moved > 100 && paid > Money(0), "{moved} {paid}");
}

/// An event that only the promotion hears of is noticed at once, and so is one that pays too much or to somebody else.
#[test]
fn what_does_not_agree_is_told() {
    let mut noticed = 0;
    for (_, book, told) in told() {
        let awarded = told.events.iter().position(|event| matches!(event.fact, Fact::Awarded { .. }));
        let Some(nth) = awarded else { continue };
        let (mut promotion, mut accounts) = (Promotion::new(book), PrizeAccounts::default());
        for event in &told.events[..nth] {
            accounts.post(event).unwrap();
            promotion.apply(event);
        }
        let real = &told.events[nth];
        let Fact::Awarded { claim, prize, to, cash, parts } = &real.fact else { continue };
        let forged = |to: &str, cash: Option<Money>| {
            let (to, parts) = (to.into(), parts.clone());
            let fact = Fact::Awarded { claim: *claim, prize: *prize, to, cash, parts };
            Event { fact, ..real.clone() }
        };
        assert!(accounts.clone().post(&forged("eve", *cash)).is_err());
        if let Some(cash) = cash {
            assert!(accounts.clone().post(&forged(&to.0, Some(*cash + Money(1)))).is_err());
        }
        let before = accounts.clone();
        promotion.apply(real);
        assert!(before.agrees(promotion.state()).is_err());
        accounts.post(real).unwrap();
        assert!(accounts.agrees(promotion.state()).is_ok());
        let owed = accounts
            .balances()
            .any(|(account, _)| matches!(account, PrizeAccount::Owed(of, _) if of == prize));
        assert!(!owed);
        noticed += 1;
    }
    assert!(noticed > 5, "{noticed}");
}
