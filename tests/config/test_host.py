"""The page of the host (superuser): pending and failed outbox messages, retries, workers and the last
backup."""

from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from celery.signals import task_prerun
from django.core.mail import EmailMessage
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from config.backups import snapshots
from config.heartbeat import HeartbeatThread, get_process_name
from config.tasks import clear_sessions
from matches.management.site_command import SiteCommand
from matches.models import Heartbeat, Outbox, SiteSettings, User
from matches.models.operations import ProcessKind
from matches.queries import missed_heartbeats
from matches.services import heartbeats, outbox
from rules.errors import Refusal
from tests.factories import a_user
from tests.page_forms import form_with
from tests.tournaments.club_evenings import a_club, director_of
from tournaments.people.services.site_settings import save_site_settings
from tournaments.play.event_journal.services import maintenance
from tournaments.webhooks import services, webhook_events

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> None:
    settings.SNAPSHOT_DIR = tmp_path


@pytest.fixture
def owner(client: Client) -> Client:
    client.force_login(a_user("owner", is_superuser=True))
    return client


def a_failure(**more: object) -> Outbox:
    fields = {"kind": "rate_match", "payload": {"match": 0}, "attempts": 3, "last_error": "KeyError: 'a'"}
    return Outbox.objects.create(**{**fields, **more})  # type: ignore[arg-type]


def test_the_host_finds_the_page_of_the_site_from_every_page_and_from_the_account(client: Client) -> None:
    link = f'href="{reverse("host")}"'
    client.force_login(a_user("member"))
    assert [link in client.get(path).content.decode() for path in ("/", "/account/")] == [False, False]
    client.force_login(a_user("keeper", is_superuser=True))
    assert [client.get(path).content.decode().count(link) for path in ("/", "/account/")] == [1, 2]


def test_the_page_shows_failures_workers_webhooks_and_backups(owner: Client) -> None:
    page = owner.get("/host/").content.decode()
    assert [
        text in page for text in ("No pending tasks.", "No background worker is running", "None yet.")
    ] == [True] * 3
    a_failure()
    heartbeats.record_heartbeat(name="worker@one:7", kind=ProcessKind.WORKER)
    heartbeats.record_heartbeat(name=heartbeats.BEAT, kind=ProcessKind.BEAT)
    snapshots.take_due_snapshot()
    club = a_club()
    webhook = services.subscribe(
        club=club, address="https://hooks.example.org/", kinds=webhook_events.KINDS, by=director_of(club)
    ).webhook
    with transaction.atomic():
        services.ping_webhook(webhook=webhook, by=director_of(club))
        page = owner.get("/host/").content.decode()
    expected_texts = (
        "Rating update for a match",
        "KeyError: &#x27;a&#x27;",
        "worker@one:7",
        "Webhook messages",
        ".backup",
    )
    assert [text for text in expected_texts if text not in page] == []
    assert "No background worker is running" not in page


def test_the_number_of_queries_does_not_grow_with_messages(owner: Client) -> None:
    a_failure()

    def count_requests() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert owner.get("/host/").status_code == 200
        return len(queries)

    count_requests()
    before = count_requests()
    for _ in range(30):
        a_failure(kind="rate_people")
    assert count_requests() == before


def test_failed_messages_are_retried_or_abandoned(owner: Client) -> None:
    first, second = a_failure(), a_failure()
    assert owner.post(f"/host/work/{first.pk}/try-again/").status_code == 303
    assert owner.post(f"/host/work/{second.pk}/give-up/").status_code == 303
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.sent_at is not None, second.given_up_at is not None) == (True, True)
    assert "abandoned" in owner.get("/host/").content.decode()
    assert owner.post(f"/host/work/{first.pk}/give-up/").status_code == 409
    assert owner.post(f"/host/work/{second.pk}/shout/").status_code == 404
    assert owner.post(f"/host/work/{second.pk}/try-again/").status_code == 303
    second.refresh_from_db()
    assert (second.given_up_at, second.sent_at is not None) == (None, True)


def test_only_the_host_retries_or_abandons_messages() -> None:
    row = a_failure()
    for service in (maintenance.retry_message, maintenance.abandon_message):
        with pytest.raises(Refusal) as excinfo:
            service(row=row.pk, by=a_user())
        assert excinfo.value.code == "host_only"


def test_abandoned_messages_are_no_longer_pending_and_are_pruned_in_the_end() -> None:
    row = a_failure(due_at=timezone.now() - timedelta(hours=1))
    assert outbox.abandon_message(outbox_id=row.pk)
    assert (outbox.deliver_due_messages(), outbox.deliver_message(outbox_id=row.pk)) == (0, False)
    assert not outbox.abandon_message(outbox_id=Outbox.objects.create(kind="rate_match").pk)
    Outbox.objects.filter(pk=row.pk).update(given_up_at=timezone.now() - timedelta(days=31))
    assert outbox.prune(older_than=timedelta(days=30)) == 1


def test_a_message_is_not_both_sent_and_abandoned() -> None:
    row = a_failure(sent_at=timezone.now())
    with pytest.raises(IntegrityError, match="outbox_ends_one_way"):
        Outbox.objects.filter(pk=row.pk).update(given_up_at=timezone.now())


