//! The result of a run as a self-contained page with plots.
#![allow(clippy::cast_precision_loss)]

use std::fmt::Write;

use super::plot::{PlotLine, picture};
use super::record::{LoadRecord, Percentiles, Second};
use super::sheet;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:920px;margin:2rem auto;padding:0 1rem;\
color:#1c2330;background:#fff}h1{font-size:1.5rem}h2{font-size:1.1rem;margin:2rem 0 .3rem}\
pre{overflow-x:auto;background:#f4f6f9;padding:1rem;border-radius:8px}svg{width:100%;height:auto}\
svg text{font:12px system-ui,sans-serif}polyline{fill:none;stroke-width:1.8}.grid{stroke:#e2e6ec}";

pub(super) fn page(record: &LoadRecord) -> String {
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = sheet::write(record, &mut text);
    let text = escaped(&String::from_utf8_lossy(&text));
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>A card room under load</title>\n<style>{STYLE}</style>\n\
         <h1>A card room under load</h1>\n<pre>{text}</pre>\n"
    );
    let latency: [Figure<'_>; 3] = [
        ("answer, p50", &|second| Some(second.answer_p50_ms)),
        ("answer, p99", &|second| Some(second.answer_p99_ms)),
        ("screen, p99", &|second| Some(second.screen_p99_ms)),
    ];
    let throughput: [Figure<'_>; 3] = [
        ("commands", &|second| Some(second.commands)),
        ("updates at viewers", &|second| Some(second.updates)),
        ("rounds", &|second| Some(second.rounds)),
    ];
    page += &percentiles(record);
    page += &over_time(record, "Latency over time", "ms", &latency);
    page += &over_time(record, "Throughput", "per second", &throughput);
    page += &memory(record);
    let _ = writeln!(page, "<p>Made by uth {}.</p>\n</html>", record.version);
    page
}

/// Plots latencies by percentile. The axis is logarithmic: each further nine takes the same space.
fn percentiles(record: &LoadRecord) -> String {
    let place = |percentile: f64| (100.0 / (100.0 - percentile).max(0.001)).log10();
    let line = |name: &str, times: &Percentiles| PlotLine {
        name: name.into(),
        points: times.curve.iter().map(|(percentile, ms)| (place(*percentile), *ms)).collect(),
    };
    let ticks = [(0.0, "0"), (50.0, "50"), (90.0, "90"), (99.0, "99"), (99.9, "99.9"), (99.99, "99.99")];
    let ticks = ticks.map(|(percentile, label)| (place(percentile), label.to_owned()));
    let lines = [line("durable answer", &record.answer_ms), line("viewer's screen", &record.screen_ms)];
    titled("Latency by percentile", "ms", &ticks, &lines)
}

type Figure<'a> = (&'a str, &'a dyn Fn(&Second) -> Option<f64>);

fn over_time(record: &LoadRecord, title: &str, unit: &str, figures: &[Figure<'_>]) -> String {
    let line = |(name, figure): &Figure<'_>| PlotLine {
        name: (*name).to_owned(),
        points: record.by_second.iter().filter_map(|second| Some((second.at_s, figure(second)?))).collect(),
    };
    let digits = usize::from(record.duration_s < 12.0);
    let ticks: Vec<(f64, String)> = (0..=6)
        .map(|tick| record.duration_s * f64::from(tick) / 6.0)
        .map(|second| (second, format!("{second:.digits$} s")))
        .collect();
    titled(title, unit, &ticks, &figures.iter().map(line).collect::<Vec<_>>())
}

fn memory(record: &LoadRecord) -> String {
    let held =
        |server: usize| move |second: &Second| second.memory_bytes[server].map(|bytes| bytes as f64 / 1e6);
    let held: Vec<_> = (0..record.servers.len()).map(held).collect();
    let figures: Vec<Figure<'_>> =
        record.servers.iter().zip(&held).map(|(name, held)| (name.as_str(), held as _)).collect();
    over_time(record, "Memory of the server", "MB", &figures)
}

fn titled(title: &str, unit: &str, ticks: &[(f64, String)], lines: &[PlotLine]) -> String {
    format!("<h2>{title}</h2>\n{}", picture(title, unit, ticks, lines))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
