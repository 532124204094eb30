"""Cuts: items as values that are cheap to cut to a level, for counting large tables.

`raw > parts > truncate > key` (base.py) parses an item once and is right for every kind. Where parsing costs more than
counting, a kind may offer another form of its items, such as an address as one integer, or as its text up to a dot.
The counts are the same, whatever the column's type: the type only decides which form is the faster one.
"""

from __future__ import annotations

import abc
from typing import ClassVar

from sqlglot import exp


class Cuts(abc.ABC):
    """Values that stand for items and their nodes, for a kind whose well-formed items have every level."""

    only_many: ClassVar[bool]
    """Whether they pay only where most items lie under no prefix that reaches the floor: keys are parsed in the end."""

    @abc.abstractmethod
    def nodes(self, level: int) -> int:
        """The number of nodes that a level can have at most."""

    @abc.abstractmethod
    def of_texts(self) -> Cuts | None:
        """The form for texts that repeat, made of each once; None where this form is made faster of each row."""

    @abc.abstractmethod
    def raw(self, column: exp.Expression) -> exp.Expression:
        """What is kept of a row; it never fails on a value."""

    @abc.abstractmethod
    def cut(self, raw: exp.Expression, level: int) -> exp.Expression:
        """The node of that level, one value for each; NULL for NULL and malformed items."""

    @abc.abstractmethod
    def again(self, cut: exp.Expression, level: int) -> exp.Expression:
        """`cut` of what is known to be well-formed, which may be cheaper: an item with a node, or a node below it."""

    @abc.abstractmethod
    def key(self, cut: exp.Expression, level: int) -> exp.Expression:
        """The VARCHAR key of a node, as `Hierarchy.key` writes it."""
