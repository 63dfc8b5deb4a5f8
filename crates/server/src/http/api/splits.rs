//! Results of hands, split into what the game is worth, luck, decisions and cover: of a round, of sessions, of a
//! player.

use std::sync::Arc;

use analysis::split::{FinishedHand, PARTS, SplitTotals, parts, wire_split};
use audit::calendar::time_text;
use audit::history::{ExportOf, Histories, Reader, csv_cell, hands_page};
use axum::Json;
use axum::extract::{Extension, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use odds::{AdviceError, Fraction, ResultSplit};
use protocol::{ErrorCode, RoundSplit, RoundSummary, SessionSplit, SplitQuery, SplitReport, Timestamp};
use room::accounts::Caller;
use schemars::JsonSchema;
use table::{PlayerId, TableId};
use uth::Pays;

use super::history::reader;
use super::laboratory::no_advice;
use crate::http::connections::Client;
use crate::http::error::ApiError;
use crate::http::extract::{PathParams, QueryParams, Staff, User};
use crate::http::openapi::{Describe, Generators, Operation};
use crate::http::{App, AppState};

/// The most rounds that one request reads and splits, at about a millisecond each.
const MOST_ROUNDS: u32 = 1_000;
/// The most games that one request has to solve, at up to half a second each.
const MOST_GAMES: usize = 8;
/// A longer pause at a table begins a new session.
const PAUSE_MS: u64 = 30 * 60 * 1000;

/// `GET /api/hands/{table}/{round}/split`.
pub(crate) async fn of_round(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    User(caller): User,
    PathParams((table, round)): PathParams<(u64, u64)>,
) -> Result<Json<RoundSplit>, ApiError> {
    let no_such_round = || {
        let why = format!("You have no hand in round {round} of table {table} that is over.");
        ApiError::new(ErrorCode::NoSuchRound, why)
    };
    let mut histories = Histories::new(Arc::clone(app.room.archive()), reader(Some(&caller)));
    let history = histories.round(TableId(table), round).await?.ok_or_else(no_such_round)?;
    let (at_ms, hands) = (Timestamp(history.ended_ms()), history.finished_hands());
    if hands.is_empty() {
        return Err(no_such_round());
    }
    let hands = app.split(client, hands).await?;
    let hands = hands.iter().map(|(hand, split)| wire_split(hand, split)).collect();
    Ok(Json(RoundSplit { table: TableId(table).into(), round: protocol::RoundId(round), at_ms, hands }))
}

/// `GET /api/hands/split`.
pub(crate) async fn own(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    User(caller): User,
    QueryParams(ask): QueryParams<SplitQuery>,
) -> Result<Json<SplitReport>, ApiError> {
    Ok(Json(report(&app.recent_splits(client, caller.player, ask).await?)))
}

/// `GET /api/players/{id}/split`.
pub(crate) async fn of_player(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    _: Staff,
    PathParams(id): PathParams<u64>,
    QueryParams(ask): QueryParams<SplitQuery>,
) -> Result<Json<SplitReport>, ApiError> {
    Ok(Json(report(&app.recent_splits(client, PlayerId(id), ask).await?)))
}

/// `GET /api/hands/split/export`.
pub(crate) async fn export_own(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    User(Caller { player, .. }): User,
    QueryParams(ask): QueryParams<SplitQuery>,
) -> Result<Csv, ApiError> {
    let splits = app.recent_splits(client, player, ask).await?;
    let disposition = format!("attachment; filename=\"player-{player}-split.csv\"");
    let headers = [(CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()), (CONTENT_DISPOSITION, disposition)];
    let rows = splits.hands.iter().map(|hand| csv_row(hand, splits.earlier_left_out));
    Ok(Csv((headers, HEADER.to_owned() + &rows.collect::<String>()).into_response()))
}

/// A file of comma-separated values.
pub(crate) struct Csv(Response);

impl IntoResponse for Csv {
    fn into_response(self) -> Response {
        self.0
    }
}

impl Describe for Csv {
    fn describe(operation: &mut Operation, generators: &mut Generators) {
        operation.answers("text/csv", String::json_schema(&mut generators.answer));
    }
}

/// The recent hands of a player, the oldest first.
struct RecentSplits {
    hands: Vec<RecentSplit>,
    /// Whether the player has earlier rounds that are not among them.
    earlier_left_out: bool,
}

/// A hand of a player, its round and its split.
struct RecentSplit {
    summary: RoundSummary,
    hand: FinishedHand,
    split: ResultSplit,
}

impl App {
    /// Splits hands where blocking is allowed.
    async fn split(
        &self,
        client: Client,
        hands: Vec<FinishedHand>,
    ) -> Result<Vec<(FinishedHand, ResultSplit)>, ApiError> {
        let laboratory = Arc::clone(&self.laboratory);
        let failure = ApiError::new(ErrorCode::Busy, "The result could not be split; ask again.");
        let work = move || {
            let split = |hand: FinishedHand| Ok((hand, laboratory.split(&hand)?));
            hands.into_iter().map(split).collect::<Result<_, AdviceError>>()
        };
        self.compute(client, failure, work).await?.map_err(no_advice)
    }

    /// Splits the recent hands of a player.
    async fn recent_splits(
        &self,
        client: Client,
        player: PlayerId,
        ask: SplitQuery,
    ) -> Result<RecentSplits, ApiError> {
        let archive = self.room.archive();
        let limit = ask.limit.unwrap_or(MOST_ROUNDS).clamp(1, MOST_ROUNDS);
        // One more than is split: it tells whether there are earlier rounds, without counting them all.
        let mut summaries = hands_page(&**archive, ExportOf::Player(player), None, limit + 1).await?.hands;
        let more_than_limit = summaries.len() > limit as usize;
        summaries.truncate(limit as usize);
        // A replay goes on from the round before, so the oldest round comes first.
        summaries.reverse();
        let mut histories = Histories::new(Arc::clone(archive), Reader::Player(player));
        let mut hands = Vec::new();
        for summary in summaries {
            let finished = histories.rebuild(&summary).await?.finished_hands();
            hands.extend(finished.into_iter().map(|hand| (summary.clone(), hand)));
        }
        let found = hands.len();
        let hands = solvable(hands);
        let earlier_left_out = more_than_limit || hands.len() < found;
        let (summaries, hands): (Vec<_>, Vec<_>) = hands.into_iter().unzip();
        let splits = self.split(client, hands).await?;
        let recent = summaries.into_iter().zip(splits);
        let hands = recent.map(|(summary, (hand, split))| RecentSplit { summary, hand, split }).collect();
        Ok(RecentSplits { hands, earlier_left_out })
    }
}

/// Returns the newest hands that take few enough games to be solved, still the oldest first.
fn solvable(mut hands: Vec<(RoundSummary, FinishedHand)>) -> Vec<(RoundSummary, FinishedHand)> {
    let mut games: Vec<(Pays, Fraction)> = Vec::new();
    let mut from = hands.len();
    for (_, hand) in hands.iter().rev() {
        if let Some(game) = hand.game().filter(|game| !games.contains(game)) {
            games.push(game);
        }
        if games.len() > MOST_GAMES {
            break;
        }
        from -= 1;
    }
    hands.split_off(from)
}

/// Sums splits up, the oldest first, for each session and for all.
fn report(splits: &RecentSplits) -> SplitReport {
    let mut all = SplitTotals::default();
    let mut sessions: Vec<(SessionSplit, SplitTotals)> = Vec::new();
    for RecentSplit { summary: RoundSummary { table, at_ms, .. }, hand, split } in &splits.hands {
        all.add(hand.wagers.ante, split);
        let goes_on = |(session, _): &&mut (SessionSplit, SplitTotals)| {
            session.table == *table && at_ms.0.saturating_sub(session.to_ms.0) <= PAUSE_MS
        };
        if let Some((session, sum)) = sessions.iter_mut().rev().find(goes_on) {
            session.to_ms = *at_ms;
            sum.add(hand.wagers.ante, split);
            continue;
        }
        let mut sum = SplitTotals::default();
        sum.add(hand.wagers.ante, split);
        let session = SessionSplit { table: *table, from_ms: *at_ms, to_ms: *at_ms, sum: sum.wire() };
        sessions.push((session, sum));
    }
    let mut sessions: Vec<SessionSplit> =
        sessions.into_iter().map(|(session, sum)| SessionSplit { sum: sum.wire(), ..session }).collect();
    sessions.sort_by_key(|session| std::cmp::Reverse(session.to_ms));
    SplitReport { all: all.wire(), sessions, earlier_left_out: splits.earlier_left_out }
}

/// The columns of the export. Parts are in cents, as decimals for spreadsheets; `exact` has them as fractions, which
/// sum to `net`. `earlier_left_out` is that of the report, the same in every row.
const HEADER: &str = "time,table,round,book,pay_table,seat,player,ante,trips,bad_beat,void,game_value,hole_luck,\
    flop_luck,board_luck,dealer_luck,decisions_cost,uncovered,net,exact,earlier_left_out\r\n";

fn csv_row(RecentSplit { summary, hand, split }: &RecentSplit, earlier_left_out: bool) -> String {
    let parts = parts(hand.wagers.ante, split);
    let net: Fraction = parts.into_iter().sum();
    // A fraction by itself would be taken for a date or a formula.
    let exact = PARTS.iter().zip(parts).map(|(name, part)| format!("{name}={part}"));
    let exact = exact.collect::<Vec<_>>().join(" ");
    let head = [
        time_text(summary.at_ms.0),
        summary.table.to_string(),
        summary.round.0.to_string(),
        summary.book.to_string(),
        hand.pays.approved_as().map(|table| table.to_string()).unwrap_or_default(),
        hand.seat.number().to_string(),
        hand.player.to_string(),
        hand.wagers.ante.0.to_string(),
        hand.wagers.trips.0.to_string(),
        hand.wagers.bad_beat.0.to_string(),
        hand.played.is_none().to_string(),
    ];
    let decimals = parts.map(|part| format!("{:.6}", part.to_f64()));
    let cells =
        head.into_iter().chain(decimals).chain([net.to_string(), exact, earlier_left_out.to_string()]);
    cells.map(|cell| csv_cell(&cell)).collect::<Vec<_>>().join(",") + "\r\n"
}

#[cfg(test)]
mod tests {
    use odds::{HandEnd, PlayedHand};
    use protocol::{RoundId, RoundSummary, Seq, Timestamp};
    use uth::{Book, Cents, Pays, Seat, Setup, Wagers, parse_cards};

    use super::{FinishedHand, MOST_GAMES, solvable};

    /// A hand of the round with that number, with a Bad Beat wager of so many cents beside an Ante of $1.
    fn hand(round: u64, bad_beat: i64) -> (RoundSummary, FinishedHand) {
        let wagers = Wagers { ante: Cents(100), trips: Cents(100), bad_beat: Cents(bad_beat) };
        let [hole, board] = ["As Kd", "7c 7d 2h 3s 9c"];
        let (hole, board) = (parse_cards(hole).expect("cards"), parse_cards(board).expect("cards"));
        let played = Some(PlayedHand { hole, board, end: HandEnd::Fold, wagers, net: Cents::ZERO });
        let pays: Pays = Setup::new(Book::CaliforniaBadBeat).pays;
        let seat = Seat::new(1).expect("a seat");
        let summary = RoundSummary {
            table: protocol::TableId(1),
            round: RoundId(round),
            at_ms: Timestamp(round),
            first_seq: Seq(1),
            last_seq: Seq(1),
            book: Book::CaliforniaBadBeat.into(),
            seats: Vec::new(),
            banked: false,
            void: false,
            wagered: 0,
            net: 0,
        };
        (summary, FinishedHand { seat, player: protocol::PlayerId(7), wagers, pays, played })
    }

    #[test]
    fn hands_before_a_ninth_game_are_left_out() {
        // The oldest round repeats the game of the newest, but lies before the ninth.
        let ratios = [9, 1, 2, 3, 4, 5, 6, 7, 8, 9];
        let hands: Vec<_> = (0..).zip(ratios).map(|(round, ratio)| hand(round, 2 * ratio)).collect();
        let kept = solvable(hands.clone());
        assert_eq!(kept.len(), MOST_GAMES);
        assert_eq!(kept[0].0.round, RoundId(2), "the newest are kept");
        assert_eq!(solvable(hands[1..9].to_vec()).len(), MOST_GAMES);
    }
}
