"""Databricks: Spark's table. Golden SQL, never run there.

Whether its optimiser computes a step with draws once is not ours to see: bounding by unit is refused.
"""

from __future__ import annotations

from dataclasses import replace

from dphh_sql.bounding import DRAW
from dphh_sql.warehouse.dialects.spark import SPARK
from dphh_sql.warehouse.dialects.standard import redrawn

DATABRICKS = replace(SPARK, name="databricks", sqlglot="databricks", functions={**SPARK.functions, DRAW: redrawn})
