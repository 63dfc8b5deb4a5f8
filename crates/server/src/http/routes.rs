//! All addresses, as data: the router is made from this list, and so is the description that programs read.

use super::route::{Access, Field, Gives, Kind, Route, may, must};
use super::{api, openapi, page, socket};

const NAME: Field = must("name", Kind::Text, "2 to 24 letters, digits, spaces, hyphens and underscores");
const PASSWORD: Field = must("password", Kind::Text, "8 to 200 characters");
const REASON: Field = must("reason", Kind::Text, "why; it is recorded");

/// All of them.
pub(super) fn routes() -> Vec<Route> {
    let all = [accounts(), staff(), tables(), played(), reports(), reading(), solving(), laboratory()];
    all.into_iter().flatten().collect()
}

fn me() -> Gives {
    Gives::Fields(vec![
        must("id", Kind::Number, "the number of the account"),
        must("name", Kind::Text, "its name"),
        must("role", Kind::Text, "player, auditor or floor"),
        must("guest", Kind::Flag, "whether it has no name and password of its own"),
        must("balance", Kind::Number, "what the wallet holds, in cents"),
        must("limits", Kind::Object, "the player's own limits"),
    ])
}

fn accounts() -> Vec<Route> {
    use Access::{Anybody, Somebody};
    use api::{accounts, tokens};
    vec![
        Route::post("/api/guest", Anybody, "Play as a guest, at one click.", accounts::guest)
            .takes(vec![may("token", Kind::Text, "also make a token of that name, for a program")])
            .gives(me()),
        Route::post("/api/name", Somebody, "Take a name and a password; the wallet stays.", accounts::name)
            .takes(vec![NAME, PASSWORD])
            .gives(me()),
        Route::post("/api/sign-in", Anybody, "Sign in.", accounts::sign_in)
            .takes(vec![NAME, PASSWORD])
            .gives(me()),
        Route::post("/api/sign-out", Anybody, "End the session.", accounts::sign_out),
        Route::post(
            "/api/password",
            Somebody,
            "Change the password; all other sessions end.",
            accounts::password,
        )
        .takes(vec![must("current", Kind::Text, "the password until now"), PASSWORD])
        .gives(me()),
        Route::get("/api/me", Somebody, "Who is asking, and what they have.", accounts::me).gives(me()),
        Route::post("/api/limits", Somebody, "Set one's own limits.", accounts::limits)
            .takes(vec![
                may("daily_loss", Kind::Number, "the most to lose in a day, in cents"),
                may("no_daily_loss", Kind::Flag, "lift the limit, a day later"),
                may("exclude_days", Kind::Number, "do not let me play for so many days, at once"),
            ])
            .gives(me()),
        Route::get("/api/tokens", Somebody, "The tokens of one's programs.", tokens::list)
            .gives(Gives::List("tokens: id, name, created_ms")),
        Route::post("/api/tokens", Somebody, "Make a token for a program.", tokens::create)
            .takes(vec![must("name", Kind::Text, "what it is for, 1 to 40 characters")])
            .gives(Gives::Fields(vec![
                must("id", Kind::Number, "its number"),
                must("name", Kind::Text, "its name"),
                must("created_ms", Kind::Number, "since when there is one"),
                must("token", Kind::Text, "the secret, told now and never again"),
            ])),
        Route::delete("/api/tokens/{id}", Somebody, "Revoke a token.", tokens::revoke),
    ]
}

fn staff() -> Vec<Route> {
    use Access::{Floor, Somebody, Staff};
    use api::staff;
    vec![
        Route::get("/api/logs/{id}", Staff, "The log of a table; log 0 is the card room's own.", staff::log)
            .query(vec![
                may("after", Kind::Number, "only what came after that sequence number"),
                may("limit", Kind::Number, "at most so many entries, 1000 at most"),
            ])
            .gives(Gives::List("entries: seq, events, at_ms, body and hash")),
        Route::get("/api/logs/{id}/head", Staff, "Where a log ends.", staff::log_head).gives(Gives::Fields(
            vec![
                must("seq", Kind::Number, "the sequence number of its last event"),
                must("hash", Kind::Text, "the hash of its last entry"),
            ],
        )),
        people(),
        Route::post(
            "/api/floor-code",
            Somebody,
            "Become floor with the code of the first start.",
            staff::floor_code,
        )
        .takes(vec![must("code", Kind::Text, "the one-time code")])
        .gives(me()),
        Route::post("/api/roles", Floor, "Give somebody a role, or take it back.", staff::give_role).takes(
            vec![
                must("player", Kind::Number, "whose"),
                must("role", Kind::Text, "player, auditor or floor"),
                REASON,
            ],
        ),
    ]
}

