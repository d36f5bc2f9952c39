"""Read-only admin of mirrors; the tokens of other sites are not displayed."""

from django.contrib import admin

from matches.admin import ReadOnlyAdmin
from tournaments.mirrors.models import (
    CopiedEvent,
    CopiedPlayer,
    CopiedTournament,
    Publication,
    PublishedEvent,
)


@admin.register(Publication)
class PublicationAdmin(ReadOnlyAdmin):
    """Tournaments that are published to other sites."""

    list_display = ["tournament", "address", "published_at", "due_at", "problem"]
    list_select_related = ["tournament"]
    search_fields = ["tournament__name", "address"]
    exclude = ["encrypted_token"]


@admin.register(PublishedEvent)
class PublishedEventAdmin(ReadOnlyAdmin):
    """Events that are published to other sites."""

    list_display = ["event", "publication", "lines", "sent_at"]
    list_select_related = ["event", "publication__tournament"]


@admin.register(CopiedTournament)
class CopiedTournamentAdmin(ReadOnlyAdmin):
    """Tournaments that other sites direct."""

    list_display = ["tournament", "club", "origin", "heard_at", "taken_over_at"]
    list_select_related = ["tournament", "club"]
    search_fields = ["tournament__name", "club__name", "origin"]


@admin.register(CopiedEvent)
class CopiedEventAdmin(ReadOnlyAdmin):
    """Events that other sites direct."""

    list_display = ["event", "copy", "size"]
    list_select_related = ["event", "copy__tournament"]


@admin.register(CopiedPlayer)
class CopiedPlayerAdmin(ReadOnlyAdmin):
    """Players whom only a copy brought."""

    list_display = ["player", "copy"]
    list_select_related = ["player", "copy__tournament"]
