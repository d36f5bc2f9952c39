"""Webhooks of a club: who gets which news, once, signed, tried again, and stopped when nobody takes it."""

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings as house
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.db import transaction
from django.test import override_settings
from django.utils import timezone
from pytest_django import Settings

from matches.models import Outbox, User
from matches.services import outbox, settling
from rules.errors import Refusal
from tests.factories import a_user
from tests.tournaments.nights import a_club, a_night, director_of, match_at, settle
from tests.tournaments.receiver import Receiver, receiving
from tests.tournaments.test_event_constraints import a_copy, broken, rewritten
from tournaments import news, tasks
from tournaments.models import Club, Delivery, Webhook
from tournaments.services import newsroom, posting, stopping, webhooks

pytestmark = pytest.mark.django_db(transaction=True)

# Nobody listens on the port that discards.
FAR = "http://127.0.0.1:9/hook"


@pytest.fixture(autouse=True)
def own_network() -> Iterator[None]:
    """The receivers of these tests listen on this machine."""
    with override_settings(WEBHOOKS_PRIVATE=True):
        yield


@pytest.fixture
def club() -> Club:
    return a_club("Riverside")


@pytest.fixture
def by(club: Club) -> User:
    return director_of(club)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


def a_webhook(club: Club, address: str = FAR, kinds: Any = news.KINDS, **more: Any) -> Webhook:
    made = webhooks.subscribe(club=club, address=address, kinds=kinds, by=director_of(club), **more)
    return made.webhook


def owed(webhook: Webhook) -> Delivery:
    """A message that waits to be sent; nobody was nudged."""
    message = newsroom.new_message()
    return Delivery.objects.create(webhook=webhook, message=message, kind=news.PING, text="{}")


def refusal(act: Any, **asked: Any) -> str:
    with pytest.raises(Refusal) as caught:
        act(**asked)
    return caught.value.code


def told(webhook: Webhook) -> list[str]:
    """The kinds of what the webhook is or was owed, in order."""
    outbox.sweep()
    return list(webhook.deliveries.order_by("id").values_list("kind", flat=True))


def test_an_evening_is_told_line_by_line_with_ids_and_no_names(club: Club) -> None:
    hook = a_webhook(club)
    event = a_night(club)
    settle(match_at(event, "M1-1"))
    evening = [news.CHANGED, news.ENTRIES, news.CHANGED, news.PUBLISHED]
    assert told(hook) == [*evening, news.RATINGS, news.SETTLED]
    settled = json.loads(hook.deliveries.get(kind=news.SETTLED).text)
    match = match_at(event, "M1-1")
    assert settled["data"] == {
        "club": "riverside",
        "event": event.pk,
        "match": match.code,
        "pairing": "M1-1",
        "version": match.version,
    }
    assert [delivery.text for delivery in hook.deliveries.all() if "Anna" in delivery.text] == []


def test_the_end_of_an_event_and_a_result_taken_back_are_news(club: Club, by: User) -> None:
    event = a_night(club, ["Anna", "Bruno"])
    hook = a_webhook(club, kinds=[news.FINISHED, news.REOPENED])
    match = settle(match_at(event, "M1-1"))
    assert told(hook) == [news.FINISHED]
    settling.reopen(match=match, by=by, reason="Wrong line")
    assert told(hook) == [news.FINISHED, news.REOPENED]


def test_only_who_asked_is_told(club: Club, by: User) -> None:
    event, other = a_night(club), a_night(club, week=1)
    strangers = a_webhook(a_club("Elsewhere"))
    hooks = {
        "results": a_webhook(club, kinds=[news.SETTLED]),
        "entries": a_webhook(club, kinds=[news.ENTRIES]),
        "this event": a_webhook(club, kinds=[news.SETTLED], event=event),
        "another event": a_webhook(club, kinds=[news.SETTLED], event=other),
        "stopped": webhooks.pause(webhook=a_webhook(club), by=by),
    }
    settle(match_at(event, "M1-1"))
    assert {name: told(hook) for name, hook in hooks.items()} == {
        "results": [news.SETTLED],
        "entries": [],
        "this event": [news.SETTLED],
        "another event": [],
        "stopped": [],
    }
    assert told(strangers) == []


