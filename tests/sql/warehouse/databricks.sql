-- bits(4)
WITH __dphh_raw AS (
  SELECT
    CAST(`c0` AS BIGINT) AS r0,
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
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT) AS level,
    CAST(CAST(p0 AS STRING) AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT) AS level,
    CAST(CAST(p0 AS STRING) AS STRING) AS key,
    CAST(CAST(p0 - p0 % CAST('8' AS BIGINT) AS STRING) AS STRING) AS parent,
    n
  FROM __dphh_2
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;

-- chars(3)
WITH __dphh_raw AS (
  SELECT
    CASE WHEN IS_VALID_UTF8(`c0`) THEN CAST(`c0` AS STRING) END AS r0,
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
    LEFT(p0, 2) AS p0,
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
    LEFT(p0, 1) AS p0,
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
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT) AS level,
    CAST(p0 AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_1
  WHERE
    COALESCE(LENGTH(p0) = 1, FALSE) AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT) AS level,
    CAST(p0 AS STRING) AS key,
    CAST((
      LEFT(p0, 1)
    ) AS STRING) AS parent,
    n
  FROM __dphh_2
  WHERE
    COALESCE(LENGTH(p0) = 2, FALSE) AND n >= 2
) AS counted;

-- columns(2)
WITH __dphh_raw AS (
  SELECT
    CASE WHEN IS_VALID_UTF8(`c0`) THEN CAST(`c0` AS STRING) END AS r0,
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
    CAST(NULL AS STRING) AS p1,
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
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT) AS level,
    CAST(CAST(CONCAT(
      '["',
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
                                                '\014',
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
                    '\Z',
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
        ),
        '\0',
        '\\u0000'
      ),
      '"]'
    ) AS STRING) AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT) AS level,
    CAST(CAST(CONCAT(
      '["',
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
                                                '\014',
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
                    '\Z',
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
        ),
        '\0',
        '\\u0000'
      ),
      '","',
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
                                                '\014',
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
                    '\Z',
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
        ),
        '\0',
        '\\u0000'
      ),
      '"]'
    ) AS STRING) AS STRING) AS key,
    CAST(CAST(CONCAT(
      '["',
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
                                                '\014',
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
                    '\Z',
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
        ),
        '\0',
        '\\u0000'
      ),
      '"]'
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
      WHEN CASE WHEN TRUE THEN TRY_CAST(`c0` AS TIMESTAMP_NTZ) END BETWEEN CAST('0001-01-01 00:00:00' AS TIMESTAMP_NTZ) AND CAST('9999-12-31 23:59:59.999999' AS TIMESTAMP_NTZ)
      THEN CAST(CAST(GREATEST(
        CASE WHEN TRUE THEN TRY_CAST(`c0` AS TIMESTAMP_NTZ) END,
        CAST('0001-01-01 00:00:00' AS TIMESTAMP_NTZ)
      ) AS DATE) AS TIMESTAMP_NTZ)
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
    CAST(TRUNC(CAST(p0 AS DATE), 'month') AS TIMESTAMP_NTZ) AS p0,
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
    CAST(TRUNC(CAST(p0 AS DATE), 'year') AS TIMESTAMP_NTZ) AS p0,
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
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT) AS level,
    CAST(LEFT(CAST(p0 AS STRING), 4) AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT) AS level,
    CAST(LEFT(CAST(p0 AS STRING), 7) AS STRING) AS key,
    CAST(LEFT(CAST(CAST(TRUNC(CAST(p0 AS DATE), 'year') AS TIMESTAMP_NTZ) AS STRING), 4) AS STRING) AS parent,
    n
  FROM __dphh_2
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;

-- domain
WITH __dphh_suffixes AS (
  SELECT
    EXPLODE(SPLIT('co.uk\nkobe.jp', '\n', -1)) AS rule
), __dphh_raw AS (
  SELECT
    CASE WHEN IS_VALID_UTF8(`c0`) THEN CAST(`c0` AS STRING) END AS r0,
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
        CASE WHEN LENGTH(r0) <= 500 THEN r0 ELSE LEFT(r0, 0) END,
        '\\A(?:(?:[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?\\.)*(?:[A-Za-z_]|[0-9][0-9_-]*[A-Za-z_])(?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?\\.?)\\z'
      )
      AND LENGTH(r0) <= 253
      THEN CONCAT_WS(
        '',
        CASE
          WHEN REGEXP_EXTRACT(RTRIM('.', LOWER(r0)), '(?:^|\\.)((?:[^.]+\\.){2}[^.]+)\\z', 1) IN ('city.kobe.jp')
          THEN REGEXP_EXTRACT(RTRIM('.', LOWER(r0)), '(?:^|\\.)((?:[^.]+\\.){1}[^.]+)\\z', 1)
          WHEN REGEXP_EXTRACT(RTRIM('.', LOWER(r0)), '(?:^|\\.)((?:[^.]+\\.){2}[^.]+)\\z', 1) IN (
            SELECT
              rule
            FROM __dphh_suffixes
          )
          OR (
            REGEXP_EXTRACT(RTRIM('.', LOWER(r0)), '(?:^|\\.)((?:[^.]+\\.){2}[^.]+)\\z', 1) <> ''
            AND REGEXP_EXTRACT(RTRIM('.', LOWER(r0)), '(?:^|\\.)((?:[^.]+\\.){1}[^.]+)\\z', 1) IN ('kobe.jp')
          )
          THEN REGEXP_EXTRACT(RTRIM('.', LOWER(r0)), '(?:^|\\.)((?:[^.]+\\.){2}[^.]+)\\z', 1)
          WHEN REGEXP_EXTRACT(RTRIM('.', LOWER(r0)), '(?:^|\\.)((?:[^.]+\\.){1}[^.]+)\\z', 1) IN (
            SELECT
              rule
            FROM __dphh_suffixes
          )
          THEN REGEXP_EXTRACT(RTRIM('.', LOWER(r0)), '(?:^|\\.)((?:[^.]+\\.){1}[^.]+)\\z', 1)
          ELSE REGEXP_EXTRACT(RTRIM('.', LOWER(r0)), '(?:^|\\.)((?:[^.]+\\.){0}[^.]+)\\z', 1)
        END,
        '/',
        CASE
          WHEN LENGTH(RTRIM('.', LOWER(r0))) > LENGTH(
            CASE
              WHEN REGEXP_EXTRACT(RTRIM('.', LOWER(r0)), '(?:^|\\.)((?:[^.]+\\.){2}[^.]+)\\z', 1) IN ('city.kobe.jp')
              THEN REGEXP_EXTRACT(RTRIM('.', LOWER(r0)), '(?:^|\\.)((?:[^.]+\\.){1}[^.]+)\\z', 1)
              WHEN REGEXP_EXTRACT(RTRIM('.', LOWER(r0)), '(?:^|\\.)((?:[^.]+\\.){2}[^.]+)\\z', 1) IN (
                SELECT
                  rule
                FROM __dphh_suffixes
              )
              OR (
                REGEXP_EXTRACT(RTRIM('.', LOWER(r0)), '(?:^|\\.)((?:[^.]+\\.){2}[^.]+)\\z', 1) <> ''
                AND REGEXP_EXTRACT(RTRIM('.', LOWER(r0)), '(?:^|\\.)((?:[^.]+\\.){1}[^.]+)\\z', 1) IN ('kobe.jp')
              )
              THEN REGEXP_EXTRACT(RTRIM('.', LOWER(r0)), '(?:^|\\.)((?:[^.]+\\.){2}[^.]+)\\z', 1)
              WHEN REGEXP_EXTRACT(RTRIM('.', LOWER(r0)), '(?:^|\\.)((?:[^.]+\\.){1}[^.]+)\\z', 1) IN (
                SELECT
                  rule
                FROM __dphh_suffixes
              )
              THEN REGEXP_EXTRACT(RTRIM('.', LOWER(r0)), '(?:^|\\.)((?:[^.]+\\.){1}[^.]+)\\z', 1)
              ELSE REGEXP_EXTRACT(RTRIM('.', LOWER(r0)), '(?:^|\\.)((?:[^.]+\\.){0}[^.]+)\\z', 1)
            END
          )
          THEN CONCAT_WS(
            '',
            ARRAY_JOIN(
              REVERSE(
                SPLIT(
                  LEFT(
                    RTRIM('.', LOWER(r0)),
                    LENGTH(RTRIM('.', LOWER(r0))) - (
                      LENGTH(
                        CASE
                          WHEN REGEXP_EXTRACT(RTRIM('.', LOWER(r0)), '(?:^|\\.)((?:[^.]+\\.){2}[^.]+)\\z', 1) IN ('city.kobe.jp')
                          THEN REGEXP_EXTRACT(RTRIM('.', LOWER(r0)), '(?:^|\\.)((?:[^.]+\\.){1}[^.]+)\\z', 1)
                          WHEN REGEXP_EXTRACT(RTRIM('.', LOWER(r0)), '(?:^|\\.)((?:[^.]+\\.){2}[^.]+)\\z', 1) IN (
                            SELECT
                              rule
                            FROM __dphh_suffixes
                          )
                          OR (
                            REGEXP_EXTRACT(RTRIM('.', LOWER(r0)), '(?:^|\\.)((?:[^.]+\\.){2}[^.]+)\\z', 1) <> ''
                            AND REGEXP_EXTRACT(RTRIM('.', LOWER(r0)), '(?:^|\\.)((?:[^.]+\\.){1}[^.]+)\\z', 1) IN ('kobe.jp')
                          )
                          THEN REGEXP_EXTRACT(RTRIM('.', LOWER(r0)), '(?:^|\\.)((?:[^.]+\\.){2}[^.]+)\\z', 1)
                          WHEN REGEXP_EXTRACT(RTRIM('.', LOWER(r0)), '(?:^|\\.)((?:[^.]+\\.){1}[^.]+)\\z', 1) IN (
                            SELECT
                              rule
                            FROM __dphh_suffixes
                          )
                          THEN REGEXP_EXTRACT(RTRIM('.', LOWER(r0)), '(?:^|\\.)((?:[^.]+\\.){1}[^.]+)\\z', 1)
                          ELSE REGEXP_EXTRACT(RTRIM('.', LOWER(r0)), '(?:^|\\.)((?:[^.]+\\.){0}[^.]+)\\z', 1)
                        END
                      ) + 1
                    )
                  ),
                  '\\.',
                  -1
                )
              ),
              '/'
            ),
            '/'
          )
          ELSE ''
        END
      )
    END AS p0,
    n
  FROM __dphh_raw
), __dphh_2 AS (
  SELECT
    CASE
      WHEN SIZE(SPLIT(p0, '/', -1)) > (
        2 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
      )
      THEN CASE
        WHEN (
          2 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
        ) = 0
        THEN ''
        ELSE CONCAT(
          ARRAY_JOIN(
            SLICE(SPLIT(p0, '/', -1), 1, (
              2 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
            )),
            '/'
          ),
          '/'
        )
      END
      ELSE p0
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
      WHEN SIZE(SPLIT(p0, '/', -1)) > (
        1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
      )
      THEN CASE
        WHEN (
          1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
        ) = 0
        THEN ''
        ELSE CONCAT(
          ARRAY_JOIN(
            SLICE(SPLIT(p0, '/', -1), 1, (
              1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
            )),
            '/'
          ),
          '/'
        )
      END
      ELSE p0
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
    CAST(0 AS INT) AS level,
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT) AS level,
    CAST(p0 AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_1
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SIZE(SPLIT(p0, '/', -1)) > (
        0 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
      )
      THEN CASE
        WHEN (
          0 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
        ) = 0
        THEN ''
        ELSE CONCAT(
          ARRAY_JOIN(
            SLICE(SPLIT(p0, '/', -1), 1, (
              0 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
            )),
            '/'
          ),
          '/'
        )
      END
      ELSE p0
    END
    AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT) AS level,
    CAST(p0 AS STRING) AS key,
    CAST((
      CASE
        WHEN SIZE(SPLIT(p0, '/', -1)) > (
          1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
        )
        THEN CASE
          WHEN (
            1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
          ) = 0
          THEN ''
          ELSE CONCAT(
            ARRAY_JOIN(
              SLICE(SPLIT(p0, '/', -1), 1, (
                1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
              )),
              '/'
            ),
            '/'
          )
        END
        ELSE p0
      END
    ) AS STRING) AS parent,
    n
  FROM __dphh_2
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SIZE(SPLIT(p0, '/', -1)) > (
        1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
      )
      THEN CASE
        WHEN (
          1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
        ) = 0
        THEN ''
        ELSE CONCAT(
          ARRAY_JOIN(
            SLICE(SPLIT(p0, '/', -1), 1, (
              1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
            )),
            '/'
          ),
          '/'
        )
      END
      ELSE p0
    END
    AND n >= 2
) AS counted;

