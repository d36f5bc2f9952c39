"""The HTTP client of webhooks: only checked public addresses, with limits of time and size."""

import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.tournaments.webhooks.receiver import receiving
from tournaments.web import http_client

PRIVATE_ADDRESSES = (
    "127.0.0.1",
    "127.8.8.8",
    "0.0.0.0",
    "10.0.0.7",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::127.0.0.1",
    "192.88.99.1",
    "192.175.48.1",
    "3fff::1",
    "3fff:fff:ffff::1",
    "5f00::1",
    "64:ff9b:1::1",
    "100::1",
    "2001:2::1",
    "64:ff9b::7f00:1",
    "64:ff9b::a00:1",
    "2002:7f00:1::",
    "2002:a00:1::",
    "2001:0:7f00:1::",
    "fe80::1",
    "fe80::1%eth0",
    "fc00::1",
    "fec0::1",
    "ff02::1",
    "2001:db8::1",
    "no address",
)
PUBLIC_ADDRESSES = ("8.8.8.8", "93.184.215.14", "2606:4700:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808")


def refused(address: str, **more: object) -> str:
    """The code of the error with which a request is refused."""
    with pytest.raises(http_client.HttpClientError) as caught:
        http_client.post(address, body=b"{}", headers={}, **more)  # type: ignore[arg-type]
    return caught.value.code


@contextmanager
def a_server(answer: bytes) -> Iterator[tuple[int, list[str]]]:
    """A TCP server that counts connections and answers each with `answer`; yields port and connections."""
    connections: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            while True:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                connections.append("connection")
                with suppress(OSError), connection:
                    connection.sendall(answer)
                    connection.shutdown(socket.SHUT_WR)
                    while connection.recv(65536):
                        pass

        threading.Thread(target=serve, daemon=True).start()
        yield listener.getsockname()[1], connections
        listener.shutdown(socket.SHUT_RDWR)


def test_private_and_public_addresses_are_distinguished() -> None:
    assert [address for address in PRIVATE_ADDRESSES if http_client.is_public(address)] == []
    assert [address for address in PUBLIC_ADDRESSES if not http_client.is_public(address)] == []


@pytest.mark.parametrize(
    "address",
    [
        "http://example.org/",
        "ftp://example.org/",
        "https:///path",
        "https://user@example.org/",
        "https://user:word@example.org/",
        "https://example.org:0/",
        "https://example.org:99999/",
        "https://exa mple.org/",
        "https://example.org/\r\nHost: inside",
        "https://example.org/ü",
        "https://example.org/?ü",
        "https://[::1/",
        "example.org",
        "",
    ],
)
def test_a_malformed_address_is_refused_without_a_request(address: str) -> None:
    assert refused(address, resolver=lambda host, port: pytest.fail("asked")) == "address"


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "0x7f.1", "2130706433", "0177.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "localhost"]
)
def test_no_notation_of_the_local_host_is_reached(host: str) -> None:
    with a_server(b"HTTP/1.1 204 \r\n\r\n") as (port, connections):
        assert refused(f"https://{host}:{port}/") == "forbidden"
        assert connections == []


@pytest.mark.parametrize(
    ("host", "is_private"),
    [
        *(
            (host, True)
            for host in (
                *("127.0.0.1", "10.1.2.3", "192.168.0.9", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
                *("0x7f.1", "2130706433", "0177.0.0.1", "127.1", "::1", "fe80::1", "::ffff:127.0.0.1"),
                *("localhost", "LOCALHOST.", "desk.localhost", "printer.local", "db.internal"),
            )
        ),
        *((host, False) for host in ("1.1.1.1", "2606:4700::1111", "example.org", "local.example.org")),
    ],
)
def test_a_host_is_private_as_it_is_written(host: str, is_private: bool) -> None:
    assert http_client.is_private_host(host) is is_private


def test_one_private_address_of_a_name_forbids_the_request() -> None:
    two = ["93.184.215.14", "10.0.0.1"]
    assert refused("https://example.org/", resolver=lambda host, port: two) == "forbidden"


def test_a_name_is_resolved_once_and_the_checked_address_is_used() -> None:
    """A DNS answer that changes between check and connection has no effect (DNS rebinding)."""
    resolved_names: list[str] = []

    def resolver(host: str, port: int) -> Sequence[str]:
        resolved_names.append(host)
        return ["127.0.0.1"]

    with receiving() as receiver:
        address = receiver.address.replace("127.0.0.1", "receiver.invalid")
        answer = http_client.post(
            address, body=b"{}", headers={"a": "b"}, allow_private=True, resolver=resolver
        )
    assert (answer.status, resolved_names) == (204, ["receiver.invalid"])
    headers, text = receiver.received[0]
    assert (text, headers["a"], headers["host"].split(":")[0]) == ("{}", "b", "receiver.invalid")


def test_a_redirect_is_not_followed() -> None:
    with receiving() as receiver:
        receiver.status, receiver.headers = 302, {"Location": receiver.address}
        answer = http_client.post(receiver.address, body=b"{}", headers={}, allow_private=True)
    assert (answer.status, answer.is_accepted, len(receiver.received)) == (302, False, 1)


def test_an_unknown_host_name_is_reported() -> None:
    def unknown(host: str, port: int) -> Sequence[str]:
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    assert refused("https://example.org/", resolver=unknown) == "unresolved"
    assert refused("https://example.org/", resolver=lambda host, port: []) == "unresolved"


def test_a_closed_port_is_reported() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    assert refused(f"http://127.0.0.1:{port}/", allow_private=True) == "unreachable"


def test_a_server_without_tls_gets_no_request() -> None:
    with a_server(b"HTTP/1.1 204 \r\n\r\n") as (port, _):
        assert refused(f"https://127.0.0.1:{port}/", allow_private=True) == "tls"


def test_a_server_that_does_not_speak_http_is_reported() -> None:
    with a_server(b"Good evening\r\n") as (port, _):
        assert refused(f"http://127.0.0.1:{port}/", allow_private=True) == "broken"


def test_an_endless_answer_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_client, "WHOLE_SECONDS", 0.3)
    connections: list[socket.socket] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            connection, _ = listener.accept()
            connections.append(connection)
            connection.sendall(b"HTTP/1.1 200 OK\r\n")

        threading.Thread(target=serve, daemon=True).start()
        address = f"http://127.0.0.1:{listener.getsockname()[1]}/"
        assert refused(address, allow_private=True) == "slow"
        connections[0].close()


