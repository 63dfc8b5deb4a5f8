//! A table of one's own, at one click.

use axum::Json;
use axum::extract::State;

use crate::bootstrap;
use crate::http::AppState;
use crate::http::error::ApiError;
use crate::http::who::User;
use protocol::SeatTaken;

/// `POST /api/solo`: the caller sits at a table for one, the one where they sat if there is one.
pub(crate) async fn solo(
    State(app): State<AppState>,
    User(caller): User,
) -> Result<Json<SeatTaken>, ApiError> {
    let table = bootstrap::seat_at_solo_table(&app.room, &app.accounts, caller.player).await?;
    let first = uth::Seat::new(1).expect("every table has a first seat");
    Ok(Json(SeatTaken { table: table.into(), seat: first.into() }))
}
