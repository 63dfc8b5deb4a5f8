//! The HTTP requests of a client: sign in, read the lobby, take a table.

use std::sync::Arc;

use anyhow::{Context, Result, bail};
use protocol::{ErrorBody, GuestRequest, LobbyEntry, Me, SeatTaken, TableId};
use serde::Serialize;
use serde::de::DeserializeOwned;
use ureq::Agent;
use ureq::tls::{Certificate, RootCerts, TlsConfig, TlsProvider};

use super::address::{Address, TIMEOUT};
use super::certificates::{TrustedCertificates, provider};

/// The HTTP interface of a card room, signed in or not.
#[derive(Clone, Debug)]
pub struct Api {
    address: Address,
    certificates: TrustedCertificates,
    token: Option<String>,
    agent: Agent,
}

/// The body of a request that has nothing to say.
#[derive(Serialize)]
struct NoFields {}

impl Api {
    /// Returns the interface of the card room at that address. Nothing is sent yet.
    pub fn new(address: Address) -> Result<Api> {
        Api::with_certificates(address, TrustedCertificates::default())
    }

    /// Does the same with certificates of the caller's choice.
    pub fn with_certificates(address: Address, certificates: TrustedCertificates) -> Result<Api> {
        let agent = agent(&address, &certificates)?;
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
        let guest: Me = self.post("/api/guest", &GuestRequest { token: Some(program.to_owned()) })?;
        let token = guest.token.context("the card room made a guest account without a token")?;
        Ok(self.sign_in(token))
    }

    /// Returns the same account at another node of the card room.
    pub fn at(&self, address: Address) -> Result<Api> {
        let other = Api::with_certificates(address, self.certificates.clone())?;
        Ok(Api { token: self.token.clone(), ..other })
    }

    /// Returns the address of the card room.
    pub const fn address(&self) -> &Address {
        &self.address
    }

    /// Returns the token of the account.
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    pub(crate) const fn certificates(&self) -> &TrustedCertificates {
        &self.certificates
    }

    /// Returns all open tables.
    pub fn tables(&self) -> Result<Vec<LobbyEntry>> {
        self.get("/api/tables")
    }

    /// Takes a seat at a table for one, and returns that table. The card room opens one if none is free.
    pub fn take_solo_table(&self) -> Result<TableId> {
        let taken: SeatTaken = self.post("/api/solo", &NoFields {})?;
        Ok(taken.table)
    }

    /// Returns the card room's metrics in the format of Prometheus.
    pub fn metrics(&self) -> Result<String> {
        let request = self.agent.get(self.url("/metrics"));
        let mut response = request.call().with_context(|| self.unreachable())?;
        if response.status() != 200 {
            bail!("the card room does not show its metrics");
        }
        Ok(response.body_mut().read_to_string()?)
    }

    fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T> {
        let mut request = self.agent.get(self.url(path));
        if let Some(authorization) = self.authorization() {
            request = request.header("Authorization", authorization);
        }
        self.read(request.call())
    }

    fn post<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize) -> Result<T> {
        let mut request = self.agent.post(self.url(path)).header("Content-Type", "application/json");
        if let Some(authorization) = self.authorization() {
            request = request.header("Authorization", authorization);
        }
        self.read(request.send(serde_json::to_string(body)?))
    }

    /// Reads the body of an answer, or fails with the reason that the card room gives.
    fn read<T: DeserializeOwned>(
        &self,
        response: Result<ureq::http::Response<ureq::Body>, ureq::Error>,
    ) -> Result<T> {
        let mut response = response.with_context(|| self.unreachable())?;
        let is_success = response.status().is_success();
        let text = response.body_mut().read_to_string().with_context(|| self.unreachable())?;
        if is_success {
            return serde_json::from_str(&text)
                .with_context(|| format!("{} is not a card room", self.address));
        }
        match serde_json::from_str::<ErrorBody>(&text) {
            Ok(error) => bail!(error.reason),
            Err(_) => bail!("{} answers with HTTP status {}", self.address, response.status().as_u16()),
        }
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }

    fn authorization(&self) -> Option<String> {
        self.token.as_ref().map(|token| format!("Bearer {token}"))
    }

    fn unreachable(&self) -> String {
        format!("no card room answers at {}", self.address)
    }
}

fn agent(address: &Address, certificates: &TrustedCertificates) -> Result<Agent> {
    // Neither redirects nor proxies: a token goes to the named card room and nowhere else.
    let mut config = Agent::config_builder()
        .timeout_global(Some(TIMEOUT))
        .http_status_as_error(false)
        .max_redirects(0)
        .max_idle_connections(0)
        .proxy(None);
    if address.is_encrypted() {
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
