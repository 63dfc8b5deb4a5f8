//! Every address, as data: the router, the `OpenAPI` document and the readable description are made from this list.

use axum::Extension;
use axum::handler::Handler;
use axum::routing::{MethodFilter, MethodRouter, on};
use protocol::ErrorCode::{
    self, Busy, Cards, Closed, Excluded, ExclusionDays, Fault, Game, GuestsMayNot, HasChips, LimitAmount,
    Locked, NameLength, NameLetters, NameReserved, NameTaken, NamedAlready, NoReason, NoStackLeft, NoSuchLog,
    NoSuchPlayer, NoSuchRound, NoSuchTable, NoSuchToken, NotNow, NotReady, OwnRound, PasswordLength,
    RoleNotTheirs, SeatTaken, SecondFactorNeeded, Settings, TableName, TokenName, TokensFull, TooMany,
    TooManyTables, WeakPassword, WebSocket, WrongCode, WrongPassword, WrongSecondFactor,
};

use room::accounts::Access;

use self::Takes::{AnyToken, Play, Public, Read, Session};
use super::api::{accounts, history, laboratory, splits, status, tables};
use super::openapi::{Endpoint, Generators, Operation};
use super::{AppState, page, socket};

/// An address, its handler, and what the document says of it beyond the handler's signature.
pub(super) struct Route {
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    /// The credentials that it takes.
    pub(super) takes: Takes,
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

/// Which credentials an address takes, where it asks who sends a request. A session is always enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Takes {
    /// Credentials are not looked at.
    Public,
    /// A session, and no token.
    Session,
    /// A session, or a token that may play.
    Play,
    /// A session, or a token that may read.
    Read,
    /// A session, or any token.
    AnyToken,
}

impl Takes {
    /// Returns what a credential must be good for.
    pub(super) const fn access(self) -> Access {
        match self {
            // A public address that asks who sends a request should have said what it takes.
            Takes::Public | Takes::Session => Access::Session,
            Takes::Play => Access::Play,
            Takes::Read => Access::Read,
            Takes::AnyToken => Access::Any,
        }
    }
}

type Method = (&'static str, MethodFilter);

const GET: Method = ("get", MethodFilter::GET);
const POST: Method = ("post", MethodFilter::POST);
const DELETE: Method = ("delete", MethodFilter::DELETE);

fn route<Arguments, Extractors: 'static, H: Endpoint<Arguments> + Handler<Extractors, AppState>>(
    (method, filter): Method,
    path: &'static str,
    takes: Takes,
    summary: &'static str,
    handler: H,
) -> Route {
    let describe = H::describe;
    // Extractors find there what the address takes.
    let handler = on(filter, handler).layer(Extension(takes));
    Route { method, path, takes, summary, errors: &[], describe, handler }
}

/// Returns all routes.
pub(super) fn routes() -> Vec<Route> {
    let all = [
        of_accounts(),
        of_recovery(),
        of_staff(),
        of_tables(),
        of_history(),
        of_reports(),
        of_splits(),
        of_status(),
        of_laboratory(),
    ];
    all.into_iter().flatten().collect()
}

fn of_accounts() -> Vec<Route> {
    const NAME: &[ErrorCode] =
        &[NameLength, NameLetters, NameReserved, NameTaken, NamedAlready, PasswordLength, WeakPassword, Busy];
    const SIGN_IN: &[ErrorCode] =
        &[WrongPassword, WrongCode, SecondFactorNeeded, WrongSecondFactor, Locked, Busy];
    const PASSWORD: &[ErrorCode] =
        &[PasswordLength, WeakPassword, GuestsMayNot, WrongPassword, WrongCode, Locked, Busy];
    const TOKEN: &[ErrorCode] = &[TokenName, TokensFull];
    const EVERYWHERE: &str = "End all sessions and all tokens of the account.";
    vec![
        route(POST, "/api/guest", Session, "Play as a guest.", accounts::guest).errors(TOKEN),
        route(POST, "/api/name", Session, "Take a name and a password; the wallet stays.", accounts::name)
            .errors(NAME),
        route(POST, "/api/sign-in", Session, "Sign in.", accounts::sign_in).errors(SIGN_IN),
        route(POST, "/api/sign-out", Session, "End the session.", accounts::sign_out),
        route(
            POST,
            "/api/password",
            Session,
            "Change the password; all other sessions end.",
            accounts::password,
        )
        .errors(PASSWORD),
        route(POST, "/api/sign-out/everywhere", Session, EVERYWHERE, accounts::sign_out_everywhere),
        route(GET, "/api/me", AnyToken, "The caller's own account.", accounts::me),
        route(POST, "/api/chips", Play, "Fill an empty wallet, a few times a day.", accounts::chips)
            .errors(&[HasChips, NoStackLeft, Excluded]),
        route(POST, "/api/limits", Session, "Set the caller's own limits.", accounts::limits)
            .errors(&[LimitAmount, ExclusionDays]),
        route(GET, "/api/tokens", Session, "The tokens of the caller's programs.", accounts::tokens),
        route(POST, "/api/tokens", Session, "Make a token for a program.", accounts::create_token)
            .errors(TOKEN),
        route(DELETE, "/api/tokens/{id}", Session, "Revoke a token.", accounts::revoke_token)
            .errors(&[NoSuchToken]),
    ]
}

