//! All addresses, as data: the router is made from this list, and so is the description that programs read.

use super::route::{Access, Field, Gives, Kind, Route, optional, required};
use super::{api, openapi, page, socket};

const NAME: Field = required("name", Kind::Text, "2 to 24 letters, digits, spaces, hyphens and underscores");
const PASSWORD: Field = required("password", Kind::Text, "8 to 200 characters");
const REASON: Field = required("reason", Kind::Text, "why; it is recorded");

/// All of them.
pub(super) fn routes() -> Vec<Route> {
    let all = [accounts(), staff(), tables(), played(), reports(), reading(), solving(), laboratory()];
    all.into_iter().flatten().collect()
}

fn me() -> Gives {
    Gives::Fields(vec![
        required("id", Kind::Number, "the number of the account"),
        required("name", Kind::Text, "its name"),
        required("role", Kind::Text, "player, auditor or floor"),
        required("guest", Kind::Flag, "whether it has no name and password of its own"),
        required("balance", Kind::Number, "what the wallet holds, in cents"),
        required("limits", Kind::Object, "the player's own limits"),
    ])
}

fn accounts() -> Vec<Route> {
    use Access::{MaybeUser, User};
    use api::{accounts, tokens};
    vec![
        Route::post("/api/guest", MaybeUser, "Play as a guest, at one click.", accounts::guest)
            .takes(vec![optional("token", Kind::Text, "also make a token of that name, for a program")])
            .gives(me()),
        Route::post("/api/name", User, "Take a name and a password; the wallet stays.", accounts::name)
            .takes(vec![NAME, PASSWORD])
            .gives(me()),
        Route::post("/api/sign-in", MaybeUser, "Sign in.", accounts::sign_in)
            .takes(vec![NAME, PASSWORD])
            .gives(me()),
        Route::post("/api/sign-out", MaybeUser, "End the session.", accounts::sign_out),
        Route::post(
            "/api/password",
            User,
            "Change the password; all other sessions end.",
            accounts::password,
        )
        .takes(vec![required("current", Kind::Text, "the password until now"), PASSWORD])
        .gives(me()),
        Route::get("/api/me", User, "Who is asking, and what they have.", accounts::me).gives(me()),
        Route::post("/api/limits", User, "Set one's own limits.", accounts::limits)
            .takes(vec![
                optional("daily_loss", Kind::Number, "the most to lose in a day, in cents"),
                optional("no_daily_loss", Kind::Flag, "lift the limit, a day later"),
                optional("exclude_days", Kind::Number, "do not let me play for so many days, at once"),
            ])
            .gives(me()),
        Route::get("/api/tokens", User, "The tokens of one's programs.", tokens::list)
            .gives(Gives::List("tokens: id, name, created_ms")),
        Route::post("/api/tokens", User, "Make a token for a program.", tokens::create)
            .takes(vec![required("name", Kind::Text, "what it is for, 1 to 40 characters")])
            .gives(Gives::Fields(vec![
                required("id", Kind::Number, "its number"),
                required("name", Kind::Text, "its name"),
                required("created_ms", Kind::Number, "since when there is one"),
                required("token", Kind::Text, "the secret, told now and never again"),
            ])),
        Route::delete("/api/tokens/{id}", User, "Revoke a token.", tokens::revoke),
    ]
}

fn staff() -> Vec<Route> {
    use Access::{Floor, Staff, User};
    use api::staff;
    vec![
        Route::get("/api/logs/{id}", Staff, "The log of a table; log 0 is the card room's own.", staff::log)
            .query(vec![
                optional("after", Kind::Number, "only what came after that sequence number"),
                optional("limit", Kind::Number, "at most so many entries, 1000 at most"),
            ])
            .gives(Gives::List("entries: seq, events, at_ms, body and hash")),
        Route::get("/api/logs/{id}/head", Staff, "Where a log ends.", staff::log_head).gives(Gives::Fields(
            vec![
                required("seq", Kind::Number, "the sequence number of its last event"),
                required("hash", Kind::Text, "the hash of its last entry"),
            ],
        )),
        people(),
        Route::post(
            "/api/floor-code",
            User,
            "Become floor with the code of the first start.",
            staff::floor_code,
        )
        .takes(vec![required("code", Kind::Text, "the one-time code")])
        .gives(me()),
        Route::post("/api/roles", Floor, "Give somebody a role, or take it back.", staff::give_role).takes(
            vec![
                required("player", Kind::Number, "whose"),
                required("role", Kind::Text, "player, auditor or floor"),
                REASON,
            ],
        ),
    ]
}

