"""What the policy makes of a request: the same for every host."""

from __future__ import annotations

from dataclasses import replace

from dphh_sql.level_choice import settled
from dphh_sql.plan import plan_for
from dphh_sql.policy import TableRule
from dphh_sql.request import Request


def admitted(request: Request, rule: TableRule | None) -> Request:
    """The request with its levels settled, the unit as the policy spells it, and no threshold below the policy's.

    Raises:
        PolicyError: the policy does not allow it.
    """
    request = replace(request, privacy=settled(request.function, request.privacy))
    if rule is None:
        return request
    rule.check(request)
    # Spelt as in the policy, so that the ledger and certificates show one unit.
    privacy = replace(request.privacy, unit=rule.unit)
    if rule.min_tau is not None and privacy.tau is None and plan_for(request.function, privacy).tau < rule.min_tau:
        privacy = replace(privacy, tau=rule.min_tau)
    return replace(request, privacy=privacy)
