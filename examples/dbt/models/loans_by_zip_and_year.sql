-- One release a year: `dbt run --vars '{fiscal_year: 2006}'` adds another. The year is part of the name.
{{ config(materialized='incremental', unique_key='fiscal_year') }}
select {{ var('fiscal_year') }} as fiscal_year, *
from dp_hhh(
    '{{ source("bank", "loans") }}', 'zip', eps => 0.5, levels => [1, 3],
    filter => 'fiscal_year = {{ var("fiscal_year") }}',
    name => 'loans by zip, {{ var("fiscal_year") }}'
)
