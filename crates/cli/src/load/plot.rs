//! Line plots as SVG.

use std::fmt::Write;

const WIDTH: f64 = 880.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 28.0;
const BOTTOM: f64 = 30.0;

/// The colours of the lines, in turn.
const COLOURS: [&str; 4] = ["#168047", "#2a5db0", "#b23c32", "#8a5a00"];

/// One line of a plot.
pub(super) struct PlotLine {
    pub(super) name: String,
    pub(super) points: Vec<(f64, f64)>,
}

/// Draws lines over an axis that starts at zero; `ticks` are the labels of the horizontal axis.
pub(super) fn picture(title: &str, unit: &str, ticks: &[(f64, String)], lines: &[PlotLine]) -> String {
    let points = || lines.iter().flat_map(|line| &line.points);
    let marks = || ticks.iter().map(|(x, _)| *x);
    let first = points().map(|(x, _)| *x).chain(marks()).fold(f64::INFINITY, f64::min);
    let last = points().map(|(x, _)| *x).chain(marks()).fold(f64::NEG_INFINITY, f64::max);
    let step = step(points().map(|(_, y)| *y).fold(0.0, f64::max));
    let most = points().map(|(_, y)| (y / step).ceil()).fold(1.0, f64::max) * step;
    let place_x = |x: f64| LEFT + (WIDTH - LEFT - RIGHT) * (x - first) / (last - first).max(f64::EPSILON);
    let place_y = |y: f64| TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - y / most);
    let (base, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);

    let mut svg = format!("<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{title}\">\n");
    let mut level = 0.0;
    while level <= most * 1.001 {
        let y = place_y(level);
        let _ = writeln!(
            svg,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 6.0,
            y + 4.0,
            number(level)
        );
        level += step;
    }
    let _ = writeln!(svg, "<text x=\"{LEFT}\" y=\"14\">{unit}</text>");
    for (x, word) in ticks {
        let x = place_x(*x);
        let _ =
            writeln!(svg, "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{word}</text>", base + 18.0);
    }
    let mut name_x = LEFT + 90.0;
    for (line, colour) in lines.iter().zip(COLOURS.iter().cycle()) {
        let path: Vec<String> =
            line.points.iter().map(|(x, y)| format!("{:.1},{:.1}", place_x(*x), place_y(*y))).collect();
        let _ = writeln!(svg, "<polyline stroke=\"{colour}\" points=\"{}\"/>", path.join(" "));
        let _ = writeln!(svg, "<text x=\"{name_x}\" y=\"14\" fill=\"{colour}\">{}</text>", line.name);
        name_x += 230.0;
    }
    svg.push_str("</svg>\n");
    svg
}

/// Returns the distance of grid lines: one, two or five times a power of ten, so that there are three to seven.
fn step(most: f64) -> f64 {
    let most = most.max(0.003);
    let power = 10f64.powf((most / 3.0).log10().floor());
    [5.0, 2.0, 1.0].into_iter().map(|times| times * power).find(|step| most / step >= 3.0).unwrap_or(power)
}

/// Formats a number without trailing zeros.
fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::{PlotLine, number, picture, step};

    #[test]
    fn levels_are_round_numbers() {
        let rows = [(10.0, "2"), (7.0, "2"), (4.0, "1"), (99.0, "20"), (0.4, "0.1"), (0.0, "0.001")];
        for (most, expected) in rows {
            assert_eq!(number(step(most)), expected, "{most}");
            assert!(most < 0.01 || (3.0..=7.5).contains(&(most / step(most))), "{most}");
        }
    }

    #[test]
    fn a_picture_stays_within_its_frame() {
        let points = (0..50).map(|x| (f64::from(x), f64::from(x * x % 37))).collect();
        let ticks = [(0.0, "0".to_owned()), (49.0, "49".to_owned())];
        let svg = picture("A line", "ms", &ticks, &[PlotLine { name: "one".into(), points }]);
        let path = svg.split("points=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a line");
        for point in path.split(' ') {
            let (x, y) = point.split_once(',').expect("a point");
            let (x, y): (f64, f64) = (x.parse().expect("x"), y.parse().expect("y"));
            assert!((64.0..=864.0).contains(&x) && (28.0..=230.0).contains(&y), "{point}");
        }
    }
}