def test_a_club_without_webhooks_owes_nothing(club: Club) -> None:
    settle(match_at(a_night(club), "M1-1"))
    assert set(Outbox.objects.values_list("kind", flat=True)) == {"rate_match"}


def test_news_spread_twice_is_one_message(club: Club) -> None:
    hook = a_webhook(club, kinds=[news.PUBLISHED])
    a_night(club)
    row = Outbox.objects.get(kind="webhook_news", payload__kind=news.PUBLISHED)
    outbox.sweep()
    outbox.HANDLERS[row.kind](row.payload)
    assert hook.deliveries.count() == 1


def test_a_message_arrives_signed_once(club: Club, by: User, receiver: Receiver) -> None:
    made = webhooks.subscribe(club=club, address=receiver.address, kinds=[news.SETTLED], by=by)
    delivery = webhooks.ping(webhook=made.webhook, by=by)
    tasks.send_webhooks()
    assert (posting.send(), len(receiver.got)) == (0, 1)
    headers, text = receiver.got[0]
    at = int(headers["webhook-timestamp"])
    keys = webhooks.keys_of(made.webhook)
    signed = news.headers(keys=keys, message=delivery.message, at=at, text=delivery.text)
    assert news.secret_text(keys[0]) == made.secret
    assert {name: headers[name.lower()] for name in signed} == signed
    assert json.loads(text)["data"] == {"club": "riverside", "webhook": made.webhook.code}
    delivery.refresh_from_db()
    assert (delivery.state, delivery.status, delivery.tries) == ("delivered", 204, 1)


def test_a_new_secret_signs_beside_the_old_one_for_a_day(club: Club, by: User) -> None:
    made = webhooks.subscribe(club=club, address=FAR, kinds=[news.SETTLED], by=by)
    new = webhooks.rotate(webhook=made.webhook, by=by)
    assert [news.secret_text(key) for key in webhooks.keys_of(new.webhook)] == [new.secret, made.secret]
    with time_machine.travel(timezone.now() + timedelta(hours=25), tick=False):
        assert [news.secret_text(key) for key in webhooks.keys_of(new.webhook)] == [new.secret]


def test_a_house_that_changes_its_key_signs_with_both(club: Club) -> None:
    hook = a_webhook(club)
    before = webhooks.keys_of(hook)
    with override_settings(SECRET_KEY="another", SECRET_KEY_FALLBACKS=["to-be-forgotten"]):
        assert len(webhooks.keys_of(hook)) == 2
    with override_settings(SECRET_KEY="another", SECRET_KEY_FALLBACKS=[house.SECRET_KEY]):
        assert webhooks.keys_of(hook)[1:] == before


def test_what_fails_is_tried_again_later_and_given_up_in_the_end(
    club: Club, by: User, receiver: Receiver
) -> None:
    receiver.status = 500
    hook = a_webhook(club, receiver.address)
    delivery = owed(hook)
    waits, now = [], timezone.now()
    first = now
    for _ in range(len(news.WAITS) + 1):
        with time_machine.travel(now, tick=False):
            assert posting.send() == 0
        delivery.refresh_from_db()
        waits.append(delivery.due_at - now)
        now = delivery.due_at
    assert (tuple(waits[:-1]), delivery.state, delivery.status, delivery.problem) == (
        news.WAITS,
        "given_up",
        500,
        "answer",
    )
    assert (len(receiver.got), delivery.tries) == (9, 9)
    hook.refresh_from_db()
    assert hook.failing_since == first


def test_a_failing_address_holds_up_no_other(club: Club, by: User, receiver: Receiver) -> None:
    broken_hook, good = a_webhook(club, "http://127.0.0.1:9/"), a_webhook(club, receiver.address)
    for hook in (broken_hook, broken_hook, good, good):
        owed(hook)
    assert (posting.send(), len(receiver.got)) == (2, 2)
    assert [row.tries for row in broken_hook.deliveries.order_by("id")] == [1, 0]


