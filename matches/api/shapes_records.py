"""Records without a match and zips of them, as the API takes them in and gives them out."""

from typing import Any

from rest_framework import serializers

from matches.api.shapes_out import MatchOut, RecordOut
from matches.phrases import sentence


class LinkIn(serializers.Serializer[Any]):
    """Which match a record is of."""

    match = serializers.CharField(max_length=16, help_text="Its code.")


class BundleIn(serializers.Serializer[Any]):
    """A zip of records."""

    file = serializers.FileField()


class KeptOut(serializers.Serializer[Any]):
    """A record that waits for its match, and those it may be of, the likeliest first."""

    record = RecordOut()
    fits = MatchOut(many=True)


class ReceivedOut(KeptOut):
    """A record as it was taken in; `is_twice`: its games were there before."""

    record = RecordOut(source="transcript")
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
    fits = MatchOut(many=True)
    problem = serializers.SerializerMethodField()

    def get_problem(self, row: dict[str, Any]) -> str:
        """The sentence of a refusal, empty without one."""
        problem = row["file"].problem
        return sentence(problem["code"], problem.get("facts", {})) if problem else ""


class BundleOut(serializers.Serializer[Any]):
    """A zip and how far it is."""

    code = serializers.CharField(source="bundle.code")
    name = serializers.CharField(source="bundle.name")
    at = serializers.DateTimeField(source="bundle.at")
    done = serializers.IntegerField(source="progress.done", help_text="How many files have been read.")
    is_done = serializers.BooleanField(source="progress.is_done")
    files = BundledOut(many=True)
