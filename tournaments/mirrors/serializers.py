"""Serializers of mirrors: what another site sends, copies, and publications."""

from typing import Any

from rest_framework import serializers

from tournaments.mirrors import queries
from tournaments.mirrors.copy_messages import FORMAT_VERSION
from tournaments.mirrors.models import (
    KEY_PATTERN,
    LONGEST_ADDRESS,
    LONGEST_ORIGIN,
    CopiedTournament,
    Publication,
)

MAX_EVENTS_OF_TOURNAMENT = 200


class EventCopySerializer(serializers.Serializer[Any]):
    """An event as its site publishes it: the event file, unless it is unchanged, and the open matches."""

    version = serializers.CharField(max_length=20, help_text=f"The version of this format: {FORMAT_VERSION}.")
    origin = serializers.CharField(
        max_length=LONGEST_ORIGIN, help_text="The name of the site that directs the event."
    )
    club = serializers.CharField(
        max_length=LONGEST_ORIGIN, allow_blank=True, default="", help_text="The club that directs the event."
    )
    time_zone = serializers.CharField(
        max_length=64,
        allow_blank=True,
        default="",
        help_text="The time zone of its hall, a name of the IANA database such as Europe/Rome.",
    )
    lines = serializers.IntegerField(min_value=1, help_text="The length of the journal of the event there.")
    events = serializers.ListField(
        child=serializers.RegexField(KEY_PATTERN),
        max_length=MAX_EVENTS_OF_TOURNAMENT,
        help_text="The keys of all published events of the tournament; the copies of others are deleted.",
    )
    replaces = serializers.BooleanField(
        default=False, help_text="Replace the copy by the file, though its journal is another one."
    )
    file = serializers.JSONField(
        allow_null=True, default=None, help_text="The event file; null if it is what was sent last."
    )
    live = serializers.JSONField(help_text="The open matches by pairing, and the names of tables.")


class CopyReceiptSerializer(serializers.Serializer[Any]):
    """What is here of an event after something was received."""

    event = serializers.IntegerField(source="event.pk", help_text="The event here.")
    lines = serializers.IntegerField(help_text="The length of its journal here.")
    heard_at = serializers.DateTimeField(help_text="When the copy was last heard of, by the clock here.")


class CopySerializer(serializers.ModelSerializer[CopiedTournament]):
    """A tournament that another site directs."""

    tournament = serializers.CharField(source="tournament.slug", help_text="The tournament here.")
    events = serializers.IntegerField(source="event_count", help_text="How many events it has.")
    size = serializers.SerializerMethodField(help_text="The size of its event files in bytes.")

    class Meta:
        model = CopiedTournament
        fields = ["key", "tournament", "origin", "directed_by", "heard_at", "taken_over_at", "events", "size"]

    def get_size(self, row: Any) -> int:
        """Return the size of the event files."""
        return row.size or 0


class PublicationSerializer(serializers.ModelSerializer[Publication]):
    """A tournament that is published to another site; its token is not shown."""

    host = serializers.SerializerMethodField(help_text="The other site.")
    is_sending = serializers.SerializerMethodField(help_text="Whether changes are still sent.")

    class Meta:
        model = Publication
        fields = ["host", "published_at", "problem", "is_sending", "is_replacing", "is_deleting"]

    def get_host(self, row: Publication) -> str:
        """Return the name of the other site."""
        return queries.get_host(row)

    def get_is_sending(self, row: Publication) -> bool:
        """Return whether changes are still sent."""
        return row.due_at is not None


class PublicationRequestSerializer(serializers.Serializer[Any]):
    """Where a tournament is published: the page of a club on another site, and a token to publish there."""

    address = serializers.CharField(
        max_length=LONGEST_ADDRESS, help_text="The page of the club on the other site."
    )
    token = serializers.CharField(max_length=100, help_text="A token of that site to publish tournaments.")
