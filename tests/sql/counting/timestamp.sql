WITH __dphh_raw AS (
  SELECT
    CASE
      WHEN CASE
        WHEN CASE TYPEOF("c0")
          WHEN 'TIMESTAMP_S'
          THEN TRY_CAST("c0" AS TIMESTAMP_S) BETWEEN CAST('0001-01-01 00:00:00' AS TIMESTAMP_S) AND CAST('9999-12-31 23:59:59.999999' AS TIMESTAMP_S)
          WHEN 'TIMESTAMP_MS'
          THEN TRY_CAST("c0" AS TIMESTAMP_MS) BETWEEN CAST('0001-01-01 00:00:00' AS TIMESTAMP_MS) AND CAST('9999-12-31 23:59:59.999999' AS TIMESTAMP_MS)
          ELSE TRUE
        END
        THEN TRY_CAST("c0" AS TIMESTAMP)
      END BETWEEN CAST('0001-01-01 00:00:00' AS TIMESTAMP) AND CAST('9999-12-31 23:59:59.999999' AS TIMESTAMP)
      THEN DATE_TRUNC(
        'hour',
        GREATEST(
          CASE
            WHEN CASE TYPEOF("c0")
              WHEN 'TIMESTAMP_S'
              THEN TRY_CAST("c0" AS TIMESTAMP_S) BETWEEN CAST('0001-01-01 00:00:00' AS TIMESTAMP_S) AND CAST('9999-12-31 23:59:59.999999' AS TIMESTAMP_S)
              WHEN 'TIMESTAMP_MS'
              THEN TRY_CAST("c0" AS TIMESTAMP_MS) BETWEEN CAST('0001-01-01 00:00:00' AS TIMESTAMP_MS) AND CAST('9999-12-31 23:59:59.999999' AS TIMESTAMP_MS)
              ELSE TRUE
            END
            THEN TRY_CAST("c0" AS TIMESTAMP)
          END,
          CAST('0001-01-01 00:00:00' AS TIMESTAMP)
        )
      )
    END AS r0,
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
    DATE_TRUNC('hour', p0) AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      r0 AS p0,
      n
    FROM __dphh_raw
  ) AS finer
  GROUP BY
    1
), __dphh_3 AS MATERIALIZED (
  SELECT
    DATE_TRUNC('day', p0) AS p0,
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
    DATE_TRUNC('month', p0) AS p0,
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
    DATE_TRUNC('year', p0) AS p0,
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
          CAST(LEFT(CAST(p0 AS TEXT), 4) COLLATE C AS TEXT) AS key,
          CAST(NULL AS TEXT) AS parent,
          n
        FROM __dphh_1
        WHERE
          NOT p0 IS NULL AND n >= 2
        UNION ALL
        SELECT
          CAST(2 AS INT) AS level,
          CAST(LEFT(CAST(p0 AS TEXT), 7) COLLATE C AS TEXT) AS key,
          CAST(LEFT(CAST(DATE_TRUNC('year', p0) AS TEXT), 4) COLLATE C AS TEXT) AS parent,
          n
        FROM __dphh_2
        WHERE
          NOT p0 IS NULL AND n >= 2
        UNION ALL
        SELECT
          CAST(3 AS INT) AS level,
          CAST(LEFT(CAST(p0 AS TEXT), 10) COLLATE C AS TEXT) AS key,
          CAST(LEFT(CAST(DATE_TRUNC('month', p0) AS TEXT), 7) COLLATE C AS TEXT) AS parent,
          n
        FROM __dphh_3
        WHERE
          NOT p0 IS NULL AND n >= 2
        UNION ALL
        SELECT
          CAST(4 AS INT) AS level,
          CAST(LEFT(CAST(p0 AS TEXT), 13) COLLATE C AS TEXT) AS key,
          CAST(LEFT(CAST(DATE_TRUNC('day', p0) AS TEXT), 10) COLLATE C AS TEXT) AS parent,
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
        ) IN ('DATE', 'TIMESTAMP', 'TIMESTAMP_S', 'TIMESTAMP_MS', 'TIMESTAMP_NS')
        THEN TRUE
        ELSE ERROR(
          'dp_hhh: column c0 must have a type that hierarchy timestamp reads (DATE, TIMESTAMP, TIMESTAMP_S, TIMESTAMP_MS, TIMESTAMP_NS); cast text to TIMESTAMP, and bring a TIMESTAMP WITH TIME ZONE to a zone of your choice, col AT TIME ZONE ''UTC'', in a view. It is ' || REGEXP_REPLACE(
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
