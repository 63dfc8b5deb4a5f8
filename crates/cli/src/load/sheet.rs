//! The result of a run, as text.
#![allow(clippy::cast_precision_loss)]

use std::io::{self, Write};

use super::record::{LoadRecord, Percentiles};

pub(super) fn write(record: &LoadRecord, to: &mut impl Write) -> io::Result<()> {
    let LoadRecord { tables, viewers, rate, duration_s, .. } = record;
    writeln!(
        to,
        "{tables} tables, {viewers} viewers, {rate} commands a second at each table, for {duration_s:.0} seconds"
    )?;
    writeln!(to, "at {}\n", record.servers.join(", "))?;
    writeln!(
        to,
        "{:<28}{:>10}{:>10}{:>10}{:>10}{:>10}",
        "milliseconds", "p50", "p90", "p99", "p99.9", "max"
    )?;
    write_times(to, "send to durable answer", &record.answer_ms)?;
    write_times(to, "send to a viewer's screen", &record.screen_ms)?;
    writeln!(
        to,
        "\n{} commands, {:.1} per second; {} rounds, {:.1} per second; {} updates at viewers",
        record.commands, record.commands_per_second, record.rounds, record.rounds_per_second, record.updates
    )?;
    for memory in &record.memory {
        let megabytes = |bytes: u64| bytes as f64 / 1e6;
        writeln!(
            to,
            "memory of {}: {:.1} MB at first, {:.1} MB at the end, {:.1} MB at most",
            memory.server,
            megabytes(memory.first_bytes),
            megabytes(memory.last_bytes),
            megabytes(memory.max_bytes)
        )?;
    }
    for (code, count) in &record.refusals {
        writeln!(to, "{count} commands came too late ({code})")?;
    }
    if record.errors.is_empty() {
        return writeln!(to, "no errors");
    }
    for (kind, count) in &record.errors {
        writeln!(to, "{count} errors: {kind}")?;
    }
    Ok(())
}

fn write_times(to: &mut impl Write, name: &str, times: &Percentiles) -> io::Result<()> {
    if times.count == 0 {
        return writeln!(to, "{name:<28}{:>10}", "none");
    }
    let Percentiles { p50, p90, p99, p99_9, max, .. } = times;
    writeln!(to, "{name:<28}{p50:>10.1}{p90:>10.1}{p99:>10.1}{p99_9:>10.1}{max:>10.1}")
}
