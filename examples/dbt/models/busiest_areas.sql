-- Computed from a release, so it costs nothing and may be a view.
{{ config(materialized='view') }}
select prefix, "count", count_lo, count_hi
from {{ ref('loans_by_zip') }}
where level = 3
order by "count" desc
limit 5
