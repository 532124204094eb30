"""Every error the package raises on purpose.

One root, `DphhError`. A message names the function or argument, the rule, the offending *argument*
value and the remedy. It never holds a value read from the data: the error text reaches the analyst.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches


class DphhError(Exception):
    """Root of all errors of this package.

    Attributes:
        argument: name of the argument at fault, or None.
        value: the offending argument value (never a value from the data).
        remedy: what to do instead, or None.
    """

    def __init__(
        self,
        message: str,
        *,
        argument: str | None = None,
        value: object = None,
        remedy: str | None = None,
    ) -> None:
        super().__init__(message)
        self.argument = argument
        self.value = value
        self.remedy = remedy


class ArgumentError(DphhError, ValueError):
    """An argument breaks a rule; nothing was read, charged or drawn."""


class UnknownNameError(ArgumentError):
    """A name that is not among the legal ones; the message lists them and the nearest match."""

    def __init__(self, what: str, value: object, legal: Iterable[str], *, argument: str | None = None) -> None:
        names = list(legal)
        near = get_close_matches(str(value).lower(), names, n=1, cutoff=0.5)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        super().__init__(
            f"unknown {what} {value!r}; it must be one of {', '.join(names)}.{hint}",
            argument=argument or what,
            value=value,
            remedy=hint.strip() or None,
        )


class CalibrationError(ArgumentError):
    """No table of the family reaches the asked (eps, delta)."""


class PolicyError(ArgumentError):
    """The policy does not allow it, or the policy itself is wrong; nothing was read, charged or drawn."""


class LedgerError(DphhError):
    """The ledger could not be opened, written or verified; nothing was drawn."""


class BudgetError(DphhError):
    """The charge would exceed the budget; nothing was drawn."""


class EngineError(DphhError):
    """A warehouse engine could not be reached, or failed; nothing was charged by this step."""


NO_TEMPLATE = "has no tested translation"


class DialectError(ArgumentError):
    """A construct that has no tested translation to an engine's dialect; nothing was read.

    >>> str(DialectError("hierarchy h3", "function bin", "postgres"))
    'hierarchy h3 is not available on postgres: function bin has no tested translation.'
    """

    def __init__(self, what: str, construct: str, dialect: str, because: str = NO_TEMPLATE) -> None:
        message = f"{what} is not available on {dialect}: {construct} {because}."
        super().__init__(message, argument="hierarchy", value=what)


class DeliveryError(DphhError):
    """A release that is stored could not be written to its target; the ledger has it."""


class CertificateError(DphhError):
    """A certificate that cannot be read, or that fails a check."""


class AuditError(DphhError):
    """A check of the privacy battery failed."""


class ReleaseError(DphhError):
    """The selection function was used in a way that it must refuse; nothing was drawn."""


def quoted(names: Sequence[object]) -> str:
    """Names for a message: `a, b and c`.

    >>> quoted(["a", "b", "c"])
    'a, b and c'
    """
    texts = [str(n) for n in names]
    return texts[0] if len(texts) == 1 else ", ".join(texts[:-1]) + " and " + texts[-1]
