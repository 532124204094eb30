-- Certain intervals for the counts of the heavy prefixes, (eps, delta)-DP for adding or removing one unit; charged before it is drawn.
CREATE OR REPLACE TEMP MACRO dp_tree_counts(tbl, col, eps := NULL, delta := NULL, tau := NULL, hierarchy := NULL, levels := NULL, goal := NULL, method := NULL, beta := NULL, alpha := NULL, filter := NULL, unit := NULL, max_rows := NULL, name := NULL) AS TABLE
FROM query(system.main.__dphh_sql(
    'dp_tree_counts', to_json(tbl)::VARCHAR, to_json(col)::VARCHAR,
    to_json({eps: eps, delta: delta, tau: tau, hierarchy: hierarchy, levels: levels, goal: goal, method: method, beta: beta, alpha: alpha, filter: filter, unit: unit, max_rows: max_rows, name: name})::VARCHAR,
    current_database(), current_schema(), current_setting('search_path')
))