fn people() -> Route {
    Route::get("/api/players", Access::Staff, "Who there is, the newest account first.", api::staff::people)
        .query(vec![
            optional("find", Kind::Text, "whose name begins so, or the number of one account"),
            optional("ids", Kind::Text, "those with these numbers, like 3,7,12; 200 at most"),
            optional("role", Kind::Text, "only players, auditors or floor"),
            optional("next", Kind::Text, "what the page before said comes next"),
            optional("limit", Kind::Number, "at most so many, 200 at most"),
        ])
        .gives(Gives::Fields(vec![
            required("people", Kind::List, "id, name, role, guest, bot, created_ms, balance in cents"),
            optional("next", Kind::Text, "what to ask for next, if there may be more"),
        ]))
}

fn tables() -> Vec<Route> {
    use Access::{Floor, MaybeUser, Staff, User};
    use api::{solo, tables};
    vec![
        Route::get("/api/tables", MaybeUser, "The lobby: all open tables.", tables::lobby).gives(
            Gives::List(
                "tables: number, name, settings, who sits there, how far the round is and who banks it",
            ),
        ),
        Route::get("/api/tables/all", Staff, "All tables that there ever were.", tables::ever)
            .gives(Gives::List("tables: table, name, closed")),
        Route::get("/api/tables/{id}", MaybeUser, "One table as the lobby shows it.", tables::table).gives(
            Gives::Fields(vec![
                required("id", Kind::Number, "its number"),
                required("name", Kind::Text, "its name"),
            ]),
        ),
        Route::post("/api/solo", User, "Sit down at a free table for one, opened if need be.", solo::solo)
            .gives(Gives::Fields(vec![
                required("table", Kind::Number, "its number"),
                required("seat", Kind::Number, "where you sit"),
            ])),
        Route::post("/api/tables", Floor, "Open a table.", tables::open)
            .takes(vec![
                required("name", Kind::Text, "what people call it, 1 to 60 characters"),
                required(
                    "settings",
                    Kind::Object,
                    "rule book, places, pay table, limits, schedule, dealing, pace",
                ),
                optional("house_players", Kind::Number, "how many house-run players keep it company"),
            ])
            .gives(Gives::Fields(vec![required("id", Kind::Number, "its number")])),
        Route::post("/api/tables/{id}/void", Floor, "Declare the round void.", tables::void)
            .takes(vec![REASON]),
        Route::post("/api/tables/{id}/close", Floor, "Close the table.", tables::close).takes(vec![REASON]),
    ]
}

fn pages() -> Vec<Field> {
    vec![
        optional("next", Kind::Text, "what the page before said comes next"),
        optional("limit", Kind::Number, "at most so many, 500 at most"),
    ]
}

fn format() -> Vec<Field> {
    vec![optional("format", Kind::Text, "jsonl, which is usual, or csv")]
}

fn played() -> Vec<Route> {
    use Access::{MaybeUser, Staff, User};
    use api::history;
    let hands = || {
        Gives::Fields(vec![
            required("hands", Kind::Object, "newest first: table, round, when, what was wagered and won"),
            optional("next", Kind::Text, "what to ask for next, if there may be more"),
        ])
    };
    vec![
        Route::get("/api/hands", User, "The hands that one has played.", history::own)
            .query(pages())
            .gives(hands()),
        Route::get("/api/hands/export", User, "All of them, to keep.", history::export_own)
            .query(format())
            .gives(Gives::Text("application/jsonl")),
        Route::get("/api/tables/{id}/rounds", MaybeUser, "The rounds of a table.", history::of_table)
            .query(pages())
            .gives(hands()),
        Route::get(
            "/api/tables/{id}/rounds/{round}",
            MaybeUser,
            "A round that is over, step by step, with its proof.",
            history::round,
        )
        .gives(Gives::Fields(vec![
            required("commitment", Kind::Text, "the fields of the proof, which scripts/verify_hand.py takes"),
            required("steps", Kind::Object, "what happened, and the table as one saw it then"),
        ])),
        Route::get("/api/tables/{id}/export", Staff, "All rounds of a table.", history::export_table)
            .query(format())
            .gives(Gives::Text("application/jsonl")),
        Route::get("/api/players/{id}/hands", Staff, "The hands of somebody.", history::of_player)
            .query(pages())
            .gives(hands()),
        Route::get("/api/players/{id}/export", Staff, "All hands of somebody.", history::export_player)
            .query(format())
            .gives(Gives::Text("application/jsonl")),
    ]
}

