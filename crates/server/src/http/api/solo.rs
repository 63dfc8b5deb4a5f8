//! A table of one's own, at one click.

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use crate::first;
use crate::http::Shared;
use crate::http::error::ApiError;
use crate::http::who::Somebody;

/// `POST /api/solo`: the caller sits at a table for one, the one where they sat if there is one.
pub(crate) async fn solo(
    State(site): State<Shared>,
    Somebody(caller): Somebody,
) -> Result<Json<Value>, ApiError> {
    let table = first::seat_alone(&site.room, caller.player).await?;
    Ok(Json(json!({"table": table.0, "seat": 1})))
}
