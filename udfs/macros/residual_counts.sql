-- The exact residual count of every prefix at threshold tau. NOT private: for owners and tests.
CREATE OR REPLACE TEMP MACRO residual_counts(tbl, col, tau := NULL, hierarchy := NULL, levels := NULL, filter := NULL) AS TABLE
FROM query(system.main.__dphh_sql(
    'residual_counts', to_json(tbl)::VARCHAR, to_json(col)::VARCHAR,
    to_json({tau: tau, hierarchy: hierarchy, levels: levels, filter: filter})::VARCHAR,
    current_database(), current_schema(), current_setting('search_path')
))
