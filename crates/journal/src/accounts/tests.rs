//! What the rules of accounts allow, and the sentences with which they refuse the rest.

use std::collections::BTreeMap;

use protocol::{Role, TokenScope};
use store::{Precondition, RecordKind};
use table::PlayerId;

use super::{AccountBook, AccountFault, BOT_GRANT, GRANT, HOUSE_CHIPS, index_writes};
use crate::record::{RecordKey, SecretHash, encode};
use crate::room_log::{Authority, GrantReason, RoomEvent};
use crate::summary::DAY_MS;

/// Today is day 100.
const NOW: u64 = 100 * DAY_MS + 5;
const TOMORROW: u64 = NOW + DAY_MS;

fn secret(text: &str) -> SecretHash {
    SecretHash::of(text)
}

fn joined(player: u64, bot: bool) -> RoomEvent {
    let name = if bot { format!("Bot {player} (house)") } else { format!("Guest {player}") };
    RoomEvent::Joined { player, name, bot }
}

fn named(player: u64, name: &str) -> RoomEvent {
    RoomEvent::Named { player, name: name.to_owned(), password: secret(name) }
}

fn granted(player: u64, amount: i64, why: GrantReason) -> RoomEvent {
    RoomEvent::Granted { player, amount, why }
}

const fn daily(wallet: i64, on_tables: i64) -> GrantReason {
    GrantReason::Daily { day: 101, wallet, on_tables }
}

const fn stack(wallet: i64) -> GrantReason {
    GrantReason::Stack { day: 100, wallet }
}

fn role(player: u64, role: Role, by: Authority) -> RoomEvent {
    RoomEvent::RoleGiven { player, role, by, reason: "a reason".to_owned() }
}

fn token(player: u64, id: u64, key: &str) -> RoomEvent {
    let (name, key, scopes) = ("bot".to_owned(), secret(key), vec![TokenScope::Play]);
    RoomEvent::TokenCreated { player, id, name, key, scopes, expires_ms: TOMORROW }
}

/// Ann (1) is floor, Bea (2) a player, 3 a guest, 4 a bot; table 1 is open, node "a" runs.
fn book() -> AccountBook {
    let mut book = AccountBook::default();
    let events = [
        RoomEvent::Started { node: "a".to_owned(), version: "1".to_owned() },
        RoomEvent::HouseFunded { amount: HOUSE_CHIPS.0 },
        RoomEvent::FloorCodeIssued { code: secret("lost") },
        RoomEvent::FloorCodeIssued { code: secret("code") },
        RoomEvent::TableOpened { table: 1, name: "One".to_owned(), by: None },
        joined(1, false),
        granted(1, GRANT.0, GrantReason::Starting {}),
        named(1, "Ann"),
        role(1, Role::Floor, Authority::FirstStartCode),
        joined(2, false),
        granted(2, GRANT.0, GrantReason::Starting {}),
        named(2, "Bea"),
        joined(4, true),
        granted(4, BOT_GRANT.0, GrantReason::Bot { wallet: 0 }),
        joined(3, false),
        granted(3, GRANT.0, GrantReason::Starting {}),
    ];
    for event in &events {
        book.apply(event, NOW).unwrap_or_else(|fault| panic!("{event:?}: {fault}"));
    }
    book
}

#[track_caller]
fn refused(before: &[RoomEvent], event: &RoomEvent, at_ms: u64, why: &str) {
    let mut book = book();
    for event in before {
        book.apply(event, NOW).unwrap_or_else(|fault| panic!("{event:?}: {fault}"));
    }
    let (accounts, tokens) = (book.accounts.clone(), book.tokens.clone());
    let answer = book.apply(event, at_ms);
    assert_eq!(answer.as_ref().map_err(AccountFault::to_string), Err(why.to_owned()), "{event:?}");
    assert_eq!((book.accounts, book.tokens), (accounts, tokens), "a refused event changes nothing");
}

