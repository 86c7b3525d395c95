//! Reports, slips and rule pages on paper: whole on A4 upright, black on white, with numbered pages and lines to sign.

use crate::browser::Browser;
use crate::place::Place;
use fantoccini::wd::PrintConfiguration;
use people::role::Role;
use serde_json::{Value, json};

/// Pages that are printed, what is there once they are filled, and how many sign at least.
const PAGES: [(&str, &str, u64); 12] = [
    ("/reports/shift", ".statement", 2),
    ("/reports/table", ".statement", 2),
    ("/reports/dealers", ".report", 2),
    ("/reports/drop", ".report", 2),
    ("/reports/results", ".report", 2),
    ("/slips/act/1", ".slip dl", 1),
    ("/library/act", ".clause-entry", 0),
    ("/library/nsw", ".clause-entry", 0),
    ("/library/act/7.3", ".clause-entry", 0),
    ("/library/compare?book=act&book=nsw&book=nz&book=qld", ".compare tr", 0),
    ("/library", ".book", 0),
    ("/policy", "article h2", 0),
];

/// A4 less the margins that the style sheet gives a page: 186 of 210 mm, at 96 dots to the inch.
const ACROSS: u32 = 703;

/// Shows the page as paper has it, and says what is wider than the paper, cut off on it, or too pale for it.
const ON_PAPER: &str = "(() => {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const print = rules.filter((rule) => rule instanceof CSSMediaRule && rule.media.mediaText === 'print');
  const paper = new CSSStyleSheet();
  paper.replaceSync(print.flatMap((rule) => [...rule.cssRules]).map((rule) => rule.cssText).join('\\n'));
  document.adoptedStyleSheets = [paper];
  const shown = [...document.querySelectorAll('main, main *')].filter((part) => part.checkVisibility() && !part.closest('.unseen'));
  const name = (part) => `${part.tagName}#${part.id}.${part.className} ${part.textContent.trim().slice(0, 40)}`;
  const says = (part) => [...part.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== '');
  const across = document.documentElement.clientWidth;
  const light = (part) => getComputedStyle(part).color.match(/[\\d.]+/g).slice(0, 3).reduce((all, one) => all + Number(one), 0) / 3;
  return {
    across,
    wide: shown.filter((part) => part.getBoundingClientRect().right > across + 1).map(name).slice(0, 5),
    cut: shown.filter((part) => part.clientWidth > 0 && part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX !== 'visible').map(name).slice(0, 5),
    pale: shown.filter((part) => says(part) && light(part) > 130).map(name).slice(0, 5),
    signs: shown.filter((part) => part.matches('.sign-line')).length,
    numbered: rules.some((rule) => rule instanceof CSSPageRule && /counter\\(page\\)/.test(rule.cssText)),
  };
})()";

/// The sizes of a PDF's pages, in points.
fn sizes(pdf: &[u8]) -> Vec<(f64, f64)> {
    let text = String::from_utf8_lossy(pdf);
    let boxes = text.split("/MediaBox").skip(1).filter_map(|rest| rest.split('[').nth(1)?.split(']').next());
    boxes
        .map(|numbers| numbers.split_whitespace().filter_map(|number| number.parse().ok()).collect())
        .filter_map(|numbers: Vec<f64>| Some((*numbers.get(2)?, *numbers.get(3)?)))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn what_is_printed_is_whole_on_a4() {
    let place = Place::open().await;
    let browser = Browser::start(&["--hide-scrollbars"]).await;
    browser.come_as(&place, Role::Supervisor, "/library").await;
    for language in ["en", "zh-CN"] {
        browser.go(&place.page(&format!("/library?lang={language}"))).await;
        for (path, filled, signs) in PAGES {
            let message = format!("{path} in {language}");
            browser.size(1280, 1000).await;
            browser.go(&place.page(path)).await;
            browser.find(filled).await;
            // The paper's size is the page's own to say.
            let own = PrintConfiguration::builder().shrink_to_fit(false).build().expect("a way to print");
            let pdf = browser.client.print(own).await.expect("a PDF");
            let pages = sizes(&pdf);
            assert!(!pages.is_empty(), "{message}");
            for (width, height) in pages {
                let a4 = (width - 595.0).abs() < 1.0 && (height - 842.0).abs() < 1.0;
                assert!(a4, "{message}: a page of {width} by {height}");
            }
            browser.size(ACROSS, 1000).await;
            browser
                .until(
                    "the window is as wide as the paper",
                    &format!("document.documentElement.clientWidth === {ACROSS}"),
                )
                .await;
            let paper: Value = browser.value(ON_PAPER).await;
            assert_eq!(paper["across"], json!(ACROSS), "{message}");
            for fault in ["wide", "cut", "pale"] {
                assert_eq!(paper[fault], json!([]), "{message}: {fault}");
            }
            assert_eq!(paper["numbered"], json!(true), "{message}");
            assert!(paper["signs"].as_u64() >= Some(signs), "{message}: {paper}");
        }
    }
    browser.close().await;
    place.close().await;
}
