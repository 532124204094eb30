from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dphh_sql.errors import ArgumentError
from dphh_sql.udfs import register, unregister

sqlalchemy = pytest.importorskip("sqlalchemy")
pytest.importorskip("duckdb_engine")

LEVEL = "SELECT dphh_level('941', 'zip')"


@pytest.fixture(params=["memory", "file"])
def engine(request: pytest.FixtureRequest, file: Path) -> Iterator[sqlalchemy.Engine]:
    url = "duckdb:///:memory:" if request.param == "memory" else f"duckdb:///{file}"
    engine = sqlalchemy.create_engine(url)
    yield engine
    engine.dispose()


def test_every_connection_of_the_pool(engine: sqlalchemy.Engine, statement: str) -> None:
    assert register(engine) is engine
    with engine.connect() as connection:
        connection.execute(sqlalchemy.text(statement)).fetchall()
    with engine.begin() as again:
        again.execute(sqlalchemy.text(statement)).fetchall()
    engine.dispose()
    with engine.connect() as fresh:
        fresh.execute(sqlalchemy.text(statement)).fetchall()


def test_connections_in_use_at_once(file: Path, statement: str) -> None:
    engine = register(sqlalchemy.create_engine(f"duckdb:///{file}"))
    with engine.connect() as one, engine.connect() as two:
        for connection in (one, two, one):
            connection.execute(sqlalchemy.text(statement)).fetchall()
    engine.dispose()


def test_connections_that_the_pool_already_has(engine: sqlalchemy.Engine) -> None:
    with engine.connect() as connection:
        connection.execute(sqlalchemy.text("SELECT 1"))
        before = connection.connection.driver_connection
    register(engine)
    with engine.connect() as connection:
        assert connection.connection.driver_connection is before
        assert connection.execute(sqlalchemy.text(LEVEL)).fetchall() == [(3,)]


def test_registering_again_and_with_a_ledger(engine: sqlalchemy.Engine, tmp_path: Path) -> None:
    register(engine, ledger=tmp_path / "a.ledger")
    register(engine, ledger=tmp_path / "a.ledger")
    with engine.connect() as connection:
        assert connection.execute(sqlalchemy.text(LEVEL)).fetchall() == [(3,)]
    register(engine, ledger=tmp_path / "b.ledger")
    with pytest.raises(ArgumentError, match="ledger must be the one"):
        engine.connect()


def test_a_rollback_takes_nothing_away(engine: sqlalchemy.Engine) -> None:
    register(engine)
    with engine.connect() as connection:
        connection.execute(sqlalchemy.text(LEVEL))
        connection.rollback()
        assert connection.execute(sqlalchemy.text(LEVEL)).fetchall() == [(3,)]


def test_unregister(engine: sqlalchemy.Engine) -> None:
    register(engine)
    with engine.connect() as connection:
        connection.execute(sqlalchemy.text(LEVEL))
    unregister(engine)
    unregister(engine)
    with engine.connect() as connection, pytest.raises(sqlalchemy.exc.ProgrammingError, match="dphh_level"):
        connection.execute(sqlalchemy.text(LEVEL))
    register(engine)
    with engine.connect() as connection:
        assert connection.execute(sqlalchemy.text(LEVEL)).fetchall() == [(3,)]


def test_another_database_is_refused() -> None:
    with pytest.raises(ArgumentError, match="must be a DuckDB one, got 'sqlite'"):
        register(sqlalchemy.create_engine("sqlite://"))


def test_a_sqlalchemy_connection_is_refused(engine: sqlalchemy.Engine) -> None:
    with (
        engine.connect() as connection,
        pytest.raises(ArgumentError, match="SQLAlchemy engine, got Connection"),
    ):
        register(connection)
