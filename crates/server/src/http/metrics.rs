//! Metrics, in the text format of `OpenMetrics`, which Prometheus reads.

use std::sync::atomic::{AtomicU64, Ordering};

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::registry::Registry;
use room::Counted;
use store::StoreError;
use store::fanout::{Fanout, State};

use super::App;

impl App {
    /// Returns all metrics. The ledger's total is asked of the store only once in a while.
    pub(super) async fn metrics(&self) -> Result<String, StoreError> {
        let total = self.total.get(|| self.room.archive().total()).await?;
        let connections = self.config.limits.connections - self.places.available_permits();
        let lasting = self.room.faults().lasting().len() as u64;
        let gauges = [
            ("uth_connections", "Connections that are open, with WebSockets", connections as u64),
            ("uth_websockets", "WebSockets that are open", self.sockets_of.count() as u64),
            ("uth_tables_loaded", "Tables in memory", self.room.loaded() as u64),
            ("uth_faults_lasting", "Faults that make this node not ready", lasting),
            ("uth_ledger_accounts", "Accounts that ever held chips", total.accounts),
        ];
        // Made for each scrape: gauges are read at this moment, and a scrape every few seconds costs nothing.
        let mut registry = Registry::default();
        let memory = ("process_resident_memory_bytes", "Resident memory of this program, in bytes");
        // Left out where the operating system does not tell, rather than reported as zero.
        let memory = resident_bytes().map(|bytes| (memory.0, memory.1, bytes));
        for (name, help, value) in gauges.into_iter().chain(memory) {
            registry.register(name, help, ConstGauge::new(value));
        }
        let help = "The sum of all balances, in cents; anything but 0 is wrong";
        registry.register("uth_ledger_imbalance_cents", help, ConstGauge::new(total.sum.0));
        self.register_counters(&mut registry);
        let mut text = String::new();
        encode(&mut text, &registry).expect("writing to a text cannot fail");
        Ok(text)
    }

    fn register_counters(&self, registry: &mut Registry) {
        let counters = self.room.counters();
        let families = [
            ("uth_http_answers", "Answers by the first digit of their status", &self.answers),
            ("uth_commands", "Commands to tables", &counters.commands),
            ("uth_rounds", "Rounds that are over", &counters.rounds),
            (
                "uth_witness",
                "Signed ends of logs for the witness, by whether they were written",
                &self.witnessed,
            ),
            ("uth_faults", "Faults that an operator has to look at", self.room.faults().counted()),
        ];
        for (name, help, family) in families {
            registry.register(name, help, family.clone());
        }
        registry.register("uth_events", "Events of tables", counters.events.clone());
        let help = "How long it took until a command was durable";
        registry.register("uth_append_seconds", help, counters.appends.clone());
        if let Some(fanout) = &self.config.fanout {
            register_fanout(registry, fanout, counters.found_behind.get());
        }
    }
}

fn register_fanout(registry: &mut Registry, fanout: &Fanout, found_behind: u64) {
    let connected = Family::<[(&str, &str); 1], Gauge>::default();
    connected.get_or_create(&[("way", fanout.transport.name())]).set(fanout.is_connected().into());
    let help = "Whether this node hears of the others: 1 or 0";
    registry.register("uth_fanout_connected", help, connected);
    let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let State { sent, received, dropped, .. } = &*fanout.state;
    let rows = [
        ("sent", count(sent)),
        ("received", count(received)),
        ("dropped", count(dropped)),
        ("missed", found_behind),
    ];
    let notices = Counted::default();
    for (what, times) in rows {
        notices.get_or_create(&[("what", what)]).inc_by(times);
    }
    let help = "Notices to and from other nodes; missed: a look at the store found a table that was behind";
    registry.register("uth_fanout_words", help, notices);
}

/// Returns how much memory this program holds, where the operating system tells it in a file.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}
