-- Revises: nothing
-- Created: 2026-11-29
-- Reason: the first evening: log, books, players, messages and outbox.
--
-- Everything named an "append only" table refuses UPDATE and DELETE by trigger; INSERT OR REPLACE is
-- refused too, since recursive_triggers is on and a replaced row is a deleted one.

-- The log: one hash chain, and the event store. An event's body is the body of its entry.
CREATE TABLE log (
    position INTEGER PRIMARY KEY,
    hash     BLOB NOT NULL CHECK (length(hash) = 32),
    kind     TEXT NOT NULL,
    round    INTEGER,               -- events: their round, and their version in it from 1
    version  INTEGER,
    draw     INTEGER,               -- intents and draws: the draw's number
    body     TEXT NOT NULL          -- canonical JSON; its exact bytes are what the hash covers
) STRICT;
-- The optimistic lock: two writers cannot both append the same version of a round.
CREATE UNIQUE INDEX log_event ON log (round, version) WHERE round IS NOT NULL;
-- A draw is intended once and answered once.
CREATE UNIQUE INDEX log_draw ON log (draw, kind) WHERE draw IS NOT NULL;

-- The ticket chains, few among many entries.
CREATE INDEX log_tickets ON log (position) WHERE kind IN ('tickets', 'lost');

CREATE TRIGGER log_has_no_gap BEFORE INSERT ON log
WHEN NEW.position <> (SELECT coalesce(max(position), 0) + 1 FROM log)
BEGIN SELECT RAISE(ABORT, 'log: positions follow each other'); END;
CREATE TRIGGER log_no_update BEFORE UPDATE ON log
BEGIN SELECT RAISE(ABORT, 'log: append only'); END;
CREATE TRIGGER log_no_delete BEFORE DELETE ON log
BEGIN SELECT RAISE(ABORT, 'log: append only'); END;

-- Which table a round is played at.
CREATE TABLE round (
    number     INTEGER PRIMARY KEY,
    game_table INTEGER NOT NULL,
    opened     INTEGER NOT NULL REFERENCES log (position)
) STRICT;
CREATE INDEX round_table ON round (game_table, number);
CREATE TRIGGER round_no_update BEFORE UPDATE ON round
BEGIN SELECT RAISE(ABORT, 'round: append only'); END;
CREATE TRIGGER round_no_delete BEFORE DELETE ON round
BEGIN SELECT RAISE(ABORT, 'round: append only'); END;

