//! The description of the API for programs, and whether the card room is well.

use std::sync::atomic::Ordering;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderName;
use axum::http::header::CONTENT_TYPE;
use fair::entropy::fill;
use protocol::{ErrorCode, Fanout, Health, PublicKeyAnswer};
use serde_json::Value;
use store::LogId;

use crate::http::AppState;
use crate::http::error::ApiError;
use crate::http::openapi::document;

/// `GET /api/openapi.json`.
pub(crate) async fn openapi() -> Json<Value> {
    Json(document())
}

/// `GET /api/key`.
pub(crate) async fn key(State(app): State<AppState>) -> Json<PublicKeyAnswer> {
    Json(PublicKeyAnswer { public_key: app.room.signer().public_key().into() })
}

/// `GET /healthz`.
pub(crate) async fn alive() -> Json<Health> {
    Json(Health { status: "ok".to_owned(), fanout: None })
}

/// `GET /readyz`: no fault lasts, the store answers, there are random bytes, and the logs were in order when the card
/// room started. One of several nodes also says whether it hears of the others.
pub(crate) async fn ready(State(app): State<AppState>) -> Result<Json<Health>, ApiError> {
    let not_ready = |error: &str| ApiError::new(ErrorCode::NotReady, error);
    // A load balancer sends nobody to a node that is about to end.
    if *app.stopping.borrow() {
        return Err(not_ready("The card room is stopping."));
    }
    if !app.open.load(Ordering::Acquire) {
        return Err(not_ready("The logs are still being checked."));
    }
    if fill(&mut [0; 32], app.room.entropy()).is_err() {
        return Err(not_ready("There are no random bytes, so nothing is dealt."));
    }
    let faults = app.room.faults().lasting();
    if !faults.is_empty() {
        let reasons: Vec<&str> = faults.iter().map(|fault| fault.reason.as_str()).collect();
        return Err(not_ready(&reasons.join(" ")));
    }
    // The cheapest question that only a store in order can answer.
    app.room.store().head(LogId::ROOM).await?;
    // A node that does not hear of the others is ready all the same: it asks the store once a second.
    let fanout = app.config.fanout.as_ref().map(|fanout| Fanout {
        way: fanout.transport.name().to_owned(),
        state: if fanout.is_connected() { "connected" } else { "lost" }.to_owned(),
    });
    Ok(Json(Health { status: "ok".to_owned(), fanout }))
}

/// `GET /metrics`.
pub(crate) async fn metrics(
    State(app): State<AppState>,
) -> Result<([(HeaderName, &'static str); 1], String), ApiError> {
    Ok(([(CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")], app.metrics().await?))
}
