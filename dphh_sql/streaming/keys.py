"""From the values of a column to 64-bit keys, exactly: two items have one key only if they are equal.

Integers are their own keys. For everything else the keys are numbers that hold for one batch: the positions of the
items among the tracked ones and those of the batch, in byte order. So what is remembered is the tracked items alone,
whatever the stream holds, and the order of the keys is that of the items, as Misra-Gries needs it. (Numbers in the
order of arrival would depend on the other rows: a row less, and they would be others.)
"""

from __future__ import annotations

import abc
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from dphh_sql.ordering import byte_order
from dphh_sql.streaming.sketch import Sketch


class Keys(abc.ABC):
    """The items of one sketch."""

    def __init__(self, sketch: Sketch) -> None:
        self.sketch = sketch

    @abc.abstractmethod
    def update(self, values: pa.Array) -> None:
        """One row for each value, in order; NULLs are no rows."""

    @property
    @abc.abstractmethod
    def tracked(self) -> pa.Array:
        """The tracked items as text (`string`), one for each of `sketch.tracked`."""

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """The whole state, by name."""
        return dict(self.sketch.arrays())

    def restore(self, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        """Take over a state."""
        self.sketch.restore(arrays)


class Integers(Keys):
    """Items that are 64-bit integers."""

    def update(self, values: pa.Array) -> None:
        self.sketch.update(values.drop_null().cast(pa.int64()).to_numpy(zero_copy_only=False))

    @property
    def tracked(self) -> pa.Array:
        return pa.array(self.sketch.tracked).cast(pa.string())


class Texts(Keys):
    """Items that are text."""

    def __init__(self, sketch: Sketch) -> None:
        super().__init__(sketch)
        self._tracked = pa.array([], pa.large_string())

    def update(self, values: pa.Array) -> None:
        coded = values.drop_null().cast(pa.large_string()).dictionary_encode()
        here = coded.dictionary
        new = here.filter(pc.is_null(pc.index_in(here, value_set=self._tracked)))
        items = pa.concat_arrays([self._tracked, new])
        order = byte_order(items)
        items = items.take(pa.array(order))
        ranks = np.empty(len(order), dtype=np.int64)
        ranks[order] = np.arange(len(order))
        self.sketch.rename(ranks[: len(self._tracked)])
        of_code = pc.index_in(here, value_set=items).to_numpy(zero_copy_only=False).astype(np.int64)
        codes = coded.indices.to_numpy(zero_copy_only=False)
        self.sketch.update_ranked(of_code[codes], items)
        self._tracked = items.take(pa.array(self.sketch.tracked))

    @property
    def tracked(self) -> pa.Array:
        return self._tracked.cast(pa.string())

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        texts = [text.encode() for text in self._tracked.to_pylist()]
        lengths = np.array([len(text) for text in texts], dtype=np.int64)
        return {**super().arrays(), "text": np.frombuffer(b"".join(texts), dtype=np.uint8), "lengths": lengths}

    def restore(self, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        super().restore(arrays)
        whole, ends = arrays["text"].tobytes(), np.cumsum(arrays["lengths"]).tolist()
        texts = [whole[start:end].decode() for start, end in zip([0, *ends], ends, strict=False)]
        self._tracked = pa.array(texts, pa.large_string())
