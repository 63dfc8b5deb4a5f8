//! The options with which `play`, `bot` and `load` reach a card room.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use client::{Address, Api, TrustedCertificates};

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

impl CardRoomOptions {
    /// Signs in with the token, or as a new guest whose token is named after the program.
    pub(crate) fn sign_in(self, program: &str) -> Result<Api> {
        let api = Api::with_certificates(self.server, self.certificates.trusted()?)?;
        // An empty variable counts as unset: that is how shells and service files clear one.
        let token = self.token.or_else(|| std::env::var("UTH_TOKEN").ok()).filter(|token| !token.is_empty());
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
