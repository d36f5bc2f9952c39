"""Webhooks of a club: which subscriptions get which events, each once."""

import json
from typing import Any

import pytest
from django.test import override_settings
from django.utils import timezone

from matches.models import Outbox, User
from matches.services import outbox, settling
from tests.factories import a_user
from tests.site.command_call import CommandCall
from tests.tournaments.club_evenings import a_club, a_night, match_at, settle
from tests.tournaments.play.events.test_event_constraints import a_copy, broken, rewritten
from tests.tournaments.webhooks.subscribed import FAR, a_webhook, pending_delivery, refusal
from tournaments.models import Club
from tournaments.webhooks import commands, services, webhook_events
from tournaments.webhooks.models import Webhook

pytestmark = pytest.mark.django_db(transaction=True)
CALLS = (CommandCall(commands.PauseWebhook, {}), CommandCall(commands.ResumeWebhook, {}))


def queued_kinds(webhook: Webhook) -> list[str]:
    """The kinds of the messages queued for the webhook, in order."""
    outbox.deliver_due_messages()
    return list(webhook.deliveries.order_by("id").values_list("kind", flat=True))


def test_events_of_a_tournament_are_queued_with_ids_and_without_names(club: Club) -> None:
    hook = a_webhook(club)
    event = a_night(club)
    settle(match_at(event, "M1-1"))
    until_publication = [
        webhook_events.CHANGED,
        webhook_events.ENTRIES,
        webhook_events.CHANGED,
        webhook_events.PUBLISHED,
    ]
    assert queued_kinds(hook) == [*until_publication, webhook_events.RATINGS, webhook_events.SETTLED]
    settled = json.loads(hook.deliveries.get(kind=webhook_events.SETTLED).text)
    match = match_at(event, "M1-1")
    assert settled["data"] == {
        "club": "riverside",
        "event": event.pk,
        "match": match.code,
        "pairing": "M1-1",
        "version": match.version,
    }
    assert [delivery.text for delivery in hook.deliveries.all() if "Anna" in delivery.text] == []


def test_the_end_of_an_event_and_a_reopened_result_are_queued(club: Club, by: User) -> None:
    event = a_night(club, ["Anna", "Bruno"])
    hook = a_webhook(club, kinds=[webhook_events.FINISHED, webhook_events.REOPENED])
    match = settle(match_at(event, "M1-1"))
    assert queued_kinds(hook) == [webhook_events.FINISHED]
    settling.reopen_match(match=match, by=by, reason="Wrong line")
    assert queued_kinds(hook) == [webhook_events.FINISHED, webhook_events.REOPENED]


def test_only_subscribers_are_notified(club: Club, by: User) -> None:
    event, other = a_night(club), a_night(club, week=1)
    foreign_webhook = a_webhook(a_club("Elsewhere"))
    hooks = {
        "results": a_webhook(club, kinds=[webhook_events.SETTLED]),
        "entries": a_webhook(club, kinds=[webhook_events.ENTRIES]),
        "this event": a_webhook(club, kinds=[webhook_events.SETTLED], event=event),
        "another event": a_webhook(club, kinds=[webhook_events.SETTLED], event=other),
        "paused": services.pause_webhook(webhook=a_webhook(club), by=by),
    }
    settle(match_at(event, "M1-1"))
    assert {name: queued_kinds(hook) for name, hook in hooks.items()} == {
        "results": [webhook_events.SETTLED],
        "entries": [],
        "this event": [webhook_events.SETTLED],
        "another event": [],
        "paused": [],
    }
    assert queued_kinds(foreign_webhook) == []


def test_a_club_without_webhooks_queues_nothing(club: Club) -> None:
    settle(match_at(a_night(club), "M1-1"))
    assert set(Outbox.objects.values_list("kind", flat=True)) == {"rate_match"}


def test_an_event_delivered_twice_is_queued_once(club: Club) -> None:
    hook = a_webhook(club, kinds=[webhook_events.PUBLISHED])
    a_night(club)
    row = Outbox.objects.get(kind="webhook_news", payload__kind=webhook_events.PUBLISHED)
    outbox.deliver_due_messages()
    outbox.DATABASE_HANDLERS[row.kind](row.payload)
    assert hook.deliveries.count() == 1


def test_pausing_a_webhook_gives_up_its_pending_deliveries(club: Club, by: User) -> None:
    hook = a_webhook(club)
    delivery = pending_delivery(hook)
    services.pause_webhook(webhook=hook, by=by)
    delivery.refresh_from_db()
    assert (delivery.state, delivery.problem) == ("given_up", "paused")


def test_invalid_webhooks_are_refused(club: Club, by: User) -> None:
    options: dict[str, Any] = {"club": club, "address": FAR, "kinds": [webhook_events.SETTLED], "by": by}
    elsewhere = a_night(a_club("Elsewhere"))
    assert refusal(services.subscribe, **{**options, "address": "receiver"}) == "webhook_address"
    assert refusal(services.subscribe, **{**options, "address": FAR + "x" * 500}) == "webhook_address"
    with override_settings(WEBHOOKS_PRIVATE=False):
        private = {**options, "address": "https://127.0.0.1/crawford"}
        assert refusal(services.subscribe, **private) == "webhook_private"
    assert refusal(services.subscribe, **{**options, "kinds": []}) == "webhook_kinds"
    assert refusal(services.subscribe, **{**options, "kinds": [webhook_events.PING]}) == "webhook_kinds"
    assert refusal(services.subscribe, **options, event=elsewhere) == "webhook_event"
    assert refusal(services.subscribe, **{**options, "by": a_user()}) == "directors_only"
    for _ in range(services.MAX_WEBHOOKS):
        services.subscribe(**options)
    assert refusal(services.subscribe, **options) == "webhooks_full"


def test_the_database_refuses_impossible_rows(club: Club, by: User) -> None:
    hook = a_webhook(club)
    delivery = pending_delivery(hook)
    now = timezone.now()
    attacks = [
        (rewritten(hook, address="ftp://a"), "webhook_has_address"),
        (rewritten(hook, kinds=[]), "webhook_wants_something"),
        (rewritten(hook, salt="short"), "webhook_has_a_salt"),
        (rewritten(hook, rotated_at=now), "webhook_rotated_with_a_salt"),
        (rewritten(hook, disabled_at=now), "webhook_disabled_for_failing"),
        (rewritten(delivery, message=""), "delivery_has_a_message"),
        (rewritten(delivery, delivered_at=now, given_up_at=now, status=200), "delivery_ends_one_way"),
        (rewritten(delivery, delivered_at=now, status=500), "delivery_was_answered"),
    ]
    assert [name for attack, name in attacks if name not in broken(attack)] == []
    assert "message" in broken(a_copy(delivery))