fn people() -> Route {
    Route::get("/api/players", Access::Staff, "Who there is, the newest account first.", api::staff::people)
        .query(vec![
            may("find", Kind::Text, "whose name begins so, or the number of one account"),
            may("ids", Kind::Text, "those with these numbers, like 3,7,12; 200 at most"),
            may("role", Kind::Text, "only players, auditors or floor"),
            may("next", Kind::Text, "what the page before said comes next"),
            may("limit", Kind::Number, "at most so many, 200 at most"),
        ])
        .gives(Gives::Fields(vec![
            must("people", Kind::List, "id, name, role, guest, house_run, created_ms, balance in cents"),
            may("next", Kind::Text, "what to ask for next, if there may be more"),
        ]))
}

fn tables() -> Vec<Route> {
    use Access::{Anybody, Floor, Somebody, Staff};
    use api::{solo, tables};
    vec![
        Route::get("/api/tables", Anybody, "The lobby: all open tables.", tables::lobby).gives(Gives::List(
            "tables: number, name, settings, who sits there, how far the round is and who banks it",
        )),
        Route::get("/api/tables/all", Staff, "All tables that there ever were.", tables::ever)
            .gives(Gives::List("tables: table, name, closed")),
        Route::get("/api/tables/{id}", Anybody, "One table as the lobby shows it.", tables::table).gives(
            Gives::Fields(vec![must("id", Kind::Number, "its number"), must("name", Kind::Text, "its name")]),
        ),
        Route::post(
            "/api/solo",
            Somebody,
            "Sit down at a free table for one, opened if need be.",
            solo::solo,
        )
        .gives(Gives::Fields(vec![
            must("table", Kind::Number, "its number"),
            must("seat", Kind::Number, "where you sit"),
        ])),
        Route::post("/api/tables", Floor, "Open a table.", tables::open)
            .takes(vec![
                must("name", Kind::Text, "what people call it, 1 to 60 characters"),
                must(
                    "settings",
                    Kind::Object,
                    "rule book, places, pay table, limits, schedule, dealing, pace",
                ),
                may("house_players", Kind::Number, "how many house-run players keep it company"),
            ])
            .gives(Gives::Fields(vec![must("id", Kind::Number, "its number")])),
        Route::post("/api/tables/{id}/void", Floor, "Declare the round void.", tables::void)
            .takes(vec![REASON]),
        Route::post("/api/tables/{id}/close", Floor, "Close the table.", tables::close).takes(vec![REASON]),
    ]
}

fn pages() -> Vec<Field> {
    vec![
        may("next", Kind::Text, "what the page before said comes next"),
        may("limit", Kind::Number, "at most so many, 500 at most"),
    ]
}

fn format() -> Vec<Field> {
    vec![may("format", Kind::Text, "jsonl, which is usual, or csv")]
}