#[test]
fn a_grant_has_its_size_its_day_and_its_reason() {
    let rows = [
        (
            granted(2, GRANT.0, GrantReason::Starting {}),
            NOW,
            "player 2 gets a starting grant, which comes once and with joining",
        ),
        (
            granted(3, 900_000_000, daily(0, 0)),
            TOMORROW,
            "player 3 is given $9,000,000.00, and $1,000.00 is due",
        ),
        (
            granted(3, 60_000, daily(40_000, 10_000)),
            TOMORROW,
            "player 3 is given $600.00, and $500.00 is due",
        ),
        (granted(3, 1, daily(90_000, 20_000)), TOMORROW, "player 3 is given $0.01, and $0.00 is due"),
        (granted(3, 100_001, daily(-1, 0)), TOMORROW, "player 3 is said to hold -$0.01"),
        (granted(3, GRANT.0, daily(0, 0)), NOW, "day 101 begins for player 3 on day 100, after day 100"),
        (
            granted(3, GRANT.0, GrantReason::Daily { day: 100, wallet: 0, on_tables: 0 }),
            NOW,
            "day 100 begins for player 3 on day 100, after day 100",
        ),
        (granted(3, 99_000, stack(1_000)), NOW, "player 3 holds $10.00, which is too much for a grant"),
        (granted(3, 90_000, stack(0)), NOW, "player 3 is given $900.00, and $1,000.00 is due"),
        (
            granted(3, GRANT.0, GrantReason::Stack { day: 99, wallet: 0 }),
            NOW,
            "player 3 takes a stack on day 99, and day 100 has begun",
        ),
    ];
    for (event, at_ms, why) in rows {
        refused(&[], &event, at_ms, why);
    }
    let stacks = [(); 3].map(|()| granted(3, GRANT.0, stack(0)));
    refused(&stacks, &stacks[0], NOW, "player 3 takes more than three stacks in a day");
    refused(
        &[joined(9, false)],
        &granted(9, 5, GrantReason::Starting {}),
        NOW,
        "player 9 is given $0.05, and $1,000.00 is due",
    );
    let excluded = RoomEvent::Excluded { player: 3, until_ms: TOMORROW };
    refused(&[excluded], &stacks[0], NOW, "player 3 takes a stack while excluded");
}

#[test]
fn bots_and_the_house_get_their_own_chips_and_no_others() {
    let rows = [
        (granted(3, BOT_GRANT.0, GrantReason::Bot { wallet: 0 }), NOW, "player 3 gets what only bots get"),
        (
            granted(4, BOT_GRANT.0, GrantReason::Bot { wallet: 500_000 }),
            NOW,
            "player 4 holds $5,000.00, which is too much for a grant",
        ),
        (
            granted(4, GRANT.0, daily(0, 0)),
            TOMORROW,
            "\"Bot 4 (house)\" is a bot, and bots get their chips otherwise and nothing else",
        ),
        (
            granted(4, GRANT.0, stack(0)),
            NOW,
            "\"Bot 4 (house)\" is a bot, and bots get their chips otherwise and nothing else",
        ),
        (granted(77, GRANT.0, daily(0, 0)), TOMORROW, "there is no account 77"),
        (
            RoomEvent::DayBegun { player: 3, day: 101, wallet: 5, on_tables: 5 },
            TOMORROW,
            "player 3 is given $0.00, and $999.90 is due",
        ),
        (RoomEvent::HouseFunded { amount: HOUSE_CHIPS.0 }, NOW, "the house is given its chips a second time"),
        (
            RoomEvent::HouseFunded { amount: 5 },
            NOW,
            "the house is given $0.05, and a new house gets $10,000,000,000.00",
        ),
    ];
    for (event, at_ms, why) in rows {
        refused(&[], &event, at_ms, why);
    }
}

