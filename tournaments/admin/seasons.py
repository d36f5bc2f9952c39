"""The back office on what was changed in seasons and rating lists, and on results of earlier years."""

from django.contrib import admin

from matches.admin import ReadOnly
from tournaments.models import (
    FileImport,
    PastEvening,
    PastImport,
    PastPlace,
    PastResult,
    RatingListChange,
    SeasonChange,
    SeasonPlayer,
)


@admin.register(SeasonPlayer)
class SeasonPlayerAdmin(ReadOnly):
    """Divisions of seasons."""

    list_display = ["season", "division", "player"]
    list_select_related = ["season", "player"]


@admin.register(SeasonChange)
class SeasonChangeAdmin(ReadOnly):
    """What moved the tables of seasons."""

    list_display = ["season", "kind", "match", "signed", "at", "reason"]
    list_filter = ["kind"]
    list_select_related = ["season", "match__white", "match__black"]


@admin.register(RatingListChange)
class RatingListChangeAdmin(ReadOnly):
    """Other constants of rating lists."""

    list_display = ["rating_list", "signed", "at", "reason"]
    list_select_related = ["rating_list"]


@admin.register(PastImport)
class PastImportAdmin(ReadOnly):
    """Files of results of earlier years."""

    list_display = ["club", "name", "rows", "signed", "at", "undone_at"]
    list_select_related = ["club"]


@admin.register(FileImport)
class FileImportAdmin(ReadOnly):
    """Files that are taken in by a task."""

    list_display = ["club", "name", "kind", "state", "rows", "at", "over_at"]
    list_select_related = ["club"]


@admin.register(PastEvening)
class PastEveningAdmin(ReadOnly):
    """Their evenings."""

    list_display = ["batch", "held_on", "name"]
    list_select_related = ["batch"]


@admin.register(PastResult)
class PastResultAdmin(ReadOnly):
    """Their lines."""

    list_display = ["evening", "line", "match"]
    list_select_related = ["evening", "match__white", "match__black"]


@admin.register(PastPlace)
class PastPlaceAdmin(ReadOnly):
    """Their places."""

    list_display = ["evening", "flight", "first", "last", "field", "player"]
    list_filter = ["flight"]
    list_select_related = ["evening", "player"]
