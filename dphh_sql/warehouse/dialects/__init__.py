"""The tables of the dialects, by name. A new dialect is one file and one line."""

from __future__ import annotations

from dphh_sql.warehouse.dialect import Dialect
from dphh_sql.warehouse.dialects.bigquery import BIGQUERY
from dphh_sql.warehouse.dialects.clickhouse import CLICKHOUSE
from dphh_sql.warehouse.dialects.databricks import DATABRICKS
from dphh_sql.warehouse.dialects.duckdb import DUCKDB
from dphh_sql.warehouse.dialects.postgres import POSTGRES
from dphh_sql.warehouse.dialects.redshift import REDSHIFT
from dphh_sql.warehouse.dialects.snowflake import SNOWFLAKE
from dphh_sql.warehouse.dialects.spark import SPARK
from dphh_sql.warehouse.dialects.trino import TRINO

DIALECTS: dict[str, Dialect] = {
    dialect.name: dialect
    for dialect in (
        DUCKDB,
        POSTGRES,
        SPARK,
        CLICKHOUSE,
        SNOWFLAKE,
        BIGQUERY,
        DATABRICKS,
        REDSHIFT,
        TRINO,
    )
}
