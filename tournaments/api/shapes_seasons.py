"""Seasons and rating lists as the API takes them in and gives them out."""

from typing import Any

from rest_framework import serializers

from matches.api.shapes_out import PlayerOut
from tournaments.api.shapes_out import RatingListOut, SeasonOut
from tournaments.models.rating import Counted
from tournaments.standings.presets import PRESETS

Shape = serializers.Serializer[Any]


class OpenSeasonIn(Shape):
    name = serializers.CharField(max_length=80)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    preset = serializers.ChoiceField(
        choices=sorted(PRESETS), required=False, help_text="How it counts, by one of the known ways."
    )
    rules = serializers.DictField(required=False, help_text="How it counts, as a table tells it.")
    after = serializers.SlugField(
        required=False, default="", allow_blank=True, help_text="Divisions go on from this season."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of the two ways of saying how it counts."""
        if ("preset" in attrs) == ("rules" in attrs):
            raise serializers.ValidationError("Give `preset` or `rules`, one of the two.")
        return attrs


class ChangeSeasonIn(Shape):
    name = serializers.CharField(max_length=80, required=False, default="")
    starts_on = serializers.DateField(required=False)
    ends_on = serializers.DateField(required=False)
    rules = serializers.DictField(required=False, help_text="Left out, it counts as before.")
    reason = serializers.CharField(max_length=300, required=False, default="", allow_blank=True)


class SeasonDetailOut(SeasonOut):
    rules = serializers.DictField()


class StandOut(Shape):
    place = serializers.IntegerField(allow_null=True)
    total = serializers.FloatField()
    division = serializers.IntegerField(help_text="0 where there are none.")


class PartOfTotalOut(Shape):
    code = serializers.CharField(help_text="win, loss, attendance or bonus")
    before = serializers.FloatField()
    after = serializers.FloatField()


class SeasonMoveOut(Shape):
    player = PlayerOut()
    before = StandOut(source="move.before")
    after = StandOut(source="move.after")
    parts = PartOfTotalOut(many=True, source="move.parts", help_text="What is worth something else now.")


class SeasonForeseenOut(Shape):
    moved = SeasonMoveOut(many=True, help_text="Every line of the table that would be another one.")


class SeasonChangeOut(Shape):
    at = serializers.DateTimeField(source="change.at")
    by = serializers.CharField(source="change.signed")
    kind = serializers.CharField(source="change.kind", help_text="rules or result")
    match = serializers.CharField(
        source="change.match.code", allow_null=True, default=None, help_text="Whose result became another."
    )
    reason = serializers.CharField(source="change.reason")
    before = serializers.DictField(source="change.before")
    after = serializers.DictField(source="change.after")
    moved = SeasonMoveOut(many=True)


class SeasonChangesOut(Shape):
    changes = SeasonChangeOut(many=True)


class PlacingOut(Shape):
    player = PlayerOut()
    before = serializers.IntegerField(source="placing.before")
    after = serializers.IntegerField(source="placing.after", help_text="0 for nowhere.")
    place = serializers.IntegerField(source="placing.place")
    cause = serializers.CharField(source="placing.cause")


class DivisionsOut(Shape):
    names = serializers.ListField(child=serializers.CharField(), help_text="The divisions, from 1.")
    next = PlacingOut(many=True, help_text="Where everybody would play next season.")


class DivisionIn(Shape):
    player = serializers.CharField(max_length=8)
    division = serializers.IntegerField(min_value=0, max_value=99, help_text="0 for none.")


class DivideIn(Shape):
    places = serializers.ListField(child=DivisionIn(), max_length=1000)


class OpenListIn(Shape):
    name = serializers.CharField(max_length=80)
    system = serializers.CharField(max_length=20, required=False, default="")
    counts = serializers.ChoiceField(choices=[each.value for each in Counted], default=Counted.SINGLES.value)
    ladders = serializers.BooleanField(default=False, help_text="Whether matches of ladders count.")
    parameters = serializers.DictField(required=False, default=dict)


class ChangeListIn(Shape):
    """What is left out stays as it is."""

    name = serializers.CharField(max_length=80, required=False)
    system = serializers.CharField(max_length=20, required=False)
    counts = serializers.ChoiceField(choices=[each.value for each in Counted], required=False)
    ladders = serializers.BooleanField(required=False, help_text="Whether matches of ladders count.")
    parameters = serializers.DictField(required=False)
    reason = serializers.CharField(max_length=300, required=False, default="", allow_blank=True)


class StartingRatingsIn(Shape):
    ratings = serializers.DictField(
        child=serializers.FloatField(),
        help_text="By the codes of the players. All of them: they replace those set before.",
    )
    reason = serializers.CharField(max_length=300, required=False, default="", allow_blank=True)


class ListMoveOut(Shape):
    player = PlayerOut()
    places = serializers.ListField(
        source="place",
        child=serializers.IntegerField(allow_null=True),
        help_text="Before and after; null where there was none.",
    )
    ratings = serializers.ListField(
        source="rating",
        child=serializers.FloatField(allow_null=True),
        help_text="Before and after, in the same way.",
    )


class ListForeseenOut(Shape):
    moved = ListMoveOut(many=True, help_text="Everybody who would stand otherwise, the best first.")


class ListChangeOut(Shape):
    at = serializers.DateTimeField(source="change.at")
    by = serializers.CharField(source="change.signed")
    reason = serializers.CharField(source="change.reason")
    before = serializers.DictField(source="change.before")
    after = serializers.DictField(source="change.after")
    moved = ListMoveOut(many=True)


class BinOut(Shape):
    low = serializers.FloatField()
    high = serializers.FloatField()
    count = serializers.IntegerField()
    predicted = serializers.FloatField(help_text="The mean chance of the favourite.")
    actual = serializers.FloatField(help_text="The share he won.")
    sure = serializers.ListField(
        child=serializers.FloatField(), help_text="Between which two the true share lies, 95 times of 100."
    )


class CalibrationOut(Shape):
    matches = serializers.IntegerField()
    brier = serializers.FloatField(help_text="The mean squared error: 0.25 for a coin, 0 for a prophet.")
    expected = serializers.FloatField(help_text="Wins of favourites that were predicted.")
    won = serializers.FloatField(help_text="Wins of favourites there were; an even match is half a win.")
    bins = BinOut(many=True)


class RatingListDetailOut(RatingListOut):
    starting_ratings = serializers.DictField(
        child=serializers.FloatField(), help_text="Ratings that players brought along, by their codes."
    )
    constants = serializers.DictField(help_text="All of them, those of the system among them.")
    is_being_counted = serializers.BooleanField(help_text="Whether results are still folded into it.")
    calibration = CalibrationOut()
    changes = ListChangeOut(many=True, help_text="The latest changes, newest first.")
