//! The sheet that a game mathematician sends to a regulator: one page, complete in itself.

use std::cmp::Ordering;
use std::fmt::Write as _;

use odds::{BonusValue, Distribution, ExactPayTable, Fraction, PlayerAction, PreflopRow, Solution};
use uth::{Category, Rank};

use super::Solved;

const STYLE: &str = include_str!("report/style.css");

/// The whole page.
pub fn report(solved: &Solved) -> String {
    let Solved { solution, round, .. } = solved;
    let mut page = String::new();
    let _ = write!(
        page,
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Ultimate Texas Hold'em, solved exactly</title>\n<style>\n{STYLE}</style>\n\
         <h1>Ultimate Texas Hold'em, solved exactly</h1>\n\
         <p class=\"quiet\">All {} deals, best play, no sampling. Made by uth {}.</p>\n",
        grouped(solution.deals),
        env!("CARGO_PKG_VERSION")
    );
    key_figures(&mut page, solved);
    game(&mut page, solution);
    wagers(&mut page, solution);
    let _ = write!(page, "<h2>Before the flop</h2>\n<p>{CHART}</p>\n{}", chart(solution));
    let _ = write!(page, "<h2>The result of a round</h2>\n<p>{RESULTS}</p>\n");
    page += &distribution(round);
    outcomes(&mut page, solved);
    let _ = write!(page, "<h2>How each figure was obtained</h2>\n{METHOD}</html>\n");
    page
}

const CHART: &str = "Suited hands are above the diagonal. Green hands raise, red hands check; under each is what the \
    better choice is worth more than the other, in Antes. The darker, the more it matters.";

const RESULTS: &str = "Net result in Antes of everything on the table except Bad Beat, and how often it comes. The \
    scale is logarithmic.";

const METHOD: &str = include_str!("report/method.html");

fn key_figures(page: &mut String, Solved { solution, base, .. }: &Solved) {
    let figures = [
        (format!("{:.6}%", percent(-solution.base())), "house edge, of an Ante"),
        (format!("{:.6}%", percent(solution.element_of_risk())), "element of risk, of all money wagered"),
        (format!("{:.6}", base.standard_deviation()), "standard deviation, Antes a round"),
        (format!("{:.6}", solution.average_wager().to_f64()), "average wager, Antes"),
    ];
    page.push_str("<div class=\"key\">\n");
    for (figure, name) in figures {
        let _ = writeln!(page, "<div><strong>{figure}</strong><span>{name}</span></div>");
    }
    page.push_str("</div>\n");
}

fn game(page: &mut String, solution: &Solution) {
    let game = &solution.game;
    let tables = [("Blind", &game.blind), ("Trips", &game.trips), ("Bad Beat (hand beaten)", &game.bad_beat)];
    page.push_str("<h2>The game</h2>\n<table>\n<tr><th>Pays to 1</th>");
    for (name, _) in tables {
        let _ = write!(page, "<th>{name}</th>");
    }
    page.push_str("</tr>\n");
    let listed = |kind: &Category| tables.iter().any(|(_, table)| table.pay(*kind).is_some());
    for kind in Category::ALL.into_iter().rev().filter(listed) {
        let _ = write!(page, "<tr><td>{kind}</td>");
        for (_, table) in tables {
            let _ = write!(page, "<td>{}</td>", pay(table, kind));
        }
        page.push_str("</tr>\n");
    }
    let raises = game.raises.preflop.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ");
    let qualify = match game.qualify {
        odds::Qualify::Pair => {
            "The dealer qualifies with a pair; without one every Ante that did not fold pushes."
        }
        odds::Qualify::Always => "The Ante is always in action.",
    };
    let _ = write!(
        page,
        "</table>\n<p>Play is {raises} times the Ante before the flop, {} on the flop, {} on the river. {qualify} \
         The Blind pays on a win and pushes where its table is empty.</p>\n",
        game.raises.flop, game.raises.river
    );
}

fn pay(table: &ExactPayTable, kind: Category) -> String {
    table.pay(kind).map_or(String::new(), |pay| pay.to_string())
}

fn wagers(page: &mut String, solution: &Solution) {
    page.push_str(
        "<h2>Values</h2>\n<table>\n<tr><th>Wager</th><th>Value</th><th>Wins</th><th>Exactly</th></tr>\n",
    );
    let mut row = |name: &str, value: Fraction, hit: Option<Fraction>| {
        let hit = hit.map_or(String::new(), |hit| format!("{:.6}%", percent(hit)));
        let _ = writeln!(
            page,
            "<tr><td>{name}</td><td>{:.8}</td><td>{hit}</td><td class=\"exact\">{value}</td></tr>",
            value.to_f64()
        );
    };
    row("Base game, of an Ante", solution.base(), None);
    row("· Ante", solution.wagers.ante, None);
    row("· Blind", solution.wagers.blind, None);
    row("· Play", solution.wagers.play, None);
    let mut bonus = |name: &str, bonus: &BonusValue| row(name, bonus.value, Some(bonus.hit_rate));
    bonus("Trips", &solution.trips);
    bonus("Bad Beat, a fold forfeits it", &solution.bad_beat);
    bonus("Bad Beat, if nothing folds", &solution.bad_beat_without_folds);
    let mix = &solution.game.mix;
    if mix.trips != Fraction::ZERO || mix.bad_beat != Fraction::ZERO {
        row(
            &format!("All, with {} on Trips and {} on Bad Beat", mix.trips, mix.bad_beat),
            solution.mix(),
            None,
        );
    }
    page.push_str("</table>\n");
}

fn outcomes(page: &mut String, Solved { solution, round, .. }: &Solved) {
    page.push_str("<div class=\"columns\">\n<table>\n<tr><th>The round</th><th></th></tr>\n");
    for (name, share) in ["wins", "breaks even", "loses"].into_iter().zip(round.outcomes()) {
        let _ = writeln!(page, "<tr><td>{name}</td><td>{:.6}%</td></tr>", percent(share));
    }
    page.push_str("</table>\n<table>\n<tr><th>The hand ends with</th><th></th></tr>\n");
    for (action, share) in &solution.actions {
        let name =
            if *action == PlayerAction::Fold { "a fold".into() } else { format!("a raise of {action}") };
        let _ = writeln!(page, "<tr><td>{name}</td><td>{:.6}%</td></tr>", percent(*share));
    }
    page.push_str("</table>\n</div>\n");
}

/// The hands as a chart has them: aces first, suited to the right.
pub fn chart_rows(solution: &Solution) -> Vec<Vec<&PreflopRow>> {
    let ranks = || Rank::ALL.into_iter().rev();
    let hand = |row: Rank, column: Rank| {
        solution.preflop.iter().find(|start| {
            let (high, low) = (row.max(column), row.min(column));
            (start.hand.high, start.hand.low, start.hand.suited) == (high, low, row > column)
        })
    };
    ranks().map(|row| ranks().filter_map(|column| hand(row, column)).collect()).collect()
}

fn percent(share: Fraction) -> f64 {
    share.to_f64() * 100.0
}

/// "27,813,810,024,000".
pub fn grouped(number: i128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The thirteen by thirteen starting hands as a heat map.
fn chart(solution: &Solution) -> String {
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
// Places in a picture are floats, and no picture has more than a few hundred things in it.
#[allow(clippy::cast_precision_loss, clippy::cast_sign_loss)]
fn distribution(distribution: &Distribution) -> String {
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
