//! One WebSocket, from hello to the end.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use table::{PlayerId, TableId, Viewer};
use tokio::sync::mpsc::{self, Receiver};
use tokio::sync::watch;
use tokio::time::sleep_until;

use super::LONGEST_MESSAGE;
use super::desk::{Order, Sender};
use super::message::{Heard, PROTOCOL, Said};
use crate::http::limits::{Hearing, Patience};
use crate::http::visit::Client;
use crate::http::{Shared, told};
use room::accounts::Caller;
use room::{Frame, Outbox, Refused};

/// How many tables one connection may watch.
const MOST_TABLES: usize = 64;
/// How many commands may wait for those before them.
const MOST_ORDERS: usize = 64;
const PING_EVERY: Duration = Duration::from_secs(20);
/// Who is not heard of for so long is gone.
const SILENT_FOR: Duration = Duration::from_secs(65);
/// How long one message may take to be sent.
const SENT_WITHIN: Duration = Duration::from_secs(20);
/// How long nothing is read from a connection when all of its address together are too fast.
const DEAF_FOR: Duration = Duration::from_millis(250);
/// Whether somebody may still be here is asked every so many pings.
const PINGS_PER_CHECK: u32 = 3;

const SLOW_DOWN: &str = "too many messages: slow down";

/// A client that is connected.
pub(super) struct Connection {
    site: Shared,
    client: Client,
    caller: Option<Caller>,
    outbox: Outbox,
    frames: Receiver<Frame>,
    orders: Option<mpsc::Sender<Order>>,
    greeted: bool,
    watched: BTreeSet<u64>,
    patience: Patience,
    began: Instant,
    heard: Instant,
    deaf_until: Instant,
    /// What was sent before one of these is not taken after it.
    losses: watch::Receiver<u64>,
}

