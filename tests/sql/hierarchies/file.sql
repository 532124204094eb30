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
      WHEN STARTS_WITH(REPLACE(p0, '\', '/'), '//')
      THEN CONCAT(
        '/',
        CASE
          WHEN REGEXP_MATCHES(
            CASE
              WHEN ENDS_WITH(
                REGEXP_REPLACE(
                  REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(p0, '\', '/'), '/+', '/', 'g'), '/(?:\./)+', '/', 'g'),
                  '^(?:\./)+',
                  '',
                  'g'
                ),
                '/.'
              )
              THEN LEFT(
                REGEXP_REPLACE(
                  REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(p0, '\', '/'), '/+', '/', 'g'), '/(?:\./)+', '/', 'g'),
                  '^(?:\./)+',
                  '',
                  'g'
                ),
                LENGTH(
                  REGEXP_REPLACE(
                    REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(p0, '\', '/'), '/+', '/', 'g'), '/(?:\./)+', '/', 'g'),
                    '^(?:\./)+',
                    '',
                    'g'
                  )
                ) - 1
              )
              ELSE REGEXP_REPLACE(
                REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(p0, '\', '/'), '/+', '/', 'g'), '/(?:\./)+', '/', 'g'),
                '^(?:\./)+',
                '',
                'g'
              )
            END,
            '^[a-z]:/'
          )
          THEN CONCAT(
            UPPER(
              LEFT(
                CASE
                  WHEN ENDS_WITH(
                    REGEXP_REPLACE(
                      REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(p0, '\', '/'), '/+', '/', 'g'), '/(?:\./)+', '/', 'g'),
                      '^(?:\./)+',
                      '',
                      'g'
                    ),
                    '/.'
                  )
                  THEN LEFT(
                    REGEXP_REPLACE(
                      REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(p0, '\', '/'), '/+', '/', 'g'), '/(?:\./)+', '/', 'g'),
                      '^(?:\./)+',
                      '',
                      'g'
                    ),
                    LENGTH(
                      REGEXP_REPLACE(
                        REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(p0, '\', '/'), '/+', '/', 'g'), '/(?:\./)+', '/', 'g'),
                        '^(?:\./)+',
                        '',
                        'g'
                      )
                    ) - 1
                  )
                  ELSE REGEXP_REPLACE(
                    REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(p0, '\', '/'), '/+', '/', 'g'), '/(?:\./)+', '/', 'g'),
                    '^(?:\./)+',
                    '',
                    'g'
                  )
                END,
                1
              )
            ),
            SUBSTR(
              CASE
                WHEN ENDS_WITH(
                  REGEXP_REPLACE(
                    REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(p0, '\', '/'), '/+', '/', 'g'), '/(?:\./)+', '/', 'g'),
                    '^(?:\./)+',
                    '',
                    'g'
                  ),
                  '/.'
                )
                THEN LEFT(
                  REGEXP_REPLACE(
                    REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(p0, '\', '/'), '/+', '/', 'g'), '/(?:\./)+', '/', 'g'),
                    '^(?:\./)+',
                    '',
                    'g'
                  ),
                  LENGTH(
                    REGEXP_REPLACE(
                      REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(p0, '\', '/'), '/+', '/', 'g'), '/(?:\./)+', '/', 'g'),
                      '^(?:\./)+',
                      '',
                      'g'
                    )
                  ) - 1
                )
                ELSE REGEXP_REPLACE(
                  REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(p0, '\', '/'), '/+', '/', 'g'), '/(?:\./)+', '/', 'g'),
                  '^(?:\./)+',
                  '',
                  'g'
                )
              END,
              2
            )
          )
          ELSE CASE
            WHEN ENDS_WITH(
              REGEXP_REPLACE(
                REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(p0, '\', '/'), '/+', '/', 'g'), '/(?:\./)+', '/', 'g'),
                '^(?:\./)+',
                '',
                'g'
              ),
              '/.'
            )
            THEN LEFT(
              REGEXP_REPLACE(
                REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(p0, '\', '/'), '/+', '/', 'g'), '/(?:\./)+', '/', 'g'),
                '^(?:\./)+',
                '',
                'g'
              ),
              LENGTH(
                REGEXP_REPLACE(
                  REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(p0, '\', '/'), '/+', '/', 'g'), '/(?:\./)+', '/', 'g'),
                  '^(?:\./)+',
                  '',
                  'g'
                )
              ) - 1
            )
            ELSE REGEXP_REPLACE(
              REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(p0, '\', '/'), '/+', '/', 'g'), '/(?:\./)+', '/', 'g'),
              '^(?:\./)+',
              '',
              'g'
            )
          END
        END
      )
      ELSE CASE
        WHEN REGEXP_MATCHES(
          CASE
            WHEN ENDS_WITH(
              REGEXP_REPLACE(
                REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(p0, '\', '/'), '/+', '/', 'g'), '/(?:\./)+', '/', 'g'),
                '^(?:\./)+',
                '',
                'g'
              ),
              '/.'
            )
            THEN LEFT(
              REGEXP_REPLACE(
                REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(p0, '\', '/'), '/+', '/', 'g'), '/(?:\./)+', '/', 'g'),
                '^(?:\./)+',
                '',
                'g'
              ),
              LENGTH(
                REGEXP_REPLACE(
                  REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(p0, '\', '/'), '/+', '/', 'g'), '/(?:\./)+', '/', 'g'),
                  '^(?:\./)+',
                  '',
                  'g'
                )
              ) - 1
            )
            ELSE REGEXP_REPLACE(
              REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(p0, '\', '/'), '/+', '/', 'g'), '/(?:\./)+', '/', 'g'),
              '^(?:\./)+',
              '',
              'g'
            )
          END,
          '^[a-z]:/'
        )
        THEN CONCAT(
          UPPER(
            LEFT(
              CASE
                WHEN ENDS_WITH(
                  REGEXP_REPLACE(
                    REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(p0, '\', '/'), '/+', '/', 'g'), '/(?:\./)+', '/', 'g'),
                    '^(?:\./)+',
                    '',
                    'g'
                  ),
                  '/.'
                )
                THEN LEFT(
                  REGEXP_REPLACE(
                    REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(p0, '\', '/'), '/+', '/', 'g'), '/(?:\./)+', '/', 'g'),
                    '^(?:\./)+',
                    '',
                    'g'
                  ),
                  LENGTH(
                    REGEXP_REPLACE(
                      REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(p0, '\', '/'), '/+', '/', 'g'), '/(?:\./)+', '/', 'g'),
                      '^(?:\./)+',
                      '',
                      'g'
                    )
                  ) - 1
                )
                ELSE REGEXP_REPLACE(
                  REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(p0, '\', '/'), '/+', '/', 'g'), '/(?:\./)+', '/', 'g'),
                  '^(?:\./)+',
                  '',
                  'g'
                )
              END,
              1
            )
          ),
          SUBSTR(
            CASE
              WHEN ENDS_WITH(
                REGEXP_REPLACE(
                  REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(p0, '\', '/'), '/+', '/', 'g'), '/(?:\./)+', '/', 'g'),
                  '^(?:\./)+',
                  '',
                  'g'
                ),
                '/.'
              )
              THEN LEFT(
                REGEXP_REPLACE(
                  REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(p0, '\', '/'), '/+', '/', 'g'), '/(?:\./)+', '/', 'g'),
                  '^(?:\./)+',
                  '',
                  'g'
                ),
                LENGTH(
                  REGEXP_REPLACE(
                    REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(p0, '\', '/'), '/+', '/', 'g'), '/(?:\./)+', '/', 'g'),
                    '^(?:\./)+',
                    '',
                    'g'
                  )
                ) - 1
              )
              ELSE REGEXP_REPLACE(
                REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(p0, '\', '/'), '/+', '/', 'g'), '/(?:\./)+', '/', 'g'),
                '^(?:\./)+',
                '',
                'g'
              )
            END,
            2
          )
        )
        ELSE CASE
          WHEN ENDS_WITH(
            REGEXP_REPLACE(
              REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(p0, '\', '/'), '/+', '/', 'g'), '/(?:\./)+', '/', 'g'),
              '^(?:\./)+',
              '',
              'g'
            ),
            '/.'
          )
          THEN LEFT(
            REGEXP_REPLACE(
              REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(p0, '\', '/'), '/+', '/', 'g'), '/(?:\./)+', '/', 'g'),
              '^(?:\./)+',
              '',
              'g'
            ),
            LENGTH(
              REGEXP_REPLACE(
                REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(p0, '\', '/'), '/+', '/', 'g'), '/(?:\./)+', '/', 'g'),
                '^(?:\./)+',
                '',
                'g'
              )
            ) - 1
          )
          ELSE REGEXP_REPLACE(
            REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(p0, '\', '/'), '/+', '/', 'g'), '/(?:\./)+', '/', 'g'),
            '^(?:\./)+',
            '',
            'g'
          )
        END
      END
    END COLLATE C AS p0,
    SUM(n) AS n
  FROM raws
  GROUP BY
    1
), level_4 AS (
  SELECT
    REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){4}|.*)', 0) COLLATE C AS p0,
    SUM(n) AS n
  FROM parts
  GROUP BY
    1
), level_3 AS (
  SELECT
    REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){3}|.*)', 0) COLLATE C AS p0,
    SUM(n) AS n
  FROM level_4
  GROUP BY
    1
), level_2 AS (
  SELECT
    REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){2}|.*)', 0) COLLATE C AS p0,
    SUM(n) AS n
  FROM level_3
  GROUP BY
    1
), level_1 AS (
  SELECT
    REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){1}|.*)', 0) COLLATE C AS p0,
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
    p0 COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_1
  WHERE
    p0 IS DISTINCT FROM REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){0}|.*)', 0)
  UNION ALL
  SELECT
    2 AS level,
    p0 COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_2
  WHERE
    p0 IS DISTINCT FROM REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){1}|.*)', 0)
  UNION ALL
  SELECT
    3 AS level,
    p0 COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_3
  WHERE
    p0 IS DISTINCT FROM REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){2}|.*)', 0)
  UNION ALL
  SELECT
    4 AS level,
    p0 COLLATE C AS key,
    CAST(n AS BIGINT) AS n
  FROM level_4
  WHERE
    p0 IS DISTINCT FROM REGEXP_EXTRACT(p0, '(?s)^(?:/)?(?:(?:.*?/){3}|.*)', 0)
)
