//! The card room over HTTP: accounts, rules, tables, the page itself, and a WebSocket to play over.
//!
//! `routes` is the list of all addresses; the router and the description at `/api/openapi.json` are made from it.
//! `middleware` does what every request needs: counting, rate limits, the origin check, security headers.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use table::PlayerId;
use tokio::sync::{Semaphore, watch};

mod api;
mod assets;
mod cached;
mod connections;
mod error;
mod extract;
mod frames;
mod limits;
mod metrics;
mod middleware;
mod openapi;
mod origin;
mod page;
mod routes;
mod socket;

pub use connections::serve;
pub use limits::{Rate, ServerLimits};
pub use openapi::document as openapi;
pub use origin::{NoOrigin, PublicOrigin};

use analysis::solve::Laboratory;
use cached::Cached;
use connections::{Client, Places};
use error::ApiError;
use limits::RateLimiters;
use protocol::ErrorCode;
use room::accounts::Accounts;
use room::{Counted, Room};
use store::LedgerTotal;
use store::fanout::{Fanout, PeerNotice};

/// The longest body of a request.
const LONGEST_BODY: usize = 64 * 1024;

/// How long the ledger's total is cached.
const TOTAL_LASTS: Duration = Duration::from_secs(5);

/// How clients reach a card room, and how much they may ask for.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The address in the browser's address bar.
    pub origin: PublicOrigin,
    /// Whether a proxy names the client in `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// How much clients may ask for.
    pub limits: ServerLimits,
    /// How other nodes are notified, if there are any.
    pub fanout: Option<Fanout>,
    /// Whether the floor and auditors have no more than a player's rights until they have a second factor.
    pub require_second_factor: bool,
}

/// A card room and the limits of its clients.
pub struct App {
    room: Arc<Room>,
    accounts: Arc<Accounts>,
    config: Config,
    requests: RateLimiters<Client>,
    joins: RateLimiters<Client>,
    sign_ins: RateLimiters<Client>,
    advice: RateLimiters<Client>,
    messages: RateLimiters<Client>,
    watches: RateLimiters<Client>,
    floods: RateLimiters<Client>,
    /// Admits a few requests to the coach at a time: all cores work on each.
    coaches: Semaphore,
    laboratory: Arc<Laboratory>,
    /// Admits one game at a time to the solver.
    solving: Arc<Semaphore>,
    /// A permit for each connection.
    places: Arc<Semaphore>,
    /// Places of each client, for connections and for sockets.
    connections_of: Arc<Places>,
    sockets_of: Arc<Places>,
    /// The number of answers by the class of their status.
    answers: Counted,
    /// How often the witness was told of the ends of logs, and how often that failed.
    witnessed: Counted,
    total: Cached<LedgerTotal>,
    stopping: watch::Sender<bool>,
    open: AtomicBool,
}

/// The state that handlers share.
pub type AppState = Arc<App>;

impl App {
    /// Returns the state for serving a room.
    pub fn new(room: Arc<Room>, config: Config) -> AppState {
        let limits = config.limits.clone();
        // Behind a proxy all connections come from one address.
        let connections_each = if config.behind_proxy { usize::MAX } else { limits.connections_each };
        let uncounted: Vec<Client> = limits.uncounted.iter().copied().map(Client::from).collect();
        let accounts = Accounts::new(Arc::clone(&room));
        if config.require_second_factor {
            accounts.require_second_factors();
        }
        Arc::new(App {
            accounts: Arc::new(accounts),
            room,
            config,
            requests: RateLimiters::new(limits.requests, uncounted.clone()),
            joins: RateLimiters::new(limits.joins, uncounted.clone()),
            // Guesses at secrets, work for the solver and floods are limited for every address, load tests included.
            sign_ins: RateLimiters::new(limits.sign_ins, Vec::new()),
            advice: RateLimiters::new(limits.advice, Vec::new()),
            messages: RateLimiters::new(limits.messages_of_address, uncounted.clone()),
            watches: RateLimiters::new(limits.watches, uncounted.clone()),
            floods: RateLimiters::new(limits.floods, Vec::new()),
            // A third request would only make the first two slower.
            coaches: Semaphore::new(2),
            laboratory: Arc::new(Laboratory::default()),
            // A game takes seconds on all cores; tables must not wait for a queue of them.
            solving: Arc::new(Semaphore::new(1)),
            places: Arc::new(Semaphore::new(limits.connections)),
            connections_of: Places::new(connections_each, uncounted.clone()),
            sockets_of: Places::new(limits.connections_each, uncounted),
            answers: room::counted("class", &middleware::CLASSES),
            witnessed: crate::witness::counter(),
            total: Cached::new(TOTAL_LASTS),
            stopping: watch::Sender::new(false),
            open: AtomicBool::new(false),
        })
    }

    /// Counts how often the witness was told.
    pub(crate) const fn witnessed(&self) -> &Counted {
        &self.witnessed
    }

    /// The accounts of the card room.
    pub fn accounts(&self) -> &Accounts {
        &self.accounts
    }

    /// Declares the card room ready, after its logs were checked.
    pub fn open(&self) {
        self.open.store(true, Ordering::Release);
    }

    fn now_ms(&self) -> u64 {
        self.room.now_ms()
    }

    /// Has the connections of a player, on all nodes, check whether their session or token still counts.
    fn has_ended(&self, player: PlayerId) {
        self.room.connections().check_sessions_of(player);
        if let Some(fanout) = &self.config.fanout {
            // A notice may be lost; connections also check their session by themselves once a minute.
            fanout.send(PeerNotice::Ended(player));
        }
    }

    /// Handles a notice of another node.
    pub fn on_peer_notice(&self, notice: PeerNotice) {
        match notice {
            PeerNotice::Log(log, seq) => self.room.on_peer_notice(log, seq),
            PeerNotice::Ended(player) => self.room.connections().check_sessions_of(player),
        }
    }

    /// Ends all connections.
    fn stop(&self) {
        // Sockets first: they are told why, while idle HTTP connections are simply closed.
        self.room.connections().stop();
        self.stopping.send_replace(true);
    }
}

/// Returns the router of all addresses, behind the middleware.
pub fn router(app: AppState) -> Router {
    let mut router = Router::new();
    for route in routes::routes() {
        router = router.route(route.path, route.handler);
    }
    for path in assets::paths() {
        router = router.route(&path, axum::routing::get(assets::file));
    }
    router
        .fallback(async || ApiError::no_such_page())
        .method_not_allowed_fallback(async || {
            ApiError::new(
                ErrorCode::Method,
                "This address does not take that method; /api lists what it takes.",
            )
        })
        // Outermost is the guard, so that nothing is read of a request that is refused.
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(from_fn_with_state(Arc::clone(&app), middleware::guard))
        .with_state(app)
}

/// Returns the URL of a card room that listens there.
pub fn address(listening: SocketAddr) -> String {
    format!("http://{listening}/")
}

/// Waits until the card room stops.
async fn stopped(stopping: &mut watch::Receiver<bool>) {
    // An error means that the sender is gone, and the card room with it.
    let _ = stopping.wait_for(|stopping| *stopping).await;
}
