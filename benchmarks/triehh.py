"""TrieHH against SFP under local DP and our central dp_hhh, as in the TrieHH paper's evaluation; writes docs/triehh.*

    python benchmarks/triehh.py --words words.parquet [--dictionary words.txt] [--largest 1000000] [--out docs]

`--words`: a table author, word of real text (a Parquet file). It is too small for the paper's populations, so users are
drawn from it: single words by corpus frequency, several words by taking a random author's words. `--dictionary`: a
word a line, for the out-of-dictionary setting. `--seed` fixes the populations, never the mechanisms. Figures need
matplotlib (extra `bench`). Times are CPU seconds of this process, as ratios.
"""

from __future__ import annotations

import argparse
import itertools
import math
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa

import dphh_sql
from dphh_sql.accounting.calibrate_votes import FOUND
from dphh_sql.accounting.fixed_samples import batch, paper_batch, paper_theta
from dphh_sql.hierarchies.word import texts_and_ends
from dphh_sql.local.amplification import local_eps
from dphh_sql.mechanisms.sfp import SequenceFragmentPuzzle
from dphh_sql.mechanisms.triehh import TrieHH
from dphh_sql.mechanisms.triehh_fixed import FixedTrieHH
from dphh_sql.tree import Tree

EPS = (1.0, 2.0, 4.0)
LENGTH = 10
TOPS = (10, 20, 50, 100, 200, 300, 500)
PAPERS_LOCAL = {1.0: 4.29, 4.0: 4.96}
"""The local eps that the paper uses for its single words."""

Con = duckdb.DuckDBPyConnection
Words = Sequence[str]


def delta_of(n: int) -> float:
    return float(n) ** -2.0


# --- populations ------------------------------------------------------------------------------------------


def load(con: Con, file: Path, seed: int) -> None:
    con.execute("CREATE TABLE corpus AS SELECT author, word FROM read_parquet($1) WHERE word IS NOT NULL", [str(file)])
    numbered = "SELECT row_number() OVER (ORDER BY author, word) - 1 AS id, author, word FROM corpus"
    con.execute(f"CREATE TABLE spoken AS {numbered}")
    con.execute("CREATE MACRO drawn(i, salt, most) AS hash(i + 1000003 * salt) % most")
    con.execute("SET VARIABLE seed = $1", [seed])


def single(con: Con, n: int, source: str = "spoken") -> None:
    """n users of one word each, by corpus frequency."""
    con.execute(
        f"CREATE OR REPLACE TABLE users AS SELECT person, word FROM "
        f"(SELECT range AS person, drawn(range, 10 * getvariable('seed') + 1, $2) AS place FROM range($1)) "
        f"JOIN (SELECT row_number() OVER (ORDER BY id) - 1 AS place, word FROM {source}) USING (place)",
        [n, count(con, f"SELECT count(*) FROM {source}")],
    )


def several(con: Con, n: int) -> None:
    """n users, each with all words of a random author."""
    con.execute(
        "CREATE OR REPLACE TABLE users AS SELECT person, word FROM "
        "(SELECT range AS person, drawn(range, 10 * getvariable('seed') + 2, $2) AS who FROM range($1)) "
        "JOIN (SELECT dense_rank() OVER (ORDER BY author) - 1 AS who, word FROM corpus) USING (who)",
        [n, count(con, "SELECT count(DISTINCT author) FROM corpus")],
    )


def count(con: Con, query: str) -> int:
    return int(con.execute(query).fetchall()[0][0])


def ranked(con: Con) -> list[str]:
    """All words, by population frequency: the mean of the users' local frequencies."""
    return [
        word
        for (word,) in con.execute(
            "SELECT word FROM (SELECT word, n / sum(n) OVER (PARTITION BY person) AS f FROM "
            "(SELECT person, word, count(*) AS n FROM users GROUP BY ALL)) GROUP BY word ORDER BY sum(f) DESC, word"
        ).fetchall()
    ]


# --- methods ----------------------------------------------------------------------------------------------


def triehh(con: Con, eps: float, delta: float) -> set[str]:
    query = "SELECT prefix FROM dp_triehh('users', 'word', 'person', eps=>$1, delta=>$2) WHERE complete"
    return {word for (word,) in con.execute(query, [eps, delta]).fetchall()}


