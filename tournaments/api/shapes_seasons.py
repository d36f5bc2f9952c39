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


class MovedOut(Shape):
    player = PlayerOut()
    before = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField(allow_null=True)


class SeasonDetailOut(SeasonOut):
    rules = serializers.DictField()


class SeasonsOut(Shape):
    seasons = SeasonDetailOut(many=True)


class DivisionIn(Shape):
    player = serializers.CharField(max_length=8)
    division = serializers.IntegerField(min_value=1, max_value=99)


class DivideIn(Shape):
    places = serializers.ListField(child=DivisionIn(), max_length=1000)


class OpenListIn(Shape):
    name = serializers.CharField(max_length=80)
    system = serializers.CharField(max_length=20, required=False, default="")
    counts = serializers.ChoiceField(choices=[each.value for each in Counted], default=Counted.SINGLES.value)
    parameters = serializers.DictField(required=False, default=dict)


class ChangeListIn(OpenListIn):
    reason = serializers.CharField(max_length=300, required=False, default="", allow_blank=True)


class RatingListsOut(Shape):
    rating_lists = RatingListOut(many=True)
