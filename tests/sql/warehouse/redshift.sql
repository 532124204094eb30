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
    CAST(0 AS INTEGER) AS level,
    CAST(NULL AS VARCHAR(65535)) AS key,
    CAST(NULL AS VARCHAR(65535)) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INTEGER) AS level,
    CAST(COLLATE(CAST(p0 AS VARCHAR(65535)), 'case_sensitive') AS VARCHAR(65535)) AS key,
    CAST(NULL AS VARCHAR(65535)) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INTEGER) AS level,
    CAST(COLLATE(CAST(p0 AS VARCHAR(65535)), 'case_sensitive') AS VARCHAR(65535)) AS key,
    CAST(COLLATE(CAST(p0 - p0 % CAST('8' AS BIGINT) AS VARCHAR(65535)), 'case_sensitive') AS VARCHAR(65535)) AS parent,
    n
  FROM __dphh_2
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;

-- chars(3)
WITH __dphh_raw AS (
  SELECT
    COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive') AS r0,
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
    COLLATE(SUBSTR(p0, 1, 2), 'case_sensitive') AS p0,
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
    COLLATE(SUBSTR(p0, 1, 1), 'case_sensitive') AS p0,
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
    CAST(0 AS INTEGER) AS level,
    CAST(NULL AS VARCHAR(65535)) AS key,
    CAST(NULL AS VARCHAR(65535)) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INTEGER) AS level,
    CAST(COLLATE(p0, 'case_sensitive') AS VARCHAR(65535)) AS key,
    CAST(NULL AS VARCHAR(65535)) AS parent,
    n
  FROM __dphh_1
  WHERE
    COALESCE(LENGTH(p0) = 1, FALSE) AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INTEGER) AS level,
    CAST(COLLATE(p0, 'case_sensitive') AS VARCHAR(65535)) AS key,
    CAST(COLLATE((
      COLLATE(SUBSTR(p0, 1, 1), 'case_sensitive')
    ), 'case_sensitive') AS VARCHAR(65535)) AS parent,
    n
  FROM __dphh_2
  WHERE
    COALESCE(LENGTH(p0) = 2, FALSE) AND n >= 2
) AS counted;

-- columns(2)
WITH __dphh_raw AS (
  SELECT
    COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive') AS r0,
    COLLATE(CAST("c1" AS VARCHAR(65535)), 'case_sensitive') AS r1,
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
    COLLATE(CASE WHEN NOT r0 IS NULL THEN r1 END, 'case_sensitive') AS p1,
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
    COLLATE(CAST(NULL AS VARCHAR(65535)), 'case_sensitive') AS p1,
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
    CAST(0 AS INTEGER) AS level,
    CAST(NULL AS VARCHAR(65535)) AS key,
    CAST(NULL AS VARCHAR(65535)) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INTEGER) AS level,
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
                                                                    REPLACE(REPLACE(REPLACE(p0, '\\', '\\\\'), '"', '\\"'), '\001', '\\u0001'),
                                                                    '\002',
                                                                    '\\u0002'
                                                                  ),
                                                                  '\003',
                                                                  '\\u0003'
                                                                ),
                                                                '\004',
                                                                '\\u0004'
                                                              ),
                                                              '\005',
                                                              '\\u0005'
                                                            ),
                                                            '\006',
                                                            '\\u0006'
                                                          ),
                                                          '\007',
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
                                                  '\013',
                                                  '\\u000B'
                                                ),
                                                '\f',
                                                '\\f'
                                              ),
                                              '\r',
                                              '\\r'
                                            ),
                                            '\016',
                                            '\\u000E'
                                          ),
                                          '\017',
                                          '\\u000F'
                                        ),
                                        '\020',
                                        '\\u0010'
                                      ),
                                      '\021',
                                      '\\u0011'
                                    ),
                                    '\022',
                                    '\\u0012'
                                  ),
                                  '\023',
                                  '\\u0013'
                                ),
                                '\024',
                                '\\u0014'
                              ),
                              '\025',
                              '\\u0015'
                            ),
                            '\026',
                            '\\u0016'
                          ),
                          '\027',
                          '\\u0017'
                        ),
                        '\030',
                        '\\u0018'
                      ),
                      '\031',
                      '\\u0019'
                    ),
                    '\032',
                    '\\u001A'
                  ),
                  '\033',
                  '\\u001B'
                ),
                '\034',
                '\\u001C'
              ),
              '\035',
              '\\u001D'
            ),
            '\036',
            '\\u001E'
          ),
          '\037',
          '\\u001F'
        ) || '"]'
      ) AS VARCHAR(65535)),
      'case_sensitive'
    ) AS VARCHAR(65535)) AS key,
    CAST(NULL AS VARCHAR(65535)) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INTEGER) AS level,
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
                                                                    REPLACE(REPLACE(REPLACE(p0, '\\', '\\\\'), '"', '\\"'), '\001', '\\u0001'),
                                                                    '\002',
                                                                    '\\u0002'
                                                                  ),
                                                                  '\003',
                                                                  '\\u0003'
                                                                ),
                                                                '\004',
                                                                '\\u0004'
                                                              ),
                                                              '\005',
                                                              '\\u0005'
                                                            ),
                                                            '\006',
                                                            '\\u0006'
                                                          ),
                                                          '\007',
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
                                                  '\013',
                                                  '\\u000B'
                                                ),
                                                '\f',
                                                '\\f'
                                              ),
                                              '\r',
                                              '\\r'
                                            ),
                                            '\016',
                                            '\\u000E'
                                          ),
                                          '\017',
                                          '\\u000F'
                                        ),
                                        '\020',
                                        '\\u0010'
                                      ),
                                      '\021',
                                      '\\u0011'
                                    ),
                                    '\022',
                                    '\\u0012'
                                  ),
                                  '\023',
                                  '\\u0013'
                                ),
                                '\024',
                                '\\u0014'
                              ),
                              '\025',
                              '\\u0015'
                            ),
                            '\026',
                            '\\u0016'
                          ),
                          '\027',
                          '\\u0017'
                        ),
                        '\030',
                        '\\u0018'
                      ),
                      '\031',
                      '\\u0019'
                    ),
                    '\032',
                    '\\u001A'
                  ),
                  '\033',
                  '\\u001B'
                ),
                '\034',
                '\\u001C'
              ),
              '\035',
              '\\u001D'
            ),
            '\036',
            '\\u001E'
          ),
          '\037',
          '\\u001F'
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
                                                                    REPLACE(REPLACE(REPLACE(p1, '\\', '\\\\'), '"', '\\"'), '\001', '\\u0001'),
                                                                    '\002',
                                                                    '\\u0002'
                                                                  ),
                                                                  '\003',
                                                                  '\\u0003'
                                                                ),
                                                                '\004',
                                                                '\\u0004'
                                                              ),
                                                              '\005',
                                                              '\\u0005'
                                                            ),
                                                            '\006',
                                                            '\\u0006'
                                                          ),
                                                          '\007',
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
                                                  '\013',
                                                  '\\u000B'
                                                ),
                                                '\f',
                                                '\\f'
                                              ),
                                              '\r',
                                              '\\r'
                                            ),
                                            '\016',
                                            '\\u000E'
                                          ),
                                          '\017',
                                          '\\u000F'
                                        ),
                                        '\020',
                                        '\\u0010'
                                      ),
                                      '\021',
                                      '\\u0011'
                                    ),
                                    '\022',
                                    '\\u0012'
                                  ),
                                  '\023',
                                  '\\u0013'
                                ),
                                '\024',
                                '\\u0014'
                              ),
                              '\025',
                              '\\u0015'
                            ),
                            '\026',
                            '\\u0016'
                          ),
                          '\027',
                          '\\u0017'
                        ),
                        '\030',
                        '\\u0018'
                      ),
                      '\031',
                      '\\u0019'
                    ),
                    '\032',
                    '\\u001A'
                  ),
                  '\033',
                  '\\u001B'
                ),
                '\034',
                '\\u001C'
              ),
              '\035',
              '\\u001D'
            ),
            '\036',
            '\\u001E'
          ),
          '\037',
          '\\u001F'
        ) || '"]'
      ) AS VARCHAR(65535)),
      'case_sensitive'
    ) AS VARCHAR(65535)) AS key,
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
                                                                    REPLACE(REPLACE(REPLACE(p0, '\\', '\\\\'), '"', '\\"'), '\001', '\\u0001'),
                                                                    '\002',
                                                                    '\\u0002'
                                                                  ),
                                                                  '\003',
                                                                  '\\u0003'
                                                                ),
                                                                '\004',
                                                                '\\u0004'
                                                              ),
                                                              '\005',
                                                              '\\u0005'
                                                            ),
                                                            '\006',
                                                            '\\u0006'
                                                          ),
                                                          '\007',
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
                                                  '\013',
                                                  '\\u000B'
                                                ),
                                                '\f',
                                                '\\f'
                                              ),
                                              '\r',
                                              '\\r'
                                            ),
                                            '\016',
                                            '\\u000E'
                                          ),
                                          '\017',
                                          '\\u000F'
                                        ),
                                        '\020',
                                        '\\u0010'
                                      ),
                                      '\021',
                                      '\\u0011'
                                    ),
                                    '\022',
                                    '\\u0012'
                                  ),
                                  '\023',
                                  '\\u0013'
                                ),
                                '\024',
                                '\\u0014'
                              ),
                              '\025',
                              '\\u0015'
                            ),
                            '\026',
                            '\\u0016'
                          ),
                          '\027',
                          '\\u0017'
                        ),
                        '\030',
                        '\\u0018'
                      ),
                      '\031',
                      '\\u0019'
                    ),
                    '\032',
                    '\\u001A'
                  ),
                  '\033',
                  '\\u001B'
                ),
                '\034',
                '\\u001C'
              ),
              '\035',
              '\\u001D'
            ),
            '\036',
            '\\u001E'
          ),
          '\037',
          '\\u001F'
        ) || '"]'
      ) AS VARCHAR(65535)),
      'case_sensitive'
    ) AS VARCHAR(65535)) AS parent,
    n
  FROM __dphh_2
  WHERE
    NOT p1 IS NULL AND n >= 2
) AS counted;

