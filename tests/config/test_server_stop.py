"""The page that stops the server: for the operator, on a person's own computer only."""

import re
import subprocess
import sys
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from pytest_django import Settings

from config import server_stop
from rules.errors import Refusal
from tests.config.test_first_start import make_browser
from tests.factories import a_user
from tests.servers import running, site
from tests.tournaments.people.test_site_setup import FORM

pytestmark = pytest.mark.second_stage


class Browser:
    """A browser that keeps cookies and sends the forms of the pages it was shown."""

    def __init__(self) -> None:
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def get(self, address: str) -> str:
        """The text of a page."""
        with self._opener.open(address, timeout=60) as answer:
            return str(answer.read().decode())

    def send(self, address: str, fields: dict[str, Any] | None = None) -> str:
        """The answer to the form of a page, with fields of this test."""
        [token, *_] = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', self.get(address))
        body = urlencode({**(fields or {}), "csrfmiddlewaretoken": token}).encode()
        with self._opener.open(urllib.request.Request(address, body), timeout=60) as answer:
            return str(answer.read().decode())


def test_the_operator_stops_the_server_from_its_page(migrated_copy: Path) -> None:
    with site({"CRAWFORD_DATA": str(migrated_copy)}) as (address, process):
        link = next(line for line in process.stdout or () if "set up this site" in line).split()[-1]
        browser = Browser()
        browser.send(link, {**FORM, "language": "en"})
        assert "Stop Crawford" in browser.get(f"{address}/host/")
        question = browser.get(f"{address}/host/stop/")
        assert ("No event is in play." in question, process.poll()) == (True, None)

        goodbye = browser.send(f"{address}/host/stop/")

        assert "Crawford has been stopped" in goodbye
        # The style sheet of that page is still to be had.
        assert browser.get(f"{address}/static/site.css")
        assert process.wait(60) == 0


@pytest.mark.django_db
def test_a_managed_server_is_not_stopped() -> None:
    owner = Client()
    owner.force_login(a_user("owner", is_superuser=True))

    assert "Stop Crawford" not in owner.get("/host/").content.decode()
    assert (
        "Another program (systemd or a proxy) manages this server."
        in owner.get("/host/stop/").content.decode()
    )
    assert owner.post("/host/stop/").status_code == 409


@pytest.mark.django_db
def test_only_the_operator_may_stop_it() -> None:
    with pytest.raises(Refusal) as excinfo:
        server_stop.stop_server(by=a_user("somebody"))
    assert excinfo.value.code == "host_only"


@pytest.mark.parametrize(
    ("behind_proxy", "environment", "allowed"),
    [(False, {}, True), (True, {}, False), (False, {"INVOCATION_ID": "5f"}, False)],
)
def test_a_server_behind_a_proxy_or_of_a_service_manager_is_managed(
    settings: Settings, behind_proxy: bool, environment: dict[str, str], allowed: bool
) -> None:
    settings.BEHIND_PROXY = behind_proxy

    assert server_stop.is_own_computer(environment) is allowed


def test_a_second_start_opens_the_browser_on_the_site_that_runs(migrated_copy: Path) -> None:
    env, opened = make_browser(migrated_copy)
    with site({"CRAWFORD_DATA": str(migrated_copy)}) as (address, _process):
        port = address.rpartition(":")[2]
        command = [sys.executable, "manage.py", "serve", "--open", "--port", port]
        with running(
            command, env={"CRAWFORD_DATA": str(migrated_copy), **env}, output=subprocess.PIPE
        ) as second:
            lines = list(second.stdout or ())
            assert second.wait(60) == 0
    assert lines == [f"Crawford is open already: {address}/\n"]
    assert opened.read_text().strip() == f"{address}/"
