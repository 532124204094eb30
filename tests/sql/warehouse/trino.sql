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
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INTEGER) AS level,
    CAST(CAST(p0 AS VARCHAR) AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INTEGER) AS level,
    CAST(CAST(p0 AS VARCHAR) AS VARCHAR) AS key,
    CAST(CAST(p0 - p0 % CAST('8' AS BIGINT) AS VARCHAR) AS VARCHAR) AS parent,
    n
  FROM __dphh_2
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;

-- chars(3)
WITH __dphh_raw AS (
  SELECT
    CAST("c0" AS VARCHAR) AS r0,
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
    SUBSTR(p0, 1, 2) AS p0,
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
    SUBSTR(p0, 1, 1) AS p0,
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
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INTEGER) AS level,
    CAST(p0 AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    n
  FROM __dphh_1
  WHERE
    COALESCE(LENGTH(p0) = 1, FALSE) AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INTEGER) AS level,
    CAST(p0 AS VARCHAR) AS key,
    CAST((
      SUBSTR(p0, 1, 1)
    ) AS VARCHAR) AS parent,
    n
  FROM __dphh_2
  WHERE
    COALESCE(LENGTH(p0) = 2, FALSE) AND n >= 2
) AS counted;

-- columns(2)
WITH __dphh_raw AS (
  SELECT
    CAST("c0" AS VARCHAR) AS r0,
    CAST("c1" AS VARCHAR) AS r1,
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
    CAST(NULL AS VARCHAR) AS p1,
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
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INTEGER) AS level,
    CAST(CAST((
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
                                                                  REPLACE(REPLACE(REPLACE(REPLACE(p0, '\', '\\'), '"', '\"'), '', '\u0001'), '', '\u0002'),
                                                                  '',
                                                                  '\u0003'
                                                                ),
                                                                '',
                                                                '\u0004'
                                                              ),
                                                              '',
                                                              '\u0005'
                                                            ),
                                                            '',
                                                            '\u0006'
                                                          ),
                                                          '',
                                                          '\u0007'
                                                        ),
                                                        '',
                                                        '\b'
                                                      ),
                                                      '	',
                                                      '\t'
                                                    ),
                                                    '
',
                                                    '\n'
                                                  ),
                                                  '',
                                                  '\u000B'
                                                ),
                                                '',
                                                '\f'
                                              ),
                                              '',
                                              '\r'
                                            ),
                                            '',
                                            '\u000E'
                                          ),
                                          '',
                                          '\u000F'
                                        ),
                                        '',
                                        '\u0010'
                                      ),
                                      '',
                                      '\u0011'
                                    ),
                                    '',
                                    '\u0012'
                                  ),
                                  '',
                                  '\u0013'
                                ),
                                '',
                                '\u0014'
                              ),
                              '',
                              '\u0015'
                            ),
                            '',
                            '\u0016'
                          ),
                          '',
                          '\u0017'
                        ),
                        '',
                        '\u0018'
                      ),
                      '',
                      '\u0019'
                    ),
                    '',
                    '\u001A'
                  ),
                  '',
                  '\u001B'
                ),
                '',
                '\u001C'
              ),
              '',
              '\u001D'
            ),
            '',
            '\u001E'
          ),
          '',
          '\u001F'
        ),
        CHR(0),
        '\u0000'
      ) || '"]'
    ) AS VARCHAR) AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INTEGER) AS level,
    CAST(CAST((
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
                                                                  REPLACE(REPLACE(REPLACE(REPLACE(p0, '\', '\\'), '"', '\"'), '', '\u0001'), '', '\u0002'),
                                                                  '',
                                                                  '\u0003'
                                                                ),
                                                                '',
                                                                '\u0004'
                                                              ),
                                                              '',
                                                              '\u0005'
                                                            ),
                                                            '',
                                                            '\u0006'
                                                          ),
                                                          '',
                                                          '\u0007'
                                                        ),
                                                        '',
                                                        '\b'
                                                      ),
                                                      '	',
                                                      '\t'
                                                    ),
                                                    '
',
                                                    '\n'
                                                  ),
                                                  '',
                                                  '\u000B'
                                                ),
                                                '',
                                                '\f'
                                              ),
                                              '',
                                              '\r'
                                            ),
                                            '',
                                            '\u000E'
                                          ),
                                          '',
                                          '\u000F'
                                        ),
                                        '',
                                        '\u0010'
                                      ),
                                      '',
                                      '\u0011'
                                    ),
                                    '',
                                    '\u0012'
                                  ),
                                  '',
                                  '\u0013'
                                ),
                                '',
                                '\u0014'
                              ),
                              '',
                              '\u0015'
                            ),
                            '',
                            '\u0016'
                          ),
                          '',
                          '\u0017'
                        ),
                        '',
                        '\u0018'
                      ),
                      '',
                      '\u0019'
                    ),
                    '',
                    '\u001A'
                  ),
                  '',
                  '\u001B'
                ),
                '',
                '\u001C'
              ),
              '',
              '\u001D'
            ),
            '',
            '\u001E'
          ),
          '',
          '\u001F'
        ),
        CHR(0),
        '\u0000'
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
                                                                  REPLACE(REPLACE(REPLACE(REPLACE(p1, '\', '\\'), '"', '\"'), '', '\u0001'), '', '\u0002'),
                                                                  '',
                                                                  '\u0003'
                                                                ),
                                                                '',
                                                                '\u0004'
                                                              ),
                                                              '',
                                                              '\u0005'
                                                            ),
                                                            '',
                                                            '\u0006'
                                                          ),
                                                          '',
                                                          '\u0007'
                                                        ),
                                                        '',
                                                        '\b'
                                                      ),
                                                      '	',
                                                      '\t'
                                                    ),
                                                    '
',
                                                    '\n'
                                                  ),
                                                  '',
                                                  '\u000B'
                                                ),
                                                '',
                                                '\f'
                                              ),
                                              '',
                                              '\r'
                                            ),
                                            '',
                                            '\u000E'
                                          ),
                                          '',
                                          '\u000F'
                                        ),
                                        '',
                                        '\u0010'
                                      ),
                                      '',
                                      '\u0011'
                                    ),
                                    '',
                                    '\u0012'
                                  ),
                                  '',
                                  '\u0013'
                                ),
                                '',
                                '\u0014'
                              ),
                              '',
                              '\u0015'
                            ),
                            '',
                            '\u0016'
                          ),
                          '',
                          '\u0017'
                        ),
                        '',
                        '\u0018'
                      ),
                      '',
                      '\u0019'
                    ),
                    '',
                    '\u001A'
                  ),
                  '',
                  '\u001B'
                ),
                '',
                '\u001C'
              ),
              '',
              '\u001D'
            ),
            '',
            '\u001E'
          ),
          '',
          '\u001F'
        ),
        CHR(0),
        '\u0000'
      ) || '"]'
    ) AS VARCHAR) AS VARCHAR) AS key,
    CAST(CAST((
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
                                                                  REPLACE(REPLACE(REPLACE(REPLACE(p0, '\', '\\'), '"', '\"'), '', '\u0001'), '', '\u0002'),
                                                                  '',
                                                                  '\u0003'
                                                                ),
                                                                '',
                                                                '\u0004'
                                                              ),
                                                              '',
                                                              '\u0005'
                                                            ),
                                                            '',
                                                            '\u0006'
                                                          ),
                                                          '',
                                                          '\u0007'
                                                        ),
                                                        '',
                                                        '\b'
                                                      ),
                                                      '	',
                                                      '\t'
                                                    ),
                                                    '
