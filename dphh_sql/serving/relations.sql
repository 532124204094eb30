-- What PostgreSQL's clients find in pg_catalog: the session's own tables and views (public tables, and what it made
-- itself) and the dp_ functions. DuckDB's SQL, one relation after another; each may name the others as they are here.

-- name: pg_namespace
SELECT * FROM (VALUES
    (11, 'pg_catalog', 10, NULL::VARCHAR[]),
    (2200, 'main', 10, NULL),
    (13000, 'information_schema', 10, NULL)
) names(oid, nspname, nspowner, nspacl)

-- name: pg_class
SELECT oid, relname, 2200 AS relnamespace, 0 AS reltype, 0 AS reloftype, 10 AS relowner, relam, oid AS relfilenode,
    0 AS reltablespace, 1 AS relpages, reltuples, 0 AS reltoastrelid, false AS relhasindex, false AS relisshared,
    relpersistence, relkind, relnatts, 0 AS relchecks, false AS relhasrules, false AS relhastriggers,
    false AS relhassubclass, false AS relrowsecurity, false AS relforcerowsecurity, true AS relispopulated,
    'd' AS relreplident, false AS relispartition, NULL::VARCHAR[] AS relacl, NULL::VARCHAR[] AS reloptions,
    NULL::VARCHAR AS relpartbound
FROM (
    SELECT table_oid AS oid, table_name AS relname, 2 AS relam, estimated_size AS reltuples,
        CASE WHEN temporary THEN 't' ELSE 'p' END AS relpersistence, 'r' AS relkind, column_count AS relnatts
    FROM duckdb_tables() WHERE NOT internal
    UNION ALL
    SELECT view_oid, view_name, 0, 0, CASE WHEN temporary THEN 't' ELSE 'p' END, 'v', column_count
    FROM duckdb_views() WHERE NOT internal
)

-- name: pg_attribute
SELECT table_oid AS attrelid, column_name AS attname, typed.oid AS atttypid, -1 AS attstattarget, typed.typlen AS attlen,
    column_index AS attnum, CASE WHEN data_type LIKE '%]' THEN 1 ELSE 0 END AS attndims,
    CASE WHEN data_type LIKE 'DECIMAL(%)' THEN ((numeric_precision << 16) | numeric_scale) + 4 ELSE -1 END AS atttypmod,
    NOT is_nullable AS attnotnull, false AS atthasdef, false AS atthasmissing, '' AS attidentity, '' AS attgenerated,
    false AS attisdropped, true AS attislocal, 0 AS attinhcount, 0 AS attcollation, 'x' AS attstorage,
    '' AS attcompression, NULL::VARCHAR[] AS attacl, NULL::VARCHAR[] AS attoptions, NULL::VARCHAR[] AS attfdwoptions
FROM (
    SELECT *, regexp_replace(regexp_replace(data_type, '\(.*\)', ''), '\[\d+\]$', '[]') AS plain FROM duckdb_columns() WHERE NOT internal
) columns
JOIN pg_type_of_duckdb named ON named.duckdb_name = coalesce(
    (SELECT duckdb_name FROM pg_type_of_duckdb WHERE duckdb_name = plain), CASE WHEN plain LIKE '%[]' THEN 'JSON' ELSE 'VARCHAR' END
)
JOIN pg_type typed ON typed.oid = named.oid

-- name: pg_proc
SELECT function_oid AS oid, function_name AS proname, 2200 AS pronamespace, 10 AS proowner, 14 AS prolang,
    len(parameters) AS pronargs, 0 AS prorettype, CASE WHEN function_type = 'table_macro' THEN true ELSE false END AS proretset,
    'f' AS prokind, 'v' AS provolatile, 'u' AS proparallel, false AS prosecdef, false AS proisstrict, '' AS prosrc,
    NULL::VARCHAR[] AS proacl, NULL::BIGINT[] AS proargtypes, parameters AS proargnames, NULL::BIGINT[] AS proallargtypes,
    NULL::VARCHAR[] AS proargmodes, 0 AS provariadic, NULL::VARCHAR AS probin,
    CASE WHEN function_type = 'table_macro' THEN 'SETOF record' ELSE 'unknown' END AS dphh_result,
    array_to_string(parameters, ', ') AS dphh_arguments
FROM duckdb_functions()
WHERE function_type IN ('macro', 'table_macro') AND NOT internal AND regexp_matches(function_name, '^(dp|dphh)_')

-- name: pg_database
SELECT 1 AS oid, current_database() AS datname, 10 AS datdba, 6 AS encoding, 'c' AS datlocprovider, 'C' AS datcollate,
    'C' AS datctype, NULL::VARCHAR AS daticulocale, false AS datistemplate, true AS datallowconn, -1 AS datconnlimit,
    1663 AS dattablespace, NULL::VARCHAR[] AS datacl

-- name: pg_roles
SELECT 10 AS oid, 'dphh' AS rolname, false AS rolsuper, true AS rolinherit, false AS rolcreaterole, false AS rolcreatedb,
    true AS rolcanlogin, -1 AS rolconnlimit, NULL::TIMESTAMP AS rolvaliduntil, false AS rolreplication,
    false AS rolbypassrls, NULL::VARCHAR[] AS rolconfig

-- name: pg_user
SELECT 'dphh' AS usename, 10 AS usesysid, false AS usecreatedb, false AS usesuper

-- name: pg_am
SELECT 2 AS oid, 'heap' AS amname, 't' AS amtype

-- name: pg_language
SELECT 14 AS oid, 'sql' AS lanname

-- name: pg_tablespace
SELECT 1663 AS oid, 'pg_default' AS spcname, 10 AS spcowner, NULL::VARCHAR[] AS spcacl, NULL::VARCHAR[] AS spcoptions

-- name: pg_settings
SELECT name, value AS setting, NULL::VARCHAR AS unit, '' AS category, description AS short_desc
FROM duckdb_settings() WHERE false
UNION ALL VALUES ('max_index_keys', '32', NULL, '', ''), ('server_version_num', '140000', NULL, '', '')

-- name: pg_tables
SELECT 'main' AS schemaname, relname AS tablename, 'dphh' AS tableowner, NULL::VARCHAR AS tablespace,
    false AS hasindexes, false AS hasrules, false AS hastriggers, false AS rowsecurity
FROM pg_class WHERE relkind = 'r'

-- name: pg_views
SELECT 'main' AS schemaname, relname AS viewname, 'dphh' AS viewowner, NULL::VARCHAR AS definition
FROM pg_class WHERE relkind = 'v'
