//! Accounts, sessions, tokens of programs, and roles.

use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderName, HeaderValue};
use axum::response::NoContent;
use axum::{Extension, Json};
use protocol::{
    Credentials, ErrorCode, FloorCodeRequest, GuestRequest, LaterLimit, LimitsRequest, Me, NewToken,
    OwnLimits, PasswordRequest, PeoplePage, PeopleQuery, Role, RoleRequest, Timestamp, Token, TokenRequest,
};
use room::accounts::{Caller, Credential, Joined, Protection, Secret};
use table::PlayerId;
use uth::Cents;

use crate::http::connections::Client;
use crate::http::error::ApiError;
use crate::http::extract::{Body, Floor, MaybeBody, MaybeUser, PathParams, QueryParams, Staff, User};
use crate::http::{App, AppState};

/// The most accounts of one page.
const MOST_PEOPLE: u32 = 200;

type Cookie = [(HeaderName, HeaderValue); 1];

/// The caller's account, with a cookie if they have a new session.
type SignedIn = Result<(Option<Cookie>, Json<Me>), ApiError>;

/// `POST /api/guest`. A caller who has an account already keeps it.
pub(crate) async fn guest(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    MaybeUser(known): MaybeUser,
    MaybeBody(ask): MaybeBody<GuestRequest>,
) -> SignedIn {
    let (cookie, mut me) = if let Some(caller) = known {
        (None, app.me(caller).await?)
    } else {
        // Only a new account counts: a page that is loaded again finds the old one.
        app.joins.take(client).map_err(ApiError::too_fast)?;
        let joined = app.accounts.guest().await?;
        let (cookie, Json(me)) = app.welcome(joined, None).await?;
        (cookie, me)
    };
    if let Some(name) = ask.token {
        let (_, secret) = app.accounts.new_token(me.id.into(), &name).await?;
        me.token = Some(secret.reveal().to_owned());
    }
    Ok((cookie, Json(me)))
}

/// `POST /api/name`.
pub(crate) async fn name(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    User(caller): User,
    Body(ask): Body<Credentials>,
) -> SignedIn {
    app.sign_ins.take(client).map_err(ApiError::too_fast)?;
    let joined = app.accounts.take_name(caller.player, &ask.name, &ask.password).await?;
    app.welcome(joined, Some(caller)).await
}

/// `POST /api/sign-in`. The session that came with the request ends, so that nobody continues in a session that
/// another person may have planted.
pub(crate) async fn sign_in(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    MaybeUser(known): MaybeUser,
    Body(ask): Body<Credentials>,
) -> SignedIn {
    app.sign_ins.take(client).map_err(ApiError::too_fast)?;
    let joined = app.accounts.sign_in(&ask.name, &ask.password).await?;
    app.welcome(joined, known).await
}

/// `POST /api/sign-out`.
pub(crate) async fn sign_out(
    State(app): State<AppState>,
    MaybeUser(known): MaybeUser,
) -> Result<(Cookie, NoContent), ApiError> {
    app.leave(known).await?;
    Ok(([(SET_COOKIE, app.cookie(None))], NoContent))
}

/// `POST /api/password`.
pub(crate) async fn password(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    User(caller): User,
    Body(ask): Body<PasswordRequest>,
) -> SignedIn {
    app.sign_ins.take(client).map_err(ApiError::too_fast)?;
    let joined = app.accounts.change_password(caller.player, &ask.current, &ask.password).await?;
    app.welcome(joined, Some(caller)).await
}

/// `GET /api/me`.
pub(crate) async fn me(State(app): State<AppState>, User(caller): User) -> Result<Json<Me>, ApiError> {
    Ok(Json(app.me(caller).await?))
}

/// `POST /api/chips`.
pub(crate) async fn chips(State(app): State<AppState>, User(caller): User) -> Result<Json<Me>, ApiError> {
    if let Err(refused) = app.accounts.take_stack(caller.player).await {
        // Waiting helps against this refusal alone, so that it alone says until when.
        let is_too_soon = refused.code == ErrorCode::NoStackLeft;
        let error = ApiError::from(refused);
        if !is_too_soon {
            return Err(error);
        }
        let (_, grant) = app.accounts.limits_and_grant(caller.player).await?;
        return Err(error.until(grant.next_ms, app.now_ms()));
    }
    Ok(Json(app.me(caller).await?))
}

/// `POST /api/limits`.
pub(crate) async fn limits(
    State(app): State<AppState>,
    User(caller): User,
    Body(ask): Body<LimitsRequest>,
) -> Result<Json<Me>, ApiError> {
    if ask.no_daily_loss || ask.daily_loss.is_some() {
        app.accounts.limit_losses(caller.player, ask.daily_loss.map(Cents)).await?;
    }
    if let Some(days) = ask.exclude_days {
        app.accounts.exclude(caller.player, days).await?;
    }
    Ok(Json(app.me(caller).await?))
}