fn reports() -> Vec<Route> {
    use Access::Staff;
    use api::history;
    let days = || {
        vec![
            optional("from", Kind::Text, "the first day, like 2026-11-15"),
            optional("to", Kind::Text, "the last day"),
        ]
    };
    let mut rows = days();
    rows.extend([
        optional("by", Kind::Text, "table, day, month or book"),
        optional("table", Kind::Number, "only that table"),
    ]);
    vec![
        Route::get("/api/reports", Staff, "Wagers, and hold beside exact theory.", history::reports)
            .query(rows)
            .gives(Gives::Fields(vec![
                required("rows", Kind::Object, "one for each table, day, month or book"),
                required("total", Kind::Object, "all of them together"),
            ])),
        Route::get(
            "/api/reports/flows",
            Staff,
            "What went from whom to which banker.",
            history::reported_flows,
        )
        .query(days())
        .gives(Gives::List("flows: banker, player, rounds, wagered, net")),
        Route::get("/api/logs/{id}/export", Staff, "A whole log, for `uth verify`.", history::export_log)
            .gives(Gives::Text("application/jsonl")),
    ]
}

fn reading() -> Vec<Route> {
    use Access::MaybeUser;
    use api::{advise, health, rules};
    vec![
        Route::post(
            "/api/advise",
            MaybeUser,
            "The exact value of every action at a point of a hand.",
            advise::advise,
        )
        .takes(vec![
            required("hole", Kind::Text, "two cards, like As Kd"),
            optional("board", Kind::Text, "no card, three or five"),
            optional("dead", Kind::Text, "cards that are known to be out"),
            optional("dealer", Kind::Text, "cards of the dealer that were seen"),
        ])
        .gives(Gives::Fields(vec![
            required("best", Kind::Text, "the best action"),
            required("actions", Kind::List, "each action, its value in Antes and what it costs, best first"),
            optional("dealer_hands", Kind::Object, "on the river: how many dealer hands win, tie and lose"),
            optional("outs", Kind::List, "on the river: the cards that beat you, by what they make"),
        ])),
        Route::get("/api/clauses", MaybeUser, "Every clause of the rules, under its id.", rules::clauses)
            .gives(Gives::List("clauses: id, document, section, kind and text")),
        Route::get("/api/rules", MaybeUser, "The four rule books.", rules::all)
            .gives(Gives::List("rule books")),
        Route::get("/api/rules/{book}", MaybeUser, "One rule book: places, pay tables, limits.", rules::one)
            .gives(Gives::Fields(vec![
                required("id", Kind::Text, "its name"),
                required("title", Kind::Text, "its title"),
            ])),
        Route::get("/api/openapi.json", MaybeUser, "This description, for programs.", openapi::document)
            .gives(Gives::Fields(vec![required("paths", Kind::Object, "all addresses")])),
        Route::get("/api", MaybeUser, "This description, for people.", page::readable)
            .gives(Gives::Text("text/html")),
        Route::get("/ws", MaybeUser, "Play and watch: a WebSocket, see docs/PROTOCOL.md.", socket::upgrade)
            .gives(Gives::Socket),
        Route::get("/healthz", MaybeUser, "Whether the program runs.", health::alive)
            .gives(Gives::Fields(vec![required("status", Kind::Text, "ok")])),
        Route::get(
            "/readyz",
            MaybeUser,
            "Whether storage, entropy and log are as they should be.",
            health::ready,
        )
        .gives(Gives::Fields(vec![required("status", Kind::Text, "ok")])),
        Route::get("/metrics", MaybeUser, "Counters, for Prometheus.", health::metrics)
            .gives(Gives::Text("text/plain")),
    ]
}

