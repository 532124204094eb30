WITH __dphh_taxonomy AS MATERIALIZED (
  SELECT
    SPLIT_PART(line, '', 1) AS code,
    SUBSTR(line, LENGTH(SPLIT_PART(line, '', 1)) + 2) AS path
  FROM (
    SELECT
      UNNEST(
        STRING_SPLIT(
          'KernUSUS-CAKern
MCMC
USUS
US-CAUSUS-CA',
          '
'
        )
      ) AS line
  ) AS lines
), raws AS (
  SELECT
    CAST(c0 AS TEXT) COLLATE C AS p0,
    COUNT(*) AS n
  FROM items
  GROUP BY
    1
), parts AS (
  SELECT
    (
      SELECT
        __dphh_taxonomy.path
      FROM __dphh_taxonomy
      WHERE
        __dphh_taxonomy.code = p0
    ) COLLATE C AS p0,
    SUM(n) AS n
  FROM raws
  GROUP BY
    1
), level_3 AS (
  SELECT
    REGEXP_EXTRACT(p0, '(?s)^(?:)?(?:(?:.*?){3}|.*)', 0) COLLATE C AS p0,
    SUM(n) AS n
  FROM parts
  GROUP BY
    1
), level_2 AS (
  SELECT
    REGEXP_EXTRACT(p0, '(?s)^(?:)?(?:(?:.*?){2}|.*)', 0) COLLATE C AS p0,
    SUM(n) AS n
  FROM level_3
  GROUP BY
    1
), level_1 AS (
  SELECT
    REGEXP_EXTRACT(p0, '(?s)^(?:)?(?:(?:.*?){1}|.*)', 0) COLLATE C AS p0,
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
    p0 IS DISTINCT FROM REGEXP_EXTRACT(p0, '(?s)^(?:)?(?:(?:.*?){0}|.*)', 0)
  UNION ALL
  SELECT
    2 AS level,
    p0 COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_2
  WHERE
    p0 IS DISTINCT FROM REGEXP_EXTRACT(p0, '(?s)^(?:)?(?:(?:.*?){1}|.*)', 0)
  UNION ALL
  SELECT
    3 AS level,
    p0 COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_3
  WHERE
    p0 IS DISTINCT FROM REGEXP_EXTRACT(p0, '(?s)^(?:)?(?:(?:.*?){2}|.*)', 0)
)