/// Why a connection ends, in the number and the words that a WebSocket has for it.
struct End(u16, &'static str);

const GONE: End = End(close_code::NORMAL, "");
const TOO_SLOW: End = End(close_code::AGAIN, "too slow: come back and ask for what you missed");
const FLOODS: End = End(close_code::POLICY, "too many messages: come back in a while and slow down");
const OUT_OF_TOUCH: End = End(close_code::AGAIN, "this node was out of touch: come back");

impl Connection {
    pub(super) fn new(site: Shared, client: Client, caller: Option<Caller>) -> Connection {
        let (outbox, frames) = Outbox::new();
        let orders = caller.as_ref().map(|caller| {
            let (orders, taken) = mpsc::channel(MOST_ORDERS);
            let sender = Sender {
                site: site.clone(),
                player: caller.player,
                credential: caller.credential.clone(),
                outbox: outbox.clone(),
            };
            tokio::spawn(sender.run(taken));
            orders
        });
        let (now, losses) = (Instant::now(), site.room.touch().losses());
        Connection {
            site,
            client,
            caller,
            outbox,
            frames,
            orders,
            greeted: false,
            watched: BTreeSet::new(),
            patience: Patience::default(),
            began: now,
            heard: now,
            deaf_until: now,
            losses,
        }
    }

    /// Serves the client until either side has enough.
    pub(super) async fn run(mut self, mut socket: WebSocket) {
        let End(code, reason) = self.serve(&mut socket).await;
        for table in std::mem::take(&mut self.watched) {
            self.site.room.unwatch(TableId(table), &self.outbox);
        }
        let close = Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) }));
        // Whoever is gone does not hear it.
        let _ = tokio::time::timeout(Duration::from_secs(2), socket.send(close)).await;
    }

    async fn serve(&mut self, socket: &mut WebSocket) -> End {
        let mut stopping = self.site.stopping.subscribe();
        let mut pings = tokio::time::interval(PING_EVERY);
        pings.tick().await;
        let mut until_check = PINGS_PER_CHECK;
        let mut ended = self.site.ended.subscribe();
        loop {
            let served = tokio::select! {
                frame = self.frames.recv() => match frame {
                    Some(frame) => self.send_frame(socket, &frame).await,
                    None => Err(GONE),
                },
                () = sleep_until(self.deaf_until.into()), if self.is_deaf() => Ok(()),
                message = socket.recv(), if !self.is_deaf() => match message {
                    Some(Ok(message)) => self.hear(socket, message).await,
                    Some(Err(_)) | None => Err(GONE),
                },
                _ = pings.tick() => {
                    until_check = until_check.checked_sub(1).unwrap_or(PINGS_PER_CHECK);
                    self.ping(socket, until_check == 0).await
                }
                whose = ended.recv() => self.is_still_here(whose.ok()).await,
                _ = self.losses.changed() => Err(OUT_OF_TOUCH),
                () = told(&mut stopping) => {
                    Err(End(close_code::AWAY, "the card room is stopping"))
                }
            };
            if let Err(end) = served {
                return end;
            }
            if self.outbox.is_full() {
                return TOO_SLOW;
            }
        }
    }

    fn is_deaf(&self) -> bool {
        self.deaf_until > Instant::now()
    }

    async fn ping(&self, socket: &mut WebSocket, check: bool) -> Result<(), End> {
        if self.heard.elapsed() > SILENT_FOR {
            return Err(End(close_code::AWAY, "nothing was heard of you"));
        }
        if check {
            self.is_still_here(None).await?;
        }
        self.send(socket, Message::Ping(Bytes::new())).await
    }

    /// Looks whether the session or token still counts; if a player is named, only when it is theirs.
    async fn is_still_here(&self, whose: Option<PlayerId>) -> Result<(), End> {
        let Some(caller) = &self.caller else { return Ok(()) };
        if whose.is_some_and(|player| player != caller.player) {
            return Ok(());
        }
        match self.site.accounts.who(&caller.credential, false, self.site.now_ms()).await {
            Ok(None) => Err(End(close_code::POLICY, "the session is over: sign in again")),
            // Storage that does not answer now may do so at the next check.
            Ok(Some(_)) | Err(_) => Ok(()),
        }
    }

    async fn hear(&mut self, socket: &mut WebSocket, message: Message) -> Result<(), End> {
        // If this node stood still, nobody knows how long the message has been lying here.
        if self.site.room.touch().was_lost(&self.losses) {
            return Err(OUT_OF_TOUCH);
        }
        self.heard = Instant::now();
        let address = || self.site.messages.take(self.client).is_ok();
        match self.patience.hear(self.site.config.limits.messages, since_us(self.began), address) {
            Hearing::Heard => {}
            Hearing::TooFast => return self.answer_too_fast(socket, &message).await,
            Hearing::Crowded => {
                self.deaf_until = Instant::now() + DEAF_FOR;
                return self.answer_too_fast(socket, &message).await;
            }
            Hearing::Flood => {
                // It is counted even if it was one too many: until then the address opens no other socket.
                let _ = self.site.floods.take(self.client);
                return Err(FLOODS);
            }
        }
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => return self.complain(socket, "binary", "messages are text").await,
            Message::Ping(_) | Message::Pong(_) => return Ok(()),
            Message::Close(_) => return Err(GONE),
        };
        if text.len() > LONGEST_MESSAGE {
            return self.complain(socket, "too_large", "a message has at most 16 KiB").await;
        }
        match serde_json::from_str(&text) {
            Ok(heard) => self.act(socket, heard).await,
            Err(error) => self.complain(socket, "malformed", &format!("this is no message: {error}")).await,
        }
    }

    async fn act(&mut self, socket: &mut WebSocket, heard: Heard) -> Result<(), End> {
        match heard {
            Heard::Hello { protocol: PROTOCOL } => self.greet(socket).await,
            Heard::Hello { .. } => {
                self.complain(socket, "protocol", "this card room speaks protocol 1").await
            }
            Heard::Ping {} => self.say(socket, &Said::Pong { now_ms: self.site.now_ms() }).await,
            _ if !self.greeted => self.complain(socket, "hello", "say hello first").await,
            Heard::Watch { table, after } => self.watch(socket, table, after).await,
            Heard::Unwatch { table } => {
                self.watched.remove(&table);
                self.site.room.unwatch(TableId(table), &self.outbox);
                Ok(())
            }
            Heard::Command { id, table, seen, command } => {
                self.order(socket, Order { id, table, seen, command, heard: self.heard }).await
            }
        }
    }

    async fn greet(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        self.greeted = true;
        let player = self.caller.as_ref().map(Into::into);
        self.say(socket, &Said::Hello { protocol: PROTOCOL, player, now_ms: self.site.now_ms() }).await?;
        let Some(caller) = &self.caller else { return Ok(()) };
        match self.site.room.wallet(caller.player).await {
            Ok(balance) => self.say(socket, &Said::Wallet { balance: balance.0 }).await,
            Err(error) => self.send_frame(socket, &Said::error(None, &error.into())).await,
        }
    }

    async fn watch(&mut self, socket: &mut WebSocket, table: u64, after: Option<u64>) -> Result<(), End> {
        if self.site.watches.take(self.client).is_err() {
            return self.complain(socket, "too_fast", SLOW_DOWN).await;
        }
        if self.watched.len() >= MOST_TABLES && !self.watched.contains(&table) {
            let refused = Refused::new("too_many", "one connection watches at most 64 tables");
            return self.send_frame(socket, &Said::error(Some(table), &refused)).await;
        }
        let viewer = self.caller.as_ref().map_or(Viewer::Spectator, |caller| Viewer::Player(caller.player));
        match self.site.room.watch(TableId(table), viewer, &self.outbox, after).await {
            Ok(()) => {
                self.watched.insert(table);
                Ok(())
            }
            Err(refused) => self.send_frame(socket, &Said::error(Some(table), &refused)).await,
        }
    }

    async fn order(&self, socket: &mut WebSocket, order: Order) -> Result<(), End> {
        let refuse = |order: &Order, code, reason| {
            Said::Refused { id: &order.id, table: order.table, code, reason }.frame()
        };
        let Some(orders) = &self.orders else {
            let frame = refuse(&order, "sign_in", "spectators only watch: play as a guest or sign in");
            return self.send_frame(socket, &frame).await;
        };
        match orders.try_send(order) {
            Ok(()) => Ok(()),
            Err(refused) => {
                let reason = "too many commands wait for an answer";
                self.send_frame(socket, &refuse(&refused.into_inner(), "too_fast", reason)).await
            }
        }
    }

    /// What came too fast is not done; a command is told so by its name.
    async fn answer_too_fast(&self, socket: &mut WebSocket, message: &Message) -> Result<(), End> {
        let reason = SLOW_DOWN;
        if let Message::Text(text) = message
            && text.len() <= LONGEST_MESSAGE
            && let Ok(Heard::Command { id, table, .. }) = serde_json::from_str(text)
        {
            return self.say(socket, &Said::Refused { id: &id, table, code: "too_fast", reason }).await;
        }
        self.complain(socket, "too_fast", reason).await
    }

    async fn complain(&self, socket: &mut WebSocket, code: &str, reason: &str) -> Result<(), End> {
        self.say(socket, &Said::Error { table: None, code, reason }).await
    }

    async fn say(&self, socket: &mut WebSocket, said: &Said<'_>) -> Result<(), End> {
        self.send_frame(socket, &said.frame()).await
    }

    async fn send_frame(&self, socket: &mut WebSocket, frame: &str) -> Result<(), End> {
        self.send(socket, Message::Text(Utf8Bytes::from(frame))).await
    }

    /// Sends a message, to whoever takes it in time: before it is late, and before more has come than may wait.
    async fn send(&self, socket: &mut WebSocket, message: Message) -> Result<(), End> {
        tokio::select! {
            sent = tokio::time::timeout(SENT_WITHIN, socket.send(message)) => match sent {
                Ok(Ok(())) => Ok(()),
                Ok(Err(_)) => Err(GONE),
                Err(_) => Err(TOO_SLOW),
            },
            () = self.outbox.overflow() => Err(TOO_SLOW),
        }
    }
}

fn since_us(began: Instant) -> u64 {
    began.elapsed().as_micros() as u64
}