',
                                                    '\n'
                                                  ),
                                                  '',
                                                  '\u000B'
                                                ),
                                                '',
                                                '\f'
                                              ),
                                              '',
                                              '\r'
                                            ),
                                            '',
                                            '\u000E'
                                          ),
                                          '',
                                          '\u000F'
                                        ),
                                        '',
                                        '\u0010'
                                      ),
                                      '',
                                      '\u0011'
                                    ),
                                    '',
                                    '\u0012'
                                  ),
                                  '',
                                  '\u0013'
                                ),
                                '',
                                '\u0014'
                              ),
                              '',
                              '\u0015'
                            ),
                            '',
                            '\u0016'
                          ),
                          '',
                          '\u0017'
                        ),
                        '',
                        '\u0018'
                      ),
                      '',
                      '\u0019'
                    ),
                    '',
                    '\u001A'
                  ),
                  '',
                  '\u001B'
                ),
                '',
                '\u001C'
              ),
              '',
              '\u001D'
            ),
            '',
            '\u001E'
          ),
          '',
          '\u001F'
        ),
        CHR(0),
        '\u0000'
      ) || '"]'
    ) AS VARCHAR) AS VARCHAR) AS parent,
    n
  FROM __dphh_2
  WHERE
    NOT p1 IS NULL AND n >= 2
) AS counted;

-- date
WITH __dphh_raw AS (
  SELECT
    CASE
      WHEN CASE WHEN TRUE THEN CAST("c0" AS TIMESTAMP(6)) END BETWEEN CAST('0001-01-01 00:00:00' AS TIMESTAMP(6)) AND CAST('9999-12-31 23:59:59.999999' AS TIMESTAMP(6))
      THEN DATE_TRUNC(
        'day',
        GREATEST(
          CASE WHEN TRUE THEN CAST("c0" AS TIMESTAMP(6)) END,
          CAST('0001-01-01 00:00:00' AS TIMESTAMP(6))
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
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INTEGER) AS level,
    CAST(SUBSTR(CAST(p0 AS VARCHAR), 1, 4) AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INTEGER) AS level,
    CAST(SUBSTR(CAST(p0 AS VARCHAR), 1, 7) AS VARCHAR) AS key,
    CAST(SUBSTR(CAST(DATE_TRUNC('year', p0) AS VARCHAR), 1, 4) AS VARCHAR) AS parent,
    n
  FROM __dphh_2
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;

-- domain
-- hierarchy domain is not available on trino: function unnest has no tested translation.

-- file
WITH __dphh_raw AS (
  SELECT
    CAST("c0" AS VARCHAR) AS r0,
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
      WHEN SUBSTR(REPLACE(r0, '\', '/'), 1, 2) = '//'
      THEN (
        '/' || COALESCE(
          CASE
            WHEN REGEXP_LIKE(
              CASE
                WHEN SUBSTR(
                  REGEXP_REPLACE(
                    REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\', '/'), '/+', '/'), '/(?:\./)+', '/'),
                    '^(?:\./)+',
                    ''
                  ),
                  -2
                ) = '/.'
                THEN SUBSTR(
                  REGEXP_REPLACE(
                    REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\', '/'), '/+', '/'), '/(?:\./)+', '/'),
                    '^(?:\./)+',
                    ''
                  ),
                  1,
                  LENGTH(
                    REGEXP_REPLACE(
                      REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\', '/'), '/+', '/'), '/(?:\./)+', '/'),
                      '^(?:\./)+',
                      ''
                    )
                  ) - 1
                )
                ELSE REGEXP_REPLACE(
                  REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\', '/'), '/+', '/'), '/(?:\./)+', '/'),
                  '^(?:\./)+',
                  ''
                )
              END,
              '^[a-z]:/'
            )
            THEN (
              COALESCE(
                UPPER(
                  SUBSTR(
                    CASE
                      WHEN SUBSTR(
                        REGEXP_REPLACE(
                          REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\', '/'), '/+', '/'), '/(?:\./)+', '/'),
                          '^(?:\./)+',
                          ''
                        ),
                        -2
                      ) = '/.'
                      THEN SUBSTR(
                        REGEXP_REPLACE(
                          REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\', '/'), '/+', '/'), '/(?:\./)+', '/'),
                          '^(?:\./)+',
                          ''
                        ),
                        1,
                        LENGTH(
                          REGEXP_REPLACE(
                            REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\', '/'), '/+', '/'), '/(?:\./)+', '/'),
                            '^(?:\./)+',
                            ''
                          )
                        ) - 1
                      )
                      ELSE REGEXP_REPLACE(
                        REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\', '/'), '/+', '/'), '/(?:\./)+', '/'),
                        '^(?:\./)+',
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
                    WHEN SUBSTR(
                      REGEXP_REPLACE(
                        REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\', '/'), '/+', '/'), '/(?:\./)+', '/'),
                        '^(?:\./)+',
                        ''
                      ),
                      -2
                    ) = '/.'
                    THEN SUBSTR(
                      REGEXP_REPLACE(
                        REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\', '/'), '/+', '/'), '/(?:\./)+', '/'),
                        '^(?:\./)+',
                        ''
                      ),
                      1,
                      LENGTH(
                        REGEXP_REPLACE(
                          REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\', '/'), '/+', '/'), '/(?:\./)+', '/'),
                          '^(?:\./)+',
                          ''
                        )
                      ) - 1
                    )
                    ELSE REGEXP_REPLACE(
                      REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\', '/'), '/+', '/'), '/(?:\./)+', '/'),
                      '^(?:\./)+',
                      ''
                    )
                  END,
                  2
                ),
                ''
              )
            )
            ELSE CASE
              WHEN SUBSTR(
                REGEXP_REPLACE(
                  REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\', '/'), '/+', '/'), '/(?:\./)+', '/'),
                  '^(?:\./)+',
                  ''
                ),
                -2
              ) = '/.'
              THEN SUBSTR(
                REGEXP_REPLACE(
                  REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\', '/'), '/+', '/'), '/(?:\./)+', '/'),
                  '^(?:\./)+',
                  ''
                ),
                1,
                LENGTH(
                  REGEXP_REPLACE(
                    REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\', '/'), '/+', '/'), '/(?:\./)+', '/'),
                    '^(?:\./)+',
                    ''
                  )
                ) - 1
              )
              ELSE REGEXP_REPLACE(
                REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\', '/'), '/+', '/'), '/(?:\./)+', '/'),
                '^(?:\./)+',
                ''
              )
            END
          END,
          ''
        )
      )
      ELSE CASE
        WHEN REGEXP_LIKE(
          CASE
            WHEN SUBSTR(
              REGEXP_REPLACE(
                REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\', '/'), '/+', '/'), '/(?:\./)+', '/'),
                '^(?:\./)+',
                ''
              ),
              -2
            ) = '/.'
            THEN SUBSTR(
              REGEXP_REPLACE(
                REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\', '/'), '/+', '/'), '/(?:\./)+', '/'),
                '^(?:\./)+',
                ''
              ),
              1,
              LENGTH(
                REGEXP_REPLACE(
                  REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\', '/'), '/+', '/'), '/(?:\./)+', '/'),
                  '^(?:\./)+',
                  ''
                )
              ) - 1
            )
            ELSE REGEXP_REPLACE(
              REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\', '/'), '/+', '/'), '/(?:\./)+', '/'),
              '^(?:\./)+',
              ''
            )
          END,
          '^[a-z]:/'
        )
        THEN (
          COALESCE(
            UPPER(
              SUBSTR(
                CASE
                  WHEN SUBSTR(
                    REGEXP_REPLACE(
                      REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\', '/'), '/+', '/'), '/(?:\./)+', '/'),
                      '^(?:\./)+',
                      ''
                    ),
                    -2
                  ) = '/.'
                  THEN SUBSTR(
                    REGEXP_REPLACE(
                      REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\', '/'), '/+', '/'), '/(?:\./)+', '/'),
                      '^(?:\./)+',
                      ''
                    ),
                    1,
                    LENGTH(
                      REGEXP_REPLACE(
                        REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\', '/'), '/+', '/'), '/(?:\./)+', '/'),
                        '^(?:\./)+',
                        ''
                      )
                    ) - 1
                  )
                  ELSE REGEXP_REPLACE(
                    REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\', '/'), '/+', '/'), '/(?:\./)+', '/'),
                    '^(?:\./)+',
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
                WHEN SUBSTR(
                  REGEXP_REPLACE(
                    REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\', '/'), '/+', '/'), '/(?:\./)+', '/'),
                    '^(?:\./)+',
                    ''
                  ),
                  -2
                ) = '/.'
                THEN SUBSTR(
                  REGEXP_REPLACE(
                    REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\', '/'), '/+', '/'), '/(?:\./)+', '/'),
                    '^(?:\./)+',
                    ''
                  ),
                  1,
                  LENGTH(
                    REGEXP_REPLACE(
                      REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\', '/'), '/+', '/'), '/(?:\./)+', '/'),
                      '^(?:\./)+',
                      ''
                    )
                  ) - 1
                )
                ELSE REGEXP_REPLACE(
                  REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\', '/'), '/+', '/'), '/(?:\./)+', '/'),
                  '^(?:\./)+',
                  ''
                )
              END,
              2
            ),
            ''
          )
        )
        ELSE CASE
          WHEN SUBSTR(
            REGEXP_REPLACE(
              REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\', '/'), '/+', '/'), '/(?:\./)+', '/'),
              '^(?:\./)+',
              ''
            ),
            -2
          ) = '/.'
          THEN SUBSTR(
            REGEXP_REPLACE(
              REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\', '/'), '/+', '/'), '/(?:\./)+', '/'),
              '^(?:\./)+',
              ''
            ),
            1,
            LENGTH(
              REGEXP_REPLACE(
                REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\', '/'), '/+', '/'), '/(?:\./)+', '/'),
                '^(?:\./)+',
                ''
              )
            ) - 1
          )
          ELSE REGEXP_REPLACE(
            REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\', '/'), '/+', '/'), '/(?:\./)+', '/'),
            '^(?:\./)+',
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
      WHEN SUBSTR(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 3
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 3), '/') || '/'
        )
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 2
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 2), '/') || '/'
        )
        ELSE p0
      END
    END AS p0,
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
    CASE
      WHEN SUBSTR(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 2
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 2), '/') || '/'
        )
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 1
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 1), '/') || '/'
        )
        ELSE p0
      END
    END AS p0,
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
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INTEGER) AS level,
    CAST(p0 AS VARCHAR) AS key,
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
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 1), '/') || '/'
        )
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
    CAST(p0 AS VARCHAR) AS key,
    CAST((
      CASE
        WHEN SUBSTR(p0, 1, 1) = '/'
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 2
          THEN (
            ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 2), '/') || '/'
          )
          ELSE p0
        END
        WHEN NOT (
          p0
        ) IS NULL
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 1
          THEN (
            ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 1), '/') || '/'
          )
          ELSE p0
        END
      END
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
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 2), '/') || '/'
        )
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 1
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 1), '/') || '/'
        )
        ELSE p0
      END
    END
    AND n >= 2
) AS counted;

