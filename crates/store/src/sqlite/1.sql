-- Unsigned 64-bit numbers are stored as the signed numbers with the same bits.

-- The end of each log, and when a node has to act on it even if no command arrives.
CREATE TABLE heads (
    log INTEGER PRIMARY KEY,
    seq INTEGER NOT NULL,
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    wake_ms INTEGER
);

-- Entries are stored in the order of their arrival, with a small index over (log, seq). A table clustered by (log, seq)
-- would dirty and split a page of bodies for every table that plays; this way it is a page of numbers.
CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    log INTEGER NOT NULL,
    seq INTEGER NOT NULL CHECK (seq > 0),
    events INTEGER NOT NULL CHECK (events > 0),
    at_ms INTEGER NOT NULL,
    body TEXT NOT NULL,
    previous BLOB NOT NULL CHECK (length(previous) = 32),
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    UNIQUE (log, seq)
);

-- Transfers are found by the id of their entry, which only grows, so that their index is appended to. They repeat the log
-- and the sequence number, so that a transfer whose entry was removed still shows where it belonged.
CREATE TABLE transfers (
    id INTEGER PRIMARY KEY,
    entry INTEGER NOT NULL REFERENCES entries (id),
    log INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    debit TEXT NOT NULL,
    credit TEXT NOT NULL CHECK (credit <> debit),
    amount INTEGER NOT NULL CHECK (amount > 0),
    debit_after INTEGER NOT NULL,
    credit_after INTEGER NOT NULL
);

CREATE INDEX transfers_by_entry ON transfers (entry);

-- Only the cashier, who issues chips, may have a negative balance.
CREATE TABLE balances (
    account TEXT PRIMARY KEY,
    balance INTEGER NOT NULL CHECK (balance >= 0 OR account = 'cashier')
) WITHOUT ROWID;

CREATE TABLE records (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (kind, key)
) WITHOUT ROWID;