-- The books. An account is a name: outside:1, house:1, player:17, hold:12-1.
CREATE TABLE account (
    name  TEXT PRIMARY KEY,
    guild INTEGER NOT NULL,
    kind  TEXT NOT NULL CHECK (kind IN ('outside', 'house', 'player', 'hold')),
    owner TEXT REFERENCES account (name),     -- holds: whose bet it is
    floor INTEGER,                            -- hundredths; NULL: may owe without limit
    CHECK ((kind = 'hold') = (owner IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE TRIGGER account_no_update BEFORE UPDATE ON account
BEGIN SELECT RAISE(ABORT, 'account: append only'); END;
CREATE TRIGGER account_no_delete BEFORE DELETE ON account
BEGIN SELECT RAISE(ABORT, 'account: append only'); END;

-- One posting is all the transfers of one reason; its key makes it happen once.
CREATE TABLE posting (
    number  INTEGER PRIMARY KEY,
    key     TEXT NOT NULL UNIQUE,
    request BLOB NOT NULL CHECK (length(request) = 32),   -- SHA-256 of what was asked
    entry   INTEGER NOT NULL REFERENCES log (position),
    reason  TEXT NOT NULL,
    actor   TEXT NOT NULL,
    at      TEXT NOT NULL
) STRICT;
CREATE TRIGGER posting_no_update BEFORE UPDATE ON posting
BEGIN SELECT RAISE(ABORT, 'posting: append only'); END;
CREATE TRIGGER posting_no_delete BEFORE DELETE ON posting
BEGIN SELECT RAISE(ABORT, 'posting: append only'); END;

-- A movement of money: from, to, how much. It cannot be unbalanced.
CREATE TABLE transfer (
    number  INTEGER PRIMARY KEY,
    posting INTEGER NOT NULL REFERENCES posting (number),
    source  TEXT NOT NULL REFERENCES account (name),
    target  TEXT NOT NULL REFERENCES account (name),
    asset   TEXT NOT NULL CHECK (asset IN ('MM', 'Jetons')),
    amount  INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 1000000000000000),
    CHECK (source <> target)
) STRICT;
CREATE TRIGGER transfer_no_update BEFORE UPDATE ON transfer
BEGIN SELECT RAISE(ABORT, 'transfer: append only'); END;
CREATE TRIGGER transfer_no_delete BEFORE DELETE ON transfer
BEGIN SELECT RAISE(ABORT, 'transfer: append only'); END;

-- What the transfers add up to. Written by the trigger below and by nothing else.
CREATE TABLE balance (
    account TEXT NOT NULL REFERENCES account (name),
    asset   TEXT NOT NULL,
    amount  INTEGER NOT NULL,
    floor   INTEGER,
    owner   TEXT,
    PRIMARY KEY (account, asset),
    CONSTRAINT balance_floor CHECK (floor IS NULL OR amount >= floor),
    CONSTRAINT balance_cap CHECK (amount BETWEEN -1000000000000000000 AND 1000000000000000000)
) STRICT, WITHOUT ROWID;
CREATE INDEX balance_held ON balance (owner) WHERE owner IS NOT NULL AND amount > 0;

CREATE TRIGGER transfer_moves_balances AFTER INSERT ON transfer
BEGIN
    INSERT INTO balance (account, asset, amount, floor, owner)
        SELECT name, NEW.asset, 0, floor, owner FROM account
        WHERE name IN (NEW.source, NEW.target) AND NOT EXISTS (
            SELECT 1 FROM balance WHERE account = name AND asset = NEW.asset
        );
    UPDATE balance SET amount = amount - NEW.amount
        WHERE account = NEW.source AND asset = NEW.asset;
    UPDATE balance SET amount = amount + NEW.amount
        WHERE account = NEW.target AND asset = NEW.asset;
END;

-- Who is behind an account number: the one place with names, which can be erased.
CREATE TABLE player (
    account INTEGER PRIMARY KEY,
    guild   INTEGER NOT NULL,
    name    TEXT NOT NULL,
    UNIQUE (guild, name)
) STRICT;

-- Messages that were applied, once each. The salt proves a text to whoever knows it.
CREATE TABLE message (
    game_table INTEGER NOT NULL,
    id         TEXT NOT NULL,
    entry      INTEGER REFERENCES log (position),
    salt       BLOB,
    PRIMARY KEY (game_table, id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER message_no_update BEFORE UPDATE ON message
BEGIN SELECT RAISE(ABORT, 'message: append only'); END;
CREATE TRIGGER message_no_delete BEFORE DELETE ON message
BEGIN SELECT RAISE(ABORT, 'message: append only'); END;

-- What is yet to be said, in order; rows go when they are known to be said.
CREATE TABLE outbox (
    game_table INTEGER NOT NULL,
    first_seq  INTEGER NOT NULL,
    message    TEXT NOT NULL,
    speaker    TEXT NOT NULL,
    facts      TEXT NOT NULL,
    PRIMARY KEY (game_table, first_seq)
) STRICT, WITHOUT ROWID;
-- How far each table has spoken: the next number to give, and the last known to be said.
CREATE TABLE voice (
    game_table INTEGER PRIMARY KEY,
    next_seq   INTEGER NOT NULL,
    said       INTEGER NOT NULL
) STRICT;

-- By how many seconds a terminal table's clock was moved.
CREATE TABLE table_clock (
    game_table INTEGER PRIMARY KEY,
    offset     INTEGER NOT NULL
) STRICT;

CREATE TABLE migration (
    version    INTEGER PRIMARY KEY,
    name       TEXT NOT NULL,
    applied_at TEXT NOT NULL
) STRICT;
