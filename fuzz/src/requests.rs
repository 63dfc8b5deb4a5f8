//! Any request to any address that the card room lists, with any headers, query and body: the answer is a document, and
//! never a fault of the card room's.
//!
//! Cookies, tokens, origins, forwarded addresses, cursors, dates and every body are read on the way.

use std::sync::{Arc, LazyLock};

use arbitrary::{Result, Unstructured};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderName, HeaderValue, Request, StatusCode, Uri, header};
use fair::entropy::OperatingSystem;
use fair::receipt::Signer;
use fair::seal::SealKey;
use protocol::{TokenRequest, TokenScope};
use room::{Options, Room};
use serde_json::Value;
use server::http::{App, Config, Rate, ServerLimits, router};
use store::sqlite::Sqlite;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tower::ServiceExt;

const HEADERS: [HeaderName; 6] = [
    header::COOKIE,
    header::AUTHORIZATION,
    header::ORIGIN,
    header::HOST,
    header::CONTENT_TYPE,
    HeaderName::from_static("x-forwarded-for"),
];

struct Scene {
    runtime: Runtime,
    router: Router,
    /// Method and path of everything that the card room lists.
    routes: Vec<(String, String)>,
    /// Somebody who plays, and somebody who may do everything.
    credentials: Vec<(HeaderName, String)>,
    _folder: TempDir,
}

static SCENE: LazyLock<Scene> = LazyLock::new(|| {
    let runtime = Runtime::new().expect("a runtime");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("room.db");
    let (router, routes, credentials) = runtime.block_on(async {
        let options = Options {
            key: SealKey::from_bytes(&[7; 32]),
            signer: Arc::new(Signer::from_key(&[7; 32])),
            entropy: Box::new(OperatingSystem),
            runtime: Arc::new(server::runtime::Tokio::default()),
            bot_delay_ms: 0,
            is_shared: false,
        };
        let room = Room::new(Arc::new(Sqlite::open(&path).expect("a file")), options).await.expect("a room");
        let site = App::new(room, Config { limits: limits(), ..Config::default() });
        site.open();
        let credentials = people(&site).await;
        let router = router(site);
        let list = Request::get("/api/openapi.json").header(header::HOST, "a");
        let listed = router.clone().oneshot(list.body(Body::empty()).expect("it"));
        let listed = to_bytes(listed.await.expect("an answer").into_body(), 1 << 20).await.expect("a body");
        let listed: Value = serde_json::from_slice(&listed).expect("a document");
        let mut routes = Vec::new();
        for (path, methods) in listed["paths"].as_object().expect("paths") {
            let methods = methods.as_object().expect("methods").keys();
            routes.extend(methods.map(|method| (method.to_uppercase(), path.clone())));
        }
        (router, routes, credentials)
    });
    Scene { runtime, router, routes, credentials, _folder: folder }
});

/// Passwords, new accounts and exact values are slow on purpose: few of them, so that everything else has its turn.
fn limits() -> ServerLimits {
    let fast = Rate { per_minute: 60_000_000, at_once: 1_000_000 };
    let slow = Rate { per_minute: 1, at_once: 3 };
    ServerLimits {
        connections: 10,
        requests: fast,
        joins: slow,
        sign_ins: slow,
        advice: slow,
        ..ServerLimits::default()
    }
}

async fn people(site: &server::http::AppState) -> Vec<(HeaderName, String)> {
    let accounts = site.accounts();
    let guest = accounts.guest().await.expect("a guest");
    let ask = TokenRequest { name: "fuzz".to_owned(), scopes: TokenScope::all(), expires_days: None };
    let (_, token) = accounts.new_token(guest.player, &ask).await.expect("a token");
    let code = accounts.floor_code().await.expect("a code").expect("the first start");
    let floor = accounts.guest().await.expect("a guest");
    let floor = accounts.take_name(floor.player, "Flora", "seven long quiet rivers").await.expect("a name");
    accounts.use_floor_code(floor.player, &code).await.expect("the floor");
    vec![
        (header::AUTHORIZATION, format!("Bearer {}", token.reveal())),
        (header::COOKIE, format!("uth_session={}", floor.session.reveal())),
    ]
}

pub fn try_out(bytes: &[u8]) {
    let mut chance = Unstructured::new(bytes);
    let Ok(Some(request)) = request(&mut chance) else { return };
    let asked = format!("{} {}", request.method(), request.uri());
    SCENE.runtime.block_on(async {
        let answer = SCENE.router.clone().oneshot(request).await.expect("an answer");
        let status = answer.status();
        let form = answer.headers().get(header::CONTENT_TYPE).cloned();
        assert!(answer.headers().contains_key(header::CONTENT_SECURITY_POLICY), "{asked}");
        assert!(!status.is_server_error() || status == StatusCode::SERVICE_UNAVAILABLE, "{asked} {status}");
        let text = to_bytes(answer.into_body(), 1 << 22).await.expect("a body");
        if status.is_client_error() {
            let document: Value = serde_json::from_slice(&text).unwrap_or_default();
            let sentence = document["reason"].as_str().unwrap_or_default();
            assert!(sentence.ends_with('.') && document["code"].is_string(), "{asked} {status} {document}");
        } else if form.as_ref().is_some_and(|form| form == "application/json") {
            assert!(serde_json::from_slice::<Value>(&text).is_ok(), "{asked} {status}");
        }
    });
}

/// A request, unless it is none by the rules of HTTP.
fn request(chance: &mut Unstructured<'_>) -> Result<Option<Request<Body>>> {
    let scene = &*SCENE;
    let (method, path) = chance.choose(&scene.routes)?;
    let mut address = String::new();
    for part in path.split_inclusive('/') {
        let name = part.trim_end_matches('/');
        if name.starts_with('{') {
            address += &number(chance)?;
            address += &part[name.len()..];
        } else {
            address += part;
        }
    }
    if chance.arbitrary()? {
        address += "?";
        address += &text(chance)?;
    }
    let Ok(uri) = address.parse::<Uri>() else { return Ok(None) };
    let mut request = Request::builder().method(method.as_str()).uri(uri);
    // Without it, or with a second one, nothing but the refusal is tested.
    if chance.ratio(9, 10)? {
        request = request.header(header::HOST, "a");
    }
    match chance.int_in_range(0..=3u8)? {
        0 => {}
        who @ (1 | 2) => {
            let (name, value) = &scene.credentials[usize::from(who) - 1];
            request = request.header(name, value).header(header::ORIGIN, "http://a");
        }
        _ => {
            let count = chance.int_in_range(1..=3u8)?;
            for _ in 0..count {
                let name = chance.choose(&HEADERS)?.clone();
                let Ok(value) = HeaderValue::from_str(&text(chance)?) else { return Ok(None) };
                request = request.header(name, value);
            }
        }
    }
    if chance.ratio(9, 10)? {
        request = request.header(header::CONTENT_TYPE, "application/json");
    }
    let body = chance.bytes(chance.len())?.to_vec();
    Ok(request.body(Body::from(body)).ok())
}

/// What stands in an address where a number is due.
fn number(chance: &mut Unstructured<'_>) -> Result<String> {
    Ok(match chance.int_in_range(0..=5u8)? {
        0 => text(chance)?,
        1 => chance.arbitrary::<u64>()?.to_string(),
        _ => chance.int_in_range(0..=3u8)?.to_string(),
    })
}

fn text(chance: &mut Unstructured<'_>) -> Result<String> {
    let length = chance.int_in_range(0..=60usize)?.min(chance.len());
    Ok(String::from_utf8_lossy(chance.bytes(length)?).into_owned())
}
