-- How many transfers there are. Whoever writes holds this one row until the commit, so that writers on any number of
-- nodes come one after the other, never wait for each other in a circle, and number transfers without gaps.
CREATE TABLE ledger (
    transfers BIGINT NOT NULL
);

INSERT INTO ledger VALUES (0);

CREATE TABLE heads (
    log BIGINT PRIMARY KEY,
    seq BIGINT NOT NULL,
    hash BYTEA NOT NULL,
    wake_ms BIGINT
);

CREATE TABLE entries (
    log BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    events BIGINT NOT NULL CHECK (events > 0),
    at_ms BIGINT NOT NULL,
    body TEXT NOT NULL,
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

-- Only the cashier, who brings chips into the world, may owe.
CREATE TABLE balances (
    account TEXT COLLATE "C" PRIMARY KEY,
    balance BIGINT NOT NULL CHECK (balance >= 0 OR account = 'cashier')
);

-- Keys are in the order of their bytes, whatever language the database speaks.
CREATE TABLE records (
    shelf TEXT COLLATE "C" NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (shelf, key)
);
