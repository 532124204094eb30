-- Frequent words from locally private reports of n0 devices, eps-DP for adding or removing one user; for comparison.
CREATE OR REPLACE TEMP MACRO dp_sfp(tbl, col, user_col, eps := NULL, delta := NULL, max_length := NULL, n0 := NULL, beta := NULL, filter := NULL, name := NULL) AS TABLE
FROM query(system.main.__dphh_sql(
    'dp_sfp', to_json(tbl)::VARCHAR, to_json(col)::VARCHAR,
    to_json({user_col: user_col, eps: eps, delta: delta, max_length: max_length, n0: n0, beta: beta, filter: filter, name: name})::VARCHAR,
    current_database(), current_schema(), current_setting('search_path')
))
