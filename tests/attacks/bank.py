"""A bank under attack: an owner's database with secrets in it, a policy, an analyst."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import duckdb

import dphh_sql
from dphh_sql.ledger import Ledger, TableId
from dphh_sql.policy import Policy
from dphh_sql.udfs import registry

SECRET = "5eCr3t"
"""In every private value, table definition and path that no analyst may see."""

POLICY = Policy.of(
    {
        "loans": {
            "published": True,
            "unit": "borrower",
            "max_rows": 2,
            "eps": 1.0,
            "delta": 1e-4,
            "functions": ["dp_hhh"],
            "hierarchies": {"zip": "zip"},
        },
        "salaries": {"eps": 1.0, "delta": 1e-4},
        "places": {"public": True},
    }
)

TABLES = f"""
    CREATE TABLE loans AS
        SELECT 'b{SECRET}' || (i % 500) AS borrower, '9' || lpad((i % 7)::VARCHAR, 4, '0') AS zip,
               '{SECRET}' || i AS note, i::INTEGER AS amount, 2000 + i % 5 AS year
        FROM range(2000) r(i);
    INSERT INTO loans VALUES ('b{SECRET}', '{SECRET}', '{SECRET}', 0, NULL), (NULL, '90001', '', NULL, 2000);
    CREATE TABLE salaries AS SELECT '{SECRET}' AS zip;
    CREATE TABLE places AS SELECT '90001' AS zip, 'Los Angeles' AS place;
    CREATE VIEW recent AS SELECT borrower, zip AS code, year FROM loans WHERE year >= 2003;
    CREATE VIEW recent_again AS SELECT * FROM recent WHERE year <> 2004;
    CREATE VIEW doubled AS FROM loans UNION ALL FROM loans;
    CREATE VIEW doubled_below AS SELECT * FROM doubled;
    CREATE VIEW joined AS SELECT l.* FROM loans l JOIN loans m ON l.year = m.year;
    CREATE VIEW crossed AS SELECT l.* FROM loans l, range(3);
    CREATE VIEW unnested AS SELECT borrower, unnest([zip, zip]) AS zip FROM loans;
    CREATE VIEW hidden AS SELECT * FROM query('SELECT * FROM loans');
    CREATE VIEW first_rows AS SELECT * FROM loans LIMIT 100;
    CREATE VIEW sampled AS SELECT * FROM loans USING SAMPLE 10%;
    CREATE VIEW within AS WITH w AS (SELECT * FROM loans) SELECT * FROM w;
    CREATE VIEW ranked AS SELECT borrower, zip, row_number() OVER (ORDER BY amount) AS n FROM loans;
    CREATE VIEW failing AS SELECT borrower, CAST(zip AS INTEGER)::VARCHAR AS zip FROM loans;
    CREATE VIEW filtered_by_failure AS SELECT * FROM loans WHERE 1 / (amount - 17) > 0;
    CREATE VIEW without_unit AS SELECT zip FROM loans;
    CREATE VIEW other_unit AS SELECT note AS borrower, zip FROM loans;
    CREATE VIEW renamed_by_position(zip, borrower) AS SELECT borrower, zip FROM loans;
    CREATE VIEW without_one AS SELECT borrower, zip FROM loans WHERE note <> '{SECRET}1';
    CREATE VIEW of_salaries AS SELECT * FROM salaries;
"""


@dataclass
class Bank:
    """The owner's connection (with the same policy), an analyst's, and what the ledger says."""

    owner: duckdb.DuckDBPyConnection
    analyst: duckdb.DuckDBPyConnection
    file: Path

    @classmethod
    def open(cls, folder: Path) -> Bank:
        file = folder / SECRET / "bank.duckdb"
        file.parent.mkdir()
        owner = dphh_sql.connect(file, policy=POLICY)
        owner.execute(TABLES)
        return cls(owner, dphh_sql.analyst(owner, user="ann"), file)

    def close(self) -> None:
        self.analyst.close()
        self.owner.close()

    def spent(self) -> Decimal:
        """All eps in the ledger, of whatever table and unit."""
        session = registry.session_of(self.owner)
        assert session is not None
        return spent_in(session.ledger(self.file.stem), self.file.stem)


def spent_in(ledger: Ledger, database: str) -> Decimal:
    """All eps in a bank's ledger, which must be about its loans by borrower."""
    ledger.verify()
    for entry in ledger.entries():
        assert entry.table == TableId(database, "main", "loans"), "a charge went to another table"
        assert entry.unit == "borrower", "a charge went to another unit"
    return sum((spent.eps for spent in ledger.spent()), Decimal(0))
