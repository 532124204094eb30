WITH raws AS (
  SELECT
    CAST(c0 AS TEXT) COLLATE C AS p0,
    COUNT(*) AS n
  FROM items
  GROUP BY
    1
), parts AS (
  SELECT
    CASE
      WHEN REGEXP_FULL_MATCH(p0, '[0-9]{5}')
      THEN p0
      WHEN REGEXP_FULL_MATCH(p0, '[0-9]{5}-[0-9]{4}')
      THEN LEFT(p0, 5)
    END COLLATE C AS p0,
    SUM(n) AS n
  FROM raws
  GROUP BY
    1
), level_5 AS (
  SELECT
    p0 COLLATE C AS p0,
    SUM(n) AS n
  FROM parts
  GROUP BY
    1
), level_3 AS (
  SELECT
    LEFT(p0, 3) COLLATE C AS p0,
    SUM(n) AS n
  FROM level_5
  GROUP BY
    1
), level_1 AS (
  SELECT
    LEFT(p0, 1) COLLATE C AS p0,
    SUM(n) AS n
  FROM level_3
  GROUP BY
    1
)
SELECT
  *
FROM (
  SELECT
    1 AS level,
    p0 COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_1
  WHERE
    NOT p0 IS NULL
  UNION ALL
  SELECT
    3 AS level,
    p0 COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_3
  WHERE
    NOT p0 IS NULL
  UNION ALL
  SELECT
    5 AS level,
    p0 COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_5
  WHERE
    NOT p0 IS NULL
)
