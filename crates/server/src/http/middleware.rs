//! What every request passes through: counting, rate limits, the origin check, the time limit and security headers.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, HOST, HeaderName, UPGRADE};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Version};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use protocol::ErrorCode;

use super::connections::{Client, ConnectionSlot};
use super::error::ApiError;
use super::{App, AppState};

/// How long a request may take, including its body.
const LONGEST: Duration = Duration::from_secs(20);

/// The most bytes of a request before its body.
pub(super) const LONGEST_HEADERS: usize = 64 * 1024;

/// How long the answer to a client that is too fast is delayed. Over one connection it cannot ask again until then.
const SLOWED: Duration = Duration::from_millis(500);

/// Classes of answers, by the first digit of their status.
pub(super) const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

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

/// Passes an admitted request on, and adds security headers to the answer.
pub(super) async fn guard(State(app): State<AppState>, mut request: Request, next: Next) -> Response {
    let started = Instant::now();
    let client = app.client(&request);
    // Handlers limit by client and not by address, so that they need not know about proxies.
    request.extensions_mut().insert(client);
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let mut response = match app.lets_in(&request, client) {
        Ok(()) => {
            let answered = tokio::time::timeout(LONGEST, next.run(request)).await;
            answered.unwrap_or_else(|_| ApiError::too_slow().into_response())
        }
        Err(refused) => {
            let response = refused.into_response();
            if response.status() == StatusCode::TOO_MANY_REQUESTS {
                // Only here, where the client is known to be too fast: delaying other refusals would help an attacker
                // tie up connections.
                tokio::time::sleep(SLOWED).await;
            }
            response
        }
    };
    let headers = response.headers_mut();
    for (name, value) in SECURITY {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    // Balances and hands must not be found in a shared browser's cache; the files of the page say otherwise themselves.
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    let status = response.status().as_u16();
    let class = CLASSES[usize::from(status / 100).clamp(1, 5) - 1];
    app.answers.get_or_create(&[("class", class)]).inc();
    // Files of the page and health checks are requested all day long: only failures there are worth a line.
    if status >= 400 || path == "/ws" || path.starts_with("/api") {
        tracing::info!(%method, path, status, ms = started.elapsed().as_millis() as u64, "request");
    }
    response
}

impl App {
    fn lets_in(&self, request: &Request, client: Client) -> Result<(), ApiError> {
        // Counted before anything is looked at: a refused request costs as much as an accepted one.
        self.requests.take(client).map_err(ApiError::too_fast)?;
        let headers = request.headers();
        require_short(request)?;
        require_host(request)?;
        if !self.config.origin.admits(request.method(), headers, headers.contains_key(UPGRADE)) {
            let reason =
                "This request comes from another site, or does not say from which; it changes nothing.";
            return Err(ApiError::new(ErrorCode::Origin, reason));
        }
        Ok(())
    }

    /// Returns the client that a request counts for. Behind a proxy it is the last one that the proxy names: the client
    /// itself may have written the others.
    fn client(&self, request: &Request) -> Client {
        let forwarded = self.config.behind_proxy.then(|| forwarded(request.headers())).flatten();
        let peer = request.extensions().get::<Arc<ConnectionSlot>>().map(|slot| slot.address.ip());
        Client::from(forwarded.or(peer).unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)))
    }
}

/// Requires that the request line and the headers are as short as is documented. The HTTP library bounds only what it
/// reads ahead, which may be twice as much.
fn require_short(request: &Request) -> Result<(), ApiError> {
    // Each line has a colon, a space and a line end besides its name and value.
    let lines = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len() + 4);
    let target = request.uri().path_and_query().map_or(0, |target| target.as_str().len());
    if target + lines.sum::<usize>() <= LONGEST_HEADERS {
        return Ok(());
    }
    Err(ApiError::new(ErrorCode::HeadersTooLarge, "Address and headers have at most 64 KiB in all."))
}

/// Requires exactly one valid `Host` of a request by HTTP/1.1 (RFC 9112, section 3.2), and at most one of an older one.
fn require_host(request: &Request) -> Result<(), ApiError> {
    let mut hosts = request.headers().get_all(HOST).into_iter();
    let is_named = match (hosts.next(), hosts.next()) {
        (Some(host), None) => Authority::try_from(host.as_bytes()).is_ok_and(|host| !host.host().is_empty()),
        (None, _) => request.version() < Version::HTTP_11,
        _ => false,
    };
    if is_named {
        return Ok(());
    }
    Err(ApiError::new(ErrorCode::Host, "A request names the host that it is meant for, once."))
}

fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    // Whatever stands before the last entry was sent by the client and may be invented.
    let last = headers.get_all("x-forwarded-for").into_iter().next_back()?.to_str().ok()?;
    last.rsplit(',').next()?.trim().parse().ok()
}
