//! The lobby, and what the floor does to tables.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use table::TableId;

use crate::http::body::{Body, PathParams};
use crate::http::error::ApiError;
use crate::http::who::{Floor, Staff};
use crate::http::{App, AppState};
use journal::TableRecord;
use protocol::{
    ClientCommand, CommandId, FloorRequest, LobbyEntry, OpenTableRequest, OpenedTable, TableName,
};
use room::accounts::Caller;
use room::{CommandError, CommandRequest};

/// `GET /api/tables`.
pub(crate) async fn lobby(State(app): State<AppState>) -> Result<Json<Vec<LobbyEntry>>, ApiError> {
    let mut lobby = Vec::new();
    for (table, _) in app.room.tables().await? {
        match app.room.lobby_entry(table).await {
            Ok(summary) => lobby.push(summary),
            Err(refused) => tracing::warn!(%refused, table = table.0, "a table is missing in the lobby"),
        }
    }
    Ok(Json(lobby))
}

/// `GET /api/tables/all`.
pub(crate) async fn ever(State(app): State<AppState>, _: Staff) -> Result<Json<Vec<TableName>>, ApiError> {
    let tables = app.room.tables_ever().await?.into_iter();
    let told = |(table, record): (TableId, TableRecord)| TableName {
        table: table.into(),
        name: record.name,
        closed: record.closed,
    };
    Ok(Json(tables.map(told).collect()))
}

/// `GET /api/tables/{id}`.
pub(crate) async fn table(
    State(app): State<AppState>,
    PathParams(id): PathParams<u64>,
) -> Result<Json<LobbyEntry>, ApiError> {
    Ok(Json(app.room.lobby_entry(TableId(id)).await?))
}

/// `POST /api/tables`.
pub(crate) async fn open(
    State(app): State<AppState>,
    Floor(floor): Floor,
    Body(ask): Body<OpenTableRequest>,
) -> Result<Json<OpenedTable>, ApiError> {
    let opened = app.room.open_table(Some(floor.player), &ask.name, &ask.settings, ask.bots).await?;
    tracing::info!(by = floor.player.0, table = opened.0, "a table was opened");
    Ok(Json(OpenedTable { table: opened.into() }))
}

/// `POST /api/tables/{id}/void`.
pub(crate) async fn void(
    State(app): State<AppState>,
    Floor(floor): Floor,
    PathParams(id): PathParams<u64>,
    Body(ask): Body<FloorRequest>,
) -> Result<StatusCode, ApiError> {
    let (reason, name) = (ask.reason, ask.id);
    app.rule(TableId(id), &floor, name, ClientCommand::Void { reason }).await
}

/// `POST /api/tables/{id}/close`.
pub(crate) async fn close(
    State(app): State<AppState>,
    Floor(floor): Floor,
    PathParams(id): PathParams<u64>,
    Body(ask): Body<FloorRequest>,
) -> Result<StatusCode, ApiError> {
    let (reason, name) = (ask.reason, ask.id);
    app.rule(TableId(id), &floor, name, ClientCommand::Close { reason }).await
}

impl App {
    async fn rule(
        &self,
        table: TableId,
        floor: &Caller,
        name: Option<CommandId>,
        ask: ClientCommand,
    ) -> Result<StatusCode, ApiError> {
        let seen = self.room.lobby_entry(table).await?.seq;
        let id = match name {
            Some(name) => name,
            None => self.room.fresh_command_id().map_err(CommandError::from)?,
        };
        self.room.execute(table, CommandRequest::new(floor.player, id, seen, ask)).await?;
        Ok(StatusCode::NO_CONTENT)
    }
}
