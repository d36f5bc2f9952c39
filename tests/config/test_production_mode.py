"""Production mode: behind a proxy, HTTPS only, static files collected and named by their content."""

import re
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from email.message import Message
from pathlib import Path

import pytest

from tests.servers import ROOT, environment, site

pytestmark = pytest.mark.second_stage

PROXIED = {"Host": "club.example", "X-Forwarded-Proto": "https"}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, migrated_folder: Path) -> Iterator[str]:
    """The address of a site in production mode, prepared as docs/operations.md says."""
    env = {
        "CRAWFORD_MODE": "production",
        "SECRET_KEY": "k9" * 40,
        "ALLOWED_HOSTS": "club.example",
        "BEHIND_PROXY": "1",
        "CRAWFORD_DATA": str(tmp_path_factory.mktemp("production") / "house"),
    }
    shutil.copytree(migrated_folder, env["CRAWFORD_DATA"])
    collect = [sys.executable, "manage.py", "collectstatic", "--noinput", "-v0"]
    subprocess.run(collect, cwd=ROOT, env=environment(env), check=True)
    with site(env) as (address, _):
        yield address


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


def get(address: str, **headers: str) -> tuple[int, Message, str]:
    """The status, headers and text of an answer; redirects are not followed."""
    opener = urllib.request.build_opener(NoRedirect)
    request = urllib.request.Request(address, headers=headers)
    try:
        with opener.open(request, timeout=60) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, ""


def test_a_page_and_its_style_sheet_are_served_through_the_proxy(address: str) -> None:
    status, headers, page = get(f"{address}/laws/", **PROXIED)
    style = re.search(r'href="(/static/site\.[0-9a-f]{12}\.css)"', page)
    assert (status, headers["Strict-Transport-Security"]) == (200, "max-age=86400")
    assert "camera=()" in headers["Permissions-Policy"]
    assert style
    status, headers, _ = get(address + style[1], **PROXIED)
    assert (status, headers["Cache-Control"]) == (200, "max-age=315360000, public, immutable")


def test_plain_http_is_redirected_to_https(address: str) -> None:
    status, headers, _ = get(f"{address}/laws/", Host="club.example")
    assert (status, headers["Location"]) == (301, "https://club.example/laws/")


def test_readyz_is_not_redirected_to_https(address: str) -> None:
    assert get(f"{address}/readyz", Host="club.example")[0] == 200


def test_another_host_name_is_refused(address: str) -> None:
    assert get(f"{address}/laws/", **{**PROXIED, "Host": "evil.example"})[0] == 400
