"""A Python function as DuckDB is told about it."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dphh_sql.errors import DphhError
from dphh_sql.udfs.cursors import Connection

if TYPE_CHECKING:
    from dphh_sql.udfs.session import Session


@dataclass(frozen=True, slots=True)
class Function:
    """One entry of the registry. DuckDB holds one such function per database instance, in its system catalog.

    Attributes:
        name: SQL name. Macros call it as `system.main.<name>`, so that nothing in a file can shadow it.
        make: builds the function for a session, which it closes over.
        parameters: DuckDB types, one per parameter. NULL arrives as None.
        returns: DuckDB type of the result.
        volatile: runs once per row reached and never at bind time. Whatever draws noise or reads
            the ledger must be volatile; a function that plans must not be.
        vectorised: receives and returns Arrow arrays (a chunk at a time) instead of values.
        reports: the macro that users call, if the result is to be STRUCT(value, error): an error of this
            package then becomes the text `<reports>: <message>` for the macro to raise with SQL's
            `error()`. DuckDB 1.5 adds file names and line numbers to an exception.
    """

    name: str
    make: Callable[[Session], Callable[..., Any]]
    parameters: tuple[str, ...]
    returns: str
    volatile: bool = False
    vectorised: bool = False
    reports: str | None = None

    def create(self, con: Connection, session: Session) -> Callable[..., Any]:
        """Create the function on the instance of `con`; returns the object that must be kept alive.

        DuckDB keeps no reference that outlives `con`: a collected function crashes the process.
        """
        function = _guarded(session, self.make(session))
        returns = self.returns
        if self.reports is not None:
            function = _reporting(self.reports, function)
            returns = f"STRUCT(value {returns}, error VARCHAR)"
        # The stub knows enums only, the engine their names too.
        create: Callable[..., object] = con.create_function
        create(
            self.name,
            function,
            list(self.parameters),
            returns,
            type="arrow" if self.vectorised else "native",
            null_handling="special",
            side_effects=self.volatile,
        )
        return function


def _guarded(session: Session, body: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(body)
    def guarded(*args: Any) -> Any:
        session.require_registered()
        return body(*args)

    return guarded


def _reporting(name: str, body: Callable[..., Any]) -> Callable[..., dict[str, Any]]:
    @functools.wraps(body)
    def reporting(*args: Any) -> dict[str, Any]:
        try:
            return {"value": body(*args), "error": None}
        except DphhError as error:
            return {"value": None, "error": f"{name}: {error}"}

    return reporting