fn of_recovery() -> Vec<Route> {
    const CODES: &str = "Make ten recovery codes; earlier ones no longer count.";
    const SECRET: &str = "A secret for a second factor, which counts once it is enrolled.";
    const PASSWORD: &[ErrorCode] = &[GuestsMayNot, WrongPassword, Locked, Busy];
    const FACTOR: &[ErrorCode] =
        &[GuestsMayNot, WrongPassword, WrongCode, SecondFactorNeeded, WrongSecondFactor, Locked, Busy];
    vec![
        route(POST, "/api/recovery-codes", Session, CODES, accounts::recovery_codes).errors(PASSWORD),
        route(POST, "/api/second-factor", Session, SECRET, accounts::new_second_factor)
            .errors(&[GuestsMayNot]),
        route(
            POST,
            "/api/second-factor/enrol",
            Session,
            "Enrol a second factor; all other sessions and all tokens end.",
            accounts::enrol_second_factor,
        )
        .errors(FACTOR),
        route(
            POST,
            "/api/second-factor/remove",
            Session,
            "Remove the second factor.",
            accounts::remove_second_factor,
        )
        .errors(FACTOR),
    ]
}

fn of_staff() -> Vec<Route> {
    vec![
        route(GET, "/api/logs/{id}", Session, "The log of a table; log 0 is the room log.", history::log),
        route(GET, "/api/logs/{id}/head", Session, "Where a log ends.", history::log_head)
            .errors(&[NoSuchLog]),
        route(GET, "/api/players", Session, "The accounts, the newest first.", accounts::people),
        route(POST, "/api/floor-code", Session, "Become floor with the one-time code.", accounts::floor_code)
            .errors(&[WrongCode, GuestsMayNot]),
        route(POST, "/api/roles", Session, "Give an account a role, or take it back.", accounts::give_role)
            .errors(&[NoReason, RoleNotTheirs, NoSuchPlayer]),
    ]
}

fn of_tables() -> Vec<Route> {
    const ACT: &[ErrorCode] = &[NoSuchTable, NoReason, NotNow, Closed, OwnRound, Fault];
    vec![
        route(GET, "/api/clauses", Public, "Every clause of the rules, under its id.", tables::clauses),
        route(GET, "/api/rules", Public, "The four rule books.", tables::books),
        route(GET, "/api/rules/{book}", Public, "One rule book: places, pay tables, limits.", tables::book),
        route(GET, "/api/tables", Public, "The lobby: all open tables.", tables::lobby),
        route(GET, "/api/tables/all", Session, "Every table, closed ones included.", tables::ever),
        route(GET, "/api/tables/{id}", Public, "One table as the lobby shows it.", tables::table)
            .errors(&[NoSuchTable]),
        route(
            POST,
            "/api/solo",
            Play,
            "Sit down at a free table for one; opens one if needed.",
            tables::solo,
        )
        .errors(&[TooManyTables, SeatTaken, Excluded]),
        route(POST, "/api/tables", Session, "Open a table.", tables::open).errors(&[
            TableName,
            Settings,
            TooManyTables,
        ]),
        route(POST, "/api/tables/{id}/void", Session, "Declare the round void.", tables::void).errors(ACT),
        route(POST, "/api/tables/{id}/close", Session, "Close the table.", tables::close).errors(ACT),
    ]
}

