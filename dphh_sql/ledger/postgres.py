"""The ledger in a PostgreSQL database, for teams."""

from __future__ import annotations

from dphh_sql.ledger.postgres_server import PostgresServer
from dphh_sql.ledger.tables import TableLedger


class PostgresLedger(TableLedger):
    """The ledger in the schema `dphh_ledger` of the database at a URL, one for each database.

    The tables appear with the first charge, if the role may create them; without them the ledger reads as empty. A
    charge that has returned was committed with `synchronous_commit` on: it survives kill -9 of client or server and,
    where the disk honours a sync, a power cut. The clock and the name in an entry are the client's.

    Raises:
        ArgumentError: the URL is malformed; the message does not repeat it.
    """

    def __init__(self, url: str) -> None:
        super().__init__(PostgresServer(url))
