//! What counting is worth, as pictures.

use crate::plot::{self, Curve, escaped, grouped};
use lab::counting::{Count, WagerCounted};

/// One picture: what a perfect count is worth by depth of the cutting card.
pub fn svg(count: &Count) -> String {
    let curve = |of: &WagerCounted| {
        let points = of.depths.iter().rev().map(|at| (f64::from(at.from_back), at.perfect_per_shoe * 100.0));
        Curve { name: of.wager.clone(), points: points.collect() }
    };
    let curves: Vec<Curve> = count.wagers.iter().map(curve).collect();
    let axes = ("cards behind the cutting card", "won per shoe, 100 units a bet");
    plot::signed(&plot::svg_curves("What a perfect count is worth", axes, &curves), &count.provenance)
}

/// A page with the figures and the picture.
pub fn html(count: &Count) -> String {
    let mut body = format!(
        "<p>Seed {}: {} shoes, {} coups.</p>\n<div class=wide><table><tr><th>wager</th><th class=n>behind the card</th>\
         <th class=n>favourable</th><th class=n>perfect count</th><th class=n>linear count</th><th class=n>loses</th></tr>\n",
        count.seed,
        grouped(count.shoes),
        grouped(count.coups)
    );
    for (of, at) in count.wagers.iter().flat_map(|of| of.depths.iter().map(move |at| (of, at))) {
        let known = |text: String| if count.linear_only { "–".to_owned() } else { text };
        body.push_str(&format!(
            "<tr><td>{}</td><td class=n>{}</td><td class=n>{}</td><td class=n>{}</td>\
             <td class=n>{:.4}</td><td class=n>{}</td></tr>\n",
            escaped(&of.wager),
            at.from_back,
            known(format!("{:.3} %", at.favourable_share * 100.0)),
            known(format!("{:.4} ± {:.4}", at.perfect_per_shoe * 100.0, at.perfect_error * 100.0)),
            at.linear_per_shoe * 100.0,
            known(format!("{:.1} %", at.linear_loss * 100.0)),
        ));
    }
    if count.linear_only {
        body.push_str(&format!("</table></div>\n<p>{}</p>\n<div class=wide><table>", Count::LINEAR_ONLY));
    }
    body.push_str(&format!("</table></div>\n<section>{}</section>\n", svg(count)));
    plot::page_of(&format!("Countability: {}", count.heading), &body, &count.provenance)
}
