"""The pictures of docs/pictures.md, from the loans that ship with the examples: `python examples/pictures.py`.

Needs `pip install 'dphh-sql[plot,map]'` and a Chrome or Chromium. The noise is fresh each time.
"""

import shutil
import subprocess
import tempfile
from pathlib import Path

import loans_at_scale
import pyarrow.parquet

import dphh_sql
from dphh_sql import plot, report
from dphh_sql.policy import Policy

HERE = Path(__file__).resolve().parent
OUT = HERE.parent / "docs" / "pictures"
RULES = Policy.of({"loans": {"published": True, "eps": 3.0, "delta": 1e-5}})


def main() -> None:
    """Make them all."""
    OUT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, dphh_sql.connect(Path(folder) / "bank.duckdb", policy=RULES) as con:
        con.execute("CREATE TABLE loans AS FROM read_parquet($1)", [str(HERE / "data" / "sba_loans.parquet")])
        con.execute("FROM dp_hhh('loans', ['state', 'city'], eps => 0.5, name => 'cities')")
        rows = con.execute("FROM dp_hhh('loans', 'zip', eps => 1, name => 'zips')").df()
        save("icicle", plot.icicle(rows))
        save("treemap", plot.treemap(rows))
        save("sunburst", plot.sunburst(rows))
        save("budget", plot.budget(con))
        save("errors", plot.errors(dphh_sql.plan("dp_hhh", hierarchy="zip", eps=1)))
        page(con, Path(folder))
        loans_at_scale.build(con)
        many = con.execute("FROM dp_hhh('loans_at_scale', 'zip', eps => 1, tau => 700)").df()
        save("treemap_many", plot.treemap(many, title=f"{len(many) - 1:,} ZIP prefixes (derived data)"))
        save("zip_map", plot.zip_map(many, title="Approved home loans by ZIP prefix (derived data)"))


def save(name: str, figure) -> None:
    """As PNG, by plotly's kaleido."""
    figure.write_image(OUT / f"{name}.png", width=1000)


def page(con, folder: Path) -> None:
    """The report of the last release, as a screenshot."""
    ((certificate,),) = con.execute("SELECT certificate FROM dp_certificate('last')").fetchall()
    rows = con.sql("FROM dp_hhh('loans', 'zip', eps => 1, name => 'zips')").to_arrow_table()  # the same, for nothing
    pyarrow.parquet.write_table(rows, folder / "zips.parquet")
    (folder / "zips.parquet.certificate.json").write_text(certificate)
    (folder / "policy.toml").write_text("[tables.loans]\npublished = true\neps = 3.0\ndelta = 1e-5\n")
    facts = report.read(
        folder / "zips.parquet", ledger=str(folder / "bank.duckdb.dphh-ledger"), policy=folder / "policy.toml"
    )
    (folder / "zips.html").write_text(report.page(facts), "utf-8")
    browser = shutil.which("chromium") or shutil.which("google-chrome") or "chromium"
    shot = f"--screenshot={OUT / 'report.png'}"
    options = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1000,3300")
    subprocess.run([browser, *options, shot, (folder / "zips.html").as_uri()], check=True, capture_output=True)


if __name__ == "__main__":
    main()
