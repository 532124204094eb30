WITH __dphh_raw AS (
  SELECT
    CAST("c0" AS TEXT) COLLATE C AS r0,
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
), __dphh_32 AS MATERIALIZED (
  SELECT
    p0 & 4294967295 AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      COALESCE(
        CAST(LIST_DOT_PRODUCT(
          TRY_CAST(STRING_SPLIT(
            CASE
              WHEN REGEXP_FULL_MATCH(
                r0,
                '(?:0|1[0-9]{0,2}|2(?:[0-4][0-9]?|5[0-5]?|[6-9])?|[3-9][0-9]?)(?:\.(?:0|1[0-9]{0,2}|2(?:[0-4][0-9]?|5[0-5]?|[6-9])?|[3-9][0-9]?)){3}'
              )
              THEN r0
            END,
            '.'
          ) AS DOUBLE[]),
          CAST([16777216, 65536, 256, 1] AS DOUBLE[])
        ) AS BIGINT),
        CASE
          WHEN REGEXP_FULL_MATCH(r0, '0|[1-9][0-9]{0,9}')
          THEN CAST(TRY_CAST(r0 AS UINTEGER) AS BIGINT)
        END
      ) AS p0,
      n
    FROM __dphh_raw
  ) AS finer
  GROUP BY
    1
), __dphh_24 AS MATERIALIZED (
  SELECT
    p0 & 4294967040 AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      n
    FROM __dphh_32
  ) AS finer
  GROUP BY
    1
), __dphh_16 AS MATERIALIZED (
  SELECT
    p0 & 4294901760 AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      n
    FROM __dphh_24
  ) AS finer
  GROUP BY
    1
), __dphh_8 AS MATERIALIZED (
  SELECT
    p0 & 4278190080 AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      n
    FROM __dphh_16
  ) AS finer
  GROUP BY
    1
)
SELECT
  (
    SELECT
      CAST(COALESCE(SUM(n), 0) AS BIGINT)
    FROM __dphh_8
  ) AS total,
  COALESCE(
    (
      SELECT
        LIST({'level': level, 'key': key, 'parent': parent, 'n': n})
      FROM (
        SELECT
          CAST(8 AS INT) AS level,
          CAST(CAST(p0 AS TEXT) COLLATE C AS TEXT) AS key,
          CAST(NULL AS TEXT) AS parent,
          n
        FROM __dphh_8
        WHERE
          NOT p0 IS NULL AND n >= 2
        UNION ALL
        SELECT
          CAST(16 AS INT) AS level,
          CAST(CAST(p0 AS TEXT) COLLATE C AS TEXT) AS key,
          CAST(CAST(p0 & 4278190080 AS TEXT) COLLATE C AS TEXT) AS parent,
          n
        FROM __dphh_16
        WHERE
          NOT p0 IS NULL AND n >= 2
        UNION ALL
        SELECT
          CAST(24 AS INT) AS level,
          CAST(CAST(p0 AS TEXT) COLLATE C AS TEXT) AS key,
          CAST(CAST(p0 & 4294901760 AS TEXT) COLLATE C AS TEXT) AS parent,
          n
        FROM __dphh_24
        WHERE
          NOT p0 IS NULL AND n >= 2
        UNION ALL
        SELECT
          CAST(32 AS INT) AS level,
          CAST(CAST(p0 AS TEXT) COLLATE C AS TEXT) AS key,
          CAST(CAST(p0 & 4294967040 AS TEXT) COLLATE C AS TEXT) AS parent,
          n
        FROM __dphh_32
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
        ) IN (
          'VARCHAR',
          'ENUM',
          'TINYINT',
          'SMALLINT',
          'INTEGER',
          'BIGINT',
          'HUGEINT',
          'UTINYINT',
          'USMALLINT',
          'UINTEGER',
          'UBIGINT',
          'UHUGEINT'
        )
        THEN TRUE
        ELSE ERROR(
          'dp_hhh: column c0 must have a type that hierarchy ipv4 reads (VARCHAR, ENUM, TINYINT, SMALLINT, INTEGER, BIGINT, HUGEINT, UTINYINT, USMALLINT, UINTEGER, UBIGINT, UHUGEINT); give addresses as dotted text or as integers 0..4294967295. It is ' || REGEXP_REPLACE(
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
