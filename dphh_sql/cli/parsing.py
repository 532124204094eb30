"""An argument parser that says what was probably meant."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import NoReturn

_CHOICE = re.compile(r"invalid choice: '(.*)' \(choose from (.*)\)")
_UNKNOWN = re.compile(r"unrecognized arguments: (.*)")


class Misused(Exception):
    """Wrong usage of a command; the text is what is wrong."""

    def __init__(self, command: Parser, message: str) -> None:
        super().__init__(message)
        self.command = command


class Parser(argparse.ArgumentParser):
    """Its parsers of commands are of this class too."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **{"allow_abbrev": False} | kwargs)  # type: ignore[arg-type]

    def error(self, message: str) -> NoReturn:
        """Raises `Misused` with what is wrong and the nearest match."""
        if found := _CHOICE.search(message):
            message += _meant(found[1], re.findall(r"[\w-]+", found[2]))
        raise Misused(self, message)

    def leave(self, message: str) -> NoReturn:
        """The usage and what is wrong, on stderr; exit status 2."""
        super().error(message)

    def parse(self, arguments: Sequence[str]) -> argparse.Namespace:
        """As `parse_args`; an unknown option is refused by the command that it was given to."""
        parsed, unknown = self.parse_known_args(arguments)
        if unknown:
            command = self._command(arguments)
            hints = {_meant(word, command.option_names()) for word in unknown if word.startswith("-")}
            command.error(f"unrecognized arguments: {' '.join(unknown)}{''.join(sorted(hints))}")
        return parsed

    def option_names(self) -> list[str]:
        """Long and short names of the options."""
        return [name for action in self._actions for name in action.option_strings]

    def commands(self) -> dict[str, Parser]:
        """The parsers of its commands, by name."""
        found: dict[str, Parser] = {}
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                found.update(action.choices)
        return found

    def _command(self, arguments: Sequence[str]) -> Parser:
        at = self
        for word in arguments:
            at = at.commands().get(word, at)
        return at


def integers(text: str) -> list[int]:
    """Of `3,5`.

    Raises:
        ArgumentTypeError: anything else.
    """
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be integers with commas between, such as 3,5, got {text!r}") from None


def _meant(word: str, names: Iterable[str]) -> str:
    """A hint, or nothing.

    >>> _meant("ledgre", ["ledger", "plan"])
    '. Did you mean ledger?'
    """
    near = get_close_matches(word.partition("=")[0], list(names), n=1, cutoff=0.6)
    return f". Did you mean {near[0]}?" if near else ""
