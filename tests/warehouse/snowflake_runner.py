"""Runs statements in fakesnow, which has dependencies of its own: `python snowflake_runner.py < cases.json > answers.json`.

A case is {"columns": [[name, type]], "rows": [[text or null]], "sql": ...}; the answer its rows, or the error as a text.
"""

from __future__ import annotations

import json
import sys
import warnings
from typing import Any


def answer(con: Any, case: dict[str, Any]) -> list[list[Any]] | str:
    columns = ", ".join(f'"{name}" {kind}' for name, kind in case["columns"])
    cursor = con.cursor()
    cursor.execute(f'CREATE OR REPLACE TABLE "items" ({columns})')
    marks = ", ".join("?" for _ in case["columns"])
    con._duck_conn.executemany(f'INSERT INTO DB1.S1."items" VALUES ({marks})', case["rows"])
    from snowflake.connector.errors import Error  # type: ignore[import-not-found]

    try:
        return [[int(row[0]), row[1], row[2], int(row[3])] for row in cursor.execute(case["sql"]).fetchall()]
    except Error as error:
        return str(error)


def main() -> None:
    import fakesnow  # type: ignore[import-not-found]
    import snowflake.connector

    warnings.simplefilter("ignore")
    with fakesnow.patch():
        con = snowflake.connector.connect(database="DB1", schema="S1")
        json.dump([answer(con, case) for case in json.load(sys.stdin)], sys.stdout)


if __name__ == "__main__":
    main()
