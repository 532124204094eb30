-- The kind that a scalar helper was asked for, a taxonomy with its codes; folded, so once a statement for a literal.
CREATE OR REPLACE TEMP MACRO __dphh_kind(kind, helper) AS
list_transform(
    [system.main.__dphh_kind(kind::VARCHAR, helper)],
    lambda r: CASE WHEN r.error IS NULL THEN r.value ELSE error(r.error) END
)[1]
