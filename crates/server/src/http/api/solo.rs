//! A table of one's own, at one click.

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use crate::bootstrap;
use crate::http::AppState;
use crate::http::error::ApiError;
use crate::http::who::User;

/// `POST /api/solo`: the caller sits at a table for one, the one where they sat if there is one.
pub(crate) async fn solo(State(app): State<AppState>, User(caller): User) -> Result<Json<Value>, ApiError> {
    let table = bootstrap::seat_at_solo_table(&app.room, &app.accounts, caller.player).await?;
    Ok(Json(json!({"table": table.0, "seat": 1})))
}
