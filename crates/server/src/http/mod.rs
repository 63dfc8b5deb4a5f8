//! The card room over HTTP: accounts, rules, tables, the page itself, and a socket to play through.
//!
//! `routes` is the list of all addresses; the router and the description at `/api/openapi.json` are made from it.
//! `guard` does what must happen to every request: counting, limits, where it comes from, security headers.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use table::PlayerId;
use tokio::sync::{Semaphore, watch};

mod api;
mod assets;
mod cached;
mod connection_slot;
mod error;
mod extract;
mod limits;
mod metrics;
mod middleware;
mod openapi;
mod origin;
mod page;
mod routes;
mod serve;
mod socket;
mod write_timeout;

pub use limits::{Rate, ServerLimits};
pub use openapi::document as openapi;
pub use origin::{NoOrigin, PublicOrigin};
pub use serve::serve;

use analysis::solve::Laboratory;
use cached::Cached;
use connection_slot::{Client, Places};
use error::ApiError;
use limits::RateLimiters;
use protocol::ErrorCode;
use room::Room;
use room::accounts::Accounts;
use store::LedgerTotal;
use store::fanout::{Fanout, PeerNotice};

/// The longest body of a request.
const LONGEST_BODY: usize = 64 * 1024;

/// How long a sum over all accounts counts as that of now.
const TOTAL_LASTS: Duration = Duration::from_secs(5);

/// How a card room is reached.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The address that people know it by.
    pub origin: PublicOrigin,
    /// Whether a proxy says in `X-Forwarded-For` who is asking.
    pub behind_proxy: bool,
    /// What it takes from its visitors.
    pub limits: ServerLimits,
    /// How other nodes are told, if there are any.
    pub fanout: Option<Fanout>,
}

/// A card room that can be reached.
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
    /// How many questions are worked out at the same time: all cores work on each.
    coaches: Semaphore,
    laboratory: Arc<Laboratory>,
    /// One game is solved at a time.
    solving: Arc<Semaphore>,
    /// One for each connection.
    places: Arc<Semaphore>,
    /// Whose connections and sockets they are.
    connections_of: Arc<Places>,
    sockets_of: Arc<Places>,
    traffic: Traffic,
    total: Cached<LedgerTotal>,
    stopping: watch::Sender<bool>,
    open: AtomicBool,
}

/// What handlers share.
pub type AppState = Arc<App>;

/// What was counted since the start.
#[derive(Default)]
struct Traffic {
    /// Answers by the first digit of their status.
    answers: [AtomicU64; 6],
}

impl App {
    /// Serves a room in that way.
    pub fn new(room: Arc<Room>, config: Config) -> AppState {
        let limits = config.limits.clone();
        // Behind a proxy all connections come from one address.
        let connections_each = if config.behind_proxy { usize::MAX } else { limits.connections_each };
        let uncounted: Vec<Client> = limits.uncounted.iter().copied().map(Client::from).collect();
        Arc::new(App {
            accounts: Arc::new(Accounts::new(Arc::clone(&room))),
            room,
            config,
            requests: RateLimiters::new(limits.requests).except(uncounted.clone()),
            joins: RateLimiters::new(limits.joins).except(uncounted.clone()),
            sign_ins: RateLimiters::new(limits.sign_ins),
            advice: RateLimiters::new(limits.advice),
            messages: RateLimiters::new(limits.messages_of_address).except(uncounted.clone()),
            watches: RateLimiters::new(limits.watches).except(uncounted.clone()),
            floods: RateLimiters::new(limits.floods),
            coaches: Semaphore::new(2),
            laboratory: Arc::new(Laboratory::default()),
            solving: Arc::new(Semaphore::new(1)),
            places: Arc::new(Semaphore::new(limits.connections)),
            connections_of: Places::new(connections_each, uncounted.clone()),
            sockets_of: Places::new(limits.connections_each, uncounted),
            traffic: Traffic::default(),
            total: Cached::new(TOTAL_LASTS),
            stopping: watch::Sender::new(false),
            open: AtomicBool::new(false),
        })
    }

    /// The accounts of the card room.
    pub fn accounts(&self) -> &Accounts {
        &self.accounts
    }

    /// The logs have been checked: from now on the card room is ready.
    pub fn open(&self) {
        self.open.store(true, Ordering::Release);
    }

    fn is_open(&self) -> bool {
        self.open.load(Ordering::Acquire)
    }

    fn now_ms(&self) -> u64 {
        self.room.now_ms()
    }

    /// Has the connections of a player, on all nodes, check whether their session or token still counts.
    fn has_ended(&self, player: PlayerId) {
        self.room.connections().check_sessions_of(player);
        if let Some(fanout) = &self.config.fanout {
            fanout.say(PeerNotice::Ended(player));
        }
    }

    /// Another node says something.
    pub fn hear(&self, word: PeerNotice) {
        match word {
            PeerNotice::Log(log, seq) => self.room.on_peer_notice(log, seq),
            PeerNotice::Ended(player) => self.room.connections().check_sessions_of(player),
        }
    }

    /// Ends all connections, because the card room stops.
    fn stop(&self) {
        self.room.connections().stop();
        self.stopping.send_replace(true);
    }
}

/// All addresses, guarded.
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
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(from_fn_with_state(Arc::clone(&app), middleware::guard))
        .with_state(app)
}

/// Where a card room can be found that listens there.
pub fn address(listening: SocketAddr) -> String {
    format!("http://{listening}/")
}

/// Waits until the card room stops.
async fn told(stopping: &mut watch::Receiver<bool>) {
    // Without anybody to tell it, it has stopped.
    let _ = stopping.wait_for(|stopping| *stopping).await;
}
