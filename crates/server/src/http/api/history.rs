//! Hands that were played, logs, exports, and reports.

use std::sync::Arc;

use audit::calendar;
use audit::history::{Export, ExportOf, Histories, LogExport, Reader, hands_page, log_entry};
use audit::report::{
    Query, RotationExport, RotationPeriod, VoidsPeriod, banking, flows, report, rotation, voids, voids_export,
};
use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{TryStream, try_unfold};
use protocol::{
    BankingQuery, BankingReport, ErrorCode, ExportFormat, ExportQuery, Flow, GroupBy, HandsPage, Hex32,
    LogEntry, LogPosition, LogQuery, PageQuery, Report, ReportQuery, Role, RotationLog, RotationQuery,
    RoundHistory, Seq, VoidsQuery, VoidsReport,
};
use room::accounts::Caller;
use schemars::JsonSchema;
use store::{LogId, StoreError};
use table::{PlayerId, TableId};

use crate::http::AppState;
use crate::http::error::ApiError;
use crate::http::extract::{MaybeUser, PathParams, QueryParams, Staff, User};
use crate::http::openapi::{Describe, Generators, Operation};

/// `GET /api/hands`.
pub(crate) async fn own(
    State(app): State<AppState>,
    User(caller): User,
    QueryParams(ask): QueryParams<PageQuery>,
) -> Result<Json<HandsPage>, ApiError> {
    hands(&app, ExportOf::Player(caller.player), &ask).await
}

/// `GET /api/players/{id}/hands`.
pub(crate) async fn of_player(
    State(app): State<AppState>,
    _: Staff,
    PathParams(id): PathParams<u64>,
    QueryParams(ask): QueryParams<PageQuery>,
) -> Result<Json<HandsPage>, ApiError> {
    hands(&app, ExportOf::Player(PlayerId(id)), &ask).await
}

/// `GET /api/tables/{id}/rounds`.
pub(crate) async fn of_table(
    State(app): State<AppState>,
    PathParams(id): PathParams<u64>,
    QueryParams(ask): QueryParams<PageQuery>,
) -> Result<Json<HandsPage>, ApiError> {
    hands(&app, ExportOf::Table(TableId(id)), &ask).await
}

async fn hands(app: &AppState, of: ExportOf, ask: &PageQuery) -> Result<Json<HandsPage>, ApiError> {
    let limit = ask.limit.unwrap_or(50).clamp(1, 500);
    Ok(Json(hands_page(&**app.room.archive(), of, ask.next.as_deref(), limit).await?))
}

/// `GET /api/tables/{id}/rounds/{round}`.
pub(crate) async fn round(
    State(app): State<AppState>,
    MaybeUser(caller): MaybeUser,
    PathParams((table, round)): PathParams<(u64, u64)>,
) -> Result<Json<RoundHistory>, ApiError> {
    let mut histories = Histories::new(Arc::clone(app.room.archive()), reader(caller.as_ref()));
    let history = histories.round(TableId(table), round).await?;
    let history = history.ok_or_else(|| {
        let why = format!("table {table} has no round {round} that is over.");
        ApiError::new(ErrorCode::NoSuchRound, why)
    })?;
    Ok(Json(history.record(&app.room.signer().public_key())))
}

pub(super) fn reader(caller: Option<&Caller>) -> Reader {
    match caller {
        None => Reader::Spectator,
        Some(caller) if caller.role == Role::Player => Reader::Player(caller.player),
        Some(_) => Reader::Auditor,
    }
}

/// `GET /api/hands/export`.
pub(crate) async fn export_own(
    State(app): State<AppState>,
    User(caller): User,
    QueryParams(ask): QueryParams<ExportQuery>,
) -> File<true> {
    export(&app, ExportOf::Player(caller.player), Reader::Player(caller.player), ask.format)
}

/// `GET /api/players/{id}/export`.
pub(crate) async fn export_player(
    State(app): State<AppState>,
    _: Staff,
    PathParams(id): PathParams<u64>,
    QueryParams(ask): QueryParams<ExportQuery>,
) -> File<true> {
    export(&app, ExportOf::Player(PlayerId(id)), Reader::Auditor, ask.format)
}

