//! Line plots as SVG.

use std::fmt::Write;

const LEFT: f64 = 64.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 28.0;
const BOTTOM: f64 = 30.0;

/// The colours of the lines, in turn.
const COLOURS: [&str; 4] = ["#168047", "#2a5db0", "#b23c32", "#8a5a00"];

/// The style sheet of a document with plots.
pub(crate) const STYLE: &str = "svg text{font:12px system-ui,sans-serif}polyline{fill:none;stroke-width:1.8}\
.grid{stroke:#e2e6ec}.shaded{fill:#168047;opacity:.15}";

/// Lines over an axis that starts at zero.
pub(crate) struct Plot<'a> {
    pub(crate) size: (f64, f64),
    /// What is measured, at the top of the vertical axis.
    pub(crate) title: &'a str,
    /// The labels of the horizontal axis.
    pub(crate) ticks: Vec<(f64, String)>,
    /// Parts of the horizontal axis with a shade behind the lines.
    pub(crate) shaded: Vec<(f64, f64)>,
    /// The name and the points of each line.
    pub(crate) lines: Vec<(&'a str, Vec<(f64, f64)>)>,
}

impl Plot<'_> {
    /// Draws the plot as the content of an `svg` or `g` element.
    pub(crate) fn draw(&self) -> String {
        let (width, height) = self.size;
        let points = || self.lines.iter().flat_map(|(_, points)| points);
        let marks = || points().map(|(x, _)| *x).chain(self.ticks.iter().map(|(x, _)| *x));
        let (first, last) =
            (marks().fold(f64::INFINITY, f64::min), marks().fold(f64::NEG_INFINITY, f64::max));
        let step = step(points().map(|(_, y)| *y).fold(0.0, f64::max));
        let levels = points().map(|(_, y)| (y / step).ceil()).fold(1.0, f64::max);
        let place_x = |x: f64| LEFT + (width - LEFT - RIGHT) * (x - first) / (last - first).max(f64::EPSILON);
        let place_y = |y: f64| TOP + (height - TOP - BOTTOM) * (1.0 - y / (levels * step));
        let (base, right) = (height - BOTTOM, width - RIGHT);

        let mut svg = format!("<text x=\"{LEFT}\" y=\"14\">{}</text>\n", self.title);
        // Writing to memory cannot fail.
        for (from, to) in &self.shaded {
            let (x, width) = (place_x(*from), place_x(*to) - place_x(*from));
            let _ = write!(svg, "<rect class=\"shaded\" x=\"{x:.1}\" y=\"{TOP}\" width=\"{width:.1}\" ");
            let _ = writeln!(svg, "height=\"{}\"/>", base - TOP);
        }
        // There are at most eight levels.
        for level in (0..=u8::MAX).map(f64::from).take_while(|level| *level <= levels) {
            let level = level * step;
            let (y, label) = (place_y(level), number(level));
            let _ = write!(
                svg,
                "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>"
            );
            let (x, y) = (LEFT - 6.0, y + 4.0);
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y:.1}\" text-anchor=\"end\">{label}</text>");
        }
        for (x, label) in &self.ticks {
            let (x, y) = (place_x(*x), base + 18.0);
            let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{label}</text>");
        }
        let mut name_x = LEFT + 90.0;
        for ((name, points), colour) in self.lines.iter().zip(COLOURS.iter().cycle()) {
            let place = |(x, y): &(f64, f64)| format!("{:.1},{:.1}", place_x(*x), place_y(*y));
            let path = points.iter().map(place).collect::<Vec<_>>().join(" ");
            let _ = writeln!(svg, "<polyline stroke=\"{colour}\" points=\"{path}\"/>");
            let _ = writeln!(svg, "<text x=\"{name_x}\" y=\"14\" fill=\"{colour}\">{name}</text>");
            name_x += 230.0;
        }
        svg
    }
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
    use super::{Plot, number, step};

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
        let ticks = vec![(0.0, "0".to_owned()), (49.0, "49".to_owned())];
        let (size, lines) = ((880.0, 260.0), vec![("one", points)]);
        let svg = Plot { size, title: "ms", ticks, shaded: Vec::new(), lines }.draw();
        let path = svg.split("points=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a line");
        for point in path.split(' ') {
            let (x, y) = point.split_once(',').expect("a point");
            let (x, y): (f64, f64) = (x.parse().expect("x"), y.parse().expect("y"));
            assert!((64.0..=864.0).contains(&x) && (28.0..=230.0).contains(&y), "{point}");
        }
    }
}
