"""The wheel and the sdist hold everything, and the main query runs from each, outside the checkout."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.packaging

ROOT = Path(__file__).resolve().parents[2]
OLDEST = re.search(r"^duckdb==(\S+)", (ROOT / ".ci/oldest.txt").read_text(encoding="utf-8"), re.M)
assert OLDEST is not None
COLUMNS = [
    "level",
    "prefix",
    "parent",
    "residual",
    "residual_lo",
    "residual_hi",
    "count",
    "count_lo",
    "count_hi",
]
MAIN_QUERY = """
import json, sys
import duckdb, dphh_sql
con = duckdb.connect()
con.read_parquet(sys.argv[1]).create("loans")
dphh_sql.register(con)
result = con.execute("SELECT * FROM dp_hhh('loans','zip', eps=>1)")
answer = {"columns": [c[0] for c in result.description], "rows": result.fetchall()}
print(json.dumps(answer | {"duckdb": duckdb.__version__, "file": dphh_sql.__file__}))
"""


def run(*command: object, cwd: Path) -> str:
    done = subprocess.run([str(c) for c in command], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The sdist, and the wheel made *from the sdist*, from a copy without earlier build products."""
    source, out = tmp_path_factory.mktemp("source") / "checkout", tmp_path_factory.mktemp("dist")
    unwanted = shutil.ignore_patterns(".*", "build", "dist", "*.egg-info", "__pycache__", "examples", "tests")
    shutil.copytree(ROOT, source, ignore=unwanted)
    run(sys.executable, "-m", "build", "--outdir", out, source, cwd=out)
    (wheel,), (sdist,) = out.glob("*.whl"), out.glob("*.tar.gz")
    return {"wheel": wheel, "sdist": sdist}


def shipped_files() -> set[str]:
    """What must be in both, by its path in the installed package."""
    found = set()
    for top, target in (("dphh_sql", "dphh_sql"), ("udfs", "dphh_sql/udfs")):
        for path in (ROOT / top).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                found.add(f"{target}/{path.relative_to(ROOT / top).as_posix()}")
    return found


def test_wheel_holds_every_file_of_the_packages_and_no_more(built: dict[str, Path]) -> None:
    with zipfile.ZipFile(built["wheel"]) as wheel:
        names = set(wheel.namelist())
    assert {n for n in names if ".dist-info/" not in n} == shipped_files()
    assert any(n.endswith(".dist-info/licenses/LICENSE") for n in names)


def test_sdist_holds_every_file_of_the_packages(built: dict[str, Path]) -> None:
    with tarfile.open(built["sdist"]) as sdist:
        names = {n.partition("/")[2] for n in sdist.getnames()}
    assert {n.replace("dphh_sql/udfs/", "udfs/") for n in shipped_files()} <= names
    assert {"LICENSE", "README.md", "pyproject.toml"} <= names


def test_package_is_typed_and_brings_its_macros() -> None:
    names = shipped_files()
    assert "dphh_sql/py.typed" in names
    assert any(re.fullmatch(r"dphh_sql/udfs/macros/\w+\.sql", n) for n in names)


@pytest.mark.parametrize(
    ("kind", "duckdb"),
    [("wheel", f"=={OLDEST[1]}"), ("wheel", ""), ("sdist", f"=={OLDEST[1]}"), ("sdist", "")],
    ids=["wheel-oldest", "wheel-newest", "sdist-oldest", "sdist-newest"],
)
def test_main_query_runs_from_a_fresh_environment(
    built: dict[str, Path], tmp_path: Path, kind: str, duckdb: str
) -> None:
    python = tmp_path / "venv/bin/python"
    run(sys.executable, "-m", "venv", tmp_path / "venv", cwd=tmp_path)
    run(python, "-m", "pip", "install", "-q", built[kind], f"duckdb{duckdb}", cwd=tmp_path)
    loans = shutil.copy(ROOT / "examples/data/sba_loans.parquet", tmp_path)

    answer = json.loads(run(python, "-I", "-c", MAIN_QUERY, loans, cwd=tmp_path))

    assert Path(answer["file"]).is_relative_to(tmp_path / "venv")
    assert not duckdb or answer["duckdb"] == duckdb.removeprefix("==")
    assert answer["columns"] == COLUMNS
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in answer["rows"]]
    (rest,) = [row for row in rows if row["level"] == 0]
    assert rest["prefix"] is None
    assert rest["count"] == sum(row["residual"] for row in rows)
    # Margins that hold on every run: 2,101 loans, so some prefix reaches the threshold whatever the noise.
    assert {row["level"] for row in rows} - {0} <= {1, 3, 5}
    assert len(rows) > 1
