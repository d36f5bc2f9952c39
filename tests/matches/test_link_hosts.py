"""The host of links in QR codes: never localhost or the address of the request's own device."""

import socket
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import RequestFactory

from matches.views import links

HERE = links.get_lan_address()


@pytest.fixture
def port() -> Iterator[int]:
    """A port of this computer on all network interfaces."""
    with socket.create_server(("", 0)) as listener:
        yield int(listener.getsockname()[1])


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]"])
def test_a_request_from_the_same_computer_gives_its_network_address(host: str, port: int) -> None:
    request = RequestFactory().get("/", SERVER_PORT=str(port), headers={"host": f"{host}:{port}"})
    assert links.build_public_url(request, "/t/a/") == f"http://{HERE}:{port}/t/a/"


def test_an_address_with_another_port_is_not_used(port: int) -> None:
    request = RequestFactory().get("/", SERVER_PORT="8000", headers={"host": f"127.0.0.1:{port}"})
    assert links.build_public_url(request, "/t/a/") == f"http://127.0.0.1:{port}/t/a/"


def test_a_site_on_the_loopback_interface_only_keeps_localhost() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        request = RequestFactory().get("/", SERVER_PORT=str(port), headers={"host": f"127.0.0.1:{port}"})
        assert links.build_public_url(request, "/t/a/") == f"http://127.0.0.1:{port}/t/a/"


def test_a_configured_host_name_is_used(settings: Any) -> None:
    settings.SITE_ADDRESS = "https://club.example"
    request = RequestFactory().get("/", headers={"host": "127.0.0.1:8001"})
    assert links.build_public_url(request, "/badge/#a") == "https://club.example/badge/#a"


def test_the_requested_network_address_is_used() -> None:
    request = RequestFactory().get("/", headers={"host": "192.0.2.7:8000"})
    assert links.build_public_url(request, "/t/a/") == "http://192.0.2.7:8000/t/a/"


@pytest.mark.parametrize(
    ("host", "only_here", "private_host"),
    [
        ("localhost:8000", True, ""),
        ("127.0.0.2", True, ""),
        ("[::1]:8000", True, ""),
        ("0.0.0.0:8000", True, ""),
        ("192.168.1.20:8000", False, "192.168.1.20"),
        ("10.0.0.7", False, "10.0.0.7"),
        ("laptop.local", False, "laptop.local"),
        ("club.example", False, ""),
    ],
)
def test_a_printed_page_states_where_its_links_work(host: str, only_here: bool, private_host: str) -> None:
    reach = links.describe_reach([f"http://{host}/t/a/"])

    network = links.guess_network_address(f"http://{host}/") if only_here else ""
    assert reach == {"only_here": only_here, "network_address": network, "private_host": private_host}


def test_the_warning_names_the_network_address_of_this_computer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(links, "get_lan_address", lambda: "192.168.1.20")
    addresses = [links.guess_network_address(f"http://127.0.0.1{port}/t/a/") for port in (":8000", "")]
    monkeypatch.setattr(links, "get_lan_address", lambda: links.LOOPBACK)
    addresses.append(links.guess_network_address("http://127.0.0.1:8000/t/a/"))

    assert addresses == ["http://192.168.1.20:8000", "http://192.168.1.20", ""]


@pytest.mark.parametrize(
    ("host", "is_private"),
    [
        ("192.168.1.20", True),
        ("10.0.0.4", True),
        ("100.64.0.9", True),
        ("[fd00::1]", True),
        ("laptop", True),
        ("laptop.local", True),
        ("laptop.home.arpa", True),
        ("93.184.215.14", False),
        ("club.example", False),
    ],
)
def test_a_host_of_a_local_network_is_told_from_one_of_the_internet(host: str, is_private: bool) -> None:
    assert bool(links.get_private_host([f"http://{host}:8000/clubs/x/"])) is is_private
