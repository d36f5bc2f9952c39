"""Serializers of leagues: seasons, divisions, fixtures and arrangements."""

from typing import Any

from rest_framework import serializers

from matches.api.serializers import PlayerSerializer
from tournaments.formats.seeding import LARGEST_DRAW
from tournaments.leagues import forms
from tournaments.play.api.form_serializers import form_serializer
from tournaments.play.api.serializers_commands import MOST_NUMBER, VersionSerializer
from tournaments.play.api.serializers_events import SeatSerializer

LeagueCreateSerializer = form_serializer(forms.LeagueForm, "LeagueCreate")


LeagueCreateSerializer = form_serializer(forms.LeagueForm, "LeagueCreate")


class PlacementSerializer(serializers.Serializer[Any]):
    """The division of an entry."""

    entry = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)
    division = serializers.IntegerField(
        min_value=0, max_value=99, help_text="0 for an entry that does not play."
    )


class PlacementsSerializer(VersionSerializer):
    """The divisions of entries."""

    places = serializers.ListField(child=PlacementSerializer(), max_length=LARGEST_DRAW)


class LeagueSerializer(serializers.Serializer[Any]):
    """A league season in a list."""

    event = serializers.IntegerField(source="event_id")
    name = serializers.CharField(source="event.name")
    tournament = serializers.CharField(source="event.tournament.slug")
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    pace = serializers.CharField()


class ArrangementSerializer(serializers.Serializer[Any]):
    """A player's message about when to play."""

    number = serializers.IntegerField(source="pk")
    by = PlayerSerializer()
    play_at = serializers.DateTimeField(allow_null=True)
    note = serializers.CharField()
    at = serializers.DateTimeField()
    agreed_at = serializers.DateTimeField(allow_null=True)


class ContactSerializer(serializers.Serializer[Any]):
    """What a player has done for a match: messages to arrange it, a time accepted, a result reported."""

    entry = SeatSerializer()
    count = serializers.IntegerField(help_text="The number of messages.")
    latest = ArrangementSerializer(allow_null=True)
    accepted_at = serializers.DateTimeField(allow_null=True)
    reported_at = serializers.DateTimeField(allow_null=True)


class FixtureSerializer(serializers.Serializer[Any]):
    """A match still to be played, with its deadline."""

    pairing = serializers.CharField(source="pairing.label")
    match = serializers.CharField(source="match.code")
    last_day = serializers.DateField(allow_null=True)
    occasion = serializers.CharField(help_text='"soon", "overdue" or "".')
    agreed = ArrangementSerializer(allow_null=True)
    contacts = ContactSerializer(many=True)


class DivisionSerializer(serializers.Serializer[Any]):
    """A division: how many are promoted and relegated, and its open matches."""

    number = serializers.IntegerField()
    flight = serializers.CharField()
    name = serializers.CharField()
    played = serializers.IntegerField(source="played_count")
    walkovers = serializers.IntegerField(source="walkover_count")
    void = serializers.IntegerField(source="void_count")
    annulled = serializers.IntegerField(
        source="annulled_count", help_text="Matches of players who left and of whom no result counts."
    )
    matches = serializers.IntegerField(source="match_count")
    up = serializers.IntegerField()
    down = serializers.IntegerField()
    entries = SeatSerializer(many=True)
    fixtures = FixtureSerializer(many=True)


class LeagueSeasonSerializer(serializers.Serializer[Any]):
    """A league season with its divisions."""

    event = serializers.IntegerField(source="event.pk")
    version = serializers.IntegerField(source="event.version")
    starts_on = serializers.DateField(source="league.starts_on")
    ends_on = serializers.DateField(source="league.ends_on")
    pace = serializers.CharField(source="league.pace")
    divisions = DivisionSerializer(many=True)
    playoffs = FixtureSerializer(many=True)
    playoffs_due = serializers.BooleanField()
    next_season = serializers.IntegerField(
        source="next_season.event_id",
        allow_null=True,
        default=None,
        help_text="The event of the next season.",
    )
