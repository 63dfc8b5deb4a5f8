//! Accounts, sessions, tokens of programs, and roles.

use axum::extract::State;
use axum::http::{HeaderName, HeaderValue};
use axum::response::{AppendHeaders, NoContent};
use axum::{Extension, Json};
use protocol::{
    ConfirmRequest, Credentials, ErrorCode, FloorCodeRequest, GuestRequest, LaterLimit, LimitsRequest, Me,
    NewSecondFactor, NewToken, OwnLimits, PasswordRequest, PeoplePage, PeopleQuery, RecoveryCodes,
    RemoveSecondFactorRequest, RoleRequest, SecondFactorRequest, SignInRequest, Timestamp, Token,
    TokenRequest, TokenScope,
};
use room::accounts::{Caller, Credential, Joined, Proof, Protection, Secret, SignIn, Visitor};
use table::PlayerId;
use uth::Cents;

use crate::http::connections::Client;
use crate::http::error::ApiError;
use crate::http::extract::{
    Body, ComesFrom, Floor, MaybeBody, MaybeUser, PathParams, QueryParams, Staff, User,
};
use crate::http::{App, AppState};

/// The most accounts of one page.
const MOST_PEOPLE: u32 = 200;

type Cookies = AppendHeaders<Vec<(HeaderName, HeaderValue)>>;

/// The caller's account, with cookies if they have a new session.
type SignedIn = Result<(Cookies, Json<Me>), ApiError>;

/// `POST /api/guest`. A caller who has an account already keeps it.
pub(crate) async fn guest(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    ComesFrom(visitor): ComesFrom,
    MaybeUser(known): MaybeUser,
    MaybeBody(ask): MaybeBody<GuestRequest>,
) -> SignedIn {
    let (cookies, mut me) = if let Some(caller) = known {
        (AppendHeaders(Vec::new()), app.me(caller).await?)
    } else {
        // Only a new account counts: a page that is loaded again finds the old one.
        app.joins.take(client).map_err(ApiError::too_fast)?;
        let joined = app.accounts.guest().await?;
        let (cookies, Json(me)) = app.welcome(joined, None, &visitor).await?;
        (cookies, me)
    };
    if let Some(name) = ask.token {
        let ask = TokenRequest { name, scopes: TokenScope::all(), expires_days: None };
        let (_, secret) = app.accounts.new_token(me.id.into(), &ask).await?;
        me.token = Some(secret.reveal().to_owned());
    }
    Ok((cookies, Json(me)))
}

/// `POST /api/name`.
pub(crate) async fn name(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    ComesFrom(visitor): ComesFrom,
    User(caller): User,
    Body(ask): Body<Credentials>,
) -> SignedIn {
    app.sign_ins.take(client).map_err(ApiError::too_fast)?;
    let joined = app.accounts.take_name(caller.player, &ask.name, &ask.password).await?;
    app.welcome(joined, Some(caller), &visitor).await
}

/// `POST /api/sign-in`. The session that came with the request ends, so that nobody continues in a session that
/// another person may have planted.
pub(crate) async fn sign_in(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    ComesFrom(visitor): ComesFrom,
    MaybeUser(known): MaybeUser,
    Body(ask): Body<SignInRequest>,
) -> SignedIn {
    app.sign_ins.take(client).map_err(ApiError::too_fast)?;
    let proof = match (&ask.password, &ask.recovery_code) {
        (Some(password), None) => Proof::Password(password),
        (None, Some(code)) => Proof::RecoveryCode(code),
        _ => {
            let why = "Send either a password or a recovery code.";
            return Err(ApiError::new(ErrorCode::InvalidFields, why));
        }
    };
    let request = SignIn { name: &ask.name, proof, second_factor: ask.second_factor.as_deref() };
    let joined = app.accounts.sign_in(&request, &visitor).await?;
    app.welcome(joined, known, &visitor).await
}

/// `POST /api/sign-out`.
pub(crate) async fn sign_out(
    State(app): State<AppState>,
    MaybeUser(known): MaybeUser,
) -> Result<(Cookies, NoContent), ApiError> {
    app.leave(known).await?;
    Ok((AppendHeaders(vec![app.session_cookie(None)]), NoContent))
}

