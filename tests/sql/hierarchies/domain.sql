WITH __dphh_suffixes AS MATERIALIZED (
  SELECT
    UNNEST(STRING_SPLIT('co.uk
kobe.jp', '
')) AS rule
), raws AS (
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
        '(?:[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?\.)*(?:[A-Za-z_]|[0-9][0-9_-]*[A-Za-z_])(?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?\.?'
      )
      AND LENGTH(p0) <= 253
      THEN CONCAT(
        CASE
          WHEN REGEXP_EXTRACT(RTRIM(LOWER(p0), '.'), '(?:^|\.)((?:[^.]+\.){2}[^.]+)$', 1) IN ('city.kobe.jp')
          THEN REGEXP_EXTRACT(RTRIM(LOWER(p0), '.'), '(?:^|\.)((?:[^.]+\.){1}[^.]+)$', 1)
          WHEN REGEXP_EXTRACT(RTRIM(LOWER(p0), '.'), '(?:^|\.)((?:[^.]+\.){2}[^.]+)$', 1) IN (
            SELECT
              rule
            FROM __dphh_suffixes
          )
          OR (
            REGEXP_EXTRACT(RTRIM(LOWER(p0), '.'), '(?:^|\.)((?:[^.]+\.){2}[^.]+)$', 1) <> ''
            AND REGEXP_EXTRACT(RTRIM(LOWER(p0), '.'), '(?:^|\.)((?:[^.]+\.){1}[^.]+)$', 1) IN ('kobe.jp')
          )
          THEN REGEXP_EXTRACT(RTRIM(LOWER(p0), '.'), '(?:^|\.)((?:[^.]+\.){2}[^.]+)$', 1)
          WHEN REGEXP_EXTRACT(RTRIM(LOWER(p0), '.'), '(?:^|\.)((?:[^.]+\.){1}[^.]+)$', 1) IN (
            SELECT
              rule
            FROM __dphh_suffixes
          )
          THEN REGEXP_EXTRACT(RTRIM(LOWER(p0), '.'), '(?:^|\.)((?:[^.]+\.){1}[^.]+)$', 1)
          ELSE REGEXP_EXTRACT(RTRIM(LOWER(p0), '.'), '(?:^|\.)((?:[^.]+\.){0}[^.]+)$', 1)
        END,
        '/',
        CASE
          WHEN LENGTH(RTRIM(LOWER(p0), '.')) > LENGTH(
            CASE
              WHEN REGEXP_EXTRACT(RTRIM(LOWER(p0), '.'), '(?:^|\.)((?:[^.]+\.){2}[^.]+)$', 1) IN ('city.kobe.jp')
              THEN REGEXP_EXTRACT(RTRIM(LOWER(p0), '.'), '(?:^|\.)((?:[^.]+\.){1}[^.]+)$', 1)
              WHEN REGEXP_EXTRACT(RTRIM(LOWER(p0), '.'), '(?:^|\.)((?:[^.]+\.){2}[^.]+)$', 1) IN (
                SELECT
                  rule
                FROM __dphh_suffixes
              )
              OR (
                REGEXP_EXTRACT(RTRIM(LOWER(p0), '.'), '(?:^|\.)((?:[^.]+\.){2}[^.]+)$', 1) <> ''
                AND REGEXP_EXTRACT(RTRIM(LOWER(p0), '.'), '(?:^|\.)((?:[^.]+\.){1}[^.]+)$', 1) IN ('kobe.jp')
              )
              THEN REGEXP_EXTRACT(RTRIM(LOWER(p0), '.'), '(?:^|\.)((?:[^.]+\.){2}[^.]+)$', 1)
              WHEN REGEXP_EXTRACT(RTRIM(LOWER(p0), '.'), '(?:^|\.)((?:[^.]+\.){1}[^.]+)$', 1) IN (
                SELECT
                  rule
                FROM __dphh_suffixes
              )
              THEN REGEXP_EXTRACT(RTRIM(LOWER(p0), '.'), '(?:^|\.)((?:[^.]+\.){1}[^.]+)$', 1)
              ELSE REGEXP_EXTRACT(RTRIM(LOWER(p0), '.'), '(?:^|\.)((?:[^.]+\.){0}[^.]+)$', 1)
            END
          )
          THEN CONCAT(
            ARRAY_TO_STRING(
              LIST_REVERSE(
                STRING_SPLIT(
                  LEFT(
                    RTRIM(LOWER(p0), '.'),
                    LENGTH(RTRIM(LOWER(p0), '.')) - (
                      LENGTH(
                        CASE
                          WHEN REGEXP_EXTRACT(RTRIM(LOWER(p0), '.'), '(?:^|\.)((?:[^.]+\.){2}[^.]+)$', 1) IN ('city.kobe.jp')
                          THEN REGEXP_EXTRACT(RTRIM(LOWER(p0), '.'), '(?:^|\.)((?:[^.]+\.){1}[^.]+)$', 1)
                          WHEN REGEXP_EXTRACT(RTRIM(LOWER(p0), '.'), '(?:^|\.)((?:[^.]+\.){2}[^.]+)$', 1) IN (
                            SELECT
                              rule
                            FROM __dphh_suffixes
                          )
                          OR (
                            REGEXP_EXTRACT(RTRIM(LOWER(p0), '.'), '(?:^|\.)((?:[^.]+\.){2}[^.]+)$', 1) <> ''
                            AND REGEXP_EXTRACT(RTRIM(LOWER(p0), '.'), '(?:^|\.)((?:[^.]+\.){1}[^.]+)$', 1) IN ('kobe.jp')
                          )
                          THEN REGEXP_EXTRACT(RTRIM(LOWER(p0), '.'), '(?:^|\.)((?:[^.]+\.){2}[^.]+)$', 1)
                          WHEN REGEXP_EXTRACT(RTRIM(LOWER(p0), '.'), '(?:^|\.)((?:[^.]+\.){1}[^.]+)$', 1) IN (
                            SELECT
                              rule
                            FROM __dphh_suffixes
                          )
                          THEN REGEXP_EXTRACT(RTRIM(LOWER(p0), '.'), '(?:^|\.)((?:[^.]+\.){1}[^.]+)$', 1)
                          ELSE REGEXP_EXTRACT(RTRIM(LOWER(p0), '.'), '(?:^|\.)((?:[^.]+\.){0}[^.]+)$', 1)
                        END
                      ) + 1
                    )
                  ),
                  '.'
                )
              ),
              '/'
            ),
            '/'
          )
          ELSE ''
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
