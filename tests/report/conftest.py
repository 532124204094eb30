from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet
import pytest

import dphh_sql

POLICY = """
[tables.loans]
published = true
eps = 3.0
delta = 1e-5
"""
WORDS = {"<script>alert(1)</script>": 400, "": 300, "\u202eevil": 300, "käse & 'brot'": 300, "z\x00\n": 300}
WORDS |= {"W" * 60: 300, "w" * 10_000: 300, "\u05e9\u05dc\u05d5\u05dd": 300, "<&=" * 20: 300, "\u6f22" * 40: 300}


@pytest.fixture
def released(tmp_path: Path) -> Callable[[str, str], Path]:
    """Runs a query on loans (zip, word), and leaves its rows and its certificate in files; beside them policy.toml."""
    (tmp_path / "policy.toml").write_text(POLICY)

    def run(name: str, query: str) -> Path:
        with dphh_sql.connect(tmp_path / "bank.duckdb", policy=tmp_path / "policy.toml") as con:
            con.execute("CREATE TABLE IF NOT EXISTS loans (zip VARCHAR, word VARCHAR)")
            con.execute("INSERT INTO loans SELECT '94110', NULL FROM range(900)")
            con.execute("INSERT INTO loans SELECT '10' || lpad((i % 40)::VARCHAR, 3, '0'), NULL FROM range(4000) r(i)")
            for word, n in WORDS.items():
                con.execute("INSERT INTO loans SELECT '94110', ? FROM range(?)", [word, n])
            con.execute("CREATE TABLE IF NOT EXISTS votes AS SELECT i AS voter, 'yes' AS word FROM range(3000) r(i)")
            rows = con.sql(query).to_arrow_table()
            ((certificate,),) = con.execute("SELECT certificate FROM dp_certificate('last')").fetchall()
        pyarrow.parquet.write_table(rows, tmp_path / f"{name}.parquet")
        (tmp_path / f"{name}.parquet.certificate.json").write_text(certificate)
        return tmp_path / f"{name}.parquet"

    return run
