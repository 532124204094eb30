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
    REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){7}|.*)', 0) COLLATE C AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      CASE
        WHEN REGEXP_FULL_MATCH(r0, '\+[1-9](?:[ .-]?[0-9]){6,14}')
        THEN CONCAT(
          REGEXP_EXTRACT(
            REGEXP_REPLACE(r0, '[^0-9]', '', 'g'),
            '^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[035789]|9[679])[0-9])([0-9]*)',
            1
          ),
          '/',
          REGEXP_REPLACE(
            REGEXP_EXTRACT(
              REGEXP_REPLACE(r0, '[^0-9]', '', 'g'),
              '^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[035789]|9[679])[0-9])([0-9]*)',
              2
            ),
            '([0-9])',
            '\1/',
            'g'
          )
        )
      END COLLATE C AS p0,
      n
    FROM __dphh_raw
  ) AS finer
  GROUP BY
    1
), __dphh_4 AS MATERIALIZED (
  SELECT
    REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){4}|.*)', 0) COLLATE C AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      n
    FROM __dphh_7
  ) AS finer
  GROUP BY
    1
), __dphh_1 AS MATERIALIZED (
  SELECT
    REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){1}|.*)', 0) COLLATE C AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      n
    FROM __dphh_4
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
          p0 IS DISTINCT FROM REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){0}|.*)', 0)
          AND n >= 2
        UNION ALL
        SELECT
          CAST(4 AS INT) AS level,
          CAST(p0 COLLATE C AS TEXT) AS key,
          CAST((
            REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){1}|.*)', 0) COLLATE C
          ) COLLATE C AS TEXT) AS parent,
          n
        FROM __dphh_4
        WHERE
          p0 IS DISTINCT FROM REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){3}|.*)', 0)
          AND n >= 2
        UNION ALL
        SELECT
          CAST(7 AS INT) AS level,
          CAST(p0 COLLATE C AS TEXT) AS key,
          CAST((
            REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){4}|.*)', 0) COLLATE C
          ) COLLATE C AS TEXT) AS parent,
          n
        FROM __dphh_7
        WHERE
          p0 IS DISTINCT FROM REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){6}|.*)', 0)
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
        ) IN ('VARCHAR', 'ENUM')
        THEN TRUE
        ELSE ERROR(
          'dp_hhh: column c0 must have a type that hierarchy phone reads (VARCHAR, ENUM); give numbers as text with a plus and the country code, ''+'' || CAST(col AS VARCHAR) in a view. It is ' || REGEXP_REPLACE(
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
