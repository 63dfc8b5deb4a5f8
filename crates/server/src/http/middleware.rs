//! What happens to every request, whatever it asks for.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, HeaderName, UPGRADE};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use protocol::ErrorCode;

use super::connection_slot::{Client, ConnectionSlot};
use super::error::ApiError;
use super::{App, AppState};

/// How long a request may take, with its body.
const LONGEST: Duration = Duration::from_secs(20);

/// How long whoever asks too fast waits to be told so. Over one connection they cannot ask again until then.
const SLOWED: Duration = Duration::from_millis(500);

const SECURITY: [(&str, &str); 7] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
         connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ("x-frame-options", "DENY"),
];

/// Lets a request through if it may come, and dresses the answer.
pub(super) async fn guard(State(app): State<AppState>, mut request: Request, next: Next) -> Response {
    let started = Instant::now();
    let client = app.client(&request);
    request.extensions_mut().insert(client);
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let mut response = match app.lets_in(&request, client) {
        Ok(()) => match tokio::time::timeout(LONGEST, next.run(request)).await {
            Ok(response) => response,
            Err(_) => ApiError::too_slow().into_response(),
        },
        Err(refused) => {
            if refused.is_too_fast() {
                tokio::time::sleep(SLOWED).await;
            }
            refused.into_response()
        }
    };
    let headers = response.headers_mut();
    for (name, value) in SECURITY {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    let status = response.status().as_u16();
    app.traffic.answers[usize::from(status / 100).min(5)].fetch_add(1, Ordering::Relaxed);
    // The page brings dozens of files and programs ask how it goes all day long: only what fails there is news.
    if status >= 400 || path == "/ws" || path.starts_with("/api") {
        tracing::info!(%method, path, status, ms = started.elapsed().as_millis() as u64, "request");
    }
    response
}

impl App {
    fn lets_in(&self, request: &Request, client: Client) -> Result<(), ApiError> {
        self.requests.take(client).map_err(ApiError::too_fast)?;
        let headers = request.headers();
        if !self.config.origin.admits(request.method(), headers, headers.contains_key(UPGRADE)) {
            let reason =
                "This request comes from another site, or does not say from which; it changes nothing.";
            return Err(ApiError::new(ErrorCode::Origin, reason));
        }
        Ok(())
    }

    /// Who asks, for counting. Behind a proxy it is whom the proxy names last: all before that anybody can write.
    fn client(&self, request: &Request) -> Client {
        let forwarded = self.config.behind_proxy.then(|| forwarded(request.headers())).flatten();
        let peer = request.extensions().get::<Arc<ConnectionSlot>>().map(|visit| visit.address.ip());
        Client::from(forwarded.or(peer).unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)))
    }
}

fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").into_iter().next_back()?.to_str().ok()?;
    last.rsplit(',').next()?.trim().parse().ok()
}
