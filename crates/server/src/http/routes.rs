//! Every address, as data: the router, the `OpenAPI` document and the readable description are made from this list.

use axum::handler::Handler;
use axum::routing::{MethodFilter, MethodRouter, on};
use protocol::ErrorCode::{
    self, Busy, Cards, Closed, Excluded, ExclusionDays, Fault, Game, GuestsMayNot, HasChips, LimitAmount,
    Locked, NameLength, NameLetters, NameReserved, NameTaken, NamedAlready, NoReason, NoStackLeft, NoSuchLog,
    NoSuchPlayer, NoSuchRound, NoSuchTable, NoSuchToken, NotNow, NotReady, PasswordLength, RoleNotTheirs,
    SeatTaken, Settings, TableName, TokenName, TokensFull, TooMany, TooManyTables, WebSocket, WrongCode,
    WrongPassword,
};

use super::api::{accounts, history, laboratory, splits, status, tables};
use super::openapi::{Endpoint, Generators, Operation};
use super::{AppState, page, socket};

/// An address, its handler, and what the document says of it beyond the handler's signature.
pub(super) struct Route {
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    pub(super) summary: &'static str,
    /// Errors that follow neither from the signature nor from the method.
    pub(super) errors: &'static [ErrorCode],
    pub(super) describe: fn(&mut Operation, &mut Generators),
    pub(super) handler: MethodRouter<AppState>,
}

impl Route {
    fn errors(self, errors: &'static [ErrorCode]) -> Route {
        Route { errors, ..self }
    }
}

type Method = (&'static str, MethodFilter);

const GET: Method = ("get", MethodFilter::GET);
const POST: Method = ("post", MethodFilter::POST);
const DELETE: Method = ("delete", MethodFilter::DELETE);

fn route<Arguments, Extractors: 'static, H: Endpoint<Arguments> + Handler<Extractors, AppState>>(
    (method, filter): Method,
    path: &'static str,
    summary: &'static str,
    handler: H,
) -> Route {
    Route { method, path, summary, errors: &[], describe: H::describe, handler: on(filter, handler) }
}

/// Returns all routes.
pub(super) fn routes() -> Vec<Route> {
    let all =
        [of_accounts(), of_staff(), of_tables(), of_history(), of_splits(), of_status(), of_laboratory()];
    all.into_iter().flatten().collect()
}

fn of_accounts() -> Vec<Route> {
    const NAME: &[ErrorCode] =
        &[NameLength, NameLetters, NameReserved, NameTaken, NamedAlready, PasswordLength, Busy];
    const PASSWORD: &[ErrorCode] = &[PasswordLength, GuestsMayNot, WrongPassword, Locked, Busy];
    const TOKEN: &[ErrorCode] = &[TokenName, TokensFull];
    vec![
        route(POST, "/api/guest", "Play as a guest.", accounts::guest).errors(TOKEN),
        route(POST, "/api/name", "Take a name and a password; the wallet stays.", accounts::name)
            .errors(NAME),
        route(POST, "/api/sign-in", "Sign in.", accounts::sign_in).errors(&[WrongPassword, Locked, Busy]),
        route(POST, "/api/sign-out", "End the session.", accounts::sign_out),
        route(POST, "/api/password", "Change the password; all other sessions end.", accounts::password)
            .errors(PASSWORD),
        route(GET, "/api/me", "The caller's own account.", accounts::me),
        route(POST, "/api/chips", "Fill an empty wallet, a few times a day.", accounts::chips).errors(&[
            HasChips,
            NoStackLeft,
            Excluded,
        ]),
        route(POST, "/api/limits", "Set the caller's own limits.", accounts::limits)
            .errors(&[LimitAmount, ExclusionDays]),
        route(GET, "/api/tokens", "The tokens of the caller's programs.", accounts::tokens),
        route(POST, "/api/tokens", "Make a token for a program.", accounts::create_token).errors(TOKEN),
        route(DELETE, "/api/tokens/{id}", "Revoke a token.", accounts::revoke_token).errors(&[NoSuchToken]),
    ]
}

fn of_staff() -> Vec<Route> {
    vec![
        route(GET, "/api/logs/{id}", "The log of a table; log 0 is the room log.", history::log),
        route(GET, "/api/logs/{id}/head", "Where a log ends.", history::log_head).errors(&[NoSuchLog]),
        route(GET, "/api/players", "The accounts, the newest first.", accounts::people),
        route(POST, "/api/floor-code", "Become floor with the one-time code.", accounts::floor_code)
            .errors(&[WrongCode, GuestsMayNot]),
        route(POST, "/api/roles", "Give an account a role, or take it back.", accounts::give_role).errors(&[
            NoReason,
            RoleNotTheirs,
            NoSuchPlayer,
        ]),
    ]
}