#[test]
fn the_day_follows_from_the_grants() {
    let mut book = book();
    let day = |book: &AccountBook| book.account(PlayerId(3)).expect("a guest").day;
    assert_eq!((day(&book).number, day(&book).opening), (100, GRANT.0));
    book.apply(&granted(3, 99_500, stack(500)), NOW).expect("a stack");
    assert_eq!((day(&book).opening, day(&book).stacks), (GRANT.0 + 99_500, 1));
    book.apply(&granted(3, 30_000, daily(50_000, 20_000)), TOMORROW).expect("a daily grant");
    assert_eq!((day(&book).number, day(&book).opening, day(&book).stacks), (101, 80_000, 0));
    let begun = RoomEvent::DayBegun { player: 2, day: 101, wallet: 90_000, on_tables: 10_000 };
    book.apply(&begun, TOMORROW).expect("a day without a grant");
    assert_eq!(book.account(PlayerId(2)).expect("Bea").day.opening, 90_000);
}

#[test]
fn a_role_comes_from_the_code_once_from_a_floor_or_from_the_operator() {
    let rows = [
        (role(2, Role::Floor, Authority::FirstStartCode), "the one-time code was used already"),
        (role(2, Role::Floor, Authority::Floor(2)), "player 2 acts as floor, and is not"),
        (role(2, Role::Floor, Authority::Floor(77)), "player 77 acts as floor, and is not"),
        (role(2, Role::Floor, Authority::Owner), "owner cannot do this to an account"),
        (role(1, Role::Player, Authority::Floor(1)), "player 1 gives a role to themselves"),
        (
            role(3, Role::Floor, Authority::Floor(1)),
            "\"Guest 3\" has no password, and without one this cannot happen",
        ),
        (
            role(4, Role::Floor, Authority::Operator),
            "\"Bot 4 (house)\" has no password, and without one this cannot happen",
        ),
        (RoomEvent::FloorCodeIssued { code: secret("more") }, "the one-time code was used already"),
    ];
    for (event, why) in rows {
        refused(&[], &event, NOW, why);
    }
    let mut book = book();
    book.apply(&role(2, Role::Floor, Authority::Floor(1)), NOW).expect("by a floor");
    book.apply(&role(1, Role::Auditor, Authority::Floor(2)), NOW).expect("by the new floor");
    assert_eq!(
        book.apply(&role(2, Role::Player, Authority::Floor(1)), NOW),
        Err(AccountFault::NotFloor { player: 1 }),
        "who is no longer floor gives no roles"
    );
    book.apply(&role(1, Role::Floor, Authority::Operator), NOW).expect("by the operator");
    let mut empty = AccountBook::default();
    for event in [joined(1, false), named(1, "Ann")] {
        empty.apply(&event, NOW).expect("an account");
    }
    let coded = empty.apply(&role(1, Role::Floor, Authority::FirstStartCode), NOW);
    assert_eq!(coded, Err(AccountFault::NoCode { player: 1 }));
}

#[test]
fn an_exclusion_is_never_shortened_and_a_looser_limit_counts_a_day_later() {
    let excluded = |until_ms| RoomEvent::Excluded { player: 3, until_ms };
    let ten_years = excluded(NOW + 3_650 * DAY_MS);
    let why = format!(
        "the exclusion of player 3 ends at {}, and {} was promised",
        NOW + 5 * DAY_MS,
        NOW + 3_650 * DAY_MS
    );
    refused(std::slice::from_ref(&ten_years), &excluded(NOW + 5 * DAY_MS), NOW, &why);
    let days = "the exclusion of player 3 does not end in 1 to 3650 days";
    refused(&[], &excluded(NOW), NOW, days);
    refused(&[], &excluded(NOW + 3_651 * DAY_MS), NOW, days);
    let limit = |daily_loss| RoomEvent::LimitSet { player: 3, daily_loss };
    refused(&[], &limit(Some(0)), NOW, "the limit of player 3 is not a positive number of cents");
    let mut book = book();
    for event in [limit(Some(500)), limit(None)] {
        book.apply(&event, NOW).expect("a limit");
    }
    let protection = book.account(PlayerId(3)).expect("a guest").protection;
    assert_eq!(protection.daily_loss(NOW).map(|cents| cents.0), Some(500));
    assert_eq!(protection.daily_loss(TOMORROW), None);
}

