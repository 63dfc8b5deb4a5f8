//! Exact mathematics for players: advice, drills, solved games, and what follows from these.

use std::fmt::Display;
use std::str::FromStr;
use std::sync::Arc;

use analysis::advice::{Point, game_with};
use analysis::information::information;
use analysis::solve::{Answer, BAD_BEAT, BLIND, GameTerms, RAISES, Unsolved};
use analysis::{bank_schedule, exact, ruin_result, wire_advice};
use axum::extract::State;
use axum::http::HeaderName;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{Html, IntoResponse, Response};
use axum::{Extension, Json};
use odds::bank::{BankEdge, StrategyValues};
use odds::{AdviceError, Fraction, Game, Qualify};
use protocol::{
    Advice, AdviceRequest, BankRequest, BankResult, BankSchedule, DrillPoint, DrillRequest, DrillValue,
    ErrorCode, GameRequest, Information, RuinRequest, RuinResult, Solution,
};
use uth::{Cents, Schedule, Wagers};

use crate::http::connections::Client;
use crate::http::error::ApiError;
use crate::http::extract::Body;
use crate::http::openapi::{Describe, Generators, Operation};
use crate::http::{App, AppState};

/// The most points of one drill request.
const MOST_POINTS: usize = 24;
/// The most players beside a bank.
const MOST_PLAYERS: u8 = 7;
/// The largest Ante, in cents.
const MOST_ANTE: i64 = 1_000_000;

/// `POST /api/advise`. Before the flop, with dead cards, the count takes most of a second.
pub(crate) async fn advise(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    Body(ask): Body<AdviceRequest>,
) -> Result<Json<Advice>, ApiError> {
    let point = Point::read(&ask.hole, &ask.board, &ask.dead, &ask.dealer).map_err(wrong_cards)?;
    let game = wagered_game(ask.pay_table.as_deref(), ask.wagers)?;
    let (laboratory, busy) = (Arc::clone(&app.laboratory), "The coach is busy; ask again.");
    let work = move || point.advised(&laboratory, &game);
    let advised = app.compute(client, ApiError::new(ErrorCode::Busy, busy), work).await?;
    Ok(Json(wire_advice(&advised.map_err(no_advice)?, ask.bank_may_be_short)))
}

/// `POST /api/drill`. The page deals many points, asks which are close decisions, and shows one of these.
pub(crate) async fn drill(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    Body(ask): Body<DrillRequest>,
) -> Result<Json<Vec<DrillValue>>, ApiError> {
    let count = ask.points.len();
    if count == 0 || count > MOST_POINTS {
        return Err(wrong_cards(format!("There may be 1 to {MOST_POINTS} points, not {count}")));
    }
    let read = |point: &DrillPoint| Point::read(&point.hole, &point.board, "", "");
    let points: Vec<Point> = ask.points.iter().map(read).collect::<Result<_, _>>().map_err(wrong_cards)?;
    let game = wagered_game(ask.pay_table.as_deref(), ask.wagers)?;
    let (laboratory, busy) = (Arc::clone(&app.laboratory), "The trainer is busy; ask again.");
    let work =
        move || points.iter().map(|point| laboratory.drill_value(point, &game)).collect::<Result<_, _>>();
    let values = app.compute(client, ApiError::new(ErrorCode::Busy, busy), work).await?;
    Ok(Json(values.map_err(no_advice)?))
}

/// `POST /api/solve`. The first one takes longer: it prepares the solver.
pub(crate) async fn solve(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    Body(ask): Body<GameRequest>,
) -> Result<SerializedSolution, ApiError> {
    Ok(SerializedSolution(app.solve(client, ask).await?))
}

/// A [`Solution`], which was serialized when the game was solved.
pub(crate) struct SerializedSolution(Arc<Answer>);

impl IntoResponse for SerializedSolution {
    fn into_response(self) -> Response {
        ([(CONTENT_TYPE, "application/json")], self.0.json.to_string()).into_response()
    }
}

