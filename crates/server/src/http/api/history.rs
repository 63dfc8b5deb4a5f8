//! Hands that were played, exports, and reports.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use hyper::body::Frame;
use table::{PlayerId, TableId};
use tokio::sync::mpsc::{Receiver, channel};

use crate::http::AppState;
use crate::http::body::{PathParams, QueryParams};
use crate::http::error::ApiError;
use crate::http::who::{MaybeUser, Staff, User};
use audit::calendar;
use audit::history::{Export, ExportOf, Histories, LogExport, Reader, hands_of, rounds_of};
use audit::report::{Query, flows, report};
use protocol::{
    ErrorCode, ExportFormat, ExportQuery, Flow, GroupBy, HandsPage, PageQuery, Report, ReportQuery, Role,
    RoundHistory,
};
use room::accounts::Caller;
use store::{LogId, StoreError};

fn page_length(query: &PageQuery) -> u32 {
    query.limit.unwrap_or(50).clamp(1, 500)
}

/// `GET /api/hands`.
pub(crate) async fn own(
    State(app): State<AppState>,
    User(caller): User,
    QueryParams(ask): QueryParams<PageQuery>,
) -> Result<Json<HandsPage>, ApiError> {
    let store = app.room.archive();
    Ok(Json(hands_of(&**store, caller.player, ask.next.as_deref(), page_length(&ask)).await?))
}

/// `GET /api/players/{id}/hands`.
pub(crate) async fn of_player(
    State(app): State<AppState>,
    _: Staff,
    PathParams(id): PathParams<u64>,
    QueryParams(ask): QueryParams<PageQuery>,
) -> Result<Json<HandsPage>, ApiError> {
    let store = app.room.archive();
    Ok(Json(hands_of(&**store, PlayerId(id), ask.next.as_deref(), page_length(&ask)).await?))
}

/// `GET /api/tables/{id}/rounds`.
pub(crate) async fn of_table(
    State(app): State<AppState>,
    PathParams(id): PathParams<u64>,
    QueryParams(ask): QueryParams<PageQuery>,
) -> Result<Json<HandsPage>, ApiError> {
    let store = app.room.archive();
    Ok(Json(rounds_of(&**store, TableId(id), ask.next.as_deref(), page_length(&ask)).await?))
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
    Ok(Json(history.record()))
}

fn reader(caller: Option<&Caller>) -> Reader {
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
) -> Response {
    export(&app, ExportOf::Player(caller.player), Reader::Player(caller.player), ask.format)
}

/// `GET /api/players/{id}/export`.
pub(crate) async fn export_player(
    State(app): State<AppState>,
    _: Staff,
    PathParams(id): PathParams<u64>,
    QueryParams(ask): QueryParams<ExportQuery>,
) -> Response {
    export(&app, ExportOf::Player(PlayerId(id)), Reader::Auditor, ask.format)
}

/// `GET /api/tables/{id}/export`.
pub(crate) async fn export_table(
    State(app): State<AppState>,
    _: Staff,
    PathParams(id): PathParams<u64>,
    QueryParams(ask): QueryParams<ExportQuery>,
) -> Response {
    export(&app, ExportOf::Table(TableId(id)), Reader::Auditor, ask.format)
}

/// `GET /api/logs/{id}/export`.
pub(crate) async fn export_log(
    State(app): State<AppState>,
    _: Staff,
    PathParams(id): PathParams<u64>,
) -> Response {
    let log = LogExport::new(Arc::clone(app.room.archive()), LogId(id));
    download(&format!("log-{id}.jsonl"), "application/jsonl", Source::Log(log))
}

fn export(app: &AppState, of: ExportOf, reader: Reader, format: ExportFormat) -> Response {
    let (form, ending) = match format {
        ExportFormat::Jsonl => ("application/jsonl", "jsonl"),
        ExportFormat::Csv => ("text/csv; charset=utf-8", "csv"),
    };
    let name = match of {
        ExportOf::Player(player) => format!("player-{player}.{ending}"),
        ExportOf::Table(table) => format!("table-{table}.{ending}"),
    };
    let hands = Export::new(Arc::clone(app.room.archive()), of, reader, format);
    download(&name, form, Source::Hands(Box::new(hands)))
}

/// What is written page by page.
enum Source {
    Hands(Box<Export>),
    Log(LogExport),
}

impl Source {
    async fn page(&mut self) -> Result<Option<String>, StoreError> {
        match self {
            Source::Hands(export) => export.page().await,
            Source::Log(export) => export.page().await,
        }
    }
}

/// A file that is written no faster than it is read. A storage that breaks off breaks the file off, too.
fn download(name: &str, form: &'static str, mut source: Source) -> Response {
    let (pages, read) = channel(2);
    tokio::spawn(async move {
        while let Some(page) = source.page().await.transpose() {
            let is_broken = page.is_err();
            if pages.send(page).await.is_err() || is_broken {
                return;
            }
        }
    });
    let headers =
        [(CONTENT_TYPE, form.to_owned()), (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\""))];
    (headers, axum::body::Body::new(Pages(read))).into_response()
}

/// The pages of a download as they come.
struct Pages(Receiver<Result<String, StoreError>>);

impl hyper::body::Body for Pages {
    type Data = Bytes;
    type Error = StoreError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, StoreError>>> {
        let frame = |page: Result<String, StoreError>| page.map(|page| Frame::data(Bytes::from(page)));
        self.0.poll_recv(context).map(|page| page.map(frame))
    }
}

/// Reads the days and the table of a report.
fn range(asked: &ReportQuery) -> Result<Query, ApiError> {
    let all = Query::of_all_time(asked.by.unwrap_or(GroupBy::Table));
    let day = |text: &Option<String>, otherwise| match text {
        None => Ok(otherwise),
        Some(text) => calendar::day(text).ok_or_else(|| {
            let why = format!("{text} is no day; days are written like 2026-11-15.");
            ApiError::new(ErrorCode::BadQuery, why)
        }),
    };
    Ok(Query {
        first_day: day(&asked.from, all.first_day)?,
        last_day: day(&asked.to, all.last_day)?,
        table: asked.table.map(TableId::from),
        ..all
    })
}

/// `GET /api/reports`.
pub(crate) async fn reports(
    State(app): State<AppState>,
    _: Staff,
    QueryParams(ask): QueryParams<ReportQuery>,
) -> Result<Json<Report>, ApiError> {
    Ok(Json(report(&**app.room.archive(), range(&ask)?).await?))
}

/// `GET /api/reports/flows`.
pub(crate) async fn reported_flows(
    State(app): State<AppState>,
    _: Staff,
    QueryParams(ask): QueryParams<ReportQuery>,
) -> Result<Json<Vec<Flow>>, ApiError> {
    let Query { first_day, last_day, .. } = range(&ask)?;
    Ok(Json(flows(&**app.room.archive(), first_day, last_day).await?))
}
