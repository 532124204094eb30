-- bits(4)
WITH __dphh_raw AS (
  SELECT
    CAST(`c0` AS INT64) AS r0,
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
    p0 - MOD(p0, CAST('4' AS INT64)) AS p0,
    CAST(SUM(n) AS INT64) AS n
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
    p0 - MOD(p0, CAST('8' AS INT64)) AS p0,
    CAST(SUM(n) AS INT64) AS n
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
    CAST(0 AS INT64) AS level,
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS INT64) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT64) AS level,
    CAST(CAST(p0 AS STRING) AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT64) AS level,
    CAST(CAST(p0 AS STRING) AS STRING) AS key,
    CAST(CAST(p0 - MOD(p0, CAST('8' AS INT64)) AS STRING) AS STRING) AS parent,
    n
  FROM __dphh_2
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;

-- chars(3)
WITH __dphh_raw AS (
  SELECT
    CAST(`c0` AS STRING) AS r0,
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
    substr(p0, 1, 2) AS p0,
    CAST(SUM(n) AS INT64) AS n
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
    substr(p0, 1, 1) AS p0,
    CAST(SUM(n) AS INT64) AS n
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
    CAST(0 AS INT64) AS level,
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS INT64) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT64) AS level,
    CAST(p0 AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_1
  WHERE
    coalesce(length(p0) = 1, FALSE) AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT64) AS level,
    CAST(p0 AS STRING) AS key,
    CAST((
      substr(p0, 1, 1)
    ) AS STRING) AS parent,
    n
  FROM __dphh_2
  WHERE
    coalesce(length(p0) = 2, FALSE) AND n >= 2
) AS counted;

