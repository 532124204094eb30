WITH raws AS (
  SELECT
    CAST(c0 AS TEXT) COLLATE C AS p0,
    COUNT(*) AS n
  FROM items
  GROUP BY
    1
), parts AS (
  SELECT
    CASE WHEN REGEXP_FULL_MATCH(p0, '[0-9b-hjkmnp-zB-HJKMNP-Z]+') THEN LOWER(p0) END COLLATE C AS p0,
    SUM(n) AS n
  FROM raws
  GROUP BY
    1
), level_6 AS (
  SELECT
    LEFT(p0, 6) COLLATE C AS p0,
    SUM(n) AS n
  FROM parts
  GROUP BY
    1
), level_4 AS (
  SELECT
    LEFT(p0, 4) COLLATE C AS p0,
    SUM(n) AS n
  FROM level_6
  GROUP BY
    1
), level_2 AS (
  SELECT
    LEFT(p0, 2) COLLATE C AS p0,
    SUM(n) AS n
  FROM level_4
  GROUP BY
    1
)
SELECT
  *
FROM (
  SELECT
    2 AS level,
    p0 COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_2
  WHERE
    COALESCE(LENGTH(p0) = 2, FALSE)
  UNION ALL
  SELECT
    4 AS level,
    p0 COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_4
  WHERE
    COALESCE(LENGTH(p0) = 4, FALSE)
  UNION ALL
  SELECT
    6 AS level,
    p0 COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_6
  WHERE
    COALESCE(LENGTH(p0) = 6, FALSE)
)
