"""What the clients of one server share."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

import duckdb

from dphh_sql.serving.gate import Gate
from dphh_sql.serving.login import Tls
from dphh_sql.serving.metrics import Metrics
from dphh_sql.serving.passwords import Verifiers
from dphh_sql.serving.settings import Settings
from dphh_sql.serving.throttle import Throttle
from dphh_sql.serving.watchdog import Watchdog


@dataclass(frozen=True)
class Shared:
    """Made once; `owner` is the private database, which no client reaches."""

    settings: Settings
    owner: duckdb.DuckDBPyConnection
    verifiers: Verifiers
    tls: Tls | None
    metrics: Metrics
    gate: Gate
    watchdog: Watchdog
    throttle: Throttle = field(default_factory=Throttle)
    stopping: threading.Event = field(default_factory=threading.Event)