-- date
WITH __dphh_raw AS (
  SELECT
    CASE
      WHEN CASE WHEN TRUE THEN CAST("c0" AS TIMESTAMP) END BETWEEN CAST('0001-01-01 00:00:00' AS TIMESTAMP) AND CAST('9999-12-31 23:59:59.999999' AS TIMESTAMP)
      THEN DATE_TRUNC(
        'day',
        GREATEST(
          CASE WHEN TRUE THEN CAST("c0" AS TIMESTAMP) END,
          CAST('0001-01-01 00:00:00' AS TIMESTAMP)
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
    CAST(0 AS INTEGER) AS level,
    CAST(NULL AS VARCHAR(65535)) AS key,
    CAST(NULL AS VARCHAR(65535)) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INTEGER) AS level,
    CAST(COLLATE(SUBSTR(TO_CHAR(p0, 'YYYY-MM-DD HH24:MI:SS'), 1, 4), 'case_sensitive') AS VARCHAR(65535)) AS key,
    CAST(NULL AS VARCHAR(65535)) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INTEGER) AS level,
    CAST(COLLATE(SUBSTR(TO_CHAR(p0, 'YYYY-MM-DD HH24:MI:SS'), 1, 7), 'case_sensitive') AS VARCHAR(65535)) AS key,
    CAST(COLLATE(
      SUBSTR(TO_CHAR(DATE_TRUNC('year', p0), 'YYYY-MM-DD HH24:MI:SS'), 1, 4),
      'case_sensitive'
    ) AS VARCHAR(65535)) AS parent,
    n
  FROM __dphh_2
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;

-- domain
-- hierarchy domain is not available on redshift: function unnest has no tested translation.

-- file
WITH __dphh_raw AS (
  SELECT
    COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive') AS r0,
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
              WHEN REGEXP_COUNT(
                CASE
                  WHEN RIGHT(
                    REGEXP_REPLACE(
                      REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/', 1, 'p'), '/(?:\\./)+', '/', 1, 'p'),
                      '^(?:\\./)+',
                      '',
                      1,
                      'p'
                    ),
                    2
                  ) = '/.'
                  THEN SUBSTR(
                    REGEXP_REPLACE(
                      REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/', 1, 'p'), '/(?:\\./)+', '/', 1, 'p'),
                      '^(?:\\./)+',
                      '',
                      1,
                      'p'
                    ),
                    1,
                    LENGTH(
                      REGEXP_REPLACE(
                        REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/', 1, 'p'), '/(?:\\./)+', '/', 1, 'p'),
                        '^(?:\\./)+',
                        '',
                        1,
                        'p'
                      )
                    ) - 1
                  )
                  ELSE REGEXP_REPLACE(
                    REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/', 1, 'p'), '/(?:\\./)+', '/', 1, 'p'),
                    '^(?:\\./)+',
                    '',
                    1,
                    'p'
                  )
                END,
                '^[a-z]:/',
                1,
                'p'
              ) > 0
              THEN (
                COALESCE(
                  UPPER(
                    SUBSTR(
                      CASE
                        WHEN RIGHT(
                          REGEXP_REPLACE(
                            REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/', 1, 'p'), '/(?:\\./)+', '/', 1, 'p'),
                            '^(?:\\./)+',
                            '',
                            1,
                            'p'
                          ),
                          2
                        ) = '/.'
                        THEN SUBSTR(
                          REGEXP_REPLACE(
                            REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/', 1, 'p'), '/(?:\\./)+', '/', 1, 'p'),
                            '^(?:\\./)+',
                            '',
                            1,
                            'p'
                          ),
                          1,
                          LENGTH(
                            REGEXP_REPLACE(
                              REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/', 1, 'p'), '/(?:\\./)+', '/', 1, 'p'),
                              '^(?:\\./)+',
                              '',
                              1,
                              'p'
                            )
                          ) - 1
                        )
                        ELSE REGEXP_REPLACE(
                          REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/', 1, 'p'), '/(?:\\./)+', '/', 1, 'p'),
                          '^(?:\\./)+',
                          '',
                          1,
                          'p'
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
                      WHEN RIGHT(
                        REGEXP_REPLACE(
                          REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/', 1, 'p'), '/(?:\\./)+', '/', 1, 'p'),
                          '^(?:\\./)+',
                          '',
                          1,
                          'p'
                        ),
                        2
                      ) = '/.'
                      THEN SUBSTR(
                        REGEXP_REPLACE(
                          REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/', 1, 'p'), '/(?:\\./)+', '/', 1, 'p'),
                          '^(?:\\./)+',
                          '',
                          1,
                          'p'
                        ),
                        1,
                        LENGTH(
                          REGEXP_REPLACE(
                            REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/', 1, 'p'), '/(?:\\./)+', '/', 1, 'p'),
                            '^(?:\\./)+',
                            '',
                            1,
                            'p'
                          )
                        ) - 1
                      )
                      ELSE REGEXP_REPLACE(
                        REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/', 1, 'p'), '/(?:\\./)+', '/', 1, 'p'),
                        '^(?:\\./)+',
                        '',
                        1,
                        'p'
                      )
                    END,
                    2
                  ),
                  ''
                )
              )
              ELSE CASE
                WHEN RIGHT(
                  REGEXP_REPLACE(
                    REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/', 1, 'p'), '/(?:\\./)+', '/', 1, 'p'),
                    '^(?:\\./)+',
                    '',
                    1,
                    'p'
                  ),
                  2
                ) = '/.'
                THEN SUBSTR(
                  REGEXP_REPLACE(
                    REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/', 1, 'p'), '/(?:\\./)+', '/', 1, 'p'),
                    '^(?:\\./)+',
                    '',
                    1,
                    'p'
                  ),
                  1,
                  LENGTH(
                    REGEXP_REPLACE(
                      REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/', 1, 'p'), '/(?:\\./)+', '/', 1, 'p'),
                      '^(?:\\./)+',
                      '',
                      1,
                      'p'
                    )
                  ) - 1
                )
                ELSE REGEXP_REPLACE(
                  REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/', 1, 'p'), '/(?:\\./)+', '/', 1, 'p'),
                  '^(?:\\./)+',
                  '',
                  1,
                  'p'
                )
              END
            END,
            ''
          )
        )
        ELSE CASE
          WHEN REGEXP_COUNT(
            CASE
              WHEN RIGHT(
                REGEXP_REPLACE(
                  REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/', 1, 'p'), '/(?:\\./)+', '/', 1, 'p'),
                  '^(?:\\./)+',
                  '',
                  1,
                  'p'
                ),
                2
              ) = '/.'
              THEN SUBSTR(
                REGEXP_REPLACE(
                  REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/', 1, 'p'), '/(?:\\./)+', '/', 1, 'p'),
                  '^(?:\\./)+',
                  '',
                  1,
                  'p'
                ),
                1,
                LENGTH(
                  REGEXP_REPLACE(
                    REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/', 1, 'p'), '/(?:\\./)+', '/', 1, 'p'),
                    '^(?:\\./)+',
                    '',
                    1,
                    'p'
                  )
                ) - 1
              )
              ELSE REGEXP_REPLACE(
                REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/', 1, 'p'), '/(?:\\./)+', '/', 1, 'p'),
                '^(?:\\./)+',
                '',
                1,
                'p'
              )
            END,
            '^[a-z]:/',
            1,
            'p'
          ) > 0
          THEN (
            COALESCE(
              UPPER(
                SUBSTR(
                  CASE
                    WHEN RIGHT(
                      REGEXP_REPLACE(
                        REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/', 1, 'p'), '/(?:\\./)+', '/', 1, 'p'),
                        '^(?:\\./)+',
                        '',
                        1,
                        'p'
                      ),
                      2
                    ) = '/.'
                    THEN SUBSTR(
                      REGEXP_REPLACE(
                        REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/', 1, 'p'), '/(?:\\./)+', '/', 1, 'p'),
                        '^(?:\\./)+',
                        '',
                        1,
                        'p'
                      ),
                      1,
                      LENGTH(
                        REGEXP_REPLACE(
                          REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/', 1, 'p'), '/(?:\\./)+', '/', 1, 'p'),
                          '^(?:\\./)+',
                          '',
                          1,
                          'p'
                        )
                      ) - 1
                    )
                    ELSE REGEXP_REPLACE(
                      REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/', 1, 'p'), '/(?:\\./)+', '/', 1, 'p'),
                      '^(?:\\./)+',
                      '',
                      1,
                      'p'
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
                  WHEN RIGHT(
                    REGEXP_REPLACE(
                      REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/', 1, 'p'), '/(?:\\./)+', '/', 1, 'p'),
                      '^(?:\\./)+',
                      '',
                      1,
                      'p'
                    ),
                    2
                  ) = '/.'
                  THEN SUBSTR(
                    REGEXP_REPLACE(
                      REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/', 1, 'p'), '/(?:\\./)+', '/', 1, 'p'),
                      '^(?:\\./)+',
                      '',
                      1,
                      'p'
                    ),
                    1,
                    LENGTH(
                      REGEXP_REPLACE(
                        REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/', 1, 'p'), '/(?:\\./)+', '/', 1, 'p'),
                        '^(?:\\./)+',
                        '',
                        1,
                        'p'
                      )
                    ) - 1
                  )
                  ELSE REGEXP_REPLACE(
                    REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/', 1, 'p'), '/(?:\\./)+', '/', 1, 'p'),
                    '^(?:\\./)+',
                    '',
                    1,
                    'p'
                  )
                END,
                2
              ),
              ''
            )
          )
          ELSE CASE
            WHEN RIGHT(
              REGEXP_REPLACE(
                REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/', 1, 'p'), '/(?:\\./)+', '/', 1, 'p'),
                '^(?:\\./)+',
                '',
                1,
                'p'
              ),
              2
            ) = '/.'
            THEN SUBSTR(
              REGEXP_REPLACE(
                REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/', 1, 'p'), '/(?:\\./)+', '/', 1, 'p'),
                '^(?:\\./)+',
                '',
                1,
                'p'
              ),
              1,
              LENGTH(
                REGEXP_REPLACE(
                  REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/', 1, 'p'), '/(?:\\./)+', '/', 1, 'p'),
                  '^(?:\\./)+',
                  '',
                  1,
                  'p'
                )
              ) - 1
            )
            ELSE REGEXP_REPLACE(
              REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/', 1, 'p'), '/(?:\\./)+', '/', 1, 'p'),
              '^(?:\\./)+',
              '',
              1,
              'p'
            )
          END
        END
      END,
      'case_sensitive'
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
          THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 3, 1, 'p') - 1)
          ELSE p0
        END
        WHEN NOT (
          p0
        ) IS NULL
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 2
          THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 2, 1, 'p') - 1)
          ELSE p0
        END
      END,
      'case_sensitive'
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
          THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 2, 1, 'p') - 1)
          ELSE p0
        END
        WHEN NOT (
          p0
        ) IS NULL
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 1
          THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 1, 1, 'p') - 1)
          ELSE p0
        END
      END,
      'case_sensitive'
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
    CAST(0 AS INTEGER) AS level,
    CAST(NULL AS VARCHAR(65535)) AS key,
    CAST(NULL AS VARCHAR(65535)) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INTEGER) AS level,
    CAST(COLLATE(p0, 'case_sensitive') AS VARCHAR(65535)) AS key,
    CAST(NULL AS VARCHAR(65535)) AS parent,
    n
  FROM __dphh_1
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SUBSTR(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 1
        THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 1, 1, 'p') - 1)
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
    CAST(2 AS INTEGER) AS level,
    CAST(COLLATE(p0, 'case_sensitive') AS VARCHAR(65535)) AS key,
    CAST(COLLATE(
      (
        COLLATE(
          CASE
            WHEN SUBSTR(p0, 1, 1) = '/'
            THEN CASE
              WHEN (
                LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
              ) >= 2
              THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 2, 1, 'p') - 1)
              ELSE p0
            END
            WHEN NOT (
              p0
            ) IS NULL
            THEN CASE
              WHEN (
                LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
              ) >= 1
              THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 1, 1, 'p') - 1)
              ELSE p0
            END
          END,
          'case_sensitive'
        )
      ),
      'case_sensitive'
    ) AS VARCHAR(65535)) AS parent,
    n
  FROM __dphh_2
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SUBSTR(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 2
        THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 2, 1, 'p') - 1)
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 1
        THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 1, 1, 'p') - 1)
        ELSE p0
      END
    END
    AND n >= 2
) AS counted;

