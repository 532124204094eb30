-- bits(4)
WITH __dphh_raw AS (
  SELECT
    CAST("c0" AS BIGINT) AS r0,
    COUNT(*) AS n
  FROM (
    SELECT
      *
    FROM items
  ) AS source
  GROUP BY
    1
), __dphh_parts AS (
  SELECT
    CASE WHEN r0 BETWEEN 0 AND 15 THEN r0 END AS p0,
    n
  FROM __dphh_raw
), __dphh_2 AS (
  SELECT
    p0 - p0 % CAST('4' AS BIGINT) AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      n
    FROM __dphh_parts
  ) AS finer
  GROUP BY
    1
), __dphh_1 AS (
  SELECT
    p0 - p0 % CAST('8' AS BIGINT) AS p0,
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
  level,
  key,
  parent,
  n
FROM (
  SELECT
    CAST(0 AS INT) AS level,
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT) AS level,
    CAST(COLLATE(CAST(p0 AS VARCHAR), '') AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT) AS level,
    CAST(COLLATE(CAST(p0 AS VARCHAR), '') AS VARCHAR) AS key,
    CAST(COLLATE(CAST(p0 - p0 % CAST('8' AS BIGINT) AS VARCHAR), '') AS VARCHAR) AS parent,
    n
  FROM __dphh_2
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;

-- chars(3)
WITH __dphh_raw AS (
  SELECT
    COLLATE(CAST("c0" AS VARCHAR), '') AS r0,
    COUNT(*) AS n
  FROM (
    SELECT
      *
    FROM items
  ) AS source
  GROUP BY
    1
), __dphh_parts AS (
  SELECT
    r0 AS p0,
    n
  FROM __dphh_raw
), __dphh_2 AS (
  SELECT
    COLLATE(SUBSTR(p0, 1, 2), '') AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      n
    FROM __dphh_parts
  ) AS finer
  GROUP BY
    1
), __dphh_1 AS (
  SELECT
    COLLATE(SUBSTR(p0, 1, 1), '') AS p0,
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
  level,
  key,
  parent,
  n
FROM (
  SELECT
    CAST(0 AS INT) AS level,
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT) AS level,
    CAST(COLLATE(p0, '') AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    n
  FROM __dphh_1
  WHERE
    COALESCE(LENGTH(p0) = 1, FALSE) AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT) AS level,
    CAST(COLLATE(p0, '') AS VARCHAR) AS key,
    CAST(COLLATE((
      COLLATE(SUBSTR(p0, 1, 1), '')
    ), '') AS VARCHAR) AS parent,
    n
  FROM __dphh_2
  WHERE
    COALESCE(LENGTH(p0) = 2, FALSE) AND n >= 2
) AS counted;

