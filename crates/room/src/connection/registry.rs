//! All connections of a node: who is connected, what is signalled to them from outside, and what each of them was last
//! told of its player's wallet.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_channel::{Receiver, Sender, unbounded};
use protocol::ServerMessage;
use table::{Account, PlayerId, TableId};
use uth::Cents;

use super::socket::CloseReason;
use crate::outbox::{Outbox, OutgoingMessage};

/// The open connections of a node.
#[derive(Default)]
pub struct Connections(Mutex<Open>);

#[derive(Default)]
struct Open {
    last: u64,
    is_stopping: bool,
    connections: BTreeMap<u64, Entry>,
    /// The players who are connected.
    players: BTreeMap<PlayerId, ConnectedPlayer>,
}

struct Entry {
    player: Option<PlayerId>,
    signals: Sender<Signal>,
    /// Where balances go once the client was greeted, and the last one that went there.
    wallet: Option<(Outbox, Option<Cents>)>,
}

#[derive(Default)]
struct ConnectedPlayer {
    connections: BTreeSet<u64>,
    /// How often their balance was reported. A balance that was read before a report and arrives after it is old.
    reports: u64,
}

/// What happens to a connection from outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Signal {
    /// A session or token of its player has ended: it may be the one that this connection showed.
    CheckSession,
    /// The card room stops.
    Stop,
    /// It has to end for another reason: whoever it is, or only if it watches that table.
    End(CloseReason, Option<TableId>),
}

/// One connection's entry; dropping it removes the entry.
pub(super) struct Registration {
    connections: Arc<Connections>,
    number: u64,
    pub(super) signals: Receiver<Signal>,
}

impl Connections {
    /// Ends all connections, and those that come later.
    pub fn stop(&self) {
        let mut open = self.open();
        open.is_stopping = true;
        // A signal is lost only when its connection has just ended by itself.
        for entry in open.connections.values() {
            let _ = entry.signals.try_send(Signal::Stop);
        }
    }

    /// Ends all connections that are open now.
    pub(crate) fn end_all(&self, reason: CloseReason) {
        self.signal_all(Signal::End(reason, None));
    }

    /// Ends all connections that watch a table.
    pub(crate) fn end_watchers(&self, table: TableId, reason: CloseReason) {
        self.signal_all(Signal::End(reason, Some(table)));
    }

    fn signal_all(&self, signal: Signal) {
        // A signal is lost only when its connection has just ended by itself.
        for entry in self.open().connections.values() {
            let _ = entry.signals.try_send(signal);
        }
    }

    /// Has a player's connections check whether their session or token still counts.
    pub fn check_sessions_of(&self, player: PlayerId) {
        let open = self.open();
        let own = open.connections.values().filter(|entry| entry.player == Some(player));
        for entry in own {
            let _ = entry.signals.try_send(Signal::CheckSession);
        }
    }

    /// Whether a player has a connection to this node.
    pub fn is_connected(&self, player: PlayerId) -> bool {
        self.open().players.contains_key(&player)
    }

    /// Sends the balances of wallets to all connections of their players, as far as they do not know them.
    pub(crate) fn report_balances(&self, balances: &[(Account, Cents)]) {
        let mut open = self.open();
        for (account, held) in balances {
            if let Account::Wallet(player) = account {
                open.report(*player, *held);
            }
        }
    }

    /// Returns the connected players, each with the number of reports so far.
    pub(crate) fn players(&self) -> Vec<(PlayerId, u64)> {
        self.open().players.iter().map(|(player, known)| (*player, known.reports)).collect()
    }

    /// Sends a balance that was read after so many reports. If another report came meanwhile, that one is newer, and
    /// all connections have it.
    pub(crate) fn report_read(&self, player: PlayerId, held: Cents, reports: u64) {
        let mut open = self.open();
        if open.players.get(&player).is_some_and(|known| known.reports == reports) {
            open.report(player, held);
        }
    }

