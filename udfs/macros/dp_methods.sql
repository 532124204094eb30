-- Every method of a function at the same eps and delta, a row each; from public facts, spends nothing.
CREATE OR REPLACE TEMP MACRO dp_methods(function, eps := NULL, delta := NULL, tau := NULL, hierarchy := NULL, levels := NULL, goal := NULL, method := NULL, beta := NULL, rest := NULL, alpha := NULL, n_max := NULL, unit := NULL, max_rows := NULL, max_length := NULL, sampling := NULL, n0 := NULL, sketch := NULL, k := NULL, counters := NULL, candidates := NULL) AS TABLE
FROM query(system.main.__dphh_sql(
    'dp_methods', to_json(function)::VARCHAR, 'null',
    to_json({eps: eps, delta: delta, tau: tau, hierarchy: hierarchy, levels: levels, goal: goal, method: method, beta: beta, rest: rest, alpha: alpha, n_max: n_max, unit: unit, max_rows: max_rows, max_length: max_length, sampling: sampling, n0: n0, sketch: sketch, k: k, counters: counters, candidates: candidates})::VARCHAR,
    current_database(), current_schema(), current_setting('search_path')
))