-- file
WITH __dphh_raw AS (
  SELECT
    CASE WHEN IS_VALID_UTF8(`c0`) THEN CAST(`c0` AS STRING) END AS r0,
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
      WHEN STARTSWITH(REPLACE(r0, '\\', '/'), '//')
      THEN CONCAT_WS(
        '',
        '/',
        CASE
          WHEN REGEXP_LIKE(
            CASE
              WHEN ENDSWITH(
                REGEXP_REPLACE(
                  REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                  '^(?:\\./)+',
                  ''
                ),
                '/.'
              )
              THEN LEFT(
                REGEXP_REPLACE(
                  REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                  '^(?:\\./)+',
                  ''
                ),
                LENGTH(
                  REGEXP_REPLACE(
                    REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                    '^(?:\\./)+',
                    ''
                  )
                ) - 1
              )
              ELSE REGEXP_REPLACE(
                REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                '^(?:\\./)+',
                ''
              )
            END,
            '^[a-z]:/'
          )
          THEN CONCAT_WS(
            '',
            UPPER(
              LEFT(
                CASE
                  WHEN ENDSWITH(
                    REGEXP_REPLACE(
                      REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                      '^(?:\\./)+',
                      ''
                    ),
                    '/.'
                  )
                  THEN LEFT(
                    REGEXP_REPLACE(
                      REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                      '^(?:\\./)+',
                      ''
                    ),
                    LENGTH(
                      REGEXP_REPLACE(
                        REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                        '^(?:\\./)+',
                        ''
                      )
                    ) - 1
                  )
                  ELSE REGEXP_REPLACE(
                    REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                    '^(?:\\./)+',
                    ''
                  )
                END,
                1
              )
            ),
            SUBSTR(
              CASE
                WHEN ENDSWITH(
                  REGEXP_REPLACE(
                    REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                    '^(?:\\./)+',
                    ''
                  ),
                  '/.'
                )
                THEN LEFT(
                  REGEXP_REPLACE(
                    REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                    '^(?:\\./)+',
                    ''
                  ),
                  LENGTH(
                    REGEXP_REPLACE(
                      REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                      '^(?:\\./)+',
                      ''
                    )
                  ) - 1
                )
                ELSE REGEXP_REPLACE(
                  REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                  '^(?:\\./)+',
                  ''
                )
              END,
              2
            )
          )
          ELSE CASE
            WHEN ENDSWITH(
              REGEXP_REPLACE(
                REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                '^(?:\\./)+',
                ''
              ),
              '/.'
            )
            THEN LEFT(
              REGEXP_REPLACE(
                REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                '^(?:\\./)+',
                ''
              ),
              LENGTH(
                REGEXP_REPLACE(
                  REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                  '^(?:\\./)+',
                  ''
                )
              ) - 1
            )
            ELSE REGEXP_REPLACE(
              REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
              '^(?:\\./)+',
              ''
            )
          END
        END
      )
      ELSE CASE
        WHEN REGEXP_LIKE(
          CASE
            WHEN ENDSWITH(
              REGEXP_REPLACE(
                REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                '^(?:\\./)+',
                ''
              ),
              '/.'
            )
            THEN LEFT(
              REGEXP_REPLACE(
                REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                '^(?:\\./)+',
                ''
              ),
              LENGTH(
                REGEXP_REPLACE(
                  REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                  '^(?:\\./)+',
                  ''
                )
              ) - 1
            )
            ELSE REGEXP_REPLACE(
              REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
              '^(?:\\./)+',
              ''
            )
          END,
          '^[a-z]:/'
        )
        THEN CONCAT_WS(
          '',
          UPPER(
            LEFT(
              CASE
                WHEN ENDSWITH(
                  REGEXP_REPLACE(
                    REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                    '^(?:\\./)+',
                    ''
                  ),
                  '/.'
                )
                THEN LEFT(
                  REGEXP_REPLACE(
                    REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                    '^(?:\\./)+',
                    ''
                  ),
                  LENGTH(
                    REGEXP_REPLACE(
                      REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                      '^(?:\\./)+',
                      ''
                    )
                  ) - 1
                )
                ELSE REGEXP_REPLACE(
                  REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                  '^(?:\\./)+',
                  ''
                )
              END,
              1
            )
          ),
          SUBSTR(
            CASE
              WHEN ENDSWITH(
                REGEXP_REPLACE(
                  REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                  '^(?:\\./)+',
                  ''
                ),
                '/.'
              )
              THEN LEFT(
                REGEXP_REPLACE(
                  REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                  '^(?:\\./)+',
                  ''
                ),
                LENGTH(
                  REGEXP_REPLACE(
                    REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                    '^(?:\\./)+',
                    ''
                  )
                ) - 1
              )
              ELSE REGEXP_REPLACE(
                REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                '^(?:\\./)+',
                ''
              )
            END,
            2
          )
        )
        ELSE CASE
          WHEN ENDSWITH(
            REGEXP_REPLACE(
              REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
              '^(?:\\./)+',
              ''
            ),
            '/.'
          )
          THEN LEFT(
            REGEXP_REPLACE(
              REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
              '^(?:\\./)+',
              ''
            ),
            LENGTH(
              REGEXP_REPLACE(
                REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
                '^(?:\\./)+',
                ''
              )
            ) - 1
          )
          ELSE REGEXP_REPLACE(
            REGEXP_REPLACE(REGEXP_REPLACE(REPLACE(r0, '\\', '/'), '/+', '/'), '/(?:\\./)+', '/'),
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
      WHEN SIZE(SPLIT(p0, '/', -1)) > (
        2 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
      )
      THEN CASE
        WHEN (
          2 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
        ) = 0
        THEN ''
        ELSE CONCAT(
          ARRAY_JOIN(
            SLICE(SPLIT(p0, '/', -1), 1, (
              2 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
            )),
            '/'
          ),
          '/'
        )
      END
      ELSE p0
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
      WHEN SIZE(SPLIT(p0, '/', -1)) > (
        1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
      )
      THEN CASE
        WHEN (
          1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
        ) = 0
        THEN ''
        ELSE CONCAT(
          ARRAY_JOIN(
            SLICE(SPLIT(p0, '/', -1), 1, (
              1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
            )),
            '/'
          ),
          '/'
        )
      END
      ELSE p0
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
    CAST(0 AS INT) AS level,
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT) AS level,
    CAST(p0 AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_1
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SIZE(SPLIT(p0, '/', -1)) > (
        0 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
      )
      THEN CASE
        WHEN (
          0 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
        ) = 0
        THEN ''
        ELSE CONCAT(
          ARRAY_JOIN(
            SLICE(SPLIT(p0, '/', -1), 1, (
              0 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
            )),
            '/'
          ),
          '/'
        )
      END
      ELSE p0
    END
    AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT) AS level,
    CAST(p0 AS STRING) AS key,
    CAST((
      CASE
        WHEN SIZE(SPLIT(p0, '/', -1)) > (
          1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
        )
        THEN CASE
          WHEN (
            1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
          ) = 0
          THEN ''
          ELSE CONCAT(
            ARRAY_JOIN(
              SLICE(SPLIT(p0, '/', -1), 1, (
                1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
              )),
              '/'
            ),
            '/'
          )
        END
        ELSE p0
      END
    ) AS STRING) AS parent,
    n
  FROM __dphh_2
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SIZE(SPLIT(p0, '/', -1)) > (
        1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
      )
      THEN CASE
        WHEN (
          1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
        ) = 0
        THEN ''
        ELSE CONCAT(
          ARRAY_JOIN(
            SLICE(SPLIT(p0, '/', -1), 1, (
              1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
            )),
            '/'
          ),
          '/'
        )
      END
      ELSE p0
    END
    AND n >= 2
) AS counted;

