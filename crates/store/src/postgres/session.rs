//! The connection that writes, and the transaction of one batch.
//!
//! Statements are pipelined, so that a batch takes four round trips: taking the turn, reading, writing, committing.

use std::collections::BTreeMap;

use table::Account;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Config, Error, Row, Statement};
use uth::Cents;

use super::connection::{self, Connected};
use super::fault::Fault;
use super::rows::{balance, head};
use super::statements::{BEGIN, Statements};
use crate::batch::{Loaded, Needs, Plan};
use crate::fanout::CHANNEL;
use crate::{Head, LogId, RecordKind};

type Parameters<'a> = [&'a (dyn ToSql + Sync)];

/// A connection with its prepared statements.
pub(super) struct Session {
    client: Connected,
    statements: Statements,
    /// Whether a transaction is open that holds the writers' lock.
    has_turn: bool,
}

impl Session {
    pub(super) async fn new(config: &Config) -> Result<Session, Error> {
        Session::of(connection::writing(config).await?).await
    }

    /// Prepares a connection to a database whose schema is current.
    pub(super) async fn of(client: Connected) -> Result<Session, Error> {
        let statements = Statements::prepare(&client).await?;
        Ok(Session { client, statements, has_turn: false })
    }

    pub(super) fn is_over(&self) -> bool {
        self.client.is_closed()
    }

    /// Begins a transaction and waits for the writers' lock, unless this session holds it already.
    pub(super) async fn take_turn(&mut self) -> Result<(), Error> {
        if !self.has_turn {
            self.client.batch_execute(BEGIN).await?;
            self.has_turn = true;
        }
        Ok(())
    }

    /// Takes its turn and reads what the planner needs.
    pub(super) async fn begin(&mut self, needs: &Needs) -> Result<Loaded, Fault> {
        self.take_turn().await?;
        let (heads, balances, records) = tokio::try_join!(
            biased;
            self.heads(needs),
            self.balances(needs),
            self.records(needs),
        )?;
        Ok(Loaded { heads, balances, records })
    }

    /// Writes a plan, and the notifications that PostgreSQL delivers to other nodes when the transaction commits.
    pub(super) async fn write(&self, plan: &Plan, notifications: &[String]) -> Result<(), Error> {
        tokio::try_join!(
            biased;
            self.add_entries(plan),
            self.add_transfers(plan),
            self.set_heads(plan),
            self.set_balances(plan),
            self.set_records(plan),
            self.remove_records(plan),
            self.notify(notifications),
        )?;
        Ok(())
    }

    pub(super) async fn commit(&mut self) -> Result<(), Error> {
        self.has_turn = false;
        self.client.batch_execute("COMMIT").await
    }

    /// Rolls the transaction back.
    pub(super) async fn roll_back(&mut self) {
        self.has_turn = false;
        // If this fails too, the connection is gone, and the server rolls the transaction back.
        let _ = self.client.batch_execute("ROLLBACK").await;
    }

    async fn heads(&self, needs: &Needs) -> Result<BTreeMap<LogId, Head>, Fault> {
        let logs = column(&needs.logs, |log| log.0.cast_signed());
        let rows = self.ask(&self.statements.heads, logs.len(), &[&logs]).await?;
        Ok(rows.iter().map(head).collect::<Result<_, _>>()?)
    }

    async fn balances(&self, needs: &Needs) -> Result<BTreeMap<Account, Cents>, Fault> {
        let accounts = column(&needs.accounts, Account::to_string);
        let rows = self.ask(&self.statements.balances, accounts.len(), &[&accounts]).await?;
        Ok(rows.iter().map(balance).collect::<Result<_, _>>()?)
    }

    async fn records(&self, needs: &Needs) -> Result<BTreeMap<(RecordKind, String), String>, Fault> {
        let places: Vec<&(RecordKind, String)> = needs.records.iter().collect();
        let parameters: &Parameters<'_> =
            &[&column(&places, |(kind, _)| kind.name()), &column(&places, |(_, key)| key.as_str())];
        let rows = self.ask(&self.statements.records, places.len(), parameters).await?;
        let record = |row: &Row| {
            let place = row.try_get::<_, i64>(0)?.cast_unsigned() as usize;
            Ok((places[place - 1].clone(), row.try_get(1)?))
        };
        Ok(rows.iter().map(record).collect::<Result<_, Error>>()?)
    }