-- geohash
WITH __dphh_raw AS (
  SELECT
    COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive') AS r0,
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
        WHEN REGEXP_COUNT(r0, '^(?:[0-9b-hjkmnp-zB-HJKMNP-Z]+)\\z', 1, 'p') > 0
        THEN LOWER(r0)
      END,
      'case_sensitive'
    ) AS p0,
    n
  FROM __dphh_raw
), __dphh_4 AS (
  SELECT
    COLLATE(SUBSTR(p0, 1, 4), 'case_sensitive') AS p0,
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
    COLLATE(SUBSTR(p0, 1, 2), 'case_sensitive') AS p0,
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
    CAST(0 AS INTEGER) AS level,
    CAST(NULL AS VARCHAR(65535)) AS key,
    CAST(NULL AS VARCHAR(65535)) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(2 AS INTEGER) AS level,
    CAST(COLLATE(p0, 'case_sensitive') AS VARCHAR(65535)) AS key,
    CAST(NULL AS VARCHAR(65535)) AS parent,
    n
  FROM __dphh_2
  WHERE
    COALESCE(LENGTH(p0) = 2, FALSE) AND n >= 2
  UNION ALL
  SELECT
    CAST(4 AS INTEGER) AS level,
    CAST(COLLATE(p0, 'case_sensitive') AS VARCHAR(65535)) AS key,
    CAST(COLLATE((
      COLLATE(SUBSTR(p0, 1, 2), 'case_sensitive')
    ), 'case_sensitive') AS VARCHAR(65535)) AS parent,
    n
  FROM __dphh_4
  WHERE
    COALESCE(LENGTH(p0) = 4, FALSE) AND n >= 2
) AS counted;

