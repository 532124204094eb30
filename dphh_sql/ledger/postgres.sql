-- The PostgreSQL ledger, one named section after another. Amounts are text: the exact decimals.
-- Everything compares byte by byte (COLLATE "C", whose lower() knows ASCII only), as in DuckDB and in SQLite's NOCASE.

-- name: lock
SELECT
    set_config('lock_timeout', %(seconds)s || 's', true),
    -- A client that stops in the middle gives the lock back.
    set_config('idle_in_transaction_session_timeout', %(seconds)s || 's', true),
    pg_advisory_xact_lock(1684039784); -- "dphh", in this database

-- name: durability
SELECT current_setting('fsync'), current_setting('synchronous_commit');

-- name: has_tables
SELECT to_regclass('dphh_ledger.entry') IS NOT NULL, to_regclass('dphh_ledger.tip') IS NOT NULL;

-- name: format
SELECT format FROM dphh_ledger.tip;

-- name: schema
CREATE SCHEMA IF NOT EXISTS dphh_ledger;
CREATE TABLE dphh_ledger.entry (
    release_id bigint PRIMARY KEY,
    time text COLLATE "C" NOT NULL,
    event text COLLATE "C" NOT NULL,
    user_name text COLLATE "C" NOT NULL,
    table_database text COLLATE "C" NOT NULL,
    table_schema text COLLATE "C" NOT NULL,
    table_name text COLLATE "C" NOT NULL,
    function text COLLATE "C" NOT NULL,
    unit text COLLATE "C" NOT NULL,
    eps text COLLATE "C" NOT NULL,
    delta text COLLATE "C" NOT NULL,
    name text COLLATE "C",
    request text COLLATE "C" NOT NULL,
    previous text COLLATE "C" NOT NULL UNIQUE,
    hash text COLLATE "C" NOT NULL UNIQUE
);
CREATE INDEX entry_by_table ON dphh_ledger.entry (lower(table_name), lower(unit), lower(table_database), lower(table_schema));
CREATE TABLE dphh_ledger.release (
    release_id bigint PRIMARY KEY REFERENCES dphh_ledger.entry (release_id),
    payload text COLLATE "C" NOT NULL,
    hash text COLLATE "C" NOT NULL
);
CREATE INDEX entry_by_user ON dphh_ledger.entry (user_name, lower(table_name), lower(unit));
-- The last entry ever appended: a deleted tail leaves a gap. A sequence would not do, its rollbacks leave gaps too.
CREATE TABLE dphh_ledger.tip (
    format integer NOT NULL,
    release_id bigint NOT NULL,
    hash text COLLATE "C" NOT NULL
);
INSERT INTO dphh_ledger.tip VALUES (1, 0, repeat('0', 64));

CREATE FUNCTION dphh_ledger.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the ledger is append-only';
END $$;
-- Whoever may insert an entry may do so only at the tip; security definer, so that nobody else need write the tip.
CREATE FUNCTION dphh_ledger.advance() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
    UPDATE dphh_ledger.tip SET release_id = NEW.release_id, hash = NEW.hash
    WHERE release_id = NEW.release_id - 1 AND hash = NEW.previous;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the ledger is append-only';
    END IF;
    -- current_user is the owner of this function.
    IF NEW.event <> 'charge' AND NOT pg_has_role(session_user, current_user, 'MEMBER') THEN
        RAISE EXCEPTION 'only the owner of the ledger may renew a budget';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER entry_advance AFTER INSERT ON dphh_ledger.entry
    FOR EACH ROW EXECUTE FUNCTION dphh_ledger.advance();
CREATE TRIGGER entry_refuse BEFORE UPDATE OR DELETE OR TRUNCATE ON dphh_ledger.entry
    FOR EACH STATEMENT EXECUTE FUNCTION dphh_ledger.refuse();
CREATE TRIGGER release_refuse BEFORE UPDATE OR DELETE OR TRUNCATE ON dphh_ledger.release
    FOR EACH STATEMENT EXECUTE FUNCTION dphh_ledger.refuse();
CREATE TRIGGER tip_refuse BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON dphh_ledger.tip
    FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION dphh_ledger.refuse();

-- name: last_id
SELECT release_id FROM dphh_ledger.tip;

