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
      AND CASE (
          (
            CASE
              WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
              THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
              WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
              THEN TRY_CAST(p0 AS BIGINT)
            END >> 52
          ) & 15
        )
        WHEN 0
        THEN (
          (
            CASE
              WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
              THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
              WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
              THEN TRY_CAST(p0 AS BIGINT)
            END >> 0
          ) & 35184372088831
        ) = 35184372088831
        AND (
          (
            (
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 45
                ) & 0
              ) & (
                (
                  (
                    CASE
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                      THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                      THEN TRY_CAST(p0 AS BIGINT)
                    END >> 45
                  ) & 0
                ) >> 1
              )
            ) & (
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 45
                ) & 0
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
              CASE
                WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                THEN TRY_CAST(p0 AS BIGINT)
              END >> 45
            ) & 0
          ) <> 0
          AND LENGTH(
            BIN(
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 45
                ) & 0
              )
            )
          ) % 3 = 1
        )
        WHEN 1
        THEN (
          (
            CASE
              WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
              THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
              WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
              THEN TRY_CAST(p0 AS BIGINT)
            END >> 0
          ) & 4398046511103
        ) = 4398046511103
        AND (
          (
            (
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 42
                ) & 7
              ) & (
                (
                  (
                    CASE
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                      THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                      THEN TRY_CAST(p0 AS BIGINT)
                    END >> 42
                  ) & 7
                ) >> 1
              )
            ) & (
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 42
                ) & 7
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
              CASE
                WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                THEN TRY_CAST(p0 AS BIGINT)
              END >> 42
            ) & 7
          ) <> 0
          AND LENGTH(
            BIN(
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 42
                ) & 7
              )
            )
          ) % 3 = 1
        )
        WHEN 2
        THEN (
          (
            CASE
              WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
              THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
              WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
              THEN TRY_CAST(p0 AS BIGINT)
            END >> 0
          ) & 549755813887
        ) = 549755813887
        AND (
          (
            (
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 39
                ) & 63
              ) & (
                (
                  (
                    CASE
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                      THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                      THEN TRY_CAST(p0 AS BIGINT)
                    END >> 39
                  ) & 63
                ) >> 1
              )
            ) & (
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 39
                ) & 63
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
              CASE
                WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                THEN TRY_CAST(p0 AS BIGINT)
              END >> 39
            ) & 63
          ) <> 0
          AND LENGTH(
            BIN(
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 39
                ) & 63
              )
            )
          ) % 3 = 1
        )
        WHEN 3
        THEN (
          (
            CASE
              WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
              THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
              WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
              THEN TRY_CAST(p0 AS BIGINT)
            END >> 0
          ) & 68719476735
        ) = 68719476735
        AND (
          (
            (
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 36
                ) & 511
              ) & (
                (
                  (
                    CASE
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                      THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                      THEN TRY_CAST(p0 AS BIGINT)
                    END >> 36
                  ) & 511
                ) >> 1
              )
            ) & (
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 36
                ) & 511
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
              CASE
                WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                THEN TRY_CAST(p0 AS BIGINT)
              END >> 36
            ) & 511
          ) <> 0
          AND LENGTH(
            BIN(
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 36
                ) & 511
              )
            )
          ) % 3 = 1
        )
        WHEN 4
        THEN (
          (
            CASE
              WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
              THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
              WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
              THEN TRY_CAST(p0 AS BIGINT)
            END >> 0
          ) & 8589934591
        ) = 8589934591
        AND (
          (
            (
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 33
                ) & 4095
              ) & (
                (
                  (
                    CASE
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                      THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                      THEN TRY_CAST(p0 AS BIGINT)
                    END >> 33
                  ) & 4095
                ) >> 1
              )
            ) & (
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 33
                ) & 4095
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
              CASE
                WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                THEN TRY_CAST(p0 AS BIGINT)
              END >> 33
            ) & 4095
          ) <> 0
          AND LENGTH(
            BIN(
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 33
                ) & 4095
              )
            )
          ) % 3 = 1
        )
        WHEN 5
        THEN (
          (
            CASE
              WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
              THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
              WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
              THEN TRY_CAST(p0 AS BIGINT)
            END >> 0
          ) & 1073741823
        ) = 1073741823
        AND (
          (
            (
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 30
                ) & 32767
              ) & (
                (
                  (
                    CASE
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                      THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                      THEN TRY_CAST(p0 AS BIGINT)
                    END >> 30
                  ) & 32767
                ) >> 1
              )
            ) & (
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 30
                ) & 32767
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
              CASE
                WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                THEN TRY_CAST(p0 AS BIGINT)
              END >> 30
            ) & 32767
          ) <> 0
          AND LENGTH(
            BIN(
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 30
                ) & 32767
              )
            )
          ) % 3 = 1
        )
        WHEN 6
        THEN (
          (
            CASE
              WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
              THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
              WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
              THEN TRY_CAST(p0 AS BIGINT)
            END >> 0
          ) & 134217727
        ) = 134217727
        AND (
          (
            (
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 27
                ) & 262143
              ) & (
                (
                  (
                    CASE
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                      THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                      THEN TRY_CAST(p0 AS BIGINT)
                    END >> 27
                  ) & 262143
                ) >> 1
              )
            ) & (
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 27
                ) & 262143
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
              CASE
                WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                THEN TRY_CAST(p0 AS BIGINT)
              END >> 27
            ) & 262143
          ) <> 0
          AND LENGTH(
            BIN(
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 27
                ) & 262143
              )
            )
          ) % 3 = 1
        )
        WHEN 7
        THEN (
          (
            CASE
              WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
              THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
              WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
              THEN TRY_CAST(p0 AS BIGINT)
            END >> 0
          ) & 16777215
        ) = 16777215
        AND (
          (
            (
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 24
                ) & 2097151
              ) & (
                (
                  (
                    CASE
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                      THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                      THEN TRY_CAST(p0 AS BIGINT)
                    END >> 24
                  ) & 2097151
                ) >> 1
              )
            ) & (
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 24
                ) & 2097151
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
              CASE
                WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                THEN TRY_CAST(p0 AS BIGINT)
              END >> 24
            ) & 2097151
          ) <> 0
          AND LENGTH(
            BIN(
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 24
                ) & 2097151
              )
            )
          ) % 3 = 1
        )
        WHEN 8
        THEN (
          (
            CASE
              WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
              THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
              WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
              THEN TRY_CAST(p0 AS BIGINT)
            END >> 0
          ) & 2097151
        ) = 2097151
        AND (
          (
            (
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 21
                ) & 16777215
              ) & (
                (
                  (
                    CASE
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                      THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                      THEN TRY_CAST(p0 AS BIGINT)
                    END >> 21
                  ) & 16777215
                ) >> 1
              )
            ) & (
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 21
                ) & 16777215
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
              CASE
                WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                THEN TRY_CAST(p0 AS BIGINT)
              END >> 21
            ) & 16777215
          ) <> 0
          AND LENGTH(
            BIN(
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 21
                ) & 16777215
              )
            )
          ) % 3 = 1
        )
        WHEN 9
        THEN (
          (
            CASE
              WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
              THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
              WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
              THEN TRY_CAST(p0 AS BIGINT)
            END >> 0
          ) & 262143
        ) = 262143
        AND (
          (
            (
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 18
                ) & 134217727
              ) & (
                (
                  (
                    CASE
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                      THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                      THEN TRY_CAST(p0 AS BIGINT)
                    END >> 18
                  ) & 134217727
                ) >> 1
              )
            ) & (
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 18
                ) & 134217727
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
              CASE
                WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                THEN TRY_CAST(p0 AS BIGINT)
              END >> 18
            ) & 134217727
          ) <> 0
          AND LENGTH(
            BIN(
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 18
                ) & 134217727
              )
            )
          ) % 3 = 1
        )
        WHEN 10
        THEN (
          (
            CASE
              WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
              THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
              WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
              THEN TRY_CAST(p0 AS BIGINT)
            END >> 0
          ) & 32767
        ) = 32767
        AND (
          (
            (
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 15
                ) & 1073741823
              ) & (
                (
                  (
                    CASE
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                      THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                      THEN TRY_CAST(p0 AS BIGINT)
                    END >> 15
                  ) & 1073741823
                ) >> 1
              )
            ) & (
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 15
                ) & 1073741823
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
              CASE
                WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                THEN TRY_CAST(p0 AS BIGINT)
              END >> 15
            ) & 1073741823
          ) <> 0
          AND LENGTH(
            BIN(
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 15
                ) & 1073741823
              )
            )
          ) % 3 = 1
        )
        WHEN 11
        THEN (
          (
            CASE
              WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
              THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
              WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
              THEN TRY_CAST(p0 AS BIGINT)
            END >> 0
          ) & 4095
        ) = 4095
        AND (
          (
            (
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 12
                ) & 8589934591
              ) & (
                (
                  (
                    CASE
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                      THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                      THEN TRY_CAST(p0 AS BIGINT)
                    END >> 12
                  ) & 8589934591
                ) >> 1
              )
            ) & (
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 12
                ) & 8589934591
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
              CASE
                WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                THEN TRY_CAST(p0 AS BIGINT)
              END >> 12
            ) & 8589934591
          ) <> 0
          AND LENGTH(
            BIN(
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 12
                ) & 8589934591
              )
            )
          ) % 3 = 1
        )
        WHEN 12
        THEN (
          (
            CASE
              WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
              THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
              WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
              THEN TRY_CAST(p0 AS BIGINT)
            END >> 0
          ) & 511
        ) = 511
        AND (
          (
            (
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 9
                ) & 68719476735
              ) & (
                (
                  (
                    CASE
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                      THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                      THEN TRY_CAST(p0 AS BIGINT)
                    END >> 9
                  ) & 68719476735
                ) >> 1
              )
            ) & (
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 9
                ) & 68719476735
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
              CASE
                WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                THEN TRY_CAST(p0 AS BIGINT)
              END >> 9
            ) & 68719476735
          ) <> 0
          AND LENGTH(
            BIN(
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 9
                ) & 68719476735
              )
            )
          ) % 3 = 1
        )
        WHEN 13
        THEN (
          (
            CASE
              WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
              THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
              WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
              THEN TRY_CAST(p0 AS BIGINT)
            END >> 0
          ) & 63
        ) = 63
        AND (
          (
            (
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 6
                ) & 549755813887
              ) & (
                (
                  (
                    CASE
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                      THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                      THEN TRY_CAST(p0 AS BIGINT)
                    END >> 6
                  ) & 549755813887
                ) >> 1
              )
            ) & (
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 6
                ) & 549755813887
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
              CASE
                WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                THEN TRY_CAST(p0 AS BIGINT)
              END >> 6
            ) & 549755813887
          ) <> 0
          AND LENGTH(
            BIN(
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 6
                ) & 549755813887
              )
            )
          ) % 3 = 1
        )
        WHEN 14
        THEN (
          (
            CASE
              WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
              THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
              WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
              THEN TRY_CAST(p0 AS BIGINT)
            END >> 0
          ) & 7
        ) = 7
        AND (
          (
            (
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 3
                ) & 4398046511103
              ) & (
                (
                  (
                    CASE
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                      THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                      THEN TRY_CAST(p0 AS BIGINT)
                    END >> 3
                  ) & 4398046511103
                ) >> 1
              )
            ) & (
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 3
                ) & 4398046511103
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
              CASE
                WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                THEN TRY_CAST(p0 AS BIGINT)
              END >> 3
            ) & 4398046511103
          ) <> 0
          AND LENGTH(
            BIN(
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 3
                ) & 4398046511103
              )
            )
          ) % 3 = 1
        )
        WHEN 15
        THEN (
          (
            CASE
              WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
              THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
              WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
              THEN TRY_CAST(p0 AS BIGINT)
            END >> 0
          ) & 0
        ) = 0
        AND (
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
              ) & (
                (
                  (
                    CASE
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                      THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                      WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                      THEN TRY_CAST(p0 AS BIGINT)
                    END >> 0
                  ) & 35184372088831
                ) >> 1
              )
            ) & (
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 0
                ) & 35184372088831
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
              CASE
                WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                THEN TRY_CAST(p0 AS BIGINT)
              END >> 0
            ) & 35184372088831
          ) <> 0
          AND LENGTH(
            BIN(
              (
                (
                  CASE
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9A-Fa-f]{15}')
                    THEN TRY_CAST(CONCAT('0x', p0) AS BIGINT)
                    WHEN REGEXP_FULL_MATCH(p0, '[0-9]{18}')
                    THEN TRY_CAST(p0 AS BIGINT)
                  END >> 0
                ) & 35184372088831
              )
            )
          ) % 3 = 1
        )
      END
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