-- geohash
WITH __dphh_raw AS (
  SELECT
    CAST("c0" AS VARCHAR) AS r0,
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
    CASE WHEN REGEXP_LIKE(r0, '^(?:[0-9b-hjkmnp-zB-HJKMNP-Z]+)\z') THEN LOWER(r0) END AS p0,
    n
  FROM __dphh_raw
), __dphh_4 AS (
  SELECT
    SUBSTR(p0, 1, 4) AS p0,
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
    SUBSTR(p0, 1, 2) AS p0,
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
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(2 AS INTEGER) AS level,
    CAST(p0 AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    n
  FROM __dphh_2
  WHERE
    COALESCE(LENGTH(p0) = 2, FALSE) AND n >= 2
  UNION ALL
  SELECT
    CAST(4 AS INTEGER) AS level,
    CAST(p0 AS VARCHAR) AS key,
    CAST((
      SUBSTR(p0, 1, 2)
    ) AS VARCHAR) AS parent,
    n
  FROM __dphh_4
  WHERE
    COALESCE(LENGTH(p0) = 4, FALSE) AND n >= 2
) AS counted;

-- h3
-- hierarchy h3 is not available on trino: function bin has no tested translation.

-- ipv4
WITH __dphh_raw AS (
  SELECT
    CAST("c0" AS VARCHAR) AS r0,
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
      WHEN REGEXP_LIKE(
        r0,
        '^(?:(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z'
      )
      THEN (
        (
          CAST(CASE
            WHEN CASE
              WHEN REGEXP_LIKE(COALESCE(SPLIT_PART(r0, '.', 1), SUBSTR(r0, 1, 0)), '^-?[0-9]{1,18}\z')
              THEN CAST(COALESCE(SPLIT_PART(r0, '.', 1), SUBSTR(r0, 1, 0)) AS BIGINT)
            END BETWEEN 0 AND 255
            THEN CASE
              WHEN REGEXP_LIKE(COALESCE(SPLIT_PART(r0, '.', 1), SUBSTR(r0, 1, 0)), '^-?[0-9]{1,18}\z')
              THEN CAST(COALESCE(SPLIT_PART(r0, '.', 1), SUBSTR(r0, 1, 0)) AS BIGINT)
            END
          END AS BIGINT) * 256 + CAST(CASE
            WHEN CASE
              WHEN REGEXP_LIKE(COALESCE(SPLIT_PART(r0, '.', 2), SUBSTR(r0, 1, 0)), '^-?[0-9]{1,18}\z')
              THEN CAST(COALESCE(SPLIT_PART(r0, '.', 2), SUBSTR(r0, 1, 0)) AS BIGINT)
            END BETWEEN 0 AND 255
            THEN CASE
              WHEN REGEXP_LIKE(COALESCE(SPLIT_PART(r0, '.', 2), SUBSTR(r0, 1, 0)), '^-?[0-9]{1,18}\z')
              THEN CAST(COALESCE(SPLIT_PART(r0, '.', 2), SUBSTR(r0, 1, 0)) AS BIGINT)
            END
          END AS BIGINT)
        ) * 256 + CAST(CASE
          WHEN CASE
            WHEN REGEXP_LIKE(COALESCE(SPLIT_PART(r0, '.', 3), SUBSTR(r0, 1, 0)), '^-?[0-9]{1,18}\z')
            THEN CAST(COALESCE(SPLIT_PART(r0, '.', 3), SUBSTR(r0, 1, 0)) AS BIGINT)
          END BETWEEN 0 AND 255
          THEN CASE
            WHEN REGEXP_LIKE(COALESCE(SPLIT_PART(r0, '.', 3), SUBSTR(r0, 1, 0)), '^-?[0-9]{1,18}\z')
            THEN CAST(COALESCE(SPLIT_PART(r0, '.', 3), SUBSTR(r0, 1, 0)) AS BIGINT)
          END
        END AS BIGINT)
      ) * 256 + CAST(CASE
        WHEN CASE
          WHEN REGEXP_LIKE(COALESCE(SPLIT_PART(r0, '.', 4), SUBSTR(r0, 1, 0)), '^-?[0-9]{1,18}\z')
          THEN CAST(COALESCE(SPLIT_PART(r0, '.', 4), SUBSTR(r0, 1, 0)) AS BIGINT)
        END BETWEEN 0 AND 255
        THEN CASE
          WHEN REGEXP_LIKE(COALESCE(SPLIT_PART(r0, '.', 4), SUBSTR(r0, 1, 0)), '^-?[0-9]{1,18}\z')
          THEN CAST(COALESCE(SPLIT_PART(r0, '.', 4), SUBSTR(r0, 1, 0)) AS BIGINT)
        END
      END AS BIGINT)
      WHEN REGEXP_LIKE(r0, '^(?:0|[1-9][0-9]{0,9})\z')
      THEN CAST(CASE
        WHEN CASE WHEN REGEXP_LIKE(r0, '^-?[0-9]{1,18}\z') THEN CAST(r0 AS BIGINT) END BETWEEN 0 AND 4294967295
        THEN CASE WHEN REGEXP_LIKE(r0, '^-?[0-9]{1,18}\z') THEN CAST(r0 AS BIGINT) END
      END AS BIGINT)
    END AS p0,
    n
  FROM __dphh_raw
), __dphh_16 AS (
  SELECT
    BITWISE_AND(p0, 4294901760) AS p0,
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
    BITWISE_AND(p0, 4278190080) AS p0,
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
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(8 AS INTEGER) AS level,
    CAST(CAST(p0 AS VARCHAR) AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    n
  FROM __dphh_8
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(16 AS INTEGER) AS level,
    CAST(CAST(p0 AS VARCHAR) AS VARCHAR) AS key,
    CAST(CAST(BITWISE_AND(p0, 4278190080) AS VARCHAR) AS VARCHAR) AS parent,
    n
  FROM __dphh_16
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;

-- ipv6
WITH __dphh_raw AS (
  SELECT
    CASE
      WHEN STRPOS(CAST("c0" AS VARCHAR), '.') > 0
      THEN CASE
        WHEN COALESCE(
          REGEXP_EXTRACT(
            CAST("c0" AS VARCHAR),
            '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
            2
          ),
          CASE WHEN NOT (
            CAST("c0" AS VARCHAR)
          ) IS NULL THEN '' END
        ) <> ''
        THEN (
          COALESCE(
            CASE
              WHEN COALESCE(
                REGEXP_EXTRACT(
                  CAST("c0" AS VARCHAR),
                  '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                  1
                ),
                CASE WHEN NOT (
                  CAST("c0" AS VARCHAR)
                ) IS NULL THEN '' END
              ) = ''
              THEN '::ffff:'
              ELSE COALESCE(
                REGEXP_EXTRACT(
                  CAST("c0" AS VARCHAR),
                  '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                  1
                ),
                CASE WHEN NOT (
                  CAST("c0" AS VARCHAR)
                ) IS NULL THEN '' END
              )
            END,
            ''
          ) || COALESCE(
            (
              COALESCE(
                (
                  COALESCE(
                    LPAD(
                      TO_BASE(
                        CASE
                          WHEN CASE
                            WHEN REGEXP_LIKE(
                              COALESCE(
                                SPLIT_PART(
                                  COALESCE(
                                    REGEXP_EXTRACT(
                                      CAST("c0" AS VARCHAR),
                                      '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                                      2
                                    ),
                                    CASE WHEN NOT (
                                      CAST("c0" AS VARCHAR)
                                    ) IS NULL THEN '' END
                                  ),
                                  '.',
                                  1
                                ),
                                SUBSTR(
                                  COALESCE(
                                    REGEXP_EXTRACT(
                                      CAST("c0" AS VARCHAR),
                                      '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                                      2
                                    ),
                                    CASE WHEN NOT (
                                      CAST("c0" AS VARCHAR)
                                    ) IS NULL THEN '' END
                                  ),
                                  1,
                                  0
                                )
                              ),
                              '^-?[0-9]{1,18}\z'
                            )
                            THEN CAST(COALESCE(
                              SPLIT_PART(
                                COALESCE(
                                  REGEXP_EXTRACT(
                                    CAST("c0" AS VARCHAR),
                                    '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                                    2
                                  ),
                                  CASE WHEN NOT (
                                    CAST("c0" AS VARCHAR)
                                  ) IS NULL THEN '' END
                                ),
                                '.',
                                1
                              ),
                              SUBSTR(
                                COALESCE(
                                  REGEXP_EXTRACT(
                                    CAST("c0" AS VARCHAR),
                                    '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                                    2
                                  ),
                                  CASE WHEN NOT (
                                    CAST("c0" AS VARCHAR)
                                  ) IS NULL THEN '' END
                                ),
                                1,
                                0
                              )
                            ) AS BIGINT)
                          END BETWEEN -2147483648 AND 2147483647
                          THEN CASE
                            WHEN REGEXP_LIKE(
                              COALESCE(
                                SPLIT_PART(
                                  COALESCE(
                                    REGEXP_EXTRACT(
                                      CAST("c0" AS VARCHAR),
                                      '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                                      2
                                    ),
                                    CASE WHEN NOT (
                                      CAST("c0" AS VARCHAR)
                                    ) IS NULL THEN '' END
                                  ),
                                  '.',
                                  1
                                ),
                                SUBSTR(
                                  COALESCE(
                                    REGEXP_EXTRACT(
                                      CAST("c0" AS VARCHAR),
                                      '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                                      2
                                    ),
                                    CASE WHEN NOT (
                                      CAST("c0" AS VARCHAR)
                                    ) IS NULL THEN '' END
                                  ),
                                  1,
                                  0
                                )
                              ),
                              '^-?[0-9]{1,18}\z'
                            )
                            THEN CAST(COALESCE(
                              SPLIT_PART(
                                COALESCE(
                                  REGEXP_EXTRACT(
                                    CAST("c0" AS VARCHAR),
                                    '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                                    2
                                  ),
                                  CASE WHEN NOT (
                                    CAST("c0" AS VARCHAR)
                                  ) IS NULL THEN '' END
                                ),
                                '.',
                                1
                              ),
                              SUBSTR(
                                COALESCE(
                                  REGEXP_EXTRACT(
                                    CAST("c0" AS VARCHAR),
                                    '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                                    2
                                  ),
                                  CASE WHEN NOT (
                                    CAST("c0" AS VARCHAR)
                                  ) IS NULL THEN '' END
                                ),
                                1,
                                0
                              )
                            ) AS BIGINT)
                          END
                        END,
                        16
                      ),
                      2,
                      '0'
                    ),
                    ''
                  ) || COALESCE(
                    LPAD(
                      TO_BASE(
                        CASE
                          WHEN CASE
                            WHEN REGEXP_LIKE(
                              COALESCE(
                                SPLIT_PART(
                                  COALESCE(
                                    REGEXP_EXTRACT(
                                      CAST("c0" AS VARCHAR),
                                      '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                                      2
                                    ),
                                    CASE WHEN NOT (
                                      CAST("c0" AS VARCHAR)
                                    ) IS NULL THEN '' END
                                  ),
                                  '.',
                                  2
                                ),
                                SUBSTR(
                                  COALESCE(
                                    REGEXP_EXTRACT(
                                      CAST("c0" AS VARCHAR),
                                      '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                                      2
                                    ),
                                    CASE WHEN NOT (
                                      CAST("c0" AS VARCHAR)
                                    ) IS NULL THEN '' END
                                  ),
                                  1,
                                  0
                                )
                              ),
                              '^-?[0-9]{1,18}\z'
                            )
                            THEN CAST(COALESCE(
                              SPLIT_PART(
                                COALESCE(
                                  REGEXP_EXTRACT(
                                    CAST("c0" AS VARCHAR),
                                    '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                                    2
                                  ),
                                  CASE WHEN NOT (
                                    CAST("c0" AS VARCHAR)
                                  ) IS NULL THEN '' END
                                ),
                                '.',
                                2
                              ),
                              SUBSTR(
                                COALESCE(
                                  REGEXP_EXTRACT(
                                    CAST("c0" AS VARCHAR),
                                    '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                                    2
                                  ),
                                  CASE WHEN NOT (
                                    CAST("c0" AS VARCHAR)
                                  ) IS NULL THEN '' END
                                ),
                                1,
                                0
                              )
                            ) AS BIGINT)
                          END BETWEEN -2147483648 AND 2147483647
                          THEN CASE
                            WHEN REGEXP_LIKE(
                              COALESCE(
                                SPLIT_PART(
                                  COALESCE(
                                    REGEXP_EXTRACT(
                                      CAST("c0" AS VARCHAR),
                                      '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                                      2
                                    ),
                                    CASE WHEN NOT (
                                      CAST("c0" AS VARCHAR)
                                    ) IS NULL THEN '' END
                                  ),
                                  '.',
                                  2
                                ),
                                SUBSTR(
                                  COALESCE(
                                    REGEXP_EXTRACT(
                                      CAST("c0" AS VARCHAR),
                                      '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                                      2
                                    ),
                                    CASE WHEN NOT (
                                      CAST("c0" AS VARCHAR)
                                    ) IS NULL THEN '' END
                                  ),
                                  1,
                                  0
                                )
                              ),
                              '^-?[0-9]{1,18}\z'
                            )
                            THEN CAST(COALESCE(
                              SPLIT_PART(
                                COALESCE(
                                  REGEXP_EXTRACT(
                                    CAST("c0" AS VARCHAR),
                                    '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                                    2
                                  ),
                                  CASE WHEN NOT (
                                    CAST("c0" AS VARCHAR)
                                  ) IS NULL THEN '' END
                                ),
                                '.',
                                2
                              ),
                              SUBSTR(
                                COALESCE(
                                  REGEXP_EXTRACT(
                                    CAST("c0" AS VARCHAR),
                                    '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                                    2
                                  ),
                                  CASE WHEN NOT (
                                    CAST("c0" AS VARCHAR)
                                  ) IS NULL THEN '' END
                                ),
                                1,
                                0
                              )
                            ) AS BIGINT)
                          END
                        END,
                        16
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
                  TO_BASE(
                    CASE
                      WHEN CASE
                        WHEN REGEXP_LIKE(
                          COALESCE(
                            SPLIT_PART(
                              COALESCE(
                                REGEXP_EXTRACT(
                                  CAST("c0" AS VARCHAR),
                                  '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                                  2
                                ),
                                CASE WHEN NOT (
                                  CAST("c0" AS VARCHAR)
                                ) IS NULL THEN '' END
                              ),
                              '.',
                              3
                            ),
                            SUBSTR(
                              COALESCE(
                                REGEXP_EXTRACT(
                                  CAST("c0" AS VARCHAR),
                                  '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                                  2
                                ),
                                CASE WHEN NOT (
                                  CAST("c0" AS VARCHAR)
                                ) IS NULL THEN '' END
                              ),
                              1,
                              0
                            )
                          ),
                          '^-?[0-9]{1,18}\z'
                        )
                        THEN CAST(COALESCE(
                          SPLIT_PART(
                            COALESCE(
                              REGEXP_EXTRACT(
                                CAST("c0" AS VARCHAR),
                                '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                                2
                              ),
                              CASE WHEN NOT (
                                CAST("c0" AS VARCHAR)
                              ) IS NULL THEN '' END
                            ),
                            '.',
                            3
                          ),
                          SUBSTR(
                            COALESCE(
                              REGEXP_EXTRACT(
                                CAST("c0" AS VARCHAR),
                                '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                                2
                              ),
                              CASE WHEN NOT (
                                CAST("c0" AS VARCHAR)
                              ) IS NULL THEN '' END
                            ),
                            1,
                            0
                          )
                        ) AS BIGINT)
                      END BETWEEN -2147483648 AND 2147483647
                      THEN CASE
                        WHEN REGEXP_LIKE(
                          COALESCE(
                            SPLIT_PART(
                              COALESCE(
                                REGEXP_EXTRACT(
                                  CAST("c0" AS VARCHAR),
                                  '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                                  2
                                ),
                                CASE WHEN NOT (
                                  CAST("c0" AS VARCHAR)
                                ) IS NULL THEN '' END
                              ),
                              '.',
                              3
                            ),
                            SUBSTR(
                              COALESCE(
                                REGEXP_EXTRACT(
                                  CAST("c0" AS VARCHAR),
                                  '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                                  2
                                ),
                                CASE WHEN NOT (
                                  CAST("c0" AS VARCHAR)
                                ) IS NULL THEN '' END
                              ),
                              1,
                              0
                            )
                          ),
                          '^-?[0-9]{1,18}\z'
                        )
                        THEN CAST(COALESCE(
                          SPLIT_PART(
                            COALESCE(
                              REGEXP_EXTRACT(
                                CAST("c0" AS VARCHAR),
                                '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                                2
                              ),
                              CASE WHEN NOT (
                                CAST("c0" AS VARCHAR)
                              ) IS NULL THEN '' END
                            ),
                            '.',
                            3
                          ),
                          SUBSTR(
                            COALESCE(
                              REGEXP_EXTRACT(
                                CAST("c0" AS VARCHAR),
                                '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                                2
                              ),
                              CASE WHEN NOT (
                                CAST("c0" AS VARCHAR)
                              ) IS NULL THEN '' END
                            ),
                            1,
                            0
                          )
                        ) AS BIGINT)
                      END
                    END,
                    16
                  ),
                  2,
                  '0'
                ),
                ''
              ) || COALESCE(
                LPAD(
                  TO_BASE(
                    CASE
                      WHEN CASE
                        WHEN REGEXP_LIKE(
                          COALESCE(
                            SPLIT_PART(
                              COALESCE(
                                REGEXP_EXTRACT(
                                  CAST("c0" AS VARCHAR),
                                  '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                                  2
                                ),
                                CASE WHEN NOT (
                                  CAST("c0" AS VARCHAR)
                                ) IS NULL THEN '' END
                              ),
                              '.',
                              4
                            ),
                            SUBSTR(
                              COALESCE(
                                REGEXP_EXTRACT(
                                  CAST("c0" AS VARCHAR),
                                  '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                                  2
                                ),
                                CASE WHEN NOT (
                                  CAST("c0" AS VARCHAR)
                                ) IS NULL THEN '' END
                              ),
                              1,
                              0
                            )
                          ),
                          '^-?[0-9]{1,18}\z'
                        )
                        THEN CAST(COALESCE(
                          SPLIT_PART(
                            COALESCE(
                              REGEXP_EXTRACT(
                                CAST("c0" AS VARCHAR),
                                '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                                2
                              ),
                              CASE WHEN NOT (
                                CAST("c0" AS VARCHAR)
                              ) IS NULL THEN '' END
                            ),
                            '.',
                            4
                          ),
                          SUBSTR(
                            COALESCE(
                              REGEXP_EXTRACT(
                                CAST("c0" AS VARCHAR),
                                '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                                2
                              ),
                              CASE WHEN NOT (
                                CAST("c0" AS VARCHAR)
                              ) IS NULL THEN '' END
                            ),
                            1,
                            0
                          )
                        ) AS BIGINT)
                      END BETWEEN -2147483648 AND 2147483647
                      THEN CASE
                        WHEN REGEXP_LIKE(
                          COALESCE(
                            SPLIT_PART(
                              COALESCE(
                                REGEXP_EXTRACT(
                                  CAST("c0" AS VARCHAR),
                                  '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                                  2
                                ),
                                CASE WHEN NOT (
                                  CAST("c0" AS VARCHAR)
                                ) IS NULL THEN '' END
                              ),
                              '.',
                              4
                            ),
                            SUBSTR(
                              COALESCE(
                                REGEXP_EXTRACT(
                                  CAST("c0" AS VARCHAR),
                                  '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                                  2
                                ),
                                CASE WHEN NOT (
                                  CAST("c0" AS VARCHAR)
                                ) IS NULL THEN '' END
                              ),
                              1,
                              0
                            )
                          ),
                          '^-?[0-9]{1,18}\z'
                        )
                        THEN CAST(COALESCE(
                          SPLIT_PART(
                            COALESCE(
                              REGEXP_EXTRACT(
                                CAST("c0" AS VARCHAR),
                                '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                                2
                              ),
                              CASE WHEN NOT (
                                CAST("c0" AS VARCHAR)
                              ) IS NULL THEN '' END
                            ),
                            '.',
                            4
                          ),
                          SUBSTR(
                            COALESCE(
                              REGEXP_EXTRACT(
                                CAST("c0" AS VARCHAR),
                                '^((?:[^
]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z',
                                2
                              ),
                              CASE WHEN NOT (
                                CAST("c0" AS VARCHAR)
                              ) IS NULL THEN '' END
                            ),
                            1,
                            0
                          )
                        ) AS BIGINT)
                      END
                    END,
                    16
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
        ELSE CAST("c0" AS VARCHAR)
      END
      ELSE CAST("c0" AS VARCHAR)
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
    LOWER(
      CASE
        WHEN REGEXP_LIKE(r0, '^(?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){7})\z')
        THEN CASE
          WHEN r0 = ''
          THEN ''
          ELSE REGEXP_REPLACE(
            (
              ':000' || COALESCE(REPLACE(r0, ':', ':000'), '')
            ),
            ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
            '$1'
          )
        END
        WHEN REGEXP_LIKE(
          r0,
          '^(?:(?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){0,6})?::(?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){0,6})?)\z'
        )
        AND LENGTH(
          CASE
            WHEN COALESCE(SPLIT_PART(r0, '::', 1), SUBSTR(r0, 1, 0)) = ''
            THEN ''
            ELSE REGEXP_REPLACE(
              (
                ':000' || COALESCE(REPLACE(COALESCE(SPLIT_PART(r0, '::', 1), SUBSTR(r0, 1, 0)), ':', ':000'), '')
              ),
              ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
              '$1'
            )
          END
        ) + LENGTH(
          CASE
            WHEN COALESCE(SPLIT_PART(r0, '::', 2), SUBSTR(r0, 1, 0)) = ''
            THEN ''
            ELSE REGEXP_REPLACE(
              (
                ':000' || COALESCE(REPLACE(COALESCE(SPLIT_PART(r0, '::', 2), SUBSTR(r0, 1, 0)), ':', ':000'), '')
              ),
              ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
              '$1'
            )
          END
        ) <= 28
        THEN (
          COALESCE(
            RPAD(
              CASE
                WHEN COALESCE(SPLIT_PART(r0, '::', 1), SUBSTR(r0, 1, 0)) = ''
                THEN ''
                ELSE REGEXP_REPLACE(
                  (
                    ':000' || COALESCE(REPLACE(COALESCE(SPLIT_PART(r0, '::', 1), SUBSTR(r0, 1, 0)), ':', ':000'), '')
                  ),
                  ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
                  '$1'
                )
              END,
              CAST(32 - LENGTH(
                CASE
                  WHEN COALESCE(SPLIT_PART(r0, '::', 2), SUBSTR(r0, 1, 0)) = ''
                  THEN ''
                  ELSE REGEXP_REPLACE(
                    (
                      ':000' || COALESCE(REPLACE(COALESCE(SPLIT_PART(r0, '::', 2), SUBSTR(r0, 1, 0)), ':', ':000'), '')
                    ),
                    ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
                    '$1'
                  )
                END
              ) AS INTEGER),
              '0'
            ),
            ''
          ) || COALESCE(
            CASE
              WHEN COALESCE(SPLIT_PART(r0, '::', 2), SUBSTR(r0, 1, 0)) = ''
              THEN ''
              ELSE REGEXP_REPLACE(
                (
                  ':000' || COALESCE(REPLACE(COALESCE(SPLIT_PART(r0, '::', 2), SUBSTR(r0, 1, 0)), ':', ':000'), '')
                ),
                ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
                '$1'
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
    SUBSTR(p0, 1, 12) AS p0,
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
    SUBSTR(p0, 1, 8) AS p0,
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
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(32 AS INTEGER) AS level,
    CAST(p0 AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    n
  FROM __dphh_32
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(48 AS INTEGER) AS level,
    CAST(p0 AS VARCHAR) AS key,
    CAST((
      SUBSTR(p0, 1, 8)
    ) AS VARCHAR) AS parent,
    n
  FROM __dphh_48
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;

-- items(1)
WITH __dphh_raw AS (
  SELECT
    CAST("c0" AS VARCHAR) AS r0,
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
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INTEGER) AS level,
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
    CAST(0 AS INTEGER) AS level,
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INTEGER) AS level,
    CAST(CAST(p0 AS VARCHAR) AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INTEGER) AS level,
    CAST(CAST(p0 AS VARCHAR) AS VARCHAR) AS key,
    CAST(CAST(p0 - p0 % CAST('100000000' AS BIGINT) AS VARCHAR) AS VARCHAR) AS parent,
    n
  FROM __dphh_2
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;

-- path
WITH __dphh_raw AS (
  SELECT
    CAST("c0" AS VARCHAR) AS r0,
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
      WHEN SUBSTR(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 3
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 3), '/') || '/'
        )
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 2
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 2), '/') || '/'
        )
        ELSE p0
      END
    END AS p0,
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
    CASE
      WHEN SUBSTR(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 2
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 2), '/') || '/'
        )
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 1
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 1), '/') || '/'
        )
        ELSE p0
      END
    END AS p0,
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
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INTEGER) AS level,
    CAST(p0 AS VARCHAR) AS key,
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
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 1), '/') || '/'
        )
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
    CAST(p0 AS VARCHAR) AS key,
    CAST((
      CASE
        WHEN SUBSTR(p0, 1, 1) = '/'
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 2
          THEN (
            ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 2), '/') || '/'
          )
          ELSE p0
        END
        WHEN NOT (
          p0
        ) IS NULL
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 1
          THEN (
            ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 1), '/') || '/'
          )
          ELSE p0
        END
      END
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
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 2), '/') || '/'
        )
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 1
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 1), '/') || '/'
        )
        ELSE p0
      END
    END
    AND n >= 2
) AS counted;

