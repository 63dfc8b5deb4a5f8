//! Metrics, in the text format of `OpenMetrics`, which Prometheus reads.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{EncodeMetric, MetricEncoder, NoLabelSet};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::registry::Registry;
use room::{BOUNDS_MS, Counters};
use store::StoreError;

use super::App;

/// Values of a metric by the value of its one label.
type ByLabel<Metric> = Family<[(&'static str, &'static str); 1], Metric>;

impl App {
    /// Returns all metrics. The ledger's total is asked of the store only once in a while.
    pub(super) async fn metrics(&self) -> Result<String, StoreError> {
        let total = self.total.get(|| self.room.archive().total()).await?;
        let connections = self.config.limits.connections - self.places.available_permits();
        let gauges = [
            ("uth_connections", "Connections that are open, with WebSockets", connections as u64),
            ("uth_websockets", "WebSockets that are open", self.sockets_of.count() as u64),
            ("uth_tables_loaded", "Tables in memory", self.room.loaded() as u64),
            ("uth_ledger_accounts", "Accounts that ever held chips", total.accounts),
        ];
        let mut registry = Registry::default();
        let memory = ("process_resident_memory_bytes", "Resident memory of this program, in bytes");
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
        let classes = ["1xx", "2xx", "3xx", "4xx", "5xx"].into_iter().zip(&self.answers[1..]).collect();
        let commands = vec![("done", &counters.commands_done), ("refused", &counters.commands_refused)];
        let rounds = vec![("settled", &counters.rounds_settled), ("void", &counters.rounds_void)];
        let mut families = vec![
            ("uth_http_answers", "Answers by the first digit of their status", "class", classes),
            ("uth_commands", "Commands to tables", "result", commands),
            ("uth_rounds", "Rounds that are over", "result", rounds),
        ];
        if let Some(fanout) = &self.config.fanout {
            let connected = ByLabel::<Gauge>::default();
            connected.get_or_create(&[("way", fanout.transport.name())]).set(fanout.is_connected().into());
            let help = "Whether this node hears of the others: 1 or 0";
            registry.register("uth_fanout_connected", help, connected);
            let state = &fanout.state;
            let notices = vec![
                ("sent", &state.sent),
                ("received", &state.received),
                ("dropped", &state.dropped),
                ("missed", &counters.found_behind),
            ];
            let help =
                "Notices to and from other nodes; missed: a look at the store found a table that was behind";
            families.push(("uth_fanout_words", help, "what", notices));
        }
        for (name, help, label, rows) in families {
            let family = ByLabel::<Counter>::default();
            for (value, counter) in rows {
                family.get_or_create(&[(label, value)]).inc_by(count(counter));
            }
            registry.register(name, help, family);
        }
        registry.register("uth_events", "Events of tables", ConstCounter::new(count(&counters.events)));
        let help = "Things that should not happen";
        registry.register("uth_faults", help, ConstCounter::new(count(&counters.faults)));
        let help = "How long it took until a command was durable";
        registry.register("uth_append_seconds", help, Appends::of(counters));
    }
}

/// The durations of appends.
#[derive(Debug)]
struct Appends {
    seconds: f64,
    count: u64,
    classes: Vec<(f64, u64)>,
}

impl Appends {
    /// Reads the counters. The room counts an append in every class whose bound it keeps, but the encoder adds up the
    /// classes itself: each is given without those before it.
    fn of(counters: &Counters) -> Appends {
        let all = count(&counters.appends);
        let bounds = BOUNDS_MS
            .iter()
            .map(|bound_ms| Duration::from_millis(*bound_ms).as_secs_f64())
            .chain([f64::INFINITY]);
        let up_to: Vec<u64> = counters.append_classes.iter().map(count).chain([all]).collect();
        let before = std::iter::once(&0).chain(&up_to);
        let classes = up_to.iter().zip(before).map(|(up_to, before)| up_to.saturating_sub(*before));
        let seconds = Duration::from_micros(count(&counters.append_us)).as_secs_f64();
        Appends { seconds, count: all, classes: bounds.zip(classes).collect() }
    }
}

impl EncodeMetric for Appends {
    fn encode(&self, mut encoder: MetricEncoder<'_>) -> fmt::Result {
        encoder.encode_histogram::<NoLabelSet>(self.seconds, self.count, &self.classes, None)
    }

    fn metric_type(&self) -> MetricType {
        MetricType::Histogram
    }
}

/// Returns how much memory this program holds, where the operating system tells it in a file.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

fn count(counter: &AtomicU64) -> u64 {
    counter.load(Ordering::Relaxed)
}
