"""The admin of match files; read-only."""

from django.contrib import admin

from matches.admin import ReadOnlyAdmin
from matches.records.declaration_models import PerformanceDeclaration
from matches.records.models import (
    AnalysedGame,
    Analysis,
    Archive,
    ArchivedFile,
    Certificate,
    PerformanceFigure,
    PublicKey,
    RecordedPosition,
    Transcript,
    TranscriptDraft,
)
from matches.records.video_models import TranscriptVideo, VideoChange


@admin.register(Transcript)
class TranscriptAdmin(ReadOnlyAdmin):
    list_display = ["name", "match", "format", "status", "agrees", "at"]
    list_filter = ["status", "format"]
    list_select_related = ["match__white", "match__black"]
    exclude = ["verdict"]


@admin.register(RecordedPosition)
class RecordedPositionAdmin(ReadOnlyAdmin):
    list_display = ["transcript", "game", "action", "turn"]
    list_select_related = ["transcript"]
    exclude = ["key"]


@admin.register(TranscriptDraft)
class TranscriptDraftAdmin(ReadOnlyAdmin):
    """Drafts; `device` is not shown, because it identifies the author."""

    list_display = ["match", "user", "player", "version", "changed_at"]
    list_select_related = ["match__white", "match__black", "user", "player"]
    exclude = ["device"]


@admin.register(PerformanceFigure)
class PerformanceFigureAdmin(ReadOnlyAdmin):
    list_display = ["transcript", "side", "engine", "settings", "lost", "decisions", "source", "at"]
    list_filter = ["engine"]
    list_select_related = ["transcript"]


@admin.register(Analysis)
class AnalysisAdmin(ReadOnlyAdmin):
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
class AnalysedGameAdmin(ReadOnlyAdmin):
    list_display = ["analysis", "number", "leased_until", "attempts"]
    list_select_related = ["analysis"]
    exclude = ["result", "token"]


@admin.register(Archive)
class ArchiveAdmin(ReadOnlyAdmin):
    list_display = ["name", "desk", "by", "at"]
    list_select_related = ["desk", "by"]


@admin.register(ArchivedFile)
class ArchivedFileAdmin(ReadOnlyAdmin):
    list_display = ["archive", "number", "name", "status", "transcript"]
    list_filter = ["status"]
    list_select_related = ["archive", "transcript"]
    exclude = ["data"]


@admin.register(PublicKey)
class PublicKeyAdmin(ReadOnlyAdmin):
    list_display = ["key_id", "site", "since", "until", "added_by"]
    list_select_related = ["added_by"]


@admin.register(TranscriptVideo)
class TranscriptVideoAdmin(ReadOnlyAdmin):
    list_display = ["transcript", "address", "changed_at"]
    list_select_related = ["transcript"]


@admin.register(VideoChange)
class VideoChangeAdmin(ReadOnlyAdmin):
    list_display = ["transcript", "kind", "address", "game", "action", "user", "player", "at"]
    list_filter = ["kind"]
    list_select_related = ["transcript", "user", "player"]


@admin.register(Certificate)
class CertificateAdmin(ReadOnlyAdmin):
    list_display = ["code", "match", "issued_at", "issued_by", "withdrawn_at"]
    list_select_related = ["match__white", "match__black", "issued_by"]
    exclude = ["file"]


@admin.register(PerformanceDeclaration)
class PerformanceDeclarationAdmin(ReadOnlyAdmin):
    list_display = ["match", "player", "is_by_desk", "at"]
    list_select_related = ["match__white", "match__black", "player"]
