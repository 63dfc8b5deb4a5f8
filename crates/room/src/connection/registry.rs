//! All connections of a node, and what is signalled to them from outside.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_channel::{Receiver, Sender, unbounded};
use table::PlayerId;

/// The open connections of a node.
#[derive(Default)]
pub struct Connections(Mutex<Open>);

#[derive(Default)]
struct Open {
    last: u64,
    is_stopping: bool,
    connections: BTreeMap<u64, (Option<PlayerId>, Sender<Signal>)>,
}

/// What happens to a connection from outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Signal {
    /// A session or token of its player has ended: it may be the one that this connection showed.
    CheckSession,
    /// The card room stops.
    Stop,
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
        for (_, signals) in open.connections.values() {
            let _ = signals.try_send(Signal::Stop);
        }
    }

    /// Has a player's connections check whether their session or token still counts.
    pub fn check_sessions_of(&self, player: PlayerId) {
        let open = self.open();
        let own = open.connections.values().filter(|(owner, _)| *owner == Some(player));
        for (_, signals) in own {
            let _ = signals.try_send(Signal::CheckSession);
        }
    }

    pub(super) fn register(self: &Arc<Connections>, player: Option<PlayerId>) -> Registration {
        let (sender, signals) = unbounded();
        let mut open = self.open();
        open.last += 1;
        let number = open.last;
        if open.is_stopping {
            let _ = sender.try_send(Signal::Stop);
        }
        open.connections.insert(number, (player, sender));
        Registration { connections: Arc::clone(self), number, signals }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        self.connections.open().connections.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use table::PlayerId;

    use super::{Connections, Signal};

    #[test]
    fn signals_reach_the_connections_they_concern_and_no_closed_one() {
        let connections = Arc::new(Connections::default());
        let own = connections.register(Some(PlayerId(7)));
        let other = connections.register(Some(PlayerId(8)));
        connections.check_sessions_of(PlayerId(7));
        assert_eq!(own.signals.try_recv(), Ok(Signal::CheckSession));
        assert!(other.signals.is_empty());
        drop(own);
        assert_eq!(connections.open().connections.len(), 1);
        connections.stop();
        assert_eq!(other.signals.try_recv(), Ok(Signal::Stop));
        let late = connections.register(None);
        assert_eq!(late.signals.try_recv(), Ok(Signal::Stop), "a connection that came too late ends as well");
    }
}
