-- Heavy hitters of one column, exactly counted or from a sketch, (eps, delta)-DP for adding or removing one unit.
CREATE OR REPLACE TEMP MACRO dp_heavy_hitters(tbl, col, eps := NULL, delta := NULL, tau := NULL, sketch := NULL, k := NULL, counters := NULL, n_max := NULL, beta := NULL, filter := NULL, unit := NULL, max_rows := NULL, name := NULL) AS TABLE
FROM query(system.main.__dphh_sql(
    'dp_heavy_hitters', to_json(tbl)::VARCHAR, to_json(col)::VARCHAR,
    to_json({eps: eps, delta: delta, tau: tau, sketch: sketch, k: k, counters: counters, n_max: n_max, beta: beta, filter: filter, unit: unit, max_rows: max_rows, name: name})::VARCHAR,
    current_database(), current_schema(), current_setting('search_path')
))