def printed(con: Con, eps: float, delta: float, n: int) -> set[str]:
    """The paper's own parameters, guarantee or not."""
    theta = paper_theta(eps, delta, LENGTH)
    m = paper_batch(n, theta, eps, LENGTH)
    if m < theta:
        return set()
    tree = tree_of(con)
    kept = FixedTrieHH().select(FixedTrieHH.designed(n, m, theta, LENGTH, 1.0), tree)
    return complete(tree, kept)


def sfp(con: Con, eps: float, n: int, pieces: int | None = None) -> set[str]:
    if pieces is None:
        query = "SELECT item FROM dp_sfp('users', 'word', 'person', eps=>$1, n0=>$2)"
        return {word for (word,) in con.execute(query, [eps, n]).fetchall()}
    design = dphh_sql.plan("dp_sfp", eps=eps, n0=n, max_length=LENGTH).design
    more = replace(design, parameters={**design.parameters, "pieces": pieces})
    return set(SequenceFragmentPuzzle().select(more, tree_of(con)).words.to_pylist())


def hhh(con: Con, eps: float, delta: float) -> set[str]:
    """Words whose end is a selected node; the printed prefix of a whole word ends in $."""
    query = (
        "SELECT prefix FROM dp_hhh('users', 'word', eps=>$1, delta=>$2, hierarchy=>'word(10)', unit=>'person', "
        "rest=>false) WHERE prefix LIKE '%$'"
    )
    return {prefix[:-1] for (prefix,) in con.execute(query, [eps, delta]).fetchall()}


_trees: dict[str, Tree] = {}


def tree_of(con: Con) -> Tree:
    """The users' words as candidates (one word each), counted once for each population."""
    if "now" not in _trees:
        counts = con.execute("SELECT word, count(*) FROM users GROUP BY word").fetchall()
        kind = dphh_sql.hierarchies.parse(f"word({LENGTH})")
        nodes: dict[tuple[int, str], list[object]] = {}
        for word, n in counts:
            above: str | None = None
            for level in range(1, LENGTH + 1):
                key = kind.python_key(word, level)
                if key is None:
                    break
                node = nodes.setdefault((level, key), [level, key, above, 0])
                node[3] += n  # type: ignore[operator]
                above = key
        struct = pa.struct([("level", pa.int32()), ("key", pa.string()), ("parent", pa.string()), ("n", pa.int64())])
        named = [dict(zip(("level", "key", "parent", "n"), node, strict=True)) for node in nodes.values()]
        rows = pa.array(named, struct)
        _trees["now"] = Tree.from_candidates(rows, sum(n for _, n in counts), range(1, LENGTH + 1))
    return _trees["now"]


def complete(tree: Tree, kept: Sequence[np.ndarray]) -> set[str]:
    found: set[str] = set()
    for level, chosen in zip(tree.levels, kept, strict=True):
        texts, ends = texts_and_ends(level.keys.filter(pa.array(chosen)))
        found |= set(texts.filter(ends).to_pylist())
    return found


# --- measures ---------------------------------------------------------------------------------------------


def scores(found: set[str], words: Words, top: int) -> tuple[float, float, float]:
    """(F1, recall, precision): recall of the `top` words; precision = found words that any user has."""
    recall = len(found & set(words[:top])) / min(top, len(words))
    precision = len(found & set(words)) / len(found) if found else 1.0
    return (2 * recall * precision / (recall + precision) if recall else 0.0), recall, precision


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    shown = [[f"{cell:.2f}" if isinstance(cell, float) else str(cell) for cell in row] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in (list(header), ["---"] * len(header), *shown))


# --- sections ---------------------------------------------------------------------------------------------


def parameters(sizes: Sequence[int]) -> str:
    rows = []
    for n in sizes:
        for eps in EPS:
            delta = delta_of(n)
            theta = paper_theta(eps, delta, LENGTH)
            m = paper_batch(n, theta, eps, LENGTH)
            repaired = batch(n, theta, eps, delta, LENGTH) or batch(n, theta + 1, eps, delta, LENGTH)
            ours = dphh_sql.plan("dp_triehh", eps=eps, delta=delta, max_length=LENGTH)
            found = FixedTrieHH.designed(n, m, theta, LENGTH, 1.0).parameters["found"] if m >= theta else None
            known = ours.design.parameters
            theirs = f"{found:.0f} ({100 * found / n:.2g} %)" if found and found < n else "never"
            ours_found = f"{known['found']:.0f} ({100 * known['found'] / n:.2g} %)"
            mine = f"{known['theta']:.0f}", f"{known['rate']:.3f}", ours_found
            rows.append((f"{n:,}", f"{eps:g}", theta, m, repaired[0] if repaired else "none", theirs, *mine))
    header = ["n", "eps", "theta", "m printed", "m repaired", "found", "theta", "rate", "found"]
    return table(header, rows)


