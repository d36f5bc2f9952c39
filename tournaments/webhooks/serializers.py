"""How webhooks and what was sent to them look to programs."""

from typing import Any

from rest_framework import serializers

Shape = serializers.Serializer[Any]


class WebhookOut(Shape):
    """An address that gets news of the club; what it is signed with is told once, when it is made."""

    code = serializers.CharField()
    address = serializers.CharField()
    event = serializers.IntegerField(source="event_id", allow_null=True, help_text="None: the whole club.")
    kinds = serializers.ListField(child=serializers.CharField())
    created_at = serializers.DateTimeField()
    paused_at = serializers.DateTimeField(allow_null=True)
    failing_since = serializers.DateTimeField(allow_null=True)
    disabled_at = serializers.DateTimeField(allow_null=True, help_text="When the house stopped it.")


class WebhooksOut(Shape):
    """All webhooks of a club."""

    webhooks = WebhookOut(many=True)


class SubscribedOut(Shape):
    """A webhook with its secret, which is told this once."""

    webhook = WebhookOut()
    secret = serializers.CharField()


class DeliveryOut(Shape):
    """One message: delivered, failing (it will be tried again), waiting, or given up."""

    message = serializers.CharField()
    kind = serializers.CharField()
    state = serializers.CharField()
    created_at = serializers.DateTimeField()
    due_at = serializers.DateTimeField()
    tries = serializers.IntegerField()
    status = serializers.IntegerField(help_text="What the receiver answered last; 0 for nothing.")
    problem = serializers.CharField()
    milliseconds = serializers.IntegerField()


class WebhookLogOut(Shape):
    """A webhook with its last messages, the newest first."""

    webhook = WebhookOut()
    deliveries = DeliveryOut(many=True)
