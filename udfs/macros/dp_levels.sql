-- What fewer levels gain: a row per number of levels, the one that meets the goal marked; from public facts, spends nothing.
CREATE OR REPLACE TEMP MACRO dp_levels(function, eps := NULL, delta := NULL, tau := NULL, hierarchy := NULL, goal := NULL, method := NULL, beta := NULL, rest := NULL, alpha := NULL, unit := NULL, max_rows := NULL) AS TABLE
FROM query(system.main.__dphh_sql(
    'dp_levels', to_json(function)::VARCHAR, 'null',
    to_json({eps: eps, delta: delta, tau: tau, hierarchy: hierarchy, goal: goal, method: method, beta: beta, rest: rest, alpha: alpha, unit: unit, max_rows: max_rows})::VARCHAR,
    current_database(), current_schema(), current_setting('search_path')
))