/// `GET /api/tables/{id}/export`.
pub(crate) async fn export_table(
    State(app): State<AppState>,
    _: Staff,
    PathParams(id): PathParams<u64>,
    QueryParams(ask): QueryParams<ExportQuery>,
) -> File<true> {
    export(&app, ExportOf::Table(TableId(id)), Reader::Auditor, ask.format)
}

const fn file_type(format: ExportFormat) -> (&'static str, &'static str) {
    match format {
        ExportFormat::Jsonl => ("application/jsonl", "jsonl"),
        ExportFormat::Csv => ("text/csv; charset=utf-8", "csv"),
    }
}

fn export(app: &AppState, of: ExportOf, reader: Reader, format: ExportFormat) -> File<true> {
    let (media_type, ending) = file_type(format);
    let name = match of {
        ExportOf::Player(player) => format!("player-{player}.{ending}"),
        ExportOf::Table(table) => format!("table-{table}.{ending}"),
    };
    let key = app.room.signer().public_key();
    let hands = Export::new(Arc::clone(app.room.archive()), of, reader, format, key);
    let page = async |mut hands: Export| Ok(hands.page().await?.map(|page| (page, hands)));
    download(&name, media_type, try_unfold(hands, page))
}

/// `GET /api/logs/{id}/export`.
pub(crate) async fn export_log(
    State(app): State<AppState>,
    _: Staff,
    PathParams(id): PathParams<u64>,
) -> File<false> {
    let log = LogExport::new(Arc::clone(app.room.archive()), LogId(id), app.room.signer().public_key());
    let page = async |mut log: LogExport| Ok(log.page().await?.map(|page| (page, log)));
    download(&format!("log-{id}.jsonl"), "application/jsonl", try_unfold(log, page))
}

/// Answers with a file that is written no faster than it is read. If the store fails on the way, the connection breaks
/// off, so that nobody takes a part for the whole.
fn download<Pages, const CSV: bool>(name: &str, media_type: &str, pages: Pages) -> File<CSV>
where
    Pages: TryStream<Ok = String, Error = StoreError> + Send + 'static,
{
    let disposition = format!("attachment; filename=\"{name}\"");
    let headers = [(CONTENT_TYPE, media_type.to_owned()), (CONTENT_DISPOSITION, disposition)];
    File((headers, Body::from_stream(pages)).into_response())
}

/// A file of lines of JSON; with `CSV`, of comma-separated values if the caller asks for them.
pub(crate) struct File<const CSV: bool>(Response);

impl<const CSV: bool> IntoResponse for File<CSV> {
    fn into_response(self) -> Response {
        self.0
    }
}

impl<const CSV: bool> Describe for File<CSV> {
    fn describe(operation: &mut Operation, generators: &mut Generators) {
        operation.answers("application/jsonl", String::json_schema(&mut generators.answer));
        if CSV {
            operation.answers("text/csv", String::json_schema(&mut generators.answer));
        }
    }
}

/// `GET /api/logs/{id}`: entries of a log, in order. Unseen cards are not in it.
pub(crate) async fn log(
    State(app): State<AppState>,
    _: Staff,
    PathParams(id): PathParams<u64>,
    QueryParams(ask): QueryParams<LogQuery>,
) -> Result<Json<Vec<LogEntry>>, ApiError> {
    if LogId(id) == LogId::ROOM {
        app.room.drain_outbox().await?;
    }
    let limit = ask.limit.unwrap_or(100).min(1_000);
    let entries = app.room.archive().entries(LogId(id), ask.after.0, limit).await?;
    Ok(Json(entries.into_iter().map(log_entry).collect()))
}

/// `GET /api/logs/{id}/head`.
pub(crate) async fn log_head(
    State(app): State<AppState>,
    _: Staff,
    PathParams(id): PathParams<u64>,
) -> Result<Json<LogPosition>, ApiError> {
    let head = app.room.archive().head(LogId(id)).await?;
    let head = head.ok_or_else(|| ApiError::new(ErrorCode::NoSuchLog, format!("There is no log {id}.")))?;
    Ok(Json(LogPosition { seq: Seq(head.seq), hash: Hex32(head.hash) }))
}