    pub(super) fn register(self: &Arc<Connections>, player: Option<PlayerId>) -> Registration {
        // Unbounded, but short: the connection reads its signals before all else.
        let (sender, signals) = unbounded();
        let mut open = self.open();
        open.last += 1;
        // Numbers are never used again, so that a late removal cannot hit another connection.
        let number = open.last;
        if open.is_stopping {
            let _ = sender.try_send(Signal::Stop);
        }
        open.connections.insert(number, Entry { player, signals: sender, wallet: None });
        if let Some(player) = player {
            open.players.entry(player).or_default().connections.insert(number);
        }
        Registration { connections: Arc::clone(self), number, signals }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    fn report(&mut self, player: PlayerId, held: Cents) {
        let Some(known) = self.players.get_mut(&player) else { return };
        known.reports += 1;
        let message: OutgoingMessage = ServerMessage::Wallet { balance: held.0 }.to_text().into();
        for number in &known.connections {
            let wallet = self.connections.get_mut(number).and_then(|entry| entry.wallet.as_mut());
            if let Some((outbox, last)) = wallet.filter(|(_, last)| *last != Some(held)) {
                *last = Some(held);
                // A connection whose outbox is full ends by itself, and its client asks again.
                outbox.send_wallet(Arc::clone(&message));
            }
        }
    }
}

impl Registration {
    /// Sends the balances of the player's wallet there from now on. Returns the number of reports so far, for the first
    /// balance that the connection reads by itself.
    pub(super) fn follow_wallet(&self, outbox: &Outbox) -> u64 {
        let mut open = self.connections.open();
        let Some(entry) = open.connections.get_mut(&self.number) else { return 0 };
        entry.wallet = Some((outbox.clone(), None));
        let player = entry.player;
        player.and_then(|player| open.players.get(&player)).map_or(0, |known| known.reports)
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        let mut open = self.connections.open();
        let entry = open.connections.remove(&self.number);
        let Some(player) = entry.and_then(|entry| entry.player) else { return };
        if let Some(known) = open.players.get_mut(&player) {
            known.connections.remove(&self.number);
            if known.connections.is_empty() {
                open.players.remove(&player);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use table::{Account, PlayerId};
    use uth::Cents;

    use super::{Connections, Signal};
    use crate::outbox::{Outbox, OutgoingMessages};

    const ANN: PlayerId = PlayerId(7);

    #[test]
    fn signals_reach_the_connections_they_concern_and_no_closed_one() {
        let connections = Arc::new(Connections::default());
        let own = connections.register(Some(ANN));
        let other = connections.register(Some(PlayerId(8)));
        connections.check_sessions_of(ANN);
        assert_eq!(own.signals.try_recv(), Ok(Signal::CheckSession));
        assert!(other.signals.is_empty());
        drop(own);
        assert_eq!(connections.open().connections.len(), 1);
        connections.stop();
        assert_eq!(other.signals.try_recv(), Ok(Signal::Stop));
        let late = connections.register(None);
        assert_eq!(late.signals.try_recv(), Ok(Signal::Stop), "a connection that came too late ends as well");
    }

    #[test]
    fn a_player_is_connected_until_the_last_connection_ends() {
        let connections = Arc::new(Connections::default());
        let (one, other) = (connections.register(Some(ANN)), connections.register(Some(ANN)));
        drop(one);
        assert!(connections.is_connected(ANN));
        drop(other);
        assert!(!connections.is_connected(ANN));
        assert!(connections.open().players.is_empty());
    }

    #[test]
    fn a_balance_goes_to_every_connection_once_and_an_older_one_to_none() {
        let connections = Arc::new(Connections::default());
        let (one, other) = (connections.register(Some(ANN)), connections.register(Some(ANN)));
        let ((outbox, told), (late_outbox, told_late)) = (Outbox::new(), Outbox::new());
        one.follow_wallet(&outbox);
        let report = |cents| connections.report_balances(&[(Account::Wallet(ANN), Cents(cents))]);
        report(500);
        let reports = other.follow_wallet(&late_outbox);
        connections.report_read(ANN, Cents(500), reports);
        let texts = |told: &OutgoingMessages| {
            std::iter::from_fn(|| told.try_recv()).collect::<Vec<Arc<str>>>().join(" ")
        };
        let wallet = |cents: i64| format!(r#"{{"type":"wallet","balance":{cents}}}"#);
        assert_eq!((texts(&told), texts(&told_late)), (wallet(500), wallet(500)));
        let before = connections.players();
        report(400);
        // Read before the report, and late.
        connections.report_read(ANN, Cents(500), before[0].1);
        report(400);
        assert_eq!((texts(&told), texts(&told_late)), (wallet(400), wallet(400)));
    }
}
