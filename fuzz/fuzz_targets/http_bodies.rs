//! Any bytes as the body of any request of a guest's: the answer is a document, and never a fault of the card room's.
#![no_main]

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, header};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use server::entropy::OperatingSystem;
use server::http::{Config, Limits, Rate, Site, router};
use server::room::{Options, Room};
use server::seal::SealKey;
use server::store::sqlite::Sqlite;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tower::ServiceExt;

const ADDRESSES: [&str; 10] = [
    "/api/guest",
    "/api/name",
    "/api/sign-in",
    "/api/password",
    "/api/limits",
    "/api/tokens",
    "/api/floor-code",
    "/api/roles",
    "/api/tables",
    "/api/tables/1/void",
];

struct Scene {
    runtime: Runtime,
    router: Router,
    token: String,
    _folder: TempDir,
}

static SCENE: LazyLock<Scene> = LazyLock::new(|| {
    let runtime = Runtime::new().expect("a runtime");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("room.db");
    let (router, token) = runtime.block_on(async {
        let options = Options {
            key: SealKey::from_bytes(&[7; 32]),
            entropy: Box::new(OperatingSystem),
            thinking_ms: 0,
            is_shared: false,
        };
        let room = Room::new(Arc::new(Sqlite::open(&path).expect("a file")), options).await.expect("a room");
        let fast = Rate { per_minute: 60_000_000, at_once: 1_000_000 };
        let limits = Limits {
            connections: 10,
            requests: fast,
            joins: fast,
            sign_ins: fast,
            messages: fast,
            advice: fast,
        };
        let site = Site::new(room, Config { limits, ..Config::default() }, None);
        let now_ms = 1_767_225_600_000;
        let guest = site.accounts().guest(now_ms).await.expect("a guest");
        let (_, token) = site.accounts().new_token(guest.player, "fuzz", now_ms).await.expect("a token");
        (router(site), token.reveal().to_owned())
    });
    Scene { runtime, router, token, _folder: folder }
});

fuzz_target!(|bytes: &[u8]| {
    let Some((place, body)) = bytes.split_first() else { return };
    let address = ADDRESSES[usize::from(*place) % ADDRESSES.len()];
    let request = Request::post(address)
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::AUTHORIZATION, format!("Bearer {}", SCENE.token))
        .body(Body::from(body.to_vec()))
        .expect("a request");
    SCENE.runtime.block_on(async {
        let answer = SCENE.router.clone().oneshot(request).await.expect("an answer");
        let status = answer.status();
        assert!(!status.is_server_error(), "{address} {status}");
        let text = to_bytes(answer.into_body(), 1 << 20).await.expect("a body");
        let document: Value = serde_json::from_slice(&text).unwrap_or_default();
        assert!(status.is_success() || document["error"].is_string(), "{address} {status}");
    });
});
