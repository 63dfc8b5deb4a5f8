//! TLS to the server, by the `sslmode`s of libpq.

use std::io;
use std::path::PathBuf;
use std::pin::Pin;
use std::str::FromStr;
use std::sync::Arc;
use std::task::{Context, Poll};

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{verify_server_cert_signed_by_trust_anchor, verify_server_name};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::Socket;
use tokio_postgres::config::SslMode as Negotiation;
use tokio_postgres::tls::{self, ChannelBinding, MakeTlsConnect};
use tokio_rustls::{TlsConnector, client};

use crate::StoreError;

/// How much a connection is protected. The order is that of libpq, from nothing to everything.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum SslMode {
    Disable,
    /// TLS only if the server insists.
    Allow,
    /// TLS if the server can.
    Prefer,
    /// TLS with whatever certificate the server has, or one that a named authority has signed.
    Require,
    /// TLS with a certificate that a trusted authority has signed.
    VerifyCa,
    /// The same, and the certificate names the host.
    VerifyFull,
}

impl SslMode {
    /// Returns the attempts in their order. One is made after the other only if encryption may be why that failed.
    pub(super) const fn attempts(self) -> &'static [Negotiation] {
        match self {
            SslMode::Disable => &[Negotiation::Disable],
            SslMode::Allow => &[Negotiation::Disable, Negotiation::Require],
            SslMode::Prefer => &[Negotiation::Prefer, Negotiation::Disable],
            SslMode::Require | SslMode::VerifyCa | SslMode::VerifyFull => &[Negotiation::Require],
        }
    }
}

impl FromStr for SslMode {
    type Err = ();

    fn from_str(text: &str) -> Result<SslMode, ()> {
        Ok(match text {
            "disable" => SslMode::Disable,
            "allow" => SslMode::Allow,
            "prefer" => SslMode::Prefer,
            "require" => SslMode::Require,
            "verify-ca" => SslMode::VerifyCa,
            "verify-full" => SslMode::VerifyFull,
            _ => return Err(()),
        })
    }
}

/// The authorities that are trusted to sign the server's certificate.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum RootCertificates {
    /// Those of the operating system.
    System,
    /// Those in a file in PEM form.
    File(PathBuf),
    /// Those in the file where libpq looks by default, if it exists.
    UsualFile(PathBuf),
}

/// Returns what connections of that mode are encrypted with. Files are read each time, so that a renewed authority
/// needs no restart.
pub(super) fn connector(mode: SslMode, roots: &RootCertificates) -> Result<Connector, StoreError> {
    if mode == SslMode::Disable {
        return Ok(Connector(None));
    }
    let provider = Arc::new(ring::default_provider());
    let verifier = Verifier {
        // As libpq does it: `require` verifies if there is an authority to verify with.
        trusted: if mode >= SslMode::Require { Trusted::read(roots, mode > SslMode::Require)? } else { None },
        is_name_checked: mode == SslMode::VerifyFull,
        provider: Arc::clone(&provider),
    };
    let unfit = |error: Error| StoreError::Unfit(format!("TLS cannot be set up: {error}"));
    let mut config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(unfit)?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier))
        .with_no_client_auth();
    // Servers that start with TLS at once (`sslnegotiation=direct`) ask for it.
    config.alpn_protocols = vec![b"postgresql".to_vec()];
    Ok(Connector(Some(Arc::new(config))))
}

/// Certificates of trusted authorities.
#[derive(Debug)]
struct Trusted {
    roots: RootCertStore,
    certificates: Vec<CertificateDer<'static>>,
}

