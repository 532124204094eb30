WITH __dphh_taxonomy AS MATERIALIZED (
  SELECT
    SPLIT_PART(line, '', 1) AS code,
    SUBSTR(line, LENGTH(SPLIT_PART(line, '', 1)) + 2) AS path
  FROM (
    SELECT
      UNNEST(
        STRING_SPLIT(
          'KernUSUS-CAKern
MCMC
USUS
US-CAUSUS-CA',
          '
'
        )
      ) AS line
  ) AS lines
), __dphh_raw AS (
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
), __dphh_3 AS MATERIALIZED (
  SELECT
    REGEXP_EXTRACT(p0, '(?s)^(?:)?(?:(?:.*?){3}|.*)', 0) COLLATE C AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      (
        SELECT
          __dphh_taxonomy.path
        FROM __dphh_taxonomy
        WHERE
          __dphh_taxonomy.code = r0
      ) COLLATE C AS p0,
      n
    FROM __dphh_raw
  ) AS finer
  GROUP BY
    1
), __dphh_2 AS MATERIALIZED (
  SELECT
    REGEXP_EXTRACT(p0, '(?s)^(?:)?(?:(?:.*?){2}|.*)', 0) COLLATE C AS p0,
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
    REGEXP_EXTRACT(p0, '(?s)^(?:)?(?:(?:.*?){1}|.*)', 0) COLLATE C AS p0,
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
          CAST(p0 COLLATE C AS TEXT) AS key,
          CAST(NULL AS TEXT) AS parent,
          n
        FROM __dphh_1
        WHERE
          p0 IS DISTINCT FROM REGEXP_EXTRACT(p0, '(?s)^(?:)?(?:(?:.*?){0}|.*)', 0)
          AND n >= 2
        UNION ALL
        SELECT
          CAST(2 AS INT) AS level,
          CAST(p0 COLLATE C AS TEXT) AS key,
          CAST((
            REGEXP_EXTRACT(p0, '(?s)^(?:)?(?:(?:.*?){1}|.*)', 0) COLLATE C
          ) COLLATE C AS TEXT) AS parent,
          n
        FROM __dphh_2
        WHERE
          p0 IS DISTINCT FROM REGEXP_EXTRACT(p0, '(?s)^(?:)?(?:(?:.*?){1}|.*)', 0)
          AND n >= 2
        UNION ALL
        SELECT
          CAST(3 AS INT) AS level,
          CAST(p0 COLLATE C AS TEXT) AS key,
          CAST((
            REGEXP_EXTRACT(p0, '(?s)^(?:)?(?:(?:.*?){2}|.*)', 0) COLLATE C
          ) COLLATE C AS TEXT) AS parent,
          n
        FROM __dphh_3
        WHERE
          p0 IS DISTINCT FROM REGEXP_EXTRACT(p0, '(?s)^(?:)?(?:(?:.*?){2}|.*)', 0)
          AND n >= 2
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
          'dp_hhh: column c0 must have a type that hierarchy taxonomy(regions, code, parent, 7784b9225905131c5ad57331a7f66eddb0952c193a5f1329a1215023597f384b) reads (VARCHAR, ENUM, TINYINT, SMALLINT, INTEGER, BIGINT, HUGEINT, UTINYINT, USMALLINT, UINTEGER, UBIGINT, UHUGEINT); bring the codes to the text that the taxonomy has in a view. It is ' || REGEXP_REPLACE(
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
