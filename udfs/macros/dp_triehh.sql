-- The trie of frequent words by votes of sampled users, (eps, delta)-DP for adding or removing one user; charged before it is drawn.
CREATE OR REPLACE TEMP MACRO dp_triehh(tbl, col, user_col, eps := NULL, delta := NULL, tau := NULL, max_length := NULL, sampling := NULL, n0 := NULL, filter := NULL, name := NULL) AS TABLE
FROM query(system.main.__dphh_sql(
    'dp_triehh', to_json(tbl)::VARCHAR, to_json(col)::VARCHAR,
    to_json({user_col: user_col, eps: eps, delta: delta, tau: tau, max_length: max_length, sampling: sampling, n0: n0, filter: filter, name: name})::VARCHAR,
    current_database(), current_schema(), current_setting('search_path')
))