fn of_history() -> Vec<Route> {
    const ROUND: &str = "A round that is over, step by step, with its proof.";
    vec![
        route(GET, "/api/hands", Read, "The rounds that the caller played.", history::own),
        route(GET, "/api/hands/export", Read, "All of them, to keep.", history::export_own),
        route(GET, "/api/tables/{id}/rounds", Public, "The rounds of a table.", history::of_table),
        route(GET, "/api/tables/{id}/rounds/{round}", Read, ROUND, history::round)
            .errors(&[NoSuchRound, Fault]),
        route(GET, "/api/tables/{id}/export", Session, "All rounds of a table.", history::export_table),
        route(GET, "/api/players/{id}/hands", Session, "The rounds of a player.", history::of_player),
        route(GET, "/api/players/{id}/export", Session, "All rounds of a player.", history::export_player),
    ]
}

fn of_reports() -> Vec<Route> {
    vec![
        route(GET, "/api/reports", Session, "Wagers, and the hold beside exact theory.", history::reports),
        route(
            GET,
            "/api/reports/flows",
            Session,
            "What went from players to bankers.",
            history::reported_flows,
        ),
        route(
            GET,
            "/api/reports/voids",
            Session,
            "Who declared which rounds void, and what they would have paid.",
            history::reported_voids,
        ),
        route(GET, "/api/reports/voids/export", Session, "All of it, to keep.", history::export_voids),
        route(GET, "/api/banking", Read, "What the caller earned by banking.", history::own_banking),
        route(
            GET,
            "/api/rotation",
            Session,
            "Who banked when, and the two-round rule.",
            history::rotation_log,
        ),
        route(GET, "/api/rotation/export", Session, "All of it, to keep.", history::export_rotation),
        route(GET, "/api/logs/{id}/export", Session, "A whole log, for `uth verify`.", history::export_log),
    ]
}

fn of_splits() -> Vec<Route> {
    const ROUND: &str = "The results of the caller's hands in a round, split into luck, decisions and cover.";
    const OWN: &str = "The results of the caller's recent hands, split, by session and in all.";
    const EXPORT: &str = "The same hand by hand, as comma-separated values.";
    const SPLIT: &[ErrorCode] = &[Game, Busy, Fault];
    vec![
        route(GET, "/api/hands/{table}/{round}/split", Read, ROUND, splits::of_round).errors(&[
            NoSuchRound,
            Game,
            Busy,
            Fault,
        ]),
        route(GET, "/api/hands/split", Read, OWN, splits::own).errors(SPLIT),
        route(GET, "/api/hands/split/export", Read, EXPORT, splits::export_own).errors(SPLIT),
        route(GET, "/api/players/{id}/split", Session, "The same of a player.", splits::of_player)
            .errors(SPLIT),
    ]
}

fn of_status() -> Vec<Route> {
    vec![
        route(GET, "/api/openapi.json", Public, "This description, for programs.", status::openapi),
        route(GET, "/api", Public, "This description, for people.", page::readable),
        route(GET, "/ws", AnyToken, "Play and watch over a WebSocket; see PROTOCOL.md.", socket::upgrade)
            .errors(&[WebSocket, TooMany]),
        route(GET, "/api/key", Public, "The key with which the card room signs receipts.", status::key),
        route(GET, "/healthz", Public, "Whether the program runs.", status::alive),
        route(GET, "/readyz", Public, "Whether the card room can deal.", status::ready).errors(&[NotReady]),
        route(GET, "/metrics", Public, "Counters, for Prometheus.", status::metrics),
    ]
}

fn of_laboratory() -> Vec<Route> {
    const ADVISE: &str = "The exact value of every action at a point of a hand.";
    const REPORT: &str = "The same as one page to keep: `uth solve --report`.";
    const BANK: &str = "What a player/dealer earns, and the 24 collection schedules: `uth bank --json`.";
    vec![
        route(POST, "/api/advise", Public, ADVISE, laboratory::advise).errors(&[Cards, Game, Busy]),
        route(POST, "/api/solve", Public, "A game, solved exactly: `uth solve --json`.", laboratory::solve)
            .errors(&[Game]),
        route(POST, "/api/solve/report", Public, REPORT, laboratory::report).errors(&[Game]),
        route(POST, "/api/ruin", Public, "How likely a bankroll runs out.", laboratory::ruin).errors(&[Game]),
        route(POST, "/api/bank", Public, BANK, laboratory::bank).errors(&[Game]),
        route(GET, "/api/information", Public, "What seeing cards is worth.", laboratory::seen_cards),
        route(POST, "/api/drill", Public, "Which points are worth practising.", laboratory::drill)
            .errors(&[Cards, Game, Busy]),
    ]
}
