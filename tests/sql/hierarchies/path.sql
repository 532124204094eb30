WITH raws AS (
  SELECT
    CAST(c0 AS TEXT) COLLATE C AS p0,
    COUNT(*) AS n
  FROM items
  GROUP BY
    1
), parts AS (
  SELECT
    p0 COLLATE C AS p0,
    SUM(n) AS n
  FROM raws
  GROUP BY
    1
), level_8 AS (
  SELECT
    REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){8}|.*)', 0) COLLATE C AS p0,
    SUM(n) AS n
  FROM parts
  GROUP BY
    1
), level_7 AS (
  SELECT
    REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){7}|.*)', 0) COLLATE C AS p0,
    SUM(n) AS n
  FROM level_8
  GROUP BY
    1
), level_6 AS (
  SELECT
    REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){6}|.*)', 0) COLLATE C AS p0,
    SUM(n) AS n
  FROM level_7
  GROUP BY
    1
), level_5 AS (
  SELECT
    REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){5}|.*)', 0) COLLATE C AS p0,
    SUM(n) AS n
  FROM level_6
  GROUP BY
    1
), level_4 AS (
  SELECT
    REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){4}|.*)', 0) COLLATE C AS p0,
    SUM(n) AS n
  FROM level_5
  GROUP BY
    1
), level_3 AS (
  SELECT
    REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){3}|.*)', 0) COLLATE C AS p0,
    SUM(n) AS n
  FROM level_4
  GROUP BY
    1
), level_2 AS (
  SELECT
    REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){2}|.*)', 0) COLLATE C AS p0,
    SUM(n) AS n
  FROM level_3
  GROUP BY
    1
), level_1 AS (
  SELECT
    REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){1}|.*)', 0) COLLATE C AS p0,
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
    p0 IS DISTINCT FROM REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){0}|.*)', 0)
  UNION ALL
  SELECT
    2 AS level,
    p0 COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_2
  WHERE
    p0 IS DISTINCT FROM REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){1}|.*)', 0)
  UNION ALL
  SELECT
    3 AS level,
    p0 COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_3
  WHERE
    p0 IS DISTINCT FROM REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){2}|.*)', 0)
  UNION ALL
  SELECT
    4 AS level,
    p0 COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_4
  WHERE
    p0 IS DISTINCT FROM REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){3}|.*)', 0)
  UNION ALL
  SELECT
    5 AS level,
    p0 COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_5
  WHERE
    p0 IS DISTINCT FROM REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){4}|.*)', 0)
  UNION ALL
  SELECT
    6 AS level,
    p0 COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_6
  WHERE
    p0 IS DISTINCT FROM REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){5}|.*)', 0)
  UNION ALL
  SELECT
    7 AS level,
    p0 COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_7
  WHERE
    p0 IS DISTINCT FROM REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){6}|.*)', 0)
  UNION ALL
  SELECT
    8 AS level,
    p0 COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_8
  WHERE
    p0 IS DISTINCT FROM REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){7}|.*)', 0)
)