def test_a_slow_name_resolution_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_client, "LOOKUP_SECONDS", 0.1)
    test_is_over = threading.Event()

    def resolver(host: str, port: int) -> Sequence[str]:
        test_is_over.wait(30)
        return []

    assert refused("https://example.org/", resolver=resolver) == "slow"
    test_is_over.set()


def test_a_slow_tls_handshake_counts_for_the_timeout(
    monkeypatch: pytest.MonkeyPatch, tls_contexts: tuple[ssl.SSLContext, ssl.SSLContext]
) -> None:
    """The server delays its handshake and then answers slowly without an end."""
    monkeypatch.setattr(http_client, "WHOLE_SECONDS", 0.2)
    server, client = tls_contexts
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            connection, _ = listener.accept()
            time.sleep(0.5)
            with suppress(OSError), server.wrap_socket(connection, server_side=True) as tls_connection:
                tls_connection.recv(65536)
                tls_connection.sendall(b"HTTP/1.1 200 OK\r\n")
                while True:
                    tls_connection.sendall(b"a: b\r\n")
                    time.sleep(0.5)

        threading.Thread(target=serve, daemon=True).start()
        address = f"https://127.0.0.1:{listener.getsockname()[1]}/"
        assert refused(address, allow_private=True, trust=client) == "slow"


@pytest.fixture
def tls_contexts(tmp_path: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """TLS contexts of a server with a self-signed certificate, and of a client that trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "receiver")])
    now = datetime.now(UTC)
    certificate_builder = x509.CertificateBuilder(
        name, name, key.public_key(), 1, now, now + timedelta(days=1)
    )
    alternative_name = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    signed = certificate_builder.add_extension(alternative_name, critical=False).sign(key, hashes.SHA256())
    file = tmp_path / "receiver.pem"
    plain = serialization.NoEncryption()
    encoded_key = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    file.write_bytes(encoded_key + signed.public_bytes(serialization.Encoding.PEM))
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(file)
    return server, ssl.create_default_context(cafile=str(file))


def test_the_certificate_must_match_the_host_name(
    tls_contexts: tuple[ssl.SSLContext, ssl.SSLContext],
) -> None:
    server, client = tls_contexts
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            while True:
                with suppress(OSError):
                    connection, _ = listener.accept()
                    with server.wrap_socket(connection, server_side=True) as tls_connection:
                        content = b""
                        # Closing with unread data resets the connection, and the client loses the answer.
                        while not content.endswith(b"{}") and (piece := tls_connection.recv(65536)):
                            content += piece
                        tls_connection.sendall(b"HTTP/1.1 204 \r\n\r\n")

        threading.Thread(target=serve, daemon=True).start()
        port = listener.getsockname()[1]
        trusted = {"allow_private": True, "trust": client, "resolver": lambda host, port: ["127.0.0.1"]}
        answer = http_client.post(f"https://127.0.0.1:{port}/", body=b"{}", headers={}, **trusted)
        assert answer.status == 204
        assert refused(f"https://example.org:{port}/", **trusted) == "tls"
        assert refused(f"https://127.0.0.1:{port}/", allow_private=True) == "tls"


def test_a_message_that_is_too_long_is_not_sent() -> None:
    with pytest.raises(http_client.HttpClientError) as caught:
        http_client.post("https://example.org/", body=b" " * (http_client.LONGEST_BODY + 1), headers={})
    assert caught.value.code == "too_long"
