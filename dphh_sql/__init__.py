"""Differentially private hierarchical heavy hitters in SQL.

>>> con = connect()
>>> _ = con.execute("CREATE TABLE loans AS SELECT '94110' AS zip FROM range(1000)")
>>> rows = con.execute("SELECT level, prefix, parent FROM dp_hhh('loans', 'zip', eps => 1)").fetchall()
>>> rows == [(0, None, None), (5, "94110", None)]
True
"""

from __future__ import annotations

from dphh_sql import policy
from dphh_sql.errors import DphhError
from dphh_sql.estimates import Estimate, estimate
from dphh_sql.plan import Plan, methods, plan
from dphh_sql.shown import Release, release
from dphh_sql.stream import Stream
from dphh_sql.udfs import analyst, connect, register, unregister

__all__ = [
    "DphhError",
    "Estimate",
    "Plan",
    "Release",
    "Stream",
    "analyst",
    "connect",
    "estimate",
    "methods",
    "plan",
    "policy",
    "register",
    "release",
    "unregister",
]