-- phone
WITH __dphh_raw AS (
  SELECT
    CAST("c0" AS VARCHAR) AS r0,
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
      WHEN REGEXP_LIKE(r0, '^(?:\+[1-9](?:[ .-]?[0-9]){6,14})\z')
      THEN (
        COALESCE(
          COALESCE(
            REGEXP_EXTRACT(
              REGEXP_REPLACE(r0, '[^0-9]', ''),
              '^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[035789]|9[679])[0-9])([0-9]*)',
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
              REGEXP_EXTRACT(
                REGEXP_REPLACE(r0, '[^0-9]', ''),
                '^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[035789]|9[679])[0-9])([0-9]*)',
                2
              ),
              CASE WHEN NOT (
                REGEXP_REPLACE(r0, '[^0-9]', '')
              ) IS NULL THEN '' END
            ),
            '([0-9])',
            '$1/'
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
      WHEN SUBSTR(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 5
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 5), '/') || '/'
        )
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 4
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 4), '/') || '/'
        )
        ELSE p0
      END
    END AS p0,
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
    CASE
      WHEN SUBSTR(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 2
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 2), '/') || '/'
        )
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 1
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 1), '/') || '/'
        )
        ELSE p0
      END
    END AS p0,
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
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INTEGER) AS level,
    CAST(p0 AS VARCHAR) AS key,
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
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 1), '/') || '/'
        )
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
    CAST(p0 AS VARCHAR) AS key,
    CAST((
      CASE
        WHEN SUBSTR(p0, 1, 1) = '/'
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 2
          THEN (
            ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 2), '/') || '/'
          )
          ELSE p0
        END
        WHEN NOT (
          p0
        ) IS NULL
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 1
          THEN (
            ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 1), '/') || '/'
          )
          ELSE p0
        END
      END
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
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 4), '/') || '/'
        )
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 3
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 3), '/') || '/'
        )
        ELSE p0
      END
    END
    AND n >= 2
) AS counted;

