"""The back office on news for other programs: where it goes, and how it went."""

from django.contrib import admin

from matches.admin import ReadOnly
from tournaments.webhooks.models import Delivery, Webhook


@admin.register(Webhook)
class WebhookAdmin(ReadOnly):
    """Addresses that get news of a club; what their keys are made of is shown to nobody."""

    list_display = ["address", "club", "event", "paused_at", "failing_since", "disabled_at"]
    list_select_related = ["club", "event"]
    search_fields = ["address", "club__name"]
    exclude = ["salt", "salt_before"]


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly):
    """Messages sent, and those still owed."""

    list_display = ["kind", "webhook", "created_at", "tries", "status", "problem", "delivered_at"]
    list_filter = ["kind", "problem"]
    list_select_related = ["webhook"]
    search_fields = ["message"]
