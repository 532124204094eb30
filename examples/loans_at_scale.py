"""Build `loans_at_scale`, about 6 million *derived* loans by ZIP code, in a DuckDB connection.

The counts per county are real, their ZIP codes are made up by a fixed public rule (see loans_at_scale.sql
and data/README.md).
"""

from pathlib import Path

import duckdb

HERE = Path(__file__).resolve().parent


def build(con: duckdb.DuckDBPyConnection) -> None:
    """Make the temporary table `loans_at_scale(state, county, occupancy, zip)`."""
    con.execute("SET VARIABLE data = ?", [str(HERE / "data")])
    con.execute((HERE / "loans_at_scale.sql").read_text(encoding="utf-8"))


if __name__ == "__main__":
    connection = duckdb.connect()
    build(connection)
    print(
        connection.sql(
            "SELECT left(zip, 1) AS area, count(*) AS loans FROM loans_at_scale GROUP BY 1 ORDER BY 1"
        )
    )
