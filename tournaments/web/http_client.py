"""The HTTP client of webhooks and of published tournaments: it sends to public addresses only.

The name is resolved once; each of its addresses must be public, and the connection goes to a checked address,
so that a later change in DNS has no effect (DNS rebinding). Redirects are not followed. Of the response to a
webhook only the status is read, of other responses a limited body. Receivers and name servers are limited to
a few seconds.
"""

import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import SplitResult, urlsplit

LOOKUP_SECONDS, CONNECT_SECONDS, WHOLE_SECONDS = 5.0, 5.0, 10.0
LONGEST_BODY = 64_000
PORTS = {"https": 443, "http": 80}
# Ranges that embed an IPv4 address in an IPv6 address.
NAT64_NETWORK, IPV4_COMPATIBLE_NETWORK = ipaddress.ip_network("64:ff9b::/96"), ipaddress.ip_network("::/96")
# Ranges of the IANA registries of special-purpose addresses that Python counts as public, or does so in some
# versions: relays of 6to4 and AMT, AS112, local translation, discarded packets, documentation, routing.
SPECIAL_NETWORKS = tuple(
    map(
        ipaddress.ip_network,
        (
            *("192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.175.48.0/24"),
            *("64:ff9b:1::/48", "100::/64", "100:0:0:1::/64", "2001::/23", "2620:4f:8000::/48"),
            *("3fff::/20", "5f00::/16", "fec0::/10"),
        ),
    )
)
MAX_ADDRESSES = 2
# Names that are never public (RFC 6761, 6762, 8375, and the private domain of ICANN).
LOCAL_DOMAINS = (".localhost", ".local", ".home.arpa", ".internal")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolver = Callable[[str, int], Sequence[str]]


class HttpClientError(Exception):
    """A failed delivery; `code` is the reason.

    One of "address", "forbidden", "unresolved", "unreachable", "tls", "slow", "too_long", "broken".
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class ReceiverResponse:
    """The status of the receiver's response and the time it took."""

    status: int
    milliseconds: int

    @property
    def is_accepted(self) -> bool:
        """Whether the receiver accepted the message: any status from 200 to 299."""
        return 200 <= self.status < 300


@dataclass(frozen=True, slots=True)
class SiteRequest:
    """A request to another site: its method, and how large the body of the answer may be."""

    method: str
    body: bytes
    headers: Mapping[str, str]
    longest_answer: int


@dataclass(frozen=True, slots=True)
class SiteAnswer:
    """The answer of another site; `body` is cut off at the length of the request."""

    status: int
    body: bytes


def resolve(host: str, port: int) -> Sequence[str]:
    """Return the addresses of a name, by the system resolver."""
    address_infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(item[4][0]) for item in address_infos))


def parse_address(address: str, *, allow_private: bool) -> SplitResult:
    """Return the parts of an address. Raises HttpClientError ("address") if messages may not go there.

    Only https; http as well where `allow_private` permits the site's own network.
    """
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError as error:
        raise HttpClientError("address") from error
    schemes = ("https", "http") if allow_private else ("https",)
    has_only_host = parts.hostname and not parts.username and not parts.password and port != 0
    # The host name may be internationalised; path and query must be ASCII.
    is_sendable = address.isprintable() and " " not in address and f"{parts.path}{parts.query}".isascii()
    if parts.scheme not in schemes or not has_only_host or not is_sendable:
        raise HttpClientError("address")
    return parts


def is_public(text: str) -> bool:
    """Whether an address is public: not private, local or multicast."""
    try:
        address: Address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return False
    return all(map(_is_public_address, _embedded_addresses(address)))


def is_private_host(host: str) -> bool:
    """Whether a host is private as it is written: a numeric address that is not public, or a local name.

    Any other name is resolved, and checked, when a message is sent.
    """
    name = host.rstrip(".").lower()
    if name == "localhost" or name.endswith(LOCAL_DOMAINS):
        return True
    with suppress(OSError):
        # Also "2130706433", "0x7f.1" and "127.1", as resolvers read them.
        return not is_public(socket.inet_ntoa(socket.inet_aton(name)))
    return ":" in name and not is_public(name)


def post(
    address: str,
    *,
    body: bytes,
    headers: Mapping[str, str],
    allow_private: bool = False,
    resolver: Resolver = resolve,
    trust: ssl.SSLContext | None = None,
) -> ReceiverResponse:
    """Post `body` and return the status and the time it took. Raises HttpClientError without a response."""
    if len(body) > LONGEST_BODY:
        raise HttpClientError("too_long")
    parts = parse_address(address, allow_private=allow_private)
    host, port = str(parts.hostname), parts.port or PORTS[parts.scheme]
    started = time.monotonic()
    addresses = _resolve_allowed(host, port, resolver, allow_private=allow_private)
    connection = _make_connection(parts.scheme, host, port, addresses, trust)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    answer = _send_request(connection, path, SiteRequest("POST", body, headers, 0))
    return ReceiverResponse(answer.status, round((time.monotonic() - started) * 1000))


