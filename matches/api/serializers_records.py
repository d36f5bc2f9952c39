"""Serializers of records: uploads, zips, engine figures, analyses and drafts written live."""

from typing import Any

from rest_framework import serializers

from matches.api.fields import NullableCharField
from matches.api.serializers_matches import MatchSerializer, RecordSerializer
from matches.models import Figure
from matches.models.figure import MOST_DECISIONS, MOST_LOST
from matches.performance import lost_by
from matches.phrases import sentence
from matches.services.recording import MOST_LINES

MOST_DRAFT, LONGEST_LINE = 200, 100


class LinkIn(serializers.Serializer[Any]):
    """Which match a record is of."""

    match = serializers.CharField(max_length=16, help_text="Its code.")


class BundleIn(serializers.Serializer[Any]):
    """A zip of records."""

    file = serializers.FileField()


class KeptOut(serializers.Serializer[Any]):
    """A record that waits for its match, and those it may be of, the likeliest first."""

    record = RecordSerializer()
    fits = MatchSerializer(many=True)


class ReceivedOut(KeptOut):
    """A record as it was taken in; `is_twice`: its games were there before."""

    record = RecordSerializer(source="transcript")
    match = serializers.CharField(source="transcript.match.code", allow_null=True, default=None)
    is_twice = serializers.BooleanField()


class BundleLineOut(serializers.Serializer[Any]):
    """A zip in a list."""

    code = serializers.CharField()
    name = serializers.CharField()
    by = serializers.CharField(source="by.username")
    at = serializers.DateTimeField()
    files = serializers.IntegerField(source="count")
    attached = serializers.IntegerField()


class BundledOut(serializers.Serializer[Any]):
    """A file of a zip; `problem` says why it was refused."""

    number = serializers.IntegerField(source="file.number")
    name = serializers.CharField(source="file.name")
    fate = serializers.ChoiceField(
        choices=["waiting", "attached", "asks", "twice", "refused"], source="file.fate"
    )
    match = serializers.CharField(source="record.match.code", allow_null=True, default=None)
    fits = MatchSerializer(many=True)
    problem = serializers.SerializerMethodField()

    def get_problem(self, row: dict[str, Any]) -> str | None:
        """The sentence of a refusal, None without one."""
        problem = row["file"].problem
        return sentence(problem["code"], problem.get("facts", {})) if problem else None


class BundleOut(serializers.Serializer[Any]):
    """A zip and how far it is."""

    code = serializers.CharField(source="bundle.code")
    name = serializers.CharField(source="bundle.name")
    at = serializers.DateTimeField(source="bundle.at")
    done = serializers.IntegerField(source="progress.done", help_text="How many files have been read.")
    is_done = serializers.BooleanField(source="progress.is_done")
    files = BundledOut(many=True)


class FigureIn(serializers.Serializer[Any]):
    """What an engine says of one side: the equity lost in all, or its rating, over so many decisions."""

    side = serializers.ChoiceField(choices=["white", "black"])
    engine = serializers.CharField(max_length=60, help_text="Its name and version.")
    settings = serializers.CharField(max_length=120, required=False, help_text="Such as 2-ply.")
    decisions = serializers.IntegerField(min_value=1, max_value=MOST_DECISIONS)
    lost = serializers.FloatField(
        min_value=0, max_value=MOST_LOST, required=False, help_text="Equity lost in all decisions, in points."
    )
    rating = serializers.FloatField(
        min_value=0,
        max_value=500,
        required=False,
        help_text="PR, 500 times the equity lost a decision, instead of `lost`.",
    )
    cube_lost = serializers.FloatField(min_value=0, max_value=MOST_LOST, required=False)
    cube_decisions = serializers.IntegerField(min_value=0, max_value=MOST_DECISIONS, required=False)
    luck = serializers.FloatField(min_value=-MOST_LOST, max_value=MOST_LOST, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of the two ways of saying it, in the sum that is stored."""
        rating = attrs.pop("rating", None)
        if (rating is None) == ("lost" not in attrs):
            raise serializers.ValidationError("Give `lost` or `rating`, one of the two.")
        return attrs if rating is None else attrs | {"lost": lost_by(rating, attrs["decisions"])}


class FigureOut(serializers.Serializer[Any]):
    """A figure as it is kept, with who said so."""

    side = serializers.CharField()
    engine = serializers.CharField()
    settings = NullableCharField()
    decisions = serializers.IntegerField()
    lost = serializers.FloatField()
    rating = serializers.FloatField(source="tally.rating")
    cube_lost = serializers.FloatField(allow_null=True)
    cube_decisions = serializers.IntegerField(allow_null=True)
    luck = serializers.FloatField(allow_null=True)
    origin = serializers.SerializerMethodField(help_text="entered, file or house")
    by = serializers.CharField(source="source", help_text="Who entered, uploaded or asked for it.")
    at = serializers.DateTimeField()

    def get_origin(self, figure: Figure) -> str:
        """Where it comes from."""
        return figure.analysis.origin if figure.analysis else "entered"


class AnalysisOut(serializers.Serializer[Any]):
    """An analysis of a record by this house."""

    state = serializers.CharField(source="latest.state")
    done = serializers.IntegerField(help_text="Games that have been looked at.")
    games = serializers.IntegerField()


class DraftIn(serializers.Serializer[Any]):
    """Lines that follow the first `start`; fewer kept lines and none to follow are an undo."""

    start = serializers.IntegerField(min_value=0, max_value=MOST_LINES)
    lines = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_LINE), max_length=MOST_DRAFT, default=list
    )
    version = serializers.IntegerField(min_value=0, max_value=2**31 - 1, required=False)


class DraftOut(serializers.Serializer[Any]):
    """A match that is being written down, for who writes it."""

    version = serializers.IntegerField()
    lines = serializers.ListField(child=serializers.CharField())


class HandInIn(serializers.Serializer[Any]):
    """The draft as it was seen."""

    version = serializers.IntegerField(min_value=0, max_value=2**31 - 1, required=False)
