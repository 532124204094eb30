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
      WHEN REGEXP_FULL_MATCH(
        p0,
        '(?:0|1[0-9]{0,2}|2(?:[0-4][0-9]?|5[0-5]?|[6-9])?|[3-9][0-9]?)(?:\.(?:0|1[0-9]{0,2}|2(?:[0-4][0-9]?|5[0-5]?|[6-9])?|[3-9][0-9]?)){3}'
      )
      THEN (
        (
          CAST(TRY_CAST(SPLIT_PART(p0, '.', 1) AS UTINYINT) AS BIGINT) * 256 + CAST(TRY_CAST(SPLIT_PART(p0, '.', 2) AS UTINYINT) AS BIGINT)
        ) * 256 + CAST(TRY_CAST(SPLIT_PART(p0, '.', 3) AS UTINYINT) AS BIGINT)
      ) * 256 + CAST(TRY_CAST(SPLIT_PART(p0, '.', 4) AS UTINYINT) AS BIGINT)
      WHEN REGEXP_FULL_MATCH(p0, '0|[1-9][0-9]{0,9}')
      THEN CAST(TRY_CAST(p0 AS UINTEGER) AS BIGINT)
    END AS p0,
    SUM(n) AS n
  FROM raws
  GROUP BY
    1
), level_32 AS (
  SELECT
    p0 & 4294967295 AS p0,
    SUM(n) AS n
  FROM parts
  GROUP BY
    1
), level_24 AS (
  SELECT
    p0 & 4294967040 AS p0,
    SUM(n) AS n
  FROM level_32
  GROUP BY
    1
), level_16 AS (
  SELECT
    p0 & 4294901760 AS p0,
    SUM(n) AS n
  FROM level_24
  GROUP BY
    1
), level_8 AS (
  SELECT
    p0 & 4278190080 AS p0,
    SUM(n) AS n
  FROM level_16
  GROUP BY
    1
)
SELECT
  *
FROM (
  SELECT
    8 AS level,
    CAST(p0 AS TEXT) COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_8
  WHERE
    NOT p0 IS NULL
  UNION ALL
  SELECT
    16 AS level,
    CAST(p0 AS TEXT) COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_16
  WHERE
    NOT p0 IS NULL
  UNION ALL
  SELECT
    24 AS level,
    CAST(p0 AS TEXT) COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_24
  WHERE
    NOT p0 IS NULL
  UNION ALL
  SELECT
    32 AS level,
    CAST(p0 AS TEXT) COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_32
  WHERE
    NOT p0 IS NULL
)
