-- The printed prefixes of an item at the default levels that it reaches, coarse to fine.
CREATE OR REPLACE TEMP MACRO dphh_prefixes(item, kind) AS
list_transform(
    [system.main.__dphh_prefixes(
        CASE WHEN typeof(item) LIKE '%]' THEN to_json(item)::VARCHAR ELSE item::VARCHAR END,
        __dphh_kind(kind, 'dphh_prefixes')
    )],
    lambda r: CASE WHEN r.error IS NULL THEN r.value ELSE error(r.error) END
)[1]
