//! Who is connected. A connection has one place from when it is accepted until it ends, as a WebSocket as well.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::OwnedSemaphorePermit;

/// A connection, for as long as anybody holds it.
pub(super) struct ConnectionSlot {
    /// Where it comes from.
    pub(super) address: SocketAddr,
    is_socket: AtomicBool,
    _place: OwnedSemaphorePermit,
    _place_of_address: Place,
}

impl ConnectionSlot {
    pub(super) fn new(
        address: SocketAddr,
        place: OwnedSemaphorePermit,
        place_of_address: Place,
    ) -> Arc<ConnectionSlot> {
        let is_socket = AtomicBool::new(false);
        Arc::new(ConnectionSlot { address, is_socket, _place: place, _place_of_address: place_of_address })
    }

    /// From now on it is a WebSocket.
    pub(super) fn becomes_socket(&self) {
        self.is_socket.store(true, Ordering::Release);
    }

    pub(super) fn is_socket(&self) -> bool {
        self.is_socket.load(Ordering::Acquire)
    }
}

/// How many places each has, so that nobody takes all there are.
pub(super) struct Places {
    each: usize,
    uncounted: Vec<Client>,
    taken: Mutex<HashMap<Client, usize>>,
}

/// Somebody's place, which is free again when this is dropped.
pub(super) struct Place {
    places: Arc<Places>,
    client: Client,
}

impl Places {
    pub(super) fn new(each: usize, uncounted: Vec<Client>) -> Arc<Places> {
        Arc::new(Places { each, uncounted, taken: Mutex::default() })
    }

    /// A place, unless they have as many as anybody may have.
    pub(super) fn take(self: &Arc<Places>, client: Client) -> Option<Place> {
        let mut taken = self.taken();
        let count = taken.entry(client).or_default();
        if *count >= self.each && !self.uncounted.contains(&client) {
            return None;
        }
        *count += 1;
        drop(taken);
        Some(Place { places: Arc::clone(self), client })
    }

    /// How many are taken.
    pub(super) fn count(&self) -> usize {
        self.taken().values().sum()
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<Client, usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        if let Some(count) = taken.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.client);
            }
        }
    }
}

/// Whom an address stands for. Who has one address of the sixth version has a whole network of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Client(u64);

impl From<IpAddr> for Client {
    fn from(address: IpAddr) -> Client {
        match address.to_canonical() {
            IpAddr::V4(address) => Client(u64::from(address.to_bits())),
            IpAddr::V6(address) => Client((address.to_bits() >> 64) as u64 | 1 << 63),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Client;
    use std::net::IpAddr;

    #[test]
    fn a_network_of_the_sixth_version_is_one_client() {
        let client = |text: &str| Client::from(text.parse::<IpAddr>().expect("an address"));
        let rows = [
            ("10.0.0.1", "10.0.0.1", true),
            ("10.0.0.1", "10.0.0.2", false),
            ("::ffff:10.0.0.1", "10.0.0.1", true),
            ("2001:db8::1", "2001:db8::2", true),
            ("2001:db8::1", "2001:db8:0:1::1", false),
            ("::1", "0.0.0.1", false),
        ];
        for (one, other, expected) in rows {
            assert_eq!(client(one) == client(other), expected, "{one} {other}");
        }
    }
}
