//! Which points of hands are worth practising.

use std::sync::Arc;

use axum::extract::State;
use axum::{Extension, Json};

use crate::http::AppState;
use crate::http::body::Body;
use crate::http::connection_slot::Client;
use crate::http::error::ApiError;
use analysis::advice::Point;
use protocol::{DrillPoint, DrillRequest, DrillValue, ErrorCode};

/// So many points are looked at together.
const MOST_POINTS: usize = 24;

/// `POST /api/drill`. Whoever deals drills in a page asks which of many points are close, and shows one of these.
pub(crate) async fn drill(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    Body(ask): Body<DrillRequest>,
) -> Result<Json<Vec<DrillValue>>, ApiError> {
    let wrong = |why: String| ApiError::new(ErrorCode::Cards, why);
    let count = ask.points.len();
    if count == 0 || count > MOST_POINTS {
        return Err(wrong(format!("There may be 1 to {MOST_POINTS} points, not {count}.")));
    }
    let read = |point: &DrillPoint| Point::read(&point.hole, &point.board, "", "");
    let points: Result<Vec<Point>, _> = ask.points.iter().map(read).collect();
    let points = points.map_err(|why| wrong(format!("{why}.")))?;
    app.advice.take(client).map_err(ApiError::too_fast)?;
    let _counts = app.coaches.acquire().await.map_err(|_| ApiError::too_slow())?;
    let busy = |_| ApiError::new(ErrorCode::Busy, "The trainer is busy; ask again.");
    let laboratory = Arc::clone(&app.laboratory);
    let looking = tokio::task::spawn_blocking(move || {
        points.iter().map(|point| laboratory.drill_value(point)).collect()
    });
    let values: Result<Vec<DrillValue>, odds::AdviceError> = looking.await.map_err(busy)?;
    Ok(Json(values.map_err(|why| wrong(format!("{why}.")))?))
}
