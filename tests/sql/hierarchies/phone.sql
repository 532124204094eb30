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
      WHEN REGEXP_FULL_MATCH(p0, '\+[1-9](?:[ .-]?[0-9]){6,14}')
      THEN CONCAT(
        REGEXP_EXTRACT(
          REGEXP_REPLACE(p0, '[^0-9]', '', 'g'),
          '^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[035789]|9[679])[0-9])([0-9]*)',
          1
        ),
        '/',
        REGEXP_REPLACE(
          REGEXP_EXTRACT(
            REGEXP_REPLACE(p0, '[^0-9]', '', 'g'),
            '^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[035789]|9[679])[0-9])([0-9]*)',
            2
          ),
          '([0-9])',
          '\1/',
          'g'
        )
      )
    END COLLATE C AS p0,
    SUM(n) AS n
  FROM raws
  GROUP BY
    1
), level_7 AS (
  SELECT
    REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){7}|.*)', 0) COLLATE C AS p0,
    SUM(n) AS n
  FROM parts
  GROUP BY
    1
), level_4 AS (
  SELECT
    REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){4}|.*)', 0) COLLATE C AS p0,
    SUM(n) AS n
  FROM level_7
  GROUP BY
    1
), level_1 AS (
  SELECT
    REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){1}|.*)', 0) COLLATE C AS p0,
    SUM(n) AS n
  FROM level_4
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
    4 AS level,
    p0 COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_4
  WHERE
    p0 IS DISTINCT FROM REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){3}|.*)', 0)
  UNION ALL
  SELECT
    7 AS level,
    p0 COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_7
  WHERE
    p0 IS DISTINCT FROM REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){6}|.*)', 0)
)
