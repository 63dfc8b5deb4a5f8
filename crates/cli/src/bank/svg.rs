//! Gain and fee by action as SVG: one small plot for each schedule.

use std::fmt::Write;

use odds::bank::Covered;
use uth::{Cents, Schedule};

use super::{Banked, plot};

const COLUMNS: usize = 4;
const WIDTH: f64 = 260.0;
const HEIGHT: f64 = 170.0;
/// Margins around a plot.
const LEFT: f64 = 42.0;
const BOTTOM: f64 = 26.0;
const TOP: f64 = 30.0;
const RIGHT: f64 = 12.0;

const STYLE: &str = "text{font:11px system-ui,sans-serif;fill:#333}.title{font-weight:600}.axis{stroke:#999}\
.covered{fill:#2a7;opacity:.18}.fee{fill:none;stroke:#b33;stroke-width:1.6}.gain{stroke:#274;stroke-width:1.6}";

pub(super) fn picture(banked: &Banked) -> String {
    let rows = banked.schedules.len().div_ceil(COLUMNS);
    let columns = banked.schedules.len().min(COLUMNS);
    let (width, height) = (count(columns) * WIDTH, count(rows) * HEIGHT + 40.0);
    let mut picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\">\n<style>{STYLE}</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text class=\"title\" x=\"12\" y=\"20\">The bank's gain (green) and the fee (red) by total table action; \
         shaded where the gain covers the fee</text>\n"
    );
    for (index, schedule) in banked.schedules.iter().enumerate() {
        let (x, y) = (count(index % COLUMNS) * WIDTH, count(index / COLUMNS) * HEIGHT + 30.0);
        let _ = writeln!(picture, "<g transform=\"translate({x},{y})\">");
        write_plot(&mut picture, banked, schedule, &Scale::new(banked, schedule));
        picture.push_str("</g>\n");
    }
    picture.push_str("</svg>\n");
    picture
}

/// Converts money to coordinates.
struct Scale {
    most_action: f64,
    most_fee: f64,
}

impl Scale {
    fn new(banked: &Banked, schedule: &Schedule) -> Scale {
        let most = schedule.brackets().iter().map(|bracket| bracket.fee).max().unwrap_or(Cents::ZERO);
        let action = plot::most_action(banked.rate, core::slice::from_ref(schedule));
        Scale { most_action: number(action), most_fee: (number(most) * 1.15).max(1.0) }
    }

    fn x(&self, action: f64) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * (action / self.most_action).min(1.0)
    }

    fn y(&self, fee: f64) -> f64 {
        TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - (fee / self.most_fee).clamp(0.0, 1.0))
    }
}

fn write_plot(picture: &mut String, banked: &Banked, schedule: &Schedule, scale: &Scale) {
    let (bottom, top) = (HEIGHT - BOTTOM, TOP);
    let name = schedule.number().map_or_else(|| "own".into(), |number| number.to_string());
    let _ =
        writeln!(picture, "<text class=\"title\" x=\"{LEFT}\" y=\"{}\">Schedule {name}</text>", TOP - 8.0);
    let mut fees = String::new();
    for bracket in banked.rate.brackets(schedule) {
        let end = bracket.to.map_or(scale.most_action, number);
        let (from, to) = (scale.x(number(bracket.from)), scale.x(end));
        let fee = scale.y(number(bracket.fee));
        let _ = write!(fees, "{}{from:.1},{fee:.1}H{to:.1}", if fees.is_empty() { "M" } else { "L" });
        let covered = match bracket.covered {
            Covered::Whole => from,
            Covered::From(action) => scale.x(action.to_f64()),
            Covered::Never => continue,
        };
        let (width, height) = (to - covered, bottom - top);
        let _ = writeln!(
            picture,
            "<rect class=\"covered\" x=\"{covered:.1}\" y=\"{top}\" width=\"{width:.1}\" height=\"{height}\"/>"
        );
    }
    // The line of the gain ends where it leaves the plot.
    let rate = banked.rate.value().to_f64();
    let end = if rate > 0.0 { scale.most_action.min(scale.most_fee / rate) } else { 0.0 };
    let (x, y) = (scale.x(end), scale.y(end * rate));
    let (first_x, right) = (scale.x(0.0), WIDTH - RIGHT);
    let _ = writeln!(
        picture,
        "<line class=\"axis\" x1=\"{LEFT}\" y1=\"{bottom}\" x2=\"{right}\" y2=\"{bottom}\"/>"
    );
    let _ =
        writeln!(picture, "<line class=\"axis\" x1=\"{LEFT}\" y1=\"{top}\" x2=\"{LEFT}\" y2=\"{bottom}\"/>");
    let _ = writeln!(
        picture,
        "<line class=\"gain\" x1=\"{first_x}\" y1=\"{bottom}\" x2=\"{x:.1}\" y2=\"{y:.1}\"/>"
    );
    let _ = writeln!(picture, "<path class=\"fee\" d=\"{fees}\"/>");
    let label = |cents: f64| format!("${:.0}", cents / 100.0);
    let _ = writeln!(picture, "<text x=\"{LEFT}\" y=\"{}\">$0</text>", HEIGHT - 10.0);
    let most = label(scale.most_action);
    let _ =
        writeln!(picture, "<text x=\"{right}\" y=\"{}\" text-anchor=\"end\">{most}</text>", HEIGHT - 10.0);
    let most = label(scale.most_fee);
    let _ = writeln!(
        picture,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{most}</text>",
        LEFT - 4.0,
        TOP + 10.0
    );
}

#[allow(clippy::cast_precision_loss)]
fn number(Cents(amount): Cents) -> f64 {
    amount as f64
}

#[allow(clippy::cast_precision_loss)]
fn count(number: usize) -> f64 {
    number as f64
}