-- columns(2)
WITH __dphh_raw AS (
  SELECT
    CAST(`c0` AS STRING) AS r0,
    CAST(`c1` AS STRING) AS r1,
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
    CASE WHEN NOT r0 IS NULL THEN r1 END AS p1,
    n
  FROM __dphh_raw
), __dphh_2 AS (
  SELECT
    p0 AS p0,
    p1 AS p1,
    CAST(SUM(n) AS INT64) AS n
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
    CAST(NULL AS STRING) AS p1,
    CAST(SUM(n) AS INT64) AS n
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
    CAST(0 AS INT64) AS level,
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS INT64) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT64) AS level,
    CAST(CAST((
      '["' || replace(
        replace(
          replace(
            replace(
              replace(
                replace(
                  replace(
                    replace(
                      replace(
                        replace(
                          replace(
                            replace(
                              replace(
                                replace(
                                  replace(
                                    replace(
                                      replace(
                                        replace(
                                          replace(
                                            replace(
                                              replace(
                                                replace(
                                                  replace(
                                                    replace(
                                                      replace(
                                                        replace(
                                                          replace(
                                                            replace(
                                                              replace(
                                                                replace(
                                                                  replace(
                                                                    replace(replace(replace(p0, '\\', '\\\\'), '"', '\\"'), '\x01', '\\u0001'),
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
                                                          '\a',
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
                                                  '\v',
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
        code_points_to_string([0]),
        '\\u0000'
      ) || '"]'
    ) AS STRING) AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT64) AS level,
    CAST(CAST((
      '["' || replace(
        replace(
          replace(
            replace(
              replace(
                replace(
                  replace(
                    replace(
                      replace(
                        replace(
                          replace(
                            replace(
                              replace(
                                replace(
                                  replace(
                                    replace(
                                      replace(
                                        replace(
                                          replace(
                                            replace(
                                              replace(
                                                replace(
                                                  replace(
                                                    replace(
                                                      replace(
                                                        replace(
                                                          replace(
                                                            replace(
                                                              replace(
                                                                replace(
                                                                  replace(
                                                                    replace(replace(replace(p0, '\\', '\\\\'), '"', '\\"'), '\x01', '\\u0001'),
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
                                                          '\a',
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
                                                  '\v',
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
        code_points_to_string([0]),
        '\\u0000'
      ) || '","' || replace(
        replace(
          replace(
            replace(
              replace(
                replace(
                  replace(
                    replace(
                      replace(
                        replace(
                          replace(
                            replace(
                              replace(
                                replace(
                                  replace(
                                    replace(
                                      replace(
                                        replace(
                                          replace(
                                            replace(
                                              replace(
                                                replace(
                                                  replace(
                                                    replace(
                                                      replace(
                                                        replace(
                                                          replace(
                                                            replace(
                                                              replace(
                                                                replace(
                                                                  replace(
                                                                    replace(replace(replace(p1, '\\', '\\\\'), '"', '\\"'), '\x01', '\\u0001'),
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
                                                          '\a',
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
                                                  '\v',
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
        code_points_to_string([0]),
        '\\u0000'
      ) || '"]'
    ) AS STRING) AS STRING) AS key,
    CAST(CAST((
      '["' || replace(
        replace(
          replace(
            replace(
              replace(
                replace(
                  replace(
                    replace(
                      replace(
                        replace(
                          replace(
                            replace(
                              replace(
                                replace(
                                  replace(
                                    replace(
                                      replace(
                                        replace(
                                          replace(
                                            replace(
                                              replace(
                                                replace(
                                                  replace(
                                                    replace(
                                                      replace(
                                                        replace(
                                                          replace(
                                                            replace(
                                                              replace(
                                                                replace(
                                                                  replace(
                                                                    replace(replace(replace(p0, '\\', '\\\\'), '"', '\\"'), '\x01', '\\u0001'),
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
                                                          '\a',
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
                                                  '\v',
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
        code_points_to_string([0]),
        '\\u0000'
      ) || '"]'
    ) AS STRING) AS STRING) AS parent,
    n
  FROM __dphh_2
  WHERE
    NOT p1 IS NULL AND n >= 2
) AS counted;

-- date
WITH __dphh_raw AS (
  SELECT
    CASE
      WHEN CASE WHEN TRUE THEN CAST(`c0` AS DATETIME) END BETWEEN CAST('0001-01-01 00:00:00' AS DATETIME) AND CAST('9999-12-31 23:59:59.999999' AS DATETIME)
      THEN datetime_trunc(
        greatest(
          CASE WHEN TRUE THEN CAST(`c0` AS DATETIME) END,
          CAST('0001-01-01 00:00:00' AS DATETIME)
        ),
        DAY
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
    datetime_trunc(p0, MONTH) AS p0,
    CAST(SUM(n) AS INT64) AS n
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
    datetime_trunc(p0, YEAR) AS p0,
    CAST(SUM(n) AS INT64) AS n
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
    CAST(0 AS INT64) AS level,
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS INT64) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT64) AS level,
    CAST(substr(CAST(p0 AS STRING), 1, 4) AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT64) AS level,
    CAST(substr(CAST(p0 AS STRING), 1, 7) AS STRING) AS key,
    CAST(substr(CAST(datetime_trunc(p0, YEAR) AS STRING), 1, 4) AS STRING) AS parent,
    n
  FROM __dphh_2
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;

-- domain
-- hierarchy domain is not available on bigquery: function unnest has no tested translation.

-- file
WITH __dphh_raw AS (
  SELECT
    CAST(`c0` AS STRING) AS r0,
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
      WHEN substr(replace(r0, '\\', '/'), 1, 2) = '//'
      THEN (
        '/' || coalesce(
          CASE
            WHEN regexp_contains(
              CASE
                WHEN ends_with(
                  regexp_replace(
                    regexp_replace(regexp_replace(replace(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                    '^(?:\\./)+',
                    ''
                  ),
                  '/.'
                )
                THEN substr(
                  regexp_replace(
                    regexp_replace(regexp_replace(replace(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                    '^(?:\\./)+',
                    ''
                  ),
                  1,
                  length(
                    regexp_replace(
                      regexp_replace(regexp_replace(replace(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                      '^(?:\\./)+',
                      ''
                    )
                  ) - 1
                )
                ELSE regexp_replace(
                  regexp_replace(regexp_replace(replace(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                  '^(?:\\./)+',
                  ''
                )
              END,
              '^[a-z]:/'
            )
            THEN (
              coalesce(
                upper(
                  substr(
                    CASE
                      WHEN ends_with(
                        regexp_replace(
                          regexp_replace(regexp_replace(replace(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                          '^(?:\\./)+',
                          ''
                        ),
                        '/.'
                      )
                      THEN substr(
                        regexp_replace(
                          regexp_replace(regexp_replace(replace(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                          '^(?:\\./)+',
                          ''
                        ),
                        1,
                        length(
                          regexp_replace(
                            regexp_replace(regexp_replace(replace(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                            '^(?:\\./)+',
                            ''
                          )
                        ) - 1
                      )
                      ELSE regexp_replace(
                        regexp_replace(regexp_replace(replace(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                        '^(?:\\./)+',
                        ''
                      )
                    END,
                    1,
                    1
                  )
                ),
                ''
              ) || coalesce(
                substr(
                  CASE
                    WHEN ends_with(
                      regexp_replace(
                        regexp_replace(regexp_replace(replace(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                        '^(?:\\./)+',
                        ''
                      ),
                      '/.'
                    )
                    THEN substr(
                      regexp_replace(
                        regexp_replace(regexp_replace(replace(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                        '^(?:\\./)+',
                        ''
                      ),
                      1,
                      length(
                        regexp_replace(
                          regexp_replace(regexp_replace(replace(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                          '^(?:\\./)+',
                          ''
                        )
                      ) - 1
                    )
                    ELSE regexp_replace(
                      regexp_replace(regexp_replace(replace(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                      '^(?:\\./)+',
                      ''
                    )
                  END,
                  2
                ),
                ''
              )
            )
            ELSE CASE
              WHEN ends_with(
                regexp_replace(
                  regexp_replace(regexp_replace(replace(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                  '^(?:\\./)+',
                  ''
                ),
                '/.'
              )
              THEN substr(
                regexp_replace(
                  regexp_replace(regexp_replace(replace(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                  '^(?:\\./)+',
                  ''
                ),
                1,
                length(
                  regexp_replace(
                    regexp_replace(regexp_replace(replace(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                    '^(?:\\./)+',
                    ''
                  )
                ) - 1
              )
              ELSE regexp_replace(
                regexp_replace(regexp_replace(replace(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                '^(?:\\./)+',
                ''
              )
            END
          END,
          ''
        )
      )
      ELSE CASE
        WHEN regexp_contains(
          CASE
            WHEN ends_with(
              regexp_replace(
                regexp_replace(regexp_replace(replace(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                '^(?:\\./)+',
                ''
              ),
              '/.'
            )
            THEN substr(
              regexp_replace(
                regexp_replace(regexp_replace(replace(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                '^(?:\\./)+',
                ''
              ),
              1,
              length(
                regexp_replace(
                  regexp_replace(regexp_replace(replace(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                  '^(?:\\./)+',
                  ''
                )
              ) - 1
            )
            ELSE regexp_replace(
              regexp_replace(regexp_replace(replace(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
              '^(?:\\./)+',
              ''
            )
          END,
          '^[a-z]:/'
        )
        THEN (
          coalesce(
            upper(
              substr(
                CASE
                  WHEN ends_with(
                    regexp_replace(
                      regexp_replace(regexp_replace(replace(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                      '^(?:\\./)+',
                      ''
                    ),
                    '/.'
                  )
                  THEN substr(
                    regexp_replace(
                      regexp_replace(regexp_replace(replace(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                      '^(?:\\./)+',
                      ''
                    ),
                    1,
                    length(
                      regexp_replace(
                        regexp_replace(regexp_replace(replace(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                        '^(?:\\./)+',
                        ''
                      )
                    ) - 1
                  )
                  ELSE regexp_replace(
                    regexp_replace(regexp_replace(replace(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                    '^(?:\\./)+',
                    ''
                  )
                END,
                1,
                1
              )
            ),
            ''
          ) || coalesce(
            substr(
              CASE
                WHEN ends_with(
                  regexp_replace(
                    regexp_replace(regexp_replace(replace(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                    '^(?:\\./)+',
                    ''
                  ),
                  '/.'
                )
                THEN substr(
                  regexp_replace(
                    regexp_replace(regexp_replace(replace(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                    '^(?:\\./)+',
                    ''
                  ),
                  1,
                  length(
                    regexp_replace(
                      regexp_replace(regexp_replace(replace(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                      '^(?:\\./)+',
                      ''
                    )
                  ) - 1
                )
                ELSE regexp_replace(
                  regexp_replace(regexp_replace(replace(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                  '^(?:\\./)+',
                  ''
                )
              END,
              2
            ),
            ''
          )
        )
        ELSE CASE
          WHEN ends_with(
            regexp_replace(
              regexp_replace(regexp_replace(replace(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
              '^(?:\\./)+',
              ''
            ),
            '/.'
          )
          THEN substr(
            regexp_replace(
              regexp_replace(regexp_replace(replace(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
              '^(?:\\./)+',
              ''
            ),
            1,
            length(
              regexp_replace(
                regexp_replace(regexp_replace(replace(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                '^(?:\\./)+',
                ''
              )
            ) - 1
          )
          ELSE regexp_replace(
            regexp_replace(regexp_replace(replace(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
            '^(?:\\./)+',
            ''
          )
        END
      END
    END AS p0,
    n
  FROM __dphh_raw
), __dphh_2 AS (
  SELECT
    CASE
      WHEN substr(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 3
        THEN regexp_extract(p0, '(?s)^(?:.*?/){3}')
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 2
        THEN regexp_extract(p0, '(?s)^(?:.*?/){2}')
        ELSE p0
      END
    END AS p0,
    CAST(SUM(n) AS INT64) AS n
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
    CASE
      WHEN substr(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 2
        THEN regexp_extract(p0, '(?s)^(?:.*?/){2}')
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 1
        THEN regexp_extract(p0, '(?s)^(?:.*?/){1}')
        ELSE p0
      END
    END AS p0,
    CAST(SUM(n) AS INT64) AS n
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
    CAST(0 AS INT64) AS level,
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS INT64) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT64) AS level,
    CAST(p0 AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_1
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN substr(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 1
        THEN regexp_extract(p0, '(?s)^(?:.*?/){1}')
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
    CAST(2 AS INT64) AS level,
    CAST(p0 AS STRING) AS key,
    CAST((
      CASE
        WHEN substr(p0, 1, 1) = '/'
        THEN CASE
          WHEN (
            length(p0) - length(replace(p0, '/', ''))
          ) >= 2
          THEN regexp_extract(p0, '(?s)^(?:.*?/){2}')
          ELSE p0
        END
        WHEN NOT (
          p0
        ) IS NULL
        THEN CASE
          WHEN (
            length(p0) - length(replace(p0, '/', ''))
          ) >= 1
          THEN regexp_extract(p0, '(?s)^(?:.*?/){1}')
          ELSE p0
        END
      END
    ) AS STRING) AS parent,
    n
  FROM __dphh_2
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN substr(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 2
        THEN regexp_extract(p0, '(?s)^(?:.*?/){2}')
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 1
        THEN regexp_extract(p0, '(?s)^(?:.*?/){1}')
        ELSE p0
      END
    END
    AND n >= 2
) AS counted;

-- geohash
WITH __dphh_raw AS (
  SELECT
    CAST(`c0` AS STRING) AS r0,
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
      WHEN regexp_contains(r0, '^(?:[0-9b-hjkmnp-zB-HJKMNP-Z]+)$')
      THEN lower(r0)
    END AS p0,
    n
  FROM __dphh_raw
), __dphh_4 AS (
  SELECT
    substr(p0, 1, 4) AS p0,
    CAST(SUM(n) AS INT64) AS n
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
    substr(p0, 1, 2) AS p0,
    CAST(SUM(n) AS INT64) AS n
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
    CAST(0 AS INT64) AS level,
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS INT64) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(2 AS INT64) AS level,
    CAST(p0 AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_2
  WHERE
    coalesce(length(p0) = 2, FALSE) AND n >= 2
  UNION ALL
  SELECT
    CAST(4 AS INT64) AS level,
    CAST(p0 AS STRING) AS key,
    CAST((
      substr(p0, 1, 2)
    ) AS STRING) AS parent,
    n
  FROM __dphh_4
  WHERE
    coalesce(length(p0) = 4, FALSE) AND n >= 2
) AS counted;

-- h3
-- hierarchy h3 is not available on bigquery: function bin has no tested translation.

-- ipv4
WITH __dphh_raw AS (
  SELECT
    CAST(`c0` AS STRING) AS r0,
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
      WHEN regexp_contains(
        r0,
        '^(?:(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
      )
      THEN (
        (
          CAST(CASE
            WHEN CASE
              WHEN regexp_contains(coalesce(split(r0, '.')[SAFE_OFFSET(0)], substr(r0, 1, 0)), '^-?[0-9]{1,18}$')
              THEN CAST(coalesce(split(r0, '.')[SAFE_OFFSET(0)], substr(r0, 1, 0)) AS INT64)
            END BETWEEN 0 AND 255
            THEN CASE
              WHEN regexp_contains(coalesce(split(r0, '.')[SAFE_OFFSET(0)], substr(r0, 1, 0)), '^-?[0-9]{1,18}$')
              THEN CAST(coalesce(split(r0, '.')[SAFE_OFFSET(0)], substr(r0, 1, 0)) AS INT64)
            END
          END AS INT64) * 256 + CAST(CASE
            WHEN CASE
              WHEN regexp_contains(coalesce(split(r0, '.')[SAFE_OFFSET(1)], substr(r0, 1, 0)), '^-?[0-9]{1,18}$')
              THEN CAST(coalesce(split(r0, '.')[SAFE_OFFSET(1)], substr(r0, 1, 0)) AS INT64)
            END BETWEEN 0 AND 255
            THEN CASE
              WHEN regexp_contains(coalesce(split(r0, '.')[SAFE_OFFSET(1)], substr(r0, 1, 0)), '^-?[0-9]{1,18}$')
              THEN CAST(coalesce(split(r0, '.')[SAFE_OFFSET(1)], substr(r0, 1, 0)) AS INT64)
            END
          END AS INT64)
        ) * 256 + CAST(CASE
          WHEN CASE
            WHEN regexp_contains(coalesce(split(r0, '.')[SAFE_OFFSET(2)], substr(r0, 1, 0)), '^-?[0-9]{1,18}$')
            THEN CAST(coalesce(split(r0, '.')[SAFE_OFFSET(2)], substr(r0, 1, 0)) AS INT64)
          END BETWEEN 0 AND 255
          THEN CASE
            WHEN regexp_contains(coalesce(split(r0, '.')[SAFE_OFFSET(2)], substr(r0, 1, 0)), '^-?[0-9]{1,18}$')
            THEN CAST(coalesce(split(r0, '.')[SAFE_OFFSET(2)], substr(r0, 1, 0)) AS INT64)
          END
        END AS INT64)
      ) * 256 + CAST(CASE
        WHEN CASE
          WHEN regexp_contains(coalesce(split(r0, '.')[SAFE_OFFSET(3)], substr(r0, 1, 0)), '^-?[0-9]{1,18}$')
          THEN CAST(coalesce(split(r0, '.')[SAFE_OFFSET(3)], substr(r0, 1, 0)) AS INT64)
        END BETWEEN 0 AND 255
        THEN CASE
          WHEN regexp_contains(coalesce(split(r0, '.')[SAFE_OFFSET(3)], substr(r0, 1, 0)), '^-?[0-9]{1,18}$')
          THEN CAST(coalesce(split(r0, '.')[SAFE_OFFSET(3)], substr(r0, 1, 0)) AS INT64)
        END
      END AS INT64)
      WHEN regexp_contains(r0, '^(?:0|[1-9][0-9]{0,9})$')
      THEN CAST(CASE
        WHEN CASE WHEN regexp_contains(r0, '^-?[0-9]{1,18}$') THEN CAST(r0 AS INT64) END BETWEEN 0 AND 4294967295
        THEN CASE WHEN regexp_contains(r0, '^-?[0-9]{1,18}$') THEN CAST(r0 AS INT64) END
      END AS INT64)
    END AS p0,
    n
  FROM __dphh_raw
), __dphh_16 AS (
  SELECT
    p0 & 4294901760 AS p0,
    CAST(SUM(n) AS INT64) AS n
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
    CAST(SUM(n) AS INT64) AS n
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
    CAST(0 AS INT64) AS level,
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS INT64) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(8 AS INT64) AS level,
    CAST(CAST(p0 AS STRING) AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_8
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(16 AS INT64) AS level,
    CAST(CAST(p0 AS STRING) AS STRING) AS key,
    CAST(CAST(p0 & 4278190080 AS STRING) AS STRING) AS parent,
    n
  FROM __dphh_16
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;

-- ipv6
WITH __dphh_raw AS (
  SELECT
    CASE
      WHEN strpos(CAST(`c0` AS STRING), '.') > 0
      THEN CASE
        WHEN coalesce(
          regexp_extract(
            CAST(`c0` AS STRING),
            '^(?:(?:.*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
          ),
          CASE WHEN NOT (
            CAST(`c0` AS STRING)
          ) IS NULL THEN '' END
        ) <> ''
        THEN (
          coalesce(
            CASE
              WHEN coalesce(
                regexp_extract(
                  CAST(`c0` AS STRING),
                  '^((?:.*:)?)(?:(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                ),
                CASE WHEN NOT (
                  CAST(`c0` AS STRING)
                ) IS NULL THEN '' END
              ) = ''
              THEN '::ffff:'
              ELSE coalesce(
                regexp_extract(
                  CAST(`c0` AS STRING),
                  '^((?:.*:)?)(?:(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                ),
                CASE WHEN NOT (
                  CAST(`c0` AS STRING)
                ) IS NULL THEN '' END
              )
            END,
            ''
          ) || coalesce(
            (
              coalesce(
                (
                  coalesce(
                    lpad(
                      format(
                        '%x',
                        CASE
                          WHEN CASE
                            WHEN regexp_contains(
                              coalesce(
                                split(
                                  coalesce(
                                    regexp_extract(
                                      CAST(`c0` AS STRING),
                                      '^(?:(?:.*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                                    ),
                                    CASE WHEN NOT (
                                      CAST(`c0` AS STRING)
                                    ) IS NULL THEN '' END
                                  ),
                                  '.'
                                )[SAFE_OFFSET(0)],
                                substr(
                                  coalesce(
                                    regexp_extract(
                                      CAST(`c0` AS STRING),
                                      '^(?:(?:.*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                                    ),
                                    CASE WHEN NOT (
                                      CAST(`c0` AS STRING)
                                    ) IS NULL THEN '' END
                                  ),
                                  1,
                                  0
                                )
                              ),
                              '^-?[0-9]{1,18}$'
                            )
                            THEN CAST(coalesce(
                              split(
                                coalesce(
                                  regexp_extract(
                                    CAST(`c0` AS STRING),
                                    '^(?:(?:.*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                                  ),
                                  CASE WHEN NOT (
                                    CAST(`c0` AS STRING)
                                  ) IS NULL THEN '' END
                                ),
                                '.'
                              )[SAFE_OFFSET(0)],
                              substr(
                                coalesce(
                                  regexp_extract(
                                    CAST(`c0` AS STRING),
                                    '^(?:(?:.*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                                  ),
                                  CASE WHEN NOT (
                                    CAST(`c0` AS STRING)
                                  ) IS NULL THEN '' END
                                ),
                                1,
                                0
                              )
                            ) AS INT64)
                          END BETWEEN -2147483648 AND 2147483647
                          THEN CASE
                            WHEN regexp_contains(
                              coalesce(
                                split(
                                  coalesce(
                                    regexp_extract(
                                      CAST(`c0` AS STRING),
                                      '^(?:(?:.*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                                    ),
                                    CASE WHEN NOT (
                                      CAST(`c0` AS STRING)
                                    ) IS NULL THEN '' END
                                  ),
                                  '.'
                                )[SAFE_OFFSET(0)],
                                substr(
                                  coalesce(
                                    regexp_extract(
                                      CAST(`c0` AS STRING),
                                      '^(?:(?:.*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                                    ),
                                    CASE WHEN NOT (
                                      CAST(`c0` AS STRING)
                                    ) IS NULL THEN '' END
                                  ),
                                  1,
                                  0
                                )
                              ),
                              '^-?[0-9]{1,18}$'
                            )
                            THEN CAST(coalesce(
                              split(
                                coalesce(
                                  regexp_extract(
                                    CAST(`c0` AS STRING),
                                    '^(?:(?:.*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                                  ),
                                  CASE WHEN NOT (
                                    CAST(`c0` AS STRING)
                                  ) IS NULL THEN '' END
                                ),
                                '.'
                              )[SAFE_OFFSET(0)],
                              substr(
                                coalesce(
                                  regexp_extract(
                                    CAST(`c0` AS STRING),
                                    '^(?:(?:.*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                                  ),
                                  CASE WHEN NOT (
                                    CAST(`c0` AS STRING)
                                  ) IS NULL THEN '' END
                                ),
                                1,
                                0
                              )
                            ) AS INT64)
                          END
                        END
                      ),
                      2,
                      '0'
                    ),
                    ''
                  ) || coalesce(
                    lpad(
                      format(
                        '%x',
                        CASE
                          WHEN CASE
                            WHEN regexp_contains(
                              coalesce(
                                split(
                                  coalesce(
                                    regexp_extract(
                                      CAST(`c0` AS STRING),
                                      '^(?:(?:.*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                                    ),
                                    CASE WHEN NOT (
                                      CAST(`c0` AS STRING)
                                    ) IS NULL THEN '' END
                                  ),
                                  '.'
                                )[SAFE_OFFSET(1)],
                                substr(
                                  coalesce(
                                    regexp_extract(
                                      CAST(`c0` AS STRING),
                                      '^(?:(?:.*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                                    ),
                                    CASE WHEN NOT (
                                      CAST(`c0` AS STRING)
                                    ) IS NULL THEN '' END
                                  ),
                                  1,
                                  0
                                )
                              ),
                              '^-?[0-9]{1,18}$'
                            )
                            THEN CAST(coalesce(
                              split(
                                coalesce(
                                  regexp_extract(
                                    CAST(`c0` AS STRING),
                                    '^(?:(?:.*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                                  ),
                                  CASE WHEN NOT (
                                    CAST(`c0` AS STRING)
                                  ) IS NULL THEN '' END
                                ),
                                '.'
                              )[SAFE_OFFSET(1)],
                              substr(
                                coalesce(
                                  regexp_extract(
                                    CAST(`c0` AS STRING),
                                    '^(?:(?:.*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                                  ),
                                  CASE WHEN NOT (
                                    CAST(`c0` AS STRING)
                                  ) IS NULL THEN '' END
                                ),
                                1,
                                0
                              )
                            ) AS INT64)
                          END BETWEEN -2147483648 AND 2147483647
                          THEN CASE
                            WHEN regexp_contains(
                              coalesce(
                                split(
                                  coalesce(
                                    regexp_extract(
                                      CAST(`c0` AS STRING),
                                      '^(?:(?:.*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                                    ),
                                    CASE WHEN NOT (
                                      CAST(`c0` AS STRING)
                                    ) IS NULL THEN '' END
                                  ),
                                  '.'
                                )[SAFE_OFFSET(1)],
                                substr(
                                  coalesce(
                                    regexp_extract(
                                      CAST(`c0` AS STRING),
                                      '^(?:(?:.*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                                    ),
                                    CASE WHEN NOT (
                                      CAST(`c0` AS STRING)
                                    ) IS NULL THEN '' END
                                  ),
                                  1,
                                  0
                                )
                              ),
                              '^-?[0-9]{1,18}$'
                            )
                            THEN CAST(coalesce(
                              split(
                                coalesce(
                                  regexp_extract(
                                    CAST(`c0` AS STRING),
                                    '^(?:(?:.*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                                  ),
                                  CASE WHEN NOT (
                                    CAST(`c0` AS STRING)
                                  ) IS NULL THEN '' END
                                ),
                                '.'
                              )[SAFE_OFFSET(1)],
                              substr(
                                coalesce(
                                  regexp_extract(
                                    CAST(`c0` AS STRING),
                                    '^(?:(?:.*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                                  ),
                                  CASE WHEN NOT (
                                    CAST(`c0` AS STRING)
                                  ) IS NULL THEN '' END
                                ),
                                1,
                                0
                              )
                            ) AS INT64)
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
              ) || ':' || coalesce(
                lpad(
                  format(
                    '%x',
                    CASE
                      WHEN CASE
                        WHEN regexp_contains(
                          coalesce(
                            split(
                              coalesce(
                                regexp_extract(
                                  CAST(`c0` AS STRING),
                                  '^(?:(?:.*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                                ),
                                CASE WHEN NOT (
                                  CAST(`c0` AS STRING)
                                ) IS NULL THEN '' END
                              ),
                              '.'
                            )[SAFE_OFFSET(2)],
                            substr(
                              coalesce(
                                regexp_extract(
                                  CAST(`c0` AS STRING),
                                  '^(?:(?:.*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                                ),
                                CASE WHEN NOT (
                                  CAST(`c0` AS STRING)
                                ) IS NULL THEN '' END
                              ),
                              1,
                              0
                            )
                          ),
                          '^-?[0-9]{1,18}$'
                        )
                        THEN CAST(coalesce(
                          split(
                            coalesce(
                              regexp_extract(
                                CAST(`c0` AS STRING),
                                '^(?:(?:.*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                              ),
                              CASE WHEN NOT (
                                CAST(`c0` AS STRING)
                              ) IS NULL THEN '' END
                            ),
                            '.'
                          )[SAFE_OFFSET(2)],
                          substr(
                            coalesce(
                              regexp_extract(
                                CAST(`c0` AS STRING),
                                '^(?:(?:.*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                              ),
                              CASE WHEN NOT (
                                CAST(`c0` AS STRING)
                              ) IS NULL THEN '' END
                            ),
                            1,
                            0
                          )
                        ) AS INT64)
                      END BETWEEN -2147483648 AND 2147483647
                      THEN CASE
                        WHEN regexp_contains(
                          coalesce(
                            split(
                              coalesce(
                                regexp_extract(
                                  CAST(`c0` AS STRING),
                                  '^(?:(?:.*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                                ),
                                CASE WHEN NOT (
                                  CAST(`c0` AS STRING)
                                ) IS NULL THEN '' END
                              ),
                              '.'
                            )[SAFE_OFFSET(2)],
                            substr(
                              coalesce(
                                regexp_extract(
                                  CAST(`c0` AS STRING),
                                  '^(?:(?:.*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                                ),
                                CASE WHEN NOT (
                                  CAST(`c0` AS STRING)
                                ) IS NULL THEN '' END
                              ),
                              1,
                              0
                            )
                          ),
                          '^-?[0-9]{1,18}$'
                        )
                        THEN CAST(coalesce(
                          split(
                            coalesce(
                              regexp_extract(
                                CAST(`c0` AS STRING),
                                '^(?:(?:.*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                              ),
                              CASE WHEN NOT (
                                CAST(`c0` AS STRING)
                              ) IS NULL THEN '' END
                            ),
                            '.'
                          )[SAFE_OFFSET(2)],
                          substr(
                            coalesce(
                              regexp_extract(
                                CAST(`c0` AS STRING),
                                '^(?:(?:.*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                              ),
                              CASE WHEN NOT (
                                CAST(`c0` AS STRING)
                              ) IS NULL THEN '' END
                            ),
                            1,
                            0
                          )
                        ) AS INT64)
                      END
                    END
                  ),
                  2,
                  '0'
                ),
                ''
              ) || coalesce(
                lpad(
                  format(
                    '%x',
                    CASE
                      WHEN CASE
                        WHEN regexp_contains(
                          coalesce(
                            split(
                              coalesce(
                                regexp_extract(
                                  CAST(`c0` AS STRING),
                                  '^(?:(?:.*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                                ),
                                CASE WHEN NOT (
                                  CAST(`c0` AS STRING)
                                ) IS NULL THEN '' END
                              ),
                              '.'
                            )[SAFE_OFFSET(3)],
                            substr(
                              coalesce(
                                regexp_extract(
                                  CAST(`c0` AS STRING),
                                  '^(?:(?:.*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                                ),
                                CASE WHEN NOT (
                                  CAST(`c0` AS STRING)
                                ) IS NULL THEN '' END
                              ),
                              1,
                              0
                            )
                          ),
                          '^-?[0-9]{1,18}$'
                        )
                        THEN CAST(coalesce(
                          split(
                            coalesce(
                              regexp_extract(
                                CAST(`c0` AS STRING),
                                '^(?:(?:.*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                              ),
                              CASE WHEN NOT (
                                CAST(`c0` AS STRING)
                              ) IS NULL THEN '' END
                            ),
                            '.'
                          )[SAFE_OFFSET(3)],
                          substr(
                            coalesce(
                              regexp_extract(
                                CAST(`c0` AS STRING),
                                '^(?:(?:.*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                              ),
                              CASE WHEN NOT (
                                CAST(`c0` AS STRING)
                              ) IS NULL THEN '' END
                            ),
                            1,
                            0
                          )
                        ) AS INT64)
                      END BETWEEN -2147483648 AND 2147483647
                      THEN CASE
                        WHEN regexp_contains(
                          coalesce(
                            split(
                              coalesce(
                                regexp_extract(
                                  CAST(`c0` AS STRING),
                                  '^(?:(?:.*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                                ),
                                CASE WHEN NOT (
                                  CAST(`c0` AS STRING)
                                ) IS NULL THEN '' END
                              ),
                              '.'
                            )[SAFE_OFFSET(3)],
                            substr(
                              coalesce(
                                regexp_extract(
                                  CAST(`c0` AS STRING),
                                  '^(?:(?:.*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                                ),
                                CASE WHEN NOT (
                                  CAST(`c0` AS STRING)
                                ) IS NULL THEN '' END
                              ),
                              1,
                              0
                            )
                          ),
                          '^-?[0-9]{1,18}$'
                        )
                        THEN CAST(coalesce(
                          split(
                            coalesce(
                              regexp_extract(
                                CAST(`c0` AS STRING),
                                '^(?:(?:.*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                              ),
                              CASE WHEN NOT (
                                CAST(`c0` AS STRING)
                              ) IS NULL THEN '' END
                            ),
                            '.'
                          )[SAFE_OFFSET(3)],
                          substr(
                            coalesce(
                              regexp_extract(
                                CAST(`c0` AS STRING),
                                '^(?:(?:.*:)?)((?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$'
                              ),
                              CASE WHEN NOT (
                                CAST(`c0` AS STRING)
                              ) IS NULL THEN '' END
                            ),
                            1,
                            0
                          )
                        ) AS INT64)
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
        ELSE CAST(`c0` AS STRING)
      END
      ELSE CAST(`c0` AS STRING)
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
    lower(
      CASE
        WHEN regexp_contains(r0, '^(?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){7})$')
        THEN CASE
          WHEN r0 = ''
          THEN ''
          ELSE regexp_replace(
            (
              ':000' || coalesce(replace(r0, ':', ':000'), '')
            ),
            ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
            '\\1'
          )
        END
        WHEN regexp_contains(
          r0,
          '^(?:(?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){0,6})?::(?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){0,6})?)$'
        )
        AND length(
          CASE
            WHEN coalesce(split(r0, '::')[SAFE_OFFSET(0)], substr(r0, 1, 0)) = ''
            THEN ''
            ELSE regexp_replace(
              (
                ':000' || coalesce(
                  replace(coalesce(split(r0, '::')[SAFE_OFFSET(0)], substr(r0, 1, 0)), ':', ':000'),
                  ''
                )
              ),
              ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
              '\\1'
            )
          END
        ) + length(
          CASE
            WHEN coalesce(split(r0, '::')[SAFE_OFFSET(1)], substr(r0, 1, 0)) = ''
            THEN ''
            ELSE regexp_replace(
              (
                ':000' || coalesce(
                  replace(coalesce(split(r0, '::')[SAFE_OFFSET(1)], substr(r0, 1, 0)), ':', ':000'),
                  ''
                )
              ),
              ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
              '\\1'
            )
          END
        ) <= 28
        THEN (
          coalesce(
            rpad(
              CASE
                WHEN coalesce(split(r0, '::')[SAFE_OFFSET(0)], substr(r0, 1, 0)) = ''
                THEN ''
                ELSE regexp_replace(
                  (
                    ':000' || coalesce(
                      replace(coalesce(split(r0, '::')[SAFE_OFFSET(0)], substr(r0, 1, 0)), ':', ':000'),
                      ''
                    )
                  ),
                  ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
                  '\\1'
                )
              END,
              CAST(32 - length(
                CASE
                  WHEN coalesce(split(r0, '::')[SAFE_OFFSET(1)], substr(r0, 1, 0)) = ''
                  THEN ''
                  ELSE regexp_replace(
                    (
                      ':000' || coalesce(
                        replace(coalesce(split(r0, '::')[SAFE_OFFSET(1)], substr(r0, 1, 0)), ':', ':000'),
                        ''
                      )
                    ),
                    ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
                    '\\1'
                  )
                END
              ) AS INT64),
              '0'
            ),
            ''
          ) || coalesce(
            CASE
              WHEN coalesce(split(r0, '::')[SAFE_OFFSET(1)], substr(r0, 1, 0)) = ''
              THEN ''
              ELSE regexp_replace(
                (
                  ':000' || coalesce(
                    replace(coalesce(split(r0, '::')[SAFE_OFFSET(1)], substr(r0, 1, 0)), ':', ':000'),
                    ''
                  )
                ),
                ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
                '\\1'
              )
            END,
            ''
          )
        )
      END
    ) AS p0,
    n
  FROM __dphh_raw
), __dphh_48 AS (
  SELECT
    substr(p0, 1, 12) AS p0,
    CAST(SUM(n) AS INT64) AS n
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
    substr(p0, 1, 8) AS p0,
    CAST(SUM(n) AS INT64) AS n
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
    CAST(0 AS INT64) AS level,
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS INT64) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(32 AS INT64) AS level,
    CAST(p0 AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_32
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(48 AS INT64) AS level,
    CAST(p0 AS STRING) AS key,
    CAST((
      substr(p0, 1, 8)
    ) AS STRING) AS parent,
    n
  FROM __dphh_48
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;

-- items(1)
WITH __dphh_raw AS (
  SELECT
    CAST(`c0` AS STRING) AS r0,
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
    CAST(SUM(n) AS INT64) AS n
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
    CAST(0 AS INT64) AS level,
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS INT64) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT64) AS level,
    CAST(p0 AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;

-- numeric(0, 1000, 10)
WITH __dphh_raw AS (
  SELECT
    `c0` AS r0,
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
      WHEN r0 >= CAST('0.0' AS FLOAT64) AND r0 < CAST('1000.0' AS FLOAT64)
      THEN least(
        CASE
          WHEN floor(
            (
              (
                r0 - CAST('0.0' AS FLOAT64)
              ) * CAST('1000000000.0' AS FLOAT64)
            ) / (
              CAST('1000.0' AS FLOAT64)
            ) + CAST('0.0009765625' AS FLOAT64)
          ) BETWEEN CAST('-9223372036854775808' AS FLOAT64) AND CAST('9223372036854774784' AS FLOAT64)
          THEN CAST(floor(
            (
              (
                r0 - CAST('0.0' AS FLOAT64)
              ) * CAST('1000000000.0' AS FLOAT64)
            ) / (
              CAST('1000.0' AS FLOAT64)
            ) + CAST('0.0009765625' AS FLOAT64)
          ) AS INT64)
        END,
        999999999
      )
    END AS p0,
    n
  FROM __dphh_raw
), __dphh_2 AS (
  SELECT
    p0 - MOD(p0, CAST('10000000' AS INT64)) AS p0,
    CAST(SUM(n) AS INT64) AS n
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
    p0 - MOD(p0, CAST('100000000' AS INT64)) AS p0,
    CAST(SUM(n) AS INT64) AS n
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
    CAST(0 AS INT64) AS level,
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS INT64) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT64) AS level,
    CAST(CAST(p0 AS STRING) AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT64) AS level,
    CAST(CAST(p0 AS STRING) AS STRING) AS key,
    CAST(CAST(p0 - MOD(p0, CAST('100000000' AS INT64)) AS STRING) AS STRING) AS parent,
    n
  FROM __dphh_2
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;

-- path
WITH __dphh_raw AS (
  SELECT
    CAST(`c0` AS STRING) AS r0,
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
    CASE
      WHEN substr(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 3
        THEN regexp_extract(p0, '(?s)^(?:.*?/){3}')
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 2
        THEN regexp_extract(p0, '(?s)^(?:.*?/){2}')
        ELSE p0
      END
    END AS p0,
    CAST(SUM(n) AS INT64) AS n
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
    CASE
      WHEN substr(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 2
        THEN regexp_extract(p0, '(?s)^(?:.*?/){2}')
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 1
        THEN regexp_extract(p0, '(?s)^(?:.*?/){1}')
        ELSE p0
      END
    END AS p0,
    CAST(SUM(n) AS INT64) AS n
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
    CAST(0 AS INT64) AS level,
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS INT64) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT64) AS level,
    CAST(p0 AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_1
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN substr(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 1
        THEN regexp_extract(p0, '(?s)^(?:.*?/){1}')
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
    CAST(2 AS INT64) AS level,
    CAST(p0 AS STRING) AS key,
    CAST((
      CASE
        WHEN substr(p0, 1, 1) = '/'
        THEN CASE
          WHEN (
            length(p0) - length(replace(p0, '/', ''))
          ) >= 2
          THEN regexp_extract(p0, '(?s)^(?:.*?/){2}')
          ELSE p0
        END
        WHEN NOT (
          p0
        ) IS NULL
        THEN CASE
          WHEN (
            length(p0) - length(replace(p0, '/', ''))
          ) >= 1
          THEN regexp_extract(p0, '(?s)^(?:.*?/){1}')
          ELSE p0
        END
      END
    ) AS STRING) AS parent,
    n
  FROM __dphh_2
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN substr(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 2
        THEN regexp_extract(p0, '(?s)^(?:.*?/){2}')
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 1
        THEN regexp_extract(p0, '(?s)^(?:.*?/){1}')
        ELSE p0
      END
    END
    AND n >= 2
) AS counted;

-- phone
WITH __dphh_raw AS (
  SELECT
    CAST(`c0` AS STRING) AS r0,
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
      WHEN regexp_contains(r0, '^(?:\\+[1-9](?:[ .-]?[0-9]){6,14})$')
      THEN (
        coalesce(
          coalesce(
            regexp_extract(
              regexp_replace(r0, '[^0-9]', ''),
              '^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[035789]|9[679])[0-9])(?:[0-9]*)'
            ),
            CASE WHEN NOT (
              regexp_replace(r0, '[^0-9]', '')
            ) IS NULL THEN '' END
          ),
          ''
        ) || '/' || coalesce(
          regexp_replace(
            coalesce(
              regexp_extract(
                regexp_replace(r0, '[^0-9]', ''),
                '^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[035789]|9[679])[0-9])([0-9]*)'
              ),
              CASE WHEN NOT (
                regexp_replace(r0, '[^0-9]', '')
              ) IS NULL THEN '' END
            ),
            '([0-9])',
            '\\1/'
          ),
          ''
        )
      )
    END AS p0,
    n
  FROM __dphh_raw
), __dphh_4 AS (
  SELECT
    CASE
      WHEN substr(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 5
        THEN regexp_extract(p0, '(?s)^(?:.*?/){5}')
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 4
        THEN regexp_extract(p0, '(?s)^(?:.*?/){4}')
        ELSE p0
      END
    END AS p0,
    CAST(SUM(n) AS INT64) AS n
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
    CASE
      WHEN substr(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 2
        THEN regexp_extract(p0, '(?s)^(?:.*?/){2}')
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 1
        THEN regexp_extract(p0, '(?s)^(?:.*?/){1}')
        ELSE p0
      END
    END AS p0,
    CAST(SUM(n) AS INT64) AS n
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
    CAST(0 AS INT64) AS level,
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS INT64) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT64) AS level,
    CAST(p0 AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_1
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN substr(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 1
        THEN regexp_extract(p0, '(?s)^(?:.*?/){1}')
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
    CAST(4 AS INT64) AS level,
    CAST(p0 AS STRING) AS key,
    CAST((
      CASE
        WHEN substr(p0, 1, 1) = '/'
        THEN CASE
          WHEN (
            length(p0) - length(replace(p0, '/', ''))
          ) >= 2
          THEN regexp_extract(p0, '(?s)^(?:.*?/){2}')
          ELSE p0
        END
        WHEN NOT (
          p0
        ) IS NULL
        THEN CASE
          WHEN (
            length(p0) - length(replace(p0, '/', ''))
          ) >= 1
          THEN regexp_extract(p0, '(?s)^(?:.*?/){1}')
          ELSE p0
        END
      END
    ) AS STRING) AS parent,
    n
  FROM __dphh_4
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN substr(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 4
        THEN regexp_extract(p0, '(?s)^(?:.*?/){4}')
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 3
        THEN regexp_extract(p0, '(?s)^(?:.*?/){3}')
        ELSE p0
      END
    END
    AND n >= 2
) AS counted;

-- semver
WITH __dphh_raw AS (
  SELECT
    CAST(`c0` AS STRING) AS r0,
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
      WHEN regexp_contains(
        r0,
        '^(?:v?(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(?:-((?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?)$'
      )
      THEN (
        coalesce(
          (
            coalesce(
              coalesce(
                regexp_extract(
                  r0,
                  '^v?(0|[1-9][0-9]*)\\.(?:0|[1-9][0-9]*)\\.(?:0|[1-9][0-9]*)(?:-(?:(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$'
                ),
                CASE WHEN NOT (
                  r0
                ) IS NULL THEN '' END
              ),
              ''
            ) || '/' || coalesce(
              coalesce(
                regexp_extract(
                  r0,
                  '^v?(?:0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(?:0|[1-9][0-9]*)(?:-(?:(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$'
                ),
                CASE WHEN NOT (
                  r0
                ) IS NULL THEN '' END
              ),
              ''
            ) || '/' || coalesce(
              coalesce(
                regexp_extract(
                  r0,
                  '^v?(?:0|[1-9][0-9]*)\\.(?:0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(?:-(?:(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$'
                ),
                CASE WHEN NOT (
                  r0
                ) IS NULL THEN '' END
              ),
              ''
            ) || '/'
          ),
          ''
        ) || coalesce(
          CASE
            WHEN coalesce(
              regexp_extract(
                r0,
                '^v?(?:0|[1-9][0-9]*)\\.(?:0|[1-9][0-9]*)\\.(?:0|[1-9][0-9]*)(?:-((?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$'
              ),
              CASE WHEN NOT (
                r0
              ) IS NULL THEN '' END
            ) = ''
            THEN ''
            ELSE (
              coalesce(
                coalesce(
                  regexp_extract(
                    r0,
                    '^v?(?:0|[1-9][0-9]*)\\.(?:0|[1-9][0-9]*)\\.(?:0|[1-9][0-9]*)(?:-((?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$'
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
    END AS p0,
    n
  FROM __dphh_raw
), __dphh_2 AS (
  SELECT
    CASE
      WHEN substr(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 3
        THEN regexp_extract(p0, '(?s)^(?:.*?/){3}')
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 2
        THEN regexp_extract(p0, '(?s)^(?:.*?/){2}')
        ELSE p0
      END
    END AS p0,
    CAST(SUM(n) AS INT64) AS n
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
    CASE
      WHEN substr(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 2
        THEN regexp_extract(p0, '(?s)^(?:.*?/){2}')
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 1
        THEN regexp_extract(p0, '(?s)^(?:.*?/){1}')
        ELSE p0
      END
    END AS p0,
    CAST(SUM(n) AS INT64) AS n
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
    CAST(0 AS INT64) AS level,
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS INT64) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT64) AS level,
    CAST(p0 AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_1
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN substr(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 1
        THEN regexp_extract(p0, '(?s)^(?:.*?/){1}')
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
    CAST(2 AS INT64) AS level,
    CAST(p0 AS STRING) AS key,
    CAST((
      CASE
        WHEN substr(p0, 1, 1) = '/'
        THEN CASE
          WHEN (
            length(p0) - length(replace(p0, '/', ''))
          ) >= 2
          THEN regexp_extract(p0, '(?s)^(?:.*?/){2}')
          ELSE p0
        END
        WHEN NOT (
          p0
        ) IS NULL
        THEN CASE
          WHEN (
            length(p0) - length(replace(p0, '/', ''))
          ) >= 1
          THEN regexp_extract(p0, '(?s)^(?:.*?/){1}')
          ELSE p0
        END
      END
    ) AS STRING) AS parent,
    n
  FROM __dphh_2
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN substr(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 2
        THEN regexp_extract(p0, '(?s)^(?:.*?/){2}')
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 1
        THEN regexp_extract(p0, '(?s)^(?:.*?/){1}')
        ELSE p0
      END
    END
    AND n >= 2
) AS counted;

-- taxonomy(regions
-- hierarchy taxonomy(regions, code, parent, 7784b9225905131c5ad57331a7f66eddb0952c193a5f1329a1215023597f384b) is not available on bigquery: function unnest has no tested translation.

-- timestamp
WITH __dphh_raw AS (
  SELECT
    CASE
      WHEN CASE WHEN TRUE THEN `c0` END BETWEEN CAST('0001-01-01 00:00:00' AS DATETIME) AND CAST('9999-12-31 23:59:59.999999' AS DATETIME)
      THEN datetime_trunc(
        greatest(CASE WHEN TRUE THEN `c0` END, CAST('0001-01-01 00:00:00' AS DATETIME)),
        HOUR
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
    datetime_trunc(p0, MONTH) AS p0,
    CAST(SUM(n) AS INT64) AS n
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
    datetime_trunc(p0, YEAR) AS p0,
    CAST(SUM(n) AS INT64) AS n
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
    CAST(0 AS INT64) AS level,
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS INT64) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT64) AS level,
    CAST(substr(CAST(p0 AS STRING), 1, 4) AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT64) AS level,
    CAST(substr(CAST(p0 AS STRING), 1, 7) AS STRING) AS key,
    CAST(substr(CAST(datetime_trunc(p0, YEAR) AS STRING), 1, 4) AS STRING) AS parent,
    n
  FROM __dphh_2
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;

-- timestamptz
WITH __dphh_raw AS (
  SELECT
    CASE
      WHEN CASE
        WHEN `c0` BETWEEN CAST('0001-12-30 00:00:00+00' AS TIMESTAMP) AND CAST('9999-01-02 00:00:00+00' AS TIMESTAMP)
        THEN datetime(
          least(
            greatest(`c0`, CAST('0001-12-30 00:00:00+00' AS TIMESTAMP)),
            CAST('9999-01-02 00:00:00+00' AS TIMESTAMP)
          ),
          'UTC'
        )
      END BETWEEN CAST('0002-01-01 00:00:00' AS DATETIME) AND CAST('9998-12-31 23:59:59.999999' AS DATETIME)
      THEN datetime_trunc(
        greatest(
          CASE
            WHEN `c0` BETWEEN CAST('0001-12-30 00:00:00+00' AS TIMESTAMP) AND CAST('9999-01-02 00:00:00+00' AS TIMESTAMP)
            THEN datetime(
              least(
                greatest(`c0`, CAST('0001-12-30 00:00:00+00' AS TIMESTAMP)),
                CAST('9999-01-02 00:00:00+00' AS TIMESTAMP)
              ),
              'UTC'
            )
          END,
          CAST('0002-01-01 00:00:00' AS DATETIME)
        ),
        HOUR
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
    datetime_trunc(p0, MONTH) AS p0,
    CAST(SUM(n) AS INT64) AS n
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
    datetime_trunc(p0, YEAR) AS p0,
    CAST(SUM(n) AS INT64) AS n
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
    CAST(0 AS INT64) AS level,
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS INT64) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT64) AS level,
    CAST(substr(CAST(p0 AS STRING), 1, 4) AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT64) AS level,
    CAST(substr(CAST(p0 AS STRING), 1, 7) AS STRING) AS key,
    CAST(substr(CAST(datetime_trunc(p0, YEAR) AS STRING), 1, 4) AS STRING) AS parent,
    n
  FROM __dphh_2
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;

-- url
WITH __dphh_raw AS (
  SELECT
    CAST(`c0` AS STRING) AS r0,
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
      WHEN regexp_contains(
        r0,
        '^(?s)(?:([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(:[0-9]*)?([/?#].*)?)$'
      )
      THEN (
        coalesce(
          lower(
            coalesce(
              regexp_extract(
                r0,
                '^(?s)(?:[A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?(?:(?:[A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(?::[0-9]*)?(?:[/?#].*)?$'
              ),
              CASE WHEN NOT (
                r0
              ) IS NULL THEN '' END
            )
          ),
          ''
        ) || '://' || coalesce(
          lower(
            coalesce(
              regexp_extract(
                r0,
                '^(?:?s)([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?(?:(?:[A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(?::[0-9]*)?(?:[/?#].*)?$'
              ),
              CASE WHEN NOT (
                r0
              ) IS NULL THEN '' END
            )
          ),
          ''
        ) || coalesce(
          CASE
            WHEN coalesce(
              regexp_extract(
                r0,
                '^(?:?s)(?:[A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(?::[0-9]*)?(?:[/?#].*)?$'
              ),
              CASE WHEN NOT (
                r0
              ) IS NULL THEN '' END
            ) = ':'
            OR (
              lower(
                coalesce(
                  regexp_extract(
                    r0,
                    '^(?s)(?:[A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?(?:(?:[A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(?::[0-9]*)?(?:[/?#].*)?$'
                  ),
                  CASE WHEN NOT (
                    r0
                  ) IS NULL THEN '' END
                )
              ) = 'http'
              AND coalesce(
                regexp_extract(
                  r0,
                  '^(?:?s)(?:[A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(?::[0-9]*)?(?:[/?#].*)?$'
                ),
                CASE WHEN NOT (
                  r0
                ) IS NULL THEN '' END
              ) = ':80'
            )
            OR (
              lower(
                coalesce(
                  regexp_extract(
                    r0,
                    '^(?s)(?:[A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?(?:(?:[A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(?::[0-9]*)?(?:[/?#].*)?$'
                  ),
                  CASE WHEN NOT (
                    r0
                  ) IS NULL THEN '' END
                )
              ) = 'https'
              AND coalesce(
                regexp_extract(
                  r0,
                  '^(?:?s)(?:[A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(?::[0-9]*)?(?:[/?#].*)?$'
                ),
                CASE WHEN NOT (
                  r0
                ) IS NULL THEN '' END
              ) = ':443'
            )
            THEN ''
            ELSE coalesce(
              regexp_extract(
                r0,
                '^(?:?s)(?:[A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(?::[0-9]*)?(?:[/?#].*)?$'
              ),
              CASE WHEN NOT (
                r0
              ) IS NULL THEN '' END
            )
          END,
          ''
        ) || '/' || coalesce(
          coalesce(
            regexp_extract(
              coalesce(
                regexp_extract(
                  r0,
                  '^(?:?s)(?:[A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?(?:(?:[A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(:[0-9]*)?(?:[/?#].*)?$'
                ),
                CASE WHEN NOT (
                  r0
                ) IS NULL THEN '' END
              ),
              '^/?([^?#]*)'
            ),
            CASE
              WHEN NOT (
                coalesce(
                  regexp_extract(
                    r0,
                    '^(?:?s)(?:[A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?(?:(?:[A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(:[0-9]*)?(?:[/?#].*)?$'
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
    END AS p0,
    n
  FROM __dphh_raw
), __dphh_2 AS (
  SELECT
    CASE
      WHEN substr(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 5
        THEN regexp_extract(p0, '(?s)^(?:.*?/){5}')
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 4
        THEN regexp_extract(p0, '(?s)^(?:.*?/){4}')
        ELSE p0
      END
    END AS p0,
    CAST(SUM(n) AS INT64) AS n
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
    CASE
      WHEN substr(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 4
        THEN regexp_extract(p0, '(?s)^(?:.*?/){4}')
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 3
        THEN regexp_extract(p0, '(?s)^(?:.*?/){3}')
        ELSE p0
      END
    END AS p0,
    CAST(SUM(n) AS INT64) AS n
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
    CAST(0 AS INT64) AS level,
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS INT64) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT64) AS level,
    CAST(p0 AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_1
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN substr(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 3
        THEN regexp_extract(p0, '(?s)^(?:.*?/){3}')
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 2
        THEN regexp_extract(p0, '(?s)^(?:.*?/){2}')
        ELSE p0
      END
    END
    AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT64) AS level,
    CAST(p0 AS STRING) AS key,
    CAST((
      CASE
        WHEN substr(p0, 1, 1) = '/'
        THEN CASE
          WHEN (
            length(p0) - length(replace(p0, '/', ''))
          ) >= 4
          THEN regexp_extract(p0, '(?s)^(?:.*?/){4}')
          ELSE p0
        END
        WHEN NOT (
          p0
        ) IS NULL
        THEN CASE
          WHEN (
            length(p0) - length(replace(p0, '/', ''))
          ) >= 3
          THEN regexp_extract(p0, '(?s)^(?:.*?/){3}')
          ELSE p0
        END
      END
    ) AS STRING) AS parent,
    n
  FROM __dphh_2
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN substr(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 4
        THEN regexp_extract(p0, '(?s)^(?:.*?/){4}')
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          length(p0) - length(replace(p0, '/', ''))
        ) >= 3
        THEN regexp_extract(p0, '(?s)^(?:.*?/){3}')
        ELSE p0
      END
    END
    AND n >= 2
) AS counted;

-- word(3)
WITH __dphh_raw AS (
  SELECT
    CAST(`c0` AS STRING) AS r0,
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
    (
      '$' || r0
    ) AS p0,
    n
  FROM __dphh_raw
), __dphh_2 AS (
  SELECT
    CASE WHEN length(p0) <= 2 THEN p0 ELSE '.' || substr(p0, 2, 2) END AS p0,
    CAST(SUM(n) AS INT64) AS n
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
    CASE WHEN length(p0) <= 1 THEN p0 ELSE '.' || substr(p0, 2, 1) END AS p0,
    CAST(SUM(n) AS INT64) AS n
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
    CAST(0 AS INT64) AS level,
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS INT64) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT64) AS level,
    CAST(p0 AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_1
  WHERE
    coalesce(length(p0) >= 1, FALSE) AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT64) AS level,
    CAST(p0 AS STRING) AS key,
    CAST((
      CASE WHEN length(p0) <= 1 THEN p0 ELSE '.' || substr(p0, 2, 1) END
    ) AS STRING) AS parent,
    n
  FROM __dphh_2
  WHERE
    coalesce(length(p0) >= 2, FALSE) AND n >= 2
) AS counted;

-- zip
WITH __dphh_raw AS (
  SELECT
    CAST(`c0` AS STRING) AS r0,
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
      WHEN regexp_contains(r0, '^(?:[0-9]{5})$')
      THEN r0
      WHEN regexp_contains(r0, '^(?:[0-9]{5}-[0-9]{4})$')
      THEN substr(r0, 1, 5)
    END AS p0,
    n
  FROM __dphh_raw
), __dphh_3 AS (
  SELECT
    substr(p0, 1, 3) AS p0,
    CAST(SUM(n) AS INT64) AS n
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
    substr(p0, 1, 1) AS p0,
    CAST(SUM(n) AS INT64) AS n
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
    CAST(0 AS INT64) AS level,
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS INT64) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT64) AS level,
    CAST(p0 AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(3 AS INT64) AS level,
    CAST(p0 AS STRING) AS key,
    CAST((
      substr(p0, 1, 1)
    ) AS STRING) AS parent,
    n
  FROM __dphh_3
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;
