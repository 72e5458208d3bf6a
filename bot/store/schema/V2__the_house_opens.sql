-- Revises: V1
-- Created: 2026-11-29
-- Reason: the house opens in Discord: several guilds and tables, members beside their names, and
-- where each post stands.

-- Communities, by a number of our own; which one it is elsewhere stands here alone.
CREATE TABLE guild (
    number INTEGER PRIMARY KEY,
    place  TEXT NOT NULL UNIQUE            -- its id where it is at home
) STRICT;
INSERT INTO guild (number, place) VALUES (1, 'terminal');

-- Tables: where they stand and what is played there. A table that closes keeps its number.
CREATE TABLE game_table (
    number          INTEGER PRIMARY KEY,
    guild           INTEGER NOT NULL REFERENCES guild (number),
    place           TEXT NOT NULL UNIQUE,  -- its channel's id
    preset          TEXT NOT NULL,
    rules           TEXT NOT NULL,         -- as JSON; empty: the preset's own
    betting_seconds INTEGER NOT NULL CHECK (betting_seconds >= 0),
    cursor          INTEGER NOT NULL       -- every message of the channel up to it was heard
) STRICT;
INSERT INTO game_table (number, guild, place, preset, rules, betting_seconds, cursor)
    VALUES (1, 1, 'terminal', 'aquatique', '', 0, 0);

-- Who is behind an account number. Names may change and may be shared, members do not.
CREATE TABLE player_by_member (
    account INTEGER PRIMARY KEY,
    guild   INTEGER NOT NULL,
    member  TEXT NOT NULL,
    name    TEXT NOT NULL,
    UNIQUE (guild, member)
) STRICT;
INSERT INTO player_by_member (account, guild, member, name)
    SELECT account, guild, name, name FROM player;
DROP TABLE player;
ALTER TABLE player_by_member RENAME TO player;

-- When a reply was stored: what of it is out may be looked for from then on.
ALTER TABLE outbox ADD COLUMN at TEXT NOT NULL DEFAULT '';

-- Where the parts of a reply were posted; ``seq`` is the number of its last fact.
CREATE TABLE post (
    game_table INTEGER NOT NULL,
    seq        INTEGER NOT NULL,
    part       INTEGER NOT NULL,
    place      TEXT NOT NULL,              -- the message's id
    PRIMARY KEY (game_table, seq, part)
) STRICT, WITHOUT ROWID;

-- When tables opened and closed, few among many entries.
CREATE INDEX log_tables ON log (position) WHERE kind IN ('table_opened', 'table_closing');

-- Who sat out or left: looked for at every start, also where the last round is long ago.
CREATE INDEX log_presence ON log (position) WHERE kind = 'presence';

-- Limits that staff granted, and whether it switched tips on: looked for at every start.
CREATE INDEX log_limits ON log (position) WHERE kind = 'stake_limit';
CREATE INDEX log_tips ON log (position) WHERE kind = 'table_tips';
-- Who plays in parties, and until when: looked for at every start.
CREATE INDEX log_parties ON log (position)
    WHERE kind IN ('party_begun', 'party_joined', 'party_ending', 'party_ended');

-- The chips of a table's party are an asset of their own: Chips-1.
CREATE TABLE transfer_of_any_asset (
    number  INTEGER PRIMARY KEY,
    posting INTEGER NOT NULL REFERENCES posting (number),
    source  TEXT NOT NULL REFERENCES account (name),
    target  TEXT NOT NULL REFERENCES account (name),
    asset   TEXT NOT NULL CHECK (asset IN ('MM', 'Jetons') OR asset GLOB 'Chips-[1-9]*'),
    amount  INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 1000000000000000),
    CHECK (source <> target)
) STRICT;
INSERT INTO transfer_of_any_asset SELECT * FROM transfer ORDER BY number;
DROP TABLE transfer;  -- and its triggers
ALTER TABLE transfer_of_any_asset RENAME TO transfer;
CREATE TRIGGER transfer_no_update BEFORE UPDATE ON transfer
BEGIN SELECT RAISE(ABORT, 'transfer: append only'); END;
CREATE TRIGGER transfer_no_delete BEFORE DELETE ON transfer
BEGIN SELECT RAISE(ABORT, 'transfer: append only'); END;
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
-- Cards that lie face down, until they are turned up. Nothing that leaves the process reads these
-- tables: no display, no log, no export. A hidden draw keeps what proves it, and each of its cards
-- the number, by the log entry that says only where it lies.
CREATE TABLE secret_draw (
    draw      INTEGER PRIMARY KEY,
    round     INTEGER NOT NULL,
    content   TEXT NOT NULL,               -- what was signed, or the numbers as JSON
    signature TEXT NOT NULL,               -- empty where nobody signs
    salt      BLOB NOT NULL CHECK (length(salt) = 32)
) STRICT;
CREATE INDEX secret_draw_round ON secret_draw (round);
CREATE TRIGGER secret_draw_no_update BEFORE UPDATE ON secret_draw
BEGIN SELECT RAISE(ABORT, 'secret_draw: append only'); END;
CREATE TRIGGER secret_draw_no_delete BEFORE DELETE ON secret_draw
BEGIN SELECT RAISE(ABORT, 'secret_draw: append only'); END;

CREATE TABLE secret_card (
    entry  INTEGER PRIMARY KEY REFERENCES log (position),
    draw   INTEGER NOT NULL REFERENCES secret_draw (draw),
    number INTEGER NOT NULL
) STRICT;
CREATE TRIGGER secret_card_no_update BEFORE UPDATE ON secret_card
BEGIN SELECT RAISE(ABORT, 'secret_card: append only'); END;
CREATE TRIGGER secret_card_no_delete BEFORE DELETE ON secret_card
BEGIN SELECT RAISE(ABORT, 'secret_card: append only'); END;
