"""Every kind of hierarchy: the table of docs/hierarchies.md and one release for each.

Run `python examples/every_kind.py`.
"""

import json

import duckdb

import dphh_sql

ROWS = """
    CREATE OR REPLACE TABLE items AS
    SELECT {columns} FROM (SELECT CASE WHEN i < 900 THEN $1 END AS item FROM range(1000) t(i))
"""


def main() -> None:
    con = duckdb.connect()
    dphh_sql.register(con)
    con.execute("CREATE TABLE regions (code VARCHAR, parent VARCHAR)")
    con.execute("INSERT INTO regions VALUES ('US', NULL), ('US-CA', 'US'), ('US-NV', 'US'), ('MC', NULL)")
    print("\n".join(kinds(con)), end="\n\n")
    print("\n".join(releases(con)))


def kinds(con: duckdb.DuckDBPyConnection) -> list[str]:
    """What each kind reads, its levels, and what an example maps to at the default ones."""
    rows = con.execute("SELECT spec, types, levels, default_levels, example, prefixes FROM dp_hierarchies()").fetchall()
    lines = ["| kind | column types | levels | default | example | maps to |", "|---|---|---|---|---|---|"]
    for spec, types, levels, defaults, example, prefixes in rows:
        cells = [short(spec), shorter(types), span(levels), span(defaults), example, "` `".join(prefixes)]
        lines.append(f"| `{cells[0]}` | {cells[1]} | {cells[2]} | {cells[3]} | `{cells[4]}` | `{cells[5]}` |")
    return lines


def releases(con: duckdb.DuckDBPyConnection) -> list[str]:
    """Of a thousand rows, nine hundred are the example: the release names its finest prefix and nothing else."""
    lines = ["| hierarchy | what `dp_hhh(..., eps=>1)` selects | its level |", "|---|---|---|"]
    for spec, types, example in con.execute("SELECT spec, types, example FROM dp_hierarchies()").fetchall():
        con.execute(ROWS.format(columns=columns(spec, types, example)), [example])
        names = [name for name, *_ in con.execute("DESCRIBE items").fetchall()]
        col = names if len(names) > 1 else names[0]
        query = "SELECT level, prefix FROM dp_hhh('items', ?, eps=>1, hierarchy=>?) WHERE level > 0"
        for level, prefix in con.execute(query, [col, short(spec)]).fetchall():
            lines.append(f"| `{short(spec)}` | `{prefix}` | {level} |")
    return lines


def columns(spec: str, types: list[str], example: str) -> str:
    """The example as a column of the first type that the kind reads; a list of columns takes its parts."""
    if spec.startswith(("columns", "items")):
        parts = range(len(json.loads(example)))
        return ", ".join(f"json_extract_string(item, '$[{i}]') AS part{i}" for i in parts)
    wide = {"TINYINT": "BIGINT"}.get(types[0], types[0])
    return f"CAST(item AS {'DOUBLE' if '.' in example and wide == 'BIGINT' else wide}) AS item"


def short(spec: str) -> str:
    """A taxonomy without the digest of its codes, as a user writes it."""
    return ", ".join(spec.split(", ")[:3]) + ")" if spec.startswith("taxonomy") else spec


def shorter(types: list[str]) -> str:
    """Integer types under one name."""
    kept = [name for name in types if not name.endswith(("INT", "INTEGER"))]
    return ", ".join(kept + (["integers"] if len(kept) < len(types) else []))


def span(levels: list[int]) -> str:
    """Levels as text, a long run by its ends."""
    if len(levels) < 6:
        return ", ".join(map(str, levels))
    step = levels[1] - levels[0]
    return f"{levels[0]} to {levels[-1]}" + (f" by {step}" if step > 1 else "")


if __name__ == "__main__":
    main()
