"""Leagues, their fixtures and ladders, as the API takes them in and gives them out."""

from typing import Any

from rest_framework import serializers

from matches.api.serializers_matches import PlayerSerializer
from tournaments.api.serializers_events import MOST_NAMES, MOST_NUMBER, SeatSerializer, VersionSerializer

Shape = serializers.Serializer[Any]


class PlaceIn(Shape):
    entry = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)
    division = serializers.IntegerField(min_value=0, max_value=99, help_text="0 for none.")


class PlacementIn(VersionSerializer):
    """Which division everybody plays in."""

    places = serializers.ListField(child=PlaceIn(), max_length=MOST_NAMES)


class LeagueLineOut(Shape):
    event = serializers.IntegerField(source="event_id")
    name = serializers.CharField(source="event.name")
    evening = serializers.CharField(source="event.tournament.slug")
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    pace = serializers.CharField()


class LeaguesOut(Shape):
    leagues = LeagueLineOut(many=True)


class ArrangementOut(Shape):
    number = serializers.IntegerField(source="pk")
    by = PlayerSerializer()
    play_at = serializers.DateTimeField(allow_null=True)
    note = serializers.CharField()
    at = serializers.DateTimeField()
    agreed_at = serializers.DateTimeField(allow_null=True)


class TriedOut(Shape):
    entry = SeatSerializer()
    times = serializers.IntegerField(help_text="How often he wrote.")
    last = ArrangementOut(allow_null=True)


class FixtureOut(Shape):
    pairing = serializers.CharField(source="pairing.label")
    match = serializers.CharField(source="match.code")
    last_day = serializers.DateField(allow_null=True)
    occasion = serializers.CharField(help_text='"soon", "overdue" or "".')
    agreed = ArrangementOut(allow_null=True)
    tried = TriedOut(many=True)


class FixturesOut(Shape):
    fixtures = FixtureOut(many=True)


class DivisionOut(Shape):
    number = serializers.IntegerField()
    flight = serializers.CharField()
    name = serializers.CharField()
    played = serializers.IntegerField()
    matches = serializers.IntegerField()
    up = serializers.IntegerField()
    down = serializers.IntegerField()
    entries = SeatSerializer(many=True)
    fixtures = FixtureOut(many=True)


class LeagueOut(Shape):
    event = serializers.IntegerField(source="event.pk")
    version = serializers.IntegerField(source="event.version")
    starts_on = serializers.DateField(source="league.starts_on")
    ends_on = serializers.DateField(source="league.ends_on")
    pace = serializers.CharField(source="league.pace")
    divisions = DivisionOut(many=True)
    playoffs = FixtureOut(many=True)
    playoffs_due = serializers.BooleanField()
    following = serializers.IntegerField(
        source="following.event_id", allow_null=True, default=None, help_text="The event of the next season."
    )


class LadderLineOut(Shape):
    slug = serializers.CharField()
    name = serializers.CharField()
    version = serializers.IntegerField()


class LaddersOut(Shape):
    ladders = LadderLineOut(many=True)


class DuelOut(Shape):
    number = serializers.IntegerField(source="held.number")
    challenger = PlayerSerializer()
    holder = PlayerSerializer()
    match = serializers.CharField(source="match.code", allow_null=True, default=None)
    may = serializers.ListField(child=serializers.CharField(), help_text="Answers the asker may give.")
    is_late = serializers.BooleanField()
    winner = PlayerSerializer(allow_null=True)


class RungOut(Shape):
    place = serializers.IntegerField()
    member = serializers.IntegerField(source="member.number")
    player = PlayerSerializer()
    moved = serializers.IntegerField()
    is_safe = serializers.BooleanField()
    is_own = serializers.BooleanField()
    challengers = serializers.ListField(
        child=serializers.IntegerField(), source="callers", help_text="Members the asker may call out for."
    )


class LadderOut(LadderLineOut):
    rules = serializers.DictField()
    rungs = RungOut(many=True)
    open = DuelOut(many=True)
    latest = DuelOut(many=True)


class LadderBadgeOut(Shape):
    player = PlayerSerializer(source="badge.player")
    token = serializers.CharField(help_text="Shown once.")
