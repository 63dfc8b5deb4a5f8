//! What is best, for people who learn.

use axum::extract::State;
use axum::{Extension, Json};

use crate::http::AppState;
use crate::http::body::Body;
use crate::http::connection_slot::Client;
use crate::http::error::ApiError;
use analysis::advice::Point;
use analysis::wire_advice;
use protocol::{Advice, AdviceRequest, ErrorCode};

/// `POST /api/advise`. Before the flop, with other cards seen, this counts for most of a second; so few do at once.
pub(crate) async fn advise(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    Body(ask): Body<AdviceRequest>,
) -> Result<Json<Advice>, ApiError> {
    let wrong = |why: String| ApiError::new(ErrorCode::Cards, format!("{why}."));
    let point =
        Point::read(&ask.hole, &ask.board, &ask.dead, &ask.dealer).map_err(|why| wrong(why.to_string()))?;
    app.advice.take(client).map_err(ApiError::too_fast)?;
    let busy = |_| ApiError::new(ErrorCode::Busy, "The coach is busy; ask again.");
    let _counts = app.coaches.acquire().await.map_err(|_| ApiError::too_slow())?;
    let advised = tokio::task::spawn_blocking(move || point.advised()).await.map_err(busy)?;
    Ok(Json(wire_advice(&advised.map_err(|why| wrong(why.to_string()))?)))
}