-- h3
-- hierarchy h3 is not available on redshift: function bin has no tested translation.

-- ipv4
WITH __dphh_raw AS (
  SELECT
    COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive') AS r0,
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
      WHEN REGEXP_COUNT(
        r0,
        '^(?:(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\\z',
        1,
        'p'
      ) > 0
      THEN (
        (
          CAST(CASE
            WHEN CASE
              WHEN REGEXP_COUNT(SPLIT_PART(r0, '.', 1), '^-?[0-9]{1,18}\\z', 1, 'p') > 0
              THEN CAST(SPLIT_PART(r0, '.', 1) AS BIGINT)
            END BETWEEN 0 AND 255
            THEN CASE
              WHEN REGEXP_COUNT(SPLIT_PART(r0, '.', 1), '^-?[0-9]{1,18}\\z', 1, 'p') > 0
              THEN CAST(SPLIT_PART(r0, '.', 1) AS BIGINT)
            END
          END AS BIGINT) * 256 + CAST(CASE
            WHEN CASE
              WHEN REGEXP_COUNT(SPLIT_PART(r0, '.', 2), '^-?[0-9]{1,18}\\z', 1, 'p') > 0
              THEN CAST(SPLIT_PART(r0, '.', 2) AS BIGINT)
            END BETWEEN 0 AND 255
            THEN CASE
              WHEN REGEXP_COUNT(SPLIT_PART(r0, '.', 2), '^-?[0-9]{1,18}\\z', 1, 'p') > 0
              THEN CAST(SPLIT_PART(r0, '.', 2) AS BIGINT)
            END
          END AS BIGINT)
        ) * 256 + CAST(CASE
          WHEN CASE
            WHEN REGEXP_COUNT(SPLIT_PART(r0, '.', 3), '^-?[0-9]{1,18}\\z', 1, 'p') > 0
            THEN CAST(SPLIT_PART(r0, '.', 3) AS BIGINT)
          END BETWEEN 0 AND 255
          THEN CASE
            WHEN REGEXP_COUNT(SPLIT_PART(r0, '.', 3), '^-?[0-9]{1,18}\\z', 1, 'p') > 0
            THEN CAST(SPLIT_PART(r0, '.', 3) AS BIGINT)
          END
        END AS BIGINT)
      ) * 256 + CAST(CASE
        WHEN CASE
          WHEN REGEXP_COUNT(SPLIT_PART(r0, '.', 4), '^-?[0-9]{1,18}\\z', 1, 'p') > 0
          THEN CAST(SPLIT_PART(r0, '.', 4) AS BIGINT)
        END BETWEEN 0 AND 255
        THEN CASE
          WHEN REGEXP_COUNT(SPLIT_PART(r0, '.', 4), '^-?[0-9]{1,18}\\z', 1, 'p') > 0
          THEN CAST(SPLIT_PART(r0, '.', 4) AS BIGINT)
        END
      END AS BIGINT)
      WHEN REGEXP_COUNT(r0, '^(?:0|[1-9][0-9]{0,9})\\z', 1, 'p') > 0
      THEN CAST(CASE
        WHEN CASE
          WHEN REGEXP_COUNT(r0, '^-?[0-9]{1,18}\\z', 1, 'p') > 0
          THEN CAST(r0 AS BIGINT)
        END BETWEEN 0 AND 4294967295
        THEN CASE
          WHEN REGEXP_COUNT(r0, '^-?[0-9]{1,18}\\z', 1, 'p') > 0
          THEN CAST(r0 AS BIGINT)
        END
      END AS BIGINT)
    END AS p0,
    n
  FROM __dphh_raw
), __dphh_16 AS (
  SELECT
    p0 & 4294901760 AS p0,
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
    p0 & 4278190080 AS p0,
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
    CAST(0 AS INTEGER) AS level,
    CAST(NULL AS VARCHAR(65535)) AS key,
    CAST(NULL AS VARCHAR(65535)) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(8 AS INTEGER) AS level,
    CAST(COLLATE(CAST(p0 AS VARCHAR(65535)), 'case_sensitive') AS VARCHAR(65535)) AS key,
    CAST(NULL AS VARCHAR(65535)) AS parent,
    n
  FROM __dphh_8
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(16 AS INTEGER) AS level,
    CAST(COLLATE(CAST(p0 AS VARCHAR(65535)), 'case_sensitive') AS VARCHAR(65535)) AS key,
    CAST(COLLATE(CAST(p0 & 4278190080 AS VARCHAR(65535)), 'case_sensitive') AS VARCHAR(65535)) AS parent,
    n
  FROM __dphh_16
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;

-- ipv6
WITH __dphh_raw AS (
  SELECT
    COLLATE(
      CASE
        WHEN STRPOS(COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive'), '.') > 0
        THEN CASE
          WHEN COALESCE(
            REGEXP_SUBSTR(
              COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive'),
              '^(?:(?:[^\n]*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\\z',
              1,
              1,
              'pe'
            ),
            CASE
              WHEN NOT (
                COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive')
              ) IS NULL
              THEN ''
            END
          ) <> ''
          THEN (
            COALESCE(
              CASE
                WHEN COALESCE(
                  REGEXP_SUBSTR(
                    COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive'),
                    '^((?:[^\n]*:)?)(?:(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\\z',
                    1,
                    1,
                    'pe'
                  ),
                  CASE
                    WHEN NOT (
                      COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive')
                    ) IS NULL
                    THEN ''
                  END
                ) = ''
                THEN '::ffff:'
                ELSE COALESCE(
                  REGEXP_SUBSTR(
                    COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive'),
                    '^((?:[^\n]*:)?)(?:(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\\z',
                    1,
                    1,
                    'pe'
                  ),
                  CASE
                    WHEN NOT (
                      COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive')
                    ) IS NULL
                    THEN ''
                  END
                )
              END,
              ''
            ) || COALESCE(
              (
                COALESCE(
                  (
                    COALESCE(
                      LPAD(
                        TO_HEX(
                          CASE
                            WHEN CASE
                              WHEN REGEXP_COUNT(
                                SPLIT_PART(
                                  COALESCE(
                                    REGEXP_SUBSTR(
                                      COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive'),
                                      '^(?:(?:[^\n]*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\\z',
                                      1,
                                      1,
                                      'pe'
                                    ),
                                    CASE
                                      WHEN NOT (
                                        COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive')
                                      ) IS NULL
                                      THEN ''
                                    END
                                  ),
                                  '.',
                                  1
                                ),
                                '^-?[0-9]{1,18}\\z',
                                1,
                                'p'
                              ) > 0
                              THEN CAST(SPLIT_PART(
                                COALESCE(
                                  REGEXP_SUBSTR(
                                    COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive'),
                                    '^(?:(?:[^\n]*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\\z',
                                    1,
                                    1,
                                    'pe'
                                  ),
                                  CASE
                                    WHEN NOT (
                                      COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive')
                                    ) IS NULL
                                    THEN ''
                                  END
                                ),
                                '.',
                                1
                              ) AS BIGINT)
                            END BETWEEN -2147483648 AND 2147483647
                            THEN CASE
                              WHEN REGEXP_COUNT(
                                SPLIT_PART(
                                  COALESCE(
                                    REGEXP_SUBSTR(
                                      COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive'),
                                      '^(?:(?:[^\n]*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\\z',
                                      1,
                                      1,
                                      'pe'
                                    ),
                                    CASE
                                      WHEN NOT (
                                        COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive')
                                      ) IS NULL
                                      THEN ''
                                    END
                                  ),
                                  '.',
                                  1
                                ),
                                '^-?[0-9]{1,18}\\z',
                                1,
                                'p'
                              ) > 0
                              THEN CAST(SPLIT_PART(
                                COALESCE(
                                  REGEXP_SUBSTR(
                                    COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive'),
                                    '^(?:(?:[^\n]*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\\z',
                                    1,
                                    1,
                                    'pe'
                                  ),
                                  CASE
                                    WHEN NOT (
                                      COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive')
                                    ) IS NULL
                                    THEN ''
                                  END
                                ),
                                '.',
                                1
                              ) AS BIGINT)
                            END
                          END
                        ),
                        2,
                        '0'
                      ),
                      ''
                    ) || COALESCE(
                      LPAD(
                        TO_HEX(
                          CASE
                            WHEN CASE
                              WHEN REGEXP_COUNT(
                                SPLIT_PART(
                                  COALESCE(
                                    REGEXP_SUBSTR(
                                      COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive'),
                                      '^(?:(?:[^\n]*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\\z',
                                      1,
                                      1,
                                      'pe'
                                    ),
                                    CASE
                                      WHEN NOT (
                                        COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive')
                                      ) IS NULL
                                      THEN ''
                                    END
                                  ),
                                  '.',
                                  2
                                ),
                                '^-?[0-9]{1,18}\\z',
                                1,
                                'p'
                              ) > 0
                              THEN CAST(SPLIT_PART(
                                COALESCE(
                                  REGEXP_SUBSTR(
                                    COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive'),
                                    '^(?:(?:[^\n]*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\\z',
                                    1,
                                    1,
                                    'pe'
                                  ),
                                  CASE
                                    WHEN NOT (
                                      COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive')
                                    ) IS NULL
                                    THEN ''
                                  END
                                ),
                                '.',
                                2
                              ) AS BIGINT)
                            END BETWEEN -2147483648 AND 2147483647
                            THEN CASE
                              WHEN REGEXP_COUNT(
                                SPLIT_PART(
                                  COALESCE(
                                    REGEXP_SUBSTR(
                                      COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive'),
                                      '^(?:(?:[^\n]*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\\z',
                                      1,
                                      1,
                                      'pe'
                                    ),
                                    CASE
                                      WHEN NOT (
                                        COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive')
                                      ) IS NULL
                                      THEN ''
                                    END
                                  ),
                                  '.',
                                  2
                                ),
                                '^-?[0-9]{1,18}\\z',
                                1,
                                'p'
                              ) > 0
                              THEN CAST(SPLIT_PART(
                                COALESCE(
                                  REGEXP_SUBSTR(
                                    COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive'),
                                    '^(?:(?:[^\n]*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\\z',
                                    1,
                                    1,
                                    'pe'
                                  ),
                                  CASE
                                    WHEN NOT (
                                      COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive')
                                    ) IS NULL
                                    THEN ''
                                  END
                                ),
                                '.',
                                2
                              ) AS BIGINT)
                            END
                          END
                        ),
                        2,
                        '0'
                      ),
                      ''
                    )
                  ),
                  ''
                ) || ':' || COALESCE(
                  LPAD(
                    TO_HEX(
                      CASE
                        WHEN CASE
                          WHEN REGEXP_COUNT(
                            SPLIT_PART(
                              COALESCE(
                                REGEXP_SUBSTR(
                                  COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive'),
                                  '^(?:(?:[^\n]*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\\z',
                                  1,
                                  1,
                                  'pe'
                                ),
                                CASE
                                  WHEN NOT (
                                    COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive')
                                  ) IS NULL
                                  THEN ''
                                END
                              ),
                              '.',
                              3
                            ),
                            '^-?[0-9]{1,18}\\z',
                            1,
                            'p'
                          ) > 0
                          THEN CAST(SPLIT_PART(
                            COALESCE(
                              REGEXP_SUBSTR(
                                COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive'),
                                '^(?:(?:[^\n]*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\\z',
                                1,
                                1,
                                'pe'
                              ),
                              CASE
                                WHEN NOT (
                                  COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive')
                                ) IS NULL
                                THEN ''
                              END
                            ),
                            '.',
                            3
                          ) AS BIGINT)
                        END BETWEEN -2147483648 AND 2147483647
                        THEN CASE
                          WHEN REGEXP_COUNT(
                            SPLIT_PART(
                              COALESCE(
                                REGEXP_SUBSTR(
                                  COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive'),
                                  '^(?:(?:[^\n]*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\\z',
                                  1,
                                  1,
                                  'pe'
                                ),
                                CASE
                                  WHEN NOT (
                                    COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive')
                                  ) IS NULL
                                  THEN ''
                                END
                              ),
                              '.',
                              3
                            ),
                            '^-?[0-9]{1,18}\\z',
                            1,
                            'p'
                          ) > 0
                          THEN CAST(SPLIT_PART(
                            COALESCE(
                              REGEXP_SUBSTR(
                                COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive'),
                                '^(?:(?:[^\n]*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\\z',
                                1,
                                1,
                                'pe'
                              ),
                              CASE
                                WHEN NOT (
                                  COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive')
                                ) IS NULL
                                THEN ''
                              END
                            ),
                            '.',
                            3
                          ) AS BIGINT)
                        END
                      END
                    ),
                    2,
                    '0'
                  ),
                  ''
                ) || COALESCE(
                  LPAD(
                    TO_HEX(
                      CASE
                        WHEN CASE
                          WHEN REGEXP_COUNT(
                            SPLIT_PART(
                              COALESCE(
                                REGEXP_SUBSTR(
                                  COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive'),
                                  '^(?:(?:[^\n]*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\\z',
                                  1,
                                  1,
                                  'pe'
                                ),
                                CASE
                                  WHEN NOT (
                                    COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive')
                                  ) IS NULL
                                  THEN ''
                                END
                              ),
                              '.',
                              4
                            ),
                            '^-?[0-9]{1,18}\\z',
                            1,
                            'p'
                          ) > 0
                          THEN CAST(SPLIT_PART(
                            COALESCE(
                              REGEXP_SUBSTR(
                                COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive'),
                                '^(?:(?:[^\n]*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\\z',
                                1,
                                1,
                                'pe'
                              ),
                              CASE
                                WHEN NOT (
                                  COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive')
                                ) IS NULL
                                THEN ''
                              END
                            ),
                            '.',
                            4
                          ) AS BIGINT)
                        END BETWEEN -2147483648 AND 2147483647
                        THEN CASE
                          WHEN REGEXP_COUNT(
                            SPLIT_PART(
                              COALESCE(
                                REGEXP_SUBSTR(
                                  COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive'),
                                  '^(?:(?:[^\n]*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\\z',
                                  1,
                                  1,
                                  'pe'
                                ),
                                CASE
                                  WHEN NOT (
                                    COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive')
                                  ) IS NULL
                                  THEN ''
                                END
                              ),
                              '.',
                              4
                            ),
                            '^-?[0-9]{1,18}\\z',
                            1,
                            'p'
                          ) > 0
                          THEN CAST(SPLIT_PART(
                            COALESCE(
                              REGEXP_SUBSTR(
                                COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive'),
                                '^(?:(?:[^\n]*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\\z',
                                1,
                                1,
                                'pe'
                              ),
                              CASE
                                WHEN NOT (
                                  COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive')
                                ) IS NULL
                                THEN ''
                              END
                            ),
                            '.',
                            4
                          ) AS BIGINT)
                        END
                      END
                    ),
                    2,
                    '0'
                  ),
                  ''
                )
              ),
              ''
            )
          )
          ELSE COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive')
        END
        ELSE COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive')
      END,
      'case_sensitive'
    ) AS r0,
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
      LOWER(
        CASE
          WHEN REGEXP_COUNT(r0, '^(?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){7})\\z', 1, 'p') > 0
          THEN CASE
            WHEN r0 = ''
            THEN ''
            ELSE REGEXP_REPLACE(
              (
                ':000' || COALESCE(REPLACE(r0, ':', ':000'), '')
              ),
              ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
              '$1',
              1,
              'p'
            )
          END
          WHEN REGEXP_COUNT(
            r0,
            '^(?:(?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){0,6})?::(?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){0,6})?)\\z',
            1,
            'p'
          ) > 0
          AND LENGTH(
            CASE
              WHEN SPLIT_PART(r0, '::', 1) = ''
              THEN ''
              ELSE REGEXP_REPLACE(
                (
                  ':000' || COALESCE(REPLACE(SPLIT_PART(r0, '::', 1), ':', ':000'), '')
                ),
                ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
                '$1',
                1,
                'p'
              )
            END
          ) + LENGTH(
            CASE
              WHEN SPLIT_PART(r0, '::', 2) = ''
              THEN ''
              ELSE REGEXP_REPLACE(
                (
                  ':000' || COALESCE(REPLACE(SPLIT_PART(r0, '::', 2), ':', ':000'), '')
                ),
                ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
                '$1',
                1,
                'p'
              )
            END
          ) <= 28
          THEN (
            COALESCE(
              RPAD(
                CASE
                  WHEN SPLIT_PART(r0, '::', 1) = ''
                  THEN ''
                  ELSE REGEXP_REPLACE(
                    (
                      ':000' || COALESCE(REPLACE(SPLIT_PART(r0, '::', 1), ':', ':000'), '')
                    ),
                    ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
                    '$1',
                    1,
                    'p'
                  )
                END,
                CAST(32 - LENGTH(
                  CASE
                    WHEN SPLIT_PART(r0, '::', 2) = ''
                    THEN ''
                    ELSE REGEXP_REPLACE(
                      (
                        ':000' || COALESCE(REPLACE(SPLIT_PART(r0, '::', 2), ':', ':000'), '')
                      ),
                      ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
                      '$1',
                      1,
                      'p'
                    )
                  END
                ) AS INTEGER),
                '0'
              ),
              ''
            ) || COALESCE(
              CASE
                WHEN SPLIT_PART(r0, '::', 2) = ''
                THEN ''
                ELSE REGEXP_REPLACE(
                  (
                    ':000' || COALESCE(REPLACE(SPLIT_PART(r0, '::', 2), ':', ':000'), '')
                  ),
                  ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
                  '$1',
                  1,
                  'p'
                )
              END,
              ''
            )
          )
        END
      ),
      'case_sensitive'
    ) AS p0,
    n
  FROM __dphh_raw
), __dphh_48 AS (
  SELECT
    COLLATE(SUBSTR(p0, 1, 12), 'case_sensitive') AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      n
    FROM __dphh_parts
  ) AS finer
  GROUP BY
    1
), __dphh_32 AS (
  SELECT
    COLLATE(SUBSTR(p0, 1, 8), 'case_sensitive') AS p0,
    CAST(SUM(n) AS BIGINT) AS n
  FROM (
    SELECT
      p0,
      n
    FROM __dphh_48
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
    CAST(0 AS INTEGER) AS level,
    CAST(NULL AS VARCHAR(65535)) AS key,
    CAST(NULL AS VARCHAR(65535)) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(32 AS INTEGER) AS level,
    CAST(COLLATE(p0, 'case_sensitive') AS VARCHAR(65535)) AS key,
    CAST(NULL AS VARCHAR(65535)) AS parent,
    n
  FROM __dphh_32
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(48 AS INTEGER) AS level,
    CAST(COLLATE(p0, 'case_sensitive') AS VARCHAR(65535)) AS key,
    CAST(COLLATE((
      COLLATE(SUBSTR(p0, 1, 8), 'case_sensitive')
    ), 'case_sensitive') AS VARCHAR(65535)) AS parent,
    n
  FROM __dphh_48
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;

-- items(1)
WITH __dphh_raw AS (
  SELECT
    COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive') AS r0,
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
    CAST(0 AS INTEGER) AS level,
    CAST(NULL AS VARCHAR(65535)) AS key,
    CAST(NULL AS VARCHAR(65535)) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INTEGER) AS level,
    CAST(p0 AS VARCHAR(65535)) AS key,
    CAST(NULL AS VARCHAR(65535)) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;

-- numeric(0, 1000, 10)
-- hierarchy numeric(0, 1000, 10) is not available on redshift: a division of DOUBLEs has no tested translation.

-- path
WITH __dphh_raw AS (
  SELECT
    COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive') AS r0,
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
    COLLATE(r0, 'case_sensitive') AS p0,
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
          THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 3, 1, 'p') - 1)
          ELSE p0
        END
        WHEN NOT (
          p0
        ) IS NULL
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 2
          THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 2, 1, 'p') - 1)
          ELSE p0
        END
      END,
      'case_sensitive'
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
          THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 2, 1, 'p') - 1)
          ELSE p0
        END
        WHEN NOT (
          p0
        ) IS NULL
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 1
          THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 1, 1, 'p') - 1)
          ELSE p0
        END
      END,
      'case_sensitive'
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
    CAST(0 AS INTEGER) AS level,
    CAST(NULL AS VARCHAR(65535)) AS key,
    CAST(NULL AS VARCHAR(65535)) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INTEGER) AS level,
    CAST(COLLATE(p0, 'case_sensitive') AS VARCHAR(65535)) AS key,
    CAST(NULL AS VARCHAR(65535)) AS parent,
    n
  FROM __dphh_1
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SUBSTR(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 1
        THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 1, 1, 'p') - 1)
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
    CAST(2 AS INTEGER) AS level,
    CAST(COLLATE(p0, 'case_sensitive') AS VARCHAR(65535)) AS key,
    CAST(COLLATE(
      (
        COLLATE(
          CASE
            WHEN SUBSTR(p0, 1, 1) = '/'
            THEN CASE
              WHEN (
                LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
              ) >= 2
              THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 2, 1, 'p') - 1)
              ELSE p0
            END
            WHEN NOT (
              p0
            ) IS NULL
            THEN CASE
              WHEN (
                LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
              ) >= 1
              THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 1, 1, 'p') - 1)
              ELSE p0
            END
          END,
          'case_sensitive'
        )
      ),
      'case_sensitive'
    ) AS VARCHAR(65535)) AS parent,
    n
  FROM __dphh_2
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SUBSTR(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 2
        THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 2, 1, 'p') - 1)
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 1
        THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 1, 1, 'p') - 1)
        ELSE p0
      END
    END
    AND n >= 2
) AS counted;

