//! What people would rather see than read.
// Places in a picture are floats, and no picture has more than a few hundred things in it.
#![allow(clippy::cast_precision_loss, clippy::cast_sign_loss)]

use std::cmp::Ordering;
use std::fmt::Write as _;

use odds::{Distribution, Fraction, PlayerAction, PreflopRow, Solution};

use super::chart_rows;

/// The thirteen by thirteen starting hands as a heat map.
pub(super) fn chart(solution: &Solution) -> String {
    let mut table = String::from("<table class=\"chart\">\n");
    for row in chart_rows(solution) {
        table.push_str("<tr>");
        for start in row {
            let margin = margin(start).to_f64();
            // One Ante of difference is as dark as it gets.
            let opacity = 0.10 + 0.80 * margin.clamp(0.0, 1.0).sqrt();
            let colour = if start.best == PlayerAction::Check { "--wait" } else { "--raise" };
            let text = if opacity > 0.72 { "#fff" } else { "inherit" };
            let _ = write!(
                table,
                "<td style=\"background:rgba(var({colour}),{opacity:.2});color:{text}\"><b>{}</b>\
                 <small>{margin:.3}</small></td>",
                start.hand
            );
        }
        table.push_str("</tr>\n");
    }
    table.push_str("</table>\n");
    table
}

/// What the better of raising and checking is worth more than the other.
fn margin(start: &PreflopRow) -> Fraction {
    let raise = start.raises.iter().map(|(_, value)| *value).max().unwrap_or(start.check);
    let difference = raise - start.check;
    if difference < Fraction::ZERO { -difference } else { difference }
}

const WIDTH: f64 = 880.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 62.0;
const BASE: f64 = 235.0;
/// The rarest bar: one deal in a hundred million million.
const DECADES: f64 = 14.0;

/// The results of a round as bars on a logarithmic scale.
pub(super) fn distribution(distribution: &Distribution) -> String {
    let deals = distribution.deals();
    let bars: Vec<(Fraction, f64)> = distribution
        .results
        .iter()
        .filter_map(|(net, count)| Some((*net, Fraction::new(*count, deals)?.to_f64())))
        .collect();
    let step = (WIDTH - LEFT) / bars.len().max(1) as f64;
    let mut svg = format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"How often each net result comes\">\n"
    );
    for decade in 0..=4 {
        let share = 10f64.powi(-decade * 3);
        let y = BASE - height(share);
        let _ = writeln!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{WIDTH}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#e6e9ee\"/>\
             <text x=\"0\" y=\"{:.1}\">1 in 10{}</text>",
            y + 4.0,
            ["⁰", "³", "⁶", "⁹", "¹²"][decade as usize]
        );
    }
    // A label wants some room; with many results only every second or third has one.
    let every = (26.0 / step).ceil().max(1.0) as usize;
    for (index, (net, share)) in bars.iter().enumerate() {
        let x = LEFT + index as f64 * step;
        let colour = match net.cmp(&Fraction::ZERO) {
            Ordering::Less => "#b23c32",
            Ordering::Equal => "#8a919c",
            Ordering::Greater => "#168047",
        };
        let _ = write!(
            svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{colour}\">\
             <title>{net}: {share:.3e}</title></rect>",
            x + step * 0.1,
            BASE - height(*share),
            step * 0.8,
            height(*share)
        );
        if index % every == 0 {
            let _ = write!(
                svg,
                "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                x + step / 2.0,
                BASE + 16.0,
                net.to_f64()
            );
        }
        svg.push('\n');
    }
    svg.push_str("</svg>\n");
    svg
}

fn height(share: f64) -> f64 {
    ((share.log10() + DECADES) / DECADES).clamp(0.01, 1.0) * (BASE - 12.0)
}
