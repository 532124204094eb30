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
        '(?s)([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&''()*+,;=-]+|\[[0-9A-Fa-f:.]+\]))(:[0-9]*)?([/?#].*)?'
      )
      THEN CONCAT(
        LOWER(
          REGEXP_EXTRACT(
            p0,
            '^(?s)([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&''()*+,;=-]+|\[[0-9A-Fa-f:.]+\]))(:[0-9]*)?([/?#].*)?$',
            1
          )
        ),
        '://',
        LOWER(
          REGEXP_EXTRACT(
            p0,
            '^(?s)([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&''()*+,;=-]+|\[[0-9A-Fa-f:.]+\]))(:[0-9]*)?([/?#].*)?$',
            2
          )
        ),
        CASE
          WHEN REGEXP_EXTRACT(
            p0,
            '^(?s)([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&''()*+,;=-]+|\[[0-9A-Fa-f:.]+\]))(:[0-9]*)?([/?#].*)?$',
            3
          ) = ':'
          OR (
            LOWER(
              REGEXP_EXTRACT(
                p0,
                '^(?s)([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&''()*+,;=-]+|\[[0-9A-Fa-f:.]+\]))(:[0-9]*)?([/?#].*)?$',
                1
              )
            ) = 'http'
            AND REGEXP_EXTRACT(
              p0,
              '^(?s)([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&''()*+,;=-]+|\[[0-9A-Fa-f:.]+\]))(:[0-9]*)?([/?#].*)?$',
              3
            ) = ':80'
          )
          OR (
            LOWER(
              REGEXP_EXTRACT(
                p0,
                '^(?s)([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&''()*+,;=-]+|\[[0-9A-Fa-f:.]+\]))(:[0-9]*)?([/?#].*)?$',
                1
              )
            ) = 'https'
            AND REGEXP_EXTRACT(
              p0,
              '^(?s)([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&''()*+,;=-]+|\[[0-9A-Fa-f:.]+\]))(:[0-9]*)?([/?#].*)?$',
              3
            ) = ':443'
          )
          THEN ''
          ELSE REGEXP_EXTRACT(
            p0,
            '^(?s)([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&''()*+,;=-]+|\[[0-9A-Fa-f:.]+\]))(:[0-9]*)?([/?#].*)?$',
            3
          )
        END,
        '/',
        REGEXP_EXTRACT(
          REGEXP_EXTRACT(
            p0,
            '^(?s)([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&''()*+,;=-]+|\[[0-9A-Fa-f:.]+\]))(:[0-9]*)?([/?#].*)?$',
            4
          ),
          '^/?([^?#]*)',
          1
        )
      )
    END COLLATE C AS p0,
    SUM(n) AS n
  FROM raws
  GROUP BY
    1
), level_3 AS (
  SELECT
    REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){5}|.*)', 0) COLLATE C AS p0,
    SUM(n) AS n
  FROM parts
  GROUP BY
    1
), level_2 AS (
  SELECT
    REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){4}|.*)', 0) COLLATE C AS p0,
    SUM(n) AS n
  FROM level_3
  GROUP BY
    1
), level_1 AS (
  SELECT
    REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){3}|.*)', 0) COLLATE C AS p0,
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
    p0 IS DISTINCT FROM REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){2}|.*)', 0)
  UNION ALL
  SELECT
    2 AS level,
    p0 COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_2
  WHERE
    p0 IS DISTINCT FROM REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){3}|.*)', 0)
  UNION ALL
  SELECT
    3 AS level,
    p0 COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_3
  WHERE
    p0 IS DISTINCT FROM REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){4}|.*)', 0)
)
