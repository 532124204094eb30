WITH raws AS (
  SELECT
    CAST(c0 AS TEXT) COLLATE C AS p0,
    CAST(c1 AS TEXT) COLLATE C AS p1,
    COUNT(*) AS n
  FROM items
  GROUP BY
    1,
    2
), parts AS (
  SELECT
    p0 AS p0,
    CASE WHEN NOT p0 IS NULL THEN p1 END COLLATE C AS p1,
    SUM(n) AS n
  FROM raws
  GROUP BY
    1,
    2
), level_2 AS (
  SELECT
    p0 AS p0,
    p1 AS p1,
    SUM(n) AS n
  FROM parts
  GROUP BY
    1,
    2
), level_1 AS (
  SELECT
    p0 AS p0,
    CAST(NULL AS TEXT) COLLATE C AS p1,
    SUM(n) AS n
  FROM level_2
  GROUP BY
    1,
    2
)
SELECT
  *
FROM (
  SELECT
    1 AS level,
    CAST(TO_JSON([p0]) AS TEXT) COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_1
  WHERE
    NOT p0 IS NULL
  UNION ALL
  SELECT
    2 AS level,
    CAST(TO_JSON([p0, p1]) AS TEXT) COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_2
  WHERE
    NOT p1 IS NULL
)