def test_an_address_where_nothing_is_taken_for_days_is_stopped_and_taken_up_again(
    club: Club, by: User, receiver: Receiver
) -> None:
    receiver.status = 503
    hook = a_webhook(club, receiver.address)
    webhooks.ping(webhook=hook, by=by)
    posting.send()
    with time_machine.travel(timezone.now() + timedelta(days=4)):
        webhooks.ping(webhook=hook, by=by)
        posting.send()
        hook.refresh_from_db()
        assert (hook.disabled_at is not None, refusal(webhooks.ping, webhook=hook, by=by)) == (
            True,
            "webhook_stopped",
        )
        assert {row.state for row in hook.deliveries.all()} == {"given_up"}
        receiver.status = 200
        webhooks.resume(webhook=hook, by=by)
        owed(hook)
        assert posting.send() == 1
    hook.refresh_from_db()
    assert (hook.disabled_at, hook.failing_since) == (None, None)


def test_an_old_message_sent_again_in_vain_stops_nothing(club: Club, by: User, receiver: Receiver) -> None:
    receiver.status = 500
    hook = a_webhook(club, receiver.address)
    old = owed(hook)
    Delivery.objects.update(created_at=timezone.now() - timedelta(days=20), given_up_at=timezone.now())
    webhooks.redeliver(webhook=hook, message=old.message, by=by)
    posting.send()
    hook.refresh_from_db()
    old.refresh_from_db()
    assert old.tried_at is not None
    assert hook.failing_since is not None
    assert (hook.disabled_at, hook.failing_since >= old.tried_at) == (None, True)
    webhooks.change(webhook=hook, address=FAR, kinds=hook.kinds, by=by)
    hook.refresh_from_db()
    assert hook.failing_since is None


def test_one_run_at_a_time_is_enough_for_the_house(club: Club, receiver: Receiver) -> None:
    owed(a_webhook(club, receiver.address))
    cache.add(posting.RUNNING, True)
    assert (posting.send(), receiver.got) == (0, [])
    cache.delete(posting.RUNNING)
    assert (posting.send(), cache.get(posting.RUNNING)) == (1, None)


def test_a_run_ends_after_its_time_and_the_next_goes_on(
    club: Club, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posting, "RUN_SECONDS", 0.0)
    hook = a_webhook(club, receiver.address)
    for _ in range(2):
        owed(hook)
    assert [posting.send() for _ in range(3)] == [1, 1, 0]


def test_a_test_message_on_its_way_is_not_sent_twice(club: Club, by: User) -> None:
    hook = a_webhook(club)
    with transaction.atomic():
        first = webhooks.ping(webhook=hook, by=by)
        assert webhooks.ping(webhook=hook, by=by) == first


def test_whoever_made_a_webhook_is_told_by_mail_that_it_was_stopped(
    club: Club, by: User, receiver: Receiver, settings: Settings, mailoutbox: list[EmailMessage]
) -> None:
    settings.HAS_MAIL, settings.HOUSE_ADDRESS = True, "https://house.example"
    User.objects.filter(pk=by.pk).update(email="anna@club.example")
    receiver.status = 410
    hook = a_webhook(club, f"{receiver.address}?key=of-theirs")
    owed(hook)
    posting.send()
    outbox.sweep()
    row = Outbox.objects.get(kind="mail_webhook")
    outbox.deliver(outbox_id=row.pk)
    (letter,) = mailoutbox
    link = f"https://house.example/clubs/riverside/webhooks/{hook.code}/"
    told = [
        word in letter.body for word in ("Nothing was taken at 127.0.0.1", "127.0.0.1", "of-theirs", link)
    ]
    assert (letter.bcc, told) == (["anna@club.example"], [True, True, False, True])
    assert letter.subject == "Riverside: a webhook is stopped / Riverside: un webhook è fermo"


def test_a_letter_goes_to_the_directors_when_the_maker_left_and_to_nobody_when_it_goes_on(
    club: Club, by: User, settings: Settings, mailoutbox: list[EmailMessage]
) -> None:
    settings.HAS_MAIL = True
    User.objects.filter(pk=by.pk).update(email="anna@club.example")
    hook = a_webhook(club)
    stranger = a_user("Bruno")
    User.objects.filter(pk=stranger.pk).update(email="bruno@elsewhere.example")
    now = timezone.now()
    Webhook.objects.filter(pk=hook.pk).update(by=stranger, disabled_at=now, failing_since=now)
    stopping.deliver({"webhook": hook.pk})
    assert [letter.bcc for letter in mailoutbox] == [["anna@club.example"]]
    webhooks.resume(webhook=hook, by=by)
    stopping.deliver({"webhook": hook.pk})
    assert len(mailoutbox) == 1