def send(
    address: str,
    request: SiteRequest,
    *,
    allow_private: bool = False,
    resolver: Resolver = resolve,
    trust: ssl.SSLContext | None = None,
) -> SiteAnswer:
    """Send a request to another site and return its answer. Raises HttpClientError without one."""
    parts = parse_address(address, allow_private=allow_private)
    host, port = str(parts.hostname), parts.port or PORTS[parts.scheme]
    addresses = _resolve_allowed(host, port, resolver, allow_private=allow_private)
    connection = _make_connection(parts.scheme, host, port, addresses, trust)
    return _send_request(connection, parts.path or "/", request)


def _is_public_address(address: Address) -> bool:
    is_special = any(address in network for network in SPECIAL_NETWORKS)
    return address.is_global and not (address.is_multicast or address.is_reserved or is_special)


def _embedded_addresses(address: Address) -> Sequence[Address]:
    """Return the address, and any IPv4 address embedded in it."""
    if isinstance(address, ipaddress.IPv4Address):
        return (address,)
    last = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    if address.ipv4_mapped or address in NAT64_NETWORK:
        return (last,)
    embedded = [
        address.sixtofour,
        *(address.teredo or ()),
        last if address in IPV4_COMPATIBLE_NETWORK else None,
    ]
    return (address, *(item for item in embedded if item is not None))


def _resolve_allowed(host: str, port: int, resolver: Resolver, *, allow_private: bool) -> Sequence[str]:
    addresses = _resolve_in_time(host, port, resolver)
    if not addresses:
        raise HttpClientError("unresolved")
    # One private address among public ones is a typical bypass.
    if not allow_private and not all(is_public(item) for item in addresses):
        raise HttpClientError("forbidden")
    return addresses


def _resolve_in_time(host: str, port: int, resolver: Resolver) -> Sequence[str]:
    """Resolve a name within the time limit."""
    # The system resolver has no timeout; a thread that exceeds it is abandoned.
    executor = ThreadPoolExecutor(1, thread_name_prefix="lookup")
    try:
        return executor.submit(resolver, host, port).result(LOOKUP_SECONDS)
    except TimeoutError as error:
        raise HttpClientError("slow") from error
    except (OSError, UnicodeError) as error:
        raise HttpClientError("unresolved") from error
    finally:
        executor.shutdown(wait=False)


def _make_connection(
    scheme: str, host: str, port: int, addresses: Sequence[str], trust: ssl.SSLContext | None
) -> HTTPConnection:
    if scheme == "http":
        return _PinnedHTTPConnection(host, port, addresses)
    return _PinnedHTTPSConnection(host, port, addresses, trust or ssl.create_default_context())


def _send_request(connection: HTTPConnection, path: str, request: SiteRequest) -> SiteAnswer:
    """Send the request and return the answer; a receiver is disconnected after `WHOLE_SECONDS`."""
    is_late = threading.Event()
    timer = threading.Timer(WHOLE_SECONDS, _disconnect, (connection, is_late))
    timer.daemon = True
    timer.start()
    try:
        connection.connect()
        # If the timer ran before the connection existed, it could not close it.
        if is_late.is_set():
            raise HttpClientError("slow")
        headers = {**request.headers, "User-Agent": "Crawford", "Connection": "close"}
        connection.request(request.method, path, request.body, headers)
        with connection.getresponse() as response:
            body = response.read(request.longest_answer) if request.longest_answer else b""
    except ssl.SSLError as error:
        raise HttpClientError("slow" if is_late.is_set() else "tls") from error
    except TimeoutError as error:
        raise HttpClientError("slow") from error
    except OSError as error:
        raise HttpClientError("slow" if is_late.is_set() else "unreachable") from error
    except (HTTPException, ValueError) as error:
        raise HttpClientError("slow" if is_late.is_set() else "broken") from error
    finally:
        timer.cancel()
        connection.close()
    if is_late.is_set():
        raise HttpClientError("slow")
    return SiteAnswer(response.status, body)


def _disconnect(connection: HTTPConnection, is_late: threading.Event) -> None:
    is_late.set()
    with suppress(OSError):
        if connection.sock is not None:
            connection.sock.shutdown(socket.SHUT_RDWR)


def _open_socket(addresses: Sequence[str], port: int) -> socket.socket:
    """Return a connection to the first address that answers."""
    error: OSError | None = None
    for address in addresses[:MAX_ADDRESSES]:
        try:
            return socket.create_connection((address, port), CONNECT_SECONDS)
        except OSError as failure:
            error = failure
    raise error or OSError("no address")


class _PinnedHTTPConnection(HTTPConnection):
    """A connection to addresses that were checked before, whatever the name resolves to now."""

    def __init__(self, host: str, port: int, addresses: Sequence[str]) -> None:
        super().__init__(host, port, timeout=CONNECT_SECONDS)
        self._addresses = addresses

    def connect(self) -> None:
        self.sock: Any = _open_socket(self._addresses, int(self.port))


class _PinnedHTTPSConnection(HTTPSConnection):
    """The same over TLS; the certificate must match the host name."""

    def __init__(self, host: str, port: int, addresses: Sequence[str], trust: ssl.SSLContext) -> None:
        super().__init__(host, port, timeout=CONNECT_SECONDS)
        self._addresses, self._trust = addresses, trust

    def connect(self) -> None:
        plain = _open_socket(self._addresses, int(self.port))
        self.sock: Any = self._trust.wrap_socket(plain, server_hostname=self.host)
