"""Screens in the admin, read only."""

from django.contrib import admin

from matches.admin import ReadOnlyAdmin
from tournaments.screens.models import Screen


@admin.register(Screen)
class ScreenAdmin(ReadOnlyAdmin):
    """Televisions, including unclaimed ones."""

    list_display = ["code", "name", "tournament", "event", "flight", "showing", "seen_at"]
    list_select_related = ["tournament", "event"]
    search_fields = ["code", "name"]
