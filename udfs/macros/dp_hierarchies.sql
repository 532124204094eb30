-- The kinds of hierarchy, or one: parameters, levels, an example and what it maps to, the column types that are read.
CREATE OR REPLACE TEMP MACRO dp_hierarchies(kind := NULL) AS TABLE
FROM query(system.main.__dphh_sql(
    'dp_hierarchies', to_json(kind)::VARCHAR, 'null', '{}',
    current_database(), current_schema(), current_setting('search_path')
))
