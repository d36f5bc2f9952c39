"""Admin of e-mail subscriptions, read only and without addresses."""

from django.contrib import admin

from matches.admin import ReadOnlyAdmin
from tournaments.mailing.models import MailSubscription


@admin.register(MailSubscription)
class MailSubscriptionAdmin(ReadOnlyAdmin):
    """E-mail subscriptions of players."""

    list_display = ["player", "tournament", "announcements", "calls", "at"]
    list_select_related = ["player", "tournament"]
    search_fields = ["player__name"]
    exclude = ["email", "page_prefix"]