def f1(con: Con, sizes: Sequence[int], curves: dict[str, list[float]]) -> tuple[str, str]:
    rows, counted = [], []
    for kind, build in (("one word", single), ("several", several)):
        for n in sizes:
            if build is several and n != min(10**5, max(sizes)):
                continue  # 56 words a user: more users are tens of millions of rows
            build(con, n)
            _trees.clear()
            words, delta = ranked(con), delta_of(n)
            for eps in EPS:
                local = local_eps(eps, n, delta)
                methods: dict[str, Callable[[], set[str]]] = {
                    "TrieHH": lambda eps=eps, delta=delta: triehh(con, eps, delta),
                    "SFP": lambda local=local, n=n: sfp(con, local, n),
                    "dp_hhh": lambda eps=eps, delta=delta: hhh(con, eps, delta),
                }
                if build is single:
                    methods["TrieHH as printed"] = lambda eps=eps, delta=delta, n=n: printed(con, eps, delta, n)
                for name, method in methods.items():
                    found = method()
                    values = [scores(found, words, top) for top in TOPS]
                    rows.append((kind, f"{n:,}", f"{eps:g}", name, len(found), values[0][2], *(v[0] for v in values)))
                    if build is single:
                        curves[f"{name}|{n}|{eps:g}"] = [v[0] for v in values]
                counted.append((kind, f"{n:,}", f"{eps:g}", local))
                print(*rows[-len(methods) :], sep="\n", flush=True)
    header = ["users have", "n", "eps", "method", "found", "precision", *(f"F1 of top {top}" for top in TOPS)]
    return table(header, rows), table(["users have", "n", "eps", "local eps of SFP"], counted)


def discovery(con: Con, n: int, runs: int) -> str:
    """How often words of each count are found, against the worst case (no shared prefixes)."""
    single(con, n)
    _trees.clear()
    tree = tree_of(con)
    short = "SELECT word, count(*) FROM users WHERE length(word) <= $1 GROUP BY 1"
    counts = dict(con.execute(short, [LENGTH]).fetchall())
    rows, below = [], 0
    for eps in EPS:
        design = dphh_sql.plan("dp_triehh", eps=eps, delta=delta_of(n), max_length=LENGTH).design
        assert design.votes is not None
        hits = dict.fromkeys(counts, 0)
        for _ in range(runs):
            for word in complete(tree, TrieHH().select(design, tree)):
                hits[word] += 1
        edges = [5, 15, 25, 35, 45, 55, 65, 80, 100, 130, 200, 500, 10**9]
        for low, high in itertools.pairwise(edges):
            mine = [word for word, c in counts.items() if low <= c < high]
            if not mine:
                continue
            rate = statistics.fmean(hits[word] / runs for word in mine)
            worst = statistics.fmean(design.votes.chance(counts[word]) ** min(LENGTH, len(word) + 1) for word in mine)
            sd = math.sqrt(max(worst * (1 - worst), 1 / (runs * len(mine))) / (runs * len(mine)))
            below += rate < worst - 4 * sd
            users = f"{low} to {high - 1}" if high < 10**9 else f"{low} on"
            rows.append((f"{eps:g}", users, len(mine), f"{rate:.3f}", f"{worst:.3f}"))
    end = f"\n\n{runs} runs over {n:,} users. Bins more than four standard deviations below the worst case: {below}."
    return table(["eps", "users of the word", "words", "found", "worst case"], rows) + end


