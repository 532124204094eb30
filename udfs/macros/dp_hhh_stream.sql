-- Hierarchical heavy hitters from one ordered pass in bounded memory, (eps, delta)-DP for adding or removing one row.
CREATE OR REPLACE TEMP MACRO dp_hhh_stream(tbl, col, eps := NULL, delta := NULL, tau := NULL, hierarchy := NULL, levels := NULL, sketch := NULL, k := NULL, counters := NULL, n_max := NULL, beta := NULL, rest := NULL, filter := NULL, unit := NULL, max_rows := NULL, name := NULL) AS TABLE
FROM query(system.main.__dphh_sql(
    'dp_hhh_stream', to_json(tbl)::VARCHAR, to_json(col)::VARCHAR,
    to_json({eps: eps, delta: delta, tau: tau, hierarchy: hierarchy, levels: levels, sketch: sketch, k: k, counters: counters, n_max: n_max, beta: beta, rest: rest, filter: filter, unit: unit, max_rows: max_rows, name: name})::VARCHAR,
    current_database(), current_schema(), current_setting('search_path')
))
