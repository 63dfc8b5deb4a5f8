//! Connections: a bounded number, none of which may dawdle, and an orderly end.

use std::collections::HashMap;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::Router;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use socket2::SockRef;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::OwnedSemaphorePermit;
use tokio_io_timeout::TimeoutWriter;

use super::middleware::LONGEST_HEADERS;
use super::{AppState, router, stopped};

/// How long a client may take to send the headers of a request.
const HEADERS_WITHIN: Duration = Duration::from_secs(15);

/// How long requests under way may take once the server stops.
const END_WITHIN: Duration = Duration::from_secs(10);

/// How often the log says that connections cannot be accepted: the cause lasts, and so would the log lines.
const TELL_EVERY: Duration = Duration::from_secs(10);

/// What the operating system buffers for a client that does not read; by default it is megabytes for each.
const SEND_BUFFER: usize = 64 * 1024;

/// Accepts connections until `stop` is ready; then finishes the requests under way.
pub async fn serve(app: AppState, listener: TcpListener, stop: impl Future<Output = ()>) {
    let router = router(Arc::clone(&app));
    // Beside the requests: a sweep of many sessions takes a while and delays nobody.
    tokio::spawn(sweep(Arc::clone(&app)));
    let mut stop = pin!(stop);
    let mut told_at: Option<Instant> = None;
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let (stream, address) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                if told_at.is_none_or(|told_at| told_at.elapsed() > TELL_EVERY) {
                    tracing::warn!(%error, "connections are not accepted");
                    told_at = Some(Instant::now());
                }
                // Mostly the files have run out; trying again at once would busy a core without accepting anybody.
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            }
        };
        // A connection beyond the limit, or beyond that of its address, is closed at once.
        let Ok(place) = Arc::clone(&app.places).try_acquire_owned() else { continue };
        let Some(place_of_address) = app.connections_of.take(Client::from(address.ip())) else { continue };
        let slot = ConnectionSlot { address, _place: place, _place_of_address: place_of_address };
        tokio::spawn(serve_connection(stream, Arc::new(slot), Arc::clone(&app), router.clone()));
    }
    // The port is free for a successor while the last requests are finished.
    drop(listener);
    app.stop();
    let all = u32::try_from(app.config.limits.connections).unwrap_or(u32::MAX);
    // All permits are back when the last connection has ended.
    if tokio::time::timeout(END_WITHIN, app.places.acquire_many(all)).await.is_err() {
        tracing::warn!("some requests did not finish in time");
    }
}

/// Deletes expired sessions, at the start and every hour.
async fn sweep(app: AppState) {
    let mut stopping = app.stopping.subscribe();
    let mut hours = tokio::time::interval(Duration::from_hours(1));
    loop {
        tokio::select! {
            _ = hours.tick() => {}
            () = stopped(&mut stopping) => return,
        }
        if let Err(error) = app.accounts.sweep().await {
            tracing::error!(%error, "expired sessions are not deleted");
        }
    }
}

/// Answers the requests of one connection until either side ends it.
async fn serve_connection(stream: TcpStream, slot: Arc<ConnectionSlot>, app: AppState, router: Router) {
    // Messages are small and a player waits for each of them.
    let _ = stream.set_nodelay(true);
    let _ = SockRef::from(&stream).set_send_buffer_size(SEND_BUFFER);
    let mut stream = TimeoutWriter::new(stream);
    // A client that does not read would otherwise hold its place, and what is queued for it, for ever.
    stream.set_timeout(Some(app.config.limits.read_within));
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        // The slot travels with the request into a WebSocket, which then keeps the place.
        request.extensions_mut().insert(Arc::clone(&slot));
        router.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        // A client that sends a header byte by byte holds a place for this long and no longer.
        .header_read_timeout(HEADERS_WITHIN)
        .max_buf_size(LONGEST_HEADERS)
        .serve_connection(TokioIo::new(Box::pin(stream)), service)
        .with_upgrades();
    let (mut connection, mut stopping) = (pin!(connection), app.stopping.subscribe());
    // Errors are dropped: a client that breaks off is no news.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = stopped(&mut stopping) => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}

/// The place of a connection among all and among those of its address, taken until the last clone is dropped: by the
/// HTTP connection, or by the WebSocket that it became.
pub(super) struct ConnectionSlot {
    /// The address of the client.
    pub(super) address: SocketAddr,
    _place: OwnedSemaphorePermit,
    _place_of_address: Place,
}

/// Limits how many places each client takes, so that none takes all.
pub(super) struct Places {
    each: usize,
    uncounted: Vec<Client>,
    taken: Mutex<HashMap<Client, usize>>,
}

/// A place of a client, free again when dropped.
pub(super) struct Place {
    places: Arc<Places>,
    client: Client,
}

impl Places {
    pub(super) fn new(each: usize, uncounted: Vec<Client>) -> Arc<Places> {
        Arc::new(Places { each, uncounted, taken: Mutex::default() })
    }

    /// Takes a place, unless the client has as many as it may have.
    pub(super) fn take(self: &Arc<Places>, client: Client) -> Option<Place> {
        let mut taken = self.taken();
        let count = taken.entry(client).or_default();
        // Uncounted clients are counted all the same, for the metric.
        if *count >= self.each && !self.uncounted.contains(&client) {
            return None;
        }
        *count += 1;
        drop(taken);
        Some(Place { places: Arc::clone(self), client })
    }

    /// Returns how many places are taken.
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
                // The map holds only clients that are connected, so that its size is bounded by the connections.
                taken.remove(&self.client);
            }
        }
    }
}

/// The client that an address stands for. With IPv6 a client has a whole /64 network of addresses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Client(u64);

impl From<IpAddr> for Client {
    fn from(address: IpAddr) -> Client {
        match address.to_canonical() {
            IpAddr::V4(address) => Client(u64::from(address.to_bits())),
            // A provider hands out at least a /64 to a customer: limits by single address would limit nobody. The top
            // bit keeps them apart from IPv4.
            IpAddr::V6(address) => Client((address.to_bits() >> 64) as u64 | 1 << 63),
        }
    }
}

/// Writes a number that is another one for every other client.
impl fmt::Display for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
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
