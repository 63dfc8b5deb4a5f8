-- Unsigned 64-bit numbers are stored as the signed numbers with the same bits.

-- The number of transfers. A writer locks this one row for its whole transaction, so that writers on any number of nodes
-- take turns, cannot deadlock, and number transfers without gaps.
CREATE TABLE ledger (
    transfers BIGINT NOT NULL
);

INSERT INTO ledger VALUES (0);

-- The end of each log, and when a node has to act on it even if no command arrives.
CREATE TABLE heads (
    log BIGINT PRIMARY KEY,
    seq BIGINT NOT NULL,
    hash BYTEA NOT NULL CHECK (length(hash) = 32),
    wake_ms BIGINT
);

CREATE TABLE entries (
    log BIGINT NOT NULL,
    seq BIGINT NOT NULL CHECK (seq > 0),
    events BIGINT NOT NULL CHECK (events > 0),
    at_ms BIGINT NOT NULL,
    body TEXT NOT NULL,
    previous BYTEA NOT NULL CHECK (length(previous) = 32),
    hash BYTEA NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (log, seq)
);

CREATE TABLE transfers (
    id BIGINT PRIMARY KEY,
    log BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    debit TEXT NOT NULL,
    credit TEXT NOT NULL CHECK (credit <> debit),
    amount BIGINT NOT NULL CHECK (amount > 0),
    debit_after BIGINT NOT NULL,
    credit_after BIGINT NOT NULL,
    FOREIGN KEY (log, seq) REFERENCES entries (log, seq)
);

CREATE INDEX transfers_by_entry ON transfers (log, seq);

-- Only the cashier, who issues chips, may have a negative balance.
CREATE TABLE balances (
    account TEXT COLLATE "C" PRIMARY KEY,
    balance BIGINT NOT NULL CHECK (balance >= 0 OR account = 'cashier')
);

-- Keys are ordered by their bytes, whatever the locale of the database.
CREATE TABLE records (
    kind TEXT COLLATE "C" NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (kind, key)
);