-- columns(2)
WITH __dphh_raw AS (
  SELECT
    COLLATE(CAST("c0" AS VARCHAR), '') AS r0,
    COLLATE(CAST("c1" AS VARCHAR), '') AS r1,
    COUNT(*) AS n
  FROM (
    SELECT
      *
    FROM items
  ) AS source
  GROUP BY
    1,
    2
), __dphh_parts AS (
  SELECT
    r0 AS p0,
    COLLATE(CASE WHEN NOT r0 IS NULL THEN r1 END, '') AS p1,
    n
  FROM __dphh_raw
), __dphh_2 AS (
  SELECT
    p0 AS p0,
    p1 AS p1,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      p1,
      n
    FROM __dphh_parts
  ) AS finer
  GROUP BY
    1,
    2
), __dphh_1 AS (
  SELECT
    p0 AS p0,
    COLLATE(CAST(NULL AS VARCHAR), '') AS p1,
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
  level,
  key,
  parent,
  n
FROM (
  SELECT
    CAST(0 AS INT) AS level,
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT) AS level,
    CAST(COLLATE(
      CAST((
        '["' || REPLACE(
          REPLACE(
            REPLACE(
              REPLACE(
                REPLACE(
                  REPLACE(
                    REPLACE(
                      REPLACE(
                        REPLACE(
                          REPLACE(
                            REPLACE(
                              REPLACE(
                                REPLACE(
                                  REPLACE(
                                    REPLACE(
                                      REPLACE(
                                        REPLACE(
                                          REPLACE(
                                            REPLACE(
                                              REPLACE(
                                                REPLACE(
                                                  REPLACE(
                                                    REPLACE(
                                                      REPLACE(
                                                        REPLACE(
                                                          REPLACE(
                                                            REPLACE(
                                                              REPLACE(
                                                                REPLACE(
                                                                  REPLACE(
                                                                    REPLACE(
                                                                      REPLACE(REPLACE(REPLACE(p0, '\\', '\\\\'), '"', '\\"'), '\x01', '\\u0001'),
                                                                      '\x02',
                                                                      '\\u0002'
                                                                    ),
                                                                    '\x03',
                                                                    '\\u0003'
                                                                  ),
                                                                  '\x04',
                                                                  '\\u0004'
                                                                ),
                                                                '\x05',
                                                                '\\u0005'
                                                              ),
                                                              '\x06',
                                                              '\\u0006'
                                                            ),
                                                            '\x07',
                                                            '\\u0007'
                                                          ),
                                                          '\b',
                                                          '\\b'
                                                        ),
                                                        '\t',
                                                        '\\t'
                                                      ),
                                                      '\n',
                                                      '\\n'
                                                    ),
                                                    '\x0b',
                                                    '\\u000B'
                                                  ),
                                                  '\f',
                                                  '\\f'
                                                ),
                                                '\r',
                                                '\\r'
                                              ),
                                              '\x0e',
                                              '\\u000E'
                                            ),
                                            '\x0f',
                                            '\\u000F'
                                          ),
                                          '\x10',
                                          '\\u0010'
                                        ),
                                        '\x11',
                                        '\\u0011'
                                      ),
                                      '\x12',
                                      '\\u0012'
                                    ),
                                    '\x13',
                                    '\\u0013'
                                  ),
                                  '\x14',
                                  '\\u0014'
                                ),
                                '\x15',
                                '\\u0015'
                              ),
                              '\x16',
                              '\\u0016'
                            ),
                            '\x17',
                            '\\u0017'
                          ),
                          '\x18',
                          '\\u0018'
                        ),
                        '\x19',
                        '\\u0019'
                      ),
                      '\x1a',
                      '\\u001A'
                    ),
                    '\x1b',
                    '\\u001B'
                  ),
                  '\x1c',
                  '\\u001C'
                ),
                '\x1d',
                '\\u001D'
              ),
              '\x1e',
              '\\u001E'
            ),
            '\x1f',
            '\\u001F'
          ),
          CHR(0),
          '\\u0000'
        ) || '"]'
      ) AS VARCHAR),
      ''
    ) AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT) AS level,
    CAST(COLLATE(
      CAST((
        '["' || REPLACE(
          REPLACE(
            REPLACE(
              REPLACE(
                REPLACE(
                  REPLACE(
                    REPLACE(
                      REPLACE(
                        REPLACE(
                          REPLACE(
                            REPLACE(
                              REPLACE(
                                REPLACE(
                                  REPLACE(
                                    REPLACE(
                                      REPLACE(
                                        REPLACE(
                                          REPLACE(
                                            REPLACE(
                                              REPLACE(
                                                REPLACE(
                                                  REPLACE(
                                                    REPLACE(
                                                      REPLACE(
                                                        REPLACE(
                                                          REPLACE(
                                                            REPLACE(
                                                              REPLACE(
                                                                REPLACE(
                                                                  REPLACE(
                                                                    REPLACE(
                                                                      REPLACE(REPLACE(REPLACE(p0, '\\', '\\\\'), '"', '\\"'), '\x01', '\\u0001'),
                                                                      '\x02',
                                                                      '\\u0002'
                                                                    ),
                                                                    '\x03',
                                                                    '\\u0003'
                                                                  ),
                                                                  '\x04',
                                                                  '\\u0004'
                                                                ),
                                                                '\x05',
                                                                '\\u0005'
                                                              ),
                                                              '\x06',
                                                              '\\u0006'
                                                            ),
                                                            '\x07',
                                                            '\\u0007'
                                                          ),
                                                          '\b',
                                                          '\\b'
                                                        ),
                                                        '\t',
                                                        '\\t'
                                                      ),
                                                      '\n',
                                                      '\\n'
                                                    ),
                                                    '\x0b',
                                                    '\\u000B'
                                                  ),
                                                  '\f',
                                                  '\\f'
                                                ),
                                                '\r',
                                                '\\r'
                                              ),
                                              '\x0e',
                                              '\\u000E'
                                            ),
                                            '\x0f',
                                            '\\u000F'
                                          ),
                                          '\x10',
                                          '\\u0010'
                                        ),
                                        '\x11',
                                        '\\u0011'
                                      ),
                                      '\x12',
                                      '\\u0012'
                                    ),
                                    '\x13',
                                    '\\u0013'
                                  ),
                                  '\x14',
                                  '\\u0014'
                                ),
                                '\x15',
                                '\\u0015'
                              ),
                              '\x16',
                              '\\u0016'
                            ),
                            '\x17',
                            '\\u0017'
                          ),
                          '\x18',
                          '\\u0018'
                        ),
                        '\x19',
                        '\\u0019'
                      ),
                      '\x1a',
                      '\\u001A'
                    ),
                    '\x1b',
                    '\\u001B'
                  ),
                  '\x1c',
                  '\\u001C'
                ),
                '\x1d',
                '\\u001D'
              ),
              '\x1e',
              '\\u001E'
            ),
            '\x1f',
            '\\u001F'
          ),
          CHR(0),
          '\\u0000'
        ) || '","' || REPLACE(
          REPLACE(
            REPLACE(
              REPLACE(
                REPLACE(
                  REPLACE(
                    REPLACE(
                      REPLACE(
                        REPLACE(
                          REPLACE(
                            REPLACE(
                              REPLACE(
                                REPLACE(
                                  REPLACE(
                                    REPLACE(
                                      REPLACE(
                                        REPLACE(
                                          REPLACE(
                                            REPLACE(
                                              REPLACE(
                                                REPLACE(
                                                  REPLACE(
                                                    REPLACE(
                                                      REPLACE(
                                                        REPLACE(
                                                          REPLACE(
                                                            REPLACE(
                                                              REPLACE(
                                                                REPLACE(
                                                                  REPLACE(
                                                                    REPLACE(
                                                                      REPLACE(REPLACE(REPLACE(p1, '\\', '\\\\'), '"', '\\"'), '\x01', '\\u0001'),
                                                                      '\x02',
                                                                      '\\u0002'
                                                                    ),
                                                                    '\x03',
                                                                    '\\u0003'
                                                                  ),
                                                                  '\x04',
                                                                  '\\u0004'
                                                                ),
                                                                '\x05',
                                                                '\\u0005'
                                                              ),
                                                              '\x06',
                                                              '\\u0006'
                                                            ),
                                                            '\x07',
                                                            '\\u0007'
                                                          ),
                                                          '\b',
                                                          '\\b'
                                                        ),
                                                        '\t',
                                                        '\\t'
                                                      ),
                                                      '\n',
                                                      '\\n'
                                                    ),
                                                    '\x0b',
                                                    '\\u000B'
                                                  ),
                                                  '\f',
                                                  '\\f'
                                                ),
                                                '\r',
                                                '\\r'
                                              ),
                                              '\x0e',
                                              '\\u000E'
                                            ),
                                            '\x0f',
                                            '\\u000F'
                                          ),
                                          '\x10',
                                          '\\u0010'
                                        ),
                                        '\x11',
                                        '\\u0011'
                                      ),
                                      '\x12',
                                      '\\u0012'
                                    ),
                                    '\x13',
                                    '\\u0013'
                                  ),
                                  '\x14',
                                  '\\u0014'
                                ),
                                '\x15',
                                '\\u0015'
                              ),
                              '\x16',
                              '\\u0016'
                            ),
                            '\x17',
                            '\\u0017'
                          ),
                          '\x18',
                          '\\u0018'
                        ),
                        '\x19',
                        '\\u0019'
                      ),
                      '\x1a',
                      '\\u001A'
                    ),
                    '\x1b',
                    '\\u001B'
                  ),
                  '\x1c',
                  '\\u001C'
                ),
                '\x1d',
                '\\u001D'
              ),
              '\x1e',
              '\\u001E'
            ),
            '\x1f',
            '\\u001F'
          ),
          CHR(0),
          '\\u0000'
        ) || '"]'
      ) AS VARCHAR),
      ''
    ) AS VARCHAR) AS key,
    CAST(COLLATE(
      CAST((
        '["' || REPLACE(
          REPLACE(
            REPLACE(
              REPLACE(
                REPLACE(
                  REPLACE(
                    REPLACE(
                      REPLACE(
                        REPLACE(
                          REPLACE(
                            REPLACE(
                              REPLACE(
                                REPLACE(
                                  REPLACE(
                                    REPLACE(
                                      REPLACE(
                                        REPLACE(
                                          REPLACE(
                                            REPLACE(
                                              REPLACE(
                                                REPLACE(
                                                  REPLACE(
                                                    REPLACE(
                                                      REPLACE(
                                                        REPLACE(
                                                          REPLACE(
                                                            REPLACE(
                                                              REPLACE(
                                                                REPLACE(
                                                                  REPLACE(
                                                                    REPLACE(
                                                                      REPLACE(REPLACE(REPLACE(p0, '\\', '\\\\'), '"', '\\"'), '\x01', '\\u0001'),
                                                                      '\x02',
                                                                      '\\u0002'
                                                                    ),
                                                                    '\x03',
                                                                    '\\u0003'
                                                                  ),
                                                                  '\x04',
                                                                  '\\u0004'
                                                                ),
                                                                '\x05',
                                                                '\\u0005'
                                                              ),
                                                              '\x06',
                                                              '\\u0006'
                                                            ),
                                                            '\x07',
                                                            '\\u0007'
                                                          ),
                                                          '\b',
                                                          '\\b'
                                                        ),
                                                        '\t',
                                                        '\\t'
                                                      ),
                                                      '\n',
                                                      '\\n'
                                                    ),
                                                    '\x0b',
                                                    '\\u000B'
                                                  ),
                                                  '\f',
                                                  '\\f'
                                                ),
                                                '\r',
                                                '\\r'
                                              ),
                                              '\x0e',
                                              '\\u000E'
                                            ),
                                            '\x0f',
                                            '\\u000F'
                                          ),
                                          '\x10',
                                          '\\u0010'
                                        ),
                                        '\x11',
                                        '\\u0011'
                                      ),
                                      '\x12',
                                      '\\u0012'
                                    ),
                                    '\x13',
                                    '\\u0013'
                                  ),
                                  '\x14',
                                  '\\u0014'
                                ),
                                '\x15',
                                '\\u0015'
                              ),
                              '\x16',
                              '\\u0016'
                            ),
                            '\x17',
                            '\\u0017'
                          ),
                          '\x18',
                          '\\u0018'
                        ),
                        '\x19',
                        '\\u0019'
                      ),
                      '\x1a',
                      '\\u001A'
                    ),
                    '\x1b',
                    '\\u001B'
                  ),
                  '\x1c',
                  '\\u001C'
                ),
                '\x1d',
                '\\u001D'
              ),
              '\x1e',
              '\\u001E'
            ),
            '\x1f',
            '\\u001F'
          ),
          CHR(0),
          '\\u0000'
        ) || '"]'
      ) AS VARCHAR),
      ''
    ) AS VARCHAR) AS parent,
    n
  FROM __dphh_2
  WHERE
    NOT p1 IS NULL AND n >= 2
) AS counted;

