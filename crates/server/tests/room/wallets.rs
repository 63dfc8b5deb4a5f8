//! What a connection hears of its player's wallet when another node changes it.

use std::sync::Arc;
use std::time::Duration;

use async_channel::{Receiver, Sender, unbounded};
use room::Room;
use room::accounts::{Accounts, Credential};
use room::connection::{Admission, Connection, Incoming, Outgoing, Socket, SocketClosed, TrafficLimits};
use serde_json::Value;

use crate::world::{Guest, World, nodes, solo};

/// The node's end of a connection that never breaks.
struct Pipe {
    from_client: Receiver<String>,
    to_client: Sender<String>,
}

impl Socket for Pipe {
    type Text = String;

    async fn receive(&mut self) -> Option<Incoming<String>> {
        self.from_client.recv().await.ok().map(Incoming::Text)
    }

    async fn send(&mut self, message: Outgoing<'_>) -> Result<(), SocketClosed> {
        match message {
            Outgoing::Text(text) => self.to_client.send(text.to_owned()).await.map_err(|_| SocketClosed),
            Outgoing::Ping | Outgoing::Close(_) => Ok(()),
        }
    }
}

struct NoLimits;

impl TrafficLimits for NoLimits {
    fn admit_message(&mut self) -> Admission {
        Admission::Accepted
    }

    fn admit_watch(&mut self) -> bool {
        true
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wallet_that_changes_at_another_node_is_told_although_no_table_is_watched() {
    let world = World::new();
    let rooms = nodes(&world.path(), 2).await;
    let (one, other) = (&rooms[0], &rooms[1]);
    let table = solo(one).await;
    let accounts = Arc::new(Accounts::new(Arc::clone(other)));
    let joined = accounts.guest().await.expect("an account");
    let caller = accounts.who(&Credential::Session(joined.session.clone()), true).await.expect("an answer");
    let (to_node, from_client) = unbounded();
    let (to_client, from_node) = unbounded();
    let connection = Connection::new(Arc::clone(other), accounts, NoLimits, caller);
    tokio::spawn(connection.run(Pipe { from_client, to_client }));
    to_node.send(r#"{"type":"hello","protocol":1}"#.into()).await.expect("it listens");
    tokio::spawn(Room::run_maintenance(Arc::downgrade(other)));
    let told = async || loop {
        let text = tokio::time::timeout(Duration::from_secs(20), from_node.recv()).await;
        let told: Value = serde_json::from_str(&text.expect("in time").expect("a message")).expect("JSON");
        if told["type"] == "wallet" {
            return told["balance"].as_i64().expect("a number");
        }
    };
    assert_eq!(told().await, 100_000);
    let mut playing = Guest::new(one, table, joined.player.0).await;
    playing.ask(r#"{"type":"sit","seat":1}"#).await.expect("a seat");
    playing.ask(r#"{"type":"wager","seat":1,"ante":500}"#).await.expect("a wager");
    assert_eq!(told().await, 99_000);
    playing.ask(r#"{"type":"withdraw","seat":1}"#).await.expect("chips back");
    assert_eq!(told().await, 100_000);
}
