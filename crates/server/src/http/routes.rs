//! Every address, as data: the router and the `OpenAPI` document are made from this list.

use protocol::{
    Advice, AdviceRequest, BankRequest, BankResult, BookRecord, Clause, Credentials, DrillRequest,
    DrillValue, ErrorCode, ExportQuery, FloorCodeRequest, FloorRequest, Flow, GameRequest, GuestRequest,
    HandsPage, Health, Information, LimitsRequest, LobbyEntry, LogEntry, LogHead, LogQuery, Me, NewToken,
    OpenTableRequest, OpenedTable, PageQuery, PasswordRequest, PeoplePage, PeopleQuery, Report, ReportQuery,
    RoleRequest, RoundHistory, RuinRequest, RuinResult, SeatTaken, Solution, TableName, Token, TokenRequest,
};

use super::route::{Access, Route};
use super::{api, openapi, page, socket};

/// Returns all of them.
pub(super) fn routes() -> Vec<Route> {
    let all = [accounts(), staff(), tables(), played(), reports(), reading(), laboratory()];
    all.into_iter().flatten().collect()
}

fn accounts() -> Vec<Route> {
    use Access::{MaybeUser, User};
    use api::{accounts, tokens};
    const NAME: &[ErrorCode] = &[
        ErrorCode::NameLength,
        ErrorCode::NameLetters,
        ErrorCode::NameReserved,
        ErrorCode::NameTaken,
        ErrorCode::NamedAlready,
        ErrorCode::PasswordLength,
        ErrorCode::Busy,
    ];
    const SIGN_IN: &[ErrorCode] = &[ErrorCode::WrongPassword, ErrorCode::Locked, ErrorCode::Busy];
    const PASSWORD: &[ErrorCode] = &[
        ErrorCode::PasswordLength,
        ErrorCode::GuestsMayNot,
        ErrorCode::WrongPassword,
        ErrorCode::Locked,
        ErrorCode::Busy,
    ];
    const TOKEN: &[ErrorCode] = &[ErrorCode::TokenName, ErrorCode::TokensFull];
    vec![
        Route::post("/api/guest", MaybeUser, "Play as a guest.", accounts::guest)
            .body::<GuestRequest>()
            .answer::<Me>()
            .errors(TOKEN),
        Route::post("/api/name", User, "Take a name and a password; the wallet stays.", accounts::name)
            .body::<Credentials>()
            .answer::<Me>()
            .errors(NAME),
        Route::post("/api/sign-in", MaybeUser, "Sign in.", accounts::sign_in)
            .body::<Credentials>()
            .answer::<Me>()
            .errors(SIGN_IN),
        Route::post("/api/sign-out", MaybeUser, "End the session.", accounts::sign_out),
        Route::post(
            "/api/password",
            User,
            "Change the password; all other sessions end.",
            accounts::password,
        )
        .body::<PasswordRequest>()
        .answer::<Me>()
        .errors(PASSWORD),
        Route::get("/api/me", User, "The caller's own account.", accounts::me).answer::<Me>(),
        Route::post("/api/limits", User, "Set the caller's own limits.", accounts::limits)
            .body::<LimitsRequest>()
            .answer::<Me>()
            .errors(&[ErrorCode::LimitAmount, ErrorCode::ExclusionDays]),
        Route::get("/api/tokens", User, "The tokens of the caller's programs.", tokens::list)
            .answer::<Vec<Token>>(),
        Route::post("/api/tokens", User, "Make a token for a program.", tokens::create)
            .body::<TokenRequest>()
            .answer::<NewToken>()
            .errors(TOKEN),
        Route::delete("/api/tokens/{id}", User, "Revoke a token.", tokens::revoke)
            .errors(&[ErrorCode::NoSuchToken]),
    ]
}

