"""/metrics for Prometheus: who may read it, its values, and no personal data."""

from ipaddress import ip_network
from pathlib import Path

import pytest
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from matches.models import Outbox
from tests.factories import a_user

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> None:
    settings.SNAPSHOT_DIR = tmp_path


def figures(client: Client, **headers: str) -> dict[str, float]:
    """The value of every sample by its name and labels."""
    text = client.get("/metrics", headers=headers or None).content.decode()
    return {
        f"{sample.name}{sorted(sample.labels.values())}": sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def status(client: Client, address: str = "203.0.113.7", **headers: str) -> int:
    return client.get("/metrics", headers=headers or None, REMOTE_ADDR=address).status_code


def test_only_the_host_the_token_or_an_allowed_address_reads_metrics(
    client: Client, settings: Settings
) -> None:
    settings.METRICS_TOKEN, settings.METRICS_ALLOW = "", []
    statuses = [status(client), status(client, "127.0.0.1"), status(client, Authorization="Bearer ")]
    assert statuses == [404, 404, 404]
    settings.METRICS_TOKEN, settings.METRICS_ALLOW = "of-the-watch", [*map(ip_network, ("10.0.0.0/8", "::1"))]
    assert status(client, Authorization="Bearer of-the-watch") == 200
    assert status(client, Authorization="Bearer of-another") == 404
    assert [status(client, address) for address in ("10.1.2.3", "::1", "11.1.2.3", "")] == [
        200,
        200,
        404,
        404,
    ]
    client.force_login(a_user())
    assert status(client) == 404
    client.force_login(a_user(is_superuser=True))
    assert status(client) == 200


def test_pending_messages_and_response_times_are_exported(client: Client, settings: Settings) -> None:
    settings.METRICS_TOKEN = "of-the-watch"
    headers = {"Authorization": "Bearer of-the-watch"}
    before = figures(client, **headers).get("crawford_responses_total['200', 'home']", 0)
    client.get("/")
    Outbox.objects.create(kind="rate_match", last_error="KeyError: 1", attempts=1)
    samples = figures(client, **headers)
    assert samples["crawford_responses_total['200', 'home']"] == before + 1
    assert samples["crawford_request_seconds_count['GET', 'home']"] >= 1
    expected = {
        "crawford_outbox_pending['rate_match']": 1,
        "crawford_outbox_failing['rate_match']": 1,
        "crawford_webhooks_owed[]": 0,
        "crawford_workers[]": 0,
        "crawford_beat_up[]": 0,
        "crawford_database_up[]": 1,
        "crawford_streams[]": 0,
    }
    assert {name: samples[name] for name in expected} == expected


def test_requests_are_counted_by_view_and_no_address_is_exported(client: Client, settings: Settings) -> None:
    settings.METRICS_TOKEN = "of-the-watch"
    client.get("/t/abcdefgh/")
    client.get("/nowhere/secret-word/")
    text = client.get("/metrics", headers={"Authorization": "Bearer of-the-watch"}).content.decode()
    assert [secret for secret in ("abcdefgh", "secret-word") if secret in text] == []
    assert 'crawford_responses_total{status="404",view="table"}' in text
    assert 'crawford_responses_total{status="404",view="unknown"}' in text
