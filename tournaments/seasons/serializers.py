"""Serializers of seasons, careers, attendance and rivals."""

from typing import Any

from rest_framework import serializers

from matches.api.serializers import (
    NullableCharField,
    NullableListField,
    NullableNumberField,
    PlayerSerializer,
)
from tournaments.play.api.serializers_tournaments import TournamentSerializer
from tournaments.standings.season_settings import RULE_PRESETS


class SeasonSerializer(serializers.Serializer[Any]):
    slug = serializers.CharField()
    name = serializers.CharField()
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()


class PageSerializer(serializers.Serializer[Any]):
    """Envelope of a list with additional data."""

    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


class StandingsReasonSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(help_text='"win", "loss", "attendance", "bonus" or "imported"')
    amount = serializers.FloatField()
    opponent = PlayerSerializer(allow_null=True)
    length = serializers.IntegerField(allow_null=True)
    ending = NullableCharField()
    flight = NullableCharField()
    places = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    event = NullableCharField(help_text="The name of the event, in a tournament with several.")


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
        help_text="One for each tournament; null if the player did not play.",
    )

    def get_breaks(self, row: Any) -> dict[str, int]:
        """Return the tie-break values in order."""
        return dict(row.breaks)


class SeasonStandingsSerializer(PageSerializer):
    """A page of the table of a season."""

    season = SeasonSerializer()
    rules = serializers.DictField(source="rules.to_data")
    tournaments = TournamentSerializer(many=True)
    results = SeasonStandingsRowSerializer(many=True)


class RatingExplanationSerializer(serializers.Serializer[Any]):
    length = serializers.IntegerField()
    distance = serializers.FloatField(help_text="Own rating minus the opponent's.")
    chance = serializers.FloatField(help_text="The player's expected winning probability.")
    moved = serializers.FloatField(help_text="The probability of the other result.")
    ramp = serializers.FloatField(help_text="The factor K, which is higher for new players.")
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
    own_score = serializers.IntegerField(allow_null=True, help_text="Null where it is not known.")
    other_score = serializers.IntegerField(allow_null=True, help_text="Null where it is not known.")
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
    rated = serializers.IntegerField(help_text="How many of them were rated.")
    expected = serializers.FloatField(help_text="Expected wins in these, by the ratings.")


class PlayedMonthSerializer(serializers.Serializer[Any]):
    month = serializers.DateField(help_text="The first day of the month.")
    days = serializers.IntegerField(help_text="The number of days with a match.")


class CareerSerializer(serializers.Serializer[Any]):
    player = PlayerSerializer()
    rating = serializers.FloatField(allow_null=True)
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    lengths = LengthRecordSerializer(many=True, help_text="Matches by length, the shortest first.")
    months = PlayedMonthSerializer(many=True, help_text="The months with a match, the earliest first.")
    form = serializers.ListField(
        child=serializers.BooleanField(),
        help_text="Whether the player won each of the last matches, newest last.",
    )
    results = CareerResultSerializer(many=True)
    history = RatingChangeSerializer(many=True)
    rivals = RivalSerializer(many=True)


class AttendedTournamentSerializer(serializers.Serializer[Any]):
    """A tournament, possibly imported, and its number of players."""

    tournament = TournamentSerializer()
    players = serializers.IntegerField()


class PlayerAttendanceSerializer(serializers.Serializer[Any]):
    """Attendance of a player."""

    player = PlayerSerializer()
    total = serializers.IntegerField(source="attendance.total")
    run = serializers.IntegerField(
        source="attendance.run", help_text="The current run of tournaments attended."
    )
    longest = serializers.IntegerField(
        source="attendance.longest", help_text="The longest run of tournaments attended."
    )
    attended = serializers.ListField(
        source="attendance.attended",
        child=serializers.BooleanField(),
        help_text="For each tournament, whether the player attended.",
    )