#[test]
fn a_name_belongs_to_one_account_and_is_taken_once() {
    for name in ["bea", "BEA", "B3a", "Be-a"] {
        let why = format!("the name {name:?}, or one that looks like it, belongs to another account");
        refused(&[], &named(3, name), NOW, &why);
    }
    refused(&[], &named(2, "Cleo"), NOW, "a player takes the name \"Cleo\", and only guests take one, once");
    refused(&[], &named(4, "Cleo"), NOW, "a player takes the name \"Cleo\", and only guests take one, once");
    refused(&[], &joined(3, false), NOW, "the number 3 is not free for a new account");
    let twin = RoomEvent::Joined { player: 9, name: "Guest 3".to_owned(), bot: false };
    refused(&[], &twin, NOW, "the name \"Guest 3\", or one that looks like it, belongs to another account");
    let mut book = book();
    book.apply(&named(3, "Cleo"), NOW).expect("a free name");
    book.apply(&twin, NOW).expect("the guest's name is free again");
}

#[test]
fn tokens_end_with_the_password() {
    refused(&[], &token(2, 2, "key"), NOW, TOKEN);
    let first = token(2, 1, "key");
    refused(
        std::slice::from_ref(&first),
        &token(3, 1, "key"),
        NOW,
        "a new token of player 3 is in use already",
    );
    refused(&[first], &RoomEvent::TokenRevoked { player: 2, id: 7 }, NOW, "player 2 has no token 7");
    refused(&[], &token(2, 1, "key"), TOMORROW, TOKEN);
    let twenty: Vec<RoomEvent> = (1..=20).map(|id| token(2, id, &format!("key {id}"))).collect();
    refused(&twenty, &token(2, 21, "key 21"), NOW, "player 2 has too many tokens");
    let password = RoomEvent::PasswordSet { player: 2, password: secret("new"), by: Authority::Owner };
    let everywhere = RoomEvent::SignedOutEverywhere { player: 2, by: Authority::Operator };
    for end in [password, everywhere] {
        let mut book = book();
        let epoch = book.account(PlayerId(2)).expect("Bea").epoch;
        book.apply(&token(2, 1, "key"), NOW).expect("a token");
        assert_eq!(book.token(&secret("key")).map(|token| token.player), Some(2));
        book.apply(&end, NOW).expect("an end");
        let bea = book.account(PlayerId(2)).expect("Bea");
        assert_eq!((bea.epoch, bea.tokens.len(), book.token(&secret("key"))), (epoch + 1, 0, None));
    }
}

const TOKEN: &str = "a token of player 2 has a number, a name, scopes or an expiry that tokens do not have";

#[test]
fn codes_and_second_factors_are_used_only_by_who_has_them() {
    let codes = RoomEvent::RecoveryCodesSet {
        player: 2,
        codes: vec![secret("a"), secret("b")],
        by: Authority::Owner,
    };
    let used = RoomEvent::RecoveryCodeUsed { player: 2, code: secret("a") };
    let unknown = "player 2 uses a recovery code that they do not have";
    refused(&[], &used, NOW, unknown);
    refused(&[codes, used.clone()], &used, NOW, unknown);
    let twice = RoomEvent::RecoveryCodesSet { player: 2, codes: vec![secret("a"); 2], by: Authority::Owner };
    refused(&[], &twice, NOW, "the recovery codes of player 2 are none, too many, or not all different");
    let removed = RoomEvent::SecondFactorRemoved { player: 2, by: Authority::Owner };
    refused(&[], &removed, NOW, "player 2 has no second factor");
    let set = RoomEvent::SecondFactorSet { player: 2, secret: secret("s") };
    let by_floor = RoomEvent::SecondFactorRemoved { player: 2, by: Authority::Floor(1) };
    refused(&[set], &by_floor, NOW, "floor:1 cannot do this to an account");
    let locked = RoomEvent::LockedOut { player: 2, until_ms: NOW };
    refused(&[], &locked, NOW, "player 2 is locked out until a time that has passed");
    let unlocked = RoomEvent::Unlocked { player: 2, by: Authority::Floor(2) };
    refused(&[], &unlocked, NOW, "player 2 acts as floor, and is not");
    let signed_in = RoomEvent::SignedIn { player: 3 };
    refused(&[], &signed_in, NOW, "\"Guest 3\" has no password, and without one this cannot happen");
}

