"""A release as nested tiles: which there are, how large, and what they say. `plot` and `report` draw them.

The tile of a prefix is as large as its `count`; the part of it that no tile below covers is its `residual`. A negative
released count has area 0 and shows its number. Where a level is a place of its own and no prefix of a level between was
selected, an empty tile keeps the place. Prefixes too small to be seen are one tile, which says how many they are, and
how many were found below them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dphh_sql.colours import BACKGROUND, LEVEL_COLOURS, REST, lighter
from dphh_sql.html import visible
from dphh_sql.released_tree import Released, ReleasedTree, counted

ROOT = "all"
FEW = 60
"""Up to so many prefixes have their own tile, however small, and show their intervals."""


@dataclass(frozen=True)
class Tile:
    """One tile.

    Attributes:
        id, parent: its own name and that of the tile it lies in; '' for the root.
        name, number: what stands on it; ' ' and '' for an empty one. Nothing in the name is invisible.
        own: the part of it that no other tile covers.
        colour: of its area, as `#rrggbb`.
        facts: further lines about it.
        is_rest: it is everything else.
    """

    id: str
    parent: str
    name: str
    number: str
    own: int
    colour: str
    facts: tuple[str, ...]
    is_rest: bool = False


class Tiling:
    """The tiles of a release.

    Args:
        tree: the release.
        columns: whether a level has a place of its own, so that gaps must be filled.
        smallest: the share of the whole below which prefixes are drawn together, if they are many.
        intervals: whether there is room for them on the tiles.
    """

    def __init__(self, tree: ReleasedTree, *, columns: bool, smallest: float, intervals: bool = True) -> None:
        self.tree, self.found = tree, sum(1 for _ in tree.prefixes)
        self._columns = columns
        self._places = {level: place for place, level in enumerate(tree.levels)}
        self._intervals = intervals and self.found <= FEW
        self._least = 0 if self.found <= FEW else smallest * tree.total

    @property
    def title(self) -> str:
        found = f"{self.found:,} {'prefix' if self.found == 1 else 'prefixes'}"
        rest = self.tree.rest
        if rest is None:
            return found
        return f"{found}; everything else: {counted(rest.residual, rest.residual_lo, rest.residual_hi)}"

    @property
    def least_share(self) -> float:
        """The smallest part of the whole that a prefix has; those of area 0 apart."""
        return min((node.count for node in self.tree.prefixes if node.count > 0), default=1) / max(1, self.tree.total)

    def tiles(self) -> Iterator[Tile]:
        """Each after its parent, siblings by falling count."""
        rest = self.tree.rest
        yield self._root()
        waiting: list[tuple[int | None, str, int]] = [(None, ROOT, 0)]
        while waiting:
            above, parent, depth = waiting.pop()
            below = self.tree.children.get(above, [])
            for level in self.tree.levels:
                if places := [place for place in below if self.tree.nodes[place].level == level]:
                    inside = parent
                    for filler in self._fillers(parent, depth, level):
                        inside = filler.id
                        yield filler
                    large = [place for place in places if self.tree.nodes[place].count >= self._least]
                    yield from (self._prefix(place, inside) for place in large)
                    yield from self._smaller(places[len(large) :], inside, level)
                    waiting += [(place, f"{place}", self._places[level] + 1) for place in large]
        if rest is not None:
            number = counted(rest.residual, rest.residual_lo, rest.residual_hi)
            yield Tile("rest", ROOT, "everything else", number, max(0, rest.residual), REST, (), is_rest=True)

    def _root(self) -> Tile:
        rest = self.tree.rest
        name = "all that was found" if rest is None else "all rows"
        facts = () if rest is None else (f"count {counted(rest.count, rest.count_lo, rest.count_hi)}",)
        return Tile(ROOT, "", name, f"{self.tree.total:,}", 0, BACKGROUND, facts)

    def _fillers(self, parent: str, depth: int, level: int) -> Iterator[Tile]:
        if not self._columns:
            return
        for between in self.tree.levels[depth : self._places[level]]:
            name = f"{parent}/{level}"
            yield Tile(name, parent, " ", "", 0, BACKGROUND, (f"no prefix of level {between} was selected here",))
            parent = name

    def _prefix(self, place: int, parent: str) -> Tile:
        node = self.tree.nodes[place]
        number = counted(node.count, node.count_lo, node.count_hi) if self._intervals else f"{node.count:,}"
        return Tile(
            f"{place}",
            parent,
            visible(str(node.prefix)),
            number,
            max(0, node.residual),
            self._colour(node.level),
            _facts(node),
        )

    def _smaller(self, places: list[int], parent: str, level: int) -> Iterator[Tile]:
        if places:
            together = sum(max(0, self.tree.nodes[place].count) for place in places)
            name, colour = f"{len(places):,} smaller", lighter(self._colour(level))
            below = sum(map(self._below, places))
            facts: tuple[str, ...] = (f"level {level}",)
            if below:
                facts += (f"below them {below:,} more {'was' if below == 1 else 'were'} found",)
            yield Tile(f"{parent}/smaller/{level}", parent, name, f"{together:,}", together, colour, facts)

    def _below(self, place: int) -> int:
        """How many prefixes lie below that one."""
        found, waiting = 0, [place]
        while waiting:
            below = self.tree.children.get(waiting.pop(), [])
            found += len(below)
            waiting += below
        return found

    def _colour(self, level: int) -> str:
        last = len(self._places) - 1
        return LEVEL_COLOURS[0 if last == 0 else round(self._places[level] * (len(LEVEL_COLOURS) - 1) / last)]


def _facts(node: Released) -> tuple[str, ...]:
    return (
        f"level {node.level}",
        f"count {counted(node.count, node.count_lo, node.count_hi)}",
        f"residual {counted(node.residual, node.residual_lo, node.residual_hi)}",
    )
