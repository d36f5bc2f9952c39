"""Serializers of webhooks and of the messages that were sent to them."""

from typing import Any

from rest_framework import serializers

from matches.api.serializers import NullableCharField, NullableNumberField
from tournaments.webhooks.models import LONGEST_ADDRESS
from tournaments.webhooks.webhook_events import KINDS


class WebhookUpdateSerializer(serializers.Serializer[Any]):
    """The address and kinds of a webhook."""

    address = serializers.CharField(
        max_length=LONGEST_ADDRESS,
        help_text="A public https address. It must answer within ten seconds.",
    )
    kinds = serializers.ListField(child=serializers.ChoiceField(choices=KINDS), max_length=len(KINDS))


class WebhookCreateSerializer(WebhookUpdateSerializer):
    """A webhook of a club, or of one of its events."""

    event = serializers.IntegerField(
        min_value=1,
        max_value=2**63 - 1,
        required=False,
        allow_null=True,
        default=None,
        help_text="The event it is limited to; null for the whole club.",
    )


class WebhookSerializer(serializers.Serializer[Any]):
    """A webhook; its secret is shown once, on creation."""

    code = serializers.CharField()
    address = serializers.CharField()
    event = serializers.IntegerField(
        source="event_id", allow_null=True, help_text="The event it is limited to; null for the whole club."
    )
    kinds = serializers.ListField(child=serializers.ChoiceField(choices=KINDS))
    created_at = serializers.DateTimeField()
    paused_at = serializers.DateTimeField(allow_null=True)
    failing_since = serializers.DateTimeField(allow_null=True)
    disabled_at = serializers.DateTimeField(
        allow_null=True, help_text="When the site disabled it because no message was accepted."
    )


class WebhookSecretSerializer(WebhookSerializer):
    """A webhook with its secret."""

    secret = serializers.CharField(help_text="The secret that verifies signatures; shown only once.")


class DeliverySerializer(serializers.Serializer[Any]):
    """A message: delivered, failing (it will be tried again), waiting, or given up after the last try."""

    message = serializers.CharField(help_text="The id of the message, as in the header `webhook-id`.")
    kind = serializers.CharField()
    state = serializers.ChoiceField(choices=["delivered", "failing", "waiting", "given_up"])
    created_at = serializers.DateTimeField()
    due_at = serializers.DateTimeField()
    tries = serializers.IntegerField()
    status = NullableNumberField(help_text="The last HTTP status of the receiver; null for none.")
    problem = NullableCharField()
    milliseconds = serializers.IntegerField()
