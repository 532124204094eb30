WITH raws AS (
  SELECT
    CASE
      WHEN CASE TYPEOF(c0)
        WHEN 'TIMESTAMP WITH TIME ZONE'
        THEN CASE
          WHEN TRY_CAST(c0 AS TIMESTAMPTZ) BETWEEN CAST('0001-12-30 00:00:00+00' AS TIMESTAMPTZ) AND CAST('9999-01-02 00:00:00+00' AS TIMESTAMPTZ)
          THEN TIMEZONE(
            'UTC',
            LEAST(
              GREATEST(TRY_CAST(c0 AS TIMESTAMPTZ), CAST('0001-12-30 00:00:00+00' AS TIMESTAMPTZ)),
              CAST('9999-01-02 00:00:00+00' AS TIMESTAMPTZ)
            )
          )
        END
        ELSE TRY_CAST(c0 AS TIMESTAMP)
      END BETWEEN CAST('0002-01-01 00:00:00' AS TIMESTAMP) AND CAST('9998-12-31 23:59:59.999999' AS TIMESTAMP)
      THEN DATE_TRUNC(
        'hour',
        GREATEST(
          CASE TYPEOF(c0)
            WHEN 'TIMESTAMP WITH TIME ZONE'
            THEN CASE
              WHEN TRY_CAST(c0 AS TIMESTAMPTZ) BETWEEN CAST('0001-12-30 00:00:00+00' AS TIMESTAMPTZ) AND CAST('9999-01-02 00:00:00+00' AS TIMESTAMPTZ)
              THEN TIMEZONE(
                'UTC',
                LEAST(
                  GREATEST(TRY_CAST(c0 AS TIMESTAMPTZ), CAST('0001-12-30 00:00:00+00' AS TIMESTAMPTZ)),
                  CAST('9999-01-02 00:00:00+00' AS TIMESTAMPTZ)
                )
              )
            END
            ELSE TRY_CAST(c0 AS TIMESTAMP)
          END,
          CAST('0002-01-01 00:00:00' AS TIMESTAMP)
        )
      )
    END AS p0,
    COUNT(*) AS n
  FROM items
  GROUP BY
    1
), parts AS (
  SELECT
    p0 AS p0,
    SUM(n) AS n
  FROM raws
  GROUP BY
    1
), level_4 AS (
  SELECT
    DATE_TRUNC('hour', p0) AS p0,
    SUM(n) AS n
  FROM parts
  GROUP BY
    1
), level_3 AS (
  SELECT
    DATE_TRUNC('day', p0) AS p0,
    SUM(n) AS n
  FROM level_4
  GROUP BY
    1
), level_2 AS (
  SELECT
    DATE_TRUNC('month', p0) AS p0,
    SUM(n) AS n
  FROM level_3
  GROUP BY
    1
), level_1 AS (
  SELECT
    DATE_TRUNC('year', p0) AS p0,
    SUM(n) AS n
  FROM level_2
  GROUP BY
    1
)
SELECT
  *
FROM (
  SELECT
    1 AS level,
    LEFT(CAST(p0 AS TEXT), 4) COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_1
  WHERE
    NOT p0 IS NULL
  UNION ALL
  SELECT
    2 AS level,
    LEFT(CAST(p0 AS TEXT), 7) COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_2
  WHERE
    NOT p0 IS NULL
  UNION ALL
  SELECT
    3 AS level,
    LEFT(CAST(p0 AS TEXT), 10) COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_3
  WHERE
    NOT p0 IS NULL
  UNION ALL
  SELECT
    4 AS level,
    LEFT(CAST(p0 AS TEXT), 13) COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_4
  WHERE
    NOT p0 IS NULL
)