fn staff() -> Vec<Route> {
    use Access::{Floor, Staff, User};
    use api::staff;
    const ROLE: &[ErrorCode] = &[ErrorCode::NoReason, ErrorCode::RoleNotTheirs, ErrorCode::NoSuchPlayer];
    vec![
        Route::get("/api/logs/{id}", Staff, "The log of a table; log 0 is the room log.", staff::log)
            .query::<LogQuery>()
            .answer::<Vec<LogEntry>>(),
        Route::get("/api/logs/{id}/head", Staff, "Where a log ends.", staff::log_head)
            .answer::<LogHead>()
            .errors(&[ErrorCode::NoSuchLog]),
        Route::get("/api/players", Staff, "The accounts, the newest first.", staff::people)
            .query::<PeopleQuery>()
            .answer::<PeoplePage>(),
        Route::post(
            "/api/floor-code",
            User,
            "Become floor with the one-time code of the first start.",
            staff::floor_code,
        )
        .body::<FloorCodeRequest>()
        .answer::<Me>()
        .errors(&[ErrorCode::WrongCode, ErrorCode::GuestsMayNot]),
        Route::post("/api/roles", Floor, "Give an account a role, or take it back.", staff::give_role)
            .body::<RoleRequest>()
            .errors(ROLE),
    ]
}

fn tables() -> Vec<Route> {
    use Access::{Floor, MaybeUser, Staff, User};
    use api::{solo, tables};
    const ACT: &[ErrorCode] = &[
        ErrorCode::NoSuchTable,
        ErrorCode::NoReason,
        ErrorCode::NotNow,
        ErrorCode::Closed,
        ErrorCode::Fault,
    ];
    vec![
        Route::get("/api/tables", MaybeUser, "The lobby: all open tables.", tables::lobby)
            .answer::<Vec<LobbyEntry>>(),
        Route::get("/api/tables/all", Staff, "Every table, closed ones included.", tables::ever)
            .answer::<Vec<TableName>>(),
        Route::get("/api/tables/{id}", MaybeUser, "One table as the lobby shows it.", tables::table)
            .answer::<LobbyEntry>()
            .errors(&[ErrorCode::NoSuchTable]),
        Route::post("/api/solo", User, "Sit down at a free table for one; opens one if needed.", solo::solo)
            .answer::<SeatTaken>()
            .errors(&[ErrorCode::TooManyTables, ErrorCode::SeatTaken, ErrorCode::Excluded]),
        Route::post("/api/tables", Floor, "Open a table.", tables::open)
            .body::<OpenTableRequest>()
            .answer::<OpenedTable>()
            .errors(&[ErrorCode::TableName, ErrorCode::Settings, ErrorCode::TooManyTables]),
        Route::post("/api/tables/{id}/void", Floor, "Declare the round void.", tables::void)
            .body::<FloorRequest>()
            .errors(ACT),
        Route::post("/api/tables/{id}/close", Floor, "Close the table.", tables::close)
            .body::<FloorRequest>()
            .errors(ACT),
    ]
}

fn played() -> Vec<Route> {
    use Access::{MaybeUser, Staff, User};
    use api::history;
    const LINES: &str = "application/jsonl";
    vec![
        Route::get("/api/hands", User, "The rounds that the caller played.", history::own)
            .query::<PageQuery>()
            .answer::<HandsPage>(),
        Route::get("/api/hands/export", User, "All of them, to keep.", history::export_own)
            .query::<ExportQuery>()
            .text(LINES),
        Route::get("/api/tables/{id}/rounds", MaybeUser, "The rounds of a table.", history::of_table)
            .query::<PageQuery>()
            .answer::<HandsPage>(),
        Route::get(
            "/api/tables/{id}/rounds/{round}",
            MaybeUser,
            "A round that is over, step by step, with its proof.",
            history::round,
        )
        .answer::<RoundHistory>()
        .errors(&[ErrorCode::NoSuchRound, ErrorCode::Fault]),
        Route::get("/api/tables/{id}/export", Staff, "All rounds of a table.", history::export_table)
            .query::<ExportQuery>()
            .text(LINES),
        Route::get("/api/players/{id}/hands", Staff, "The rounds of a player.", history::of_player)
            .query::<PageQuery>()
            .answer::<HandsPage>(),
        Route::get("/api/players/{id}/export", Staff, "All rounds of a player.", history::export_player)
            .query::<ExportQuery>()
            .text(LINES),
    ]
}