fn of_tables() -> Vec<Route> {
    const ACT: &[ErrorCode] = &[NoSuchTable, NoReason, NotNow, Closed, Fault];
    vec![
        route(GET, "/api/clauses", "Every clause of the rules, under its id.", tables::clauses),
        route(GET, "/api/rules", "The four rule books.", tables::books),
        route(GET, "/api/rules/{book}", "One rule book: places, pay tables, limits.", tables::book),
        route(GET, "/api/tables", "The lobby: all open tables.", tables::lobby),
        route(GET, "/api/tables/all", "Every table, closed ones included.", tables::ever),
        route(GET, "/api/tables/{id}", "One table as the lobby shows it.", tables::table)
            .errors(&[NoSuchTable]),
        route(POST, "/api/solo", "Sit down at a free table for one; opens one if needed.", tables::solo)
            .errors(&[TooManyTables, SeatTaken, Excluded]),
        route(POST, "/api/tables", "Open a table.", tables::open).errors(&[
            TableName,
            Settings,
            TooManyTables,
        ]),
        route(POST, "/api/tables/{id}/void", "Declare the round void.", tables::void).errors(ACT),
        route(POST, "/api/tables/{id}/close", "Close the table.", tables::close).errors(ACT),
    ]
}

fn of_history() -> Vec<Route> {
    const ROUND: &str = "A round that is over, step by step, with its proof.";
    vec![
        route(GET, "/api/hands", "The rounds that the caller played.", history::own),
        route(GET, "/api/hands/export", "All of them, to keep.", history::export_own),
        route(GET, "/api/tables/{id}/rounds", "The rounds of a table.", history::of_table),
        route(GET, "/api/tables/{id}/rounds/{round}", ROUND, history::round).errors(&[NoSuchRound, Fault]),
        route(GET, "/api/tables/{id}/export", "All rounds of a table.", history::export_table),
        route(GET, "/api/players/{id}/hands", "The rounds of a player.", history::of_player),
        route(GET, "/api/players/{id}/export", "All rounds of a player.", history::export_player),
        route(GET, "/api/reports", "Wagers, and the hold beside exact theory.", history::reports),
        route(GET, "/api/reports/flows", "What went from players to bankers.", history::reported_flows),
        route(GET, "/api/banking", "What the caller earned by banking.", history::own_banking),
        route(GET, "/api/rotation", "Who banked when, and the two-round rule.", history::rotation_log),
        route(GET, "/api/rotation/export", "All of it, to keep.", history::export_rotation),
        route(GET, "/api/logs/{id}/export", "A whole log, for `uth verify`.", history::export_log),
    ]
}

fn of_splits() -> Vec<Route> {
    const ROUND: &str = "The results of the caller's hands in a round, split into luck, decisions and cover.";
    const OWN: &str = "The results of the caller's recent hands, split, by session and in all.";
    const EXPORT: &str = "The same hand by hand, as comma-separated values.";
    const SPLIT: &[ErrorCode] = &[Game, Busy, Fault];
    vec![
        route(GET, "/api/hands/{table}/{round}/split", ROUND, splits::of_round).errors(&[
            NoSuchRound,
            Game,
            Busy,
            Fault,
        ]),
        route(GET, "/api/hands/split", OWN, splits::own).errors(SPLIT),
        route(GET, "/api/hands/split/export", EXPORT, splits::export_own).errors(SPLIT),
        route(GET, "/api/players/{id}/split", "The same of a player.", splits::of_player).errors(SPLIT),
    ]
}

fn of_status() -> Vec<Route> {
    vec![
        route(GET, "/api/openapi.json", "This description, for programs.", status::openapi),
        route(GET, "/api", "This description, for people.", page::readable),
        route(GET, "/ws", "Play and watch over a WebSocket; see PROTOCOL.md.", socket::upgrade)
            .errors(&[WebSocket, TooMany]),
        route(GET, "/healthz", "Whether the program runs.", status::alive),
        route(GET, "/readyz", "Whether the card room can deal.", status::ready).errors(&[NotReady]),
        route(GET, "/metrics", "Counters, for Prometheus.", status::metrics),
    ]
}

fn of_laboratory() -> Vec<Route> {
    const ADVISE: &str = "The exact value of every action at a point of a hand.";
    const REPORT: &str = "The same as one page to keep: `uth solve --report`.";
    const BANK: &str = "What a player/dealer earns, and the 24 collection schedules: `uth bank --json`.";
    vec![
        route(POST, "/api/advise", ADVISE, laboratory::advise).errors(&[Cards, Game, Busy]),
        route(POST, "/api/solve", "A game, solved exactly: `uth solve --json`.", laboratory::solve)
            .errors(&[Game]),
        route(POST, "/api/solve/report", REPORT, laboratory::report).errors(&[Game]),
        route(POST, "/api/ruin", "How likely a bankroll runs out.", laboratory::ruin).errors(&[Game]),
        route(POST, "/api/bank", BANK, laboratory::bank).errors(&[Game]),
        route(GET, "/api/information", "What seeing cards is worth.", laboratory::seen_cards),
        route(POST, "/api/drill", "Which points are worth practising.", laboratory::drill)
            .errors(&[Cards, Game, Busy]),
    ]
}
