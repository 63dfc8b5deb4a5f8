//! Where a player comes in: the card room, and who they are there.

use anyhow::Result;
use clap::Args;

use client::{Address, Api};

#[derive(Args)]
pub(crate) struct Entrance {
    /// Where the card room is
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8600")]
    server: Address,
    /// The token of an account, also taken from `UTH_TOKEN`; without one you play as a new guest
    #[arg(long, value_name = "TOKEN")]
    token: Option<String>,
}

impl Entrance {
    /// Enters as whoever has the token, or as a guest of that program.
    pub(crate) fn enter(self, program: &str) -> Result<Api> {
        let token = self.token.or_else(|| std::env::var("UTH_TOKEN").ok()).filter(|token| !token.is_empty());
        Api::enter(self.server, token, program)
    }
}
