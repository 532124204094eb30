WITH raws AS (
  SELECT
    CAST(c0 AS TEXT) COLLATE C AS p0,
    COUNT(*) AS n
  FROM items
  GROUP BY
    1
), parts AS (
  SELECT
    p0 AS p0,
    SUM(n) AS n
  FROM raws
  GROUP BY
    1
), level_1 AS (
  SELECT
    p0 AS p0,
    SUM(n) AS n
  FROM parts
  GROUP BY
    1
)
SELECT
  *
FROM (
  SELECT
    1 AS level,
    p0 AS key,
    CAST(n AS BIGINT) AS n
  FROM level_1
  WHERE
    NOT p0 IS NULL
)
