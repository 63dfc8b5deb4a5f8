-- Entries stand in the order in which they came, and what finds them by their log is small: a page per table that plays
-- is still written for each commit, but a page of numbers rather than of texts, which seldom has to be divided. Transfers
-- are found by the number of their entry, which only grows; they also say its log and place, so that one whose entry was
-- taken away still tells whose it was.
ALTER TABLE entries RENAME TO old_entries;
ALTER TABLE transfers RENAME TO old_transfers;

CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    log INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    events INTEGER NOT NULL CHECK (events > 0),
    at_ms INTEGER NOT NULL,
    body TEXT NOT NULL,
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    UNIQUE (log, seq)
);

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

INSERT INTO entries (log, seq, events, at_ms, body, hash)
    SELECT log, seq, events, at_ms, body, hash FROM old_entries ORDER BY at_ms, log, seq;

INSERT INTO transfers (id, entry, log, seq, debit, credit, amount, debit_after, credit_after)
    SELECT old.id, entries.id, old.log, old.seq, debit, credit, amount, debit_after, credit_after
    FROM old_transfers AS old JOIN entries ON entries.log = old.log AND entries.seq = old.seq ORDER BY old.id;

DROP TABLE old_transfers;
DROP TABLE old_entries;

CREATE INDEX transfers_by_entry ON transfers (entry);
