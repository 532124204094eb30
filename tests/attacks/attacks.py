"""What an analyst might try in SQL, each with its expected end. Printed as a table by `python -m tests.attacks`.

Three ends: *refused* (an error whose text matches; nothing charged), *charged* (eps in the ledger afterwards),
*harmless* (it runs and shows nothing private). Whatever the end, no secret may appear in a result or an error.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Q = "dp_hhh('loans', 'zip', eps => 0.1)"
"""A legitimate query, of 0.1."""


@dataclass(frozen=True)
class Attack:
    """Statements run one after the other on one connection.

    Attributes:
        aim: the category.
        sql: the statements; only the last may be refused.
        refused: pattern that the error's text must match, None when it is not refused.
        charged: eps in the ledger afterwards.
        by: whose connection.
    """

    aim: str
    sql: tuple[str, ...]
    refused: str | None = None
    charged: str = "0"
    by: Literal["analyst", "owner"] = "analyst"

    @property
    def end(self) -> str:
        return (
            "refused" if self.refused is not None else f"charged {self.charged}" if self.charged != "0" else "harmless"
        )


def _refused(aim: str, pattern: str, *statements: str) -> list[Attack]:
    """Each statement alone is refused."""
    return [Attack(aim, (sql,), refused=pattern) for sql in statements]


def _harmless(aim: str, *statements: str) -> list[Attack]:
    return [Attack(aim, (sql,)) for sql in statements]


NOT_THERE = "does not exist|not found"
NOT_ALLOWED = "disabled (by|through) configuration|configuration has been locked|SET search_path"
NOT_PUBLISHED = r"tbl must be a published table \(loans\)"
NOT_PLAIN = "may count rows of a protected table more than once"

READ = [
    *_refused(
        "read raw rows",
        NOT_THERE,
        "SELECT * FROM loans",
        "SELECT * FROM main.loans",
        "SELECT zip FROM memory.main.loans",
        "FROM query('SELECT * FROM loans')",
        "FROM query_table('loans')",
        "FROM query_table(['loans', 'salaries'])",
        "FROM recent",
        "FROM owner",
        "FROM __dphh_copied",
        "SELECT * FROM exact_hhh('loans', 'zip', tau => 1)",
        "SELECT * FROM prefix_counts('loans', 'zip')",
        "SELECT * FROM residual_counts('loans', 'zip', tau => 1)",
        "SELECT system.main.__exact_hhh(1, [], 'x')",
        "SELECT getenv('HOME')",
        "INSERT INTO loans VALUES (1)",
        "ALTER TABLE loans RENAME TO mine",
        "CREATE VIEW mine AS SELECT * FROM loans",
    ),
    *_refused(
        "reach outside",
        NOT_ALLOWED,
        "FROM read_csv('/etc/passwd')",
        "FROM read_text('/etc/passwd')",
        "FROM '/etc/passwd.csv'",
        "FROM read_parquet('*.parquet')",
        "FROM glob('/*')",
        "FROM sniff_csv('/etc/passwd')",
        "ATTACH 'bank.duckdb' AS bank",
        "COPY places TO '/tmp/out.csv'",
        "COPY places FROM '/etc/passwd'",
        "EXPORT DATABASE '/tmp/out'",
        "IMPORT DATABASE '/tmp/out'",
        # The folder that an instance in memory spills to: that of the owner's too, in one process.
        "FROM glob('.tmp/**')",
        "FROM read_blob('.tmp/*')",
        "FROM read_text('.tmp/duckdb_temp_storage_DEFAULT-0.tmp')",
        "COPY places TO '.tmp/out.csv'",
        "ATTACH '.tmp/out.duckdb' AS out",
        "EXPORT DATABASE '.tmp/out'",
        "INSTALL httpfs",
        "LOAD '/tmp/x.duckdb_extension'",
        "SET enable_external_access = true",
        "SET lock_configuration = false",
        "RESET enable_external_access",
        "SET python_enable_replacements = true",
        "SET search_path = 'bank.main'",
        "PRAGMA enable_profiling = 'json'",
        "SET allow_community_extensions = true",
    ),
    *_harmless(
        "look around",
        "SELECT name, value FROM duckdb_settings()",
        "SELECT * FROM duckdb_databases()",
        "SELECT * FROM duckdb_tables()",
        "SELECT * FROM duckdb_columns()",
        "SELECT * FROM duckdb_views()",
        "SELECT * FROM duckdb_functions() WHERE function_name LIKE '%dp%'",
        "SHOW ALL TABLES",
        "SELECT system.main.__dphh_session()",
        "SELECT system.main.__dphh_draw(true)",
        """SELECT system.main.__dphh_sql('exact_hhh', '"loans"', '"zip"', '{"tau": 1}', 'bank', 'main', '')""",
        """SELECT system.main.__dphh_sql('dp_hhh', '"loans"', '"zip"', '{"eps": 0.1}', 'bank', 'main', '')""",
        "SELECT * FROM dp_ledger()",
        "SELECT * FROM dp_budget()",
        "SELECT * FROM dp_plan('dp_hhh', hierarchy => 'zip', eps => 1)",
    ),
    *_refused(
        "ask for what is not published",
        NOT_PUBLISHED,
        "FROM dp_hhh('salaries', 'zip', eps => 0.1)",
        "FROM dp_hhh('of_salaries', 'zip', eps => 0.1)",
        "FROM dp_hhh('no_such_table', 'zip', eps => 0.1)",
        "FROM dp_hhh('places', 'zip', eps => 0.1)",
        "FROM dp_hhh('duckdb_tables', 'zip', eps => 0.1)",
        "FROM dp_hhh('/etc/passwd', 'zip', eps => 0.1)",
        "FROM dp_hhh('secret.parquet', 'zip', eps => 0.1)",
    ),
]

MULTIPLY = [
    *_refused(
        "multiply rows by a view",
        NOT_PLAIN,
        *(
            f"FROM dp_hhh('{view}', 'zip', eps => 0.1)"
            for view in (
                "doubled",
                "doubled_below",
                "joined",
                "crossed",
                "unnested",
                "hidden",
                "first_rows",
                "sampled",
                "within",
                "ranked",
                "renamed_by_position",
            )
        ),
    ),
    *_refused(
        "multiply rows by arguments",
        "tbl must|col must|must fit the columns",
        "FROM dp_hhh(['loans', 'loans'], 'zip', eps => 0.1)",
        "FROM dp_hhh('loans UNION ALL FROM loans', 'zip', eps => 0.1)",
        "FROM dp_hhh('(SELECT * FROM loans)', 'zip', eps => 0.1)",
        "FROM dp_hhh('query(''SELECT * FROM loans'')', 'zip', eps => 0.1)",
        "FROM dp_hhh('loans', 'unnest([zip, zip])', eps => 0.1)",
        "FROM dp_hhh('loans', 'zip FROM loans --', hierarchy => 'zip', eps => 0.1)",
        "FROM dp_hhh('loans', ['zip', 'zip'], eps => 0.1)",
    ),
    *_refused(
        "many releases in one call",
        "lateral|correlated|[Cc]onstant|literal|subquer|not found|parameter|expects",
        "SELECT * FROM range(3) r(i), dp_hhh('loans', 'zip', eps => 0.1 * i)",
        "SELECT * FROM (VALUES ('loans'), ('loans')) t(n), LATERAL (SELECT * FROM dp_hhh(n, 'zip', eps => 0.1))",
        "SELECT (SELECT count(*) FROM dp_hhh('loans', 'zip', eps => r.i)) FROM range(3) r(i)",
    ),
    Attack("many releases in one call", (f"SELECT * FROM {Q} a JOIN {Q} b USING (level)",), charged="0.2"),
    Attack("many releases in one call", (f"FROM {Q} UNION ALL FROM {Q} UNION ALL FROM {Q}",), charged="0.3"),
    Attack("many releases in one call", (f"WITH r AS MATERIALIZED (FROM {Q}) FROM r a, r b",), charged="0.1"),
    Attack("many releases in one call", (f"WITH r AS NOT MATERIALIZED (FROM {Q}) FROM r a, r b",), charged="0.2"),
    Attack(
        "many releases in one call",
        (
            f"WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r, (SELECT count(*) FROM {Q}) WHERE i < 3) "
            "SELECT max(i) FROM r",
        ),
        charged="0.4",
    ),
    Attack("many releases in one call", (f"SELECT * FROM range(5), (SELECT count(*) FROM {Q})",), charged="0.1"),
    Attack("stand in for the table", (f"WITH loans AS (SELECT '90001' AS zip) FROM {Q}",), charged="0.1"),
    Attack("stand in for the table", ("CREATE TABLE loans AS SELECT '90001' AS zip", f"FROM {Q}"), charged="0.1"),
    Attack("stand in for the table", ("CREATE TEMP VIEW loans AS FROM range(9)", f"FROM {Q}"), charged="0.1"),
    *_refused(
        "forge a plan token",
        "token",
        "SELECT (system.main.__dp_hhh(9, [], 'x')).error.concat(error((system.main.__dp_hhh(9, [], 'x')).error))",
    ),
    *_refused(
        "replay a plan token",
        "exactly one row",
        r"""WITH t AS MATERIALIZED (
            SELECT regexp_extract(system.main.__dphh_sql(
                'dp_hhh', '"loans"', '"zip"', '{"eps": 0.1}', '', '', ''), ', ''([^'']{100,})''\)', 1) AS token)
        SELECT error((system.main.__dp_hhh(0, [], token)).error) FROM t, range(3)""",
    ),
]

WEAKEN = [
    *_refused(
        "weaken the unit",
        "unit must be borrower|max_rows must be at most 2|without its unit column",
        "FROM dp_hhh('loans', 'zip', eps => 0.1, unit => 'row')",
        "FROM dp_hhh('loans', 'zip', eps => 0.1, unit => 'note')",
        "FROM dp_hhh('loans', 'zip', eps => 0.1, unit => 'amount', max_rows => 1)",
        "FROM dp_hhh('loans', 'zip', eps => 0.1, unit => '\"row\"')",
        "FROM dp_hhh('loans', 'zip', eps => 0.1, max_rows => 3)",
        "FROM dp_hhh('without_unit', 'zip', eps => 0.1)",
        "FROM dp_hhh('other_unit', 'zip', eps => 0.1)",
        "FROM dp_hhh('recent', 'code', hierarchy => 'zip', eps => 0.1, unit => 'code')",
    ),
    *_refused(
        "weaken the guarantee",
        "tau=1 is below|eps must|delta must|eps is required|delta left|unknown",
        "FROM dp_hhh('loans', 'zip', eps => 0.1, tau => 1)",
        "FROM dp_hhh('loans', 'zip', eps => 0)",
        "FROM dp_hhh('loans', 'zip', eps => -1)",
        "FROM dp_hhh('loans', 'zip', eps => 'NaN'::DOUBLE)",
        "FROM dp_hhh('loans', 'zip', eps => 'Infinity'::DOUBLE)",
        "FROM dp_hhh('loans', 'zip', eps => '1')",
        "FROM dp_hhh('loans', 'zip')",
        "FROM dp_hhh('loans', 'zip', eps => 0.1, delta => 0)",
        "FROM dp_hhh('loans', 'zip', eps => 0.1, delta => 1)",
        "FROM dp_hhh('loans', 'zip', eps => 0.1, delta => 0.01)",
        "FROM dp_hhh('loans', 'zip', eps => 0.1, method => 'exact')",
    ),
    Attack("weaken the unit", ("FROM dp_hhh('LOANS', 'zip', eps => 0.1, unit => 'BORROWER')",), charged="0.1"),
    Attack(
        "fix the randomness", ("SELECT setseed(0.5)", f"FROM {Q}", "SELECT setseed(0.5)", f"FROM {Q}"), charged="0.2"
    ),
]

DODGE = [
    Attack("dodge the ledger", ("BEGIN", f"FROM {Q}", "ROLLBACK"), charged="0.1"),
    Attack("dodge the ledger", (f"PREPARE p AS FROM {Q}", "EXECUTE p", "EXECUTE p"), charged="0.2"),
    Attack("dodge the ledger", (f"CREATE TABLE kept AS FROM {Q}", "FROM kept", "FROM kept"), charged="0.1"),
    Attack("dodge the ledger", (f"SELECT count(*) FROM {Q} WHERE level = 9",), charged="0.1"),
    Attack("dodge the ledger", (f"FROM {Q} LIMIT 1",), charged="0.1"),
    Attack("dodge the ledger", (f"EXPLAIN ANALYZE FROM {Q}",), charged="0.1"),
    Attack("dodge the ledger", (f"SELECT error(count(*)::VARCHAR) FROM {Q}",), refused="Invalid Input", charged="0.1"),
    Attack("dodge the ledger", ("FROM dp_hhh('recent', 'code', hierarchy => 'zip', eps => 0.1)",), charged="0.1"),
    Attack("dodge the ledger", ("FROM dp_hhh('recent_again', 'code', hierarchy => 'zip', eps => 0.1)",), charged="0.1"),
    Attack(
        "dodge the ledger",
        (
            f"FROM {Q}",
            "FROM dp_hhh('LOANS', 'zip', eps => 0.1)",
            "FROM dp_hhh('main.loans', 'zip', eps => 0.1)",
            'FROM dp_hhh(\'"bank"."main"."Loans"\', \'zip\', eps => 0.1)',
        ),
        charged="0.4",
    ),
    Attack("dodge the ledger", ("FROM dp_hhh('loans', 'zip', eps => 0.1, name => 'q')",) * 3, charged="0.1"),
    Attack(
        "dodge the ledger",
        (
            "FROM dp_hhh('loans', 'zip', eps => 0.1, name => 'q')",
            "FROM dp_hhh('loans', 'zip', eps => 0.2, name => 'q')",
        ),
        refused="name 'q' belongs to release 1 of loans",
        charged="0.1",
    ),
    Attack(
        "dodge the ledger",
        (
            "FROM dp_hhh('loans', 'zip', eps => 0.1, name => 'q')",
            "FROM dp_hhh('recent', 'code', hierarchy => 'zip', eps => 0.1, name => 'q')",
        ),
        refused="name 'q' belongs to release 1 of loans",
        charged="0.1",
    ),
    Attack(
        "overspend",
        ("FROM dp_hhh('loans', 'zip', eps => 0.6)", "FROM dp_hhh('loans', 'zip', eps => 0.5)"),
        refused=r"budget of loans: 0\.4 of eps left, 0\.5 asked;",
        charged="0.6",
    ),
    Attack(
        "overspend",
        ("FROM dp_hhh('loans', 'zip', eps => 1.0)", "FROM dp_hhh('loans', 'zip', eps => 1e-3)"),
        refused=r"budget of loans: 0 of eps left",
        charged="1.0",
    ),
    Attack(
        "overspend",
        ("CREATE OR REPLACE TEMP MACRO dp_budget() AS TABLE SELECT 99 AS eps_left", f"FROM {Q}"),
        charged="0.1",
    ),
    *_refused("forge the ledger", "not an base table|only|Can only|syntax|Parser", "DELETE FROM dp_ledger()"),
    *_harmless(
        "bind without running",
        f"EXPLAIN FROM {Q}",
        f"DESCRIBE FROM {Q}",
        f"PREPARE p AS FROM {Q}",
        f"FROM {Q} LIMIT 0",
        f"CREATE VIEW later AS FROM {Q}",
    ),
]

ERRORS = [
    *_refused(
        "learn values through errors",
        "filter (may combine|is not a predicate|must be one predicate)",
        "FROM dp_hhh('loans', 'zip', eps => 0.1, filter => 'CAST(note AS INTEGER) = 1')",
        "FROM dp_hhh('loans', 'zip', eps => 0.1, filter => '1 / (amount - 17) = 0')",
        "FROM dp_hhh('loans', 'zip', eps => 0.1, filter => 'error(note) IS NULL')",
        "FROM dp_hhh('loans', 'zip', eps => 0.1, filter => 'zip = (SELECT max(zip) FROM loans)')",
        "FROM dp_hhh('loans', 'zip', eps => 0.1, filter => 'EXISTS (FROM salaries)')",
        "FROM dp_hhh('loans', 'zip', eps => 0.1, filter => 'zip = ''9''; DROP TABLE loans')",
        "FROM dp_hhh('loans', 'zip', eps => 0.1, filter => 'note = borrower')",
        "FROM dp_hhh('loans', 'zip', eps => 0.1, filter => 'zip ~ ''9''')",
    ),
    *_refused(
        "learn values through errors",
        "must have a type|must fit the columns|could not count|may count rows",
        "FROM dp_hhh('loans', 'amount', hierarchy => 'zip', eps => 0.1)",
        "FROM dp_hhh('loans', 'note', hierarchy => 'date', eps => 0.1)",
        "FROM dp_hhh('loans', 'no_column', hierarchy => 'zip', eps => 0.1)",
        "FROM dp_hhh('loans', 'zip', eps => 0.1, filter => 'amount = ''x''')",
        "FROM dp_hhh('failing', 'zip', eps => 0.1)",
        "FROM dp_hhh('filtered_by_failure', 'zip', eps => 0.1)",
    ),
    Attack(
        "learn values through errors", ("FROM dp_hhh('loans', 'note', hierarchy => 'zip', eps => 0.1)",), charged="0.1"
    ),
]

ORDINARY = [
    Attack("ordinary work", (f"SELECT place, count FROM {Q} r LEFT JOIN places p ON r.prefix = p.zip",), charged="0.1"),
    Attack(
        "ordinary work",
        (
            f"CREATE TABLE kept AS SELECT *, rank() OVER (ORDER BY count DESC) AS r FROM {Q}",
            "CREATE VIEW shown AS SELECT prefix, count FROM kept WHERE r <= 3",
            "SELECT * FROM shown JOIN places ON prefix = zip",
            "SELECT certificate->>'unit' FROM dp_certificate('last')",
        ),
        charged="0.1",
    ),
]

OWNER = [
    Attack(
        "multiply rows under the owner's policy",
        ("WITH loans AS (FROM main.loans UNION ALL FROM main.loans) FROM " + Q,),
        charged="0.1",
        by="owner",
    ),
    Attack(
        "multiply rows under the owner's policy",
        ("CREATE TEMP TABLE loans AS FROM main.loans UNION ALL FROM main.loans", f"FROM {Q}"),
        charged="0.1",
        by="owner",
    ),
    Attack(
        "multiply rows under the owner's policy", ("FROM dp_hhh('doubled', 'zip', eps => 0.1)",), NOT_PLAIN, by="owner"
    ),
    Attack(
        "multiply rows under the owner's policy", ("FROM dp_hhh('hidden', 'zip', eps => 0.1)",), NOT_PLAIN, by="owner"
    ),
    Attack("dodge the ledger", ("BEGIN", f"FROM {Q}", "ROLLBACK"), charged="0.1", by="owner"),
    Attack(
        "overspend",
        ("FROM dp_hhh('loans', 'zip', eps => 0.6)", "FROM dp_hhh('recent', 'code', hierarchy => 'zip', eps => 0.5)"),
        refused=r"budget of loans: 0\.4 of eps left, 0\.5 asked;",
        charged="0.6",
        by="owner",
    ),
    Attack("weaken the unit", ("FROM dp_hhh('loans', 'zip', eps => 0.1, unit => 'row')",), "unit must be", by="owner"),
]

TOKEN = r"""regexp_extract(system.main.__dphh_sql(
    'dp_hhh', '"without_one"', '"zip"', '{"eps": 0.1}', '', '', ''), '([A-Za-z0-9+/=]{100,})', 1)"""
ATTACHED = ("ATTACH ':memory:' AS bank", "CREATE TABLE bank.main.loans AS SELECT '90001' AS zip, 'me' AS borrower")

DEVIOUS = [
    *_harmless(
        "read the owner's view definitions",
        f"SELECT from_base64({TOKEN})::VARCHAR",
        "EXPLAIN FROM dp_hhh('without_one', 'zip', eps => 0.1)",
        "EXPLAIN (FORMAT json) FROM dp_hhh('without_one', 'zip', eps => 0.1)",
    ),
    Attack(
        "read the owner's view definitions",
        ("FROM dp_hhh('without_one', 'zip', eps => 0.1)", "FROM dp_certificate('last')", "FROM dp_ledger()"),
        charged="0.1",
    ),
    *_refused(
        "use what the policy does not allow",
        "the policy of loans allows only dp_hhh",
        "FROM dp_heavy_nodes('loans', 'zip', eps => 0.1)",
        "FROM dp_tree_counts('recent', 'code', hierarchy => 'zip', eps => 0.1)",
    ),
    *_refused(
        "reach outside",
        NOT_ALLOWED,
        "SET threads = 4",
        "SET allow_persistent_secrets = true",
    ),
    *_refused("reach outside", "[Pp]ersistent secrets are disabled", "CREATE PERSISTENT SECRET s (TYPE http)"),
    *_harmless("reach outside", "FROM duckdb_secrets()", "FROM which_secret('x', 's3')"),
    *_refused(
        "read raw rows", NOT_THERE, "FROM json_execute_serialized_sql(json_serialize_sql('SELECT * FROM loans'))"
    ),
    Attack("stand in for the table", (*ATTACHED, "FROM dp_hhh('bank.main.loans', 'zip', eps => 0.1)"), charged="0.1"),
    Attack("stand in for the table", (*ATTACHED, "USE bank", f"FROM {Q}"), charged="0.1"),
    # The analyst's macros take the place of DuckDB's functions in our macros on the same connection, and fool nobody else.
    *(
        Attack("stand in for a function", (f"CREATE TEMP MACRO {macro}", f"FROM {Q}"), charged="0.1")
        for macro in (
            "current_database() AS 'memory'",
            "current_schema() AS 'x'",
            "current_connection_id() AS 2",
            "unnest(x) AS x",
            "error(x) AS NULL",
        )
    ),
    Attack(
        "stand in for a function",
        ("CREATE MACRO main.to_json(x) AS '\"salaries\"'", f"FROM {Q}"),
        refused="a macro named to_json stands in",
    ),
    *(
        Attack("stand in for a function", ("CREATE TEMP MACRO error(x) AS NULL", f"FROM dp_hhh({call})"))
        for call in ("'salaries', 'zip', eps => 1", "'loans', 'zip', eps => 9")
    ),
    Attack("many releases in one call", (f"PIVOT (FROM {Q}) ON level USING count(*)",), charged="0.2"),
    Attack(
        "many releases in one call", (f"SELECT (SELECT count(*) FROM {Q}), (SELECT max(count) FROM {Q})",), charged="0.2"
    ),
    Attack(
        "many releases in one call",
        ("CREATE TABLE t AS SELECT 1 AS x FROM range(100)", f"UPDATE t SET x = (SELECT count(*) FROM {Q})"),
        charged="0.1",
    ),
    Attack(
        "many releases in one call",
        (f"INSERT INTO places SELECT prefix, (SELECT max(count)::VARCHAR FROM {Q}) FROM {Q}",),
        charged="0.2",
    ),
    Attack(
        "dodge the ledger",
        ("PREPARE p AS FROM dp_hhh('loans', 'zip', eps => $1)", "EXECUTE p(0.1)", "EXECUTE p(0.2)"),
        charged="0.3",
    ),
    Attack(
        "dodge the ledger",
        (
            "CREATE MACRO cheap(e) AS TABLE FROM dp_hhh('loans', 'zip', eps => e)",
            "FROM cheap(0.1) UNION ALL FROM cheap(0.2)",
        ),
        charged="0.3",
    ),
    Attack("dodge the ledger", ("BEGIN", "DROP MACRO TABLE dp_hhh", "ROLLBACK", f"FROM {Q}"), charged="0.1"),
    Attack(
        "dodge the ledger", ("FROM dp_hhh('loans', 'zip', eps => 0.1, name => repeat('q', 500))",) * 2, charged="0.1"
    ),
]

ATTACKS = [*READ, *MULTIPLY, *WEAKEN, *DODGE, *ERRORS, *DEVIOUS, *ORDINARY, *OWNER]
