//! Whether the card room is well.

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::http::AppState;
use crate::http::error::ApiError;
use fair::entropy::fill;
use protocol::ErrorCode;
use store::LogId;

/// `GET /healthz`.
pub(crate) async fn alive() -> Json<Value> {
    Json(json!({"status": "ok"}))
}

/// `GET /readyz`: storage answers, chance comes, and the logs were found as they should be when the card room started.
/// One of several nodes also says whether it hears of the others.
pub(crate) async fn ready(State(app): State<AppState>) -> Result<Json<Value>, ApiError> {
    let not_ready = |error: &str| ApiError::new(ErrorCode::NotReady, error);
    if *app.stopping.borrow() {
        return Err(not_ready("The card room is stopping."));
    }
    if !app.is_open() {
        return Err(not_ready("The logs are still being checked."));
    }
    if fill(&mut [0; 32], app.room.entropy()).is_err() {
        return Err(not_ready("There are no random bytes, so nothing is dealt."));
    }
    app.room.store().head(LogId::ROOM).await?;
    let Some(fanout) = &app.config.fanout else { return Ok(Json(json!({"status": "ok"}))) };
    // Without it everything goes on, a second later: no reason to send anybody away.
    let state = if fanout.is_connected() { "connected" } else { "lost" };
    Ok(Json(json!({"status": "ok", "fanout": {"way": fanout.way().name(), "state": state}})))
}

/// `GET /metrics`.
pub(crate) async fn metrics(State(app): State<AppState>) -> Result<Response, ApiError> {
    let text = app.metrics().await?;
    Ok(([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response())
}