fn reports() -> Vec<Route> {
    use Access::Staff;
    use api::history;
    vec![
        Route::get("/api/reports", Staff, "Wagers, and the hold beside exact theory.", history::reports)
            .query::<ReportQuery>()
            .answer::<Report>(),
        Route::get(
            "/api/reports/flows",
            Staff,
            "What went from which player to which banker.",
            history::reported_flows,
        )
        .query::<ReportQuery>()
        .answer::<Vec<Flow>>(),
        Route::get("/api/logs/{id}/export", Staff, "A whole log, for `uth verify`.", history::export_log)
            .text("application/jsonl"),
    ]
}

fn reading() -> Vec<Route> {
    use Access::MaybeUser;
    use api::{health, rules};
    vec![
        Route::get("/api/clauses", MaybeUser, "Every clause of the rules, under its id.", rules::clauses)
            .answer::<Vec<Clause>>(),
        Route::get("/api/rules", MaybeUser, "The four rule books.", rules::all).answer::<Vec<BookRecord>>(),
        Route::get("/api/rules/{book}", MaybeUser, "One rule book: places, pay tables, limits.", rules::one)
            .answer::<BookRecord>(),
        Route::get("/api/openapi.json", MaybeUser, "This description, for programs.", openapi::document)
            .answer::<serde_json::Value>(),
        Route::get("/api", MaybeUser, "This description, for people.", page::readable).text("text/html"),
        Route::get("/ws", MaybeUser, "Play and watch over a WebSocket; see PROTOCOL.md.", socket::upgrade)
            .socket()
            .errors(&[ErrorCode::WebSocket, ErrorCode::TooMany]),
        Route::get("/healthz", MaybeUser, "Whether the program runs.", health::alive).answer::<Health>(),
        Route::get(
            "/readyz",
            MaybeUser,
            "Whether store, random bytes and logs are as they should be.",
            health::ready,
        )
        .answer::<Health>()
        .errors(&[ErrorCode::NotReady]),
        Route::get("/metrics", MaybeUser, "Counters, for Prometheus.", health::metrics).text("text/plain"),
    ]
}

fn laboratory() -> Vec<Route> {
    use Access::MaybeUser;
    use api::{advise, drill, laboratory, solve};
    const GAME: &[ErrorCode] = &[ErrorCode::Game];
    const CARDS: &[ErrorCode] = &[ErrorCode::Cards, ErrorCode::Busy];
    vec![
        Route::post(
            "/api/advise",
            MaybeUser,
            "The exact value of every action at a point of a hand.",
            advise::advise,
        )
        .body::<AdviceRequest>()
        .answer::<Advice>()
        .errors(CARDS),
        Route::post("/api/solve", MaybeUser, "A game, solved exactly: `uth solve --json`.", solve::solve)
            .body::<GameRequest>()
            .answer::<Solution>()
            .errors(GAME),
        Route::post(
            "/api/solve/report",
            MaybeUser,
            "The same as one page to keep: `uth solve --report`.",
            solve::report,
        )
        .body::<GameRequest>()
        .text("text/html")
        .errors(GAME),
        Route::post(
            "/api/ruin",
            MaybeUser,
            "How likely a bankroll runs out under best play.",
            laboratory::ruin,
        )
        .body::<RuinRequest>()
        .answer::<RuinResult>()
        .errors(GAME),
        Route::post(
            "/api/bank",
            MaybeUser,
            "What a player/dealer earns, and the 24 collection schedules: `uth bank --json`.",
            laboratory::bank,
        )
        .body::<BankRequest>()
        .answer::<BankResult>()
        .errors(GAME),
        Route::get(
            "/api/information",
            MaybeUser,
            "What it is worth to see cards: `uth information`.",
            laboratory::seen_cards,
        )
        .answer::<Information>(),
        Route::post("/api/drill", MaybeUser, "Which points of hands are worth practising.", drill::drill)
            .body::<DrillRequest>()
            .answer::<Vec<DrillValue>>()
            .errors(CARDS),
    ]
}
