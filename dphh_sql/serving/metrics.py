"""Prometheus metrics. Labels are names of the policy and kinds of statements: their number is bounded."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram


class Metrics:
    """The metrics of one server, in a registry of its own."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.connections = Gauge("dphh_connections", "Open connections, also before login", registry=registry)
        self.sessions = Gauge("dphh_sessions", "Logged-in sessions", registry=registry)
        self.logins = Counter("dphh_logins_total", "Logins by outcome", ["outcome"], registry=registry)
        self.running = Gauge("dphh_statements_running", "Statements under way", registry=registry)
        self.statements = Counter(
            "dphh_statements_total",
            "Statements by kind and SQLSTATE (00000: success)",
            ["kind", "code"],
            registry=registry,
        )
        self.seconds = Histogram(
            "dphh_statement_seconds",
            "Time of a statement until its last row was handed to the network",
            ["kind"],
            buckets=(0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300),
            registry=registry,
        )
        self.counting = Gauge("dphh_counts_running", "Releases whose rows are being counted", registry=registry)
        self.waiting = Gauge("dphh_counts_waiting", "Releases that wait for their turn to count", registry=registry)
        self.releases = Counter("dphh_releases_total", "Charged releases", ["table", "function"], registry=registry)
        self.eps = Counter("dphh_eps_spent_total", "Eps charged since the start", ["table"], registry=registry)
        self.errors = Counter("dphh_internal_errors_total", "Errors that are bugs", registry=registry)
