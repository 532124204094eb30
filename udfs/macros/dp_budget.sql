-- What was spent per table and privacy unit; eps_left and delta_left are NULL without a policy.
CREATE OR REPLACE TEMP MACRO dp_budget() AS TABLE
FROM (SELECT unnest(
    list_transform(
        [system.main.__dp_budget()],
        lambda r: CASE WHEN r.error IS NULL THEN r.value ELSE error(r.error) END
    )[1],
    recursive := true
))
ORDER BY table_name, unit