#[test]
fn acts_of_the_floor_and_of_nodes_have_an_author() {
    let (name, reason) = ("Two".to_owned(), "a reason".to_owned());
    let rows = [
        (
            RoomEvent::TableOpened { table: 1, name: name.clone(), by: None },
            "table 1 is opened a second time",
        ),
        (
            RoomEvent::TableOpened { table: 2, name, by: Some(2) },
            "player 2 acts as floor, and has never been",
        ),
        (RoomEvent::RoundVoided { table: 2, by: 1, reason: reason.clone() }, "there is no table 2"),
        (
            RoomEvent::RoundVoided { table: 1, by: 2, reason: reason.clone() },
            "player 2 acts as floor, and has never been",
        ),
        (RoomEvent::TableClosed { table: 1, by: 77, reason }, "player 77 acts as floor, and has never been"),
        (RoomEvent::Started { node: "a".into(), version: "1".into() }, "node \"a\" starts a second time"),
        (RoomEvent::Stopped { node: "b".into() }, "node \"b\" does not run"),
        (RoomEvent::ClockJumped { node: "b".into(), by_ms: 5 }, "node \"b\" does not run"),
    ];
    for (event, why) in rows {
        refused(&[], &event, NOW, why);
    }
    let stopped = RoomEvent::Stopped { node: "a".into() };
    refused(std::slice::from_ref(&stopped), &stopped, NOW, "node \"a\" does not run");
}

#[test]
fn the_indexes_that_are_written_are_those_of_the_book() {
    let mut book = AccountBook::default();
    let mut records: BTreeMap<(RecordKind, String), String> = BTreeMap::new();
    let end = RoomEvent::PasswordSet { player: 3, password: secret("new"), by: Authority::Owner };
    let revoked = RoomEvent::TokenRevoked { player: 3, id: 1 };
    let more = [token(3, 1, "a"), named(3, "Cleo"), token(3, 1, "b"), revoked, token(3, 1, "c"), end];
    for event in [joined(2, true), joined(3, false)].iter().chain(&more) {
        let player = PlayerId(event.player().expect("an account"));
        let before = book.account(player).cloned();
        book.apply(event, NOW).expect("an event");
        let after = book.account(player).expect("an account");
        for write in index_writes(player, before.as_ref(), after) {
            let key = (write.kind, write.key);
            assert!(write.precondition != Precondition::Absent || !records.contains_key(&key), "{key:?}");
            match write.value {
                Some(value) => records.insert(key, value),
                None => records.remove(&key),
            };
        }
        let mut expected = BTreeMap::new();
        expected
            .extend(book.names().map(|(key, record)| ((RecordKind::Name, key.encode()), encode(&record))));
        expected.extend(
            book.likenesses()
                .map(|(key, record)| ((RecordKind::NameLikeness, key.encode()), encode(&record))),
        );
        expected
            .extend(book.tokens().map(|(key, record)| ((RecordKind::Token, key.encode()), encode(&record))));
        assert_eq!(records, expected, "{event:?}");
    }
}