-- date
WITH __dphh_raw AS (
  SELECT
    CASE
      WHEN CASE WHEN TRUE THEN CAST("c0" AS TIMESTAMPNTZ) END BETWEEN CAST('0001-01-01 00:00:00' AS TIMESTAMPNTZ) AND CAST('9999-12-31 23:59:59.999999' AS TIMESTAMPNTZ)
      THEN DATE_TRUNC(
        'day',
        GREATEST(
          CASE WHEN TRUE THEN CAST("c0" AS TIMESTAMPNTZ) END,
          CAST('0001-01-01 00:00:00' AS TIMESTAMPNTZ)
        )
      )
    END AS r0,
    COUNT(*) AS n
  FROM (
    SELECT
      *
    FROM items
  ) AS source
  GROUP BY
    1
), __dphh_parts AS (
  SELECT
    r0 AS p0,
    n
  FROM __dphh_raw
), __dphh_2 AS (
  SELECT
    DATE_TRUNC('month', p0) AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      n
    FROM __dphh_parts
  ) AS finer
  GROUP BY
    1
), __dphh_1 AS (
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
  level,
  key,
  parent,
  n
FROM (
  SELECT
    CAST(0 AS INT) AS level,
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT) AS level,
    CAST(COLLATE(SUBSTR(TO_CHAR(p0, 'YYYY-MM-DD HH24:MI:SS'), 1, 4), '') AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT) AS level,
    CAST(COLLATE(SUBSTR(TO_CHAR(p0, 'YYYY-MM-DD HH24:MI:SS'), 1, 7), '') AS VARCHAR) AS key,
    CAST(COLLATE(SUBSTR(TO_CHAR(DATE_TRUNC('year', p0), 'YYYY-MM-DD HH24:MI:SS'), 1, 4), '') AS VARCHAR) AS parent,
    n
  FROM __dphh_2
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;

-- domain
-- hierarchy domain is not available on snowflake: function unnest has no tested translation.

-- file
WITH __dphh_raw AS (
  SELECT
    COLLATE(CAST("c0" AS VARCHAR), '') AS r0,
    COUNT(*) AS n
  FROM (
    SELECT
      *
    FROM items
  ) AS source
  GROUP BY
    1
), __dphh_parts AS (
  SELECT
    COLLATE(
      CASE
        WHEN SUBSTR(REPLACE(r0, '\\', '/'), 1, 2) = '//'
        THEN (
          '/' || COALESCE(
            CASE
              WHEN REGEXP_INSTR(
                CASE
                  WHEN ENDSWITH(
                    REGEXP_REPLACE(
                      REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(\\./)+', '/'),
                      '^(\\./)+',
                      ''
                    ),
                    '/.'
                  )
                  THEN SUBSTR(
                    REGEXP_REPLACE(
                      REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(\\./)+', '/'),
                      '^(\\./)+',
                      ''
                    ),
                    1,
                    LENGTH(
                      REGEXP_REPLACE(
                        REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(\\./)+', '/'),
                        '^(\\./)+',
                        ''
                      )
                    ) - 1
                  )
                  ELSE REGEXP_REPLACE(
                    REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(\\./)+', '/'),
                    '^(\\./)+',
                    ''
                  )
                END,
                '^[a-z]:/'
              ) > 0
              THEN (
                COALESCE(
                  UPPER(
                    SUBSTR(
                      CASE
                        WHEN ENDSWITH(
                          REGEXP_REPLACE(
                            REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(\\./)+', '/'),
                            '^(\\./)+',
                            ''
                          ),
                          '/.'
                        )
                        THEN SUBSTR(
                          REGEXP_REPLACE(
                            REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(\\./)+', '/'),
                            '^(\\./)+',
                            ''
                          ),
                          1,
                          LENGTH(
                            REGEXP_REPLACE(
                              REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(\\./)+', '/'),
                              '^(\\./)+',
                              ''
                            )
                          ) - 1
                        )
                        ELSE REGEXP_REPLACE(
                          REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(\\./)+', '/'),
                          '^(\\./)+',
                          ''
                        )
                      END,
                      1,
                      1
                    )
                  ),
                  ''
                ) || COALESCE(
                  SUBSTR(
                    CASE
                      WHEN ENDSWITH(
                        REGEXP_REPLACE(
                          REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(\\./)+', '/'),
                          '^(\\./)+',
                          ''
                        ),
                        '/.'
                      )
                      THEN SUBSTR(
                        REGEXP_REPLACE(
                          REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(\\./)+', '/'),
                          '^(\\./)+',
                          ''
                        ),
                        1,
                        LENGTH(
                          REGEXP_REPLACE(
                            REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(\\./)+', '/'),
                            '^(\\./)+',
                            ''
                          )
                        ) - 1
                      )
                      ELSE REGEXP_REPLACE(
                        REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(\\./)+', '/'),
                        '^(\\./)+',
                        ''
                      )
                    END,
                    2
                  ),
                  ''
                )
              )
              ELSE CASE
                WHEN ENDSWITH(
                  REGEXP_REPLACE(
                    REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(\\./)+', '/'),
                    '^(\\./)+',
                    ''
                  ),
                  '/.'
                )
                THEN SUBSTR(
                  REGEXP_REPLACE(
                    REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(\\./)+', '/'),
                    '^(\\./)+',
                    ''
                  ),
                  1,
                  LENGTH(
                    REGEXP_REPLACE(
                      REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(\\./)+', '/'),
                      '^(\\./)+',
                      ''
                    )
                  ) - 1
                )
                ELSE REGEXP_REPLACE(
                  REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(\\./)+', '/'),
                  '^(\\./)+',
                  ''
                )
              END
            END,
            ''
          )
        )
        ELSE CASE
          WHEN REGEXP_INSTR(
            CASE
              WHEN ENDSWITH(
                REGEXP_REPLACE(
                  REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(\\./)+', '/'),
                  '^(\\./)+',
                  ''
                ),
                '/.'
              )
              THEN SUBSTR(
                REGEXP_REPLACE(
                  REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(\\./)+', '/'),
                  '^(\\./)+',
                  ''
                ),
                1,
                LENGTH(
                  REGEXP_REPLACE(
                    REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(\\./)+', '/'),
                    '^(\\./)+',
                    ''
                  )
                ) - 1
              )
              ELSE REGEXP_REPLACE(
                REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(\\./)+', '/'),
                '^(\\./)+',
                ''
              )
            END,
            '^[a-z]:/'
          ) > 0
          THEN (
            COALESCE(
              UPPER(
                SUBSTR(
                  CASE
                    WHEN ENDSWITH(
                      REGEXP_REPLACE(
                        REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(\\./)+', '/'),
                        '^(\\./)+',
                        ''
                      ),
                      '/.'
                    )
                    THEN SUBSTR(
                      REGEXP_REPLACE(
                        REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(\\./)+', '/'),
                        '^(\\./)+',
                        ''
                      ),
                      1,
                      LENGTH(
                        REGEXP_REPLACE(
                          REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(\\./)+', '/'),
                          '^(\\./)+',
                          ''
                        )
                      ) - 1
                    )
                    ELSE REGEXP_REPLACE(
                      REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(\\./)+', '/'),
                      '^(\\./)+',
                      ''
                    )
                  END,
                  1,
                  1
                )
              ),
              ''
            ) || COALESCE(
              SUBSTR(
                CASE
                  WHEN ENDSWITH(
                    REGEXP_REPLACE(
                      REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(\\./)+', '/'),
                      '^(\\./)+',
                      ''
                    ),
                    '/.'
                  )
                  THEN SUBSTR(
                    REGEXP_REPLACE(
                      REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(\\./)+', '/'),
                      '^(\\./)+',
                      ''
                    ),
                    1,
                    LENGTH(
                      REGEXP_REPLACE(
                        REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(\\./)+', '/'),
                        '^(\\./)+',
                        ''
                      )
                    ) - 1
                  )
                  ELSE REGEXP_REPLACE(
                    REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(\\./)+', '/'),
                    '^(\\./)+',
                    ''
                  )
                END,
                2
              ),
              ''
            )
          )
          ELSE CASE
            WHEN ENDSWITH(
              REGEXP_REPLACE(
                REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(\\./)+', '/'),
                '^(\\./)+',
                ''
              ),
              '/.'
            )
            THEN SUBSTR(
              REGEXP_REPLACE(
                REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(\\./)+', '/'),
                '^(\\./)+',
                ''
              ),
              1,
              LENGTH(
                REGEXP_REPLACE(
                  REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(\\./)+', '/'),
                  '^(\\./)+',
                  ''
                )
              ) - 1
            )
            ELSE REGEXP_REPLACE(
              REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(\\./)+', '/'),
              '^(\\./)+',
              ''
            )
          END
        END
      END,
      ''
    ) AS p0,
    n
  FROM __dphh_raw
), __dphh_2 AS (
  SELECT
    COLLATE(
      CASE
        WHEN SUBSTR(p0, 1, 1) = '/'
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 3
          THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){3}')
          ELSE p0
        END
        WHEN NOT (
          p0
        ) IS NULL
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 2
          THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){2}')
          ELSE p0
        END
      END,
      ''
    ) AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      n
    FROM __dphh_parts
  ) AS finer
  GROUP BY
    1
), __dphh_1 AS (
  SELECT
    COLLATE(
      CASE
        WHEN SUBSTR(p0, 1, 1) = '/'
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 2
          THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){2}')
          ELSE p0
        END
        WHEN NOT (
          p0
        ) IS NULL
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 1
          THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){1}')
          ELSE p0
        END
      END,
      ''
    ) AS p0,
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
  level,
  key,
  parent,
  n
