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
        'v?(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(?:-((?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?'
      )
      THEN CONCAT(
        CONCAT(
          REGEXP_EXTRACT(
            p0,
            '^v?(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(?:-((?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$',
            1
          ),
          '/',
          REGEXP_EXTRACT(
            p0,
            '^v?(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(?:-((?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$',
            2
          ),
          '/',
          REGEXP_EXTRACT(
            p0,
            '^v?(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(?:-((?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$',
            3
          ),
          '/'
        ),
        CASE
          WHEN REGEXP_EXTRACT(
            p0,
            '^v?(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(?:-((?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$',
            4
          ) = ''
          THEN ''
          ELSE CONCAT(
            REGEXP_EXTRACT(
              p0,
              '^v?(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(?:-((?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$',
              4
            ),
            '/'
          )
        END
      )
    END COLLATE C AS p0,
    SUM(n) AS n
  FROM raws
  GROUP BY
    1
), level_3 AS (
  SELECT
    REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){3}|.*)', 0) COLLATE C AS p0,
    SUM(n) AS n
  FROM parts
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
)