-- geohash
WITH __dphh_raw AS (
  SELECT
    CASE WHEN IS_VALID_UTF8(`c0`) THEN CAST(`c0` AS STRING) END AS r0,
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
      WHEN REGEXP_LIKE(r0, '\\A(?:[0-9b-hjkmnp-zB-HJKMNP-Z]+)\\z')
      THEN LOWER(r0)
    END AS p0,
    n
  FROM __dphh_raw
), __dphh_4 AS (
  SELECT
    LEFT(p0, 4) AS p0,
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
    LEFT(p0, 2) AS p0,
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
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(2 AS INT) AS level,
    CAST(p0 AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_2
  WHERE
    COALESCE(LENGTH(p0) = 2, FALSE) AND n >= 2
  UNION ALL
  SELECT
    CAST(4 AS INT) AS level,
    CAST(p0 AS STRING) AS key,
    CAST((
      LEFT(p0, 2)
    ) AS STRING) AS parent,
    n
  FROM __dphh_4
  WHERE
    COALESCE(LENGTH(p0) = 4, FALSE) AND n >= 2
) AS counted;

-- h3
WITH __dphh_raw AS (
  SELECT
    CASE WHEN IS_VALID_UTF8(`c0`) THEN CAST(`c0` AS STRING) END AS r0,
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
      WHEN (
        (
          SHIFTRIGHT(
            CASE
              WHEN REGEXP_LIKE(r0, '\\A(?:[0-9A-Fa-f]{15})\\z')
              THEN TRY_CAST(CONV(LEFT(r0, 15), 16, 10) AS BIGINT)
              WHEN REGEXP_LIKE(r0, '\\A(?:[0-9]{18})\\z')
              THEN TRY_CAST(r0 AS BIGINT)
            END,
            CAST((
              56
            ) AS INT)
          )
        ) & 255
      ) = 8
      AND (
        (
          SHIFTRIGHT(
            CASE
              WHEN REGEXP_LIKE(r0, '\\A(?:[0-9A-Fa-f]{15})\\z')
              THEN TRY_CAST(CONV(LEFT(r0, 15), 16, 10) AS BIGINT)
              WHEN REGEXP_LIKE(r0, '\\A(?:[0-9]{18})\\z')
              THEN TRY_CAST(r0 AS BIGINT)
            END,
            CAST((
              45
            ) AS INT)
          )
        ) & 127
      ) < 122
      AND (
        CASE
          WHEN REGEXP_LIKE(r0, '\\A(?:[0-9A-Fa-f]{15})\\z')
          THEN TRY_CAST(CONV(LEFT(r0, 15), 16, 10) AS BIGINT)
          WHEN REGEXP_LIKE(r0, '\\A(?:[0-9]{18})\\z')
          THEN TRY_CAST(r0 AS BIGINT)
        END | (
          (
            SHIFTLEFT(
              CAST('1' AS BIGINT),
              CAST((
                (
                  45 - (
                    (
                      SHIFTRIGHT(
                        CASE
                          WHEN REGEXP_LIKE(r0, '\\A(?:[0-9A-Fa-f]{15})\\z')
                          THEN TRY_CAST(CONV(LEFT(r0, 15), 16, 10) AS BIGINT)
                          WHEN REGEXP_LIKE(r0, '\\A(?:[0-9]{18})\\z')
                          THEN TRY_CAST(r0 AS BIGINT)
                        END,
                        CAST((
                          52
                        ) AS INT)
                      )
                    ) & 15
                  ) * 3
                )
              ) AS INT)
            )
          ) - 1
        )
      ) = CASE
        WHEN REGEXP_LIKE(r0, '\\A(?:[0-9A-Fa-f]{15})\\z')
        THEN TRY_CAST(CONV(LEFT(r0, 15), 16, 10) AS BIGINT)
        WHEN REGEXP_LIKE(r0, '\\A(?:[0-9]{18})\\z')
        THEN TRY_CAST(r0 AS BIGINT)
      END
      AND (
        (
          (
            (
              SHIFTRIGHT(
                (
                  (
                    SHIFTRIGHT(
                      CASE
                        WHEN REGEXP_LIKE(r0, '\\A(?:[0-9A-Fa-f]{15})\\z')
                        THEN TRY_CAST(CONV(LEFT(r0, 15), 16, 10) AS BIGINT)
                        WHEN REGEXP_LIKE(r0, '\\A(?:[0-9]{18})\\z')
                        THEN TRY_CAST(r0 AS BIGINT)
                      END,
                      CAST((
                        0
                      ) AS INT)
                    )
                  ) & 35184372088831
                ),
                CAST((
                  (
                    45 - (
                      (
                        SHIFTRIGHT(
                          CASE
                            WHEN REGEXP_LIKE(r0, '\\A(?:[0-9A-Fa-f]{15})\\z')
                            THEN TRY_CAST(CONV(LEFT(r0, 15), 16, 10) AS BIGINT)
                            WHEN REGEXP_LIKE(r0, '\\A(?:[0-9]{18})\\z')
                            THEN TRY_CAST(r0 AS BIGINT)
                          END,
                          CAST((
                            52
                          ) AS INT)
                        )
                      ) & 15
                    ) * 3
                  )
                ) AS INT)
              )
            ) & (
              SHIFTRIGHT(
                (
                  SHIFTRIGHT(
                    (
                      (
                        SHIFTRIGHT(
                          CASE
                            WHEN REGEXP_LIKE(r0, '\\A(?:[0-9A-Fa-f]{15})\\z')
                            THEN TRY_CAST(CONV(LEFT(r0, 15), 16, 10) AS BIGINT)
                            WHEN REGEXP_LIKE(r0, '\\A(?:[0-9]{18})\\z')
                            THEN TRY_CAST(r0 AS BIGINT)
                          END,
                          CAST((
                            0
                          ) AS INT)
                        )
                      ) & 35184372088831
                    ),
                    CAST((
                      (
                        45 - (
                          (
                            SHIFTRIGHT(
                              CASE
                                WHEN REGEXP_LIKE(r0, '\\A(?:[0-9A-Fa-f]{15})\\z')
                                THEN TRY_CAST(CONV(LEFT(r0, 15), 16, 10) AS BIGINT)
                                WHEN REGEXP_LIKE(r0, '\\A(?:[0-9]{18})\\z')
                                THEN TRY_CAST(r0 AS BIGINT)
                              END,
                              CAST((
                                52
                              ) AS INT)
                            )
                          ) & 15
                        ) * 3
                      )
                    ) AS INT)
                  )
                ),
                CAST((
                  1
                ) AS INT)
              )
            )
          ) & (
            SHIFTRIGHT(
              (
                SHIFTRIGHT(
                  (
                    (
                      SHIFTRIGHT(
                        CASE
                          WHEN REGEXP_LIKE(r0, '\\A(?:[0-9A-Fa-f]{15})\\z')
                          THEN TRY_CAST(CONV(LEFT(r0, 15), 16, 10) AS BIGINT)
                          WHEN REGEXP_LIKE(r0, '\\A(?:[0-9]{18})\\z')
                          THEN TRY_CAST(r0 AS BIGINT)
                        END,
                        CAST((
                          0
                        ) AS INT)
                      )
                    ) & 35184372088831
                  ),
                  CAST((
                    (
                      45 - (
                        (
                          SHIFTRIGHT(
                            CASE
                              WHEN REGEXP_LIKE(r0, '\\A(?:[0-9A-Fa-f]{15})\\z')
                              THEN TRY_CAST(CONV(LEFT(r0, 15), 16, 10) AS BIGINT)
                              WHEN REGEXP_LIKE(r0, '\\A(?:[0-9]{18})\\z')
                              THEN TRY_CAST(r0 AS BIGINT)
                            END,
                            CAST((
                              52
                            ) AS INT)
                          )
                        ) & 15
                      ) * 3
                    )
                  ) AS INT)
                )
              ),
              CAST((
                2
              ) AS INT)
            )
          )
        ) & 5026338869833
      ) = 0
      AND NOT (
        (
          (
            SHIFTRIGHT(
              CASE
                WHEN REGEXP_LIKE(r0, '\\A(?:[0-9A-Fa-f]{15})\\z')
                THEN TRY_CAST(CONV(LEFT(r0, 15), 16, 10) AS BIGINT)
                WHEN REGEXP_LIKE(r0, '\\A(?:[0-9]{18})\\z')
                THEN TRY_CAST(r0 AS BIGINT)
              END,
              CAST((
                45
              ) AS INT)
            )
          ) & 127
        ) IN (4, 14, 24, 38, 49, 58, 63, 72, 83, 97, 107, 117)
        AND (
          (
            SHIFTRIGHT(
              (
                (
                  SHIFTRIGHT(
                    CASE
                      WHEN REGEXP_LIKE(r0, '\\A(?:[0-9A-Fa-f]{15})\\z')
                      THEN TRY_CAST(CONV(LEFT(r0, 15), 16, 10) AS BIGINT)
                      WHEN REGEXP_LIKE(r0, '\\A(?:[0-9]{18})\\z')
                      THEN TRY_CAST(r0 AS BIGINT)
                    END,
                    CAST((
                      0
                    ) AS INT)
                  )
                ) & 35184372088831
              ),
              CAST((
                (
                  45 - (
                    (
                      SHIFTRIGHT(
                        CASE
                          WHEN REGEXP_LIKE(r0, '\\A(?:[0-9A-Fa-f]{15})\\z')
                          THEN TRY_CAST(CONV(LEFT(r0, 15), 16, 10) AS BIGINT)
                          WHEN REGEXP_LIKE(r0, '\\A(?:[0-9]{18})\\z')
                          THEN TRY_CAST(r0 AS BIGINT)
                        END,
                        CAST((
                          52
                        ) AS INT)
                      )
                    ) & 15
                  ) * 3
                )
              ) AS INT)
            )
          )
        ) <> 0
        AND LENGTH(
          BIN(
            (
              SHIFTRIGHT(
                (
                  (
                    SHIFTRIGHT(
                      CASE
                        WHEN REGEXP_LIKE(r0, '\\A(?:[0-9A-Fa-f]{15})\\z')
                        THEN TRY_CAST(CONV(LEFT(r0, 15), 16, 10) AS BIGINT)
                        WHEN REGEXP_LIKE(r0, '\\A(?:[0-9]{18})\\z')
                        THEN TRY_CAST(r0 AS BIGINT)
                      END,
                      CAST((
                        0
                      ) AS INT)
                    )
                  ) & 35184372088831
                ),
                CAST((
                  (
                    45 - (
                      (
                        SHIFTRIGHT(
                          CASE
                            WHEN REGEXP_LIKE(r0, '\\A(?:[0-9A-Fa-f]{15})\\z')
                            THEN TRY_CAST(CONV(LEFT(r0, 15), 16, 10) AS BIGINT)
                            WHEN REGEXP_LIKE(r0, '\\A(?:[0-9]{18})\\z')
                            THEN TRY_CAST(r0 AS BIGINT)
                          END,
                          CAST((
                            52
                          ) AS INT)
                        )
                      ) & 15
                    ) * 3
                  )
                ) AS INT)
              )
            )
          )
        ) % 3 = 1
      )
      THEN CASE
        WHEN REGEXP_LIKE(r0, '\\A(?:[0-9A-Fa-f]{15})\\z')
        THEN TRY_CAST(CONV(LEFT(r0, 15), 16, 10) AS BIGINT)
        WHEN REGEXP_LIKE(r0, '\\A(?:[0-9]{18})\\z')
        THEN TRY_CAST(r0 AS BIGINT)
      END
    END AS p0,
    n
  FROM __dphh_raw
), __dphh_5 AS (
  SELECT
    CASE
      WHEN (
        (
          SHIFTRIGHT(p0, CAST((
            52
          ) AS INT))
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
    FROM __dphh_parts
  ) AS finer
  GROUP BY
    1
), __dphh_3 AS (
  SELECT
    CASE
      WHEN (
        (
          SHIFTRIGHT(p0, CAST((
            52
          ) AS INT))
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
  level,
  key,
  parent,
  n
FROM (
  SELECT
    CAST(0 AS INT) AS level,
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(3 AS INT) AS level,
    CAST(CAST(p0 AS STRING) AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_3
  WHERE
    COALESCE((
      (
        SHIFTRIGHT(p0, CAST((
          52
        ) AS INT))
      ) & 15
    ) >= 3, FALSE)
    AND n >= 2
  UNION ALL
  SELECT
    CAST(5 AS INT) AS level,
    CAST(CAST(p0 AS STRING) AS STRING) AS key,
    CAST(CAST(CASE
      WHEN (
        (
          SHIFTRIGHT(p0, CAST((
            52
          ) AS INT))
        ) & 15
      ) <= 3
      THEN p0
      ELSE (
        p0 & 9155818042444218367
      ) | 13510867601588223
    END AS STRING) AS STRING) AS parent,
    n
  FROM __dphh_5
  WHERE
    COALESCE((
      (
        SHIFTRIGHT(p0, CAST((
          52
        ) AS INT))
      ) & 15
    ) >= 5, FALSE)
    AND n >= 2
) AS counted;

-- ipv4
WITH __dphh_raw AS (
  SELECT
    CASE WHEN IS_VALID_UTF8(`c0`) THEN CAST(`c0` AS STRING) END AS r0,
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
        '\\A(?:(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\\z'
      )
      THEN (
        (
          CAST(CASE
            WHEN TRY_CAST(SPLIT_PART(r0, '.', 1) AS BIGINT) BETWEEN 0 AND 255
            THEN TRY_CAST(SPLIT_PART(r0, '.', 1) AS BIGINT)
          END AS BIGINT) * 256 + CAST(CASE
            WHEN TRY_CAST(SPLIT_PART(r0, '.', 2) AS BIGINT) BETWEEN 0 AND 255
            THEN TRY_CAST(SPLIT_PART(r0, '.', 2) AS BIGINT)
          END AS BIGINT)
        ) * 256 + CAST(CASE
          WHEN TRY_CAST(SPLIT_PART(r0, '.', 3) AS BIGINT) BETWEEN 0 AND 255
          THEN TRY_CAST(SPLIT_PART(r0, '.', 3) AS BIGINT)
        END AS BIGINT)
      ) * 256 + CAST(CASE
        WHEN TRY_CAST(SPLIT_PART(r0, '.', 4) AS BIGINT) BETWEEN 0 AND 255
        THEN TRY_CAST(SPLIT_PART(r0, '.', 4) AS BIGINT)
      END AS BIGINT)
      WHEN REGEXP_LIKE(r0, '\\A(?:0|[1-9][0-9]{0,9})\\z')
      THEN CAST(CASE
        WHEN TRY_CAST(r0 AS BIGINT) BETWEEN 0 AND 4294967295
        THEN TRY_CAST(r0 AS BIGINT)
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
    CAST(0 AS INT) AS level,
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(8 AS INT) AS level,
    CAST(CAST(p0 AS STRING) AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_8
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(16 AS INT) AS level,
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
      WHEN CONTAINS(CASE WHEN IS_VALID_UTF8(`c0`) THEN CAST(`c0` AS STRING) END, '.')
      THEN CASE
        WHEN REGEXP_EXTRACT(
          CASE WHEN IS_VALID_UTF8(`c0`) THEN CAST(`c0` AS STRING) END,
          '^((?:[^\n]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\\z',
          2
        ) <> ''
        THEN CONCAT_WS(
          '',
          CASE
            WHEN REGEXP_EXTRACT(
              CASE WHEN IS_VALID_UTF8(`c0`) THEN CAST(`c0` AS STRING) END,
              '^((?:[^\n]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\\z',
              1
            ) = ''
            THEN '::ffff:'
            ELSE REGEXP_EXTRACT(
              CASE WHEN IS_VALID_UTF8(`c0`) THEN CAST(`c0` AS STRING) END,
              '^((?:[^\n]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\\z',
              1
            )
          END,
          CONCAT_WS(
            '',
            CONCAT_WS(
              '',
              LPAD(
                LOWER(
                  HEX(
                    CASE
                      WHEN TRY_CAST(SPLIT_PART(
                        REGEXP_EXTRACT(
                          CASE WHEN IS_VALID_UTF8(`c0`) THEN CAST(`c0` AS STRING) END,
                          '^((?:[^\n]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\\z',
                          2
                        ),
                        '.',
                        1
                      ) AS BIGINT) BETWEEN -2147483648 AND 2147483647
                      THEN TRY_CAST(SPLIT_PART(
                        REGEXP_EXTRACT(
                          CASE WHEN IS_VALID_UTF8(`c0`) THEN CAST(`c0` AS STRING) END,
                          '^((?:[^\n]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\\z',
                          2
                        ),
                        '.',
                        1
                      ) AS BIGINT)
                    END
                  )
                ),
                2,
                '0'
              ),
              LPAD(
                LOWER(
                  HEX(
                    CASE
                      WHEN TRY_CAST(SPLIT_PART(
                        REGEXP_EXTRACT(
                          CASE WHEN IS_VALID_UTF8(`c0`) THEN CAST(`c0` AS STRING) END,
                          '^((?:[^\n]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\\z',
                          2
                        ),
                        '.',
                        2
                      ) AS BIGINT) BETWEEN -2147483648 AND 2147483647
                      THEN TRY_CAST(SPLIT_PART(
                        REGEXP_EXTRACT(
                          CASE WHEN IS_VALID_UTF8(`c0`) THEN CAST(`c0` AS STRING) END,
                          '^((?:[^\n]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\\z',
                          2
                        ),
                        '.',
                        2
                      ) AS BIGINT)
                    END
                  )
                ),
                2,
                '0'
              )
            ),
            ':',
            LPAD(
              LOWER(
                HEX(
                  CASE
                    WHEN TRY_CAST(SPLIT_PART(
                      REGEXP_EXTRACT(
                        CASE WHEN IS_VALID_UTF8(`c0`) THEN CAST(`c0` AS STRING) END,
                        '^((?:[^\n]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\\z',
                        2
                      ),
                      '.',
                      3
                    ) AS BIGINT) BETWEEN -2147483648 AND 2147483647
                    THEN TRY_CAST(SPLIT_PART(
                      REGEXP_EXTRACT(
                        CASE WHEN IS_VALID_UTF8(`c0`) THEN CAST(`c0` AS STRING) END,
                        '^((?:[^\n]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\\z',
                        2
                      ),
                      '.',
                      3
                    ) AS BIGINT)
                  END
                )
              ),
              2,
              '0'
            ),
            LPAD(
              LOWER(
                HEX(
                  CASE
                    WHEN TRY_CAST(SPLIT_PART(
                      REGEXP_EXTRACT(
                        CASE WHEN IS_VALID_UTF8(`c0`) THEN CAST(`c0` AS STRING) END,
                        '^((?:[^\n]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\\z',
                        2
                      ),
                      '.',
                      4
                    ) AS BIGINT) BETWEEN -2147483648 AND 2147483647
                    THEN TRY_CAST(SPLIT_PART(
                      REGEXP_EXTRACT(
                        CASE WHEN IS_VALID_UTF8(`c0`) THEN CAST(`c0` AS STRING) END,
                        '^((?:[^\n]*:)?)((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\\z',
                        2
                      ),
                      '.',
                      4
                    ) AS BIGINT)
                  END
                )
              ),
              2,
              '0'
            )
          )
        )
        ELSE CASE WHEN IS_VALID_UTF8(`c0`) THEN CAST(`c0` AS STRING) END
      END
      ELSE CASE WHEN IS_VALID_UTF8(`c0`) THEN CAST(`c0` AS STRING) END
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
        WHEN REGEXP_LIKE(r0, '\\A(?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){7})\\z')
        THEN CASE
          WHEN r0 = ''
          THEN ''
          ELSE REGEXP_REPLACE(
            CONCAT_WS('', ':000', REPLACE(r0, ':', ':000')),
            ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
            '$1'
          )
        END
        WHEN REGEXP_LIKE(
          r0,
          '\\A(?:(?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){0,6})?::(?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){0,6})?)\\z'
        )
        AND LENGTH(
          CASE
            WHEN SPLIT_PART(r0, '::', 1) = ''
            THEN ''
            ELSE REGEXP_REPLACE(
              CONCAT_WS('', ':000', REPLACE(SPLIT_PART(r0, '::', 1), ':', ':000')),
              ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
              '$1'
            )
          END
        ) + LENGTH(
          CASE
            WHEN SPLIT_PART(r0, '::', 2) = ''
            THEN ''
            ELSE REGEXP_REPLACE(
              CONCAT_WS('', ':000', REPLACE(SPLIT_PART(r0, '::', 2), ':', ':000')),
              ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
              '$1'
            )
          END
        ) <= 28
        THEN CONCAT_WS(
          '',
          RPAD(
            CASE
              WHEN SPLIT_PART(r0, '::', 1) = ''
              THEN ''
              ELSE REGEXP_REPLACE(
                CONCAT_WS('', ':000', REPLACE(SPLIT_PART(r0, '::', 1), ':', ':000')),
                ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
                '$1'
              )
            END,
            CAST(32 - LENGTH(
              CASE
                WHEN SPLIT_PART(r0, '::', 2) = ''
                THEN ''
                ELSE REGEXP_REPLACE(
                  CONCAT_WS('', ':000', REPLACE(SPLIT_PART(r0, '::', 2), ':', ':000')),
                  ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
                  '$1'
                )
              END
            ) AS INT),
            '0'
          ),
          CASE
            WHEN SPLIT_PART(r0, '::', 2) = ''
            THEN ''
            ELSE REGEXP_REPLACE(
              CONCAT_WS('', ':000', REPLACE(SPLIT_PART(r0, '::', 2), ':', ':000')),
              ':[0-9A-Fa-f]*([0-9A-Fa-f]{4})',
              '$1'
            )
          END
        )
      END
    ) AS p0,
    n
  FROM __dphh_raw
), __dphh_48 AS (
  SELECT
    LEFT(p0, 12) AS p0,
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
    LEFT(p0, 8) AS p0,
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
    CAST(0 AS INT) AS level,
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(32 AS INT) AS level,
    CAST(p0 AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_32
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(48 AS INT) AS level,
    CAST(p0 AS STRING) AS key,
    CAST((
      LEFT(p0, 8)
    ) AS STRING) AS parent,
    n
  FROM __dphh_48
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;

-- items(1)
WITH __dphh_raw AS (
  SELECT
    CASE WHEN IS_VALID_UTF8(`c0`) THEN CAST(`c0` AS STRING) END AS r0,
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
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT) AS level,
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
      WHEN r0 >= CAST('0.0' AS DOUBLE) AND r0 < CAST('1000.0' AS DOUBLE)
      THEN LEAST(
        TRY_CAST(CASE
          WHEN ABS(
            (
              (
                r0 - CAST('0.0' AS DOUBLE)
              ) * CAST('1000000000.0' AS DOUBLE)
            ) / CAST('1000.0' AS DOUBLE) + CAST('0.0009765625' AS DOUBLE)
          ) < 9007199254740992
          THEN CAST(FLOOR(
            (
              (
                r0 - CAST('0.0' AS DOUBLE)
              ) * CAST('1000000000.0' AS DOUBLE)
            ) / CAST('1000.0' AS DOUBLE) + CAST('0.0009765625' AS DOUBLE)
          ) AS DOUBLE)
          ELSE (
            (
              r0 - CAST('0.0' AS DOUBLE)
            ) * CAST('1000000000.0' AS DOUBLE)
          ) / CAST('1000.0' AS DOUBLE) + CAST('0.0009765625' AS DOUBLE)
        END AS BIGINT),
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
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT) AS level,
    CAST(CAST(p0 AS STRING) AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT) AS level,
    CAST(CAST(p0 AS STRING) AS STRING) AS key,
    CAST(CAST(p0 - p0 % CAST('100000000' AS BIGINT) AS STRING) AS STRING) AS parent,
    n
  FROM __dphh_2
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;

-- path
WITH __dphh_raw AS (
  SELECT
    CASE WHEN IS_VALID_UTF8(`c0`) THEN CAST(`c0` AS STRING) END AS r0,
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
      WHEN SIZE(SPLIT(p0, '/', -1)) > (
        2 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
      )
      THEN CASE
        WHEN (
          2 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
        ) = 0
        THEN ''
        ELSE CONCAT(
          ARRAY_JOIN(
            SLICE(SPLIT(p0, '/', -1), 1, (
              2 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
            )),
            '/'
          ),
          '/'
        )
      END
      ELSE p0
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
      WHEN SIZE(SPLIT(p0, '/', -1)) > (
        1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
      )
      THEN CASE
        WHEN (
          1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
        ) = 0
        THEN ''
        ELSE CONCAT(
          ARRAY_JOIN(
            SLICE(SPLIT(p0, '/', -1), 1, (
              1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
            )),
            '/'
          ),
          '/'
        )
      END
      ELSE p0
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
    CAST(0 AS INT) AS level,
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT) AS level,
    CAST(p0 AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_1
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SIZE(SPLIT(p0, '/', -1)) > (
        0 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
      )
      THEN CASE
        WHEN (
          0 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
        ) = 0
        THEN ''
        ELSE CONCAT(
          ARRAY_JOIN(
            SLICE(SPLIT(p0, '/', -1), 1, (
              0 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
            )),
            '/'
          ),
          '/'
        )
      END
      ELSE p0
    END
    AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT) AS level,
    CAST(p0 AS STRING) AS key,
    CAST((
      CASE
        WHEN SIZE(SPLIT(p0, '/', -1)) > (
          1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
        )
        THEN CASE
          WHEN (
            1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
          ) = 0
          THEN ''
          ELSE CONCAT(
            ARRAY_JOIN(
              SLICE(SPLIT(p0, '/', -1), 1, (
                1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
              )),
              '/'
            ),
            '/'
          )
        END
        ELSE p0
      END
    ) AS STRING) AS parent,
    n
  FROM __dphh_2
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SIZE(SPLIT(p0, '/', -1)) > (
        1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
      )
      THEN CASE
        WHEN (
          1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
        ) = 0
        THEN ''
        ELSE CONCAT(
          ARRAY_JOIN(
            SLICE(SPLIT(p0, '/', -1), 1, (
              1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
            )),
            '/'
          ),
          '/'
        )
      END
      ELSE p0
    END
    AND n >= 2
) AS counted;

-- phone
WITH __dphh_raw AS (
  SELECT
    CASE WHEN IS_VALID_UTF8(`c0`) THEN CAST(`c0` AS STRING) END AS r0,
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
      WHEN REGEXP_LIKE(r0, '\\A(?:\\+[1-9](?:[ .-]?[0-9]){6,14})\\z')
      THEN CONCAT_WS(
        '',
        REGEXP_EXTRACT(
          REGEXP_REPLACE(r0, '[^0-9]', ''),
          '^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[035789]|9[679])[0-9])([0-9]*)',
          1
        ),
        '/',
        REGEXP_REPLACE(
          REGEXP_EXTRACT(
            REGEXP_REPLACE(r0, '[^0-9]', ''),
            '^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[035789]|9[679])[0-9])([0-9]*)',
            2
          ),
          '([0-9])',
          '$1/'
        )
      )
    END AS p0,
    n
  FROM __dphh_raw
), __dphh_4 AS (
  SELECT
    CASE
      WHEN SIZE(SPLIT(p0, '/', -1)) > (
        4 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
      )
      THEN CASE
        WHEN (
          4 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
        ) = 0
        THEN ''
        ELSE CONCAT(
          ARRAY_JOIN(
            SLICE(SPLIT(p0, '/', -1), 1, (
              4 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
            )),
            '/'
          ),
          '/'
        )
      END
      ELSE p0
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
      WHEN SIZE(SPLIT(p0, '/', -1)) > (
        1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
      )
      THEN CASE
        WHEN (
          1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
        ) = 0
        THEN ''
        ELSE CONCAT(
          ARRAY_JOIN(
            SLICE(SPLIT(p0, '/', -1), 1, (
              1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
            )),
            '/'
          ),
          '/'
        )
      END
      ELSE p0
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
    CAST(0 AS INT) AS level,
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT) AS level,
    CAST(p0 AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_1
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SIZE(SPLIT(p0, '/', -1)) > (
        0 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
      )
      THEN CASE
        WHEN (
          0 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
        ) = 0
        THEN ''
        ELSE CONCAT(
          ARRAY_JOIN(
            SLICE(SPLIT(p0, '/', -1), 1, (
              0 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
            )),
            '/'
          ),
          '/'
        )
      END
      ELSE p0
    END
    AND n >= 2
  UNION ALL
  SELECT
    CAST(4 AS INT) AS level,
    CAST(p0 AS STRING) AS key,
    CAST((
      CASE
        WHEN SIZE(SPLIT(p0, '/', -1)) > (
          1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
        )
        THEN CASE
          WHEN (
            1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
          ) = 0
          THEN ''
          ELSE CONCAT(
            ARRAY_JOIN(
              SLICE(SPLIT(p0, '/', -1), 1, (
                1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
              )),
              '/'
            ),
            '/'
          )
        END
        ELSE p0
      END
    ) AS STRING) AS parent,
    n
  FROM __dphh_4
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SIZE(SPLIT(p0, '/', -1)) > (
        3 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
      )
      THEN CASE
        WHEN (
          3 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
        ) = 0
        THEN ''
        ELSE CONCAT(
          ARRAY_JOIN(
            SLICE(SPLIT(p0, '/', -1), 1, (
              3 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
            )),
            '/'
          ),
          '/'
        )
      END
      ELSE p0
    END
    AND n >= 2
) AS counted;

-- semver
WITH __dphh_raw AS (
  SELECT
    CASE WHEN IS_VALID_UTF8(`c0`) THEN CAST(`c0` AS STRING) END AS r0,
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
        CASE WHEN LENGTH(r0) <= 500 THEN r0 ELSE LEFT(r0, 0) END,
        '\\A(?:v?(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(?:-((?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?)\\z'
      )
      THEN CONCAT_WS(
        '',
        CONCAT_WS(
          '',
          REGEXP_EXTRACT(
            CASE WHEN LENGTH(r0) <= 500 THEN r0 ELSE LEFT(r0, 0) END,
            '^v?(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(?:-((?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?\\z',
            1
          ),
          '/',
          REGEXP_EXTRACT(
            CASE WHEN LENGTH(r0) <= 500 THEN r0 ELSE LEFT(r0, 0) END,
            '^v?(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(?:-((?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?\\z',
            2
          ),
          '/',
          REGEXP_EXTRACT(
            CASE WHEN LENGTH(r0) <= 500 THEN r0 ELSE LEFT(r0, 0) END,
            '^v?(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(?:-((?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?\\z',
            3
          ),
          '/'
        ),
        CASE
          WHEN REGEXP_EXTRACT(
            CASE WHEN LENGTH(r0) <= 500 THEN r0 ELSE LEFT(r0, 0) END,
            '^v?(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(?:-((?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?\\z',
            4
          ) = ''
          THEN ''
          ELSE CONCAT_WS(
            '',
            REGEXP_EXTRACT(
              CASE WHEN LENGTH(r0) <= 500 THEN r0 ELSE LEFT(r0, 0) END,
              '^v?(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(?:-((?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?\\z',
              4
            ),
            '/'
          )
        END
      )
    END AS p0,
    n
  FROM __dphh_raw
), __dphh_2 AS (
  SELECT
    CASE
      WHEN SIZE(SPLIT(p0, '/', -1)) > (
        2 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
      )
      THEN CASE
        WHEN (
          2 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
        ) = 0
        THEN ''
        ELSE CONCAT(
          ARRAY_JOIN(
            SLICE(SPLIT(p0, '/', -1), 1, (
              2 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
            )),
            '/'
          ),
          '/'
        )
      END
      ELSE p0
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
      WHEN SIZE(SPLIT(p0, '/', -1)) > (
        1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
      )
      THEN CASE
        WHEN (
          1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
        ) = 0
        THEN ''
        ELSE CONCAT(
          ARRAY_JOIN(
            SLICE(SPLIT(p0, '/', -1), 1, (
              1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
            )),
            '/'
          ),
          '/'
        )
      END
      ELSE p0
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
    CAST(0 AS INT) AS level,
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT) AS level,
    CAST(p0 AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_1
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SIZE(SPLIT(p0, '/', -1)) > (
        0 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
      )
      THEN CASE
        WHEN (
          0 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
        ) = 0
        THEN ''
        ELSE CONCAT(
          ARRAY_JOIN(
            SLICE(SPLIT(p0, '/', -1), 1, (
              0 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
            )),
            '/'
          ),
          '/'
        )
      END
      ELSE p0
    END
    AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT) AS level,
    CAST(p0 AS STRING) AS key,
    CAST((
      CASE
        WHEN SIZE(SPLIT(p0, '/', -1)) > (
          1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
        )
        THEN CASE
          WHEN (
            1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
          ) = 0
          THEN ''
          ELSE CONCAT(
            ARRAY_JOIN(
              SLICE(SPLIT(p0, '/', -1), 1, (
                1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
              )),
              '/'
            ),
            '/'
          )
        END
        ELSE p0
      END
    ) AS STRING) AS parent,
    n
  FROM __dphh_2
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SIZE(SPLIT(p0, '/', -1)) > (
        1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
      )
      THEN CASE
        WHEN (
          1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
        ) = 0
        THEN ''
        ELSE CONCAT(
          ARRAY_JOIN(
            SLICE(SPLIT(p0, '/', -1), 1, (
              1 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
            )),
            '/'
          ),
          '/'
        )
      END
      ELSE p0
    END
    AND n >= 2
) AS counted;

-- taxonomy(regions
WITH __dphh_taxonomy AS (
  SELECT
    SPLIT_PART(line, '\037', 1) AS code,
    SUBSTR(line, LENGTH(SPLIT_PART(line, '\037', 1)) + 2) AS path
  FROM (
    SELECT
      EXPLODE(
        SPLIT(
          'Kern\037US\037US-CA\037Kern\037\nMC\037MC\037\nUS\037US\037\nUS-CA\037US\037US-CA\037',
          '\n',
          -1
        )
      ) AS line
  ) AS lines
), __dphh_raw AS (
  SELECT
    CASE WHEN IS_VALID_UTF8(`c0`) THEN CAST(`c0` AS STRING) END AS r0,
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
    look0.path AS p0,
    n
  FROM __dphh_raw
  LEFT JOIN __dphh_taxonomy AS look0
    ON look0.code = r0
), __dphh_2 AS (
  SELECT
    CASE
      WHEN SIZE(SPLIT(p0, '\037', -1)) > (
        2 + CASE WHEN STARTSWITH(p0, '\037') THEN 1 ELSE 0 END
      )
      THEN CASE
        WHEN (
          2 + CASE WHEN STARTSWITH(p0, '\037') THEN 1 ELSE 0 END
        ) = 0
        THEN ''
        ELSE CONCAT(
          ARRAY_JOIN(
            SLICE(
              SPLIT(p0, '\037', -1),
              1,
              (
                2 + CASE WHEN STARTSWITH(p0, '\037') THEN 1 ELSE 0 END
              )
            ),
            '\037'
          ),
          '\037'
        )
      END
      ELSE p0
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
      WHEN SIZE(SPLIT(p0, '\037', -1)) > (
        1 + CASE WHEN STARTSWITH(p0, '\037') THEN 1 ELSE 0 END
      )
      THEN CASE
        WHEN (
          1 + CASE WHEN STARTSWITH(p0, '\037') THEN 1 ELSE 0 END
        ) = 0
        THEN ''
        ELSE CONCAT(
          ARRAY_JOIN(
            SLICE(
              SPLIT(p0, '\037', -1),
              1,
              (
                1 + CASE WHEN STARTSWITH(p0, '\037') THEN 1 ELSE 0 END
              )
            ),
            '\037'
          ),
          '\037'
        )
      END
      ELSE p0
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
    CAST(0 AS INT) AS level,
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT) AS level,
    CAST(p0 AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_1
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SIZE(SPLIT(p0, '\037', -1)) > (
        0 + CASE WHEN STARTSWITH(p0, '\037') THEN 1 ELSE 0 END
      )
      THEN CASE
        WHEN (
          0 + CASE WHEN STARTSWITH(p0, '\037') THEN 1 ELSE 0 END
        ) = 0
        THEN ''
        ELSE CONCAT(
          ARRAY_JOIN(
            SLICE(
              SPLIT(p0, '\037', -1),
              1,
              (
                0 + CASE WHEN STARTSWITH(p0, '\037') THEN 1 ELSE 0 END
              )
            ),
            '\037'
          ),
          '\037'
        )
      END
      ELSE p0
    END
    AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT) AS level,
    CAST(p0 AS STRING) AS key,
    CAST((
      CASE
        WHEN SIZE(SPLIT(p0, '\037', -1)) > (
          1 + CASE WHEN STARTSWITH(p0, '\037') THEN 1 ELSE 0 END
        )
        THEN CASE
          WHEN (
            1 + CASE WHEN STARTSWITH(p0, '\037') THEN 1 ELSE 0 END
          ) = 0
          THEN ''
          ELSE CONCAT(
            ARRAY_JOIN(
              SLICE(
                SPLIT(p0, '\037', -1),
                1,
                (
                  1 + CASE WHEN STARTSWITH(p0, '\037') THEN 1 ELSE 0 END
                )
              ),
              '\037'
            ),
            '\037'
          )
        END
        ELSE p0
      END
    ) AS STRING) AS parent,
    n
  FROM __dphh_2
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SIZE(SPLIT(p0, '\037', -1)) > (
        1 + CASE WHEN STARTSWITH(p0, '\037') THEN 1 ELSE 0 END
      )
      THEN CASE
        WHEN (
          1 + CASE WHEN STARTSWITH(p0, '\037') THEN 1 ELSE 0 END
        ) = 0
        THEN ''
        ELSE CONCAT(
          ARRAY_JOIN(
            SLICE(
              SPLIT(p0, '\037', -1),
              1,
              (
                1 + CASE WHEN STARTSWITH(p0, '\037') THEN 1 ELSE 0 END
              )
            ),
            '\037'
          ),
          '\037'
        )
      END
      ELSE p0
    END
    AND n >= 2
) AS counted;

-- timestamp
WITH __dphh_raw AS (
  SELECT
    CASE
      WHEN CASE WHEN TRUE THEN `c0` END BETWEEN CAST('0001-01-01 00:00:00' AS TIMESTAMP_NTZ) AND CAST('9999-12-31 23:59:59.999999' AS TIMESTAMP_NTZ)
      THEN (
        CAST(CAST(GREATEST(CASE WHEN TRUE THEN `c0` END, CAST('0001-01-01 00:00:00' AS TIMESTAMP_NTZ)) AS DATE) AS TIMESTAMP_NTZ) + MAKE_DT_INTERVAL(
          0,
          HOUR(
            GREATEST(CASE WHEN TRUE THEN `c0` END, CAST('0001-01-01 00:00:00' AS TIMESTAMP_NTZ))
          )
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
    CAST(TRUNC(CAST(p0 AS DATE), 'month') AS TIMESTAMP_NTZ) AS p0,
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
    CAST(TRUNC(CAST(p0 AS DATE), 'year') AS TIMESTAMP_NTZ) AS p0,
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
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT) AS level,
    CAST(LEFT(CAST(p0 AS STRING), 4) AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT) AS level,
    CAST(LEFT(CAST(p0 AS STRING), 7) AS STRING) AS key,
    CAST(LEFT(CAST(CAST(TRUNC(CAST(p0 AS DATE), 'year') AS TIMESTAMP_NTZ) AS STRING), 4) AS STRING) AS parent,
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
        THEN CONVERT_TIMEZONE(
          'UTC',
          'UTC',
          TIMESTAMPADD(
            MICROSECOND,
            UNIX_MICROS(
              LEAST(
                GREATEST(`c0`, CAST('0001-12-30 00:00:00+00' AS TIMESTAMP)),
                CAST('9999-01-02 00:00:00+00' AS TIMESTAMP)
              )
            ),
            CAST('1970-01-01 00:00:00' AS TIMESTAMP_NTZ)
          )
        )
      END BETWEEN CAST('0002-01-01 00:00:00' AS TIMESTAMP_NTZ) AND CAST('9998-12-31 23:59:59.999999' AS TIMESTAMP_NTZ)
      THEN (
        CAST(CAST(GREATEST(
          CASE
            WHEN `c0` BETWEEN CAST('0001-12-30 00:00:00+00' AS TIMESTAMP) AND CAST('9999-01-02 00:00:00+00' AS TIMESTAMP)
            THEN CONVERT_TIMEZONE(
              'UTC',
              'UTC',
              TIMESTAMPADD(
                MICROSECOND,
                UNIX_MICROS(
                  LEAST(
                    GREATEST(`c0`, CAST('0001-12-30 00:00:00+00' AS TIMESTAMP)),
                    CAST('9999-01-02 00:00:00+00' AS TIMESTAMP)
                  )
                ),
                CAST('1970-01-01 00:00:00' AS TIMESTAMP_NTZ)
              )
            )
          END,
          CAST('0002-01-01 00:00:00' AS TIMESTAMP_NTZ)
        ) AS DATE) AS TIMESTAMP_NTZ) + MAKE_DT_INTERVAL(
          0,
          HOUR(
            GREATEST(
              CASE
                WHEN `c0` BETWEEN CAST('0001-12-30 00:00:00+00' AS TIMESTAMP) AND CAST('9999-01-02 00:00:00+00' AS TIMESTAMP)
                THEN CONVERT_TIMEZONE(
                  'UTC',
                  'UTC',
                  TIMESTAMPADD(
                    MICROSECOND,
                    UNIX_MICROS(
                      LEAST(
                        GREATEST(`c0`, CAST('0001-12-30 00:00:00+00' AS TIMESTAMP)),
                        CAST('9999-01-02 00:00:00+00' AS TIMESTAMP)
                      )
                    ),
                    CAST('1970-01-01 00:00:00' AS TIMESTAMP_NTZ)
                  )
                )
              END,
              CAST('0002-01-01 00:00:00' AS TIMESTAMP_NTZ)
            )
          )
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
    CAST(TRUNC(CAST(p0 AS DATE), 'month') AS TIMESTAMP_NTZ) AS p0,
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
    CAST(TRUNC(CAST(p0 AS DATE), 'year') AS TIMESTAMP_NTZ) AS p0,
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
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT) AS level,
    CAST(LEFT(CAST(p0 AS STRING), 4) AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT) AS level,
    CAST(LEFT(CAST(p0 AS STRING), 7) AS STRING) AS key,
    CAST(LEFT(CAST(CAST(TRUNC(CAST(p0 AS DATE), 'year') AS TIMESTAMP_NTZ) AS STRING), 4) AS STRING) AS parent,
    n
  FROM __dphh_2
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;

-- url
WITH __dphh_raw AS (
  SELECT
    CASE WHEN IS_VALID_UTF8(`c0`) THEN CAST(`c0` AS STRING) END AS r0,
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
        '\\A(?:([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(:[0-9]*)?([/?#][\\s\\S]*)?)\\z'
      )
      THEN CONCAT_WS(
        '',
        LOWER(
          REGEXP_EXTRACT(
            r0,
            '^([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(:[0-9]*)?([/?#][\\s\\S]*)?\\z',
            1
          )
        ),
        '://',
        LOWER(
          REGEXP_EXTRACT(
            r0,
            '^([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(:[0-9]*)?([/?#][\\s\\S]*)?\\z',
            2
          )
        ),
        CASE
          WHEN REGEXP_EXTRACT(
            r0,
            '^([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(:[0-9]*)?([/?#][\\s\\S]*)?\\z',
            3
          ) = ':'
          OR (
            LOWER(
              REGEXP_EXTRACT(
                r0,
                '^([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(:[0-9]*)?([/?#][\\s\\S]*)?\\z',
                1
              )
            ) = 'http'
            AND REGEXP_EXTRACT(
              r0,
              '^([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(:[0-9]*)?([/?#][\\s\\S]*)?\\z',
              3
            ) = ':80'
          )
          OR (
            LOWER(
              REGEXP_EXTRACT(
                r0,
                '^([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(:[0-9]*)?([/?#][\\s\\S]*)?\\z',
                1
              )
            ) = 'https'
            AND REGEXP_EXTRACT(
              r0,
              '^([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(:[0-9]*)?([/?#][\\s\\S]*)?\\z',
              3
            ) = ':443'
          )
          THEN ''
          ELSE REGEXP_EXTRACT(
            r0,
            '^([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(:[0-9]*)?([/?#][\\s\\S]*)?\\z',
            3
          )
        END,
        '/',
        REGEXP_EXTRACT(
          REGEXP_EXTRACT(
            r0,
            '^([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?((?:[A-Za-z0-9._~%!$&\'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\]))(:[0-9]*)?([/?#][\\s\\S]*)?\\z',
            4
          ),
          '^/?([^?#]*)',
          1
        )
      )
    END AS p0,
    n
  FROM __dphh_raw
), __dphh_2 AS (
  SELECT
    CASE
      WHEN SIZE(SPLIT(p0, '/', -1)) > (
        4 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
      )
      THEN CASE
        WHEN (
          4 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
        ) = 0
        THEN ''
        ELSE CONCAT(
          ARRAY_JOIN(
            SLICE(SPLIT(p0, '/', -1), 1, (
              4 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
            )),
            '/'
          ),
          '/'
        )
      END
      ELSE p0
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
      WHEN SIZE(SPLIT(p0, '/', -1)) > (
        3 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
      )
      THEN CASE
        WHEN (
          3 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
        ) = 0
        THEN ''
        ELSE CONCAT(
          ARRAY_JOIN(
            SLICE(SPLIT(p0, '/', -1), 1, (
              3 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
            )),
            '/'
          ),
          '/'
        )
      END
      ELSE p0
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
    CAST(0 AS INT) AS level,
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT) AS level,
    CAST(p0 AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_1
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SIZE(SPLIT(p0, '/', -1)) > (
        2 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
      )
      THEN CASE
        WHEN (
          2 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
        ) = 0
        THEN ''
        ELSE CONCAT(
          ARRAY_JOIN(
            SLICE(SPLIT(p0, '/', -1), 1, (
              2 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
            )),
            '/'
          ),
          '/'
        )
      END
      ELSE p0
    END
    AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT) AS level,
    CAST(p0 AS STRING) AS key,
    CAST((
      CASE
        WHEN SIZE(SPLIT(p0, '/', -1)) > (
          3 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
        )
        THEN CASE
          WHEN (
            3 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
          ) = 0
          THEN ''
          ELSE CONCAT(
            ARRAY_JOIN(
              SLICE(SPLIT(p0, '/', -1), 1, (
                3 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
              )),
              '/'
            ),
            '/'
          )
        END
        ELSE p0
      END
    ) AS STRING) AS parent,
    n
  FROM __dphh_2
  WHERE
    p0 IS DISTINCT FROM CASE
      WHEN SIZE(SPLIT(p0, '/', -1)) > (
        3 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
      )
      THEN CASE
        WHEN (
          3 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
        ) = 0
        THEN ''
        ELSE CONCAT(
          ARRAY_JOIN(
            SLICE(SPLIT(p0, '/', -1), 1, (
              3 + CASE WHEN STARTSWITH(p0, '/') THEN 1 ELSE 0 END
            )),
            '/'
          ),
          '/'
        )
      END
      ELSE p0
    END
    AND n >= 2
) AS counted;

-- word(3)
WITH __dphh_raw AS (
  SELECT
    CASE WHEN IS_VALID_UTF8(`c0`) THEN CAST(`c0` AS STRING) END AS r0,
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
      CONCAT('$', r0)
    ) AS p0,
    n
  FROM __dphh_raw
), __dphh_2 AS (
  SELECT
    CASE WHEN LENGTH(p0) <= 2 THEN p0 ELSE CONCAT('.', SUBSTR(p0, 2, 2)) END AS p0,
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
    CASE WHEN LENGTH(p0) <= 1 THEN p0 ELSE CONCAT('.', SUBSTR(p0, 2, 1)) END AS p0,
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
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT) AS level,
    CAST(p0 AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_1
  WHERE
    COALESCE(LENGTH(p0) >= 1, FALSE) AND n >= 2
  UNION ALL
  SELECT
    CAST(2 AS INT) AS level,
    CAST(p0 AS STRING) AS key,
    CAST((
      CASE WHEN LENGTH(p0) <= 1 THEN p0 ELSE CONCAT('.', SUBSTR(p0, 2, 1)) END
    ) AS STRING) AS parent,
    n
  FROM __dphh_2
  WHERE
    COALESCE(LENGTH(p0) >= 2, FALSE) AND n >= 2
) AS counted;

-- zip
WITH __dphh_raw AS (
  SELECT
    CASE WHEN IS_VALID_UTF8(`c0`) THEN CAST(`c0` AS STRING) END AS r0,
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
      WHEN REGEXP_LIKE(r0, '\\A(?:[0-9]{5})\\z')
      THEN r0
      WHEN REGEXP_LIKE(r0, '\\A(?:[0-9]{5}-[0-9]{4})\\z')
      THEN LEFT(r0, 5)
    END AS p0,
    n
  FROM __dphh_raw
), __dphh_3 AS (
  SELECT
    LEFT(p0, 3) AS p0,
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
    LEFT(p0, 1) AS p0,
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
    CAST(NULL AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n
  FROM __dphh_raw
  UNION ALL
  SELECT
    CAST(1 AS INT) AS level,
    CAST(p0 AS STRING) AS key,
    CAST(NULL AS STRING) AS parent,
    n
  FROM __dphh_1
  WHERE
    NOT p0 IS NULL AND n >= 2
  UNION ALL
  SELECT
    CAST(3 AS INT) AS level,
    CAST(p0 AS STRING) AS key,
    CAST((
      LEFT(p0, 1)
    ) AS STRING) AS parent,
    n
  FROM __dphh_3
  WHERE
    NOT p0 IS NULL AND n >= 2
) AS counted;
