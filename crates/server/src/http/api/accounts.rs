//! Accounts and sessions.

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use table::PlayerId;
use uth::Cents;

use crate::http::body::{Body, MaybeBody};
use crate::http::connection_slot::Client;
use crate::http::error::ApiError;
use crate::http::who::{MaybeUser, User};
use crate::http::{App, AppState};
use protocol::{
    Credentials, GuestRequest, LaterLimit, LimitsRequest, Me, OwnLimits, PasswordRequest, Timestamp,
};
use room::accounts::{Caller, Credential, Joined, Protection};

/// `POST /api/guest`. Whoever is somebody already stays who they are.
pub(crate) async fn guest(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    MaybeUser(known): MaybeUser,
    MaybeBody(ask): MaybeBody<GuestRequest>,
) -> Result<Response, ApiError> {
    let (caller, session) = if let Some(caller) = known {
        (caller, None)
    } else {
        app.joins.take(client).map_err(ApiError::too_fast)?;
        let joined = app.accounts.guest(app.now_ms()).await?;
        (app.caller(&joined).await?, Some(joined.session))
    };
    let mut me = app.me(caller).await?;
    if let Some(name) = ask.token {
        let (_, secret) = app.accounts.new_token(me.id.into(), &name, app.now_ms()).await?;
        me.token = Some(secret.reveal().to_owned());
    }
    let cookie = session.map(|session| [(SET_COOKIE, app.cookie(&session))]);
    Ok(match cookie {
        Some(cookie) => (cookie, Json(me)).into_response(),
        None => Json(me).into_response(),
    })
}

/// `POST /api/name`.
pub(crate) async fn name(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    User(caller): User,
    Body(ask): Body<Credentials>,
) -> Result<Response, ApiError> {
    app.sign_ins.take(client).map_err(ApiError::too_fast)?;
    let joined = app.accounts.take_name(caller.player, &ask.name, &ask.password, app.now_ms()).await?;
    app.welcome(joined, Some(caller)).await
}

/// `POST /api/sign-in`. A session that was shown ends: nobody goes on in one that somebody else may have begun.
pub(crate) async fn sign_in(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    MaybeUser(known): MaybeUser,
    Body(ask): Body<Credentials>,
) -> Result<Response, ApiError> {
    app.sign_ins.take(client).map_err(ApiError::too_fast)?;
    let joined = app.accounts.sign_in(&ask.name, &ask.password, app.now_ms()).await?;
    app.welcome(joined, known).await
}

/// `POST /api/sign-out`.
pub(crate) async fn sign_out(
    State(app): State<AppState>,
    MaybeUser(known): MaybeUser,
) -> Result<Response, ApiError> {
    if let Some(Caller { player, credential, .. }) = known {
        app.leave(player, &credential).await?;
    }
    Ok((StatusCode::NO_CONTENT, [(SET_COOKIE, app.no_cookie())]).into_response())
}

/// `POST /api/password`.
pub(crate) async fn password(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    User(caller): User,
    Body(ask): Body<PasswordRequest>,
) -> Result<Response, ApiError> {
    app.sign_ins.take(client).map_err(ApiError::too_fast)?;
    let accounts = &app.accounts;
    let joined = accounts.change_password(caller.player, &ask.current, &ask.password, app.now_ms()).await?;
    app.welcome(joined, Some(caller)).await
}

/// `GET /api/me`.
pub(crate) async fn me(State(app): State<AppState>, User(caller): User) -> Result<Json<Me>, ApiError> {
    Ok(Json(app.me(caller).await?))
}

/// `POST /api/limits`.
pub(crate) async fn limits(
    State(app): State<AppState>,
    User(caller): User,
    Body(ask): Body<LimitsRequest>,
) -> Result<Json<Me>, ApiError> {
    if ask.no_daily_loss || ask.daily_loss.is_some() {
        let limit = ask.daily_loss.map(Cents);
        app.accounts.limit_losses(caller.player, limit, app.now_ms()).await?;
    }
    if let Some(days) = ask.exclude_days {
        app.accounts.exclude(caller.player, days, app.now_ms()).await?;
    }
    Ok(Json(app.me(caller).await?))
}

impl App {
    pub(super) async fn me(&self, caller: Caller) -> Result<Me, ApiError> {
        let now_ms = self.now_ms();
        let protection = self.accounts.protection(caller.player).await?;
        Ok(Me {
            id: caller.player.into(),
            name: caller.name,
            role: caller.role,
            guest: caller.guest,
            balance: self.accounts.balance(caller.player).await?.0,
            limits: own_limits(&protection, now_ms),
            token: None,
        })
    }

    /// The answer to somebody who has a new session now; the one that they came with ends.
    async fn welcome(&self, joined: Joined, before: Option<Caller>) -> Result<Response, ApiError> {
        if let Some(Caller { player, credential, .. }) = before {
            self.leave(player, &credential).await?;
        }
        let me = self.me(self.caller(&joined).await?).await?;
        Ok(([(SET_COOKIE, self.cookie(&joined.session))], Json(me)).into_response())
    }

    async fn leave(&self, player: PlayerId, credential: &Credential) -> Result<(), ApiError> {
        if let Credential::Session(session) = credential {
            self.accounts.sign_out(session).await?;
        }
        self.has_ended(player);
        Ok(())
    }

    async fn caller(&self, joined: &Joined) -> Result<Caller, ApiError> {
        let credential = Credential::Session(joined.session.clone());
        let caller = self.accounts.who(&credential, true, self.now_ms()).await?;
        caller.ok_or_else(ApiError::sign_in_first)
    }
}

fn own_limits(protection: &Protection, now_ms: u64) -> OwnLimits {
    let later = |(limit, from_ms): (Option<Cents>, u64)| LaterLimit {
        daily_loss: limit.map(|limit| limit.0),
        from_ms: Timestamp(from_ms),
    };
    OwnLimits {
        daily_loss: protection.daily_loss(now_ms).map(|limit| limit.0),
        later: protection.asked_for(now_ms).map(later),
        excluded_until_ms: protection.excluded_until(now_ms).map(Timestamp),
    }
}
