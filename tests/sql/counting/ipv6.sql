WITH __dphh_raw AS (
  SELECT
    CASE
      WHEN CONTAINS(CAST("c0" AS TEXT) COLLATE C, '.')
      THEN CASE
        WHEN REGEXP_EXTRACT(
          CAST("c0" AS TEXT) COLLATE C,
          '^((?:.*:)?)((?:0|1[0-9]{0,2}|2(?:[0-4][0-9]?|5[0-5]?|[6-9])?|[3-9][0-9]?)(?:\.(?:0|1[0-9]{0,2}|2(?:[0-4][0-9]?|5[0-5]?|[6-9])?|[3-9][0-9]?)){3})$',
          2
        ) <> ''
        THEN CONCAT(
          CASE
            WHEN REGEXP_EXTRACT(
              CAST("c0" AS TEXT) COLLATE C,
              '^((?:.*:)?)((?:0|1[0-9]{0,2}|2(?:[0-4][0-9]?|5[0-5]?|[6-9])?|[3-9][0-9]?)(?:\.(?:0|1[0-9]{0,2}|2(?:[0-4][0-9]?|5[0-5]?|[6-9])?|[3-9][0-9]?)){3})$',
              1
            ) = ''
            THEN '::ffff:'
            ELSE REGEXP_EXTRACT(
              CAST("c0" AS TEXT) COLLATE C,
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
                      CAST("c0" AS TEXT) COLLATE C,
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
                      CAST("c0" AS TEXT) COLLATE C,
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
                    CAST("c0" AS TEXT) COLLATE C,
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
                    CAST("c0" AS TEXT) COLLATE C,
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
        ELSE CAST("c0" AS TEXT) COLLATE C
      END
      ELSE CAST("c0" AS TEXT) COLLATE C
    END COLLATE C AS r0,
    COUNT(*) AS n
  FROM (
    SELECT
      *
    FROM "items"
  ) AS source
  WHERE
    CASE
      WHEN TYPEOF("id") = 'VARCHAR'
      THEN TRY_CAST("id" AS DOUBLE) <> '99'
      ELSE CASE
        WHEN TYPEOF("id") IN ('FLOAT', 'DOUBLE')
        THEN CASE WHEN "id" IS NULL THEN NULL ELSE "id" END
        ELSE "id"
      END <> '99'
    END
  GROUP BY
    1
), __dphh_128 AS MATERIALIZED (
  SELECT
    LEFT(p0, 32) COLLATE C AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      LOWER(
        CASE
          WHEN REGEXP_FULL_MATCH(r0, '[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){7}')
          THEN CASE
            WHEN r0 = ''
            THEN ''
            ELSE REGEXP_REPLACE(CONCAT(':000', REPLACE(r0, ':', ':000')), ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})', '\1', 'g')
          END
          WHEN REGEXP_FULL_MATCH(
            r0,
            '(?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){0,6})?::(?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){0,6})?'
          )
          AND LENGTH(
            CASE
              WHEN SPLIT_PART(r0, '::', 1) = ''
              THEN ''
              ELSE REGEXP_REPLACE(
                CONCAT(':000', REPLACE(SPLIT_PART(r0, '::', 1), ':', ':000')),
                ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
                '\1',
                'g'
              )
            END
          ) + LENGTH(
            CASE
              WHEN SPLIT_PART(r0, '::', 2) = ''
              THEN ''
              ELSE REGEXP_REPLACE(
                CONCAT(':000', REPLACE(SPLIT_PART(r0, '::', 2), ':', ':000')),
                ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
                '\1',
                'g'
              )
            END
          ) <= 28
          THEN CONCAT(
            RPAD(
              CASE
                WHEN SPLIT_PART(r0, '::', 1) = ''
                THEN ''
                ELSE REGEXP_REPLACE(
                  CONCAT(':000', REPLACE(SPLIT_PART(r0, '::', 1), ':', ':000')),
                  ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
                  '\1',
                  'g'
                )
              END,
              CAST(32 - LENGTH(
                CASE
                  WHEN SPLIT_PART(r0, '::', 2) = ''
                  THEN ''
                  ELSE REGEXP_REPLACE(
                    CONCAT(':000', REPLACE(SPLIT_PART(r0, '::', 2), ':', ':000')),
                    ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
                    '\1',
                    'g'
                  )
                END
              ) AS INT),
              '0'
            ),
            CASE
              WHEN SPLIT_PART(r0, '::', 2) = ''
              THEN ''
              ELSE REGEXP_REPLACE(
                CONCAT(':000', REPLACE(SPLIT_PART(r0, '::', 2), ':', ':000')),
                ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
                '\1',
                'g'
              )
            END
          )
        END
      ) COLLATE C AS p0,
      n
    FROM __dphh_raw
  ) AS finer
  GROUP BY
    1
), __dphh_64 AS MATERIALIZED (
  SELECT
    LEFT(p0, 16) COLLATE C AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      n
    FROM __dphh_128
  ) AS finer
  GROUP BY
    1
), __dphh_48 AS MATERIALIZED (
  SELECT
    LEFT(p0, 12) COLLATE C AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      n
    FROM __dphh_64
  ) AS finer
  GROUP BY
    1
), __dphh_32 AS MATERIALIZED (
  SELECT
    LEFT(p0, 8) COLLATE C AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      n
    FROM __dphh_48
  ) AS finer
  GROUP BY
    1
)
SELECT
  (
    SELECT
      CAST(COALESCE(SUM(n), 0) AS BIGINT)
    FROM __dphh_32
  ) AS total,
  COALESCE(
    (
      SELECT
        LIST({'level': level, 'key': key, 'parent': parent, 'n': n})
      FROM (
        SELECT
          CAST(32 AS INT) AS level,
          CAST(p0 COLLATE C AS TEXT) AS key,
          CAST(NULL AS TEXT) AS parent,
          n
        FROM __dphh_32
        WHERE
          NOT p0 IS NULL AND n >= 2
        UNION ALL
        SELECT
          CAST(48 AS INT) AS level,
          CAST(p0 COLLATE C AS TEXT) AS key,
          CAST((
            LEFT(p0, 8) COLLATE C
          ) COLLATE C AS TEXT) AS parent,
          n
        FROM __dphh_48
        WHERE
          NOT p0 IS NULL AND n >= 2
        UNION ALL
        SELECT
          CAST(64 AS INT) AS level,
          CAST(p0 COLLATE C AS TEXT) AS key,
          CAST((
            LEFT(p0, 12) COLLATE C
          ) COLLATE C AS TEXT) AS parent,
          n
        FROM __dphh_64
        WHERE
          NOT p0 IS NULL AND n >= 2
        UNION ALL
        SELECT
          CAST(128 AS INT) AS level,
          CAST(p0 COLLATE C AS TEXT) AS key,
          CAST((
            LEFT(p0, 16) COLLATE C
          ) COLLATE C AS TEXT) AS parent,
          n
        FROM __dphh_128
        WHERE
          NOT p0 IS NULL AND n >= 2
      ) AS candidate
    ),
    []
  ) AS candidates
