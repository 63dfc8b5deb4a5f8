//! Tokens of programs.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use crate::http::AppState;
use crate::http::body::{Body, PathParams};
use crate::http::error::ApiError;
use crate::http::who::User;
use protocol::{NewToken, Token, TokenRequest};

/// `GET /api/tokens`.
pub(crate) async fn list(
    State(app): State<AppState>,
    User(caller): User,
) -> Result<Json<Vec<Token>>, ApiError> {
    Ok(Json(app.accounts.tokens(caller.player).await?))
}

/// `POST /api/tokens`.
pub(crate) async fn create(
    State(app): State<AppState>,
    User(caller): User,
    Body(ask): Body<TokenRequest>,
) -> Result<Json<NewToken>, ApiError> {
    let (kept, secret) = app.accounts.new_token(caller.player, &ask.name, app.now_ms()).await?;
    Ok(Json(NewToken { kept, token: secret.reveal().to_owned() }))
}

/// `DELETE /api/tokens/{id}`.
pub(crate) async fn revoke(
    State(app): State<AppState>,
    User(caller): User,
    PathParams(id): PathParams<u64>,
) -> Result<StatusCode, ApiError> {
    app.accounts.revoke_token(caller.player, id, app.now_ms()).await?;
    app.has_ended(caller.player);
    Ok(StatusCode::NO_CONTENT)
}
