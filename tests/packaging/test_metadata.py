"""The hand-written lists of pyproject.toml agree with what is on disk."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import tomllib
from pathlib import Path

import pytest

import dphh_sql.udfs

ROOT = Path(__file__).resolve().parents[2]
SETUPTOOLS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]


def folder(package: str) -> Path:
    """Where setuptools takes a package from: the nearest entry of package-dir."""
    for parent in [package, *reversed([package[:i] for i, c in enumerate(package) if c == "."])]:
        if parent in SETUPTOOLS["package-dir"]:
            rest = package[len(parent) :].strip(".").replace(".", "/")
            return ROOT / SETUPTOOLS["package-dir"][parent] / rest
    raise LookupError(package)


def test_packages_lists_every_folder_with_modules() -> None:
    on_disk = {path.parent for top in ("dphh_sql", "udfs") for path in (ROOT / top).rglob("*.py")}
    assert {folder(package) for package in SETUPTOOLS["packages"]} == on_disk


def test_packages_has_no_duplicates() -> None:
    assert len(SETUPTOOLS["packages"]) == len(set(SETUPTOOLS["packages"]))


@pytest.mark.parametrize("package", SETUPTOOLS["packages"])
def test_packages_are_regular_packages(package: str) -> None:
    assert (folder(package) / "__init__.py").is_file()


@pytest.mark.parametrize(
    "module", [m.name for m in pkgutil.iter_modules(dphh_sql.udfs.__path__, "dphh_sql.udfs.")]
)
def test_doctests_of_udfs(module: str) -> None:
    """udfs/ lies outside the package's folder, so `--doctest-modules dphh_sql` misses it."""
    assert doctest.testmod(importlib.import_module(module)).failed == 0
