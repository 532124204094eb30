from __future__ import annotations

import numpy as np
import pytest

from dphh_sql.votes import Votes


@pytest.fixture
def all_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Votes, "coins", lambda self, n: np.ones(n, dtype=np.bool_))
