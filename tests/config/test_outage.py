"""A site whose database has gone away answers cleanly and recovers by itself."""

import json
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.config.stream_client import call
from tests.servers import site


def refused(address: str) -> tuple[int, str, str]:
    """Status, Retry-After and body of a page that cannot be given."""
    with pytest.raises(urllib.error.HTTPError) as error:
        urllib.request.urlopen(address, timeout=60)
    with error.value as answer:
        return answer.code, answer.headers["Retry-After"], answer.read().decode()


def test_without_its_tables_the_site_says_try_again_and_recovers(
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
