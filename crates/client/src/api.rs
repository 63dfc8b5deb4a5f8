//! The HTTP requests of a client: sign in, read the lobby, take a table; and the certificates that it trusts.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use anyhow::{Context, Result, anyhow, bail, ensure};
use fair::receipt::PublicKey;
use protocol::{ErrorBody, GuestRequest, LobbyEntry, Me, PublicKeyAnswer, SeatTaken, TableId};
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use serde::de::DeserializeOwned;
use ureq::http::{Request, StatusCode};
use ureq::tls::{Certificate, RootCerts, TlsConfig, TlsProvider};
use ureq::{Agent, AsSendBody};

use super::address::{Address, TIMEOUT};

/// The HTTP interface of a card room, signed in or not.
#[derive(Clone, Debug)]
pub struct Api {
    pub(crate) address: Address,
    pub(crate) certificates: TrustedCertificates,
    token: Option<String>,
    agent: Agent,
}

impl Api {
    /// Returns the interface of the card room at that address. Nothing is sent yet.
    pub fn new(address: Address) -> Result<Api> {
        Api::with_certificates(address, TrustedCertificates::default())
    }

    /// Does the same with certificates of the caller's choice.
    pub fn with_certificates(address: Address, certificates: TrustedCertificates) -> Result<Api> {
        let agent = agent(address.is_encrypted, &certificates)?;
        Ok(Api { address, certificates, token: None, agent })
    }

    /// Signs in with the token of an account.
    #[must_use]
    pub fn sign_in(mut self, token: String) -> Api {
        self.token = Some(token);
        self
    }

    /// Creates a guest account and signs in as that guest. The account's token is named after the program.
    pub fn sign_in_as_guest(self, program: &str) -> Result<Api> {
        let request = serde_json::to_string(&GuestRequest { token: Some(program.to_owned()) })?;
        let guest: Me = self.request("POST", "/api/guest", request)?;
        let token = guest.token.context("the card room made a guest account without a token")?;
        Ok(self.sign_in(token))
    }

    /// Returns the same account at another node of the card room.
    pub fn at(&self, address: Address) -> Result<Api> {
        let other = Api::with_certificates(address, self.certificates.clone())?;
        Ok(Api { token: self.token.clone(), ..other })
    }

    /// Returns the token of the account.
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// Returns the key with which the card room signs receipts.
    pub fn public_key(&self) -> Result<PublicKey> {
        let answer: PublicKeyAnswer = self.request("GET", "/api/key", ())?;
        Ok(PublicKey::from_bytes(&answer.public_key.0)?)
    }

    /// Returns all open tables.
    pub fn tables(&self) -> Result<Vec<LobbyEntry>> {
        self.request("GET", "/api/tables", ())
    }

    /// Takes a seat at a table for one, and returns that table. The card room opens one if none is free.
    pub fn take_solo_table(&self) -> Result<TableId> {
        let taken: SeatTaken = self.request("POST", "/api/solo", "{}")?;
        Ok(taken.table)
    }

    /// Returns the card room's metrics in the format of Prometheus.
    pub fn metrics(&self) -> Result<String> {
        // Without the token: metrics are open to the operator's network or to nobody.
        let request = Request::get(format!("{}/metrics", self.address)).body(())?;
        match self.answer(request)? {
            (StatusCode::OK, text) => Ok(text),
            _ => bail!("the card room does not show its metrics"),
        }
    }

    /// Sends a request as the account and reads the answer, or fails with the reason that the card room gives.
    fn request<T: DeserializeOwned>(&self, method: &str, path: &str, body: impl AsSendBody) -> Result<T> {
        let mut request = Request::builder().method(method).uri(format!("{}{path}", self.address));
        if let Some(token) = &self.token {
            request = request.header("Authorization", format!("Bearer {token}"));
        }
        let (status, text) = self.answer(request.header("Content-Type", "application/json").body(body)?)?;
        if status.is_success() {
            return serde_json::from_str(&text)
                .with_context(|| format!("{} is not a card room", self.address));
        }
        match serde_json::from_str::<ErrorBody>(&text) {
            Ok(error) => bail!(error.reason),
            Err(_) => bail!("{} answers with HTTP status {}", self.address, status.as_u16()),
        }
    }

