//! What follows from a solved game: what a bankroll has to fear, and what a bank earns.

use axum::extract::State;
use axum::{Extension, Json};
use odds::Fraction;
use odds::bank::{BankEdge, StrategyValues};
use uth::{Cents, Schedule, Wagers};

use super::solve::{solved, wrong};
use crate::http::AppState;
use crate::http::body::Body;
use crate::http::connection_slot::Client;
use crate::http::error::ApiError;
use analysis::information::information;
use analysis::{bank_schedule, exact, ruin_result};
use protocol::{BankRequest, BankResult, BankSchedule, Information, RuinRequest, RuinResult};

/// As many players as there are beside a bank.
const MOST_PLAYERS: u8 = 7;
/// The largest Ante, in cents.
const MOST_ANTE: i64 = 1_000_000;

/// `POST /api/ruin`.
pub(crate) async fn ruin(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    Body(ask): Body<RuinRequest>,
) -> Result<Json<RuinResult>, ApiError> {
    let bankroll: Fraction =
        ask.bankroll.parse().map_err(|why: odds::FractionError| wrong(format!("bankroll: {why}.")))?;
    let answer = solved(&app, client, ask.game).await?;
    app.advice.take(client).map_err(ApiError::too_fast)?;
    let _counts = app.coaches.acquire().await.map_err(|_| ApiError::too_slow())?;
    let following = tokio::task::spawn_blocking(move || answer.solved.round.ruin(bankroll, ask.hands));
    let ruin = following.await.map_err(|_| too_long())?;
    let ruin = ruin.map_err(|why| wrong(format!("Ruin is not worked out: {why}.")))?;
    Ok(Json(ruin_result(bankroll, &ruin)))
}

/// `POST /api/bank`: what `uth bank --json` says of best players who all wager the same.
pub(crate) async fn bank(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    Body(ask): Body<BankRequest>,
) -> Result<Json<BankResult>, ApiError> {
    let BankRequest { game, players, ante } = ask;
    if !(1..=MOST_PLAYERS).contains(&players) {
        return Err(wrong(format!("players: a bank has 1 to {MOST_PLAYERS} players, not {players}.")));
    }
    if !(1..=MOST_ANTE).contains(&ante) {
        return Err(wrong(format!("ante: an Ante is 1 to {MOST_ANTE} cents, not {ante}.")));
    }
    let answer = solved(&app, client, game).await?;
    // Fractions are checked: what does not fit is never wrong, but ends the work.
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
    let uneven = |wager: &str| wrong(format!("ante: {wager} would not be whole cents beside this Ante."));
    counted.map(Json).map_err(uneven)
}

/// `GET /api/information`: what `uth information` says, kept because it takes minutes.
pub(crate) async fn seen_cards() -> Json<Information> {
    Json(information())
}

fn too_long() -> ApiError {
    wrong("The exact values of this game are too long to write: use rounder numbers.".into())
}

/// So much of an Ante, if that is whole cents.
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