-- phone
WITH __dphh_raw AS (
  SELECT
    COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive') AS r0,
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
        WHEN REGEXP_COUNT(r0, '^(?:\\+[1-9](?:[ .-]?[0-9]){6,14})\\z', 1, 'p') > 0
        THEN (
          COALESCE(
            COALESCE(
              REGEXP_SUBSTR(
                REGEXP_REPLACE(r0, '[^0-9]', '', 1, 'p'),
                '^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[035789]|9[679])[0-9])(?:[0-9]*)',
                1,
                1,
                'pe'
              ),
              CASE WHEN NOT (
                REGEXP_REPLACE(r0, '[^0-9]', '', 1, 'p')
              ) IS NULL THEN '' END
            ),
            ''
          ) || '/' || COALESCE(
            REGEXP_REPLACE(
              COALESCE(
                REGEXP_SUBSTR(
                  REGEXP_REPLACE(r0, '[^0-9]', '', 1, 'p'),
                  '^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[035789]|9[679])[0-9])([0-9]*)',
                  1,
                  1,
                  'pe'
                ),
                CASE WHEN NOT (
                  REGEXP_REPLACE(r0, '[^0-9]', '', 1, 'p')
                ) IS NULL THEN '' END
              ),
              '([0-9])',
              '$1/',
              1,
              'p'
            ),
            ''
          )
        )
      END,
      'case_sensitive'
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
          THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 5, 1, 'p') - 1)
          ELSE p0
        END
        WHEN NOT (
          p0
        ) IS NULL
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 4
          THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 4, 1, 'p') - 1)
          ELSE p0
        END
      END,
      'case_sensitive'
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
          THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 2, 1, 'p') - 1)
          ELSE p0
        END
        WHEN NOT (
          p0
        ) IS NULL
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 1
          THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 1, 1, 'p') - 1)
          ELSE p0
        END
      END,
      'case_sensitive'
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
    CAST(0 AS INTEGER) AS level,
    CAST(NULL AS VARCHAR(65535)) AS key,
    CAST(NULL AS VARCHAR(65535)) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INTEGER) AS level,
    CAST(COLLATE(p0, 'case_sensitive') AS VARCHAR(65535)) AS key,
    CAST(NULL AS VARCHAR(65535)) AS parent,
    n
  FROM __dphh_1
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SUBSTR(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 1
        THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 1, 1, 'p') - 1)
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
    CAST(4 AS INTEGER) AS level,
    CAST(COLLATE(p0, 'case_sensitive') AS VARCHAR(65535)) AS key,
    CAST(COLLATE(
      (
        COLLATE(
          CASE
            WHEN SUBSTR(p0, 1, 1) = '/'
            THEN CASE
              WHEN (
                LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
              ) >= 2
              THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 2, 1, 'p') - 1)
              ELSE p0
            END
            WHEN NOT (
              p0
            ) IS NULL
            THEN CASE
              WHEN (
                LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
              ) >= 1
              THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 1, 1, 'p') - 1)
              ELSE p0
            END
          END,
          'case_sensitive'
        )
      ),
      'case_sensitive'
    ) AS VARCHAR(65535)) AS parent,
    n
  FROM __dphh_4
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SUBSTR(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 4
        THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 4, 1, 'p') - 1)
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 3
        THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 3, 1, 'p') - 1)
        ELSE p0
      END
    END
    AND n >= 2
) AS counted;

