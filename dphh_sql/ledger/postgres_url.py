"""What libpq reads in a URL, before it may print any of it."""

from __future__ import annotations

import re
from contextlib import suppress

import psycopg
from psycopg.conninfo import conninfo_to_dict

from dphh_sql.errors import ArgumentError

_PORTS = re.compile(r"[0-9,]*")


def parsed(url: str, argument: str) -> dict[str, str | int]:
    """The URL's connection parameters.

    Args:
        argument: who gave the URL, for the error.

    Raises:
        ArgumentError: it cannot be parsed, or libpq would take part of a password for a place; nothing is repeated.
    """
    with suppress(psycopg.Error):
        given = {key: value for key, value in conninfo_to_dict(url).items() if value is not None}
        # libpq takes what follows an unescaped @ or / of a password for the host, port or database, and prints it.
        places = [str(given.get(key, "")) for key in ("host", "hostaddr", "dbname")]
        if _PORTS.fullmatch(str(given.get("port", ""))) and not any("@" in place for place in places):
            return given
    raise ArgumentError(
        f"{argument} must be a URL like postgresql://user@host:5432/database; this one cannot be parsed "
        "(special characters of a password are written %XX).",
        argument=argument,
        remedy="write special characters as %XX",
    )
