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
      WHEN (
        (
          CASE
            WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
            THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
            WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
            THEN TRY_CAST(p0 AS BIGINT)
          END >> 56
        ) & 255
      ) = 8
      AND (
        (
          CASE
            WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
            THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
            WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
            THEN TRY_CAST(p0 AS BIGINT)
          END >> 45
        ) & 127
      ) < 122
      AND (
        CASE
          WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
          THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
          WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
          THEN TRY_CAST(p0 AS BIGINT)
        END | (
          (
            CAST('1' AS BIGINT) << (
              45 - (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 52
                ) & 15
              ) * 3
            )
          ) - 1
        )
      ) = CASE
        WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
        THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
        WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
        THEN TRY_CAST(p0 AS BIGINT)
      END
      AND (
        (
          (
            (
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 0
                ) & 35184372088831
              ) >> (
                45 - (
                  (
                    CASE
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                      THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                      THEN TRY_CAST(p0 AS BIGINT)
                    END >> 52
                  ) & 15
                ) * 3
              )
            ) & (
              (
                (
                  (
                    CASE
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                      THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                      THEN TRY_CAST(p0 AS BIGINT)
                    END >> 0
                  ) & 35184372088831
                ) >> (
                  45 - (
                    (
                      CASE
                        WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                        THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                        WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                        THEN TRY_CAST(p0 AS BIGINT)
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
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 0
                ) & 35184372088831
              ) >> (
                45 - (
                  (
                    CASE
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                      THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                      THEN TRY_CAST(p0 AS BIGINT)
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
              WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
              THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
              WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
              THEN TRY_CAST(p0 AS BIGINT)
            END >> 45
          ) & 127
        ) IN (4, 14, 24, 38, 49, 58, 63, 72, 83, 97, 107, 117)
        AND (
          (
            (
              (
                CASE
                  WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                  THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                  WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                  THEN TRY_CAST(p0 AS BIGINT)
                END >> 0
              ) & 35184372088831
            ) >> (
              45 - (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
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
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 0
                ) & 35184372088831
              ) >> (
                45 - (
                  (
                    CASE
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                      THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                      THEN TRY_CAST(p0 AS BIGINT)
                    END >> 52
                  ) & 15
                ) * 3
              )
            )
          )
        ) % 3 = 1
      )
      THEN CASE
        WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
        THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
        WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
        THEN TRY_CAST(p0 AS BIGINT)
      END
    END AS p0,
    SUM(n) AS n
  FROM raws
  GROUP BY
    1
), level_7 AS (
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
    SUM(n) AS n
  FROM parts
  GROUP BY
    1
), level_5 AS (
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
    SUM(n) AS n
  FROM level_7
  GROUP BY
    1
), level_3 AS (
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
    SUM(n) AS n
  FROM level_5
  GROUP BY
    1
)
SELECT
  *
FROM (
  SELECT
    3 AS level,
    CAST(p0 AS TEXT) COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_3
  WHERE
    COALESCE((
      (
        p0 >> 52
      ) & 15
    ) >= 3, FALSE)
  UNION ALL
  SELECT
    5 AS level,
    CAST(p0 AS TEXT) COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_5
  WHERE
    COALESCE((
      (
        p0 >> 52
      ) & 15
    ) >= 5, FALSE)
  UNION ALL
  SELECT
    7 AS level,
    CAST(p0 AS TEXT) COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_7
  WHERE
    COALESCE((
      (
        p0 >> 52
      ) & 15
    ) >= 7, FALSE)
)
