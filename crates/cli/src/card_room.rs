//! The options with which `play`, `bot` and `load` reach a card room.

use anyhow::Result;
use clap::Args;

use client::{Address, Api};

// A doc comment on a flattened struct would replace the help text of the command.
#[derive(Args)]
pub(crate) struct CardRoomOptions {
    /// The address of the card room
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8600")]
    server: Address,
    /// The token of an account, also read from `UTH_TOKEN`; without one you play as a new guest
    #[arg(long, value_name = "TOKEN")]
    token: Option<String>,
}

impl CardRoomOptions {
    /// Signs in with the token, or as a new guest whose token is named after the program.
    pub(crate) fn sign_in(self, program: &str) -> Result<Api> {
        let token = self.token.or_else(|| std::env::var("UTH_TOKEN").ok()).filter(|token| !token.is_empty());
        Api::enter(self.server, token, program)
    }
}
