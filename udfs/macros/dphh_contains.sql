-- Does the item lie under the printed prefix? NULL when the prefix is not one.
CREATE OR REPLACE TEMP MACRO dphh_contains(prefix, item, kind) AS
list_transform(
    [system.main.__dphh_contains(
        prefix::VARCHAR,
        CASE WHEN typeof(item) LIKE '%]' THEN to_json(item)::VARCHAR ELSE item::VARCHAR END,
        __dphh_kind(kind, 'dphh_contains')
    )],
    lambda r: CASE WHEN r.error IS NULL THEN r.value ELSE error(r.error) END
)[1]