FROM (
  SELECT
    CAST(0 AS INT) AS level,
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT) AS level,
    CAST(COLLATE(p0, '') AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    n
  FROM __dphh_1
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SUBSTR(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 1
        THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){1}')
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN ''
    END
    AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT) AS level,
    CAST(COLLATE(p0, '') AS VARCHAR) AS key,
    CAST(COLLATE(
      (
        COLLATE(
          CASE
            WHEN SUBSTR(p0, 1, 1) = '/'
            THEN CASE
              WHEN (
                LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
              ) >= 2
              THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){2}')
              ELSE p0
            END
            WHEN NOT (
              p0
            ) IS NULL
            THEN CASE
              WHEN (
                LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
              ) >= 1
              THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){1}')
              ELSE p0
            END
          END,
          ''
        )
      ),
      ''
    ) AS VARCHAR) AS parent,
    n
  FROM __dphh_2
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SUBSTR(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 2
        THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){2}')
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 1
        THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){1}')
        ELSE p0
      END
    END
    AND n >= 2
) AS counted;

-- geohash
WITH __dphh_raw AS (
  SELECT
    COLLATE(CAST("c0" AS VARCHAR), '') AS r0,
    COUNT(*) AS n
  FROM (
    SELECT
      *
    FROM items
  ) AS source
  GROUP BY
    1
), __dphh_parts AS (
  SELECT
    COLLATE(
      CASE WHEN REGEXP_INSTR(r0, '^([0-9b-hjkmnp-zB-HJKMNP-Z]+)$') > 0 THEN LOWER(r0) END,
      ''
    ) AS p0,
    n
  FROM __dphh_raw
), __dphh_4 AS (
  SELECT
    COLLATE(SUBSTR(p0, 1, 4), '') AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      n
    FROM __dphh_parts
  ) AS finer
  GROUP BY
    1
), __dphh_2 AS (
  SELECT
    COLLATE(SUBSTR(p0, 1, 2), '') AS p0,
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
  level,
  key,
  parent,
  n
FROM (
  SELECT
    CAST(0 AS INT) AS level,
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(2 AS INT) AS level,
    CAST(COLLATE(p0, '') AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    n
  FROM __dphh_2
  WHERE
    COALESCE(LENGTH(p0) = 2, FALSE) AND n >= 2
  UNION ALL
  SELECT
    CAST(4 AS INT) AS level,
    CAST(COLLATE(p0, '') AS VARCHAR) AS key,
    CAST(COLLATE((
      COLLATE(SUBSTR(p0, 1, 2), '')
    ), '') AS VARCHAR) AS parent,
    n
  FROM __dphh_4
  WHERE
    COALESCE(LENGTH(p0) = 4, FALSE) AND n >= 2
) AS counted;

-- h3
-- hierarchy h3 is not available on snowflake: function bin has no tested translation.

-- ipv4
WITH __dphh_raw AS (
  SELECT
    COLLATE(CAST("c0" AS VARCHAR), '') AS r0,
    COUNT(*) AS n
  FROM (
    SELECT
      *
    FROM items
  ) AS source
  GROUP BY
    1
), __dphh_parts AS (
  SELECT
    CASE
      WHEN REGEXP_INSTR(
        r0,
        '^((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
      ) > 0
      THEN (
        (
          CAST(CASE
            WHEN CASE
              WHEN REGEXP_INSTR(SPLIT_PART(r0, '.', 1), '^-?[0-9]{1,18}$') > 0
              THEN CAST(SPLIT_PART(r0, '.', 1) AS BIGINT)
            END BETWEEN 0 AND 255
            THEN CASE
              WHEN REGEXP_INSTR(SPLIT_PART(r0, '.', 1), '^-?[0-9]{1,18}$') > 0
              THEN CAST(SPLIT_PART(r0, '.', 1) AS BIGINT)
            END
          END AS BIGINT) * 256 + CAST(CASE
            WHEN CASE
              WHEN REGEXP_INSTR(SPLIT_PART(r0, '.', 2), '^-?[0-9]{1,18}$') > 0
              THEN CAST(SPLIT_PART(r0, '.', 2) AS BIGINT)
            END BETWEEN 0 AND 255
            THEN CASE
              WHEN REGEXP_INSTR(SPLIT_PART(r0, '.', 2), '^-?[0-9]{1,18}$') > 0
              THEN CAST(SPLIT_PART(r0, '.', 2) AS BIGINT)
            END
          END AS BIGINT)
        ) * 256 + CAST(CASE
          WHEN CASE
            WHEN REGEXP_INSTR(SPLIT_PART(r0, '.', 3), '^-?[0-9]{1,18}$') > 0
            THEN CAST(SPLIT_PART(r0, '.', 3) AS BIGINT)
          END BETWEEN 0 AND 255
          THEN CASE
            WHEN REGEXP_INSTR(SPLIT_PART(r0, '.', 3), '^-?[0-9]{1,18}$') > 0
            THEN CAST(SPLIT_PART(r0, '.', 3) AS BIGINT)
          END
        END AS BIGINT)
      ) * 256 + CAST(CASE
        WHEN CASE
          WHEN REGEXP_INSTR(SPLIT_PART(r0, '.', 4), '^-?[0-9]{1,18}$') > 0
          THEN CAST(SPLIT_PART(r0, '.', 4) AS BIGINT)
        END BETWEEN 0 AND 255
        THEN CASE
          WHEN REGEXP_INSTR(SPLIT_PART(r0, '.', 4), '^-?[0-9]{1,18}$') > 0
          THEN CAST(SPLIT_PART(r0, '.', 4) AS BIGINT)
        END
      END AS BIGINT)
      WHEN REGEXP_INSTR(r0, '^(0|[1-9][0-9]{0,9})$') > 0
      THEN CAST(CASE
        WHEN CASE WHEN REGEXP_INSTR(r0, '^-?[0-9]{1,18}$') > 0 THEN CAST(r0 AS BIGINT) END BETWEEN 0 AND 4294967295
        THEN CASE WHEN REGEXP_INSTR(r0, '^-?[0-9]{1,18}$') > 0 THEN CAST(r0 AS BIGINT) END
      END AS BIGINT)
    END AS p0,
    n
  FROM __dphh_raw
), __dphh_16 AS (
  SELECT
    BITAND(p0, 4294901760) AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      n
    FROM __dphh_parts
  ) AS finer
  GROUP BY
    1
), __dphh_8 AS (
  SELECT
    BITAND(p0, 4278190080) AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      n
    FROM __dphh_16
  ) AS finer
  GROUP BY
    1
)
SELECT
  level,
  key,
  parent,
  n
