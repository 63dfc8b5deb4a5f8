//! The floor: how one becomes it, and whom it makes what.

use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};
use table::PlayerId;

use crate::http::AppState;
use crate::http::body::{Body, PathParams, QueryParams};
use crate::http::connection_slot::Client;
use crate::http::error::ApiError;
use crate::http::who::{Floor, Staff, User};
use audit::history::log_entry;
use protocol::{
    ErrorCode, FloorCodeRequest, Hex32, LogEntry, LogHead, LogQuery, Me, PeoplePage, PeopleQuery, Role,
    RoleRequest, Seq,
};
use room::accounts::Secret;
use store::LogId;

/// `POST /api/floor-code`.
pub(crate) async fn floor_code(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    User(mut caller): User,
    Body(ask): Body<FloorCodeRequest>,
) -> Result<Json<Me>, ApiError> {
    app.sign_ins.take(client).map_err(ApiError::too_fast)?;
    let code = Secret::claimed(ask.code.trim());
    app.accounts.use_floor_code(caller.player, &code, app.now_ms()).await?;
    tracing::info!(player = caller.player.0, "an account is floor by the one-time code");
    caller.role = Role::Floor;
    Ok(Json(app.me(caller).await?))
}

/// `POST /api/roles`.
pub(crate) async fn give_role(
    State(app): State<AppState>,
    Floor(floor): Floor,
    Body(ask): Body<RoleRequest>,
) -> Result<StatusCode, ApiError> {
    let to = PlayerId::from(ask.player);
    app.accounts.give_role(floor.player, to, ask.role, &ask.reason, app.now_ms()).await?;
    tracing::info!(by = floor.player.0, to = to.0, role = ?ask.role, "a role was given");
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /api/logs/{id}`: what was written, in the order in which it was. Unseen cards are not in it.
pub(crate) async fn log(
    State(app): State<AppState>,
    _: Staff,
    PathParams(id): PathParams<u64>,
    QueryParams(ask): QueryParams<LogQuery>,
) -> Result<Json<Vec<LogEntry>>, ApiError> {
    let limit = ask.limit.unwrap_or(100).min(1_000);
    if LogId(id) == LogId::ROOM {
        app.room.drain_outbox().await?;
    }
    let entries = app.room.archive().entries(LogId(id), ask.after.0, limit).await?;
    Ok(Json(entries.into_iter().map(log_entry).collect()))
}

/// `GET /api/logs/{id}/head`.
pub(crate) async fn log_head(
    State(app): State<AppState>,
    _: Staff,
    PathParams(id): PathParams<u64>,
) -> Result<Json<LogHead>, ApiError> {
    let head = app.room.archive().head(LogId(id)).await?;
    let head = head.ok_or_else(|| ApiError::new(ErrorCode::NoSuchLog, format!("There is no log {id}.")))?;
    Ok(Json(LogHead { seq: Seq(head.seq), hash: Hex32(head.hash) }))
}

/// The most people that are told at once.
const MOST_PEOPLE: u32 = 200;

/// `GET /api/players`.
pub(crate) async fn people(
    State(app): State<AppState>,
    _: Staff,
    QueryParams(ask): QueryParams<PeopleQuery>,
) -> Result<Json<PeoplePage>, ApiError> {
    let limit = ask.limit.unwrap_or(50).clamp(1, MOST_PEOPLE);
    let accounts = &app.accounts;
    let page = match (&ask.ids, &ask.find) {
        (Some(ids), _) => accounts.people_numbered(&numbers(ids)?).await?,
        (None, Some(words)) => accounts.people_called(words, limit).await?,
        (None, None) => accounts.people(ask.role, ask.next.as_deref(), limit).await?,
    };
    Ok(Json(page))
}

fn numbers(text: &str) -> Result<Vec<u64>, ApiError> {
    let numbers: Option<Vec<u64>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    numbers.filter(|numbers| numbers.len() <= MOST_PEOPLE as usize).ok_or_else(|| {
        let why = format!("ids are up to {MOST_PEOPLE} numbers of accounts, like 3,7,12.");
        ApiError::new(ErrorCode::BadQuery, why)
    })
}
