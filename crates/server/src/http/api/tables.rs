//! The rule books, the lobby, and what the floor does to tables.

use analysis::clauses;
use axum::Json;
use axum::extract::State;
use protocol::{
    BookRecord, Clause, ClientCommand, FloorRequest, LobbyEntry, OpenTableRequest, OpenedTable, Receipt,
    SeatTaken, TableName,
};
use room::CommandError;
use room::accounts::Caller;
use table::TableId;
use uth::Book;

use crate::bootstrap;
use crate::http::error::ApiError;
use crate::http::extract::{Body, Floor, PathParams, Staff, User};
use crate::http::{App, AppState};

/// `GET /api/rules`.
pub(crate) async fn books() -> Json<Vec<BookRecord>> {
    Json(Book::ALL.iter().map(|book| BookRecord::from(book.rules())).collect())
}

/// `GET /api/rules/{book}`.
pub(crate) async fn book(PathParams(book): PathParams<String>) -> Result<Json<BookRecord>, ApiError> {
    let book: Book = book.parse().map_err(|_| ApiError::no_such_page())?;
    Ok(Json(BookRecord::from(book.rules())))
}

/// `GET /api/clauses`.
pub(crate) async fn clauses() -> Json<Vec<Clause>> {
    Json(clauses::clauses().to_vec())
}

/// `GET /api/tables`.
pub(crate) async fn lobby(State(app): State<AppState>) -> Result<Json<Vec<LobbyEntry>>, ApiError> {
    let mut lobby = Vec::new();
    for (table, _) in app.room.tables().await? {
        match app.room.lobby_entry(table).await {
            Ok(summary) => lobby.push(summary),
            // One broken table must not hide the others.
            Err(refused) => tracing::warn!(%refused, table = table.0, "a table is missing in the lobby"),
        }
    }
    Ok(Json(lobby))
}

/// `GET /api/tables/all`.
pub(crate) async fn ever(State(app): State<AppState>, _: Staff) -> Result<Json<Vec<TableName>>, ApiError> {
    let tables = app.room.tables_ever().await?.into_iter();
    let names = tables.map(|(table, record)| TableName {
        table: table.into(),
        name: record.name,
        closed: record.closed,
    });
    Ok(Json(names.collect()))
}

/// `GET /api/tables/{id}`.
pub(crate) async fn table(
    State(app): State<AppState>,
    PathParams(id): PathParams<u64>,
) -> Result<Json<LobbyEntry>, ApiError> {
    Ok(Json(app.room.lobby_entry(TableId(id)).await?))
}

/// `POST /api/solo`: seats the caller at a solo table, the one where they sit already if there is one.
pub(crate) async fn solo(
    State(app): State<AppState>,
    User(caller): User,
) -> Result<Json<SeatTaken>, ApiError> {
    let table = bootstrap::seat_at_solo_table(&app.room, &app.accounts, caller.player).await?;
    let first = uth::Seat::new(1).expect("every table has a first seat");
    Ok(Json(SeatTaken { table: table.into(), seat: first.into() }))
}

/// `POST /api/tables`.
pub(crate) async fn open(
    State(app): State<AppState>,
    Floor(floor): Floor,
    Body(ask): Body<OpenTableRequest>,
) -> Result<Json<OpenedTable>, ApiError> {
    let receipt = app.room.open_table(Some(floor.player), &ask.name, &ask.settings, ask.bots).await?;
    tracing::info!(by = floor.player.0, table = receipt.table.0, "a table was opened");
    Ok(Json(OpenedTable { table: receipt.table, receipt }))
}

/// `POST /api/tables/{id}/void`.
pub(crate) async fn void(
    State(app): State<AppState>,
    Floor(floor): Floor,
    PathParams(id): PathParams<u64>,
    Body(ask): Body<FloorRequest>,
) -> Result<Json<Receipt>, ApiError> {
    app.rule(TableId(id), &floor, ask, |reason| ClientCommand::Void { reason }).await
}

/// `POST /api/tables/{id}/close`.
pub(crate) async fn close(
    State(app): State<AppState>,
    Floor(floor): Floor,
    PathParams(id): PathParams<u64>,
    Body(ask): Body<FloorRequest>,
) -> Result<Json<Receipt>, ApiError> {
    app.rule(TableId(id), &floor, ask, |reason| ClientCommand::Close { reason }).await
}

impl App {
    async fn rule(
        &self,
        table: TableId,
        floor: &Caller,
        ask: FloorRequest,
        command: impl FnOnce(String) -> ClientCommand,
    ) -> Result<Json<Receipt>, ApiError> {
        // The floor rules about the table as it is now, whatever its page showed.
        let seen = self.room.lobby_entry(table).await?.seq;
        let fresh = || self.room.fresh_command_id().map_err(CommandError::from);
        let id = ask.id.map_or_else(fresh, Ok)?;
        let ruled = self.accounts.execute_as_floor(table, floor.player, id, seen, command(ask.reason));
        Ok(Json(ruled.await?))
    }
}
