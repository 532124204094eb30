WITH raws AS (
  SELECT
    CASE
      WHEN CONTAINS(CAST(c0 AS TEXT) COLLATE C, '.')
      THEN CASE
        WHEN REGEXP_EXTRACT(
          CAST(c0 AS TEXT) COLLATE C,
          '^((?:.*:)?)((?:0|1[0-9]{0,2}|2(?:[0-4][0-9]?|5[0-5]?|[6-9])?|[3-9][0-9]?)(?:\.(?:0|1[0-9]{0,2}|2(?:[0-4][0-9]?|5[0-5]?|[6-9])?|[3-9][0-9]?)){3})$',
          2
        ) <> ''
        THEN CONCAT(
          CASE
            WHEN REGEXP_EXTRACT(
              CAST(c0 AS TEXT) COLLATE C,
              '^((?:.*:)?)((?:0|1[0-9]{0,2}|2(?:[0-4][0-9]?|5[0-5]?|[6-9])?|[3-9][0-9]?)(?:\.(?:0|1[0-9]{0,2}|2(?:[0-4][0-9]?|5[0-5]?|[6-9])?|[3-9][0-9]?)){3})$',
              1
            ) = ''
            THEN '::ffff:'
            ELSE REGEXP_EXTRACT(
              CAST(c0 AS TEXT) COLLATE C,
              '^((?:.*:)?)((?:0|1[0-9]{0,2}|2(?:[0-4][0-9]?|5[0-5]?|[6-9])?|[3-9][0-9]?)(?:\.(?:0|1[0-9]{0,2}|2(?:[0-4][0-9]?|5[0-5]?|[6-9])?|[3-9][0-9]?)){3})$',
              1
            )
          END,
          CONCAT(
            CONCAT(
              LPAD(
                TO_HEX(
                  TRY_CAST(SPLIT_PART(
                    REGEXP_EXTRACT(
                      CAST(c0 AS TEXT) COLLATE C,
                      '^((?:.*:)?)((?:0|1[0-9]{0,2}|2(?:[0-4][0-9]?|5[0-5]?|[6-9])?|[3-9][0-9]?)(?:\.(?:0|1[0-9]{0,2}|2(?:[0-4][0-9]?|5[0-5]?|[6-9])?|[3-9][0-9]?)){3})$',
                      2
                    ),
                    '.',
                    1
                  ) AS INT)
                ),
                2,
                '0'
              ),
              LPAD(
                TO_HEX(
                  TRY_CAST(SPLIT_PART(
                    REGEXP_EXTRACT(
                      CAST(c0 AS TEXT) COLLATE C,
                      '^((?:.*:)?)((?:0|1[0-9]{0,2}|2(?:[0-4][0-9]?|5[0-5]?|[6-9])?|[3-9][0-9]?)(?:\.(?:0|1[0-9]{0,2}|2(?:[0-4][0-9]?|5[0-5]?|[6-9])?|[3-9][0-9]?)){3})$',
                      2
                    ),
                    '.',
                    2
                  ) AS INT)
                ),
                2,
                '0'
              )
            ),
            ':',
            LPAD(
              TO_HEX(
                TRY_CAST(SPLIT_PART(
                  REGEXP_EXTRACT(
                    CAST(c0 AS TEXT) COLLATE C,
                    '^((?:.*:)?)((?:0|1[0-9]{0,2}|2(?:[0-4][0-9]?|5[0-5]?|[6-9])?|[3-9][0-9]?)(?:\.(?:0|1[0-9]{0,2}|2(?:[0-4][0-9]?|5[0-5]?|[6-9])?|[3-9][0-9]?)){3})$',
                    2
                  ),
                  '.',
                  3
                ) AS INT)
              ),
              2,
              '0'
            ),
            LPAD(
              TO_HEX(
                TRY_CAST(SPLIT_PART(
                  REGEXP_EXTRACT(
                    CAST(c0 AS TEXT) COLLATE C,
                    '^((?:.*:)?)((?:0|1[0-9]{0,2}|2(?:[0-4][0-9]?|5[0-5]?|[6-9])?|[3-9][0-9]?)(?:\.(?:0|1[0-9]{0,2}|2(?:[0-4][0-9]?|5[0-5]?|[6-9])?|[3-9][0-9]?)){3})$',
                    2
                  ),
                  '.',
                  4
                ) AS INT)
              ),
              2,
              '0'
            )
          )
        )
        ELSE CAST(c0 AS TEXT) COLLATE C
      END
      ELSE CAST(c0 AS TEXT) COLLATE C
    END COLLATE C AS p0,
    COUNT(*) AS n
  FROM items
  GROUP BY
    1
), parts AS (
  SELECT
    LOWER(
      CASE
        WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){7}')
        THEN CASE
          WHEN p0 = ''
          THEN ''
          ELSE REGEXP_REPLACE(CONCAT(':000', REPLACE(p0, ':', ':000')), ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})', '\1', 'g')
        END
        WHEN REGEXP_FULL_MATCH(
          p0,
          '(?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){0,6})?::(?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){0,6})?'
        )
        AND LENGTH(
          CASE
            WHEN SPLIT_PART(p0, '::', 1) = ''
            THEN ''
            ELSE REGEXP_REPLACE(
              CONCAT(':000', REPLACE(SPLIT_PART(p0, '::', 1), ':', ':000')),
              ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
              '\1',
              'g'
            )
          END
        ) + LENGTH(
          CASE
            WHEN SPLIT_PART(p0, '::', 2) = ''
            THEN ''
            ELSE REGEXP_REPLACE(
              CONCAT(':000', REPLACE(SPLIT_PART(p0, '::', 2), ':', ':000')),
              ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
              '\1',
              'g'
            )
          END
        ) <= 28
        THEN CONCAT(
          RPAD(
            CASE
              WHEN SPLIT_PART(p0, '::', 1) = ''
              THEN ''
              ELSE REGEXP_REPLACE(
                CONCAT(':000', REPLACE(SPLIT_PART(p0, '::', 1), ':', ':000')),
                ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
                '\1',
                'g'
              )
            END,
            CAST(32 - LENGTH(
              CASE
                WHEN SPLIT_PART(p0, '::', 2) = ''
                THEN ''
                ELSE REGEXP_REPLACE(
                  CONCAT(':000', REPLACE(SPLIT_PART(p0, '::', 2), ':', ':000')),
                  ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
                  '\1',
                  'g'
                )
              END
            ) AS INT),
            '0'
          ),
          CASE
            WHEN SPLIT_PART(p0, '::', 2) = ''
            THEN ''
            ELSE REGEXP_REPLACE(
              CONCAT(':000', REPLACE(SPLIT_PART(p0, '::', 2), ':', ':000')),
              ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
              '\1',
              'g'
            )
          END
        )
      END
    ) COLLATE C AS p0,
    SUM(n) AS n
  FROM raws
  GROUP BY
    1
), level_128 AS (
  SELECT
    LEFT(p0, 32) COLLATE C AS p0,
    SUM(n) AS n
  FROM parts
  GROUP BY
    1
), level_64 AS (
  SELECT
    LEFT(p0, 16) COLLATE C AS p0,
    SUM(n) AS n
  FROM level_128
  GROUP BY
    1
), level_48 AS (
  SELECT
    LEFT(p0, 12) COLLATE C AS p0,
    SUM(n) AS n
  FROM level_64
  GROUP BY
    1
), level_32 AS (
  SELECT
    LEFT(p0, 8) COLLATE C AS p0,
    SUM(n) AS n
  FROM level_48
  GROUP BY
    1
)
SELECT
  *
FROM (
  SELECT
    32 AS level,
    p0 COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_32
  WHERE
    NOT p0 IS NULL
  UNION ALL
  SELECT
    48 AS level,
    p0 COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_48
  WHERE
    NOT p0 IS NULL
  UNION ALL
  SELECT
    64 AS level,
    p0 COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_64
  WHERE
    NOT p0 IS NULL
  UNION ALL
  SELECT
    128 AS level,
    p0 COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_128
  WHERE
    NOT p0 IS NULL
)
