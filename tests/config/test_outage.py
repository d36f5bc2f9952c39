"""A site whose database is unavailable answers 503, and works again when the database is back."""

import json
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from django.db import OperationalError, connections
from django.test import RequestFactory

from config.error_views import server_error
from tests.config.stream_client import call
from tests.servers import site


def refused(address: str) -> tuple[int, str, str]:
    """The status, the header Retry-After and the body of an error response."""
    with pytest.raises(urllib.error.HTTPError) as error:
        urllib.request.urlopen(address, timeout=60)
    with error.value as answer:
        return answer.code, answer.headers["Retry-After"], answer.read().decode()


def test_without_its_database_the_site_answers_503_and_recovers(
    probe_env: dict[str, str], tmp_path: Path
) -> None:
    with site(probe_env) as (address, _):
        database = tmp_path / "crawford.sqlite3"
        for file in tmp_path.glob("crawford.sqlite3*"):
            file.rename(file.with_name(f"away-{file.name}"))
        database.mkdir()
        status, retry, page = refused(f"{address}/probe/count?name=a")
        assert (status, retry, "Database unavailable" in page) == (503, "5", True)
        status, retry, problem = refused(f"{address}/api/v1/clubs/")
        assert (status, retry, json.loads(problem)["code"]) == (503, "5", "try_again")
        assert json.loads(refused(f"{address}/readyz")[2])["database"] == "OperationalError"
        database.rmdir()
        for file in tmp_path.glob("away-*"):
            file.rename(file.with_name(file.name.removeprefix("away-")))
        assert call(address, "/probe/count", name="a") == {"marks": 0, "sent": 0, "attempts": 0}


@pytest.mark.django_db
def test_after_an_error_of_the_database_the_next_request_opens_it_again(tmp_path: Path) -> None:
    """A connection to an SQLite file that could not be written cannot write after the file is repaired."""
    usual, stale = connections["default"], connections.create_connection("default")
    if stale.vendor != "sqlite":
        pytest.skip("a connection to SQLite")
    stale.settings_dict = {**stale.settings_dict, "NAME": str(tmp_path / "stale.sqlite3")}
    connections["default"] = stale
    try:
        stale.ensure_connection()
        try:
            raise OperationalError("attempt to write a readonly database")
        except OperationalError:
            response = server_error(RequestFactory().get("/api/v1/clubs/"))
        assert (response.status_code, stale.connection) == (503, None)
    finally:
        connections["default"] = usual
        stale.close()
