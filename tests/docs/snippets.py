"""The fenced blocks of a Markdown page, and the folder that they run in.

A block ```sql or ```python, at the margin or in a list, is run unless the line before it is a comment
`<!-- not run: why -->`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

import duckdb

ROOT = Path(__file__).resolve().parents[2]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))

_BLOCK = re.compile(
    r"(^ *<!-- not run: [^\n]+ -->\n)?^( *)```(sql|python)\b[^\n]*\n(.*?)^\2```$", re.MULTILINE | re.DOTALL
)

TABLES = """
CREATE TABLE loans AS
    SELECT zip, naics, fiscal_year, state, city, (row_number() OVER ()) // 2 AS borrower_id
    FROM 'examples/data/sba_loans.parquet';
CREATE TABLE requests AS FROM 'examples/data/web_requests.parquet';
CREATE TABLE log AS SELECT client_ip AS ip, url AS page, time FROM requests;
CREATE TABLE visits AS SELECT url AS page, client_ip AS visitor, 'A01' AS diagnosis FROM requests;
CREATE TABLE icd10 AS FROM (VALUES ('A', NULL), ('A01', 'A')) t(code, parent);
CREATE TABLE words AS FROM 'examples/data/words.parquet' LIMIT 20000;
"""
POLICY = """
[tables.loans]
published = true
unit = "borrower_id"
max_rows = 2
eps = 10.0
delta = 1e-4
"""


@dataclass(frozen=True)
class Block:
    """One block, and the line of its page on which it begins."""

    language: str
    text: str
    line: int


def blocks(page: Path) -> list[Block]:
    """Those that are to be run, in their order."""
    text = page.read_text(encoding="utf-8")
    return [
        Block(found[3], dedent(found[4]), text.count("\n", 0, found.start(3)) + 1)
        for found in _BLOCK.finditer(text)
        if found[1] is None
    ]


def furnish(folder: Path) -> None:
    """What the pages take for granted: loans.duckdb with some tables, policy.toml, and the repository's examples."""
    (folder / "examples").symlink_to(ROOT / "examples")
    (folder / "policy.toml").write_text(POLICY, encoding="utf-8")
    with duckdb.connect(str(folder / "loans.duckdb")) as con:
        con.execute(f"SET file_search_path = '{folder}'")
        con.execute(TABLES)