impl Describe for SerializedSolution {
    fn describe(operation: &mut Operation, generators: &mut Generators) {
        Json::<Solution>::describe(operation, generators);
    }
}

/// `POST /api/solve/report`: one page, complete in itself, to be kept.
pub(crate) async fn report(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    Body(ask): Body<GameRequest>,
) -> Result<([(HeaderName, &'static str); 1], Html<String>), ApiError> {
    let answer = app.solve(client, ask).await?;
    let disposition = [(CONTENT_DISPOSITION, "attachment; filename=\"uth-report.html\"")];
    Ok((disposition, Html(analysis::solve::report(&answer.solved))))
}

/// `POST /api/ruin`.
pub(crate) async fn ruin(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    Body(ask): Body<RuinRequest>,
) -> Result<Json<RuinResult>, ApiError> {
    let bankroll: Fraction = read("bankroll", &ask.bankroll)?;
    let answer = app.solve(client, ask.game).await?;
    let ruin = app.compute(client, too_long(), move || answer.solved.round.ruin(bankroll, ask.hands)).await?;
    let ruin = ruin.map_err(|why| wrong_game(format!("Ruin is not worked out: {why}.")))?;
    Ok(Json(ruin_result(bankroll, &ruin)))
}

/// `POST /api/bank`: what `uth bank --json` says of players who all play best and wager the same.
pub(crate) async fn bank(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    Body(ask): Body<BankRequest>,
) -> Result<Json<BankResult>, ApiError> {
    let BankRequest { game, players, ante } = ask;
    if !(1..=MOST_PLAYERS).contains(&players) {
        return Err(wrong_game(format!("players: a bank has 1 to {MOST_PLAYERS} players, not {players}.")));
    }
    if !(1..=MOST_ANTE).contains(&ante) {
        return Err(wrong_game(format!("ante: an Ante is 1 to {MOST_ANTE} cents, not {ante}.")));
    }
    let answer = app.solve(client, game).await?;
    // Arithmetic is checked: a value that does not fit panics, which ends the task instead of being wrong.
    let counting = tokio::task::spawn_blocking(move || {
        let solution = &answer.solved.solution;
        let mix = solution.game.mix;
        let wagers = Wagers {
            ante: Cents(ante),
            trips: part(ante, mix.trips).ok_or("trips")?,
            bad_beat: part(ante, mix.bad_beat).ok_or("bad_beat")?,
        };
        Ok(bank_result(&StrategyValues::of(solution), wagers, players))
    });
    let counted = counting.await.map_err(|_| too_long())?;
    let uneven =
        |wager: &str| wrong_game(format!("ante: {wager} would not be whole cents beside this Ante."));
    counted.map(Json).map_err(uneven)
}

/// `GET /api/information`: what `uth information` says, from a file because counting it takes minutes.
pub(crate) async fn seen_cards() -> Json<Information> {
    Json(information())
}

impl App {
    /// Does some work outside the runtime, for a few clients at a time because it takes all cores. Checked arithmetic
    /// may panic on the way, which is answered with `failure`.
    pub(super) async fn compute<T: Send + 'static>(
        &self,
        client: Client,
        failure: ApiError,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        self.advice.take(client).map_err(ApiError::too_fast)?;
        let _turn = self.coaches.acquire().await.map_err(|_| ApiError::too_slow())?;
        tokio::task::spawn_blocking(work).await.map_err(|_| failure)
    }

    /// Solves a game. A game that was solved lately counts against no limit.
    async fn solve(&self, client: Client, ask: GameRequest) -> Result<Arc<Answer>, ApiError> {
        let game = game(ask)?;
        if let Some(answer) = self.laboratory.known(&game) {
            return Ok(answer);
        }
        self.advice.take(client).map_err(ApiError::too_fast)?;
        // All cores work on one game, so games are solved one at a time.
        let turn = Arc::clone(&self.solving).acquire_owned().await.map_err(|_| ApiError::too_slow())?;
        let laboratory = Arc::clone(&self.laboratory);
        let solving = tokio::task::spawn_blocking(move || {
            // Even if this client goes away, the next one waits until the cores are free.
            let _turn = turn;
            laboratory.solve(game)
        });
        solving.await.unwrap_or(Err(Unsolved::Overflow)).map_err(|why| wrong_game(why.to_string()))
    }
}

/// Returns the game of a table with that pay table, for the wagers that lie there.
fn wagered_game(pay_table: Option<&str>, wagers: Option<protocol::Wagers>) -> Result<Game, ApiError> {
    let pay_table = read("pay_table", pay_table.unwrap_or("UTH-01"))?;
    // Without wagers an Ante of any size will do: values are in Antes.
    let wagers = wagers.map_or(Wagers::ante(Cents::dollars(1)), Wagers::from);
    game_with(pay_table, wagers).map_err(|why| wrong_game(format!("wagers: {why}.")))
}

pub(super) fn no_advice(why: AdviceError) -> ApiError {
    match why {
        AdviceError::Game(why) => wrong_game(format!("wagers: {why}.")),
        why => wrong_cards(why),
    }
}

/// Reads a game as it is typed after `uth solve`.
fn game(asked: GameRequest) -> Result<Game, ApiError> {
    if asked.paytable.is_some() && asked.trips.is_some() {
        return Err(wrong_game("Name a paytable or list the pays of trips, not both.".into()));
    }
    let terms = GameTerms {
        paytable: read("paytable", asked.paytable.as_deref().unwrap_or("UTH-01"))?,
        blind: read("blind", asked.blind.as_deref().unwrap_or(BLIND))?,
        trips: asked.trips.map(|pays| read("trips", &pays)).transpose()?,
        bad_beat: read("bad_beat", asked.bad_beat.as_deref().unwrap_or(BAD_BEAT))?,
        qualify: match asked.qualify.as_deref().unwrap_or("pair") {
            "pair" => Qualify::Pair,
            "none" => Qualify::Always,
            _ => {
                let why = "qualify: the dealer qualifies with a \"pair\", or \"none\" is needed.";
                return Err(wrong_game(why.into()));
            }
        },
        raises: read("raises", asked.raises.as_deref().unwrap_or(RAISES))?,
        mix: read("mix", asked.mix.as_deref().unwrap_or_default())?,
    };
    Ok(terms.game())
}

fn read<T: FromStr<Err: ToString>>(field: &str, text: &str) -> Result<T, ApiError> {
    text.parse().map_err(|why: T::Err| wrong_game(format!("{field}: {}.", why.to_string())))
}

fn wrong_game(why: String) -> ApiError {
    ApiError::new(ErrorCode::Game, why)
}

fn wrong_cards<E: Display>(why: E) -> ApiError {
    ApiError::new(ErrorCode::Cards, format!("{why}."))
}

fn too_long() -> ApiError {
    wrong_game("The exact values of this game are too long to write: use rounder numbers.".into())
}

/// Returns so many times an Ante, if that is whole cents.
fn part(ante: i64, times: Fraction) -> Option<Cents> {
    let cents = Fraction::whole(ante).checked_mul(times)?;
    (cents.denominator() == 1).then(|| i64::try_from(cents.numerator()).ok().map(Cents))?
}

fn bank_result(values: &StrategyValues, wagers: Wagers, players: u8) -> BankResult {
    let action = Cents(wagers.table_action().0 * i64::from(players));
    let rate = BankEdge::new(values, wagers).expect("an Ante is wagered");
    let gain = rate.gain(action);
    let schedule = |schedule: &Schedule| {
        let fee = schedule.fee(action);
        BankSchedule {
            collection: Some(fee.0),
            left: Some(exact(gain - Fraction::whole(fee.0))),
            ..bank_schedule(rate, schedule)
        }
    };
    BankResult {
        players,
        ante: wagers.ante.0,
        trips: wagers.trips.0,
        bad_beat: wagers.bad_beat.0,
        value: exact(values.round(wagers)),
        action: action.0,
        gain: exact(gain),
        rate: exact(rate.value()),
        schedules: Schedule::all_printed().iter().map(schedule).collect(),
    }
}
