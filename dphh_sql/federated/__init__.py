"""TrieHH among devices: words stay with their users, and the server sees only what enough of them voted for.

>>> found = simulate([["hello"]] * 300, eps=1.0)
>>> [row.prefix for row in found if row.complete]
['hello']
"""

from __future__ import annotations

from dphh_sql.federated.client import Client
from dphh_sql.federated.http import RemoteTally, Service
from dphh_sql.federated.messages import Aggregator, Ballot, Credential, Round, Verdict
from dphh_sql.federated.server import Found, Server, simulate
from dphh_sql.federated.tally import Roster, Tally

__all__ = [
    "Aggregator",
    "Ballot",
    "Client",
    "Credential",
    "Found",
    "RemoteTally",
    "Roster",
    "Round",
    "Server",
    "Service",
    "Tally",
    "Verdict",
    "simulate",
]