fn played() -> Vec<Route> {
    use Access::{Anybody, Somebody, Staff};
    use api::history;
    let hands = || {
        Gives::Fields(vec![
            must("hands", Kind::Object, "newest first: table, round, when, what was wagered and won"),
            may("next", Kind::Text, "what to ask for next, if there may be more"),
        ])
    };
    vec![
        Route::get("/api/hands", Somebody, "The hands that one has played.", history::own)
            .query(pages())
            .gives(hands()),
        Route::get("/api/hands/export", Somebody, "All of them, to keep.", history::export_own)
            .query(format())
            .gives(Gives::Text("application/jsonl")),
        Route::get("/api/tables/{id}/rounds", Anybody, "The rounds of a table.", history::of_table)
            .query(pages())
            .gives(hands()),
        Route::get(
            "/api/tables/{id}/rounds/{round}",
            Anybody,
            "A round that is over, step by step, with its proof.",
            history::round,
        )
        .gives(Gives::Fields(vec![
            must("commitment", Kind::Text, "the fields of the proof, which scripts/verify_hand.py takes"),
            must("steps", Kind::Object, "what happened, and the table as one saw it then"),
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
        vec![may("from", Kind::Text, "the first day, like 2026-11-15"), may("to", Kind::Text, "the last day")]
    };
    let mut rows = days();
    rows.extend([
        may("by", Kind::Text, "table, day, month or book"),
        may("table", Kind::Number, "only that table"),
    ]);
    vec![
        Route::get("/api/reports", Staff, "Wagers, and hold beside exact theory.", history::reports)
            .query(rows)
            .gives(Gives::Fields(vec![
                must("rows", Kind::Object, "one for each table, day, month or book"),
                must("total", Kind::Object, "all of them together"),
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
    use Access::Anybody;
    use api::{advise, health, rules};
    vec![
        Route::post(
            "/api/advise",
            Anybody,
            "The exact value of every action at a point of a hand.",
            advise::advise,
        )
        .takes(vec![
            must("hole", Kind::Text, "two cards, like As Kd"),
            may("board", Kind::Text, "no card, three or five"),
            may("dead", Kind::Text, "cards that are known to be out"),
            may("dealer", Kind::Text, "cards of the dealer that were seen"),
        ])
        .gives(Gives::Fields(vec![
            must("best", Kind::Text, "the best action"),
            must("actions", Kind::List, "each action, its value in Antes and what it costs, best first"),
            may("dealer_hands", Kind::Object, "on the river: how many dealer hands win, tie and lose"),
            may("outs", Kind::List, "on the river: the cards that beat you, by what they make"),
        ])),
        Route::get("/api/clauses", Anybody, "Every clause of the rules, under its id.", rules::clauses)
            .gives(Gives::List("clauses: id, document, section, kind and text")),
        Route::get("/api/rules", Anybody, "The four rule books.", rules::all)
            .gives(Gives::List("rule books")),
        Route::get("/api/rules/{book}", Anybody, "One rule book: places, pay tables, limits.", rules::one)
            .gives(Gives::Fields(vec![
                must("id", Kind::Text, "its name"),
                must("title", Kind::Text, "its title"),
            ])),
        Route::get("/api/openapi.json", Anybody, "This description, for programs.", openapi::document)
            .gives(Gives::Fields(vec![must("paths", Kind::Object, "all addresses")])),
        Route::get("/api", Anybody, "This description, for people.", page::readable)
            .gives(Gives::Text("text/html")),
        Route::get("/ws", Anybody, "Play and watch: a WebSocket, see docs/PROTOCOL.md.", socket::upgrade)
            .gives(Gives::Socket),
        Route::get("/healthz", Anybody, "Whether the program runs.", health::alive)
            .gives(Gives::Fields(vec![must("status", Kind::Text, "ok")])),
        Route::get(
            "/readyz",
            Anybody,
            "Whether storage, entropy and log are as they should be.",
            health::ready,
        )
        .gives(Gives::Fields(vec![must("status", Kind::Text, "ok")])),
        Route::get("/metrics", Anybody, "Counters, for Prometheus.", health::metrics)
            .gives(Gives::Text("text/plain")),
    ]
}

fn solving() -> Vec<Route> {
    vec![
        Route::post(
            "/api/solve",
            Access::Anybody,
            "Any game, solved exactly: what `uth solve --json` says.",
            api::solve::solve,
        )
        .takes(game())
        .gives(Gives::Fields(vec![
            must("deals", Kind::Text, "how many deals were counted"),
            must("game", Kind::Object, "the game that was solved"),
            must("base", Kind::Object, "Ante, Blind and Play: house edge, element of risk, deviation"),
            must("wagers", Kind::Object, "what each of the three is worth"),
            must("trips", Kind::Object, "the value of Trips and how often it wins"),
            must("bad_beat", Kind::Object, "the same of Bad Beat"),
            must("mix", Kind::Object, "all wagers together"),
            must("round", Kind::Object, "how often a round brings what"),
            must("preflop", Kind::List, "every starting hand, and what each action is worth"),
        ])),
        Route::post(
            "/api/solve/report",
            Access::Anybody,
            "The same as one page, to be kept: what `uth solve --report` writes.",
            api::solve::report,
        )
        .takes(game())
        .gives(Gives::Text("text/html")),
    ]
}

fn laboratory() -> Vec<Route> {
    use Access::Anybody;
    use api::{drill, laboratory};
    let of = || may("game", Kind::Object, "the game, as /api/solve takes it; without it the standard game");
    vec![
        Route::post(
            "/api/ruin",
            Anybody,
            "How likely a bankroll runs out under best play.",
            laboratory::ruin,
        )
        .takes(vec![
            of(),
            must("bankroll", Kind::Text, "in Antes: 100 or 201/2"),
            must("hands", Kind::Number, "how many are played, 10000 at most"),
        ])
        .gives(Gives::Fields(vec![
            must("ruin", Kind::Number, "the chance to have less left than a hand may need"),
            must("doubt", Kind::Number, "how much higher it may be at most"),
            must("needed", Kind::Object, "what a hand may need, in Antes"),
            must("ahead", Kind::Number, "the chance to have more at the end than at the beginning"),
            must("left", Kind::Object, "what is left in Antes: quantiles of 5, 50 and 95 percent"),
            must("chances", Kind::List, "number of hands and chance of ruin by then"),
        ])),
        Route::post(
            "/api/bank",
            Anybody,
            "What a player-dealer earns, and the 24 collection schedules: `uth bank --json`.",
            laboratory::bank,
        )
        .takes(vec![
            of(),
            must("players", Kind::Number, "how many there are beside the bank, 7 at most"),
            must("ante", Kind::Number, "what each has on the Ante, in cents; bonus wagers are the mix's"),
        ])
        .gives(Gives::Fields(vec![
            must("action", Kind::Number, "all wagers before the cards, in cents"),
            must("gain", Kind::Object, "what the bank wins of them on average, in cents"),
            must("rate", Kind::Object, "the same as a share of the action"),
            must("schedules", Kind::List, "each schedule: the fee, what is left, where the gain covers it"),
        ])),
        Route::get(
            "/api/information",
            Anybody,
            "What it is worth to see cards: what `uth information` says.",
            laboratory::seen_cards,
        )
        .gives(Gives::Fields(vec![
            must("base", Kind::Object, "the value of the game to somebody who sees nothing else"),
            must("scenarios", Kind::List, "exactly: what is seen, the value of the game, the gain"),
            must("neighbours", Kind::List, "sampled: the same for the hands of several neighbours"),
        ])),
        Route::post("/api/drill", Anybody, "Which points of hands are worth practising.", drill::drill)
            .takes(vec![must("points", Kind::List, "1 to 24 of them: hole, and board with no card, 3 or 5")])
            .gives(Gives::List("for each point: reached by best play, gap to the second best in Antes")),
    ]
}

fn game() -> Vec<Field> {
    vec![
        may("paytable", Kind::Text, "the approved Trips table, UTH-01 to UTH-04"),
        may("blind", Kind::Text, "what the Blind pays to 1, best hand first: 500,50,10,3,3/2,1"),
        may("trips", Kind::Text, "what Trips pays to 1, instead of a paytable: 50,40,30,9,7,4,3"),
        may("bad_beat", Kind::Text, "what Bad Beat pays to 1: 7500,500,50,30,20,9"),
        may("qualify", Kind::Text, "pair, or none if the Ante is always in action"),
        may("raises", Kind::Text, "before the flop, on the flop, on the river: 4,3/2/1"),
        may("mix", Kind::Text, "bonus wagers in Antes: trips=1,bad-beat=0.5"),
    ]
}
