-- The exact hierarchical heavy hitters. NOT private: for owners and tests.
CREATE OR REPLACE TEMP MACRO exact_hhh(tbl, col, tau := NULL, hierarchy := NULL, levels := NULL, filter := NULL) AS TABLE
FROM query(system.main.__dphh_sql(
    'exact_hhh', to_json(tbl)::VARCHAR, to_json(col)::VARCHAR,
    to_json({tau: tau, hierarchy: hierarchy, levels: levels, filter: filter})::VARCHAR,
    current_database(), current_schema(), current_setting('search_path')
))