FROM (
  SELECT
    CAST(0 AS INT) AS level,
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(8 AS INT) AS level,
    CAST(COLLATE(CAST(p0 AS VARCHAR), '') AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    n
  FROM __dphh_8
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(16 AS INT) AS level,
    CAST(COLLATE(CAST(p0 AS VARCHAR), '') AS VARCHAR) AS key,
    CAST(COLLATE(CAST(BITAND(p0, 4278190080) AS VARCHAR), '') AS VARCHAR) AS parent,
    n
  FROM __dphh_16
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;

-- ipv6
-- hierarchy ipv6 is not available on snowflake: function to_hex has no tested translation.

-- items(1)
WITH __dphh_raw AS (
  SELECT
    COLLATE(CAST("c0" AS VARCHAR), '') AS r0,
    COUNT(*) AS n
  FROM (
    SELECT
      *
    FROM items
  ) AS source
  GROUP BY
    1
), __dphh_parts AS (
  SELECT
    r0 AS p0,
    n
  FROM __dphh_raw
), __dphh_1 AS (
  SELECT
    p0 AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      n
    FROM __dphh_parts
  ) AS finer
  GROUP BY
    1
)
SELECT
  level,
  key,
  parent,
  n
FROM (
  SELECT
    CAST(0 AS INT) AS level,
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT) AS level,
    CAST(p0 AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;

-- numeric(0, 1000, 10)
WITH __dphh_raw AS (
  SELECT
    "c0" AS r0,
    COUNT(*) AS n
  FROM (
    SELECT
      *
    FROM items
  ) AS source
  GROUP BY
    1
), __dphh_parts AS (
  SELECT
    CASE
      WHEN r0 >= CAST('0.0' AS DOUBLE) AND r0 < CAST('1000.0' AS DOUBLE)
      THEN LEAST(
        CASE
          WHEN FLOOR(
            (
              (
                r0 - CAST('0.0' AS DOUBLE)
              ) * CAST('1000000000.0' AS DOUBLE)
            ) / (
              CAST('1000.0' AS DOUBLE)
            ) + CAST('0.0009765625' AS DOUBLE)
          ) BETWEEN CAST('-9223372036854775808' AS DOUBLE) AND CAST('9223372036854774784' AS DOUBLE)
          THEN CAST(FLOOR(
            (
              (
                r0 - CAST('0.0' AS DOUBLE)
              ) * CAST('1000000000.0' AS DOUBLE)
            ) / (
              CAST('1000.0' AS DOUBLE)
            ) + CAST('0.0009765625' AS DOUBLE)
          ) AS BIGINT)
        END,
        999999999
      )
    END AS p0,
    n
  FROM __dphh_raw
), __dphh_2 AS (
  SELECT
    p0 - p0 % CAST('10000000' AS BIGINT) AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      n
    FROM __dphh_parts
  ) AS finer
  GROUP BY
    1
), __dphh_1 AS (
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
  level,
  key,
  parent,
  n
FROM (
  SELECT
    CAST(0 AS INT) AS level,
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT) AS level,
    CAST(COLLATE(CAST(p0 AS VARCHAR), '') AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT) AS level,
    CAST(COLLATE(CAST(p0 AS VARCHAR), '') AS VARCHAR) AS key,
    CAST(COLLATE(CAST(p0 - p0 % CAST('100000000' AS BIGINT) AS VARCHAR), '') AS VARCHAR) AS parent,
    n
  FROM __dphh_2
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;

-- path
WITH __dphh_raw AS (
  SELECT
    COLLATE(CAST("c0" AS VARCHAR), '') AS r0,
    COUNT(*) AS n
  FROM (
    SELECT
      *
    FROM items
  ) AS source
  GROUP BY
    1
), __dphh_parts AS (
  SELECT
    COLLATE(r0, '') AS p0,
    n
  FROM __dphh_raw
), __dphh_2 AS (
  SELECT
    COLLATE(
      CASE
        WHEN SUBSTR(p0, 1, 1) = '/'
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 3
          THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){3}')
          ELSE p0
        END
        WHEN NOT (
          p0
        ) IS NULL
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 2
          THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){2}')
          ELSE p0
        END
      END,
      ''
    ) AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      n
    FROM __dphh_parts
  ) AS finer
  GROUP BY
    1
), __dphh_1 AS (
  SELECT
    COLLATE(
      CASE
        WHEN SUBSTR(p0, 1, 1) = '/'
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 2
          THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){2}')
          ELSE p0
        END
        WHEN NOT (
          p0
        ) IS NULL
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 1
          THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){1}')
          ELSE p0
        END
      END,
      ''
    ) AS p0,
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
  level,
  key,
  parent,
  n
