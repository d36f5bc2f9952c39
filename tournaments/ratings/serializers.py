"""Serializers of rating lists."""

from typing import Any

from rest_framework import serializers

from matches.api.serializers import PlayerSerializer, StoredReasonField
from tournaments.models.rating import Counted


class RatingListSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    system = serializers.CharField()
    parameters = serializers.DictField(
        help_text="The parameters that differ from the defaults of the system."
    )
    counts = serializers.CharField(help_text='Which matches count: "singles", "pairs", "members" or "all".')
    ladders = serializers.BooleanField(help_text="Whether matches of ladders count.")


class RatingSerializer(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    is_shared = serializers.BooleanField()
    player = PlayerSerializer()
    rating = serializers.FloatField()
    experience = serializers.IntegerField()
    matches = serializers.IntegerField()
    delta = serializers.FloatField(help_text="The change by the last match.")
    at = serializers.DateTimeField()
    is_provisional = serializers.BooleanField()


class RatingListCreateSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=80)
    system = serializers.CharField(max_length=20, required=False, default="")
    counts = serializers.ChoiceField(choices=[each.value for each in Counted], default=Counted.SINGLES.value)
    ladders = serializers.BooleanField(default=False, help_text="Whether matches of ladders count.")
    parameters = serializers.DictField(required=False, default=dict)


class RatingListUpdateSerializer(serializers.Serializer[Any]):
    """New settings of a rating list; omitted ones are unchanged."""

    name = serializers.CharField(max_length=80, required=False)
    system = serializers.CharField(max_length=20, required=False)
    counts = serializers.ChoiceField(choices=[each.value for each in Counted], required=False)
    ladders = serializers.BooleanField(required=False, help_text="Whether matches of ladders count.")
    parameters = serializers.DictField(required=False)
    reason = serializers.CharField(max_length=300, required=False, default="", allow_blank=True)


class StartingRatingsSerializer(serializers.Serializer[Any]):
    ratings = serializers.DictField(
        child=serializers.FloatField(),
        help_text="Ratings by player code. They replace all earlier starting ratings.",
    )
    reason = serializers.CharField(max_length=300, required=False, default="", allow_blank=True)


class RatingMoveSerializer(serializers.Serializer[Any]):
    player = PlayerSerializer()
    places = serializers.ListField(
        source="place",
        child=serializers.IntegerField(allow_null=True),
        help_text="Before and after; null without a place.",
    )
    ratings = serializers.ListField(
        source="rating",
        child=serializers.FloatField(allow_null=True),
        help_text="Before and after; null without a rating.",
    )


class RatingListPreviewSerializer(serializers.Serializer[Any]):
    moved = RatingMoveSerializer(
        many=True, help_text="Every player whose place or rating would change, the best first."
    )


class RatingListChangeSerializer(serializers.Serializer[Any]):
    at = serializers.DateTimeField(source="change.at")
    by = serializers.CharField(source="change.signed")
    reason = StoredReasonField(source="change.reason")
    before = serializers.DictField(source="change.before")
    after = serializers.DictField(source="change.after")
    moved = RatingMoveSerializer(many=True)


class CalibrationBinSerializer(serializers.Serializer[Any]):
    low = serializers.FloatField()
    high = serializers.FloatField()
    count = serializers.IntegerField()
    predicted = serializers.FloatField(help_text="The mean expected winning probability of the favourite.")
    actual = serializers.FloatField(help_text="The share of matches that the favourite won.")
    sure = serializers.ListField(
        child=serializers.FloatField(), help_text="The 95 % confidence interval of the true share."
    )


class CalibrationSerializer(serializers.Serializer[Any]):
    matches = serializers.IntegerField()
    brier = serializers.FloatField(
        help_text="The Brier score (mean squared error): 0 is perfect, 0.25 is a coin toss."
    )
    expected = serializers.FloatField(help_text="Expected wins of favourites.")
    won = serializers.FloatField(
        help_text="Actual wins of favourites; a match of equal ratings is half a win."
    )
    bins = CalibrationBinSerializer(many=True)


class RatingListDetailSerializer(RatingListSerializer):
    starting_ratings = serializers.DictField(
        child=serializers.FloatField(),
        help_text="The starting ratings of players who do not start at the default, by player code.",
    )
    constants = serializers.DictField(help_text="All parameters, including the defaults of the system.")
    is_being_counted = serializers.BooleanField(help_text="Whether it is still being recalculated.")
    calibration = CalibrationSerializer()
    changes = RatingListChangeSerializer(many=True, help_text="The latest changes, newest first.")