-- name: tip
SELECT release_id, hash FROM dphh_ledger.entry ORDER BY release_id DESC LIMIT 1;

-- name: append
INSERT INTO dphh_ledger.entry VALUES (
    %(release_id)s, %(time)s, %(event)s, %(user_name)s, %(database)s, %(schema)s, %(table)s, %(function)s, %(unit)s,
    %(eps)s, %(delta)s, %(name)s, %(request)s, %(previous)s, %(hash)s
);

-- name: entries
SELECT * FROM dphh_ledger.entry ORDER BY release_id;

-- name: tallies
SELECT table_database, table_schema, table_name, unit, event, eps, delta, count(*)
FROM dphh_ledger.entry
GROUP BY table_database, table_schema, table_name, unit, event, eps, delta
ORDER BY min(release_id);

-- name: tallies_of
SELECT table_database, table_schema, table_name, unit, event, eps, delta, count(*)
FROM dphh_ledger.entry
WHERE lower(table_name) = lower(%(table)s COLLATE "C") AND lower(unit) = lower(%(unit)s COLLATE "C")
  AND lower(table_database) = lower(%(database)s COLLATE "C") AND lower(table_schema) = lower(%(schema)s COLLATE "C")
GROUP BY table_database, table_schema, table_name, unit, event, eps, delta;

-- name: user_tallies
SELECT table_database, table_schema, table_name, unit, event, eps, delta, count(*)
FROM dphh_ledger.entry
WHERE event = 'charge' AND user_name = %(user_name)s
GROUP BY table_database, table_schema, table_name, unit, event, eps, delta
ORDER BY min(release_id);

-- name: tallies_by_user
SELECT user_name, table_database, table_schema, table_name, unit, event, eps, delta, count(*)
FROM dphh_ledger.entry
WHERE event = 'charge'
GROUP BY user_name, table_name, unit, table_database, table_schema, event, eps, delta;

-- name: user_tallies_of
SELECT table_database, table_schema, table_name, unit, event, eps, delta, count(*)
FROM dphh_ledger.entry
WHERE lower(table_name) = lower(%(table)s COLLATE "C") AND lower(unit) = lower(%(unit)s COLLATE "C")
  AND lower(table_database) = lower(%(database)s COLLATE "C") AND lower(table_schema) = lower(%(schema)s COLLATE "C")
  AND event = 'charge' AND user_name = %(user_name)s
GROUP BY table_database, table_schema, table_name, unit, event, eps, delta;

-- name: get_charge
SELECT * FROM dphh_ledger.entry WHERE release_id = %(release_id)s AND event = 'charge';

-- name: store_release
INSERT INTO dphh_ledger.release VALUES (%(release_id)s, %(payload)s, %(hash)s);

-- name: has_release
SELECT count(*) FROM dphh_ledger.release WHERE release_id = %(release_id)s;

-- name: releases
SELECT entry.release_id, entry.hash, release.release_id, release.payload, release.hash
FROM dphh_ledger.release LEFT JOIN dphh_ledger.entry USING (release_id)
ORDER BY release.release_id;

-- name: unstored
SELECT entry.*
FROM dphh_ledger.entry LEFT JOIN dphh_ledger.release USING (release_id)
WHERE lower(table_database) = lower(%(database)s COLLATE "C") AND lower(table_schema) = lower(%(schema)s COLLATE "C")
  AND lower(table_name) = lower(%(table)s COLLATE "C") AND name = %(name)s AND event = 'charge'
  AND release.release_id IS NULL
ORDER BY entry.release_id;

-- name: find_release
SELECT entry.*, release.payload
FROM dphh_ledger.entry JOIN dphh_ledger.release USING (release_id)
WHERE lower(table_database) = lower(%(database)s COLLATE "C") AND lower(table_schema) = lower(%(schema)s COLLATE "C")
  AND lower(table_name) = lower(%(table)s COLLATE "C") AND name = %(name)s
ORDER BY entry.release_id LIMIT 1;

-- name: get_release
SELECT entry.*, release.payload
FROM dphh_ledger.entry JOIN dphh_ledger.release USING (release_id)
WHERE entry.release_id = %(release_id)s;

-- name: last_release
SELECT entry.*, release.payload
FROM dphh_ledger.entry JOIN dphh_ledger.release USING (release_id)
ORDER BY entry.release_id DESC LIMIT 1;