-- semver
WITH __dphh_raw AS (
  SELECT
    CAST("c0" AS VARCHAR) AS r0,
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
      WHEN REGEXP_LIKE(
        r0,
        '^(?:v?(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(?:-((?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?)\z'
      )
      THEN (
        COALESCE(
          (
            COALESCE(
              COALESCE(
                REGEXP_EXTRACT(
                  r0,
                  '^v?(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(?:-((?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?\z',
                  1
                ),
                CASE WHEN NOT (
                  r0
                ) IS NULL THEN '' END
              ),
              ''
            ) || '/' || COALESCE(
              COALESCE(
                REGEXP_EXTRACT(
                  r0,
                  '^v?(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(?:-((?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?\z',
                  2
                ),
                CASE WHEN NOT (
                  r0
                ) IS NULL THEN '' END
              ),
              ''
            ) || '/' || COALESCE(
              COALESCE(
                REGEXP_EXTRACT(
                  r0,
                  '^v?(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(?:-((?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?\z',
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
              REGEXP_EXTRACT(
                r0,
                '^v?(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(?:-((?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?\z',
                4
              ),
              CASE WHEN NOT (
                r0
              ) IS NULL THEN '' END
            ) = ''
            THEN ''
            ELSE (
              COALESCE(
                COALESCE(
                  REGEXP_EXTRACT(
                    r0,
                    '^v?(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(?:-((?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?\z',
                    4
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
      WHEN SUBSTR(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 3
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 3), '/') || '/'
        )
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 2
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 2), '/') || '/'
        )
        ELSE p0
      END
    END AS p0,
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
    CASE
      WHEN SUBSTR(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 2
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 2), '/') || '/'
        )
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 1
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 1), '/') || '/'
        )
        ELSE p0
      END
    END AS p0,
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
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INTEGER) AS level,
    CAST(p0 AS VARCHAR) AS key,
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
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 1), '/') || '/'
        )
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
    CAST(p0 AS VARCHAR) AS key,
    CAST((
      CASE
        WHEN SUBSTR(p0, 1, 1) = '/'
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 2
          THEN (
            ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 2), '/') || '/'
          )
          ELSE p0
        END
        WHEN NOT (
          p0
        ) IS NULL
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 1
          THEN (
            ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 1), '/') || '/'
          )
          ELSE p0
        END
      END
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
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 2), '/') || '/'
        )
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 1
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 1), '/') || '/'
        )
        ELSE p0
      END
    END
    AND n >= 2
) AS counted;

