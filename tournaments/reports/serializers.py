"""Serializers of the report of an event."""

from typing import Any

from rest_framework import serializers

from matches.api.serializers import PlayerSerializer
from tournaments.play.api.serializers_events import StandingsRowSerializer


class ReportStageSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    format = serializers.CharField()
    lengths = serializers.ListField(child=serializers.IntegerField(), source="stage.lengths")


class ReportTableSerializer(serializers.Serializer[Any]):
    title = serializers.CharField()
    columns = serializers.SerializerMethodField()
    rows = serializers.ListField(child=serializers.ListField(child=serializers.CharField(allow_blank=True)))

    def get_columns(self, table: Any) -> list[str]:
        """Return the headings of the columns."""
        return [heading for heading, _alignment in table.columns]


class EventRatingMoveSerializer(serializers.Serializer[Any]):
    player = PlayerSerializer()
    before = serializers.FloatField(help_text="Before the first match of the event.")
    delta = serializers.FloatField(help_text="The change by the matches of the event.")
    other = serializers.FloatField(help_text="The change by matches of other events in between.")
    after = serializers.FloatField(help_text="After the last match of the event.")


class EventListMovesSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    moves = EventRatingMoveSerializer(many=True)


class SeasonPointsSerializer(serializers.Serializer[Any]):
    season = serializers.CharField(source="season.slug")
    points = serializers.SerializerMethodField(help_text="Season points for the tournament, by player code.")

    def get_points(self, points: Any) -> dict[str, float]:
        """Return the points by player code."""
        return {player.code: total for player, total in points.lines}


class EventStatisticsSerializer(serializers.Serializer[Any]):
    matches = serializers.IntegerField(help_text="Matches with a result, walk-overs included.")
    played = serializers.IntegerField()
    points = serializers.IntegerField()
    timed = serializers.IntegerField(help_text="Matches whose duration is known.")
    mean_minutes = serializers.FloatField(allow_null=True)
    longest = serializers.CharField(
        source="longest.match.code", allow_null=True, default=None, help_text="The code of the match."
    )
    closest = serializers.CharField(
        source="closest.code", allow_null=True, default=None, help_text="The code of the match."
    )
    upset = serializers.CharField(
        source="upset.match.code", allow_null=True, default=None, help_text="The code of the match."
    )
    games = serializers.IntegerField(help_text="Games with a recorded score.")
    gammons = serializers.IntegerField()
    backgammons = serializers.IntegerField()
    doubled = serializers.IntegerField(help_text="Games with a double that was taken.")
    highest_cube = serializers.IntegerField(help_text="0 without recorded games.")


class ReportRecordSerializer(serializers.Serializer[Any]):
    match = serializers.CharField(source="match.code")
    status = serializers.CharField(help_text="The result of the rules check of the match file.")


class FinalPlacesSerializer(serializers.Serializer[Any]):
    is_final = serializers.BooleanField()
    places = StandingsRowSerializer(many=True)


class EventReportSerializer(serializers.Serializer[Any]):
    """The report of an event. For results see its pairings, for the tables of flights its standings."""

    event = serializers.IntegerField(source="event.pk")
    directors = serializers.ListField(child=serializers.CharField())
    stages = ReportStageSerializer(many=True, source="plan.stages")
    standings = FinalPlacesSerializer()
    winners = StandingsRowSerializer(many=True, source="standings.winners")
    finalists = StandingsRowSerializer(many=True)
    prizes = ReportTableSerializer(many=True)
    rating_lists = EventListMovesSerializer(many=True)
    seasons = SeasonPointsSerializer(many=True)
    statistics = EventStatisticsSerializer()
    records = ReportRecordSerializer(many=True)
