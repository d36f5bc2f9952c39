"""The back office on what happens at the boards."""

from django.contrib import admin

from matches.admin.read_only import ReadOnly
from matches.models import Adjournment, Game, Match, Penalty, Report, Ruling


@admin.register(Match)
class MatchAdmin(ReadOnly):
    """Matches."""

    list_display = ["code", "white", "black", "length", "status", "white_score", "black_score", "ending"]
    list_filter = ["status", "ending"]
    list_select_related = ["white", "black"]
    search_fields = ["code", "white__name", "black__name"]


@admin.register(Game)
class GameAdmin(ReadOnly):
    """Lines of score sheets, struck ones included."""

    list_display = ["match", "number", "winner", "kind", "cube", "points", "struck_at"]
    list_select_related = ["match__white", "match__black"]


@admin.register(Report)
class ReportAdmin(ReadOnly):
    """Claims."""

    list_display = ["match", "number", "side", "channel", "white_score", "black_score", "state", "at"]
    list_filter = ["state", "channel"]
    list_select_related = ["match__white", "match__black"]


@admin.register(Ruling)
class RulingAdmin(ReadOnly):
    """Decisions of desks."""

    list_display = ["match", "number", "kind", "by", "law", "reason", "at"]
    list_filter = ["kind"]
    list_select_related = ["match__white", "match__black", "by"]


@admin.register(Penalty)
class PenaltyAdmin(ReadOnly):
    """Penalty points, lifted ones included."""

    list_display = ["match", "side", "points", "after_game", "at", "struck_at"]
    list_select_related = ["match__white", "match__black"]


@admin.register(Adjournment)
class AdjournmentAdmin(ReadOnly):
    """The register of postponed matches."""

    list_display = ["match", "position", "resumes_at", "at", "resumed_at"]
    list_select_related = ["match__white", "match__black"]
