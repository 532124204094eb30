WITH __dphh_raw AS (
  SELECT
    TRY_CAST(CASE
      WHEN TYPEOF("c0") IN ('FLOAT', 'DOUBLE')
      THEN CASE WHEN "c0" IS NULL THEN NULL ELSE "c0" END
      ELSE "c0"
    END AS DOUBLE) AS r0,
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
), __dphh_4 AS MATERIALIZED (
  SELECT
    p0 - p0 % CAST('100000' AS BIGINT) AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      CASE
        WHEN r0 >= CAST('0.0' AS DOUBLE) AND r0 < CAST('1000.0' AS DOUBLE)
        THEN LEAST(
          TRY_CAST(FLOOR(
            (
              r0 - CAST('0.0' AS DOUBLE)
            ) * CAST('1000000000.0' AS DOUBLE) / CAST('1000.0' AS DOUBLE) + CAST('0.0009765625' AS DOUBLE)
          ) AS BIGINT),
          999999999
        )
      END AS p0,
      n
    FROM __dphh_raw
  ) AS finer
  GROUP BY
    1
), __dphh_3 AS MATERIALIZED (
  SELECT
    p0 - p0 % CAST('1000000' AS BIGINT) AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      n
    FROM __dphh_4
  ) AS finer
  GROUP BY
    1
), __dphh_2 AS MATERIALIZED (
  SELECT
    p0 - p0 % CAST('10000000' AS BIGINT) AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      n
    FROM __dphh_3
  ) AS finer
  GROUP BY
    1
), __dphh_1 AS MATERIALIZED (
  SELECT
    p0 - p0 % CAST('100000000' AS BIGINT) AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      n
    FROM __dphh_2
  ) AS finer
  GROUP BY
    1
)
SELECT
  (
    SELECT
      CAST(COALESCE(SUM(n), 0) AS BIGINT)
    FROM __dphh_1
  ) AS total,
  COALESCE(
    (
      SELECT
        LIST({'level': level, 'key': key, 'parent': parent, 'n': n})
      FROM (
        SELECT
          CAST(1 AS INT) AS level,
          CAST(CAST(p0 AS TEXT) COLLATE C AS TEXT) AS key,
          CAST(NULL AS TEXT) AS parent,
          n
        FROM __dphh_1
        WHERE
          NOT p0 IS NULL AND n >= 2
        UNION ALL
        SELECT
          CAST(2 AS INT) AS level,
          CAST(CAST(p0 AS TEXT) COLLATE C AS TEXT) AS key,
          CAST(CAST(p0 - p0 % CAST('100000000' AS BIGINT) AS TEXT) COLLATE C AS TEXT) AS parent,
          n
        FROM __dphh_2
        WHERE
          NOT p0 IS NULL AND n >= 2
        UNION ALL
        SELECT
          CAST(3 AS INT) AS level,
          CAST(CAST(p0 AS TEXT) COLLATE C AS TEXT) AS key,
          CAST(CAST(p0 - p0 % CAST('10000000' AS BIGINT) AS TEXT) COLLATE C AS TEXT) AS parent,
          n
        FROM __dphh_3
        WHERE
          NOT p0 IS NULL AND n >= 2
        UNION ALL
        SELECT
          CAST(4 AS INT) AS level,
          CAST(CAST(p0 AS TEXT) COLLATE C AS TEXT) AS key,
          CAST(CAST(p0 - p0 % CAST('1000000' AS BIGINT) AS TEXT) COLLATE C AS TEXT) AS parent,
          n
        FROM __dphh_4
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
          'TINYINT',
          'SMALLINT',
          'INTEGER',
          'BIGINT',
          'HUGEINT',
          'UTINYINT',
          'USMALLINT',
          'UINTEGER',
          'UBIGINT',
          'UHUGEINT',
          'FLOAT',
          'DOUBLE',
          'DECIMAL'
        )
        THEN TRUE
        ELSE ERROR(
          'dp_hhh: column c0 must have a type that hierarchy numeric(0, 1000, 10) reads (TINYINT, SMALLINT, INTEGER, BIGINT, HUGEINT, UTINYINT, USMALLINT, UINTEGER, UBIGINT, UHUGEINT, FLOAT, DOUBLE, DECIMAL); bring the value to a number, TRY_CAST(col AS DOUBLE), in a view. It is ' || REGEXP_REPLACE(
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