    fn answer(&self, request: Request<impl AsSendBody>) -> Result<(StatusCode, String)> {
        let unreachable = || format!("no card room answers at {}", self.address);
        let mut response = self.agent.run(request).with_context(unreachable)?;
        let text = response.body_mut().read_to_string().with_context(unreachable)?;
        Ok((response.status(), text))
    }
}

/// Sends lines of JSON to an address that is not a card room's, with the certificates of the operating system.
pub struct Upload {
    address: String,
    agent: Agent,
}

impl Upload {
    /// Returns what sends to that address, `http://` or `https://`.
    pub fn new(address: &str) -> Result<Upload> {
        let is_encrypted = address.starts_with("https://");
        let agent = agent(is_encrypted, &TrustedCertificates::default())?;
        Ok(Upload { address: address.to_owned(), agent })
    }

    /// Sends the lines with POST. Any answer that is not a success is an error.
    pub fn send(&self, lines: &str) -> Result<()> {
        let request = Request::post(&self.address).header("Content-Type", "application/jsonl").body(lines)?;
        let answer = self.agent.run(request).with_context(|| format!("{} does not answer", self.address))?;
        let status = answer.status();
        ensure!(status.is_success(), "{} answers with HTTP status {}", self.address, status.as_u16());
        Ok(())
    }
}

fn agent(is_encrypted: bool, certificates: &TrustedCertificates) -> Result<Agent> {
    // Neither redirects nor proxies: a token goes to the named card room and nowhere else.
    let mut config = Agent::config_builder()
        .timeout_global(Some(TIMEOUT))
        .http_status_as_error(false)
        .max_redirects(0)
        .max_idle_connections(0)
        .proxy(None);
    if is_encrypted {
        // Fails here, with its own sentence, if there are no certificates at all.
        certificates.config()?;
        let roots = certificates.all().iter().map(|der| Certificate::from_der(der).to_owned()).collect();
        let tls = TlsConfig::builder()
            .provider(TlsProvider::Rustls)
            .unversioned_rustls_crypto_provider(provider())
            .root_certs(RootCerts::Specific(Arc::new(roots)))
            .build();
        config = config.tls_config(tls);
    }
    Ok(config.build().into())
}

/// The certificates of the operating system, and those that the user trusts in addition.
#[derive(Clone, Debug, Default)]
pub struct TrustedCertificates {
    extra: Vec<CertificateDer<'static>>,
    /// Building it reads hundreds of certificates, so connections share it.
    config: Arc<OnceLock<Arc<ClientConfig>>>,
}

impl TrustedCertificates {
    /// Reads certificates to be trusted in addition from a PEM file.
    pub fn with_pem_file(path: &Path) -> Result<TrustedCertificates> {
        let name = || format!("cannot read certificates from {}", path.display());
        let extra: Vec<_> = CertificateDer::pem_file_iter(path)
            .and_then(Iterator::collect)
            .map_err(|error| anyhow!("{error}"))
            .with_context(name)?;
        ensure!(!extra.is_empty(), "{} has no certificate in PEM form", path.display());
        Ok(TrustedCertificates { extra, config: Arc::default() })
    }

    /// Returns all trusted certificates.
    fn all(&self) -> Vec<CertificateDer<'static>> {
        // A certificate of the system that cannot be read is not trusted; the others still are.
        let mut all = rustls_native_certs::load_native_certs().certs;
        all.extend(self.extra.iter().cloned());
        all
    }

    /// Returns the configuration of encrypted connections.
    pub(crate) fn config(&self) -> Result<Arc<ClientConfig>> {
        if let Some(config) = self.config.get() {
            return Ok(Arc::clone(config));
        }
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(self.all());
        ensure!(!roots.is_empty(), "this system has no trusted certificates; name a file with --ca");
        let config = ClientConfig::builder_with_provider(provider())
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Arc::clone(self.config.get_or_init(|| Arc::new(config))))
    }
}

/// Returns the cryptography of encrypted connections: ring, which needs nothing but a C compiler.
fn provider() -> Arc<CryptoProvider> {
    Arc::new(ring::default_provider())
}
