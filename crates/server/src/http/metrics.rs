//! Counters in the form that Prometheus reads.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{App, Traffic};
use room::{BOUNDS_MS, Counters};
use store::StoreError;
use store::fanout::Fanout;

impl App {
    /// Everything that is counted. What the ledger holds is asked of the storage once in a while.
    pub(super) async fn metrics(&self) -> Result<String, StoreError> {
        let total = self.total.get(|| self.room.archive().total()).await?;
        let connections = self.config.limits.connections - self.places.available_permits();
        let mut sheet = Sheet(String::new());
        sheet.traffic(&self.traffic);
        sheet.one("uth_connections", "gauge", "Connections that are open, with WebSockets.", connections);
        sheet.one("uth_websockets", "gauge", "WebSockets that are open.", self.sockets_of.count());
        sheet.counters(self.room.counters());
        if let Some(fanout) = &self.config.fanout {
            sheet.fanout(fanout, count(&self.room.counters().found_behind));
        }
        sheet.one("uth_tables_loaded", "gauge", "Tables in memory.", self.room.loaded());
        sheet.one("uth_ledger_accounts", "gauge", "Accounts that ever held chips.", total.accounts);
        if let Some(bytes) = resident_bytes() {
            let help = "Resident memory of this program, in bytes.";
            sheet.one("process_resident_memory_bytes", "gauge", help, bytes);
        }
        let help = "The sum of all balances, in cents; anything but 0 is wrong.";
        sheet.one("uth_ledger_imbalance_cents", "gauge", help, total.sum.0);
        Ok(sheet.0)
    }
}

struct Sheet(String);

impl Sheet {
    fn traffic(&mut self, traffic: &Traffic) {
        self.head("uth_http_answers_total", "counter", "Answers by the first digit of their status.");
        for class in 1..=5 {
            let labels = format!("{{class=\"{class}xx\"}}");
            self.row("uth_http_answers_total", &labels, count(&traffic.answers[class]));
        }
    }

    fn counters(&mut self, counters: &Counters) {
        self.head("uth_commands_total", "counter", "Commands to tables.");
        self.row("uth_commands_total", "{result=\"done\"}", count(&counters.commands_done));
        self.row("uth_commands_total", "{result=\"refused\"}", count(&counters.commands_refused));
        self.head("uth_rounds_total", "counter", "Rounds that are over.");
        self.row("uth_rounds_total", "{result=\"settled\"}", count(&counters.rounds_settled));
        self.row("uth_rounds_total", "{result=\"void\"}", count(&counters.rounds_void));
        self.one("uth_events_total", "counter", "Events of tables.", count(&counters.events));
        self.one("uth_faults_total", "counter", "Things that should not happen.", count(&counters.faults));
        let name = "uth_append_seconds";
        self.head(name, "histogram", "How long it took until a command was durable.");
        for (bound_ms, class) in BOUNDS_MS.iter().zip(&counters.append_classes) {
            self.row(
                "uth_append_seconds_bucket",
                &format!("{{le=\"{}\"}}", seconds(bound_ms * 1_000)),
                count(class),
            );
        }
        let appends = count(&counters.appends);
        self.row("uth_append_seconds_bucket", "{le=\"+Inf\"}", appends);
        self.row("uth_append_seconds_sum", "", seconds(count(&counters.append_us)));
        self.row("uth_append_seconds_count", "", appends);
    }

    /// What nodes tell each other.
    fn fanout(&mut self, fanout: &Fanout, missed: u64) {
        let (state, way) = (fanout.state(), fanout.way().name());
        let help = "Whether this node hears of the others: 1 or 0.";
        self.head("uth_fanout_connected", "gauge", help);
        let connected = u8::from(fanout.is_connected());
        self.row("uth_fanout_connected", &format!("{{way=\"{way}\"}}"), connected);
        let help =
            "Words to and from other nodes. Missed: a table was behind, and a look at the storage found it.";
        self.head("uth_fanout_words_total", "counter", help);
        let rows = [
            ("sent", count(&state.sent)),
            ("received", count(&state.received)),
            ("dropped", count(&state.dropped)),
            ("missed", missed),
        ];
        for (what, value) in rows {
            self.row("uth_fanout_words_total", &format!("{{what=\"{what}\"}}"), value);
        }
    }

    fn one(&mut self, name: &str, kind: &str, help: &str, value: impl std::fmt::Display) {
        self.head(name, kind, help);
        self.row(name, "", value);
    }

    fn head(&mut self, name: &str, kind: &str, help: &str) {
        // Writing to a text cannot fail.
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    fn row(&mut self, name: &str, labels: &str, value: impl std::fmt::Display) {
        let _ = writeln!(self.0, "{name}{labels} {value}");
    }
}

/// How much memory this program holds, where the operating system tells it as a file.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

fn count(counter: &AtomicU64) -> u64 {
    counter.load(Ordering::Relaxed)
}

fn seconds(us: u64) -> String {
    let text = format!("{}.{:06}", us / 1_000_000, us % 1_000_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::seconds;

    #[test]
    fn seconds_have_no_more_digits_than_they_need() {
        let rows =
            [(0, "0"), (1_000, "0.001"), (20_000, "0.02"), (1_000_000, "1"), (12_345_678, "12.345678")];
        for (us, expected) in rows {
            assert_eq!(seconds(us), expected, "{us}");
        }
    }
}
