-- The name makes it one release however often dbt runs this. A new name is a new release, and is paid for.
select *
from dp_hhh('{{ source("bank", "loans") }}', 'zip', eps => 1, name => 'loans by zip')
