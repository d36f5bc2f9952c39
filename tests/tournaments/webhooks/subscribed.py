"""Factories for webhooks and pending deliveries."""

from typing import Any

import pytest

from rules.errors import Refusal
from tests.tournaments.club_evenings import director_of
from tournaments.models import Club
from tournaments.webhooks import services, webhook_events
from tournaments.webhooks.models import Delivery, Webhook

# The discard port, on which no server listens.
FAR = "http://127.0.0.1:9/hook"


def a_webhook(club: Club, address: str = FAR, kinds: Any = webhook_events.KINDS, **more: Any) -> Webhook:
    webhook_secret = services.subscribe(club=club, address=address, kinds=kinds, by=director_of(club), **more)
    return webhook_secret.webhook


def pending_delivery(webhook: Webhook) -> Delivery:
    """Create a delivery that is due, without queueing a task."""
    message = services.new_message_id()
    return Delivery.objects.create(webhook=webhook, message=message, kind=webhook_events.PING, text="{}")


def refusal(act: Any, **options: Any) -> str:
    with pytest.raises(Refusal) as caught:
        act(**options)
    return caught.value.code
