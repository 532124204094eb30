"""Words as fragments of two characters, each with a short hash of the whole word: the pieces of the puzzle.

Apple, "Learning with Privacy at Scale" (2017), section 3.2 (Sequence Fragment Puzzle).
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from dphh_sql.local.cms import UInts, cells

PAD = "\x00"
"""What a word is filled up with to max_length; no character of the alphabet."""

ALPHABET = PAD + "abcdefghijklmnopqrstuvwxyz'-"
BASE = len(ALPHABET)
EMPTY = np.uint64(0)
"""The number of the empty word, which devices without a word report."""

LONGEST = 12
"""BASE**12 < 2**63."""

TAGS = 256
"""Values of the hash of a word that ties its fragments together."""


@dataclass(frozen=True)
class Estimated:
    """Words (Arrow text), the estimated count of each, and the standard deviation of the estimates."""

    words: pa.Array
    counts: npt.NDArray[np.float64]
    sd: float


@dataclass(frozen=True)
class Spelling:
    """Words of up to `length` characters (even, padded), as numbers in base BASE, and the seed of their tags."""

    length: int
    seed: np.uint64

    def number(self, word: str) -> int | None:
        """The word as a number; None when it is too long or has a character outside the alphabet."""
        if len(word) > self.length or any(c not in ALPHABET or c == PAD for c in word):
            return None
        number = 0
        for c in word.ljust(self.length, PAD):
            number = number * BASE + ALPHABET.index(c)
        return number

    def word(self, number: int) -> str:
        """The opposite of `number`, with its padding."""
        characters = []
        for _ in range(self.length):
            number, digit = divmod(number, BASE)
            characters.append(ALPHABET[digit])
        return "".join(reversed(characters))

    @property
    def positions(self) -> int:
        return self.length // 2

    def tags(self, numbers: UInts) -> UInts:
        """The hash of each word, 0..TAGS-1."""
        return cells(numbers, self.seed).astype(np.uint64)

    def pieces(self, numbers: UInts, positions: npt.NDArray[np.int64]) -> UInts:
        """The fragment of each word at its position, with the word's tag: fragment * TAGS + tag."""
        below = np.uint64(BASE * BASE) ** (np.uint64(self.positions - 1) - positions.astype(np.uint64))
        fragments = numbers // below % np.uint64(BASE * BASE)
        return fragments * np.uint64(TAGS) + self.tags(numbers)

    def solved(self, frequent: Sequence[UInts]) -> UInts:
        """All words that the frequent pieces of every position make up: one tag throughout, which is the word's."""
        by_tag = [_by_tag(pieces) for pieces in frequent]
        numbers = [
            number
            for tag in set.intersection(*(set(found) for found in by_tag))
            for fragments in itertools.product(*(found[tag] for found in by_tag))
            if self._padded_at_the_end(number := _joined(fragments))
            and int(self.tags(np.array([number], dtype=np.uint64))[0]) == tag
        ]
        return np.array(sorted(numbers), dtype=np.uint64)

    def _padded_at_the_end(self, number: int) -> bool:
        return PAD not in self.word(number).rstrip(PAD)


def _by_tag(pieces: UInts) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for piece in pieces.tolist():
        found.setdefault(piece % TAGS, []).append(piece // TAGS)
    return found


def _joined(fragments: Sequence[int]) -> int:
    number = 0
    for fragment in fragments:
        number = number * BASE * BASE + fragment
    return number