/// `GET /api/tokens`.
pub(crate) async fn tokens(
    State(app): State<AppState>,
    User(caller): User,
) -> Result<Json<Vec<Token>>, ApiError> {
    Ok(Json(app.accounts.tokens(caller.player).await?))
}

/// `POST /api/tokens`.
pub(crate) async fn create_token(
    State(app): State<AppState>,
    User(caller): User,
    Body(ask): Body<TokenRequest>,
) -> Result<Json<NewToken>, ApiError> {
    let (kept, secret) = app.accounts.new_token(caller.player, &ask.name).await?;
    Ok(Json(NewToken { kept, token: secret.reveal().to_owned() }))
}

/// `DELETE /api/tokens/{id}`.
pub(crate) async fn revoke_token(
    State(app): State<AppState>,
    User(caller): User,
    PathParams(id): PathParams<u64>,
) -> Result<NoContent, ApiError> {
    app.accounts.revoke_token(caller.player, id).await?;
    app.has_ended(caller.player);
    Ok(NoContent)
}

/// `POST /api/floor-code`.
pub(crate) async fn floor_code(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    User(mut caller): User,
    Body(ask): Body<FloorCodeRequest>,
) -> Result<Json<Me>, ApiError> {
    app.sign_ins.take(client).map_err(ApiError::too_fast)?;
    app.accounts.use_floor_code(caller.player, &Secret::claimed(ask.code.trim())).await?;
    tracing::info!(player = caller.player.0, "an account is floor by the one-time code");
    caller.role = Role::Floor;
    Ok(Json(app.me(caller).await?))
}

/// `POST /api/roles`.
pub(crate) async fn give_role(
    State(app): State<AppState>,
    Floor(floor): Floor,
    Body(ask): Body<RoleRequest>,
) -> Result<NoContent, ApiError> {
    let to = PlayerId::from(ask.player);
    app.accounts.give_role(floor.player, to, ask.role, &ask.reason).await?;
    tracing::info!(by = floor.player.0, to = to.0, role = ?ask.role, "a role was given");
    Ok(NoContent)
}

/// `GET /api/players`.
pub(crate) async fn people(
    State(app): State<AppState>,
    _: Staff,
    QueryParams(ask): QueryParams<PeopleQuery>,
) -> Result<Json<PeoplePage>, ApiError> {
    let limit = ask.limit.unwrap_or(50).clamp(1, MOST_PEOPLE);
    let accounts = &app.accounts;
    let page = match (&ask.ids, &ask.find) {
        (Some(ids), _) => accounts.people_numbered(&numbers(ids)?).await?,
        (None, Some(words)) => accounts.people_called(words, limit).await?,
        (None, None) => accounts.people(ask.role, ask.next.as_deref(), limit).await?,
    };
    Ok(Json(page))
}

fn numbers(text: &str) -> Result<Vec<u64>, ApiError> {
    let numbers: Option<Vec<u64>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    numbers.filter(|numbers| numbers.len() <= MOST_PEOPLE as usize).ok_or_else(|| {
        let why = format!("ids are up to {MOST_PEOPLE} numbers of accounts, like 3,7,12.");
        ApiError::new(ErrorCode::BadQuery, why)
    })
}

impl App {
    async fn me(&self, caller: Caller) -> Result<Me, ApiError> {
        let (protection, grant) = self.accounts.limits_and_grant(caller.player).await?;
        Ok(Me {
            id: caller.player.into(),
            name: caller.name,
            role: caller.role,
            guest: caller.guest,
            balance: self.accounts.balance(caller.player).await?.0,
            grant,
            limits: own_limits(&protection, self.now_ms()),
            token: None,
        })
    }

    /// Ends the session that a caller came with, and answers with the new one.
    async fn welcome(&self, joined: Joined, before: Option<Caller>) -> SignedIn {
        // The old session ends before the new one is shown, also in other tabs and on other nodes.
        self.leave(before).await?;
        let cookie = [(SET_COOKIE, self.cookie(Some(&joined.session)))];
        let caller = self.accounts.who(&Credential::Session(joined.session), true).await?;
        Ok((Some(cookie), Json(self.me(caller.ok_or_else(ApiError::sign_in_first)?).await?)))
    }

    async fn leave(&self, caller: Option<Caller>) -> Result<(), ApiError> {
        let Some(Caller { player, credential, .. }) = caller else { return Ok(()) };
        if let Credential::Session(session) = &credential {
            self.accounts.sign_out(session).await?;
        }
        // The sockets that showed this session check it now, and end.
        self.has_ended(player);
        Ok(())
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
