"""Who gets in: SCRAM with and without TLS, wrong passwords, waits."""

from __future__ import annotations

import datetime as dt
import ipaddress
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scramp import ScramClient

from dphh_sql import cli
from dphh_sql.errors import ArgumentError, PolicyError
from dphh_sql.policy import Policy, UserRule, load
from dphh_sql.serving import passwords, throttle
from dphh_sql.serving import settings as serve_settings
from dphh_sql.serving.server import Server
from dphh_sql.serving.throttle import Throttle
from tests.serving.raw import Raw, int32s, message, text
from tests.serving.served import LOANS, PASSWORD, connect, conninfo, database, serving, toml


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A self-signed certificate for 127.0.0.1 and its key."""
    x509 = pytest.importorskip("cryptography.x509")
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "bank")])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    folder = tmp_path_factory.mktemp("tls")
    (folder / "key.pem").write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    (folder / "cert.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    return folder / "cert.pem", folder / "key.pem"


def test_tls_with_channel_binding(tmp_path: Path, certificate: tuple[Path, Path]) -> None:
    cert, key = certificate
    with serving(database(tmp_path), tls_cert=cert, tls_key=key) as server:
        for more in ({"channel_binding": "require"}, {"channel_binding": "disable"}):
            with connect(server.port, sslmode="verify-full", sslrootcert=str(cert), **more) as con:
                assert con.execute("SELECT repeat('x', 200000)").fetchone() == ("x" * 200_000,)
        with pytest.raises(psycopg.OperationalError, match="requires TLS"):
            connect(server.port, sslmode="disable")
        with Raw(server.port) as raw:  # what is sent in the clear behind the request is not read as if encrypted
            raw.send(int32s(8, 80877103), b"Q\x00\x00\x00\x0dSELECT 1\0")
            assert raw.read(1) == b"S"
            with pytest.raises((EOFError, ConnectionError)):
                raw.read(1000)


def test_without_tls_only_loopback(tmp_path: Path) -> None:
    file = tmp_path / "policy.toml"
    file.write_text('[tables.places]\npublic = true\n[serve]\nhost = "0.0.0.0"\n')
    with pytest.raises(ArgumentError, match=r"host '0\.0\.0\.0' can be reached by others"):
        serve_settings.load(file)
    file.write_text('[tables.places]\npublic = true\n[serve]\ntls_cert = "a"\n')
    with pytest.raises(ArgumentError, match="tls_cert and tls_key belong together"):
        serve_settings.load(file)
    file.write_text("[tables.places]\npublic = true\n[serve]\nmax_conections = 1\n")
    with pytest.raises(PolicyError, match="Did you mean 'max_connections'"):
        serve_settings.load(file)
    for wrong in (
        "port = 70000",
        "max_counts = 0",
        "statement_seconds = -1",
        "session_memory = 5",
        "idle_seconds = inf",
        "statement_seconds = 1e10",
    ):
        file.write_text(f"[tables.places]\npublic = true\n[serve]\n{wrong}\n")
        with pytest.raises(PolicyError, match=wrong.split()[0]):
            serve_settings.load(file)


@pytest.mark.parametrize(
    ("user", "password"),
    [("ann", "wrong"), ("ann", ""), ("nobody", PASSWORD), ("nobody", ""), ("ANN", PASSWORD), ("ann\u00e9", "x")],
)
def test_wrong_logins_look_alike(server: Server, user: str, password: str) -> None:
    """An unknown name is told what a wrong password is told."""
    server._shared.throttle._records.clear()
    with pytest.raises(psycopg.OperationalError) as refused:
        psycopg.connect(conninfo(server.port, user, password or " "))
    assert f'FATAL:  password authentication failed for user "{user}"' in str(refused.value)


def test_an_unknown_user_has_a_salt_that_stays(server: Server) -> None:
    firsts = []
    for user in ("nobody", "nobody", "somebody", "ann"):
        with Raw(server.port) as raw:
            raw.startup(user)
            raw.receive()
            first = ScramClient(["SCRAM-SHA-256"], user, "x").get_client_first().encode()
            raw.send(message(b"p", text("SCRAM-SHA-256"), int32s(len(first)), first))
            firsts.append(raw.receive()[1][4:].decode().partition(",s=")[2])
    assert firsts[0] == firsts[1] != firsts[2]
    assert {first.partition(",")[2] for first in firsts} == {"i=4096"}
    assert len({len(first) for first in firsts}) == 1  # ann's too


def test_the_right_password_of_an_unknown_user_does_not_exist() -> None:
    known = passwords.Verifiers([UserRule("ann", passwords.verifier("x", 4096))])
    assert known.of("bob")[:1] == known.of("bob")[:1]
    assert known.of("bob")[1:3] != known.of("bob")[1:3]


@given(st.text(min_size=1, max_size=20))
def test_an_unknown_user_looks_like_a_known_one(name: str) -> None:
    """Verifiers of this package have 32 bytes of salt, those of PostgreSQL 16."""
    mixed = [passwords.verifier("x", 5000), f"SCRAM-SHA-256$4096:{'A' * 22}==${'A' * 43}=:{'A' * 43}="]
    known = passwords.Verifiers(UserRule(str(i), each) for i, each in enumerate(mixed))
    salt, *_, iterations = known.of(name)
    assert (len(salt), iterations) in {(32, 5000), (16, 4096)}
    assert known.of(name)[0] == salt
    assert len({(len(known.of(f"{name}{i}")[0])) for i in range(40)}) == 2


def test_wrong_passwords_are_slowed_down(tmp_path: Path) -> None:
    with serving(database(tmp_path), login_seconds=1.0) as server:
        said = []
        for _ in range(8):
            with pytest.raises(psycopg.OperationalError) as refused:
                psycopg.connect(conninfo(server.port, password="wrong"))
            said.append(str(refused.value))
        assert "too many failed logins" in said[-1]
        assert "password authentication failed" in said[0]


def test_guesses_that_wait_for_each_other_are_slowed_down_too(tmp_path: Path) -> None:
    """They went through the exchange up to the proof first, and then all proofs at once."""
    with serving(database(tmp_path), login_seconds=2.0) as server, ExitStack() as stack:
        raws = [stack.enter_context(Raw(server.port)) for _ in range(12)]
        proofs = []
        for raw in raws:
            raw.startup("ann")
            raw.receive()
            client = ScramClient(["SCRAM-SHA-256"], "ann", "wrong")
            first = client.get_client_first().encode()
            raw.send(message(b"p", text("SCRAM-SHA-256"), int32s(len(first)), first))
            client.set_server_first(raw.receive()[1][4:].decode())
            proofs.append(client.get_client_final().encode())
        for raw, proof in zip(raws, proofs, strict=True):
            raw.send(message(b"p", proof))
        said = [raw.receive()[1] for raw in raws]
        assert sum(b"too many failed logins" in each for each in said) >= 6


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_each_failure_doubles_the_wait_up_to_a_ceiling() -> None:
    clock = Clock()
    limits = Throttle(most_seconds=10, clock=clock)
    keys = throttle.keys("ann", "10.0.0.1")
    waits = []
    for _ in range(12):
        waits.append(limits.turn(keys))
        clock.now += waits[-1]
        limits.failed(keys)
    assert waits == [0, 0, 0, 0.25, 0.5, 1, 2, 4, 8, 10, 10, 10]
    limits.succeeded(keys)
    assert limits.turn(keys) == 0


def test_attempts_at_once_gain_nothing() -> None:
    clock = Clock()
    limits = Throttle(clock=clock)
    for _ in range(5):
        limits.failed(("user ann",))
    assert [limits.turn(("user ann",)) for _ in range(4)] == [1, 2, 3, 4]


def test_who_is_refused_does_not_lengthen_the_queue() -> None:
    """Else a burst of attempts would lock a name out for as many ceilings."""
    clock = Clock()
    limits = Throttle(most_seconds=10, clock=clock)
    for _ in range(20):
        limits.failed(("user ann",))
    waits = [limits.turn(("user ann",), patience=60) for _ in range(1000)]
    assert max(waits) <= 70
    clock.now += 70
    assert limits.turn(("user ann",), patience=60) == 0


def test_another_user_from_another_address_does_not_wait() -> None:
    limits = Throttle(clock=Clock())
    for _ in range(9):
        limits.failed(throttle.keys("ann", "10.0.0.1"))
    assert limits.turn(throttle.keys("bob", "10.0.0.2")) == 0
    assert limits.turn(throttle.keys("bob", "10.0.0.1")) > 0
    assert limits.turn(throttle.keys("ann", "10.0.0.2")) > 0


def test_memory_is_bounded_and_forgotten() -> None:
    clock = Clock()
    limits = Throttle(most_keys=100, clock=clock)
    for i in range(1000):
        for _ in range(5):
            limits.failed(throttle.keys(f"user{i}", "10.0.0.1"))
    assert len(limits) == 100
    assert limits.turn(throttle.keys("user1000", "10.0.0.1")) > 0  # the address is still known
    clock.now += throttle.FORGET_SECONDS + 1
    assert limits.turn(throttle.keys("user999", "10.0.0.1")) == 0


def test_an_ipv6_client_has_its_whole_network() -> None:
    assert throttle.keys("a", "2001:db8::1")[1] == throttle.keys("a", "2001:db8::ffff:2")[1]
    assert throttle.keys("a", "2001:db8::1")[1] != throttle.keys("a", "2001:db8:0:1::1")[1]


@settings(max_examples=50)
@given(st.text(min_size=1, max_size=30))
def test_a_verifier_is_one_for_the_policy(password: str) -> None:
    try:
        made = passwords.verifier(password, 4096)
    except ArgumentError as refused:
        assert "SASLprep" in str(refused)
        return
    policy = Policy.of({"loans": LOANS}, {"ann": {"password": made}})
    assert policy.user("ann") == UserRule("ann", made)
    assert made not in repr(policy)


def test_the_password_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert cli.main(["password", "--generate"]) == 0
    shown, line = capsys.readouterr().out.splitlines()
    file = tmp_path / "policy.toml"
    file.write_text(f"[tables.places]\npublic = true\n[users.ann]\n{line}\n")
    assert passwords.Verifiers(load(file).users).of("ann")[3] == passwords.ITERATIONS
    assert len(shown) > 20


def test_sessions_are_those_of_their_user(server: Server) -> None:
    server._shared.throttle._records.clear()
    with connect(server.port, "bob") as con:
        con.execute("SELECT count(*) FROM dp_hhh('loans', 'zip', eps => 0.125)")
        assert con.execute("SELECT user_name FROM dp_ledger() WHERE eps = 0.125").fetchall() == [("bob",)]


@pytest.mark.parametrize(
    ("iterations", "salt", "rule"),
    [
        (1000, "A" * 16, "must have 4096 to 10000000 iterations, got 1000"),
        (99_999_999, "A" * 16, "must have 4096 to 10000000 iterations"),
        (4096, "A" * 12, "must be a SCRAM-SHA-256 verifier"),
        (4096, "A" * 17, "must be a SCRAM-SHA-256 verifier"),
        (4096, "=" * 16, "must be a SCRAM-SHA-256 verifier"),
    ],
)
def test_a_verifier_that_nobody_could_log_in_with_is_refused(iterations: int, salt: str, rule: str) -> None:
    verifier = f"SCRAM-SHA-256${iterations}:{salt}${'A' * 43}=:{'A' * 43}="
    with pytest.raises(PolicyError, match=rule) as refused:
        Policy.of({"loans": LOANS}, {"ann": {"password": verifier}})
    assert "AAAA" not in str(refused.value)


def test_a_policy_in_the_clear_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "policy.toml"
    file.write_text(toml().replace("SCRAM-SHA-256$", "hunter2"))
    with pytest.raises(PolicyError) as refused:
        load(file)
    assert "hunter2" not in str(refused.value)
