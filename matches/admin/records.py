"""The back office on records, and on what engines said of them."""

from django.contrib import admin

from matches.admin.read_only import ReadOnly
from matches.models import AnalysedGame, Analysis, Bundle, BundledFile, Draft, Figure, Transcript


@admin.register(Transcript)
class TranscriptAdmin(ReadOnly):
    """Records and what their replay found."""

    list_display = ["name", "match", "format", "status", "agrees", "at"]
    list_filter = ["status", "format"]
    list_select_related = ["match__white", "match__black"]
    exclude = ["verdict"]


@admin.register(Draft)
class DraftAdmin(ReadOnly):
    """Records being written down; whose phone it is stays hidden."""

    list_display = ["match", "user", "player", "version", "changed_at"]
    list_select_related = ["match__white", "match__black", "user", "player"]
    exclude = ["device"]


@admin.register(Figure)
class FigureAdmin(ReadOnly):
    """What engines say of records."""

    list_display = ["transcript", "side", "engine", "settings", "lost", "decisions", "source", "at"]
    list_filter = ["engine"]
    list_select_related = ["transcript"]


@admin.register(Analysis)
class AnalysisAdmin(ReadOnly):
    """Looks of an engine at records."""

    list_display = [
        "transcript",
        "origin",
        "state",
        "engine",
        "settings",
        "plies",
        "source",
        "at",
        "ended_at",
    ]
    list_filter = ["state", "origin"]
    list_select_related = ["transcript"]


@admin.register(AnalysedGame)
class AnalysedGameAdmin(ReadOnly):
    """Their games, done and still to do; what was said of each decision stands in the viewer."""

    list_display = ["analysis", "number", "until", "tries"]
    list_select_related = ["analysis"]
    exclude = ["said", "token"]


@admin.register(Bundle)
class BundleAdmin(ReadOnly):
    """Zips of records."""

    list_display = ["name", "desk", "by", "at"]
    list_select_related = ["desk", "by"]


@admin.register(BundledFile)
class BundledFileAdmin(ReadOnly):
    """Their files and what became of each; bytes that wait are not shown."""

    list_display = ["bundle", "number", "name", "fate", "transcript"]
    list_filter = ["fate"]
    list_select_related = ["bundle", "transcript"]
    exclude = ["data"]