FROM (
  SELECT
    CAST(0 AS INT) AS level,
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT) AS level,
    CAST(COLLATE(p0, '') AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    n
  FROM __dphh_1
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SUBSTR(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 1
        THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){1}')
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN ''
    END
    AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT) AS level,
    CAST(COLLATE(p0, '') AS VARCHAR) AS key,
    CAST(COLLATE(
      (
        COLLATE(
          CASE
            WHEN SUBSTR(p0, 1, 1) = '/'
            THEN CASE
              WHEN (
                LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
              ) >= 2
              THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){2}')
              ELSE p0
            END
            WHEN NOT (
              p0
            ) IS NULL
            THEN CASE
              WHEN (
                LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
              ) >= 1
              THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){1}')
              ELSE p0
            END
          END,
          ''
        )
      ),
      ''
    ) AS VARCHAR) AS parent,
    n
  FROM __dphh_2
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SUBSTR(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 2
        THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){2}')
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 1
        THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){1}')
        ELSE p0
      END
    END
    AND n >= 2
) AS counted;

-- phone
WITH __dphh_raw AS (
  SELECT
    COLLATE(CAST("c0" AS VARCHAR), '') AS r0,
    COUNT(*) AS n
  FROM (
    SELECT
      *
    FROM items
  ) AS source
  GROUP BY
    1
), __dphh_parts AS (
  SELECT
    COLLATE(
      CASE
        WHEN REGEXP_INSTR(r0, '^(\\+[1-9]([ .-]?[0-9]){6,14})$') > 0
        THEN (
          COALESCE(
            COALESCE(
              REGEXP_SUBSTR(
                REGEXP_REPLACE(r0, '[^0-9]', ''),
                '^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(2[1-689]|3[578]|42|5[09]|6[7-9]|8[035789]|9[679])[0-9])([0-9]*)',
                1,
                1,
                'e',
                1
              ),
              CASE WHEN NOT (
                REGEXP_REPLACE(r0, '[^0-9]', '')
              ) IS NULL THEN '' END
            ),
            ''
          ) || '/' || COALESCE(
            REGEXP_REPLACE(
              COALESCE(
                REGEXP_SUBSTR(
                  REGEXP_REPLACE(r0, '[^0-9]', ''),
                  '^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(2[1-689]|3[578]|42|5[09]|6[7-9]|8[035789]|9[679])[0-9])([0-9]*)',
                  1,
                  1,
                  'e',
                  3
                ),
                CASE WHEN NOT (
                  REGEXP_REPLACE(r0, '[^0-9]', '')
                ) IS NULL THEN '' END
              ),
              '([0-9])',
              '\\1/'
            ),
            ''
          )
        )
      END,
      ''
    ) AS p0,
    n
  FROM __dphh_raw
), __dphh_4 AS (
  SELECT
    COLLATE(
      CASE
        WHEN SUBSTR(p0, 1, 1) = '/'
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 5
          THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){5}')
          ELSE p0
        END
        WHEN NOT (
          p0
        ) IS NULL
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 4
          THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){4}')
          ELSE p0
        END
      END,
      ''
    ) AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      n
    FROM __dphh_parts
  ) AS finer
  GROUP BY
    1
), __dphh_1 AS (
  SELECT
    COLLATE(
      CASE
        WHEN SUBSTR(p0, 1, 1) = '/'
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 2
          THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){2}')
          ELSE p0
        END
        WHEN NOT (
          p0
        ) IS NULL
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 1
          THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){1}')
          ELSE p0
        END
      END,
      ''
    ) AS p0,
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
  level,
  key,
  parent,
  n
FROM (
  SELECT
    CAST(0 AS INT) AS level,
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT) AS level,
    CAST(COLLATE(p0, '') AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    n
  FROM __dphh_1
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SUBSTR(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 1
        THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){1}')
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN ''
    END
    AND n >= 2
  UNION ALL
  SELECT
    CAST(4 AS INT) AS level,
    CAST(COLLATE(p0, '') AS VARCHAR) AS key,
    CAST(COLLATE(
      (
        COLLATE(
          CASE
            WHEN SUBSTR(p0, 1, 1) = '/'
            THEN CASE
              WHEN (
                LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
              ) >= 2
              THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){2}')
              ELSE p0
            END
            WHEN NOT (
              p0
            ) IS NULL
            THEN CASE
              WHEN (
                LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
              ) >= 1
              THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){1}')
              ELSE p0
            END
          END,
          ''
        )
      ),
      ''
    ) AS VARCHAR) AS parent,
    n
  FROM __dphh_4
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SUBSTR(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 4
        THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){4}')
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 3
        THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){3}')
        ELSE p0
      END
    END
    AND n >= 2
) AS counted;

-- semver
WITH __dphh_raw AS (
  SELECT
    COLLATE(CAST("c0" AS VARCHAR), '') AS r0,
    COUNT(*) AS n
  FROM (
    SELECT
      *
    FROM items
  ) AS source
  GROUP BY
    1
), __dphh_parts AS (
  SELECT
    COLLATE(
      CASE
        WHEN REGEXP_INSTR(
          r0,
          '^(v?(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(-((0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(\\.(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?)$'
        ) > 0
        THEN (
          COALESCE(
            (
              COALESCE(
                COALESCE(
                  REGEXP_SUBSTR(
                    r0,
                    '^v?(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(-((0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(\\.(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?$',
                    1,
                    1,
                    'e',
                    1
                  ),
                  CASE WHEN NOT (
                    r0
                  ) IS NULL THEN '' END
                ),
                ''
              ) || '/' || COALESCE(
                COALESCE(
                  REGEXP_SUBSTR(
                    r0,
                    '^v?(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(-((0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(\\.(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?$',
                    1,
                    1,
                    'e',
                    2
                  ),
                  CASE WHEN NOT (
                    r0
                  ) IS NULL THEN '' END
                ),
                ''
              ) || '/' || COALESCE(
                COALESCE(
                  REGEXP_SUBSTR(
                    r0,
                    '^v?(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(-((0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(\\.(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?$',
                    1,
                    1,
                    'e',
                    3
                  ),
                  CASE WHEN NOT (
                    r0
                  ) IS NULL THEN '' END
                ),
                ''
              ) || '/'
            ),
            ''
          ) || COALESCE(
            CASE
              WHEN COALESCE(
                REGEXP_SUBSTR(
                  r0,
                  '^v?(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(-((0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(\\.(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?$',
                  1,
                  1,
                  'e',
                  5
                ),
                CASE WHEN NOT (
                  r0
                ) IS NULL THEN '' END
              ) = ''
              THEN ''
              ELSE (
                COALESCE(
                  COALESCE(
                    REGEXP_SUBSTR(
                      r0,
                      '^v?(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(-((0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(\\.(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?$',
                      1,
                      1,
                      'e',
                      5
                    ),
                    CASE WHEN NOT (
                      r0
                    ) IS NULL THEN '' END
                  ),
                  ''
                ) || '/'
              )
            END,
            ''
          )
        )
      END,
      ''
    ) AS p0,
    n
  FROM __dphh_raw
), __dphh_2 AS (
  SELECT
    COLLATE(
      CASE
        WHEN SUBSTR(p0, 1, 1) = '/'
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 3
          THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){3}')
          ELSE p0
        END
        WHEN NOT (
          p0
        ) IS NULL
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 2
          THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){2}')
          ELSE p0
        END
      END,
      ''
    ) AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      n
    FROM __dphh_parts
  ) AS finer
  GROUP BY
    1
), __dphh_1 AS (
  SELECT
    COLLATE(
      CASE
        WHEN SUBSTR(p0, 1, 1) = '/'
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 2
          THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){2}')
          ELSE p0
        END
        WHEN NOT (
          p0
        ) IS NULL
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 1
          THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){1}')
          ELSE p0
        END
      END,
      ''
    ) AS p0,
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
  level,
  key,
  parent,
  n