-- semver
WITH __dphh_raw AS (
  SELECT
    COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive') AS r0,
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
        WHEN REGEXP_COUNT(
          r0,
          '^(?:v?(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(?:-((?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?)\\z',
          1,
          'p'
        ) > 0
        THEN (
          COALESCE(
            (
              COALESCE(
                COALESCE(
                  REGEXP_SUBSTR(
                    r0,
                    '^v?(0|[1-9][0-9]*)\\.(?:0|[1-9][0-9]*)\\.(?:0|[1-9][0-9]*)(?:-(?:(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?\\z',
                    1,
                    1,
                    'pe'
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
                    '^v?(?:0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(?:0|[1-9][0-9]*)(?:-(?:(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?\\z',
                    1,
                    1,
                    'pe'
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
                    '^v?(?:0|[1-9][0-9]*)\\.(?:0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(?:-(?:(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?\\z',
                    1,
                    1,
                    'pe'
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
                  '^v?(?:0|[1-9][0-9]*)\\.(?:0|[1-9][0-9]*)\\.(?:0|[1-9][0-9]*)(?:-((?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?\\z',
                  1,
                  1,
                  'pe'
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
                      '^v?(?:0|[1-9][0-9]*)\\.(?:0|[1-9][0-9]*)\\.(?:0|[1-9][0-9]*)(?:-((?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?\\z',
                      1,
                      1,
                      'pe'
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
      'case_sensitive'
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
          THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 3, 1, 'p') - 1)
          ELSE p0
        END
        WHEN NOT (
          p0
        ) IS NULL
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 2
          THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 2, 1, 'p') - 1)
          ELSE p0
        END
      END,
      'case_sensitive'
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
          THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 2, 1, 'p') - 1)
          ELSE p0
        END
        WHEN NOT (
          p0
        ) IS NULL
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 1
          THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 1, 1, 'p') - 1)
          ELSE p0
        END
      END,
      'case_sensitive'
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
    CAST(0 AS INTEGER) AS level,
    CAST(NULL AS VARCHAR(65535)) AS key,
    CAST(NULL AS VARCHAR(65535)) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INTEGER) AS level,
    CAST(COLLATE(p0, 'case_sensitive') AS VARCHAR(65535)) AS key,
    CAST(NULL AS VARCHAR(65535)) AS parent,
    n
  FROM __dphh_1
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SUBSTR(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 1
        THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 1, 1, 'p') - 1)
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
    CAST(2 AS INTEGER) AS level,
    CAST(COLLATE(p0, 'case_sensitive') AS VARCHAR(65535)) AS key,
    CAST(COLLATE(
      (
        COLLATE(
          CASE
            WHEN SUBSTR(p0, 1, 1) = '/'
            THEN CASE
              WHEN (
                LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
              ) >= 2
              THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 2, 1, 'p') - 1)
              ELSE p0
            END
            WHEN NOT (
              p0
            ) IS NULL
            THEN CASE
              WHEN (
                LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
              ) >= 1
              THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 1, 1, 'p') - 1)
              ELSE p0
            END
          END,
          'case_sensitive'
        )
      ),
      'case_sensitive'
    ) AS VARCHAR(65535)) AS parent,
    n
  FROM __dphh_2
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SUBSTR(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 2
        THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 2, 1, 'p') - 1)
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 1
        THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 1, 1, 'p') - 1)
        ELSE p0
      END
    END
    AND n >= 2
) AS counted;

