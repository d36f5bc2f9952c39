"""Webhooks of a club for programs: the same services as the pages."""

from typing import Any

from tournaments.api.deeds import Asked, Deed, Look, club_path
from tournaments.api.loading import found
from tournaments.models import Club, Event
from tournaments.webhooks import forms
from tournaments.webhooks import queries as facts
from tournaments.webhooks import serializers as shapes
from tournaments.webhooks.models import Delivery, Webhook
from tournaments.webhooks.services import subscriptions
from tournaments.webhooks.services.subscriptions import Subscribed

At = Asked[Club]
SHOWN = 50


def _all(at: At) -> dict[str, Any]:
    return {"webhooks": facts.webhooks_of(at.of)}


def _subscribe(at: At) -> Subscribed:
    number = at.said.get("event")
    events = Event.objects.select_related("tournament").filter(tournament__club=at.of)
    event = found(events.filter(pk=number).first()) if number else None
    wanted = {name: at.said[name] for name in ("address", "kinds")}
    return subscriptions.subscribe(club=at.of, event=event, by=at.by, **wanted)


def _one(at: At) -> Webhook:
    return found(at.of.webhooks.filter(code=at.at["code"]).first())


def _log(at: At) -> dict[str, Any]:
    hook = _one(at)
    return {"webhook": hook, "deliveries": list(facts.log_of(hook)[:SHOWN])}


def _change(at: At) -> Webhook:
    return subscriptions.change(
        webhook=_one(at), address=at.said["address"], kinds=at.said["kinds"], by=at.by
    )


def _redeliver(at: At) -> Delivery:
    return subscriptions.redeliver(webhook=_one(at), message=at.said["message"], by=at.by)


def _remove(at: At) -> dict[str, Any]:
    subscriptions.remove(webhook=_one(at), by=at.by)
    return _all(at)


urlpatterns = [
    club_path(
        "webhooks/",
        Look(
            name="club_webhooks",
            find=_all,
            answer=shapes.WebhooksOut,
            about="The webhooks of a club and how they do.",
        ),
        Deed(
            name="club_subscribe",
            form=forms.Asking,
            act=_subscribe,
            answer=shapes.SubscribedOut,
            about="Have news of the club, or of one of its events, sent to an address.",
        ),
        secrets=("secret",),
    ),
    club_path(
        "webhooks/<slug:code>/",
        Look(
            name="club_webhook",
            find=_log,
            answer=shapes.WebhookLogOut,
            about="A webhook with its last messages.",
        ),
    ),
    club_path(
        "webhooks/<slug:code>/change/",
        Deed(
            name="webhook_change",
            form=forms.Wishes,
            act=_change,
            answer=shapes.WebhookOut,
            status=200,
            about="Another address, or other kinds of news.",
        ),
    ),
    club_path(
        "webhooks/<slug:code>/rotate/",
        Deed(
            name="webhook_rotate",
            act=lambda at: subscriptions.rotate(webhook=_one(at), by=at.by),
            answer=shapes.SubscribedOut,
            status=200,
            about="A new secret; the old one signs beside it for a day.",
        ),
        secrets=("secret",),
    ),
    club_path(
        "webhooks/<slug:code>/ping/",
        Deed(
            name="webhook_ping",
            act=lambda at: subscriptions.ping(webhook=_one(at), by=at.by),
            answer=shapes.DeliveryOut,
            about="Send a test message.",
        ),
    ),
    club_path(
        "webhooks/<slug:code>/redeliver/",
        Deed(
            name="webhook_redeliver",
            form=forms.Again,
            act=_redeliver,
            answer=shapes.DeliveryOut,
            about="Send a message of the log again.",
        ),
    ),
    club_path(
        "webhooks/<slug:code>/pause/",
        Deed(
            name="webhook_pause",
            act=lambda at: subscriptions.pause(webhook=_one(at), by=at.by),
            answer=shapes.WebhookOut,
            status=200,
            about="No more news for now.",
        ),
    ),
    club_path(
        "webhooks/<slug:code>/resume/",
        Deed(
            name="webhook_resume",
            act=lambda at: subscriptions.resume(webhook=_one(at), by=at.by),
            answer=shapes.WebhookOut,
            status=200,
            about="News again, from now on.",
        ),
    ),
    club_path(
        "webhooks/<slug:code>/remove/",
        Deed(
            name="webhook_remove",
            act=_remove,
            answer=shapes.WebhooksOut,
            status=200,
            about="Forget it with its log.",
        ),
    ),
]
