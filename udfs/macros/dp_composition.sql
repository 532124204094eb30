-- Basic composition (the sums) beside optimal composition at a delta (default: twice the sum of the deltas, at least 1e-6).
-- Optimal composition holds only if all amounts were fixed in advance, none chosen after looking at an answer.
CREATE OR REPLACE TEMP MACRO dp_composition(delta := NULL) AS TABLE
FROM (SELECT unnest(
    list_transform(
        [system.main.__dp_composition(delta::DOUBLE)],
        lambda r: CASE WHEN r.error IS NULL THEN r.value ELSE error(r.error) END
    )[1],
    recursive := true
))
ORDER BY table_name, unit
