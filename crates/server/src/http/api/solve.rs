//! Any game, solved exactly.

use std::str::FromStr;
use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use odds::{Game, Qualify};

use crate::http::AppState;
use crate::http::body::Body;
use crate::http::connection_slot::Client;
use crate::http::error::ApiError;
use analysis::solve::{Answer, BAD_BEAT, BLIND, GameTerms, RAISES, Unsolved};
use protocol::{ErrorCode, GameRequest};

/// `POST /api/solve`. The first one takes longer: it prepares the solver.
pub(crate) async fn solve(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    Body(ask): Body<GameRequest>,
) -> Result<Response, ApiError> {
    let answer = solved(&app, client, ask).await?;
    Ok(([(CONTENT_TYPE, "application/json")], answer.json.to_string()).into_response())
}

/// `POST /api/solve/report`: one page, complete in itself, to be kept.
pub(crate) async fn report(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    Body(ask): Body<GameRequest>,
) -> Result<Response, ApiError> {
    let answer = solved(&app, client, ask).await?;
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CONTENT_DISPOSITION, "attachment; filename=\"uth-report.html\""),
    ];
    Ok((headers, analysis::solve::report(&answer.solved)).into_response())
}

/// The game, solved. What was asked lately costs nobody anything.
pub(super) async fn solved(
    app: &AppState,
    client: Client,
    ask: GameRequest,
) -> Result<Arc<Answer>, ApiError> {
    let game = game(ask)?;
    if let Some(answer) = app.laboratory.known(&game) {
        return Ok(answer);
    }
    app.advice.take(client).map_err(ApiError::too_fast)?;
    // All cores work on one game, so games are solved one at a time.
    let turn = Arc::clone(&app.solving).acquire_owned().await.map_err(|_| ApiError::too_slow())?;
    let laboratory = Arc::clone(&app.laboratory);
    let solving = tokio::task::spawn_blocking(move || {
        // The client may be gone: the next one still waits until this one is done.
        let _turn = turn;
        laboratory.solve(game)
    });
    // Fractions are checked: what does not fit is never wrong, but ends the work.
    solving.await.unwrap_or(Err(Unsolved::Overflow)).map_err(|why| wrong(why.to_string()))
}

/// Reads a game as it is typed behind `uth solve`.
fn game(asked: GameRequest) -> Result<Game, ApiError> {
    if asked.paytable.is_some() && asked.trips.is_some() {
        return Err(wrong("Name a paytable or list the pays of trips, not both.".into()));
    }
    let terms = GameTerms {
        paytable: read("paytable", asked.paytable.as_deref().unwrap_or("UTH-01"))?,
        blind: read("blind", asked.blind.as_deref().unwrap_or(BLIND))?,
        trips: asked.trips.map(|pays| read("trips", &pays)).transpose()?,
        bad_beat: read("bad_beat", asked.bad_beat.as_deref().unwrap_or(BAD_BEAT))?,
        qualify: qualify(asked.qualify.as_deref().unwrap_or("pair"))?,
        raises: read("raises", asked.raises.as_deref().unwrap_or(RAISES))?,
        mix: read("mix", asked.mix.as_deref().unwrap_or_default())?,
    };
    Ok(terms.game())
}

fn read<T: FromStr<Err: ToString>>(place: &str, text: &str) -> Result<T, ApiError> {
    text.parse().map_err(|why: T::Err| wrong(format!("{place}: {}.", why.to_string())))
}

fn qualify(text: &str) -> Result<Qualify, ApiError> {
    match text {
        "pair" => Ok(Qualify::Pair),
        "none" => Ok(Qualify::Always),
        _ => Err(wrong("qualify: the dealer qualifies with a \"pair\", or \"none\" is needed.".into())),
    }
}

pub(super) fn wrong(why: String) -> ApiError {
    ApiError::new(ErrorCode::Game, why)
}
