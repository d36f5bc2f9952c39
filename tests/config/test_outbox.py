"""The outbox: messages are processed once after the commit, retried with growing delays, and block no
request."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from matches import tasks
from matches.models import Notice, Outbox
from matches.queries.outbox_messages import PendingMessages, count_pending, get_failed_messages
from matches.services import live, outbox

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def kinds() -> Iterator[dict[str, Any]]:
    """The registry of handlers in the database; both registries are restored afterwards."""
    before = dict(outbox.DATABASE_HANDLERS), dict(outbox.EXTERNAL_HANDLERS)
    yield outbox.DATABASE_HANDLERS
    for registry, handlers in zip((outbox.DATABASE_HANDLERS, outbox.EXTERNAL_HANDLERS), before, strict=True):
        registry.clear()
        registry.update(handlers)


def leave_notice(payload: dict[str, Any]) -> None:
    Notice.objects.create(topic="match:marks", kind=payload["name"])


def fail_halfway(payload: dict[str, Any]) -> None:
    leave_notice(payload)
    raise ZeroDivisionError("half done")


def marks() -> list[str]:
    return list(Notice.objects.order_by("id").values_list("kind", flat=True))


def test_messages_are_processed_after_the_commit(kinds: dict[str, Any]) -> None:
    kinds["mark"] = leave_notice
    with transaction.atomic():
        row = outbox.post_message(kind="mark", payload={"name": "a"})
        assert marks() == []
    row.refresh_from_db()
    assert (marks(), row.attempts, row.sent_at is not None, row.last_error) == (["a"], 1, True, "")


def test_messages_of_a_rolled_back_transaction_are_never_processed(kinds: dict[str, Any]) -> None:
    kinds["mark"] = leave_notice
    with transaction.atomic():
        outbox.post_message(kind="mark", payload={"name": "a"})
        transaction.set_rollback(True)
    assert (marks(), Outbox.objects.count()) == ([], 0)


def test_a_message_of_an_unknown_kind_is_refused_when_it_is_queued() -> None:
    with pytest.raises(LookupError), transaction.atomic():
        outbox.post_message(kind="unheard-of", payload={})


def test_a_row_delivered_again_does_nothing(kinds: dict[str, Any]) -> None:
    kinds["mark"] = leave_notice
    row = outbox.post_message(kind="mark", payload={"name": "a"})
    tasks.deliver(outbox_id=row.pk)
    assert (outbox.deliver_message(outbox_id=row.pk), marks()) == (False, ["a"])


def test_a_failed_handler_is_rolled_back_and_retried_later(kinds: dict[str, Any]) -> None:
    kinds["mark"] = fail_halfway
    row = Outbox.objects.create(kind="mark", payload={"name": "a"})
    started_at = timezone.now()
    with pytest.raises(ZeroDivisionError):
        outbox.deliver_message(outbox_id=row.pk)
    row.refresh_from_db()
    assert (marks(), row.sent_at, row.attempts) == ([], None, 1)
    assert row.last_error == "ZeroDivisionError: half done"
    assert row.due_at >= started_at + outbox.get_retry_delay(1)


def test_an_external_message_is_not_delivered_twice_at_once(kinds: dict[str, Any]) -> None:
    """The sweep delivers a message; meanwhile the task queued for the same message runs."""
    recipients: list[str] = []

    def mail(payload: dict[str, Any]) -> None:
        recipients.append(payload["to"])
        assert outbox.deliver_message(outbox_id=payload["row"]) is False

    row = Outbox.objects.create(kind="letter", payload={})
    Outbox.objects.filter(pk=row.pk).update(payload={"to": "anna", "row": row.pk})
    outbox.EXTERNAL_HANDLERS["letter"] = mail
    assert (outbox.deliver_due_messages(), recipients) == (1, ["anna"])


def test_the_sweep_tries_a_failing_mail_server_once_and_after_other_messages(kinds: dict[str, Any]) -> None:
    marks_at_tries: list[list[str]] = []

    def mail(payload: dict[str, Any]) -> None:
        marks_at_tries.append(marks())
        raise TimeoutError("nobody answers")

    kinds["mark"], outbox.EXTERNAL_HANDLERS["letter"] = leave_notice, mail
    for kind, name in (("letter", "a"), ("letter", "b"), ("mark", "c"), ("letter", "d")):
        Outbox.objects.create(kind=kind, payload={"name": name})
    assert (outbox.deliver_due_messages(), marks_at_tries) == (1, [["c"]])
    assert list(Outbox.objects.order_by("pk").values_list("attempts", flat=True)) == [1, 0, 1, 0]


def test_pending_messages_are_listed_before_abandoned_ones() -> None:
    now = timezone.now()
    Outbox.objects.create(
        kind="given-up", last_error="x", given_up_at=now, created_at=now - timedelta(days=2)
    )
    Outbox.objects.create(kind="owed", last_error="x")
    assert [row.kind for row in get_failed_messages()] == ["owed", "given-up"]


def test_the_sweep_processes_only_messages_that_are_due(kinds: dict[str, Any]) -> None:
    kinds["mark"] = leave_notice
    later = timezone.now() + timedelta(minutes=1)
    Outbox.objects.create(kind="mark", payload={"name": "due"})
    Outbox.objects.create(kind="mark", payload={"name": "waits"}, due_at=later)
    assert (outbox.deliver_due_messages(), marks()) == (1, ["due"])


def test_one_failing_row_does_not_hold_up_the_sweep(kinds: dict[str, Any]) -> None:
    kinds.update(good=leave_notice, bad=fail_halfway)
    Outbox.objects.create(kind="bad", payload={"name": "bad"})
    Outbox.objects.create(kind="good", payload={"name": "good"})
    assert (outbox.deliver_due_messages(), marks(), count_pending().count) == (1, ["good"], 1)


def test_a_row_of_a_withdrawn_kind_stays_with_its_error() -> None:
    row = Outbox.objects.create(kind="retired", payload={})
    tasks.sweep_outbox()
    row.refresh_from_db()
    assert (row.sent_at, row.last_error) == (None, "KeyError: 'retired'")


def test_retry_delays_double_up_to_a_quarter_of_an_hour() -> None:
    delays = [outbox.get_retry_delay(attempt) / timedelta(seconds=1) for attempt in (1, 2, 3, 8, 9, 500)]
    assert delays == [5, 10, 20, 640, 900, 900]


def test_old_rows_are_pruned_but_pending_ones_never() -> None:
    long_ago = timezone.now() - timedelta(days=90)
    Outbox.objects.create(kind="done", sent_at=long_ago)
    Outbox.objects.create(kind="owed", created_at=long_ago)
    Notice.objects.create(topic="match:a", kind="old", at=long_ago)
    live.publish(topic="match:a", kind="new")
    tasks.prune()
    assert (list(Outbox.objects.values_list("kind", flat=True)), marks()) == (["owed"], ["new"])


def test_a_pending_message_is_late_after_two_minutes() -> None:
    now = timezone.now()
    assert not PendingMessages(count=0, since=None).is_late(now)
    assert not PendingMessages(count=1, since=now - timedelta(seconds=119)).is_late(now)
    assert PendingMessages(count=1, since=now - timedelta(seconds=121)).is_late(now)


def test_a_malformed_topic_cannot_be_published() -> None:
    with pytest.raises(ValueError, match="Not a topic: 'user:1'"):
        live.publish(topic="user:1", kind="x")


def test_listeners_are_called_once_a_notice_is_committed() -> None:
    notice_counts: list[int] = []
    live.add_listener(lambda: notice_counts.append(Notice.objects.count()))
    try:
        with transaction.atomic():
            live.publish(topic="match:a", kind="x")
            assert notice_counts == []
        assert notice_counts == [1]
    finally:
        live._listeners.clear()
