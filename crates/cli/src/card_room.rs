//! The options with which `play`, `bot` and `load` reach a card room.

use std::path::PathBuf;

use anyhow::{Error, Result};
use clap::Args;

use client::{Address, Api, Client, Forgotten, ReceiptKeeper, TrustedCertificates};
use protocol::TableId;

// A doc comment on a flattened struct would replace the help text of the command.
#[derive(Args)]
pub(crate) struct CardRoomOptions {
    /// The address of the card room, http:// or https://
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8600")]
    server: Address,
    /// The token of an account, also read from `UTH_TOKEN`; without one you play as a new guest
    #[arg(long, value_name = "TOKEN")]
    token: Option<String>,
    #[command(flatten)]
    certificates: CertificateOptions,
}

#[derive(Args)]
pub(crate) struct CertificateOptions {
    /// Certificates to trust in addition to the system's, for https://; also read from `UTH_CA`
    #[arg(long, value_name = "FILE.pem")]
    ca: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct ReceiptOptions {
    /// Append every receipt to this file, for `uth verify --receipts`; the latest of each table is kept anyway
    #[arg(long, value_name = "FILE")]
    receipts: Option<PathBuf>,
    /// Play on although the card room has forgotten what it confirmed; its receipts are put aside
    #[arg(long)]
    start_over: bool,
}

impl ReceiptOptions {
    /// Returns what keeps receipts, and a client that presents the latest of that table.
    pub(crate) fn follow(&self, api: Api, table: TableId) -> Result<(Client, ReceiptKeeper)> {
        let keeper = ReceiptKeeper::new(&api, self.receipts.as_deref())?;
        if self.start_over {
            keeper.set_aside(table)?;
        }
        let mut client = Client::new(api, table)?;
        client.receipt = keeper.latest(table)?;
        Ok((client, keeper))
    }
}

/// Says where the receipt is if the card room has forgotten what it confirms.
pub(crate) fn with_receipt(error: Error, keeper: &ReceiptKeeper) -> Error {
    let place = keeper.place().map(|path| path.display().to_string());
    match (error.downcast_ref::<Forgotten>(), place) {
        (Some(Forgotten { receipt: Some(_), .. }), Some(place)) => {
            error.context(format!("your receipt is in {place}; to play on all the same, use --start-over"))
        }
        _ => error,
    }
}

impl CardRoomOptions {
    /// Signs in with the token, or as a new guest whose token is named after the program.
    pub(crate) fn sign_in(&self, program: &str) -> Result<Api> {
        let api = Api::with_certificates(self.server.clone(), self.certificates.trusted()?)?;
        // An empty variable counts as unset: that is how shells and service files clear one.
        let token =
            self.token.clone().or_else(|| std::env::var("UTH_TOKEN").ok()).filter(|token| !token.is_empty());
        match token {
            Some(token) => Ok(api.sign_in(token)),
            None => api.sign_in_as_guest(program),
        }
    }
}

impl CertificateOptions {
    pub(crate) fn trusted(&self) -> Result<TrustedCertificates> {
        match self.ca.clone().or_else(|| std::env::var_os("UTH_CA").map(PathBuf::from)) {
            Some(path) => TrustedCertificates::with_pem_file(&path),
            None => Ok(TrustedCertificates::default()),
        }
    }
}
