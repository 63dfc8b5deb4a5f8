//! The result of a run for people: a line each second, text, and a self-contained page with plots.
#![allow(clippy::cast_precision_loss)]

use std::fmt::{self, Write};

use super::measure::{LoadRecord, Percentiles, Second};
use crate::plot::{self, Plot};

/// The line that is shown while the run goes on.
impl fmt::Display for Second {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Second { at_s, commands, rounds, errors, .. } = self;
        let [answer_p50, answer_p99, screen_p99] =
            [self.answer_p50_ms, self.answer_p99_ms, self.screen_p99_ms].map(|ms| format!("{ms:.1}"));
        write!(f, "{at_s:>6.1} s  {commands:.0} commands/s  {rounds:.1} rounds/s  answer p50 {answer_p50} ")?;
        write!(f, "p99 {answer_p99} ms  screen p99 {screen_p99} ms  {errors} errors")?;
        for bytes in self.memory_bytes.iter().flatten() {
            write!(f, "  {:.1} MB", *bytes as f64 / 1e6)?;
        }
        Ok(())
    }
}

pub(super) fn text(record: &LoadRecord) -> String {
    let LoadRecord { tables, viewers, rate, duration_s, commands, rounds, updates, .. } = record;
    let (servers, [per_second, rounds_per_second]) =
        (record.servers.join(", "), [record.commands_per_second, record.rounds_per_second]);
    let mut text = format!(
        "{tables} tables, {viewers} viewers, {rate} commands a second at each table, for {duration_s:.0} seconds\n\
         at {servers}\n\n\
         milliseconds                       p50       p90       p99     p99.9       max\n{}{}\n\
         {commands} commands, {per_second:.1} per second; {rounds} rounds, {rounds_per_second:.1} per second; \
         {updates} updates at viewers\n",
        times("send to durable answer", &record.answer_ms),
        times("send to a viewer's screen", &record.screen_ms)
    );
    // Writing to memory cannot fail.
    for memory in &record.memory {
        let [first, last, max] =
            [memory.first_bytes, memory.last_bytes, memory.max_bytes].map(|bytes| bytes as f64 / 1e6);
        let server = &memory.server;
        let _ = write!(text, "memory of {server}: {first:.1} MB at first, {last:.1} MB at the end, ");
        let _ = writeln!(text, "{max:.1} MB at most");
    }
    for (code, count) in &record.refusals {
        let _ = writeln!(text, "{count} commands came too late ({code})");
    }
    for (kind, count) in &record.errors {
        let _ = writeln!(text, "{count} errors: {kind}");
    }
    if record.errors.is_empty() { text + "no errors\n" } else { text }
}

fn times(name: &str, times: &Percentiles) -> String {
    if times.count == 0 {
        return format!("{name:<28}{:>10}\n", "none");
    }
    let Percentiles { p50, p90, p99, p99_9, max, .. } = times;
    format!("{name:<28}{p50:>10.1}{p90:>10.1}{p99:>10.1}{p99_9:>10.1}{max:>10.1}\n")
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:920px;margin:2rem auto;padding:0 1rem;\
color:#1c2330;background:#fff}h1{font-size:1.5rem}h2{font-size:1.1rem;margin:2rem 0 .3rem}\
pre{overflow-x:auto;background:#f4f6f9;padding:1rem;border-radius:8px}svg{width:100%;height:auto}";

const SIZE: (f64, f64) = (880.0, 260.0);

pub(super) fn page(record: &LoadRecord) -> String {
    let text = text(record).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let line = |name, figure: &dyn Fn(&Second) -> Option<f64>| {
        let points = record.by_second.iter().filter_map(|second| Some((second.at_s, figure(second)?)));
        (name, points.collect::<Vec<_>>())
    };
    let latency = vec![
        line("answer, p50", &|second| Some(second.answer_p50_ms)),
        line("answer, p99", &|second| Some(second.answer_p99_ms)),
        line("screen, p99", &|second| Some(second.screen_p99_ms)),
    ];
    let throughput = vec![
        line("commands", &|second| Some(second.commands)),
        line("updates at viewers", &|second| Some(second.updates)),
        line("rounds", &|second| Some(second.rounds)),
    ];
    let memory = record.servers.iter().enumerate().map(|(server, name)| {
        line(name.as_str(), &|second| second.memory_bytes[server].map(|bytes| bytes as f64 / 1e6))
    });
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>A card room under load</title>\n<style>{STYLE}{}</style>\n\
         <h1>A card room under load</h1>\n<pre>{text}</pre>\n{}{}{}{}<p>Made by uth {}.</p>\n</html>\n",
        plot::STYLE,
        percentiles(record),
        picture("Latency over time", "ms", seconds(record), latency),
        picture("Throughput", "per second", seconds(record), throughput),
        picture("Memory of the server", "MB", seconds(record), memory.collect()),
        record.version
    )
}

/// Plots latencies by percentile. The axis is logarithmic: each further nine takes the same space.
fn percentiles(record: &LoadRecord) -> String {
    let place = |percentile: f64| (100.0 / (100.0 - percentile).max(0.001)).log10();
    let points = |times: &Percentiles| -> Vec<(f64, f64)> {
        times.curve.iter().map(|(percentile, ms)| (place(*percentile), *ms)).collect()
    };
    let ticks =
        [0.0, 50.0, 90.0, 99.0, 99.9, 99.99].map(|percentile| (place(percentile), percentile.to_string()));
    let lines =
        vec![("durable answer", points(&record.answer_ms)), ("viewer's screen", points(&record.screen_ms))];
    picture("Latency by percentile", "ms", ticks.into(), lines)
}

/// Returns the labels of an axis of time.
fn seconds(record: &LoadRecord) -> Vec<(f64, String)> {
    let digits = usize::from(record.duration_s < 12.0);
    let ticks = (0..=6).map(|tick| record.duration_s * f64::from(tick) / 6.0);
    ticks.map(|second| (second, format!("{second:.digits$} s"))).collect()
}

fn picture(
    title: &str,
    unit: &str,
    ticks: Vec<(f64, String)>,
    lines: Vec<(&str, Vec<(f64, f64)>)>,
) -> String {
    let plot = Plot { size: SIZE, title: unit, ticks, shaded: Vec::new(), lines }.draw();
    let (width, height) = SIZE;
    format!(
        "<h2>{title}</h2>\n<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{title}\">\n{plot}</svg>\n"
    )
}