    async fn add_entries(&self, Plan { entries, .. }: &Plan) -> Result<(), Error> {
        let parameters: &Parameters<'_> = &[
            &column(entries, |entry| entry.log.0.cast_signed()),
            &column(entries, |entry| entry.seq.cast_signed()),
            &column(entries, |entry| i64::from(entry.events)),
            &column(entries, |entry| entry.at_ms.cast_signed()),
            &column(entries, |entry| entry.body.as_str()),
            &column(entries, |entry| entry.previous.as_slice()),
            &column(entries, |entry| entry.hash.as_slice()),
        ];
        self.tell(&self.statements.add_entries, entries.len(), parameters).await
    }

    async fn add_transfers(&self, Plan { transfers, .. }: &Plan) -> Result<(), Error> {
        let parameters: &Parameters<'_> = &[
            &column(transfers, |transfer| transfer.log.0.cast_signed()),
            &column(transfers, |transfer| transfer.seq.cast_signed()),
            &column(transfers, |transfer| transfer.moved.debit.to_string()),
            &column(transfers, |transfer| transfer.moved.credit.to_string()),
            &column(transfers, |transfer| transfer.moved.amount.0),
            &column(transfers, |transfer| transfer.debit_after.0),
            &column(transfers, |transfer| transfer.credit_after.0),
        ];
        self.tell(&self.statements.add_transfers, transfers.len(), parameters).await
    }

    async fn set_heads(&self, Plan { heads, .. }: &Plan) -> Result<(), Error> {
        let parameters: &Parameters<'_> = &[
            &column(heads, |(log, _)| log.0.cast_signed()),
            &column(heads, |(_, head)| head.seq.cast_signed()),
            &column(heads, |(_, head)| head.hash.as_slice()),
            &column(heads, |(_, head)| head.wake_ms.map(u64::cast_signed)),
        ];
        self.tell(&self.statements.set_heads, heads.len(), parameters).await
    }

    async fn set_balances(&self, Plan { balances, .. }: &Plan) -> Result<(), Error> {
        let parameters: &Parameters<'_> = &[
            &column(balances, |(account, _)| account.to_string()),
            &column(balances, |(_, balance)| balance.0),
        ];
        self.tell(&self.statements.set_balances, balances.len(), parameters).await
    }

    async fn set_records(&self, Plan { records, .. }: &Plan) -> Result<(), Error> {
        let set: Vec<_> =
            records.iter().filter_map(|(place, value)| Some((place, value.as_ref()?))).collect();
        let parameters: &Parameters<'_> = &[
            &column(&set, |((kind, _), _)| kind.name()),
            &column(&set, |((_, key), _)| key.as_str()),
            &column(&set, |(_, value)| value.as_str()),
        ];
        self.tell(&self.statements.set_records, set.len(), parameters).await
    }

    async fn remove_records(&self, Plan { records, .. }: &Plan) -> Result<(), Error> {
        let gone: Vec<_> =
            records.iter().filter(|(_, value)| value.is_none()).map(|(place, _)| place).collect();
        let parameters: &Parameters<'_> =
            &[&column(&gone, |(kind, _)| kind.name()), &column(&gone, |(_, key)| key.as_str())];
        self.tell(&self.statements.remove_records, gone.len(), parameters).await
    }

    async fn notify(&self, payloads: &[String]) -> Result<(), Error> {
        self.tell(&self.statements.notify, payloads.len(), &[&CHANNEL, &payloads]).await
    }

    /// Runs a query, unless it would return no rows.
    async fn ask(&self, query: &Statement, rows: usize, of: &Parameters<'_>) -> Result<Vec<Row>, Error> {
        if rows == 0 { Ok(Vec::new()) } else { self.client.query(query, of).await }
    }

    /// Runs a statement, unless it would write no rows.
    async fn tell(&self, statement: &Statement, rows: usize, of: &Parameters<'_>) -> Result<(), Error> {
        if rows > 0 {
            self.client.execute(statement, of).await?;
        }
        Ok(())
    }
}

/// Collects one column of some rows, as a parameter for `unnest`.
fn column<Row, Value>(rows: impl IntoIterator<Item = Row>, value: impl Fn(Row) -> Value) -> Vec<Value> {
    rows.into_iter().map(value).collect()
}
