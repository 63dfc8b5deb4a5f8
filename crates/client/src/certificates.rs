//! The certificates that a client trusts.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use anyhow::{Context, Result, anyhow, ensure};
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};

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
    pub(crate) fn all(&self) -> Vec<CertificateDer<'static>> {
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
pub(crate) fn provider() -> Arc<CryptoProvider> {
    Arc::new(ring::default_provider())
}
