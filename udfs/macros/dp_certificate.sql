-- The certificate of a release: what was guaranteed, to whom, and every noise table; 'last' is the latest of this
-- connection. `repeats` counts how often a named release was returned again without a charge, in this process.
CREATE OR REPLACE TEMP MACRO dp_certificate(release_id) AS TABLE
FROM (SELECT unnest(
    list_transform(
        [system.main.__dp_certificate(release_id::VARCHAR)],
        lambda r: CASE WHEN r.error IS NULL THEN r.value ELSE error(r.error) END
    )[1],
    recursive := true
))