def out_of_dictionary(con: Con, dictionary: Path, n: int) -> str:
    known = {line.strip().lower() for line in dictionary.read_text(encoding="utf-8").splitlines()}
    con.register("known_words", pa.table({"word": sorted(known)}))
    con.execute(
        "CREATE OR REPLACE TABLE unknown AS SELECT id, word FROM spoken WHERE regexp_matches(word, '[a-z]') "
        "AND lower(word) NOT IN (SELECT word FROM known_words)"
    )
    distinct, total = con.execute("SELECT count(DISTINCT word), count(*) FROM unknown").fetchall()[0]
    single(con, n, "unknown")
    _trees.clear()
    words, delta, rows = ranked(con), delta_of(n), []
    for eps in (1.0, 4.0):
        local = local_eps(eps, n, delta)
        runs: list[tuple[str, set[str]]] = [("TrieHH", triehh(con, eps, delta))]
        runs += [("TrieHH as printed", printed(con, eps, delta, n)), ("dp_hhh", hhh(con, eps, delta))]
        tried = (20, 80) if eps == 4.0 else (20,)  # the paper's T
        runs += [(f"SFP, T = {pieces}, local eps {local:.2f}", sfp(con, local, n, pieces)) for pieces in tried]
        for name, found in runs:
            f, recall, precision = scores(found, words, 50)
            rows.append((f"{eps:g}", name, len(found), recall, precision, f, scores(found, words, 300)[0]))
            print(*rows[-1], flush=True)
    return (
        f"{total:,} uses of {distinct:,} words of the corpus that the dictionary ({len(known):,} words) does not hold, "
        f"drawn by frequency to {n:,} users of one word each.\n\n"
        + table(["eps", "method", "found", "recall at 50", "precision", "F1 of top 50", "F1 of top 300"], rows)
    )