-- taxonomy(regions
-- hierarchy taxonomy(regions, code, parent, 7784b9225905131c5ad57331a7f66eddb0952c193a5f1329a1215023597f384b) is not available on trino: function unnest has no tested translation.

-- timestamp
WITH __dphh_raw AS (
  SELECT
    CASE
      WHEN CASE WHEN TRUE THEN "c0" END BETWEEN CAST('0001-01-01 00:00:00' AS TIMESTAMP(6)) AND CAST('9999-12-31 23:59:59.999999' AS TIMESTAMP(6))
      THEN DATE_TRUNC(
        'hour',
        GREATEST(CASE WHEN TRUE THEN "c0" END, CAST('0001-01-01 00:00:00' AS TIMESTAMP(6)))
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
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INTEGER) AS level,
    CAST(SUBSTR(CAST(p0 AS VARCHAR), 1, 4) AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INTEGER) AS level,
    CAST(SUBSTR(CAST(p0 AS VARCHAR), 1, 7) AS VARCHAR) AS key,
    CAST(SUBSTR(CAST(DATE_TRUNC('year', p0) AS VARCHAR), 1, 4) AS VARCHAR) AS parent,
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
        WHEN "c0" BETWEEN CAST('0001-12-30 00:00:00+00' AS TIMESTAMP(6) WITH TIME ZONE) AND CAST('9999-01-02 00:00:00+00' AS TIMESTAMP(6) WITH TIME ZONE)
        THEN CAST(AT_TIMEZONE(
          LEAST(
            GREATEST("c0", CAST('0001-12-30 00:00:00+00' AS TIMESTAMP(6) WITH TIME ZONE)),
            CAST('9999-01-02 00:00:00+00' AS TIMESTAMP(6) WITH TIME ZONE)
          ),
          'UTC'
        ) AS TIMESTAMP(6))
      END BETWEEN CAST('0002-01-01 00:00:00' AS TIMESTAMP(6)) AND CAST('9998-12-31 23:59:59.999999' AS TIMESTAMP(6))
      THEN DATE_TRUNC(
        'hour',
        GREATEST(
          CASE
            WHEN "c0" BETWEEN CAST('0001-12-30 00:00:00+00' AS TIMESTAMP(6) WITH TIME ZONE) AND CAST('9999-01-02 00:00:00+00' AS TIMESTAMP(6) WITH TIME ZONE)
            THEN CAST(AT_TIMEZONE(
              LEAST(
                GREATEST("c0", CAST('0001-12-30 00:00:00+00' AS TIMESTAMP(6) WITH TIME ZONE)),
                CAST('9999-01-02 00:00:00+00' AS TIMESTAMP(6) WITH TIME ZONE)
              ),
              'UTC'
            ) AS TIMESTAMP(6))
          END,
          CAST('0002-01-01 00:00:00' AS TIMESTAMP(6))
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
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INTEGER) AS level,
    CAST(SUBSTR(CAST(p0 AS VARCHAR), 1, 4) AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INTEGER) AS level,
    CAST(SUBSTR(CAST(p0 AS VARCHAR), 1, 7) AS VARCHAR) AS key,
    CAST(SUBSTR(CAST(DATE_TRUNC('year', p0) AS VARCHAR), 1, 4) AS VARCHAR) AS parent,
    n
  FROM __dphh_2
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;

-- url
WITH __dphh_raw AS (
  SELECT
    CAST("c0" AS VARCHAR) AS r0,
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
      WHEN REGEXP_LIKE(
        r0,
        '^(?:([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&''()*+,;=-]+|\[[0-9A-Fa-f:.]+\]))(:[0-9]*)?([/?#](?:.|
)*)?)\z'
      )
      THEN (
        COALESCE(
          LOWER(
            COALESCE(
              REGEXP_EXTRACT(
                r0,
                '^([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&''()*+,;=-]+|\[[0-9A-Fa-f:.]+\]))(:[0-9]*)?([/?#](?:.|
)*)?\z',
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
              REGEXP_EXTRACT(
                r0,
                '^([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&''()*+,;=-]+|\[[0-9A-Fa-f:.]+\]))(:[0-9]*)?([/?#](?:.|
)*)?\z',
                2
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
              REGEXP_EXTRACT(
                r0,
                '^([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&''()*+,;=-]+|\[[0-9A-Fa-f:.]+\]))(:[0-9]*)?([/?#](?:.|
)*)?\z',
                3
              ),
              CASE WHEN NOT (
                r0
              ) IS NULL THEN '' END
            ) = ':'
            OR (
              LOWER(
                COALESCE(
                  REGEXP_EXTRACT(
                    r0,
                    '^([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&''()*+,;=-]+|\[[0-9A-Fa-f:.]+\]))(:[0-9]*)?([/?#](?:.|
)*)?\z',
                    1
                  ),
                  CASE WHEN NOT (
                    r0
                  ) IS NULL THEN '' END
                )
              ) = 'http'
              AND COALESCE(
                REGEXP_EXTRACT(
                  r0,
                  '^([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&''()*+,;=-]+|\[[0-9A-Fa-f:.]+\]))(:[0-9]*)?([/?#](?:.|
)*)?\z',
                  3
                ),
                CASE WHEN NOT (
                  r0
                ) IS NULL THEN '' END
              ) = ':80'
            )
            OR (
              LOWER(
                COALESCE(
                  REGEXP_EXTRACT(
                    r0,
                    '^([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&''()*+,;=-]+|\[[0-9A-Fa-f:.]+\]))(:[0-9]*)?([/?#](?:.|
)*)?\z',
                    1
                  ),
                  CASE WHEN NOT (
                    r0
                  ) IS NULL THEN '' END
                )
              ) = 'https'
              AND COALESCE(
                REGEXP_EXTRACT(
                  r0,
                  '^([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&''()*+,;=-]+|\[[0-9A-Fa-f:.]+\]))(:[0-9]*)?([/?#](?:.|
)*)?\z',
                  3
                ),
                CASE WHEN NOT (
                  r0
                ) IS NULL THEN '' END
              ) = ':443'
            )
            THEN ''
            ELSE COALESCE(
              REGEXP_EXTRACT(
                r0,
                '^([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&''()*+,;=-]+|\[[0-9A-Fa-f:.]+\]))(:[0-9]*)?([/?#](?:.|
)*)?\z',
                3
              ),
              CASE WHEN NOT (
                r0
              ) IS NULL THEN '' END
            )
          END,
          ''
        ) || '/' || COALESCE(
          COALESCE(
            REGEXP_EXTRACT(
              COALESCE(
                REGEXP_EXTRACT(
                  r0,
                  '^([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&''()*+,;=-]+|\[[0-9A-Fa-f:.]+\]))(:[0-9]*)?([/?#](?:.|
)*)?\z',
                  4
                ),
                CASE WHEN NOT (
                  r0
                ) IS NULL THEN '' END
              ),
              '^/?([^?#]*)',
              1
            ),
            CASE
              WHEN NOT (
                COALESCE(
                  REGEXP_EXTRACT(
                    r0,
                    '^([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&''()*+,;=-]+|\[[0-9A-Fa-f:.]+\]))(:[0-9]*)?([/?#](?:.|
)*)?\z',
                    4
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
      WHEN SUBSTR(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 5
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 5), '/') || '/'
        )
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 4
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 4), '/') || '/'
        )
        ELSE p0
      END
    END AS p0,
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
    CASE
      WHEN SUBSTR(p0, 1, 1) = '/'
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 4
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 4), '/') || '/'
        )
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 3
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 3), '/') || '/'
        )
        ELSE p0
      END
    END AS p0,
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
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INTEGER) AS level,
    CAST(p0 AS VARCHAR) AS key,
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
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 3), '/') || '/'
        )
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 2
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 2), '/') || '/'
        )
        ELSE p0
      END
    END
    AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INTEGER) AS level,
    CAST(p0 AS VARCHAR) AS key,
    CAST((
      CASE
        WHEN SUBSTR(p0, 1, 1) = '/'
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 4
          THEN (
            ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 4), '/') || '/'
          )
          ELSE p0
        END
        WHEN NOT (
          p0
        ) IS NULL
        THEN CASE
          WHEN (
            LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
          ) >= 3
          THEN (
            ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 3), '/') || '/'
          )
          ELSE p0
        END
      END
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
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 4), '/') || '/'
        )
        ELSE p0
      END
      WHEN NOT (
        p0
      ) IS NULL
      THEN CASE
        WHEN (
          LENGTH(p0) - LENGTH(REPLACE(p0, '/', ''))
        ) >= 3
        THEN (
          ARRAY_JOIN(SLICE(SPLIT(p0, '/'), 1, 3), '/') || '/'
        )
        ELSE p0
      END
    END
    AND n >= 2
) AS counted;

