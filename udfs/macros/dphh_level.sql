-- The level of a printed prefix; NULL when it is not one.
CREATE OR REPLACE TEMP MACRO dphh_level(prefix, kind) AS
list_transform(
    [system.main.__dphh_level(prefix::VARCHAR, __dphh_kind(kind, 'dphh_level'))],
    lambda r: CASE WHEN r.error IS NULL THEN r.value ELSE error(r.error) END
)[1]
