"""Serializers of rulings."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.conduct.cases import CASES, MAX_ROLLS
from matches.conduct.models import MAX_KEY, MAX_TEXT, ConductRuling
from matches.conduct.presenting import describe_code


class ConductRulingSerializer(serializers.ModelSerializer[ConductRuling]):
    """A stored ruling, with what only officials see."""

    match = serializers.CharField(source="match.code", help_text="The code of the match.")
    rule = serializers.CharField(source="law")
    sentence = serializers.SerializerMethodField()
    by = serializers.CharField(source="by.username", allow_null=True, default=None)

    class Meta:
        model = ConductRuling
        fields = (
            "id",
            "match",
            "number",
            "case",
            "data",
            "position",
            "code",
            "sentence",
            "rule",
            "continuation",
            "decision",
            "happened",
            "note",
            "by",
            "at",
        )

    @extend_schema_field(str)
    def get_sentence(self, row: ConductRuling) -> str:
        """The ruling in the language of the request."""
        return describe_code(row.code, row.facts)


class MatchLawsSerializer(serializers.Serializer[Any]):
    """The optional rules of matches seated from now on."""

    crawford = serializers.BooleanField()
    dead_cube = serializers.ChoiceField(choices=["allow", "note", "refuse"])
    holland = serializers.BooleanField()
    jacoby = serializers.BooleanField()
    beavers = serializers.BooleanField()
    automatic_doubles = serializers.BooleanField()
    illegal_plays = serializers.ChoiceField(
        choices=["refuse", "condone"],
        help_text="Whether an accepted illegal play in a match file is a fault.",
    )


class ConductLawsSerializer(serializers.Serializer[Any]):
    """The rules of a desk on irregularities at the table."""

    illegal_plays = serializers.ChoiceField(choices=["condone_or_correct", "correct"])
    premature_rolls = serializers.ChoiceField(choices=["void", "stands"])
    waives_premature = serializers.BooleanField()
    setup_turns = serializers.IntegerField(min_value=0, max_value=MAX_ROLLS)
    dice_half = serializers.ChoiceField(choices=["right", "either"])


class DeskLawsSerializer(serializers.Serializer[Any]):
    """The rules of a desk where the rule texts leave a choice."""

    match = MatchLawsSerializer()
    conduct = ConductLawsSerializer()


class NewConductRulingSerializer(serializers.Serializer[Any]):
    """A ruling to store; `data` are the fields of the case, as on the page of the assistant."""

    match = serializers.CharField(max_length=16, help_text="The code of a match of this desk.")
    case = serializers.ChoiceField(choices=list(CASES))
    data = serializers.DictField(child=serializers.JSONField(), default=dict)  # type: ignore[assignment]
    continuation = serializers.CharField(max_length=40, default="", allow_blank=True)
    decision = serializers.CharField(max_length=MAX_TEXT, default="", allow_blank=True)
    happened = serializers.CharField(max_length=MAX_TEXT, default="", allow_blank=True)
    note = serializers.CharField(max_length=MAX_TEXT, default="", allow_blank=True)
    key = serializers.CharField(max_length=MAX_KEY, default="", allow_blank=True)
