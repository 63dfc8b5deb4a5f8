CREATE TABLE heads (
    log INTEGER PRIMARY KEY,
    seq INTEGER NOT NULL,
    hash BLOB NOT NULL,
    wake_ms INTEGER
);

CREATE TABLE entries (
    log INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    events INTEGER NOT NULL CHECK (events > 0),
    at_ms INTEGER NOT NULL,
    body TEXT NOT NULL,
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (log, seq)
) WITHOUT ROWID;

CREATE TABLE transfers (
    id INTEGER PRIMARY KEY,
    log INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    debit TEXT NOT NULL,
    credit TEXT NOT NULL CHECK (credit <> debit),
    amount INTEGER NOT NULL CHECK (amount > 0),
    debit_after INTEGER NOT NULL,
    credit_after INTEGER NOT NULL,
    FOREIGN KEY (log, seq) REFERENCES entries (log, seq)
);

CREATE INDEX transfers_by_entry ON transfers (log, seq);

-- Only the cashier, who brings chips into the world, may owe.
CREATE TABLE balances (
    account TEXT PRIMARY KEY,
    balance INTEGER NOT NULL CHECK (balance >= 0 OR account = 'cashier')
) WITHOUT ROWID;

CREATE TABLE records (
    shelf TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (shelf, key)
) WITHOUT ROWID;