-- taxonomy(regions
-- hierarchy taxonomy(regions, code, parent, 7784b9225905131c5ad57331a7f66eddb0952c193a5f1329a1215023597f384b) is not available on redshift: function unnest has no tested translation.

-- timestamp
WITH __dphh_raw AS (
  SELECT
    CASE
      WHEN CASE WHEN TRUE THEN "c0" END BETWEEN CAST('0001-01-01 00:00:00' AS TIMESTAMP) AND CAST('9999-12-31 23:59:59.999999' AS TIMESTAMP)
      THEN DATE_TRUNC(
        'hour',
        GREATEST(CASE WHEN TRUE THEN "c0" END, CAST('0001-01-01 00:00:00' AS TIMESTAMP))
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
    CAST(0 AS INTEGER) AS level,
    CAST(NULL AS VARCHAR(65535)) AS key,
    CAST(NULL AS VARCHAR(65535)) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INTEGER) AS level,
    CAST(COLLATE(SUBSTR(TO_CHAR(p0, 'YYYY-MM-DD HH24:MI:SS'), 1, 4), 'case_sensitive') AS VARCHAR(65535)) AS key,
    CAST(NULL AS VARCHAR(65535)) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INTEGER) AS level,
    CAST(COLLATE(SUBSTR(TO_CHAR(p0, 'YYYY-MM-DD HH24:MI:SS'), 1, 7), 'case_sensitive') AS VARCHAR(65535)) AS key,
    CAST(COLLATE(
      SUBSTR(TO_CHAR(DATE_TRUNC('year', p0), 'YYYY-MM-DD HH24:MI:SS'), 1, 4),
      'case_sensitive'
    ) AS VARCHAR(65535)) AS parent,
    n
  FROM __dphh_2
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;

-- timestamptz
-- hierarchy timestamptz is not available on redshift: type TIMESTAMP WITH TIME ZONE has no tested translation.

-- url
WITH __dphh_raw AS (
  SELECT
    COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive') AS r0,
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
        WHEN REGEXP_COUNT(
          r0,
          '^(?:([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(:[0-9]*)?([/?#](?:.|\n)*)?)\\z',
          1,
          'p'
        ) > 0
        THEN (
          COALESCE(
            LOWER(
              COALESCE(
                REGEXP_SUBSTR(
                  r0,
                  '^([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?(?:(?:[A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(?::[0-9]*)?(?:[/?#](?:.|\n)*)?\\z',
                  1,
                  1,
                  'pe'
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
                  '^(?:[A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(?::[0-9]*)?(?:[/?#](?:.|\n)*)?\\z',
                  1,
                  1,
                  'pe'
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
                  '^(?:[A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?(?:(?:[A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(:[0-9]*)?(?:[/?#](?:.|\n)*)?\\z',
                  1,
                  1,
                  'pe'
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
                      '^([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?(?:(?:[A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(?::[0-9]*)?(?:[/?#](?:.|\n)*)?\\z',
                      1,
                      1,
                      'pe'
                    ),
                    CASE WHEN NOT (
                      r0
                    ) IS NULL THEN '' END
                  )
                ) = 'http'
                AND COALESCE(
                  REGEXP_SUBSTR(
                    r0,
                    '^(?:[A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?(?:(?:[A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(:[0-9]*)?(?:[/?#](?:.|\n)*)?\\z',
                    1,
                    1,
                    'pe'
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
                      '^([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?(?:(?:[A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(?::[0-9]*)?(?:[/?#](?:.|\n)*)?\\z',
                      1,
                      1,
                      'pe'
                    ),
                    CASE WHEN NOT (
                      r0
                    ) IS NULL THEN '' END
                  )
                ) = 'https'
                AND COALESCE(
                  REGEXP_SUBSTR(
                    r0,
                    '^(?:[A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?(?:(?:[A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(:[0-9]*)?(?:[/?#](?:.|\n)*)?\\z',
                    1,
                    1,
                    'pe'
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
                  '^(?:[A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?(?:(?:[A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(:[0-9]*)?(?:[/?#](?:.|\n)*)?\\z',
                  1,
                  1,
                  'pe'
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
                    '^(?:[A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?(?:(?:[A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(?::[0-9]*)?([/?#](?:.|\n)*)?\\z',
                    1,
                    1,
                    'pe'
                  ),
                  CASE WHEN NOT (
                    r0
                  ) IS NULL THEN '' END
                ),
                '^/?([^?#]*)',
                1,
                1,
                'pe'
              ),
              CASE
                WHEN NOT (
                  COALESCE(
                    REGEXP_SUBSTR(
                      r0,
                      '^(?:[A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?(?:(?:[A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(?::[0-9]*)?([/?#](?:.|\n)*)?\\z',
                      1,
                      1,
                      'pe'
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
      'case_sensitive'
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
          THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 5, 1, 'p') - 1)
          ELSE p0
        END
        WHEN NOT (
          p0
        ) IS NULL
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 4
          THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 4, 1, 'p') - 1)
          ELSE p0
        END
      END,
      'case_sensitive'
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
          THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 4, 1, 'p') - 1)
          ELSE p0
        END
        WHEN NOT (
          p0
        ) IS NULL
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 3
          THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 3, 1, 'p') - 1)
          ELSE p0
        END
      END,
      'case_sensitive'
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
    CAST(0 AS INTEGER) AS level,
    CAST(NULL AS VARCHAR(65535)) AS key,
    CAST(NULL AS VARCHAR(65535)) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INTEGER) AS level,
    CAST(COLLATE(p0, 'case_sensitive') AS VARCHAR(65535)) AS key,
    CAST(NULL AS VARCHAR(65535)) AS parent,
    n
  FROM __dphh_1
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SUBSTR(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 3
        THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 3, 1, 'p') - 1)
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 2
        THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 2, 1, 'p') - 1)
        ELSE p0
      END
    END
    AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INTEGER) AS level,
    CAST(COLLATE(p0, 'case_sensitive') AS VARCHAR(65535)) AS key,
    CAST(COLLATE(
      (
        COLLATE(
          CASE
            WHEN SUBSTR(p0, 1, 1) = '/'
            THEN CASE
              WHEN (
                LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
              ) >= 4
              THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 4, 1, 'p') - 1)
              ELSE p0
            END
            WHEN NOT (
              p0
            ) IS NULL
            THEN CASE
              WHEN (
                LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
              ) >= 3
              THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 3, 1, 'p') - 1)
              ELSE p0
            END
          END,
          'case_sensitive'
        )
      ),
      'case_sensitive'
    ) AS VARCHAR(65535)) AS parent,
    n
  FROM __dphh_2
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SUBSTR(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 4
        THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 4, 1, 'p') - 1)
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 3
        THEN SUBSTR(p0, 1, REGEXP_INSTR(p0, '/', 1, 3, 1, 'p') - 1)
        ELSE p0
      END
    END
    AND n >= 2
) AS counted;