FROM (
  SELECT
    CAST(0 AS INT) AS level,
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT) AS level,
    CAST(COLLATE(p0, '') AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    n
  FROM __dphh_1
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SUBSTR(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 1
        THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){1}')
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN ''
    END
    AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT) AS level,
    CAST(COLLATE(p0, '') AS VARCHAR) AS key,
    CAST(COLLATE(
      (
        COLLATE(
          CASE
            WHEN SUBSTR(p0, 1, 1) = '/'
            THEN CASE
              WHEN (
                LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
              ) >= 2
              THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){2}')
              ELSE p0
            END
            WHEN NOT (
              p0
            ) IS NULL
            THEN CASE
              WHEN (
                LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
              ) >= 1
              THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){1}')
              ELSE p0
            END
          END,
          ''
        )
      ),
      ''
    ) AS VARCHAR) AS parent,
    n
  FROM __dphh_2
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SUBSTR(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 2
        THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){2}')
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 1
        THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){1}')
        ELSE p0
      END
    END
    AND n >= 2
) AS counted;

-- taxonomy(regions
-- hierarchy taxonomy(regions, code, parent, 7784b9225905131c5ad57331a7f66eddb0952c193a5f1329a1215023597f384b) is not available on snowflake: function unnest has no tested translation.

-- timestamp
WITH __dphh_raw AS (
  SELECT
    CASE
      WHEN CASE WHEN TRUE THEN "c0" END BETWEEN CAST('0001-01-01 00:00:00' AS TIMESTAMPNTZ) AND CAST('9999-12-31 23:59:59.999999' AS TIMESTAMPNTZ)
      THEN DATE_TRUNC(
        'hour',
        GREATEST(CASE WHEN TRUE THEN "c0" END, CAST('0001-01-01 00:00:00' AS TIMESTAMPNTZ))
      )
    END AS r0,
    COUNT(*) AS n
  FROM (
    SELECT
      *
    FROM items
  ) AS source
  GROUP BY
    1
), __dphh_parts AS (
  SELECT
    r0 AS p0,
    n
  FROM __dphh_raw
), __dphh_2 AS (
  SELECT
    DATE_TRUNC('month', p0) AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      n
    FROM __dphh_parts
  ) AS finer
  GROUP BY
    1
), __dphh_1 AS (
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
  level,
  key,
  parent,
  n
FROM (
  SELECT
    CAST(0 AS INT) AS level,
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT) AS level,
    CAST(COLLATE(SUBSTR(TO_CHAR(p0, 'YYYY-MM-DD HH24:MI:SS'), 1, 4), '') AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT) AS level,
    CAST(COLLATE(SUBSTR(TO_CHAR(p0, 'YYYY-MM-DD HH24:MI:SS'), 1, 7), '') AS VARCHAR) AS key,
    CAST(COLLATE(SUBSTR(TO_CHAR(DATE_TRUNC('year', p0), 'YYYY-MM-DD HH24:MI:SS'), 1, 4), '') AS VARCHAR) AS parent,
    n
  FROM __dphh_2
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;

-- timestamptz
-- hierarchy timestamptz is not available on snowflake: type TIMESTAMP WITH TIME ZONE has no tested translation.

-- url
WITH __dphh_raw AS (
  SELECT
    COLLATE(CAST("c0" AS VARCHAR), '') AS r0,
    COUNT(*) AS n
  FROM (
    SELECT
      *
    FROM items
  ) AS source
  GROUP BY
    1
), __dphh_parts AS (
  SELECT
    COLLATE(
      CASE
        WHEN REGEXP_INSTR(
          r0,
          '^(([A-Za-z][A-Za-z0-9+.-]*)://([^/?#@]*@)?(([A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(:[0-9]*)?([/?#](.|\n)*)?)$'
        ) > 0
        THEN (
          COALESCE(
            LOWER(
              COALESCE(
                REGEXP_SUBSTR(
                  r0,
                  '^([A-Za-z][A-Za-z0-9+.-]*)://([^/?#@]*@)?(([A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(:[0-9]*)?([/?#](.|\n)*)?$',
                  1,
                  1,
                  'e',
                  1
                ),
                CASE WHEN NOT (
                  r0
                ) IS NULL THEN '' END
              )
            ),
            ''
          ) || '://' || COALESCE(
            LOWER(
              COALESCE(
                REGEXP_SUBSTR(
                  r0,
                  '^([A-Za-z][A-Za-z0-9+.-]*)://([^/?#@]*@)?(([A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(:[0-9]*)?([/?#](.|\n)*)?$',
                  1,
                  1,
                  'e',
                  3
                ),
                CASE WHEN NOT (
                  r0
                ) IS NULL THEN '' END
              )
            ),
            ''
          ) || COALESCE(
            CASE
              WHEN COALESCE(
                REGEXP_SUBSTR(
                  r0,
                  '^([A-Za-z][A-Za-z0-9+.-]*)://([^/?#@]*@)?(([A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(:[0-9]*)?([/?#](.|\n)*)?$',
                  1,
                  1,
                  'e',
                  5
                ),
                CASE WHEN NOT (
                  r0
                ) IS NULL THEN '' END
              ) = ':'
              OR (
                LOWER(
                  COALESCE(
                    REGEXP_SUBSTR(
                      r0,
                      '^([A-Za-z][A-Za-z0-9+.-]*)://([^/?#@]*@)?(([A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(:[0-9]*)?([/?#](.|\n)*)?$',
                      1,
                      1,
                      'e',
                      1
                    ),
                    CASE WHEN NOT (
                      r0
                    ) IS NULL THEN '' END
                  )
                ) = 'http'
                AND COALESCE(
                  REGEXP_SUBSTR(
                    r0,
                    '^([A-Za-z][A-Za-z0-9+.-]*)://([^/?#@]*@)?(([A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(:[0-9]*)?([/?#](.|\n)*)?$',
                    1,
                    1,
                    'e',
                    5
                  ),
                  CASE WHEN NOT (
                    r0
                  ) IS NULL THEN '' END
                ) = ':80'
              )
              OR (
                LOWER(
                  COALESCE(
                    REGEXP_SUBSTR(
                      r0,
                      '^([A-Za-z][A-Za-z0-9+.-]*)://([^/?#@]*@)?(([A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(:[0-9]*)?([/?#](.|\n)*)?$',
                      1,
                      1,
                      'e',
                      1
                    ),
                    CASE WHEN NOT (
                      r0
                    ) IS NULL THEN '' END
                  )
                ) = 'https'
                AND COALESCE(
                  REGEXP_SUBSTR(
                    r0,
                    '^([A-Za-z][A-Za-z0-9+.-]*)://([^/?#@]*@)?(([A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(:[0-9]*)?([/?#](.|\n)*)?$',
                    1,
                    1,
                    'e',
                    5
                  ),
                  CASE WHEN NOT (
                    r0
                  ) IS NULL THEN '' END
                ) = ':443'
              )
              THEN ''
              ELSE COALESCE(
                REGEXP_SUBSTR(
                  r0,
                  '^([A-Za-z][A-Za-z0-9+.-]*)://([^/?#@]*@)?(([A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(:[0-9]*)?([/?#](.|\n)*)?$',
                  1,
                  1,
                  'e',
                  5
                ),
                CASE WHEN NOT (
                  r0
                ) IS NULL THEN '' END
              )
            END,
            ''
          ) || '/' || COALESCE(
            COALESCE(
              REGEXP_SUBSTR(
                COALESCE(
                  REGEXP_SUBSTR(
                    r0,
                    '^([A-Za-z][A-Za-z0-9+.-]*)://([^/?#@]*@)?(([A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(:[0-9]*)?([/?#](.|\n)*)?$',
                    1,
                    1,
                    'e',
                    6
                  ),
                  CASE WHEN NOT (
                    r0
                  ) IS NULL THEN '' END
                ),
                '^/?([^?#]*)',
                1,
                1,
                'e',
                1
              ),
              CASE
                WHEN NOT (
                  COALESCE(
                    REGEXP_SUBSTR(
                      r0,
                      '^([A-Za-z][A-Za-z0-9+.-]*)://([^/?#@]*@)?(([A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(:[0-9]*)?([/?#](.|\n)*)?$',
                      1,
                      1,
                      'e',
                      6
                    ),
                    CASE WHEN NOT (
                      r0
                    ) IS NULL THEN '' END
                  )
                ) IS NULL
                THEN ''
              END
            ),
            ''
          )
        )
      END,
      ''
    ) AS p0,
    n
  FROM __dphh_raw
), __dphh_2 AS (
  SELECT
    COLLATE(
      CASE
        WHEN SUBSTR(p0, 1, 1) = '/'
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 5
          THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){5}')
          ELSE p0
        END
        WHEN NOT (
          p0
        ) IS NULL
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 4
          THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){4}')
          ELSE p0
        END
      END,
      ''
    ) AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      n
    FROM __dphh_parts
  ) AS finer
  GROUP BY
    1
), __dphh_1 AS (
  SELECT
    COLLATE(
      CASE
        WHEN SUBSTR(p0, 1, 1) = '/'
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 4
          THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){4}')
          ELSE p0
        END
        WHEN NOT (
          p0
        ) IS NULL
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 3
          THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){3}')
          ELSE p0
        END
      END,
      ''
    ) AS p0,
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
  level,
  key,
  parent,
  n