def communication(sizes: Sequence[int], eps: float = 1.0) -> str:
    rows = []
    for n in sizes:
        delta = delta_of(n)
        theta = paper_theta(eps, delta, LENGTH)
        m = paper_batch(n, theta, eps, LENGTH)
        known = dphh_sql.plan("dp_triehh", eps=eps, delta=delta, max_length=LENGTH).design.parameters
        rows.append((f"{n:,}", f"{known['rate'] * LENGTH:.2f}", f"{m * LENGTH / n:.4f}", 2, 2 * 256 // 8))
    header = ["n", "votes per user", "votes per user, printed", "reports per user, SFP", "bytes of them"]
    return table(header, rows)


def speed(rows: int) -> str:
    """CPU of one call against the plain GROUP BY, and against dp_hhh with the same unit."""
    users = max(1, rows // 10)
    with closing(dphh_sql.connect()) as con:
        con.execute("SET threads = 2")
        con.execute(
            "CREATE TABLE big AS SELECT hash(range) % $2 AS person, "
            "'w' || (100000 * pow((hash(range + 7) % 1000000) / 1e6, 3))::INT AS word FROM range($1)",
            [rows, users],
        )
        dphh_sql.plan("dp_triehh", eps=1)  # calibrated once
        queries = {
            "GROUP BY word": "SELECT word, count(*) FROM big GROUP BY word",
            "one row per user, then GROUP BY": "SELECT w, count(*) FROM "
            "(SELECT arg_min(word, random()) AS w FROM big GROUP BY person) GROUP BY w",
            "dp_triehh": "FROM dp_triehh('big', 'word', 'person', eps=>1)",
            "dp_hhh, same unit": "FROM dp_hhh('big', 'word', eps=>1, hierarchy=>'word(10)', unit=>'person')",
        }
        taken = {}
        for name, query in queries.items():
            best = math.inf
            for _ in range(2):
                before = time.process_time()
                con.execute(query).fetchall()
                best = min(best, time.process_time() - before)
            taken[name] = best
    base = taken["GROUP BY word"]
    return f"{rows:,} rows of {users:,} users; two threads.\n\n" + table(
        ["statement", "CPU, GROUP BY = 1"], [(name, f"{seconds / base:.1f}") for name, seconds in taken.items()]
    )


def cells(page: str, section: str) -> list[list[str]]:
    """The rows of the first table of a section of the page."""
    lines = page.partition(f"\n## {section}\n")[2].partition("\n## ")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]


def plot(page: str, out: Path) -> None:
    """The figures, from the tables of the page."""
    f1s = {
        f"{row[3]}|{row[1].replace(',', '')}|{row[2]}": [float(value) for value in row[6:]]
        for row in cells(page, "F1, recall and precision")
        if row[0] == "one word" and len(row) == 6 + len(TOPS)
    }
    found: dict[str, list[tuple[int, float, float]]] = {}
    for eps, users, _, rate, worst in cells(page, "Discovery rate against frequency")[2:]:
        ends = [int(end) for end in users.replace("on", "").split("to")]
        found.setdefault(eps, []).append((sum(ends) // len(ends), float(rate), float(worst)))
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "triehh"
    from matplotlib import pyplot

    sizes = sorted({int(name.split("|")[1]) for name in f1s})
    figure, axes = pyplot.subplots(1, len(sizes), figsize=(4 * len(sizes), 3.6), sharey=True, squeeze=False)
    styles = {"1": ":", "2": "--", "4": "-"}
    colours = {"TrieHH": "C0", "TrieHH as printed": "C1", "SFP": "C2", "dp_hhh": "C3"}
    for axis, n in zip(axes[0], sizes, strict=True):
        for name, values in f1s.items():
            method, size, eps = name.split("|")
            if int(size) == n:
                axis.plot(TOPS, values, styles[eps], color=colours[method], label=f"{method}, eps {eps}")
        axis.set_title(f"n = {n:,}")
        axis.set_xlabel("K")
    axes[0][0].set_ylabel("F1 of the top K words")
    axes[0][-1].legend(fontsize=6)
    figure.tight_layout()
    figure.savefig(out / "triehh_f1.svg", metadata={"Date": None})
    figure, axis = pyplot.subplots(figsize=(6, 3.6))
    for i, (eps, points) in enumerate(found.items()):
        shown = [p for p in points if p[0] < 400]
        axis.plot([p[0] for p in shown], [p[1] for p in shown], f"C{i}o-", label=f"found, eps {eps}", markersize=3)
        axis.plot([p[0] for p in shown], [p[2] for p in shown], f"C{i}--", label=f"worst case, eps {eps}")
    axis.set_xlabel("users of the word")
    axis.set_ylabel("discovery rate")
    axis.legend(fontsize=7)
    figure.tight_layout()
    figure.savefig(out / "triehh_discovery.svg", metadata={"Date": None})


def agreement(curves: dict[str, list[float]]) -> str:
    top = TOPS.index(100)
    lines = []
    for n in sorted({int(name.split("|")[1]) for name in curves}):
        mine = {name: curves[f"{name}|{n}|4"][top] for name in ("TrieHH", "TrieHH as printed", "SFP", "dp_hhh")}
        lines.append((f"{n:,}", *(mine.values())))
    shown = table(["n", "TrieHH", "TrieHH as printed", "SFP", "dp_hhh"], lines)
    return f"F1 of the top 100 words at eps = 4 (the paper, 650,000 users: TrieHH near 1, SFP near 0.2):\n\n{shown}"


PAGE = """# TrieHH, SFP and dp_hhh on the same words

Written by `benchmarks/triehh.py`; every figure is from that run. Words: `{words}` ({corpus}). It is smaller than
the paper's tweets, so **users are resampled from it**: "one word" draws each user's word by corpus frequency,
"several" gives each user all words of a random author (of which the mechanism draws one). delta = 1/n^2, L = 10.

- **TrieHH**: `dp_triehh`, users sampled independently, certified by the path accountant.
- **TrieHH as printed**: samples of fixed size with the paper's theta and m. Its theorem is wrong for small m
  (below): for comparison only.
- **SFP**: `dp_sfp` at the local eps whose n shuffled reports are (eps, delta) centrally.
- **dp_hhh**: one-hit HHH on `word(10)`, with counts, no rest row: the central answer to the same budget.

F1 of the top K: recall is the share of the K most frequent words that are found, precision the share of found words
that any user has. So finding more than K words is no fault, as in the paper.

## Parameters

`found`: users that a ten-round word needs to be found with probability {found:g} when it shares no prefix (share of
n in brackets). Left the paper's, right ours at the same (eps, delta).

{parameters}

Why so much less is needed: the paper gives each round eps/L, although a user whose prefix passes rarely loses its
eps in one round only. The accountant follows the whole path exactly (`dphh_sql/mechanisms/triehh.py`), which allows
rates 20 times higher and more at the same guarantee. `m repaired`: see next.

## What the printed theorem forgets

- **m from the table's own size** tells it: with eps=1, L=1, theta=10, 159 users make m=10 of 9 for 158; a word that
  all hold is found always or never. So n0 is public here.
- **A displaced user.** In a sample of fixed size a new user takes another's place. Let J words be held by all, and
  m = J (theta - 1) + 1: some word gets theta votes for sure. With a user more, who has another word, none may. At n
  = 10,003, theta = 12, m = 78 (eps = 1: the printed m is 79) that event has more than four times the printed delta,
  and probability 0 without the user. `tests/exact/test_triehh.py` has it in exact fractions. The repair (in
  `dphh_sql/accounting/fixed_samples.py`, with proof) costs a few percent of m for many users, and refuses small n0.

Sampling users independently has neither problem, needs no n, and finds rarer words: it is the default.

## F1, recall and precision

{f1}

![F1 of the top K words](triehh_f1.svg)

{agreement}

### The local eps of SFP

{local}

By Feldman, McMillan and Talwar, "Hiding Among the Clones" (FOCS 2021), Theorem III.1, for n shuffled reports. The
paper (2020) used an earlier bound: 4.29 and 4.96 for eps = 1 and 4 and its 650,000 users (delta = 1/n^2); this
theorem gives {ours1:.2f} and {ours4:.2f} there. Its condition E0 <= ln(n/(16 ln(2/delta))) is what limits the
larger eps: beyond it nothing is claimed, here as in the code.

## Discovery rate against frequency

{discovery}

![Discovery rate](triehh_discovery.svg)

## Out of the dictionary

(not run)

## Communication

{communication}

Votes are of a code point each, for a prefix that the round names; our higher rate costs more votes. In the
federated form every client answers every round, with a blank when it is not sampled, so that who was sampled cannot
be seen: 10 short ballots.

## Speed

(not run)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--words", type=Path, required=True)
    parser.add_argument("--dictionary", type=Path)
    parser.add_argument("--largest", type=int, default=10**6)
    parser.add_argument("--outside", type=int, default=6 * 10**6, help="users of the out-of-dictionary setting")
    parser.add_argument("--rows", type=int, default=10**7, help="of the speed comparison")
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--only", choices=("outside", "speed"), help="measure one section of the page again")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[1] / "docs")
    args = parser.parse_args()
    sizes = [n for n in (10**4, 10**5, 10**6) if n <= args.largest]
    f1s: dict[str, list[float]] = {}
    paper_n = 650_000
    names = ("parameters", "f1", "agreement", "local", "discovery", "communication")
    values: dict[str, object] = dict.fromkeys(names, "(not run)") | {
        "words": args.words.name,
        "found": FOUND,
        "ours1": local_eps(1.0, paper_n, delta_of(paper_n)),
        "ours4": local_eps(4.0, paper_n, delta_of(paper_n)),
    }

    def write(**sections: str) -> None:
        values.update(sections)
        (args.out / "triehh.md").write_text(PAGE.format(**values), encoding="utf-8")

    page = args.out / "triehh.md"

    def measured(con: Con) -> None:
        (facts,) = con.execute("SELECT count(*), count(DISTINCT word), count(DISTINCT author) FROM corpus").fetchall()
        write(corpus="{:,} words, {:,} distinct, {:,} authors".format(*facts))
        write(parameters=parameters([*sizes, 10**7]), communication=communication(sizes))
        write(discovery=discovery(con, min(10**5, args.largest), args.runs))
        table_of_f1, local = f1(con, sizes, f1s)
        write(f1=table_of_f1, local=local, agreement=agreement(f1s))

    with closing(dphh_sql.connect()) as con:
        load(con, args.words, args.seed)
        if args.only is None:
            measured(con)
        if args.only in (None, "outside") and args.dictionary is not None:
            replace_section(page, "Out of the dictionary", out_of_dictionary(con, args.dictionary, args.outside))
    if args.only in (None, "speed"):
        replace_section(page, "Speed", speed(args.rows))
    try:
        plot(page.read_text(encoding="utf-8"), args.out)
    except ImportError:
        print("no plots: pip install 'dphh-sql[bench]'")


def replace_section(page: Path, heading: str, body: str) -> None:
    text = page.read_text(encoding="utf-8")
    before, found, rest = text.partition(f"\n## {heading}\n")
    assert found, heading
    after = rest[rest.index("\n## ") :] if "\n## " in rest else ""
    page.write_text(f"{before}{found}\n{body}\n{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