-- word(3)
WITH __dphh_raw AS (
  SELECT
    CAST("c0" AS VARCHAR) AS r0,
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
    CASE WHEN LENGTH(p0) <= 2 THEN p0 ELSE '.' || SUBSTR(p0, 2, 2) END AS p0,
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
    CASE WHEN LENGTH(p0) <= 1 THEN p0 ELSE '.' || SUBSTR(p0, 2, 1) END AS p0,
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
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INTEGER) AS level,
    CAST(p0 AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    n
  FROM __dphh_1
  WHERE
    COALESCE(LENGTH(p0) >= 1, FALSE) AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INTEGER) AS level,
    CAST(p0 AS VARCHAR) AS key,
    CAST((
      CASE WHEN LENGTH(p0) <= 1 THEN p0 ELSE '.' || SUBSTR(p0, 2, 1) END
    ) AS VARCHAR) AS parent,
    n
  FROM __dphh_2
  WHERE
    COALESCE(LENGTH(p0) >= 2, FALSE) AND n >= 2
) AS counted;

-- zip
WITH __dphh_raw AS (
  SELECT
    CAST("c0" AS VARCHAR) AS r0,
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
      WHEN REGEXP_LIKE(r0, '^(?:[0-9]{5})\z')
      THEN r0
      WHEN REGEXP_LIKE(r0, '^(?:[0-9]{5}-[0-9]{4})\z')
      THEN SUBSTR(r0, 1, 5)
    END AS p0,
    n
  FROM __dphh_raw
), __dphh_3 AS (
  SELECT
    SUBSTR(p0, 1, 3) AS p0,
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
    SUBSTR(p0, 1, 1) AS p0,
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
    CAST(NULL AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INTEGER) AS level,
    CAST(p0 AS VARCHAR) AS key,
    CAST(NULL AS VARCHAR) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(3 AS INTEGER) AS level,
    CAST(p0 AS VARCHAR) AS key,
    CAST((
      SUBSTR(p0, 1, 1)
    ) AS VARCHAR) AS parent,
    n
  FROM __dphh_3
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;
