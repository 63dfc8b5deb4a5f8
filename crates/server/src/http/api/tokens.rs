//! Tokens of programs.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};

use crate::http::Shared;
use crate::http::body::{At, Body};
use crate::http::error::ApiError;
use crate::http::who::Somebody;
use room::accounts::Token;

/// `GET /api/tokens`.
pub(crate) async fn list(
    State(site): State<Shared>,
    Somebody(caller): Somebody,
) -> Result<Json<Vec<Token>>, ApiError> {
    Ok(Json(site.accounts.tokens(caller.player).await?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TokenAsk {
    name: String,
}

/// A token with its secret, which is told this once.
#[derive(Serialize)]
pub(crate) struct NewToken {
    #[serde(flatten)]
    kept: Token,
    token: String,
}

/// `POST /api/tokens`.
pub(crate) async fn create(
    State(site): State<Shared>,
    Somebody(caller): Somebody,
    Body(ask): Body<TokenAsk>,
) -> Result<Json<NewToken>, ApiError> {
    let (kept, secret) = site.accounts.new_token(caller.player, &ask.name, site.now_ms()).await?;
    Ok(Json(NewToken { kept, token: secret.reveal().to_owned() }))
}

/// `DELETE /api/tokens/{id}`.
pub(crate) async fn revoke(
    State(site): State<Shared>,
    Somebody(caller): Somebody,
    At(id): At<u64>,
) -> Result<StatusCode, ApiError> {
    site.accounts.revoke_token(caller.player, id, site.now_ms()).await?;
    site.has_ended(caller.player);
    Ok(StatusCode::NO_CONTENT)
}
