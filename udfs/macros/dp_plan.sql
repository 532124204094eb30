-- The plan of a release, a row per tested level; from public facts, spends nothing.
CREATE OR REPLACE TEMP MACRO dp_plan(function, eps := NULL, delta := NULL, tau := NULL, hierarchy := NULL, levels := NULL, method := NULL, beta := NULL, rest := NULL, alpha := NULL, unit := NULL, max_rows := NULL, sketch := NULL, k := NULL, counters := NULL, n_max := NULL) AS TABLE
FROM query(system.main.__dphh_sql(
    'dp_plan', to_json(function)::VARCHAR, 'null',
    to_json({eps: eps, delta: delta, tau: tau, hierarchy: hierarchy, levels: levels, method: method, beta: beta, rest: rest, alpha: alpha, unit: unit, max_rows: max_rows, sketch: sketch, k: k, counters: counters, n_max: n_max})::VARCHAR,
    current_database(), current_schema(), current_setting('search_path')
))
