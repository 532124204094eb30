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
), __dphh_7 AS MATERIALIZED (
  SELECT
    CASE
      WHEN (
        (
          p0 >> 52
        ) & 15
      ) <= 7
      THEN p0
      ELSE (
        p0 & 9155818042444218367
      ) | 31525197408370687
    END AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      CASE
        WHEN (
          (
            CASE
              WHEN REGEXP_FULL_MATCH(r0, '[0-9A-Fa-f]{15}')
              THEN TRY_CAST(CONCAT('0x', r0) AS BIGINT)
              WHEN REGEXP_FULL_MATCH(r0, '[0-9]{18}')
              THEN TRY_CAST(r0 AS BIGINT)
            END >> 56
          ) & 255
        ) = 8
        AND (
          (
            CASE
              WHEN REGEXP_FULL_MATCH(r0, '[0-9A-Fa-f]{15}')
              THEN TRY_CAST(CONCAT('0x', r0) AS BIGINT)
              WHEN REGEXP_FULL_MATCH(r0, '[0-9]{18}')
              THEN TRY_CAST(r0 AS BIGINT)
            END >> 45
          ) & 127
        ) < 122
        AND (
          CASE
            WHEN REGEXP_FULL_MATCH(r0, '[0-9A-Fa-f]{15}')
            THEN TRY_CAST(CONCAT('0x', r0) AS BIGINT)
            WHEN REGEXP_FULL_MATCH(r0, '[0-9]{18}')
            THEN TRY_CAST(r0 AS BIGINT)
          END | (
            (
              CAST('1' AS BIGINT) << (
                45 - (
                  (
                    CASE
                      WHEN REGEXP_FULL_MATCH(r0, '[0-9A-Fa-f]{15}')
                      THEN TRY_CAST(CONCAT('0x', r0) AS BIGINT)
                      WHEN REGEXP_FULL_MATCH(r0, '[0-9]{18}')
                      THEN TRY_CAST(r0 AS BIGINT)
                    END >> 52
                  ) & 15
                ) * 3
              )
            ) - 1
          )
        ) = CASE
          WHEN REGEXP_FULL_MATCH(r0, '[0-9A-Fa-f]{15}')
          THEN TRY_CAST(CONCAT('0x', r0) AS BIGINT)
          WHEN REGEXP_FULL_MATCH(r0, '[0-9]{18}')
          THEN TRY_CAST(r0 AS BIGINT)
        END
        AND (
          (
            (
              (
                (
                  (
                    CASE
                      WHEN REGEXP_FULL_MATCH(r0, '[0-9A-Fa-f]{15}')
                      THEN TRY_CAST(CONCAT('0x', r0) AS BIGINT)
                      WHEN REGEXP_FULL_MATCH(r0, '[0-9]{18}')
                      THEN TRY_CAST(r0 AS BIGINT)
                    END >> 0
                  ) & 35184372088831
                ) >> (
                  45 - (
                    (
                      CASE
                        WHEN REGEXP_FULL_MATCH(r0, '[0-9A-Fa-f]{15}')
                        THEN TRY_CAST(CONCAT('0x', r0) AS BIGINT)
                        WHEN REGEXP_FULL_MATCH(r0, '[0-9]{18}')
                        THEN TRY_CAST(r0 AS BIGINT)
                      END >> 52
                    ) & 15
                  ) * 3
                )
              ) & (
                (
                  (
                    (
                      CASE
                        WHEN REGEXP_FULL_MATCH(r0, '[0-9A-Fa-f]{15}')
                        THEN TRY_CAST(CONCAT('0x', r0) AS BIGINT)
                        WHEN REGEXP_FULL_MATCH(r0, '[0-9]{18}')
                        THEN TRY_CAST(r0 AS BIGINT)
                      END >> 0
                    ) & 35184372088831
                  ) >> (
                    45 - (
                      (
                        CASE
                          WHEN REGEXP_FULL_MATCH(r0, '[0-9A-Fa-f]{15}')
                          THEN TRY_CAST(CONCAT('0x', r0) AS BIGINT)
                          WHEN REGEXP_FULL_MATCH(r0, '[0-9]{18}')
                          THEN TRY_CAST(r0 AS BIGINT)
                        END >> 52
                      ) & 15
                    ) * 3
                  )
                ) >> 1
              )
            ) & (
              (
                (
                  (
                    CASE
                      WHEN REGEXP_FULL_MATCH(r0, '[0-9A-Fa-f]{15}')
                      THEN TRY_CAST(CONCAT('0x', r0) AS BIGINT)
                      WHEN REGEXP_FULL_MATCH(r0, '[0-9]{18}')
                      THEN TRY_CAST(r0 AS BIGINT)
                    END >> 0
                  ) & 35184372088831
                ) >> (
                  45 - (
                    (
                      CASE
                        WHEN REGEXP_FULL_MATCH(r0, '[0-9A-Fa-f]{15}')
                        THEN TRY_CAST(CONCAT('0x', r0) AS BIGINT)
                        WHEN REGEXP_FULL_MATCH(r0, '[0-9]{18}')
                        THEN TRY_CAST(r0 AS BIGINT)
                      END >> 52
                    ) & 15
                  ) * 3
                )
              ) >> 2
            )
          ) & 5026338869833
        ) = 0
        AND NOT (
          (
            (
              CASE
                WHEN REGEXP_FULL_MATCH(r0, '[0-9A-Fa-f]{15}')
                THEN TRY_CAST(CONCAT('0x', r0) AS BIGINT)
                WHEN REGEXP_FULL_MATCH(r0, '[0-9]{18}')
                THEN TRY_CAST(r0 AS BIGINT)
              END >> 45
            ) & 127
          ) IN (4, 14, 24, 38, 49, 58, 63, 72, 83, 97, 107, 117)
          AND (
            (
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(r0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', r0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(r0, '[0-9]{18}')
                    THEN TRY_CAST(r0 AS BIGINT)
                  END >> 0
                ) & 35184372088831
              ) >> (
                45 - (
                  (
                    CASE
                      WHEN REGEXP_FULL_MATCH(r0, '[0-9A-Fa-f]{15}')
                      THEN TRY_CAST(CONCAT('0x', r0) AS BIGINT)
                      WHEN REGEXP_FULL_MATCH(r0, '[0-9]{18}')
                      THEN TRY_CAST(r0 AS BIGINT)
                    END >> 52
                  ) & 15
                ) * 3
              )
            )
          ) <> 0
          AND LENGTH(
            BIN(
              (
                (
                  (
                    CASE
                      WHEN REGEXP_FULL_MATCH(r0, '[0-9A-Fa-f]{15}')
                      THEN TRY_CAST(CONCAT('0x', r0) AS BIGINT)
                      WHEN REGEXP_FULL_MATCH(r0, '[0-9]{18}')
                      THEN TRY_CAST(r0 AS BIGINT)
                    END >> 0
                  ) & 35184372088831
                ) >> (
                  45 - (
                    (
                      CASE
                        WHEN REGEXP_FULL_MATCH(r0, '[0-9A-Fa-f]{15}')
                        THEN TRY_CAST(CONCAT('0x', r0) AS BIGINT)
                        WHEN REGEXP_FULL_MATCH(r0, '[0-9]{18}')
                        THEN TRY_CAST(r0 AS BIGINT)
                      END >> 52
                    ) & 15
                  ) * 3
                )
              )
            )
          ) % 3 = 1
        )
        THEN CASE
          WHEN REGEXP_FULL_MATCH(r0, '[0-9A-Fa-f]{15}')
          THEN TRY_CAST(CONCAT('0x', r0) AS BIGINT)
          WHEN REGEXP_FULL_MATCH(r0, '[0-9]{18}')
          THEN TRY_CAST(r0 AS BIGINT)
        END
      END AS p0,
      n
    FROM __dphh_raw
  ) AS finer
  GROUP BY
    1
), __dphh_5 AS MATERIALIZED (
  SELECT
    CASE
      WHEN (
        (
          p0 >> 52
        ) & 15
      ) <= 5
      THEN p0
      ELSE (
        p0 & 9155818042444218367
      ) | 22517999210594303
    END AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      n
    FROM __dphh_7
  ) AS finer
  GROUP BY
    1
), __dphh_3 AS MATERIALIZED (
  SELECT
    CASE
      WHEN (
        (
          p0 >> 52
        ) & 15
      ) <= 3
      THEN p0
      ELSE (
        p0 & 9155818042444218367
      ) | 13510867601588223
    END AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      n
    FROM __dphh_5
  ) AS finer
  GROUP BY
    1
)
SELECT
  (
    SELECT
      CAST(COALESCE(SUM(n), 0) AS BIGINT)
    FROM __dphh_3
  ) AS total,
  COALESCE(
    (
      SELECT
        LIST({'level': level, 'key': key, 'parent': parent, 'n': n})
      FROM (
        SELECT
          CAST(3 AS INT) AS level,
          CAST(CAST(p0 AS TEXT) COLLATE C AS TEXT) AS key,
          CAST(NULL AS TEXT) AS parent,
          n
        FROM __dphh_3
        WHERE
          COALESCE((
            (
              p0 >> 52
            ) & 15
          ) >= 3, FALSE) AND n >= 2
        UNION ALL
        SELECT
          CAST(5 AS INT) AS level,
          CAST(CAST(p0 AS TEXT) COLLATE C AS TEXT) AS key,
          CAST(CAST(CASE
            WHEN (
              (
                p0 >> 52
              ) & 15
            ) <= 3
            THEN p0
            ELSE (
              p0 & 9155818042444218367
            ) | 13510867601588223
          END AS TEXT) COLLATE C AS TEXT) AS parent,
          n
        FROM __dphh_5
        WHERE
          COALESCE((
            (
              p0 >> 52
            ) & 15
          ) >= 5, FALSE) AND n >= 2
        UNION ALL
        SELECT
          CAST(7 AS INT) AS level,
          CAST(CAST(p0 AS TEXT) COLLATE C AS TEXT) AS key,
          CAST(CAST(CASE
            WHEN (
              (
                p0 >> 52
              ) & 15
            ) <= 5
            THEN p0
            ELSE (
              p0 & 9155818042444218367
            ) | 22517999210594303
          END AS TEXT) COLLATE C AS TEXT) AS parent,
          n
        FROM __dphh_7
        WHERE
          COALESCE((
            (
              p0 >> 52
            ) & 15
          ) >= 7, FALSE) AND n >= 2
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
        ) IN ('VARCHAR', 'ENUM', 'BIGINT', 'UBIGINT', 'HUGEINT', 'UHUGEINT')
        THEN TRUE
        ELSE ERROR(
          'dp_hhh: column c0 must have a type that hierarchy h3 reads (VARCHAR, ENUM, BIGINT, UBIGINT, HUGEINT, UHUGEINT); give cells as their hexadecimal text or as BIGINT. It is ' || REGEXP_REPLACE(
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
