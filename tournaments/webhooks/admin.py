"""Admin of webhooks: subscriptions and deliveries."""

from django.contrib import admin

from matches.admin import ReadOnlyAdmin
from tournaments.webhooks.models import Delivery, Webhook


@admin.register(Webhook)
class WebhookAdmin(ReadOnlyAdmin):
    """Subscribed addresses; the salts of their keys are not displayed."""

    list_display = ["address", "club", "event", "paused_at", "failing_since", "disabled_at"]
    list_select_related = ["club", "event"]
    search_fields = ["address", "club__name"]
    exclude = ["salt", "salt_before"]


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    """Messages sent and pending."""

    list_display = ["kind", "webhook", "created_at", "tries", "status", "problem", "delivered_at"]
    list_filter = ["kind", "problem"]
    list_select_related = ["webhook"]
    search_fields = ["message"]
