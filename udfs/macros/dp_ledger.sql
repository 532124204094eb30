-- Every entry of the ledgers of the attached databases, oldest first; time is in UTC.
CREATE OR REPLACE TEMP MACRO dp_ledger() AS TABLE
SELECT unnest(
    list_transform(
        [system.main.__dp_ledger()],
        lambda r: CASE WHEN r.error IS NULL THEN r.value ELSE error(r.error) END
    )[1],
    recursive := true
)
