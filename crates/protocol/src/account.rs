//! Accounts, sessions, tokens and roles.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::id::{PlayerId, Timestamp};

// In the order of rights: each role may do what those before it may.
/// What an account may do beyond playing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Plays only.
    Player,
    /// Reads every log, history and report.
    Auditor,
    /// Opens and closes tables, declares rounds void, gives roles, and does all that an auditor may.
    Floor,
}

/// The caller's own account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Me {
    /// The number of the account.
    pub id: PlayerId,
    /// Its name.
    pub name: String,
    /// What it may do.
    pub role: Role,
    /// Whether it has no name and password of its own.
    pub guest: bool,
    /// What the wallet holds, in cents.
    pub balance: i64,
    /// When more chips are to be had.
    pub grant: Grant,
    /// The player's own limits.
    pub limits: OwnLimits,
    /// Whether the account has a second factor.
    pub second_factor: SecondFactorState,
    /// How many recovery codes have not been used.
    pub recovery_codes: u32,
    /// The token that was asked for. It is told this once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// Whether an account has a second factor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SecondFactorState {
    /// It has none, and needs none.
    Off,
    /// It has none, although it is the floor's or an auditor's. Where the card room requires one, the account has the
    /// rights of a player until it is enrolled.
    Due,
    /// Signing in asks for it.
    On,
}

/// When more chips are to be had. They are play money: the cashier gives them away, and records every grant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Grant {
    /// What a grant fills the wallet up to, in cents.
    pub amount: i64,
    /// When the next day begins. The first visit from then on fills the wallet.
    pub next_ms: Timestamp,
    /// How many more times the wallet can be filled today, by a player who has nothing left to play with:
    /// `POST /api/chips`.
    pub stacks_left: u32,
}

/// A player's own limits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OwnLimits {
    /// The most that may be lost in a day, in cents.
    pub daily_loss: Option<i64>,
    /// A looser limit that was asked for and counts later.
    pub later: Option<LaterLimit>,
    /// Until when the player has excluded themselves.
    pub excluded_until_ms: Option<Timestamp>,
}

/// A limit that was asked for and does not count yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LaterLimit {
    /// The most that may be lost in a day, in cents; null for no limit.
    pub daily_loss: Option<i64>,
    /// From when on it counts.
    pub from_ms: Timestamp,
}

/// Asks to play as a guest.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GuestRequest {
    /// Also makes a token of that name, for a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// A name and a password.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// 2 to 24 letters, digits, spaces, hyphens and underscores.
    pub name: String,
    /// 8 to 200 characters that are not easy to guess.
    pub password: String,
}

/// Asks to sign in, with a password or with a recovery code.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SignInRequest {
    /// The name of the account.
    pub name: String,
    /// Its password.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
    /// One of its recovery codes, instead of the password. It is used up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recovery_code: Option<String>,
    /// The six digits of the second factor, or a recovery code in their place. Needed if the account has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_factor: Option<String>,
}

/// Ten new recovery codes. Earlier ones no longer count.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RecoveryCodes {
    /// The codes. They are told this once.
    pub codes: Vec<String>,
}

/// Asks for something that needs the password once more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConfirmRequest {
    /// The current password.
    pub current: String,
}

/// A secret for a second factor, which counts once it is confirmed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct NewSecondFactor {
    /// The secret, in Base32, to be typed into an authenticator.
    pub secret: String,
    /// The same as a link that authenticators open.
    pub link: String,
    /// The link as a QR code, as SVG.
    pub qr_code: String,
}

/// Asks to enrol a second factor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SecondFactorRequest {
    /// The current password.
    pub current: String,
    /// The secret, as the card room gave it.
    pub secret: String,
    /// The six digits that the authenticator shows for it.
    pub code: String,
}

/// Asks to remove the second factor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RemoveSecondFactorRequest {
    /// The current password.
    pub current: String,
    /// The six digits, or a recovery code.
    pub code: String,
}

/// Asks to change the password.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordRequest {
    /// The current password, or a recovery code, which is used up.
    pub current: String,
    /// The new one, 8 to 200 characters that are not easy to guess.
    pub password: String,
}

/// Asks to change the player's own limits.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LimitsRequest {
    /// The most to lose in a day, in cents. A tighter limit counts at once, a looser one a day later.
    pub daily_loss: Option<i64>,
    // A field of its own: a `daily_loss` that was left out must never lift a limit.
    /// Lifts the limit, a day later.
    #[serde(default)]
    pub no_daily_loss: bool,
    /// Excludes the player from playing for so many days, at once.
    pub exclude_days: Option<u32>,
}

/// A token as its owner sees it again: all but the secret.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Token {
    /// Its number within the account.
    pub id: u64,
    /// What its owner calls it.
    pub name: String,
    /// What it may be used for.
    pub scopes: Vec<TokenScope>,
    /// When it was made.
    pub created_ms: Timestamp,
    /// When it ends by itself. It ends with the password as well.
    pub expires_ms: Timestamp,
}

/// Asks for a token.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TokenRequest {
    /// What it is for, 1 to 40 characters.
    pub name: String,
    /// What it may be used for, at least one; everything that a token may be if left out.
    #[serde(default = "TokenScope::all")]
    pub scopes: Vec<TokenScope>,
    /// In how many days it ends, 1 to 365; 90 if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_days: Option<u32>,
}

/// What a token may be used for. No token changes the account, whatever its scopes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TokenScope {
    /// Sends commands to tables, and fills an empty wallet.
    Play,
    /// Reads the player's own rounds, reports and exports.
    Read,
}

impl TokenScope {
    /// Every scope.
    pub fn all() -> Vec<TokenScope> {
        vec![TokenScope::Play, TokenScope::Read]
    }
}

// A type of its own, so that no list of tokens can contain a secret.
/// A token with its secret.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct NewToken {
    /// What its owner sees again.
    #[serde(flatten)]
    pub kept: Token,
    /// The secret. It is told this once.
    pub token: String,
}

/// Asks to become floor with the one-time code of the first start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FloorCodeRequest {
    /// The code.
    pub code: String,
}

/// Asks to give an account a role, or to take it back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RoleRequest {
    /// Whose role.
    pub player: PlayerId,
    /// The new role.
    pub role: Role,
    /// Why; it is recorded.
    pub reason: String,
}

/// Which accounts are listed. `ids` counts before `find`, and `find` before the rest.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PeopleQuery {
    /// The accounts with these numbers, like `3,7,12`; 200 at most.
    pub ids: Option<String>,
    /// The accounts whose name begins so, or the account with that number.
    pub find: Option<String>,
    /// Only accounts with that role.
    pub role: Option<Role>,
    /// The cursor of the page.
    pub next: Option<String>,
    /// The length of the page, 200 at most.
    pub limit: Option<u32>,
}

/// An account as the floor and auditors see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Person {
    /// The number of the account.
    pub id: PlayerId,
    /// Its name.
    pub name: String,
    /// What it may do.
    pub role: Role,
    /// Whether it has no name and password of its own.
    pub guest: bool,
    /// Whether the card room plays for it.
    pub bot: bool,
    /// When it was created.
    pub created_ms: Timestamp,
    /// What the wallet holds, in cents.
    pub balance: i64,
}

/// A page of accounts, the newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PeoplePage {
    /// The accounts.
    pub people: Vec<Person>,
    /// The cursor of the next page, if there may be one.
    pub next: Option<String>,
}
