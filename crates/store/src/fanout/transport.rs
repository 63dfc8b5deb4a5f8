//! One connection that words travel through: to the database, or to a NATS.

use std::future::poll_fn;
use std::pin::pin;
use std::time::Duration;

use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::JoinHandle;
use tokio_postgres::tls::NoTlsStream;
use tokio_postgres::{AsyncMessage, Client, Connection, NoTls, Socket};

use super::nats::Nats;
use super::{Disconnected, FanoutTransport};
use crate::postgres::settings;

/// How many payloads may wait to be taken; a connection that has more is not read.
pub(super) const MOST_UNREAD: usize = 256;

/// How long a connection may take to be made or to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// The name of our notifications in the database.
pub const CHANNEL: &str = "uth";

/// A connection. Whatever drives it ends with it.
pub(super) enum Transport {
    Postgres { client: Client, payloads: Receiver<String>, _driver: Driver },
    Nats(Nats),
}

impl Transport {
    pub(super) async fn open(way: &FanoutTransport) -> Result<Transport, Disconnected> {
        in_time(async {
            match way {
                FanoutTransport::Postgres(url) => listen(url).await,
                FanoutTransport::Nats(address) => Ok(Transport::Nats(Nats::open(address).await?)),
            }
        })
        .await
    }

    /// What somebody says. Nothing is lost if this is given up before it comes.
    pub(super) async fn hear(&mut self) -> Result<String, Disconnected> {
        match self {
            Transport::Postgres { payloads, .. } => {
                payloads.recv().await.ok_or_else(|| Disconnected("the database broke off".into()))
            }
            Transport::Nats(nats) => nats.hear().await,
        }
    }

    /// Says something. What others say meanwhile is taken.
    pub(super) async fn tell(&mut self, payload: &str, take: impl Fn(&str)) -> Result<(), Disconnected> {
        match self {
            Transport::Postgres { client, payloads, .. } => {
                let told = async { client.execute("SELECT pg_notify($1, $2)", &[&CHANNEL, &payload]).await };
                in_time(answer(told, payloads, take)).await.map(|_| ())
            }
            Transport::Nats(nats) => in_time(nats.tell(payload)).await,
        }
    }

    /// Makes sure that somebody is there. What others say meanwhile is taken.
    pub(super) async fn beat(&mut self, take: impl Fn(&str)) -> Result<(), Disconnected> {
        match self {
            Transport::Postgres { client, payloads, .. } => {
                in_time(answer(client.batch_execute("SELECT 1"), payloads, take)).await
            }
            Transport::Nats(nats) => in_time(nats.beat()).await,
        }
    }
}

/// What the database answers. It comes behind everything that was said before, which nobody else takes.
async fn answer<T>(
    asked: impl Future<Output = Result<T, tokio_postgres::Error>>,
    payloads: &mut Receiver<String>,
    take: impl Fn(&str),
) -> Result<T, Disconnected> {
    let mut asked = pin!(asked);
    loop {
        tokio::select! {
            answer = &mut asked => return Ok(answer?),
            Some(payload) = payloads.recv() => take(&payload),
        }
    }
}

async fn in_time<T>(act: impl Future<Output = Result<T, Disconnected>>) -> Result<T, Disconnected> {
    tokio::time::timeout(PATIENCE, act)
        .await
        .unwrap_or_else(|_| Err(Disconnected("no answer in time".into())))
}

async fn listen(url: &str) -> Result<Transport, Disconnected> {
    let (client, connection) = settings(url)?.connect(NoTls).await?;
    let (sender, payloads) = channel(MOST_UNREAD);
    let driver = Driver(tokio::spawn(drive(connection, sender)));
    client.batch_execute(&format!("LISTEN {CHANNEL}")).await?;
    Ok(Transport::Postgres { client, payloads, _driver: driver })
}

/// Keeps the connection going until it ends or nobody listens.
async fn drive(mut connection: Connection<Socket, NoTlsStream>, payloads: Sender<String>) {
    while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
        if let AsyncMessage::Notification(notification) = message
            && payloads.send(notification.payload().to_owned()).await.is_err()
        {
            return;
        }
    }
}

/// A task that ends when this is dropped.
pub(super) struct Driver(pub(super) JoinHandle<()>);

impl Drop for Driver {
    fn drop(&mut self) {
        self.0.abort();
    }
}
