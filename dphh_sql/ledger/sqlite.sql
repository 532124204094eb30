-- The SQLite ledger, one named statement after another. Amounts are text: the exact decimals.

-- name: connection
PRAGMA synchronous = EXTRA;
PRAGMA fullfsync = ON;
PRAGMA foreign_keys = ON;
PRAGMA trusted_schema = OFF;

-- name: schema
PRAGMA application_id = 0x64706868; -- "dphh"
PRAGMA user_version = 1; -- the format
CREATE TABLE entry (
    -- AUTOINCREMENT remembers the last number ever given, so a deleted tail leaves a gap.
    release_id INTEGER PRIMARY KEY AUTOINCREMENT,
    time TEXT NOT NULL,
    event TEXT NOT NULL,
    user_name TEXT NOT NULL,
    -- Identifiers compare as in DuckDB, without regard to ASCII case.
    table_database TEXT NOT NULL COLLATE NOCASE,
    table_schema TEXT NOT NULL COLLATE NOCASE,
    table_name TEXT NOT NULL COLLATE NOCASE,
    function TEXT NOT NULL,
    unit TEXT NOT NULL COLLATE NOCASE,
    eps TEXT NOT NULL CHECK (typeof(eps) = 'text'),
    delta TEXT NOT NULL CHECK (typeof(delta) = 'text'),
    name TEXT,
    request TEXT NOT NULL,
    previous TEXT NOT NULL UNIQUE,
    hash TEXT NOT NULL UNIQUE
);
CREATE INDEX entry_by_table ON entry (table_name, unit, table_database, table_schema, event, eps, delta);
-- Ledgers from before users had budgets lack it, and answer the same.
CREATE INDEX entry_by_user ON entry (user_name, table_name, unit, table_database, table_schema, event, eps, delta);
CREATE TABLE release (
    release_id INTEGER PRIMARY KEY REFERENCES entry (release_id),
    payload TEXT NOT NULL,
    hash TEXT NOT NULL
);
CREATE TRIGGER entry_no_update BEFORE UPDATE ON entry BEGIN
    SELECT raise(ABORT, 'the ledger is append-only');
END;
CREATE TRIGGER entry_no_delete BEFORE DELETE ON entry BEGIN
    SELECT raise(ABORT, 'the ledger is append-only');
END;
-- INSERT OR REPLACE deletes without firing the trigger above.
CREATE TRIGGER entry_no_replace BEFORE INSERT ON entry
WHEN EXISTS (SELECT 1 FROM entry WHERE release_id >= NEW.release_id OR hash = NEW.hash OR previous = NEW.previous)
BEGIN
    SELECT raise(ABORT, 'the ledger is append-only');
END;
CREATE TRIGGER release_no_update BEFORE UPDATE ON release BEGIN
    SELECT raise(ABORT, 'the ledger is append-only');
END;
CREATE TRIGGER release_no_delete BEFORE DELETE ON release BEGIN
    SELECT raise(ABORT, 'the ledger is append-only');
END;
CREATE TRIGGER release_no_replace BEFORE INSERT ON release
WHEN EXISTS (SELECT 1 FROM release WHERE release_id = NEW.release_id)
BEGIN
    SELECT raise(ABORT, 'the ledger is append-only');
END;

-- name: is_empty
SELECT count(*) = 0 FROM sqlite_master;

-- name: last_id
SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'entry';

-- name: tip
SELECT release_id, hash FROM entry ORDER BY release_id DESC LIMIT 1;

-- name: append
INSERT INTO entry VALUES (
    :release_id, :time, :event, :user_name, :database, :schema, :table, :function, :unit,
    :eps, :delta, :name, :request, :previous, :hash
);

-- name: entries
SELECT * FROM entry ORDER BY release_id;

-- name: tallies
SELECT table_database, table_schema, table_name, unit, event, eps, delta, count(*)
FROM entry
GROUP BY table_database, table_schema, table_name, unit, event, eps, delta
ORDER BY min(release_id);

-- name: tallies_of
SELECT table_database, table_schema, table_name, unit, event, eps, delta, count(*)
FROM entry
WHERE table_name = :table AND unit = :unit AND table_database = :database AND table_schema = :schema
GROUP BY event, eps, delta;

-- name: user_tallies
SELECT table_database, table_schema, table_name, unit, event, eps, delta, count(*)
FROM entry
WHERE event = 'charge' AND user_name = :user_name
GROUP BY table_database, table_schema, table_name, unit, event, eps, delta
ORDER BY min(release_id);

-- name: tallies_by_user
SELECT user_name, table_database, table_schema, table_name, unit, event, eps, delta, count(*)
FROM entry
WHERE event = 'charge'
GROUP BY user_name, table_name, unit, table_database, table_schema, event, eps, delta;

-- name: user_tallies_of
SELECT table_database, table_schema, table_name, unit, event, eps, delta, count(*)
FROM entry
WHERE table_name = :table AND unit = :unit AND table_database = :database AND table_schema = :schema
  AND event = 'charge' AND user_name = :user_name
GROUP BY event, eps, delta;

-- name: get_charge
SELECT * FROM entry WHERE release_id = :release_id AND event = 'charge';

-- name: store_release
INSERT INTO release VALUES (:release_id, :payload, :hash);

-- name: has_release
SELECT count(*) FROM release WHERE release_id = :release_id;

-- name: releases
SELECT entry.release_id, entry.hash, release.release_id, release.payload, release.hash
FROM release LEFT JOIN entry USING (release_id)
ORDER BY release.release_id;

-- name: unstored
SELECT entry.*
FROM entry LEFT JOIN release USING (release_id)
WHERE table_database = :database AND table_schema = :schema AND table_name = :table
  AND name = :name AND event = 'charge'
  AND release.release_id IS NULL
ORDER BY entry.release_id;

-- name: find_release
SELECT entry.*, release.payload
FROM entry JOIN release USING (release_id)
WHERE entry.table_database = :database AND entry.table_schema = :schema AND entry.table_name = :table
  AND entry.name = :name
ORDER BY entry.release_id LIMIT 1;

-- name: get_release
SELECT entry.*, release.payload
FROM entry JOIN release USING (release_id)
WHERE entry.release_id = :release_id;

-- name: last_release
SELECT entry.*, release.payload
FROM entry JOIN release USING (release_id)
ORDER BY entry.release_id DESC LIMIT 1;