class AttendanceSerializer(PageSerializer):
    """The tournaments of a club, and a page of players with their attendance."""

    mean = serializers.FloatField(help_text="Players at a tournament, on average.")
    tournaments = AttendedTournamentSerializer(many=True)
    results = PlayerAttendanceSerializer(many=True, help_text="The players with most tournaments first.")


class RivalrySerializer(serializers.Serializer[Any]):
    """A player's most frequent, favourite and strongest opponents."""

    player = PlayerSerializer()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    most_met = RivalSerializer(allow_null=True)
    favourite = RivalSerializer(allow_null=True, help_text="The opponent they beat most clearly.")
    nemesis = RivalSerializer(allow_null=True, help_text="The opponent who beats them most clearly.")


class SeasonCreateSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=80)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    preset = serializers.ChoiceField(
        choices=sorted(RULE_PRESETS), required=False, help_text="The name of a preset of rules."
    )
    rules = serializers.DictField(required=False, help_text="The rules, in the format of the season.")
    after = serializers.SlugField(
        required=False, default="", allow_blank=True, help_text="The season whose divisions it continues."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Require either a preset or rules."""
        if ("preset" in attrs) == ("rules" in attrs):
            raise serializers.ValidationError("Send either `preset` or `rules`.")
        return attrs


class SeasonUpdateSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=80, required=False, default="")
    starts_on = serializers.DateField(required=False)
    ends_on = serializers.DateField(required=False)
    rules = serializers.DictField(required=False, help_text="By default unchanged.")
    reason = serializers.CharField(max_length=300, required=False, default="", allow_blank=True)


class SeasonDetailSerializer(SeasonSerializer):
    rules = serializers.DictField()


class StandingSerializer(serializers.Serializer[Any]):
    place = serializers.IntegerField(allow_null=True)
    total = serializers.FloatField()
    division = NullableNumberField()


class TotalPartSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(help_text='"win", "loss", "attendance", "bonus" or "imported"')
    before = serializers.FloatField()
    after = serializers.FloatField()


class SeasonMoveSerializer(serializers.Serializer[Any]):
    player = PlayerSerializer()
    before = StandingSerializer(source="move.before")
    after = StandingSerializer(source="move.after")
    parts = TotalPartSerializer(
        many=True, source="move.parts", help_text="The parts of the total that changed."
    )


class SeasonPreviewSerializer(serializers.Serializer[Any]):
    moved = SeasonMoveSerializer(many=True, help_text="Every line of the table that would change.")


class SeasonChangeSerializer(serializers.Serializer[Any]):
    at = serializers.DateTimeField(source="change.at")
    by = serializers.CharField(source="change.signed")
    kind = serializers.CharField(source="change.kind", help_text='"rules" or "result"')
    match = serializers.CharField(
        source="change.match.code", allow_null=True, default=None, help_text="The match whose result changed."
    )
    reason = serializers.CharField(source="change.reason")
    before = serializers.DictField(source="change.before")
    after = serializers.DictField(source="change.after")
    moved = SeasonMoveSerializer(many=True)


class PlacingSerializer(serializers.Serializer[Any]):
    player = PlayerSerializer()
    before = NullableNumberField(source="placing.before")
    after = NullableNumberField(source="placing.after", help_text="null for no division.")
    place = serializers.IntegerField(source="placing.place")
    cause = serializers.CharField(source="placing.cause")


class DivisionsSerializer(serializers.Serializer[Any]):
    names = serializers.ListField(
        child=serializers.CharField(), help_text="The names of the divisions, from division 1."
    )
    next = PlacingSerializer(many=True, help_text="The division of each player in the next season.")


class DivisionPlaceSerializer(serializers.Serializer[Any]):
    player = serializers.CharField(max_length=8)
    division = NullableNumberField(min_value=1, max_value=99)


class DivisionsUpdateSerializer(serializers.Serializer[Any]):
    places = serializers.ListField(child=DivisionPlaceSerializer(), max_length=1000)
