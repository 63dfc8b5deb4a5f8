//! Connections: so many at a time, none that only dawdles, and an orderly end.

use std::convert::Infallible;
use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use socket2::SockRef;
use tokio::net::{TcpListener, TcpStream};

use super::connection_slot::{Client, ConnectionSlot};
use super::write_timeout::Impatient;
use super::{AppState, router, told};

/// How long a client may take to say what it wants.
const HEADERS_WITHIN: Duration = Duration::from_secs(15);
/// How long requests that are under way may take once the card room stops.
const END_WITHIN: Duration = Duration::from_secs(10);

/// How often it is told that connections cannot be accepted: the reason stays, and so would the log.
const TELL_EVERY: Duration = Duration::from_secs(10);

/// What the operating system keeps for a client that does not read; left to itself it takes megabytes for each.
const SEND_BUFFER: usize = 64 * 1024;

/// Answers whoever comes, until `stop` says so; then finishes what is under way.
pub async fn serve(app: AppState, listener: TcpListener, stop: impl Future<Output = ()>) {
    let router = router(Arc::clone(&app));
    tokio::spawn(sweep(Arc::clone(&app)));
    let mut stop = std::pin::pin!(stop);
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
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            }
        };
        // Whoever comes when all places are taken, or all of theirs, is sent away at once.
        let Ok(place) = Arc::clone(&app.places).try_acquire_owned() else { continue };
        let Some(place_of) = app.connections_of.take(Client::from(address.ip())) else { continue };
        let visit = ConnectionSlot::new(address, place, place_of);
        let connection = connection(stream, visit, app.config.limits.read_within, router.clone());
        let mut stopping = app.stopping.subscribe();
        tokio::spawn(async move {
            let mut connection = std::pin::pin!(connection);
            // A client that breaks off is no news.
            tokio::select! {
                _ = connection.as_mut() => {}
                () = told(&mut stopping) => {
                    connection.as_mut().graceful_shutdown();
                    let _ = connection.await;
                }
            }
        });
    }
    drop(listener);
    app.stop();
    let all = u32::try_from(app.config.limits.connections).unwrap_or(u32::MAX);
    if tokio::time::timeout(END_WITHIN, app.places.acquire_many(all)).await.is_err() {
        tracing::warn!("some requests did not finish in time");
    }
}

/// Takes away sessions that have run out, at the start and every hour.
async fn sweep(app: AppState) {
    let mut stopping = app.stopping.subscribe();
    let mut hours = tokio::time::interval(Duration::from_hours(1));
    loop {
        tokio::select! {
            _ = hours.tick() => {}
            () = told(&mut stopping) => return,
        }
        if let Err(error) = app.accounts.sweep().await {
            tracing::error!(%error, "sessions that have run out are still there");
        }
    }
}

fn connection(
    stream: TcpStream,
    visit: Arc<ConnectionSlot>,
    read_within: Duration,
    router: Router,
) -> http1::UpgradeableConnection<
    TokioIo<Impatient>,
    impl Service<hyper::Request<Incoming>, Response = Response<Body>, Error = Infallible, Future: Send>,
> {
    // Frames are small and somebody waits for each of them.
    let _ = stream.set_nodelay(true);
    let _ = SockRef::from(&stream).set_send_buffer_size(SEND_BUFFER);
    let stream = Impatient::new(stream, Arc::clone(&visit), read_within);
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(Arc::clone(&visit));
        router.call(request)
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS_WITHIN)
        .max_buf_size(64 * 1024)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades()
}
