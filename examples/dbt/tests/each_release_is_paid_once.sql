-- depends_on: {{ ref('loans_by_zip') }}, {{ ref('loans_by_zip_and_year') }}
select table_name, name, count(*) as times
from dp_ledger()
group by all
having count(*) > 1 or name is null
