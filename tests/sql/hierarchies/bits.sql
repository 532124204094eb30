WITH raws AS (
  SELECT
    TRY_CAST(c0 AS BIGINT) AS p0,
    COUNT(*) AS n
  FROM items
  GROUP BY
    1
), parts AS (
  SELECT
    CASE WHEN p0 BETWEEN 0 AND 15 THEN p0 END AS p0,
    SUM(n) AS n
  FROM raws
  GROUP BY
    1
), level_4 AS (
  SELECT
    p0 - p0 % CAST('1' AS BIGINT) AS p0,
    SUM(n) AS n
  FROM parts
  GROUP BY
    1
), level_3 AS (
  SELECT
    p0 - p0 % CAST('2' AS BIGINT) AS p0,
    SUM(n) AS n
  FROM level_4
  GROUP BY
    1
), level_2 AS (
  SELECT
    p0 - p0 % CAST('4' AS BIGINT) AS p0,
    SUM(n) AS n
  FROM level_3
  GROUP BY
    1
), level_1 AS (
  SELECT
    p0 - p0 % CAST('8' AS BIGINT) AS p0,
    SUM(n) AS n
  FROM level_2
  GROUP BY
    1
)
SELECT
  *
FROM (
  SELECT
    1 AS level,
    CAST(p0 AS TEXT) COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_1
  WHERE
    NOT p0 IS NULL
  UNION ALL
  SELECT
    2 AS level,
    CAST(p0 AS TEXT) COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_2
  WHERE
    NOT p0 IS NULL
  UNION ALL
  SELECT
    3 AS level,
    CAST(p0 AS TEXT) COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_3
  WHERE
    NOT p0 IS NULL
  UNION ALL
  SELECT
    4 AS level,
    CAST(p0 AS TEXT) COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_4
  WHERE
    NOT p0 IS NULL
)