fn solving() -> Vec<Route> {
    vec![
        Route::post(
            "/api/solve",
            Access::MaybeUser,
            "Any game, solved exactly: what `uth solve --json` says.",
            api::solve::solve,
        )
        .takes(game())
        .gives(Gives::Fields(vec![
            required("deals", Kind::Text, "how many deals were counted"),
            required("game", Kind::Object, "the game that was solved"),
            required("base", Kind::Object, "Ante, Blind and Play: house edge, element of risk, deviation"),
            required("wagers", Kind::Object, "what each of the three is worth"),
            required("trips", Kind::Object, "the value of Trips and how often it wins"),
            required("bad_beat", Kind::Object, "the same of Bad Beat"),
            required("mix", Kind::Object, "all wagers together"),
            required("round", Kind::Object, "how often a round brings what"),
            required("preflop", Kind::List, "every starting hand, and what each action is worth"),
        ])),
        Route::post(
            "/api/solve/report",
            Access::MaybeUser,
            "The same as one page, to be kept: what `uth solve --report` writes.",
            api::solve::report,
        )
        .takes(game())
        .gives(Gives::Text("text/html")),
    ]
}

fn laboratory() -> Vec<Route> {
    use Access::MaybeUser;
    use api::{drill, laboratory};
    let of =
        || optional("game", Kind::Object, "the game, as /api/solve takes it; without it the standard game");
    vec![
        Route::post(
            "/api/ruin",
            MaybeUser,
            "How likely a bankroll runs out under best play.",
            laboratory::ruin,
        )
        .takes(vec![
            of(),
            required("bankroll", Kind::Text, "in Antes: 100 or 201/2"),
            required("hands", Kind::Number, "how many are played, 10000 at most"),
        ])
        .gives(Gives::Fields(vec![
            required("ruin", Kind::Number, "the chance to have less left than a hand may need"),
            required("doubt", Kind::Number, "how much higher it may be at most"),
            required("needed", Kind::Object, "what a hand may need, in Antes"),
            required("ahead", Kind::Number, "the chance to have more at the end than at the beginning"),
            required("left", Kind::Object, "what is left in Antes: quantiles of 5, 50 and 95 percent"),
            required("chances", Kind::List, "number of hands and chance of ruin by then"),
        ])),
        Route::post(
            "/api/bank",
            MaybeUser,
            "What a player-dealer earns, and the 24 collection schedules: `uth bank --json`.",
            laboratory::bank,
        )
        .takes(vec![
            of(),
            required("players", Kind::Number, "how many there are beside the bank, 7 at most"),
            required("ante", Kind::Number, "what each has on the Ante, in cents; bonus wagers are the mix's"),
        ])
        .gives(Gives::Fields(vec![
            required("action", Kind::Number, "all wagers before the cards, in cents"),
            required("gain", Kind::Object, "what the bank wins of them on average, in cents"),
            required("rate", Kind::Object, "the same as a share of the action"),
            required(
                "schedules",
                Kind::List,
                "each schedule: the fee, what is left, where the gain covers it",
            ),
        ])),
        Route::get(
            "/api/information",
            MaybeUser,
            "What it is worth to see cards: what `uth information` says.",
            laboratory::seen_cards,
        )
        .gives(Gives::Fields(vec![
            required("base", Kind::Object, "the value of the game to somebody who sees nothing else"),
            required("scenarios", Kind::List, "exactly: what is seen, the value of the game, the gain"),
            required("neighbours", Kind::List, "sampled: the same for the hands of several neighbours"),
        ])),
        Route::post("/api/drill", MaybeUser, "Which points of hands are worth practising.", drill::drill)
            .takes(vec![required(
                "points",
                Kind::List,
                "1 to 24 of them: hole, and board with no card, 3 or 5",
            )])
            .gives(Gives::List("for each point: reached by best play, gap to the second best in Antes")),
    ]
}

fn game() -> Vec<Field> {
    vec![
        optional("paytable", Kind::Text, "the approved Trips table, UTH-01 to UTH-04"),
        optional("blind", Kind::Text, "what the Blind pays to 1, best hand first: 500,50,10,3,3/2,1"),
        optional("trips", Kind::Text, "what Trips pays to 1, instead of a paytable: 50,40,30,9,7,4,3"),
        optional("bad_beat", Kind::Text, "what Bad Beat pays to 1: 7500,500,50,30,20,9"),
        optional("qualify", Kind::Text, "pair, or none if the Ante is always in action"),
        optional("raises", Kind::Text, "before the flop, on the flop, on the river: 4,3/2/1"),
        optional("mix", Kind::Text, "bonus wagers in Antes: trips=1,bad-beat=0.5"),
    ]
}
