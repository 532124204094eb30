"""Do the draws follow the table that was certified? And would the test notice if they did not?"""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from dphh_sql.accounting.calibrate import calibrate_onehit
from dphh_sql.noise import NoiseTable
from tests.support.entropy import entropy_from, seeded

DRAWS = 400_000
IMPOSSIBLE = 1e-9
"""A p-value below it is a failure: by chance, once in a billion runs."""

TABLES = {
    "discrete Laplace": NoiseTable.from_family(14, 1.1, 1.05),
    "discrete Gaussian": NoiseTable.from_family(34, 9.9),
    "zip plan": calibrate_onehit(1.0, 1e-6, 3, True).table,
    "sixteen levels": calibrate_onehit(1.0, 1e-6, 16, False).table,
}


def p_value(draws: np.ndarray, expected: NoiseTable) -> float:
    """Chi-squared of the draws against a table; rare values at both ends are pooled to at least 20 expected."""
    bound = max(expected.bound, int(np.abs(draws).max()))
    counts = np.bincount(draws + bound, minlength=2 * bound + 1).astype(float)
    law = np.pad(expected.pmf, bound - expected.bound) * len(draws)
    inner = np.flatnonzero(law >= 20.0)
    lo, hi = inner[0] + 1, inner[-1]
    observed, wanted = ([v[:lo].sum(), *v[lo:hi], v[hi:].sum()] for v in (counts, law))
    return float(stats.chisquare(observed, np.array(wanted) * (sum(observed) / sum(wanted))).pvalue)


@pytest.mark.parametrize("noise", TABLES.values(), ids=TABLES)
def test_draws_follow_the_table(noise: NoiseTable) -> None:
    assert p_value(noise.sample(DRAWS), noise) > IMPOSSIBLE


@pytest.mark.parametrize("noise", TABLES.values(), ids=TABLES)
@pytest.mark.parametrize("factor", [0.9, 1.1])
def test_a_table_scaled_by_a_tenth_is_rejected(noise: NoiseTable, factor: float) -> None:
    bound = round(noise.bound * factor)
    logs = np.log(np.array([float(w) for w in noise.weights[noise.bound :]]))
    places = np.minimum(np.arange(bound + 1) / factor, noise.bound)
    scaled = NoiseTable.from_log_weights(np.interp(places, np.arange(noise.bound + 1), logs))
    assert p_value(scaled.sample(DRAWS), noise) < IMPOSSIBLE


def test_draws_are_independent_of_each_other() -> None:
    noise = TABLES["zip plan"]
    draws = noise.sample(DRAWS).astype(float)
    for lag in (1, 2, 7):
        r = float(np.corrcoef(draws[:-lag], draws[lag:])[0, 1])
        assert abs(r) < 6.5 / np.sqrt(DRAWS)


def test_mean_is_zero_and_sd_is_the_tables() -> None:
    for noise in TABLES.values():
        draws = noise.sample(DRAWS)
        assert abs(draws.mean()) < 6.5 * noise.sd / np.sqrt(DRAWS)
        fourth = float(noise.pmf @ np.arange(-noise.bound, noise.bound + 1.0) ** 4)
        assert abs((draws**2.0).mean() - noise.sd**2) < 6.5 * np.sqrt((fourth - noise.sd**4) / DRAWS)


def test_the_seam_makes_draws_reproducible_in_tests_only() -> None:
    noise = TABLES["zip plan"]
    runs = []
    for _ in range(2):
        with entropy_from(seeded(7)):
            runs.append(noise.sample(100).tolist())
    assert runs[0] == runs[1] != noise.sample(100).tolist()
