"""Section [serve] of a policy file: where to listen, and the limits.

[serve]
host = "127.0.0.1"             # another address needs tls_cert and tls_key
port = 5433
metrics_host = "127.0.0.1"     # GET /metrics and /health
metrics_port = 9433            # false: none
tls_cert = "server.crt"        # PEM; relative to the policy file
tls_key = "server.key"
max_connections = 100
max_counts = 2                 # releases whose rows are counted at the same time; others wait
statement_seconds = 300
idle_seconds = 3600
login_seconds = 60
result_mib = 64                # of one statement
session_memory = "256MB"       # DuckDB's limit for each analyst
owner_memory = "2GB"           # and for the private database, which counts
stop_seconds = 30              # what a statement under way has left when the server is told to stop
"""

from __future__ import annotations

import ipaddress
import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from dphh_sql.errors import ArgumentError, PolicyError, UnknownNameError
from dphh_sql.request import integer, number


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The section's fields, in its units."""

    host: str = "127.0.0.1"
    port: int = 5433
    metrics_host: str = "127.0.0.1"
    metrics_port: int | None = 9433
    tls_cert: Path | None = None
    tls_key: Path | None = None
    max_connections: int = 100
    max_counts: int = 2
    statement_seconds: float = 300.0
    idle_seconds: float = 3600.0
    login_seconds: float = 60.0
    result_mib: float = 64.0
    session_memory: str = "256MB"
    owner_memory: str = "2GB"
    stop_seconds: float = 30.0


def load(policy: str | os.PathLike[str], **changes: Any) -> Settings:
    """The settings in a policy file that is known to be readable, with changes from the command line.

    Raises:
        PolicyError: an unknown field, or a value that breaks its rule.
        ArgumentError: no TLS for an address that others can reach.
    """
    file = Path(policy)
    section = tomllib.loads(file.read_text(encoding="utf-8")).get("serve", {})
    if not isinstance(section, Mapping):
        raise PolicyError(f"policy {file}: serve must be a table: [serve].", argument="serve")
    known = [field.name for field in fields(Settings)]
    values: dict[str, Any] = {}
    for key, value in {**section, **{k: v for k, v in changes.items() if v is not None}}.items():
        try:
            if key not in known:
                raise UnknownNameError("field", key, known)
            values[key] = _CHECKS[key](key, value)
        except ArgumentError as error:
            raise PolicyError(f"policy {file}: serve: {error}", argument=key) from None
    for key in ("tls_cert", "tls_key"):
        if key in values:
            values[key] = file.parent / values[key]
    settings = Settings(**values)
    _require_tls(settings)
    return settings


def _require_tls(settings: Settings) -> None:
    if (settings.tls_cert is None) != (settings.tls_key is None):
        raise ArgumentError("serve: tls_cert and tls_key belong together; give both.", argument="tls_cert")
    if settings.tls_cert is None and not _is_loopback(settings.host):
        raise ArgumentError(
            f"serve: host {settings.host!r} can be reached by others, who would see answers and could take over "
            "sessions; give tls_cert and tls_key, or listen on 127.0.0.1.",
            argument="host",
            value=settings.host,
            remedy="give tls_cert and tls_key",
        )


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _text(key: str, value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise ArgumentError(f"{key} must be text, got {value!r}.", argument=key)
    return value


def _port(key: str, value: Any) -> int:
    port = integer(key, value, least=0)
    if port > 65535:
        raise ArgumentError(f"{key} must be at most 65535, got {port}.", argument=key, value=port)
    return port


def _count(key: str, value: Any) -> int:
    return integer(key, value, least=1)


def _positive(key: str, value: Any) -> float:
    return number(key, value, above=0.0)


def _seconds(key: str, value: Any) -> float:
    # 23 days; poll(2) counts milliseconds in 31 bits, and a longer wait would be another one, or an error.
    return number(key, value, above=0.0, below=2e6)


_CHECKS: dict[str, Callable[[str, Any], Any]] = {
    "host": _text,
    "port": _port,
    "metrics_host": _text,
    "metrics_port": lambda key, value: None if value is False else _port(key, value),
    "tls_cert": _text,
    "tls_key": _text,
    "max_connections": _count,
    "max_counts": _count,
    "statement_seconds": _seconds,
    "idle_seconds": _seconds,
    "login_seconds": _seconds,
    "result_mib": _positive,
    "session_memory": _text,
    "owner_memory": _text,
    "stop_seconds": _seconds,
}
