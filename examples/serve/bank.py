"""Make what `dphh serve` needs on one machine: a database of diagnoses, and a policy with fresh passwords.

python examples/serve/bank.py bank
dphh serve bank/policy.toml --database bank/bank.duckdb
"""

from __future__ import annotations

import sys
from pathlib import Path

import duckdb

from dphh_sql.serving import passwords

HERE = Path(__file__).resolve().parent
TABLES = {"diagnoses": "icd9_diagnoses.parquet", "icd9_taxonomy": "icd9_taxonomy.parquet"}


def main(folder: Path) -> dict[str, str]:
    """The passwords of the users, which stand nowhere else."""
    folder.mkdir(parents=True)
    with duckdb.connect(str(folder / "bank.duckdb")) as con:
        for table, file in TABLES.items():
            con.read_parquet(str(HERE.parent / "data" / file)).create(table)
    policy, given = (HERE / "policy.toml").read_text(encoding="utf-8"), {}
    for user in ("ann", "bob"):
        given[user] = passwords.generated()
        policy = policy.replace(f"[users.{user}]", f'[users.{user}]\npassword = "{passwords.verifier(given[user])}"')
    (folder / "policy.toml").write_text(policy, encoding="utf-8")
    (folder / "policy.toml").chmod(0o600)
    return given


if __name__ == "__main__":
    for user, password in main(Path(sys.argv[1])).items():
        print(f"{user}: {password}")
