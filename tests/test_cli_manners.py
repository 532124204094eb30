"""What every command has: help, --json, errors that say what was meant, completion."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dphh_sql import cli
from dphh_sql.cli import main, parser
from dphh_sql.cli.parsing import Parser


def leaves(at: Parser, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Parser]]:
    below = at.commands()
    if not below:
        yield path, at
    for name, command in below.items():
        yield from leaves(command, (*path, name))


LEAVES = dict(leaves(parser()))


def test_there_is_a_leaf_for_each_command() -> None:
    assert {path[0] for path in LEAVES} == set(parser().commands())
    assert len(parser().commands()) == len(cli.COMMANDS)


@pytest.mark.parametrize("path", LEAVES, ids=" ".join)
def test_every_command_has_json_and_help(path: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert "--json" in LEAVES[path].option_names()
    with pytest.raises(SystemExit) as left:
        main([*path, "--help"])
    assert left.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: dphh {' '.join(path)} ")


@pytest.mark.parametrize("path", LEAVES, ids=" ".join)
def test_every_argument_is_explained(path: tuple[str, ...]) -> None:
    assert [action.dest for action in LEAVES[path]._actions if not action.help] == []


@pytest.mark.parametrize("path", LEAVES, ids=" ".join)
def test_a_misspelt_option_is_told_by_its_command(path: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    words = [*path, *(["bash"] if path == ("completion",) else ["a", "b"][: len(_positionals(LEAVES[path]))]), "--jsno"]
    words += ["--hierarchy", "zip", "--k", "3", "--eps", "1"] if path == ("stream",) else []
    words += ["--database", "x"] if path == ("serve",) else []
    words += ["--eps", "1", "--reason", "x"] if path == ("ledger", "renew") else []
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 2
    error = capsys.readouterr().err
    assert f"dphh {' '.join(path)}: error: unrecognized arguments: --jsno. Did you mean --json?" in error


def _positionals(command: Parser) -> list[str]:
    return [action.dest for action in command._actions if not action.option_strings and action.nargs != "?"]


def test_nothing_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    told = capsys.readouterr().out
    assert all(f"    {name}" in told for name in parser().commands())


def test_a_misspelt_command(capsys: pytest.CaptureFixture[str]) -> None:
    for words, meant in ((["ledgre"], "ledger"), (["ledger", "shwo", "x"], "show")):
        with pytest.raises(SystemExit):
            main(words)
        assert f"Did you mean {meant}?" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["qqqq"])
    assert "Did you mean" not in capsys.readouterr().err


def test_errors_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", "--hierarchy", "zpi", "--eps", "1", "--json"]) == 1
    said = capsys.readouterr()
    error = json.loads(said.out)
    assert (error["status"], error["argument"], error["remedy"]) == (1, "hierarchy", "Did you mean 'zip'?")
    assert said.err == f"dphh: {error['error']}\n"
    assert main(["ledger", "show", str(tmp_path / "none"), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["argument"] == "ledger"


@pytest.mark.parametrize("path", LEAVES, ids=" ".join)
def test_wrong_usage_as_json(path: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([*path, "--json", "--nothing-of-the-kind"])
    assert left.value.code == 2
    said = capsys.readouterr()
    error = json.loads(said.out)
    assert error["status"] == 2
    assert said.err.endswith(f"dphh {' '.join(path)}: error: {error['error']}\n")


@pytest.mark.parametrize("command", [["plan", "--eps", "1"], ["stream", "--hierarchy", "zip", "--k", "3", "--eps", "1"]])
def test_levels_that_are_none(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([*command, "--levels", "3;5"])
    assert "--levels: must be integers with commas between, such as 3,5, got '3;5'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("address", "rule"),
    [("127.0.0.1:99999", "listen must be HOST:PORT, got "), ("no-such-host.invalid:0", "nothing can listen on ")],
)
def test_an_address_where_nothing_can_listen(address: str, rule: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("numba")
    command = ["stream", "--hierarchy", "zip", "--k", "3", "--eps", "1", "--listen", address, "--json"]
    assert main(command) == 1
    said = capsys.readouterr()
    assert json.loads(said.out)["argument"] == "listen"
    assert said.err.startswith(f"dphh: stream: {rule}")
    assert address in said.err


def test_demo(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo"]) == 0
    told = capsys.readouterr().out
    assert "94110" in told
    assert told.endswith("Spent of loans by row: eps 1, delta 1e-06.\n")
    assert main(["demo", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["budget"] == {"table": "loans", "unit": "row", "eps_spent": 1.0, "delta_spent": 1e-06}
    assert "94110" in {row["prefix"] for row in found["rows"]}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "tcsh"])
def test_completion(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    shtab = pytest.importorskip("shtab")
    if shell not in shtab.SUPPORTED_SHELLS:
        assert main(["completion", shell]) == 1
        assert "needs a newer shtab" in capsys.readouterr().err
        return
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "certificate" in script
    assert "--thorough" in script or "thorough" in script
    if shell == "bash":
        asked = script + '\nCOMP_WORDS=(dphh led); COMP_CWORD=1; _shtab_dphh; echo "${COMPREPLY[@]}"'
        done = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, timeout=60)
        assert done.stdout.split() == ["ledger"], done.stderr


def test_control_c(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def pressed(_: object) -> int:
        signal.raise_signal(signal.SIGINT)
        return 0

    monkeypatch.setattr("dphh_sql.cli.plan.run", pressed)
    assert main(["plan", "--eps", "1"]) == 130
    assert capsys.readouterr().err == "\ndphh: interrupted.\n"
    assert main(["plan", "--eps", "1", "--json"]) == 130
    assert json.loads(capsys.readouterr().out)["status"] == 130


def test_rows_of_a_stream_as_json() -> None:
    pytest.importorskip("numba")
    command = [sys.executable, "-m", "dphh_sql.cli", "stream", "--hierarchy", "items", "--k", "10", "--eps", "4", "--json"]
    done = subprocess.run(command, input="a\n" * 900, capture_output=True, text=True, timeout=120)
    (row,) = map(json.loads, done.stdout.splitlines())
    assert row["item"] == "a"
    assert done.stderr == ""  # no terminal: nothing is told