FROM (
  SELECT
    CAST(0 AS INT) AS level,
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT) AS level,
    CAST(COLLATE(p0, '') AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    n
  FROM __dphh_1
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SUBSTR(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 3
        THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){3}')
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 2
        THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){2}')
        ELSE p0
      END
    END
    AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT) AS level,
    CAST(COLLATE(p0, '') AS VARCHAR) AS key,
    CAST(COLLATE(
      (
        COLLATE(
          CASE
            WHEN SUBSTR(p0, 1, 1) = '/'
            THEN CASE
              WHEN (
                LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
              ) >= 4
              THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){4}')
              ELSE p0
            END
            WHEN NOT (
              p0
            ) IS NULL
            THEN CASE
              WHEN (
                LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
              ) >= 3
              THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){3}')
              ELSE p0
            END
          END,
          ''
        )
      ),
      ''
    ) AS VARCHAR) AS parent,
    n
  FROM __dphh_2
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SUBSTR(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 4
        THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){4}')
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 3
        THEN REGEXP_SUBSTR(p0, '^([^/]*[/]){3}')
        ELSE p0
      END
    END
    AND n >= 2
) AS counted;

-- word(3)
WITH __dphh_raw AS (
  SELECT
    COLLATE(CAST("c0" AS VARCHAR), '') AS r0,
    COUNT(*) AS n
  FROM (
    SELECT
      *
    FROM items
  ) AS source
  GROUP BY
    1
), __dphh_parts AS (
  SELECT
    COLLATE((
      '$' || r0
    ), '') AS p0,
    n
  FROM __dphh_raw
), __dphh_2 AS (
  SELECT
    COLLATE(CASE WHEN LENGTH(p0) <= 2 THEN p0 ELSE '.' || SUBSTR(p0, 2, 2) END, '') AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      n
    FROM __dphh_parts
  ) AS finer
  GROUP BY
    1
), __dphh_1 AS (
  SELECT
    COLLATE(CASE WHEN LENGTH(p0) <= 1 THEN p0 ELSE '.' || SUBSTR(p0, 2, 1) END, '') AS p0,
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
  level,
  key,
  parent,
  n
FROM (
  SELECT
    CAST(0 AS INT) AS level,
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT) AS level,
    CAST(COLLATE(p0, '') AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    n
  FROM __dphh_1
  WHERE
    COALESCE(LENGTH(p0) >= 1, FALSE) AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT) AS level,
    CAST(COLLATE(p0, '') AS VARCHAR) AS key,
    CAST(COLLATE(
      (
        COLLATE(CASE WHEN LENGTH(p0) <= 1 THEN p0 ELSE '.' || SUBSTR(p0, 2, 1) END, '')
      ),
      ''
    ) AS VARCHAR) AS parent,
    n
  FROM __dphh_2
  WHERE
    COALESCE(LENGTH(p0) >= 2, FALSE) AND n >= 2
) AS counted;

-- zip
WITH __dphh_raw AS (
  SELECT
    COLLATE(CAST("c0" AS VARCHAR), '') AS r0,
    COUNT(*) AS n
  FROM (
    SELECT
      *
    FROM items
  ) AS source
  GROUP BY
    1
), __dphh_parts AS (
  SELECT
    COLLATE(
      CASE
        WHEN REGEXP_INSTR(r0, '^([0-9]{5})$') > 0
        THEN r0
        WHEN REGEXP_INSTR(r0, '^([0-9]{5}-[0-9]{4})$') > 0
        THEN SUBSTR(r0, 1, 5)
      END,
      ''
    ) AS p0,
    n
  FROM __dphh_raw
), __dphh_3 AS (
  SELECT
    COLLATE(SUBSTR(p0, 1, 3), '') AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      n
    FROM __dphh_parts
  ) AS finer
  GROUP BY
    1
), __dphh_1 AS (
  SELECT
    COLLATE(SUBSTR(p0, 1, 1), '') AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      n
    FROM __dphh_3
  ) AS finer
  GROUP BY
    1
)
SELECT
  level,
  key,
  parent,
  n
FROM (
  SELECT
    CAST(0 AS INT) AS level,
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT) AS level,
    CAST(COLLATE(p0, '') AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(3 AS INT) AS level,
    CAST(COLLATE(p0, '') AS VARCHAR) AS key,
    CAST(COLLATE((
      COLLATE(SUBSTR(p0, 1, 1), '')
    ), '') AS VARCHAR) AS parent,
    n
  FROM __dphh_3
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;