WHERE
  LEN(
    LIST_VALUE(
      CASE
        WHEN REGEXP_REPLACE(
          REGEXP_REPLACE(
            TYPEOF(
              (
                SELECT
                  "c0"
                FROM (
                  SELECT
                    *
                  FROM "items"
                ) AS source
                LIMIT 0
              )
            ),
            '(?s)^.*\]$',
            'a list or array'
          ),
          '(?s)\(.*$',
          ''
        ) IN ('VARCHAR', 'ENUM')
        THEN TRUE
        ELSE ERROR(
          'dp_hhh: column c0 must have a type that hierarchy ipv6 reads (VARCHAR, ENUM); give addresses as text, CAST(col AS VARCHAR) in a view. It is ' || REGEXP_REPLACE(
            REGEXP_REPLACE(
              TYPEOF(
                (
                  SELECT
                    "c0"
                  FROM (
                    SELECT
                      *
                    FROM "items"
                  ) AS source
                  LIMIT 0
                )
              ),
              '(?s)^.*\]$',
              'a list or array'
            ),
            '(?s)\(.*$',
            ''
          )
        )
      END
    )
  ) > 0
  AND (
    SELECT
      BOOL_AND(
        LEN(
          LIST_VALUE(
            COALESCE(
              CASE
                WHEN TYPEOF(probe."id") = 'VARCHAR'
                THEN TRY_CAST(probe."id" AS DOUBLE) <> '99'
                ELSE probe."id" <> '99'
              END,
              TRUE
            )
          )
        ) > 0
      )
    FROM (
      SELECT
        ANY_VALUE("id") AS "id"
      FROM (
        (
          SELECT
            0 AS __dphh_row,
            "id"
          FROM (
            SELECT
              *
            FROM "items"
          ) AS source
          LIMIT 0
        )
        UNION ALL
        (
          SELECT
            __dphh_row,
            NULL
          FROM (VALUES
            (1),
            (2)) AS two(__dphh_row)
        )
      ) AS either
      GROUP BY
        __dphh_row
    ) AS probe
  )