/// `POST /api/sign-out/everywhere`.
pub(crate) async fn sign_out_everywhere(
    State(app): State<AppState>,
    User(caller): User,
) -> Result<(Cookies, NoContent), ApiError> {
    app.accounts.sign_out_everywhere(caller.player).await?;
    app.has_ended(caller.player);
    Ok((AppendHeaders(vec![app.session_cookie(None)]), NoContent))
}

/// `POST /api/password`.
pub(crate) async fn password(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    ComesFrom(visitor): ComesFrom,
    User(caller): User,
    Body(ask): Body<PasswordRequest>,
) -> SignedIn {
    app.sign_ins.take(client).map_err(ApiError::too_fast)?;
    let joined = app.accounts.change_password(&caller, &ask.current, &ask.password).await?;
    app.welcome(joined, Some(caller), &visitor).await
}

/// `POST /api/recovery-codes`.
pub(crate) async fn recovery_codes(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    User(caller): User,
    Body(ask): Body<ConfirmRequest>,
) -> Result<Json<RecoveryCodes>, ApiError> {
    app.sign_ins.take(client).map_err(ApiError::too_fast)?;
    let codes = app.accounts.new_recovery_codes(&caller, &ask.current).await?;
    Ok(Json(RecoveryCodes { codes: codes.iter().map(|code| code.reveal().to_owned()).collect() }))
}

/// `POST /api/second-factor`.
pub(crate) async fn new_second_factor(
    State(app): State<AppState>,
    User(caller): User,
) -> Result<Json<NewSecondFactor>, ApiError> {
    Ok(Json(app.accounts.new_second_factor(&caller)?))
}

/// `POST /api/second-factor/enrol`.
pub(crate) async fn enrol_second_factor(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    ComesFrom(visitor): ComesFrom,
    User(caller): User,
    Body(ask): Body<SecondFactorRequest>,
) -> SignedIn {
    app.sign_ins.take(client).map_err(ApiError::too_fast)?;
    let enrolled = app.accounts.enrol_second_factor(&caller, &ask.current, &ask.secret, &ask.code);
    let joined = enrolled.await?;
    app.welcome(joined, Some(caller), &visitor).await
}

/// `POST /api/second-factor/remove`.
pub(crate) async fn remove_second_factor(
    State(app): State<AppState>,
    Extension(client): Extension<Client>,
    User(caller): User,
    Body(ask): Body<RemoveSecondFactorRequest>,
) -> Result<NoContent, ApiError> {
    app.sign_ins.take(client).map_err(ApiError::too_fast)?;
    app.accounts.remove_second_factor(&caller, &ask.current, &ask.code).await?;
    Ok(NoContent)
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
    let (kept, secret) = app.accounts.new_token(caller.player, &ask).await?;
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
    User(caller): User,
    Body(ask): Body<FloorCodeRequest>,
) -> Result<Json<Me>, ApiError> {
    app.sign_ins.take(client).map_err(ApiError::too_fast)?;
    app.accounts.use_floor_code(caller.player, &Secret::claimed(ask.code.trim())).await?;
    tracing::info!(player = caller.player.0, "an account is floor by the one-time code");
    let caller = app.accounts.who(&caller.credential, true).await?;
    Ok(Json(app.me(caller.ok_or_else(ApiError::sign_in_first)?).await?))
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
            second_factor: caller.second_factor,
            recovery_codes: caller.recovery_codes as u32,
            token: None,
        })
    }

    /// Ends the session that a caller came with, and answers with the new one.
    async fn welcome(&self, joined: Joined, before: Option<Caller>, visitor: &Visitor) -> SignedIn {
        // The old session ends before the new one is shown, also in other tabs and on other nodes.
        self.leave(before).await?;
        let device = self.accounts.note_device(joined.player, visitor.device.as_ref()).await?;
        let mut cookies = vec![self.session_cookie(Some(&joined.session))];
        cookies.extend(device.as_ref().map(|device| self.device_cookie(device)));
        let caller = self.accounts.who(&Credential::Session(joined.session), true).await?;
        let me = self.me(caller.ok_or_else(ApiError::sign_in_first)?).await?;
        Ok((AppendHeaders(cookies), Json(me)))
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