-- word(3)
WITH __dphh_raw AS (
  SELECT
    COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive') AS r0,
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
    ), 'case_sensitive') AS p0,
    n
  FROM __dphh_raw
), __dphh_2 AS (
  SELECT
    COLLATE(
      CASE WHEN LENGTH(p0) <= 2 THEN p0 ELSE '.' || SUBSTR(p0, 2, 2) END,
      'case_sensitive'
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
      CASE WHEN LENGTH(p0) <= 1 THEN p0 ELSE '.' || SUBSTR(p0, 2, 1) END,
      'case_sensitive'
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
    CAST(0 AS INTEGER) AS level,
    CAST(NULL AS VARCHAR(65535)) AS key,
    CAST(NULL AS VARCHAR(65535)) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INTEGER) AS level,
    CAST(COLLATE(p0, 'case_sensitive') AS VARCHAR(65535)) AS key,
    CAST(NULL AS VARCHAR(65535)) AS parent,
    n
  FROM __dphh_1
  WHERE
    COALESCE(LENGTH(p0) >= 1, FALSE) AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INTEGER) AS level,
    CAST(COLLATE(p0, 'case_sensitive') AS VARCHAR(65535)) AS key,
    CAST(COLLATE(
      (
        COLLATE(
          CASE WHEN LENGTH(p0) <= 1 THEN p0 ELSE '.' || SUBSTR(p0, 2, 1) END,
          'case_sensitive'
        )
      ),
      'case_sensitive'
    ) AS VARCHAR(65535)) AS parent,
    n
  FROM __dphh_2
  WHERE
    COALESCE(LENGTH(p0) >= 2, FALSE) AND n >= 2
) AS counted;

-- zip
WITH __dphh_raw AS (
  SELECT
    COLLATE(CAST("c0" AS VARCHAR(65535)), 'case_sensitive') AS r0,
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
        WHEN REGEXP_COUNT(r0, '^(?:[0-9]{5})\\z', 1, 'p') > 0
        THEN r0
        WHEN REGEXP_COUNT(r0, '^(?:[0-9]{5}-[0-9]{4})\\z', 1, 'p') > 0
        THEN SUBSTR(r0, 1, 5)
      END,
      'case_sensitive'
    ) AS p0,
    n
  FROM __dphh_raw
), __dphh_3 AS (
  SELECT
    COLLATE(SUBSTR(p0, 1, 3), 'case_sensitive') AS p0,
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
    COLLATE(SUBSTR(p0, 1, 1), 'case_sensitive') AS p0,
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
    CAST(0 AS INTEGER) AS level,
    CAST(NULL AS VARCHAR(65535)) AS key,
    CAST(NULL AS VARCHAR(65535)) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INTEGER) AS level,
    CAST(COLLATE(p0, 'case_sensitive') AS VARCHAR(65535)) AS key,
    CAST(NULL AS VARCHAR(65535)) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(3 AS INTEGER) AS level,
    CAST(COLLATE(p0, 'case_sensitive') AS VARCHAR(65535)) AS key,
    CAST(COLLATE((
      COLLATE(SUBSTR(p0, 1, 1), 'case_sensitive')
    ), 'case_sensitive') AS VARCHAR(65535)) AS parent,
    n
  FROM __dphh_3
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;
