"""Serializers of rulings."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.conduct.cases import CASES
from matches.conduct.models import MAX_KEY, MAX_TEXT, ConductRuling
from matches.conduct.presenting import describe_code


class ConductRulingSerializer(serializers.ModelSerializer[ConductRuling]):
    """A stored ruling, as officials of its desk see it."""

    match = serializers.CharField(source="match.code", help_text="Its code.")
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


class NewConductRulingSerializer(serializers.Serializer[Any]):
    """A ruling to store; `data` are the fields of the case, as on the page of the assistant."""

    match = serializers.CharField(max_length=16, help_text="The code of a match of this desk.")
    case = serializers.ChoiceField(choices=list(CASES))
    data = serializers.DictField(child=serializers.JSONField(), default=dict)
    continuation = serializers.CharField(max_length=40, default="", allow_blank=True)
    decision = serializers.CharField(max_length=MAX_TEXT, default="", allow_blank=True)
    happened = serializers.CharField(max_length=MAX_TEXT, default="", allow_blank=True)
    note = serializers.CharField(max_length=MAX_TEXT, default="", allow_blank=True)
    key = serializers.CharField(max_length=MAX_KEY, default="", allow_blank=True)
