-- The exact count of every prefix. NOT private: for owners and tests.
CREATE OR REPLACE TEMP MACRO prefix_counts(tbl, col, hierarchy := NULL, levels := NULL, filter := NULL) AS TABLE
FROM query(system.main.__dphh_sql(
    'prefix_counts', to_json(tbl)::VARCHAR, to_json(col)::VARCHAR,
    to_json({hierarchy: hierarchy, levels: levels, filter: filter})::VARCHAR,
    current_database(), current_schema(), current_setting('search_path')
))
