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

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import duckdb

from dphh_sql.errors import ArgumentError, UnknownNameError
from dphh_sql.udfs import register

if TYPE_CHECKING:
    BasePlugin = object
else:
    try:
        from dbt.adapters.duckdb.plugins import BasePlugin
    except ImportError:  # an extra: the module can be read and tested without it
        BasePlugin = object

__all__ = ["Plugin"]

OPTIONS = ("ledger", "policy")

_FILE = "SELECT count(path) FROM duckdb_databases() WHERE NOT internal"


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
            UnknownNameError: an option that the plugin does not have.
        """
        # dbt-duckdb mixes the target's settings into every plugin's options.
        settings = getattr(self.creds, "settings", None) or {}
        for option in plugin_config:
            if option not in OPTIONS and option not in settings:
                raise UnknownNameError("option of the plugin dphh_sql.dbt", option, OPTIONS)
        self._options = {option: plugin_config.get(option) for option in OPTIONS}

    def configure_connection(self, conn: duckdb.DuckDBPyConnection) -> None:
        """Register, once for each run of dbt; cursors made later have the functions too.

        Raises:
            ArgumentError: the ledger would be in memory, and so forgotten at the end of the run.
            PolicyError: the policy cannot be read.
        """
        ((in_files,),) = conn.execute(_FILE).fetchall()
        if not in_files and self._options["ledger"] is None:
            raise ArgumentError(
                "ledger must be given in the profile, for the target's path is ':memory:' and what was spent would be "
                "forgotten at the end of the run; give a path, or a file or postgresql:// URL as ledger.",
                argument="ledger",
                remedy="give path or ledger",
            )
        register(conn, named=True, **self._options)
