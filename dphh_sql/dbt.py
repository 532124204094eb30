"""The dbt-duckdb plugin: models may say `select * from dp_hhh(...)`.

    # profiles.yml
    plugins:
      - module: dphh_sql.dbt
        config:
          ledger: "{{ env_var('DPHH_LEDGER') }}"  # default: beside the database file
          policy: policy.toml                     # default: spending is recorded, not capped

dbt runs a statement as often as it likes: at each `run`, `show` and retry, once for each reader of a view or of an
ephemeral model. So every release needs a `name`, by which the stored release is returned again and nothing is spent.
Why, and what follows for each materialization: docs/dbt.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import duckdb

from dphh_sql.errors import ArgumentError, DphhError, UnknownNameError
from dphh_sql.ledger import IN_MEMORY, anchored
from dphh_sql.udfs import register

if TYPE_CHECKING:
    BasePlugin = object
    DbtRuntimeError = RuntimeError
else:
    try:
        from dbt.adapters.duckdb.plugins import BasePlugin
        from dbt_common.exceptions import DbtRuntimeError
    except ImportError:  # an extra: the module can be read and tested without it
        BasePlugin, DbtRuntimeError = object, RuntimeError

__all__ = ["Plugin"]

OPTIONS = ("ledger", "policy")

_FILE = "SELECT count(path) FROM duckdb_databases() WHERE NOT internal"


@contextmanager
def _refused_in_words() -> Iterator[None]:
    """dbt prints a traceback of any error but its own."""
    try:
        yield
    except DphhError as error:
        raise DbtRuntimeError(f"dphh_sql.dbt: {error}") from error


class Plugin(BasePlugin):
    """Registers the functions on the connection of a dbt target and on all its cursors, one for each thread.

    Each release is (eps, delta)-DP for add/remove of one unit, as without dbt. dbt itself has the owner's
    connection: what else its models read of a private table is not covered.
    """

    creds: Any
    """The target, as dbt-duckdb read it from the profile."""

    def initialize(self, plugin_config: Mapping[str, Any]) -> None:
        """Take the options from the profile.

        Raises:
            DbtRuntimeError: an option that the plugin does not have.
        """
        # dbt-duckdb mixes the target's settings into every plugin's options.
        settings = getattr(self.creds, "settings", None) or {}
        for option in plugin_config:
            if option not in OPTIONS and option not in settings:
                with _refused_in_words():
                    raise UnknownNameError("option of the plugin", option, OPTIONS)
        self._options = {option: plugin_config.get(option) for option in OPTIONS}

    def configure_connection(self, conn: duckdb.DuckDBPyConnection) -> None:
        """Register, once for each run of dbt; cursors made later have the functions too.

        Raises:
            DbtRuntimeError: the ledger would be in memory, and so forgotten at the end of the run; the policy cannot
                be read; or what `register` refuses.
        """
        with _refused_in_words():
            ((in_files,),) = conn.execute(_FILE).fetchall()
            ledger = self._options["ledger"]
            in_memory = not in_files if ledger is None else anchored(str(ledger)) in IN_MEMORY
            if in_memory:
                raise ArgumentError(
                    "ledger must be given in the profile where the target's path is ':memory:', and not be in memory "
                    "itself: what was spent would be forgotten at the end of the run; give a file or a postgresql:// "
                    "URL as ledger.",
                    argument="ledger",
                    remedy="give path or ledger",
                )
            register(conn, named=True, **self._options)
