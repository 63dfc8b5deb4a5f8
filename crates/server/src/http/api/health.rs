//! Whether the card room is well.

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use crate::http::AppState;
use crate::http::error::ApiError;
use fair::entropy::fill;
use protocol::{ErrorCode, Fanout, Health};
use store::LogId;

/// `GET /healthz`.
pub(crate) async fn alive() -> Json<Health> {
    Json(ok(None))
}

/// `GET /readyz`: storage answers, chance comes, and the logs were found as they should be when the card room started.
/// One of several nodes also says whether it hears of the others.
pub(crate) async fn ready(State(app): State<AppState>) -> Result<Json<Health>, ApiError> {
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
    let Some(fanout) = &app.config.fanout else { return Ok(Json(ok(None))) };
    // Without it everything goes on, a second later: no reason to send anybody away.
    let state = if fanout.is_connected() { "connected" } else { "lost" };
    let fanout = Fanout { way: fanout.way().name().to_owned(), state: state.to_owned() };
    Ok(Json(ok(Some(fanout))))
}

fn ok(fanout: Option<Fanout>) -> Health {
    Health { status: "ok".to_owned(), fanout }
}

/// `GET /metrics`.
pub(crate) async fn metrics(State(app): State<AppState>) -> Result<Response, ApiError> {
    let text = app.metrics().await?;
    Ok(([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response())
}
