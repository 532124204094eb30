WITH __dphh_raw AS (
  SELECT
    CASE
      WHEN TYPEOF("c0") IN ('FLOAT', 'DOUBLE')
      THEN REPLACE(CAST("c0" AS TEXT), '-nan', 'nan')
      ELSE CAST("c0" AS TEXT)
    END COLLATE C AS r0,
    CASE
      WHEN TYPEOF("c1") IN ('FLOAT', 'DOUBLE')
      THEN REPLACE(CAST("c1" AS TEXT), '-nan', 'nan')
      ELSE CAST("c1" AS TEXT)
    END COLLATE C AS r1,
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
    1,
    2
), __dphh_2 AS MATERIALIZED (
  SELECT
    p0 AS p0,
    p1 AS p1,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      r0 AS p0,
      CASE WHEN NOT r0 IS NULL THEN r1 END COLLATE C AS p1,
      n
    FROM __dphh_raw
  ) AS finer
  GROUP BY
    1,
    2
), __dphh_1 AS MATERIALIZED (
  SELECT
    p0 AS p0,
    CAST(NULL AS TEXT) COLLATE C AS p1,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      p1,
      n
    FROM __dphh_2
  ) AS finer
  GROUP BY
    1,
    2
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
          CAST(CAST(TO_JSON([p0]) AS TEXT) COLLATE C AS TEXT) AS key,
          CAST(NULL AS TEXT) AS parent,
          n
        FROM __dphh_1
        WHERE
          NOT p0 IS NULL AND n >= 2
        UNION ALL
        SELECT
          CAST(2 AS INT) AS level,
          CAST(CAST(TO_JSON([p0, p1]) AS TEXT) COLLATE C AS TEXT) AS key,
          CAST(CAST(TO_JSON([p0]) AS TEXT) COLLATE C AS TEXT) AS parent,
          n
        FROM __dphh_2
        WHERE
          NOT p1 IS NULL AND n >= 2
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
          'BOOLEAN',
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
          'DECIMAL',
          'DATE',
          'UUID'
        )
        THEN TRUE
        ELSE ERROR(
          'dp_hhh: column c0 must have a type that hierarchy columns(2) reads (VARCHAR, ENUM, BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, HUGEINT, UTINYINT, USMALLINT, UINTEGER, UBIGINT, UHUGEINT, FLOAT, DOUBLE, DECIMAL, DATE, UUID); cast each column to DATE or VARCHAR, or choose a scalar field of it, in a view. It is ' || REGEXP_REPLACE(
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
      END,
      CASE
        WHEN REGEXP_REPLACE(
          REGEXP_REPLACE(
            TYPEOF(
              (
                SELECT
                  "c1"
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
          'BOOLEAN',
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
          'DECIMAL',
          'DATE',
          'UUID'
        )
        THEN TRUE
        ELSE ERROR(
          'dp_hhh: column c1 must have a type that hierarchy columns(2) reads (VARCHAR, ENUM, BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, HUGEINT, UTINYINT, USMALLINT, UINTEGER, UBIGINT, UHUGEINT, FLOAT, DOUBLE, DECIMAL, DATE, UUID); cast each column to DATE or VARCHAR, or choose a scalar field of it, in a view. It is ' || REGEXP_REPLACE(
            REGEXP_REPLACE(
              TYPEOF(
                (
                  SELECT
                    "c1"
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
