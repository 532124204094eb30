"""`dphh serve`: analysts over the network."""

from __future__ import annotations

import argparse
import signal
import threading

from dphh_sql.errors import ArgumentError, DphhError


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The command and its arguments."""
    text = "serve a database to analysts over the PostgreSQL protocol, under a policy (docs/serve.md)"
    serve = commands.add_parser("serve", help=text, description=text)
    serve.add_argument("policy", help="TOML file with tables, users and limits")
    serve.add_argument("--database", required=True, help="DuckDB file, opened read-only")
    serve.add_argument("--ledger", help="path or URL (default: beside the database)")
    serve.add_argument("--host", help="default: that of the policy, else 127.0.0.1")
    serve.add_argument("--port", type=int, help="default: that of the policy, else 5433; 0 takes a free one")
    serve.add_argument("--metrics-port", type=int, help="default: that of the policy, else 9433")
    serve.add_argument("--json", action="store_true", help="errors as JSON too; what is logged is JSON anyway")
    serve.set_defaults(command=run)


def run(parsed: argparse.Namespace) -> None:
    """Until SIGTERM or Ctrl-C; then what runs may finish."""
    require_extra()
    import duckdb

    from dphh_sql import policy
    from dphh_sql.serving import logs, settings
    from dphh_sql.serving.server import Server

    rules = policy.load(parsed.policy)
    limits = settings.load(parsed.policy, host=parsed.host, port=parsed.port, metrics_port=parsed.metrics_port)
    logs.to_stream()
    try:
        server = Server(parsed.database, rules, limits, ledger=parsed.ledger)
    except (OSError, duckdb.Error) as error:
        raise DphhError(f"serve: {error}") from None
    told = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: told.set())
    threading.Thread(target=server.serve, name="accept", daemon=True).start()
    told.wait()
    server.stop()


def require_extra() -> None:
    """Raises `ArgumentError` when the packages of the extra `serve` are missing."""
    try:
        import prometheus_client  # noqa: F401
        import scramp  # noqa: F401
    except ImportError:
        remedy = "pip install 'dphh-sql[serve]'"
        raise ArgumentError(f"serve needs scramp and prometheus-client: {remedy}.", remedy=remedy) from None