def test_a_house_without_mail_owes_no_letter(club: Club, receiver: Receiver, settings: Settings) -> None:
    settings.HAS_MAIL = False
    receiver.status = 410
    owed(a_webhook(club, receiver.address))
    posting.send()
    assert not Outbox.objects.filter(kind="mail_webhook").exists()


def test_a_receiver_that_is_gone_is_stopped_at_once(club: Club, by: User, receiver: Receiver) -> None:
    receiver.status = 410
    hook = a_webhook(club, receiver.address)
    webhooks.ping(webhook=hook, by=by)
    posting.send()
    hook.refresh_from_db()
    assert hook.disabled_at is not None


def test_a_worker_that_dies_with_a_message_leaves_it_to_the_next(
    club: Club, by: User, receiver: Receiver
) -> None:
    owed(a_webhook(club, receiver.address))
    assert posting._claimed(()) is not None
    assert posting.send() == 0
    with time_machine.travel(timezone.now() + timedelta(seconds=31)):
        assert (posting.send(), len(receiver.got)) == (1, 1)


def test_a_message_of_the_log_is_sent_again_with_its_id(club: Club, by: User, receiver: Receiver) -> None:
    hook = a_webhook(club, receiver.address)
    first = webhooks.ping(webhook=hook, by=by)
    posting.send()
    webhooks.redeliver(webhook=hook, message=first.message, by=by)
    posting.send()
    assert [headers["webhook-id"] for headers, _ in receiver.got] == [first.message] * 2
    assert refusal(webhooks.redeliver, webhook=hook, message="msg_unknown", by=by) == "delivery_absent"


def test_what_is_stopped_owes_nothing_any_more(club: Club, by: User) -> None:
    hook = a_webhook(club)
    delivery = owed(hook)
    webhooks.pause(webhook=hook, by=by)
    delivery.refresh_from_db()
    assert (delivery.state, delivery.problem) == ("given_up", "stopped")


@override_settings(WEBHOOKS_PRIVATE=False)
def test_a_private_address_gets_nothing_unless_the_house_says_so(
    club: Club, by: User, receiver: Receiver
) -> None:
    asked = {"club": club, "kinds": [news.SETTLED], "by": by}
    assert refusal(webhooks.subscribe, address=receiver.address, **asked) == "webhook_address"
    sealed = receiver.address.replace("http:", "https:")
    delivery = webhooks.ping(webhook=a_webhook(club, sealed), by=by)
    posting.send()
    delivery.refresh_from_db()
    assert (delivery.problem, receiver.got) == ("forbidden", [])


def test_wishes_that_make_no_sense_are_refused(club: Club, by: User) -> None:
    asked: dict[str, Any] = {"club": club, "address": FAR, "kinds": [news.SETTLED], "by": by}
    elsewhere = a_night(a_club("Elsewhere"))
    assert refusal(webhooks.subscribe, **{**asked, "address": "receiver"}) == "webhook_address"
    assert refusal(webhooks.subscribe, **{**asked, "address": FAR + "x" * 500}) == "webhook_address"
    assert refusal(webhooks.subscribe, **{**asked, "kinds": []}) == "webhook_kinds"
    assert refusal(webhooks.subscribe, **{**asked, "kinds": [news.PING]}) == "webhook_kinds"
    assert refusal(webhooks.subscribe, **asked, event=elsewhere) == "webhook_event"
    assert refusal(webhooks.subscribe, **{**asked, "by": a_user()}) == "directors_only"
    for _ in range(webhooks.MOST):
        webhooks.subscribe(**asked)
    assert refusal(webhooks.subscribe, **asked) == "webhooks_full"


def test_old_messages_are_forgotten_and_owed_ones_never(club: Club, by: User) -> None:
    hook = a_webhook(club)
    old = owed(hook)
    webhooks.pause(webhook=hook, by=by)
    webhooks.resume(webhook=hook, by=by)
    waiting = owed(hook)
    Delivery.objects.update(created_at=timezone.now() - timedelta(days=90))
    tasks.prune_webhooks()
    assert list(Delivery.objects.all()) == [waiting]
    assert old != waiting


def test_every_constraint_holds(club: Club, by: User) -> None:
    hook = a_webhook(club)
    delivery = owed(hook)
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
