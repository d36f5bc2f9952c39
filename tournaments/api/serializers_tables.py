"""Serializers of the tables of a club: season standings, ratings, careers, attendance, rivals."""

from typing import Any

from rest_framework import serializers

from matches.api.fields import NullableCharField
from matches.api.serializers_matches import NullableListField, PlayerSerializer
from tournaments.api.serializers_events import SeasonSerializer, TournamentSerializer


class PageSerializer(serializers.Serializer[Any]):
    """The envelope of a list that says more than its rows."""

    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


class StandingsReasonSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="win, loss, attendance or bonus")
    amount = serializers.FloatField()
    opponent = PlayerSerializer(allow_null=True)
    length = serializers.IntegerField(allow_null=True)
    ending = NullableCharField()
    flight = NullableCharField()
    places = serializers.ListField(child=serializers.IntegerField(), allow_null=True)


class StandingsCellSerializer(serializers.Serializer[Any]):
    total = serializers.FloatField()
    is_counted = serializers.BooleanField()
    reasons = StandingsReasonSerializer(many=True)


class SeasonStandingsRowSerializer(serializers.Serializer[Any]):
    place = serializers.IntegerField(allow_null=True)
    is_shared = serializers.BooleanField()
    player = PlayerSerializer()
    total = serializers.FloatField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    breaks = serializers.SerializerMethodField()
    cells = NullableListField(
        child=StandingsCellSerializer(allow_null=True),
        help_text="One for each tournament, null where the player was away.",
    )

    def get_breaks(self, row: Any) -> dict[str, int]:
        """The tie-break figures that were looked at, in their order."""
        return dict(row.breaks)


class SeasonStandingsSerializer(PageSerializer):
    """A page of the table of a season."""

    season = SeasonSerializer()
    rules = serializers.DictField(source="rules.to_data")
    tournaments = TournamentSerializer(many=True)
    results = SeasonStandingsRowSerializer(many=True)


class RatingSerializer(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    is_shared = serializers.BooleanField()
    player = PlayerSerializer()
    rating = serializers.FloatField()
    experience = serializers.IntegerField()
    matches = serializers.IntegerField()
    delta = serializers.FloatField(help_text="What the last match moved.")
    at = serializers.DateTimeField()
    is_provisional = serializers.BooleanField()


class RatingExplanationSerializer(serializers.Serializer[Any]):
    length = serializers.IntegerField()
    distance = serializers.FloatField(help_text="Own rating less the opponent's.")
    chance = serializers.FloatField(help_text="The chance the player had to win.")
    moved = serializers.FloatField(help_text="The chance that it would have gone the other way.")
    ramp = serializers.FloatField(help_text="K: how fast a newcomer's rating moves.")
    experience = serializers.IntegerField()
    delta = serializers.FloatField()


class RatingChangeSerializer(serializers.Serializer[Any]):
    match = serializers.CharField(source="match.code")
    at = serializers.DateTimeField()
    opponent = PlayerSerializer()
    won = serializers.BooleanField()
    before = serializers.FloatField()
    after = serializers.FloatField()
    explanation = RatingExplanationSerializer()


class CareerResultSerializer(serializers.Serializer[Any]):
    match = serializers.CharField(source="match.code")
    tournament = TournamentSerializer()
    opponent = PlayerSerializer()
    length = serializers.IntegerField(source="match.length")
    own_score = serializers.IntegerField()
    other_score = serializers.IntegerField()
    has_won = serializers.BooleanField()
    ending = serializers.CharField(source="match.ending")
    settled_at = serializers.DateTimeField(source="match.settled_at")


class RivalSerializer(serializers.Serializer[Any]):
    opponent = PlayerSerializer()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()


class LengthRecordSerializer(serializers.Serializer[Any]):
    length = serializers.IntegerField()
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    rated = serializers.IntegerField(help_text="How many of them a rating had foreseen.")
    expected = serializers.FloatField(help_text="How many of these it promised to be won.")


class PlayedMonthSerializer(serializers.Serializer[Any]):
    month = serializers.DateField(help_text="Its first day.")
    days = serializers.IntegerField(help_text="On how many days they played.")


class CareerSerializer(serializers.Serializer[Any]):
    player = PlayerSerializer()
    rating = serializers.FloatField(allow_null=True)
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    lengths = LengthRecordSerializer(many=True, help_text="Matches played, the shortest first.")
    months = PlayedMonthSerializer(
        many=True, help_text="The months in which they played, the first one first."
    )
    form = serializers.ListField(child=serializers.BooleanField(), help_text="Last matches, newest last.")
    results = CareerResultSerializer(many=True)
    history = RatingChangeSerializer(many=True)
    rivals = RivalSerializer(many=True)


class NightSerializer(serializers.Serializer[Any]):
    """A tournament or an evening of an earlier year, and how many came."""

    tournament = TournamentSerializer()
    players = serializers.IntegerField()


class PlayerAttendanceSerializer(serializers.Serializer[Any]):
    """When a player came."""

    player = PlayerSerializer()
    total = serializers.IntegerField(source="nights.total")
    run = serializers.IntegerField(source="nights.run", help_text="The latest tournaments in a row.")
    longest = serializers.IntegerField(source="nights.longest", help_text="The most tournaments in a row.")
    attended = serializers.ListField(
        source="nights.came", child=serializers.BooleanField(), help_text="Tournament by tournament."
    )


class AttendanceSerializer(PageSerializer):
    """The tournaments of a club, and a page of those who came."""

    mean = serializers.FloatField(help_text="Players at a tournament, on average.")
    tournaments = NightSerializer(many=True)
    results = PlayerAttendanceSerializer(many=True, help_text="The most frequent first.")


class RivalrySerializer(serializers.Serializer[Any]):
    """Whom a player meets most, beats and fears."""

    player = PlayerSerializer()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    most_met = RivalSerializer(allow_null=True)
    favourite = RivalSerializer(allow_null=True, help_text="Whom they beat most clearly.")
    nemesis = RivalSerializer(allow_null=True, help_text="Who beats them most clearly.")
