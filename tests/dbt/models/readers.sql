select * from {{ ref('twin_view') }}
union all
select * from {{ ref('twin_ephemeral') }}
union all
select * from {{ ref('twin_ephemeral') }}