def test_a_silent_worker_is_missed_after_a_minute_and_deleted_after_a_day() -> None:
    now = timezone.now()
    heartbeats.record_heartbeat(name="a", kind=ProcessKind.WORKER)
    heartbeats.record_heartbeat(name="a", kind=ProcessKind.WORKER)
    heartbeats.record_heartbeat(name=heartbeats.BEAT, kind=ProcessKind.BEAT)
    assert missed_heartbeats.get_process_status(now).is_healthy
    Heartbeat.objects.update(since=now - timedelta(days=2), seen_at=now - timedelta(days=2))
    status = missed_heartbeats.get_process_status(now)
    assert (status.is_healthy, [missed for _, missed in status.worker_states]) == (False, [True])
    assert heartbeats.prune_heartbeats(older_than=timedelta(days=1)) == 1
    assert [row.name for row in Heartbeat.objects.all()] == [heartbeats.BEAT]


def test_every_constraint_of_a_pulse_holds() -> None:
    row = Heartbeat.objects.create(name="a", kind=ProcessKind.WORKER)
    attacks = {
        "heartbeat_has_a_name": {"name": ""},
        "heartbeat_kind_is_known": {"kind": "owl"},
        "heartbeat_seen_after_its_start": {"seen_at": row.since - timedelta(seconds=1)},
    }
    for name, changes in attacks.items():
        with pytest.raises(IntegrityError, match=name), transaction.atomic():
            Heartbeat.objects.filter(pk=row.pk).update(**changes)


def test_heartbeats_are_recorded_until_they_are_stopped() -> None:
    heartbeat, names = HeartbeatThread("web"), []
    heartbeat._write(lambda: names.append(get_process_name("web")))
    heartbeat._stopped.set()
    heartbeats.record_heartbeat(name=get_process_name("web"), kind=ProcessKind.WORKER)
    heartbeat._run()
    assert (len(names), Heartbeat.objects.count()) == (1, 0)


def test_the_host_changes_name_time_zone_and_currency_of_the_site(owner: Client) -> None:
    values = {"site_name": " Bar  Point ", "time_zone": "America/New_York", "currency": "USD"}
    answer = owner.post("/host/settings/", values)
    page = owner.get("/host/").content.decode()

    assert answer["Location"] == "/host/"
    assert [f"<dd>{text}</dd>" in page for text in ("Bar Point", "America/New_York", "USD")] == [True] * 3
    assert "· Bar Point</title>" in page


def test_settings_of_the_site_that_somebody_changed_meanwhile_are_not_overwritten(owner: Client) -> None:
    shown = form_with(owner.get("/host/settings/").content.decode(), "Save settings").data()
    owner.post("/host/settings/", {**shown, "site_name": "Bar Point"})

    answer = owner.post("/host/settings/", {**shown, "currency": "USD"})
    again = form_with(answer.content.decode(), "Save settings").data()
    repeated = owner.post("/host/settings/", {**again, "site_name": "Bar Point"})

    site = SiteSettings.objects.get()
    assert (answer.status_code, "Site name: Bar Point" in answer.content.decode()) == (409, True)
    assert (repeated.status_code, site.name, site.currency) == (303, "Bar Point", "USD")


def test_mails_carry_the_name_of_the_site_in_their_subject(
    owner: Client, mailoutbox: list[EmailMessage]
) -> None:
    values = {"site_name": "Bar Point", "time_zone": "Europe/Rome", "currency": "EUR"}
    owner.post("/host/settings/", values)
    a_user("anna", email="anna@example.org")

    Client().post(reverse("account_reset_password"), {"email": "anna@example.org"})

    assert [mail.subject for mail in mailoutbox] == ["Bar Point: new password"]


def test_tasks_run_in_the_time_zone_of_the_site(owner: Client) -> None:
    owner.post("/host/settings/", {"time_zone": "Pacific/Auckland", "currency": "NZD"})

    with timezone.override(None):
        task_prerun.send(sender=clear_sessions, task=clear_sessions)
        zone = timezone.get_current_timezone_name()

    assert zone == "Pacific/Auckland"


def test_commands_run_in_the_time_zone_of_the_site(owner: Client) -> None:
    owner.post("/host/settings/", {"time_zone": "Pacific/Auckland", "currency": "NZD"})

    class Command(SiteCommand):
        def handle(self, *_arguments: object, **_options: object) -> str:
            return timezone.get_current_timezone_name()

    assert call_command(Command(stdout=StringIO())) == "Pacific/Auckland"


@pytest.mark.parametrize(("name", "code"), [("\u200b", "name_missing"), ("x" * 61, "name_too_long")])
def test_an_impossible_name_of_the_site_is_refused(owner: Client, name: str, code: str) -> None:
    values = {"time_zone": "Europe/Rome", "currency": "EUR"}
    with pytest.raises(Refusal, match=code):
        save_site_settings(name=name, **values, by=User.objects.get(username="owner"))

    assert owner.post("/host/settings/", {"site_name": name, **values}).status_code == 400
    assert SiteSettings.objects.count() == 0


def test_only_the_host_changes_the_settings_of_the_site(db: None) -> None:
    with pytest.raises(Refusal, match="host_only"):
        save_site_settings(name="", time_zone="Europe/Rome", currency="EUR", by=a_user("anna"))


def test_an_unknown_time_zone_or_currency_is_refused(owner: Client) -> None:
    host = User.objects.get(username="owner")
    for values, code in (
        ({"time_zone": "Europe/Atlantis", "currency": "EUR"}, "time_zone_unknown"),
        ({"time_zone": "Europe/Rome", "currency": "XXX"}, "currency_unknown"),
    ):
        with pytest.raises(Refusal, match=code):
            save_site_settings(name="", **values, by=host)
    assert SiteSettings.objects.count() == 0
