"""The back office on who belongs to clubs and what they do each week: trail, invitations, nights, casual."""

from django.contrib import admin

from matches.admin import ReadOnly
from tournaments.models import (
    CasualMatch,
    ClubDeed,
    Invitation,
    InvitationUse,
    OfficeOffer,
    SkippedNight,
    WeeklyNight,
)


@admin.register(ClubDeed)
class ClubDeedAdmin(ReadOnly):
    """The trail of clubs."""

    list_display = ["club", "kind", "user", "player", "by", "at"]
    list_filter = ["kind"]
    list_select_related = ["club", "user", "player", "by"]
    search_fields = ["club__name", "player__name", "user__username"]


@admin.register(Invitation)
class InvitationAdmin(ReadOnly):
    """Invitations; what their links are made of is shown to nobody."""

    exclude = ["nonce", "token_hash"]
    list_display = ["club", "role", "player", "email", "used", "most", "expires_at", "withdrawn_at", "by"]
    list_filter = ["role"]
    list_select_related = ["club", "player", "by"]
    search_fields = ["club__name", "email"]


@admin.register(InvitationUse)
class InvitationUseAdmin(ReadOnly):
    """Who came by which invitation."""

    list_display = ["invitation", "membership", "at"]
    list_select_related = ["invitation__club", "membership__player", "membership__user"]


@admin.register(OfficeOffer)
class OfficeOfferAdmin(ReadOnly):
    """Offices that were offered to user names, and how each offer ended."""

    list_display = ["club", "kind", "role", "tournament", "username", "user", "state", "by", "at"]
    list_filter = ["kind", "state"]
    list_select_related = ["club", "tournament", "user", "by"]
    search_fields = ["club__name", "username"]


@admin.register(WeeklyNight)
class WeeklyNightAdmin(ReadOnly):
    """Templates of evenings."""

    list_display = ["name", "club", "weekday", "begins", "tables", "ended_at"]
    list_select_related = ["club"]
    search_fields = ["name", "club__name"]


@admin.register(SkippedNight)
class SkippedNightAdmin(ReadOnly):
    """Weeks without a night."""

    list_display = ["night", "day", "reason", "by"]
    list_select_related = ["night", "by"]


@admin.register(CasualMatch)
class CasualMatchAdmin(ReadOnly):
    """Casual matches of clubs."""

    list_display = ["match", "club", "is_rated", "is_counted", "by", "at"]
    list_filter = ["is_rated", "is_counted"]
    list_select_related = ["match__white", "match__black", "club", "by"]
    search_fields = ["match__white__name", "match__black__name"]