/// Reads the first and the last day of a report; all days if they are left out.
fn days(from: Option<&str>, to: Option<&str>) -> Result<(u64, u64), ApiError> {
    let all = Query::of_all_time(GroupBy::Day);
    let day = |text: Option<&str>, otherwise| match text {
        None => Ok(otherwise),
        Some(text) => calendar::day(text).ok_or_else(|| {
            let why = format!("{text} is no day; days are written like 2026-11-15.");
            ApiError::new(ErrorCode::BadQuery, why)
        }),
    };
    Ok((day(from, all.first_day)?, day(to, all.last_day)?))
}

/// `GET /api/reports`.
pub(crate) async fn reports(
    State(app): State<AppState>,
    _: Staff,
    QueryParams(ask): QueryParams<ReportQuery>,
) -> Result<Json<Report>, ApiError> {
    let (first_day, last_day) = days(ask.from.as_deref(), ask.to.as_deref())?;
    let (by, table) = (ask.by.unwrap_or(GroupBy::Table), ask.table.map(TableId::from));
    Ok(Json(report(&**app.room.archive(), Query { by, first_day, last_day, table }).await?))
}

/// `GET /api/reports/flows`.
pub(crate) async fn reported_flows(
    State(app): State<AppState>,
    _: Staff,
    QueryParams(ask): QueryParams<ReportQuery>,
) -> Result<Json<Vec<Flow>>, ApiError> {
    let (first_day, last_day) = days(ask.from.as_deref(), ask.to.as_deref())?;
    Ok(Json(flows(&**app.room.archive(), first_day, last_day).await?))
}

/// `GET /api/banking`.
pub(crate) async fn own_banking(
    State(app): State<AppState>,
    User(caller): User,
    QueryParams(ask): QueryParams<BankingQuery>,
) -> Result<Json<BankingReport>, ApiError> {
    let (first_day, last_day) = days(ask.from.as_deref(), ask.to.as_deref())?;
    Ok(Json(banking(app.room.archive(), caller.player, first_day, last_day).await?))
}

/// `GET /api/rotation`.
pub(crate) async fn rotation_log(
    State(app): State<AppState>,
    _: Staff,
    QueryParams(ask): QueryParams<RotationQuery>,
) -> Result<Json<RotationLog>, ApiError> {
    Ok(Json(rotation(app.room.archive(), period(&ask)?).await?))
}

/// `GET /api/rotation/export`.
pub(crate) async fn export_rotation(
    State(app): State<AppState>,
    _: Staff,
    QueryParams(ask): QueryParams<RotationQuery>,
) -> Result<File<true>, ApiError> {
    let log = RotationExport::new(Arc::clone(app.room.archive()), period(&ask)?, ask.format).await?;
    let page = async |mut log: RotationExport| Ok(log.page().await?.map(|page| (page, log)));
    let (media_type, ending) = file_type(ask.format);
    Ok(download(&format!("rotation.{ending}"), media_type, try_unfold(log, page)))
}

/// `GET /api/reports/voids`.
pub(crate) async fn reported_voids(
    State(app): State<AppState>,
    _: Staff,
    QueryParams(ask): QueryParams<VoidsQuery>,
) -> Result<Json<VoidsReport>, ApiError> {
    Ok(Json(voids(app.room.archive(), voids_period(&ask)?).await?))
}

/// `GET /api/reports/voids/export`.
pub(crate) async fn export_voids(
    State(app): State<AppState>,
    _: Staff,
    QueryParams(ask): QueryParams<VoidsQuery>,
) -> Result<File<true>, ApiError> {
    let text = voids_export(app.room.archive(), voids_period(&ask)?, ask.format).await?;
    let (media_type, ending) = file_type(ask.format);
    let whole = try_unfold(Some(text), async |text| Ok(text.map(|text| (text, None))));
    Ok(download(&format!("voids.{ending}"), media_type, whole))
}

fn voids_period(ask: &VoidsQuery) -> Result<VoidsPeriod, ApiError> {
    let (first_day, last_day) = days(ask.from.as_deref(), ask.to.as_deref())?;
    let (table, person) = (ask.table.map(TableId::from), ask.person.map(PlayerId::from));
    Ok(VoidsPeriod { first_day, last_day, table, person })
}

fn period(ask: &RotationQuery) -> Result<RotationPeriod, ApiError> {
    let (first_day, last_day) = days(ask.from.as_deref(), ask.to.as_deref())?;
    let (table, player) = (ask.table.map(TableId::from), ask.player.map(PlayerId::from));
    Ok(RotationPeriod { first_day, last_day, table, player })
}
