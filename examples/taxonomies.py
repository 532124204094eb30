"""Two real code trees: diagnoses of ICD-9-CM and loans by NAICS industry. Run `python examples/taxonomies.py`."""

from pathlib import Path
from textwrap import dedent

import duckdb
from demo import say, show

import dphh_sql

DATA = Path(__file__).resolve().parent / "data"


def build(con: duckdb.DuckDBPyConnection) -> None:
    """The two private tables and the two public trees, and what each column holds, declared once."""
    for table, file in {
        "diagnoses": "icd9_diagnoses",
        "loans": "sba_loans",
        "icd9": "icd9_taxonomy",
        "naics": "naics_taxonomy",
    }.items():
        con.read_parquet(str(DATA / f"{file}.parquet")).create(table)
    con.execute("COMMENT ON COLUMN diagnoses.icd9 IS 'diagnosis; dphh: taxonomy(icd9, code, parent)'")
    con.execute("COMMENT ON COLUMN loans.naics IS 'industry; dphh: taxonomy(naics, code, parent)'")


DIAGNOSES = """
    SELECT level, prefix, left(title, 44) AS title, residual, count
    FROM dp_hhh('diagnoses','icd9', eps=>1, unit=>'patient', max_rows=>4) LEFT JOIN icd9 ON prefix = code
    ORDER BY count DESC
"""
TRADE = """
    SELECT tests, levels, tau, certain_count, chosen
    FROM dp_levels('dp_hhh', eps=>1, hierarchy=>'taxonomy(icd9, code, parent)', unit=>'patient', max_rows=>4, goal=>250)
"""
LOANS = """
    SELECT level, prefix, left(title, 44) AS title, residual, count
    FROM dp_hhh('loans','naics', eps=>1) LEFT JOIN naics ON prefix = code
    ORDER BY count DESC
"""


def main() -> None:
    con = duckdb.connect()
    build(con)
    dphh_sql.register(con)

    say(
        "305,298 diagnoses of 71,518 patients. Which diseases are frequent, at any depth of the classification?\n"
        "The unit is the patient: at most four of a patient's diagnoses count, and all of them are protected together."
    )
    show(con, dedent(DIAGNOSES).strip(), limit=20)
    say(
        "Chapters are level 1, blocks 2, categories 3; under 250 (diabetes) there are two more levels. A\n"
        "diagnosis of 250.6 ends at level 4 and counts in 250, 249-259 and 240-279 as well. Codes that the tree does\n"
        "not have are in the row of everything else, and so are missing ones."
    )
    say("What each number of levels finds, from public facts alone:")
    show(con, dedent(TRADE).strip())

    say("2,101 small-business loans in California, by industry (NAICS: sector, 3, 4, 5 and 6 digits).")
    show(con, dedent(LOANS).strip(), limit=20)
    show(con, "SELECT table_name, unit, eps_spent, delta_spent, releases FROM dp_budget()")


if __name__ == "__main__":
    main()
