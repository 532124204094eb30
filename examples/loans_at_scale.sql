-- Derived data: about 6 million loans by ZIP code. Real counts per county (hmda_county_counts), spread over the county's
-- ZIP codes by a fixed public rule: the r-th code in ascending order gets a share proportional to 1/r. Integer arithmetic
-- only, so every machine builds the same table. A loan whose county matches no ZIP code keeps a NULL zip.
-- Reads the variable `data` (the folder of the parquet files); makes the temporary table loans_at_scale.
CREATE OR REPLACE TEMP TABLE loans_at_scale AS
WITH states(state, abbreviation) AS (
    VALUES ('Alabama', 'AL'), ('Alaska', 'AK'), ('Arizona', 'AZ'), ('Arkansas', 'AR'), ('California', 'CA'),
        ('Colorado', 'CO'), ('Connecticut', 'CT'), ('Delaware', 'DE'), ('District of Columbia', 'DC'),
        ('Florida', 'FL'), ('Georgia', 'GA'), ('Hawaii', 'HI'), ('Idaho', 'ID'), ('Illinois', 'IL'),
        ('Indiana', 'IN'), ('Iowa', 'IA'), ('Kansas', 'KS'), ('Kentucky', 'KY'), ('Louisiana', 'LA'), ('Maine', 'ME'),
        ('Maryland', 'MD'), ('Massachusetts', 'MA'), ('Michigan', 'MI'), ('Minnesota', 'MN'), ('Mississippi', 'MS'),
        ('Missouri', 'MO'), ('Montana', 'MT'), ('Nebraska', 'NE'), ('Nevada', 'NV'), ('New Hampshire', 'NH'),
        ('New Jersey', 'NJ'), ('New Mexico', 'NM'), ('New York', 'NY'), ('North Carolina', 'NC'),
        ('North Dakota', 'ND'), ('Ohio', 'OH'), ('Oklahoma', 'OK'), ('Oregon', 'OR'), ('Pennsylvania', 'PA'),
        ('Puerto Rico', 'PR'), ('Rhode Island', 'RI'), ('South Carolina', 'SC'), ('South Dakota', 'SD'),
        ('Tennessee', 'TN'), ('Texas', 'TX'), ('Utah', 'UT'), ('Vermont', 'VT'), ('Virginia', 'VA'),
        ('Washington', 'WA'), ('West Virginia', 'WV'), ('Wisconsin', 'WI'), ('Wyoming', 'WY')
),
cells AS (
    SELECT
        c.state, c.county, c.occupancy, c.loans, s.abbreviation,
        lower(regexp_replace(
            strip_accents(c.county),
            ' (County|Parish|Municipio|City and Borough|Borough|Census Area|Municipality|city|City)$', ''
        )) AS county_key
    FROM read_parquet(getvariable('data') || '/hmda_county_counts.parquet') AS c
    LEFT JOIN states AS s USING (state)
),
ranked AS (
    SELECT
        zip, state AS abbreviation,
        lower(regexp_replace(strip_accents(county), ' (Borough|Census Area|Municipality|City|\(city\))$', '')) AS county_key,
        row_number() OVER (PARTITION BY abbreviation, county_key ORDER BY zip) AS r
    FROM read_parquet(getvariable('data') || '/us_zipcodes.parquet')
),
shares AS (
    SELECT
        abbreviation, county_key, zip,
        sum(1000000 // r) OVER (PARTITION BY abbreviation, county_key ORDER BY r)::BIGINT AS upper,
        upper - 1000000 // r AS lower,
        sum(1000000 // r) OVER (PARTITION BY abbreviation, county_key)::BIGINT AS total
    FROM ranked
),
counts AS (
    SELECT
        c.state, c.county, c.occupancy, s.zip,
        coalesce(c.loans * s.upper // s.total - c.loans * s.lower // s.total, c.loans) AS loans
    FROM cells AS c
    LEFT JOIN shares AS s USING (abbreviation, county_key)
)
SELECT state, county, occupancy, zip
FROM counts, unnest(range(loans));
