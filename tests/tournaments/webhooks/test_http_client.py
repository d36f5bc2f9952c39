"""Messages go out to the open internet, to addresses that were checked, and nowhere inside."""

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
from tournaments.webhooks import http_client

INSIDE = (
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
EXTERNAL_HANDLERS = ("8.8.8.8", "93.184.215.14", "2606:4700:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808")


def refused(address: str, **more: object) -> str:
    """Why nothing was sent."""
    with pytest.raises(http_client.HttpClientError) as caught:
        http_client.post(address, body=b"{}", headers={}, **more)  # type: ignore[arg-type]
    return caught.value.code


@contextmanager
def a_server(answer: bytes) -> Iterator[tuple[int, list[str]]]:
    """Whoever connects is counted and answered with these bytes."""
    came: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            while True:
                try:
                    guest, _ = listener.accept()
                except OSError:
                    return
                came.append("came")
                with suppress(OSError), guest:
                    guest.sendall(answer)
                    guest.shutdown(socket.SHUT_WR)
                    while guest.recv(65536):
                        pass

        threading.Thread(target=serve, daemon=True).start()
        yield listener.getsockname()[1], came
        listener.shutdown(socket.SHUT_RDWR)


def test_only_addresses_of_the_open_internet_are_outside() -> None:
    assert [each for each in INSIDE if http_client.is_public(each)] == []
    assert [each for each in EXTERNAL_HANDLERS if not http_client.is_public(each)] == []


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
def test_no_spelling_of_this_machine_is_reached(host: str) -> None:
    with a_server(b"HTTP/1.1 204 \r\n\r\n") as (port, came):
        assert refused(f"https://{host}:{port}/") == "forbidden"
        assert came == []


def test_one_private_address_among_good_ones_forbids_the_name() -> None:
    two = ["93.184.215.14", "10.0.0.1"]
    assert refused("https://example.org/", resolver=lambda host, port: two) == "forbidden"


def test_a_name_is_resolved_once_and_the_checked_address_is_reached() -> None:
    """A name that changes its mind between the check and the connection leads nowhere else."""
    items: list[str] = []

    def resolver(host: str, port: int) -> Sequence[str]:
        items.append(host)
        return ["127.0.0.1"]

    with receiving() as receiver:
        address = receiver.address.replace("127.0.0.1", "receiver.invalid")
        answer = http_client.post(
            address, body=b"{}", headers={"a": "b"}, allow_private=True, resolver=resolver
        )
    assert (answer.status, items) == (204, ["receiver.invalid"])
    headers, text = receiver.got[0]
    assert (text, headers["a"], headers["host"].split(":")[0]) == ("{}", "b", "receiver.invalid")


def test_a_redirect_is_an_answer_and_is_not_followed() -> None:
    with receiving() as receiver:
        receiver.status, receiver.headers = 302, {"Location": receiver.address}
        answer = http_client.post(receiver.address, body=b"{}", headers={}, allow_private=True)
    assert (answer.status, answer.is_accepted, len(receiver.got)) == (302, False, 1)


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


def test_whoever_does_not_speak_tls_gets_nothing() -> None:
    with a_server(b"HTTP/1.1 204 \r\n\r\n") as (port, _):
        assert refused(f"https://127.0.0.1:{port}/", allow_private=True) == "tls"


def test_a_server_that_does_not_speak_http_is_reported() -> None:
    with a_server(b"Good evening\r\n") as (port, _):
        assert refused(f"http://127.0.0.1:{port}/", allow_private=True) == "broken"


def test_a_receiver_that_never_ends_its_answer_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_client, "WHOLE_SECONDS", 0.3)
    items: list[socket.socket] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            guest, _ = listener.accept()
            items.append(guest)
            guest.sendall(b"HTTP/1.1 200 OK\r\n")

        threading.Thread(target=serve, daemon=True).start()
        address = f"http://127.0.0.1:{listener.getsockname()[1]}/"
        assert refused(address, allow_private=True) == "slow"
        items[0].close()


def test_whoever_is_slow_to_say_where_a_name_leads_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_client, "LOOKUP_SECONDS", 0.1)
    at_last = threading.Event()

    def resolver(host: str, port: int) -> Sequence[str]:
        at_last.wait(30)
        return []

    assert refused("https://example.org/", resolver=resolver) == "slow"
    at_last.set()


def test_a_receiver_that_is_slow_before_there_is_a_connection_is_left_too(
    monkeypatch: pytest.MonkeyPatch, tls_contexts: tuple[ssl.SSLContext, ssl.SSLContext]
) -> None:
    """Whoever is late in the handshake, and drips his answer afterwards, keeps nobody."""
    monkeypatch.setattr(http_client, "WHOLE_SECONDS", 0.2)
    server, client = tls_contexts
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            guest, _ = listener.accept()
            time.sleep(0.5)
            with suppress(OSError), server.wrap_socket(guest, server_side=True) as result:
                result.recv(65536)
                result.sendall(b"HTTP/1.1 200 OK\r\n")
                while True:
                    result.sendall(b"a: b\r\n")
                    time.sleep(0.5)

        threading.Thread(target=serve, daemon=True).start()
        address = f"https://127.0.0.1:{listener.getsockname()[1]}/"
        assert refused(address, allow_private=True, trust=client) == "slow"


@pytest.fixture
def tls_contexts(tmp_path: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """What a receiver seals with, and what a sender takes for it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "receiver")])
    now = datetime.now(UTC)
    certificate_builder = x509.CertificateBuilder(
        name, name, key.public_key(), 1, now, now + timedelta(days=1)
    )
    value = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    signed = certificate_builder.add_extension(value, critical=False).sign(key, hashes.SHA256())
    file = tmp_path / "receiver.pem"
    plain = serialization.NoEncryption()
    encoded_key = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    file.write_bytes(encoded_key + signed.public_bytes(serialization.Encoding.PEM))
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(file)
    return server, ssl.create_default_context(cafile=str(file))


def test_the_certificate_must_be_that_of_the_name(
    tls_contexts: tuple[ssl.SSLContext, ssl.SSLContext],
) -> None:
    server, client = tls_contexts
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            while True:
                with suppress(OSError):
                    guest, _ = listener.accept()
                    with server.wrap_socket(guest, server_side=True) as result:
                        content = b""
                        # Who hangs up on what he has not read resets the line, and his answer with it.
                        while not content.endswith(b"{}") and (piece := result.recv(65536)):
                            content += piece
                        result.sendall(b"HTTP/1.1 204 \r\n\r\n")

        threading.Thread(target=serve, daemon=True).start()
        port = listener.getsockname()[1]
        trusted = {"allow_private": True, "trust": client, "resolver": lambda host, port: ["127.0.0.1"]}
        answer = http_client.post(f"https://127.0.0.1:{port}/", body=b"{}", headers={}, **trusted)
        assert answer.status == 204
        assert refused(f"https://example.org:{port}/", **trusted) == "tls"
        assert refused(f"https://127.0.0.1:{port}/", allow_private=True) == "tls"


def test_a_message_too_long_is_not_sent() -> None:
    with pytest.raises(http_client.HttpClientError) as caught:
        http_client.post("https://example.org/", body=b" " * (http_client.LONGEST_BODY + 1), headers={})
    assert caught.value.code == "too_long"
