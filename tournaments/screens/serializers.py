"""Serializers of screens and announcements."""

from typing import Any

from rest_framework import serializers

from matches.api.serializers import NullableCharField
from matches.models import Announcement, Audience
from matches.models.desk import EVERYWHERE, MAX_ANNOUNCEMENT_LENGTH, SCREENS
from tournaments.screens.models import CODE_LENGTH, LONGEST_SECONDS, PARTS, SHORTEST_SECONDS

REACH_CHOICES = [EVERYWHERE, SCREENS]
MINUTES_PER_DAY = 24 * 60


class ScreenCreateSerializer(serializers.Serializer[Any]):
    """The code a screen shows; null for a new screen."""

    code = NullableCharField(max_length=CODE_LENGTH, default="")


class ScreenUpdateSerializer(serializers.Serializer[Any]):
    """What a screen shows: parts of the whole tournament, or one event. Missing keys are unchanged."""

    name = serializers.CharField(max_length=40, required=False)
    parts = serializers.ListField(
        child=serializers.ChoiceField(choices=PARTS), required=False, help_text="Empty for all parts."
    )
    event = serializers.IntegerField(
        min_value=1, max_value=2**63 - 1, required=False, allow_null=True, help_text="Shows only this event."
    )
    flight = NullableCharField(max_length=20, help_text="Shows only this flight of `event`.")
    seconds = serializers.IntegerField(
        min_value=SHORTEST_SECONDS,
        max_value=LONGEST_SECONDS,
        required=False,
        help_text="How long each page is shown.",
    )
    is_paused = serializers.BooleanField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Require parts of the tournament or one event; a flight only with its event."""
        if "parts" in attrs and attrs.get("event") is not None:
            raise serializers.ValidationError({"parts": "Give `parts` or `event`, one of the two."})
        if attrs.get("flight") and attrs.get("event") is None:
            raise serializers.ValidationError({"event": "This is missing."})
        return attrs


class ScreenSerializer(serializers.Serializer[Any]):
    """A screen of the tournament."""

    code = serializers.CharField()
    name = NullableCharField()
    parts = serializers.ListField(source="shown_parts", child=serializers.ChoiceField(choices=PARTS))
    event = serializers.IntegerField(source="event_id", allow_null=True)
    flight = NullableCharField()
    seconds = serializers.IntegerField()
    is_paused = serializers.SerializerMethodField()
    paused_at = serializers.DateTimeField(allow_null=True)
    showing = NullableCharField(help_text="The page it showed at its last heartbeat.")
    seen_at = serializers.DateTimeField(allow_null=True)

    def get_is_paused(self, screen: Any) -> bool:
        """Return whether the rotation is paused."""
        return screen.paused_at is not None


class AnnouncementCreateSerializer(serializers.Serializer[Any]):
    """An announcement in one language or both."""

    english = NullableCharField(max_length=MAX_ANNOUNCEMENT_LENGTH, default="")
    italian = NullableCharField(max_length=MAX_ANNOUNCEMENT_LENGTH, default="")
    minutes = serializers.IntegerField(
        min_value=1,
        max_value=MINUTES_PER_DAY,
        required=False,
        allow_null=True,
        default=None,
        help_text="How long it is shown; null for until it is withdrawn.",
    )
    reach = serializers.ChoiceField(choices=REACH_CHOICES, default=EVERYWHERE)
    event = serializers.IntegerField(
        min_value=1,
        required=False,
        allow_null=True,
        default=None,
        help_text="An event of this tournament; only its players see the announcement.",
    )
    match = serializers.CharField(
        max_length=8,
        allow_blank=True,
        default="",
        help_text="The code of a match; only its players see the announcement.",
    )
    by_mail = serializers.BooleanField(
        default=False, help_text="Send it also by e-mail to the players who chose that."
    )


class AnnouncementSerializer(serializers.Serializer[Any]):
    """An announcement."""

    number = serializers.IntegerField(source="pk")
    english = NullableCharField()
    italian = NullableCharField()
    reach = serializers.CharField()
    audience = serializers.CharField(help_text="all, event or match.")
    event = serializers.SerializerMethodField()
    match = serializers.SerializerMethodField()
    is_mailed = serializers.BooleanField()
    at = serializers.DateTimeField()
    until = serializers.DateTimeField(allow_null=True)
    withdrawn_at = serializers.DateTimeField(source="taken_back_at", allow_null=True)

    def get_event(self, announcement: Announcement) -> int | None:
        """Return the event whose players it is for."""
        if announcement.audience != Audience.EVENT:
            return None
        return announcement.events.values_list("pk", flat=True).first()

    def get_match(self, announcement: Announcement) -> str | None:
        """Return the code of the match whose players it is for."""
        return announcement.match.code if announcement.match is not None else None