impl Trusted {
    /// Reads the certificates; `None` if there is no file and none is needed.
    fn read(from: &RootCertificates, is_needed: bool) -> Result<Option<Trusted>, StoreError> {
        let certificates: Vec<CertificateDer<'static>> = match from {
            // One that cannot be read is not trusted; the others still are.
            RootCertificates::System => rustls_native_certs::load_native_certs().certs,
            RootCertificates::UsualFile(path) if !is_needed && !path.exists() => return Ok(None),
            RootCertificates::File(path) | RootCertificates::UsualFile(path) => {
                let unfit = |why: String| {
                    StoreError::Unfit(format!(
                        "the root certificates in {} cannot be read ({why}); name a file in PEM form with \
                         sslrootcert, or the system's with sslrootcert=system",
                        path.display()
                    ))
                };
                let read = CertificateDer::pem_file_iter(path).and_then(Iterator::collect);
                let read: Vec<_> = read.map_err(|error| unfit(error.to_string()))?;
                if read.is_empty() {
                    return Err(unfit("it has none".into()));
                }
                read
            }
        };
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(certificates.iter().cloned());
        if roots.is_empty() {
            return Err(StoreError::Unfit(
                "there is no root certificate that could be trusted; name a file with sslrootcert".into(),
            ));
        }
        Ok(Some(Trusted { roots, certificates }))
    }
}

#[derive(Debug)]
struct Verifier {
    /// `None` accepts any certificate: the connection is encrypted, and nobody knows to whom.
    trusted: Option<Trusted>,
    is_name_checked: bool,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let Some(Trusted { roots, certificates }) = &self.trusted else {
            return Ok(ServerCertVerified::assertion());
        };
        let certificate = ParsedCertificate::try_from(end_entity)?;
        let algorithms = self.provider.signature_verification_algorithms.all;
        match verify_server_cert_signed_by_trust_anchor(&certificate, roots, intermediates, now, algorithms) {
            // A server whose certificate is itself the trusted one, as PostgreSQL's manual makes it: its mark as an
            // authority is no fault then. When it is valid was checked before that mark.
            Err(Error::InvalidCertificate(CertificateError::Other(_)))
                if certificates.contains(end_entity) => {}
            verified => verified?,
        }
        if self.is_name_checked {
            verify_server_name(&certificate, server_name)?;
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        // The key of a certificate that proves nothing proves nothing; servers may then have one of any form.
        if self.trusted.is_none() {
            return Ok(HandshakeSignatureValid::assertion());
        }
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        if self.trusted.is_none() {
            return Ok(HandshakeSignatureValid::assertion());
        }
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

/// Encrypts connections; without a configuration there is no TLS.
#[derive(Clone)]
pub(super) struct Connector(Option<Arc<ClientConfig>>);

impl MakeTlsConnect<Socket> for Connector {
    type Stream = TlsStream;
    type TlsConnect = Handshake;
    type Error = HandshakeError;

    fn make_tls_connect(&mut self, host: &str) -> Result<Handshake, HandshakeError> {
        Ok(Handshake { config: self.0.clone(), host: host.to_owned() })
    }
}

/// A handshake with one host.
pub(super) struct Handshake {
    config: Option<Arc<ClientConfig>>,
    host: String,
}

impl tls::TlsConnect<Socket> for Handshake {
    type Stream = TlsStream;
    type Error = HandshakeError;
    type Future = Pin<Box<dyn Future<Output = Result<TlsStream, HandshakeError>> + Send>>;

    fn connect(self, socket: Socket) -> Self::Future {
        Box::pin(async move {
            let config = self.config.ok_or_else(|| HandshakeError(io::Error::other("TLS is disabled")))?;
            // Only here, because a socket in the file system has no name that could be checked, and no handshake.
            let name =
                ServerName::try_from(self.host).map_err(|error| HandshakeError(io::Error::other(error)))?;
            let stream = TlsConnector::from(config).connect(name, socket).await.map_err(HandshakeError)?;
            Ok(TlsStream(Box::new(stream)))
        })
    }
}

/// A handshake failed. A type of its own, so that `prefer` can tell it from other failures to connect.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub(super) struct HandshakeError(io::Error);

/// An encrypted connection.
pub(crate) struct TlsStream(Box<client::TlsStream<Socket>>);

impl tls::TlsStream for TlsStream {
    fn channel_binding(&self) -> ChannelBinding {
        // It would need the hash function of the certificate's signature; `verify-full` protects from the same attack.
        ChannelBinding::none()
    }
}

impl AsyncRead for TlsStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl AsyncWrite for TlsStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
