WITH raws AS (
  SELECT
    CAST(c0 AS TEXT) COLLATE C AS p0,
    COUNT(*) AS n
  FROM items
  GROUP BY
    1
), parts AS (
  SELECT
    (
      '$' || p0
    ) COLLATE C AS p0,
    SUM(n) AS n
  FROM raws
  GROUP BY
    1
), level_3 AS (
  SELECT
    CASE WHEN LENGTH(p0) <= 4 THEN p0 ELSE '.' || SUBSTR(p0, 2, 3) END COLLATE C AS p0,
    SUM(n) AS n
  FROM parts
  GROUP BY
    1
), level_2 AS (
  SELECT
    CASE WHEN LENGTH(p0) <= 2 THEN p0 ELSE '.' || SUBSTR(p0, 2, 2) END COLLATE C AS p0,
    SUM(n) AS n
  FROM level_3
  GROUP BY
    1
), level_1 AS (
  SELECT
    CASE WHEN LENGTH(p0) <= 1 THEN p0 ELSE '.' || SUBSTR(p0, 2, 1) END COLLATE C AS p0,
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
    p0 COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_1
  WHERE
    COALESCE(LENGTH(p0) >= 1, FALSE)
  UNION ALL
  SELECT
    2 AS level,
    p0 COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_2
  WHERE
    COALESCE(LENGTH(p0) >= 2, FALSE)
  UNION ALL
  SELECT
    3 AS level,
    p0 COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_3
  WHERE
    COALESCE(LENGTH(p0) >= 3, FALSE)
)
