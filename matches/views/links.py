"""Absolute URLs that other devices can open, and their QR codes."""

import socket
from collections.abc import Iterable
from functools import cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import SafeString

LOOPBACK = "127.0.0.1"
LOCAL_HOSTS = frozenset({LOOPBACK, "localhost", "::1"})
# Names of hosts that only a local network knows (RFC 6762, RFC 8375, and what routers use).
PRIVATE_SUFFIXES = (".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain")
CONNECT_TIMEOUT = 0.5


def build_public_url(request: HttpRequest, path: str) -> str:
    """Return the absolute URL of a path, for a QR code or a link to share.

    It begins with the setting SITE_ADDRESS, if set. For a request to 127.0.0.1, which other devices cannot
    open, it has the address of this computer in its network, if the server listens there.
    """
    if settings.SITE_ADDRESS:
        return f"{settings.SITE_ADDRESS}{path}"
    full_url = request.build_absolute_uri(path)
    url = urlsplit(full_url)
    if url.hostname not in LOCAL_HOSTS:
        return full_url
    lan_host, port = get_lan_address(), url.port or 80
    # Only the port of this request is tried, so that visitors cannot scan this computer for open ports.
    if str(port) != request.META.get("SERVER_PORT") or not listens_at(lan_host, port):
        return full_url
    return url._replace(netloc=f"{lan_host}:{port}").geturl()


def build_site_address(request: HttpRequest) -> str:
    """Return the public address of this site, without a slash at its end."""
    return build_public_url(request, "/").rstrip("/")


def is_local_link(link: str) -> bool:
    """Whether a link works only on this computer, and so not on a phone."""
    host = urlsplit(link).hostname or ""
    address = _parse_address(host)
    return host in LOCAL_HOSTS or (address is not None and (address.is_loopback or address.is_unspecified))


def get_private_host(links: Iterable[str]) -> str:
    """Return the first private host of the links, reachable only in the same network; "" if there is none."""
    hosts = [urlsplit(link).hostname or "" for link in links if not is_local_link(link)]
    return next((host for host in hosts if _is_private(host)), "")


def describe_reach(links: Iterable[str]) -> dict[str, Any]:
    """Return the context of `components/local_address_warning.html`: whether others can open these links."""
    printed_links = list(links)
    local_links = list(filter(is_local_link, printed_links))
    return {
        "only_here": bool(local_links),
        "network_address": guess_network_address(local_links[0]) if local_links else "",
        "private_host": get_private_host(printed_links),
    }


def describe_link(link: str) -> dict[str, Any]:
    """Return the context of a page that shows one link with its QR code, and whether others can open it."""
    return {"link": link, "code": make_qr_svg(link), **describe_reach([link])}


def guess_network_address(link: str) -> str:
    """Return the address at which other devices may open the site of a local link; "" without a network."""
    lan_host, port = get_lan_address(), urlsplit(link).port
    if lan_host == LOOPBACK:
        return ""
    return f"http://{lan_host}:{port}" if port else f"http://{lan_host}"


def _is_private(host: str) -> bool:
    """Return whether a host is reached only in its own network: by its name or its address."""
    address = _parse_address(host)
    if address is not None:
        return not address.is_global
    return bool(host) and ("." not in host or host.endswith(PRIVATE_SUFFIXES))


def _parse_address(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def get_lan_address() -> str:
    """The address of this computer in its network; 127.0.0.1 without a network."""
    probe = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        # Connecting a datagram socket sends nothing; it only selects the interface packets would leave by.
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    except OSError:
        return LOOPBACK
    finally:
        probe.close()


@cache
def listens_at(host: str, port: int) -> bool:
    """Whether a local server accepts connections there; checked once per process."""
    try:
        with socket.create_connection((host, port), timeout=CONNECT_TIMEOUT):
            return True
    except OSError:
        return False


def make_qr_svg(link: str, *, error_correction: str = "m") -> SafeString:
    """Return the QR code of a link as SVG without styles; long links fit with `error_correction` "l"."""
    qr_code = segno.make(link, error=error_correction, micro=False)
    return SafeString(qr_code.svg_inline(svgclass="qr-code", lineclass=None, omitsize=True, title=None))
