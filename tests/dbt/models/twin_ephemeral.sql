{{ config(materialized='ephemeral') }}
select * from dp_hhh('{{ source("bank", "loans") }}', 'zip', eps => 1, name => 'twins')
