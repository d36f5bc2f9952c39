"""Serializers of the honours of a club and the review of a year."""

from typing import Any

from rest_framework import serializers

from matches.api.serializers import PlayerSerializer


class TitleSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(help_text="The name of the tournament, and of the event if it differs.")
    day = serializers.DateField()
    player = PlayerSerializer()
    event = serializers.IntegerField(
        source="event.pk", allow_null=True, default=None, help_text="null for imported results."
    )


class YearTitlesSerializer(serializers.Serializer[Any]):
    year = serializers.IntegerField()
    titles = TitleSerializer(many=True)


class HonourCountSerializer(serializers.Serializer[Any]):
    player = PlayerSerializer()
    count = serializers.IntegerField()


class ClosestRivalsSerializer(serializers.Serializer[Any]):
    players = PlayerSerializer(many=True)
    won = serializers.ListField(
        child=serializers.IntegerField(), help_text="Matches won by each, in the order of `players`."
    )


class RatingUpsetSerializer(serializers.Serializer[Any]):
    winner = PlayerSerializer()
    loser = PlayerSerializer()
    gap = serializers.FloatField(help_text="The rating of the loser minus that of the winner.")
    day = serializers.DateField()
    match = serializers.CharField(help_text="The code of the match.")


class RecordBookSerializer(serializers.Serializer[Any]):
    most_titles = HonourCountSerializer(many=True)
    most_matches = HonourCountSerializer(many=True)
    longest_streak = HonourCountSerializer(many=True)
    closest_rivals = ClosestRivalsSerializer(many=True)
    biggest_upset = RatingUpsetSerializer(allow_null=True)


class HonoursSerializer(serializers.Serializer[Any]):
    """Titles of a club by year, the latest first, and its record book."""

    years = YearTitlesSerializer(many=True)
    records = RecordBookSerializer()


class RatingGainSerializer(serializers.Serializer[Any]):
    player = PlayerSerializer()
    gain = serializers.FloatField()
    matches = serializers.IntegerField()


class YearReviewSerializer(serializers.Serializer[Any]):
    """The year of a club."""

    year = serializers.IntegerField()
    events = serializers.IntegerField(help_text="Finished events.")
    players = serializers.IntegerField()
    matches = serializers.IntegerField()
    titles = TitleSerializer(many=True)
    most_improved = RatingGainSerializer(allow_null=True)
    most_active = HonourCountSerializer(many=True)
