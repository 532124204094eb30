-- The printed prefix of an item at a level; NULL when the item is malformed or ends above it.
CREATE OR REPLACE TEMP MACRO dphh_prefix(item, kind, level) AS
list_transform(
    [system.main.__dphh_prefix(
        CASE WHEN typeof(item) LIKE '%]' THEN to_json(item)::VARCHAR ELSE item::VARCHAR END,
        __dphh_kind(kind, 'dphh_prefix'), level
    )],
    lambda r: CASE WHEN r.error IS NULL THEN r.value ELSE error(r.error) END
)[1]
