"""Tables that come into a club or an event, as the API takes them in and says what they would bring."""

from typing import Any

from django.urls import reverse
from rest_framework import serializers

from matches.api.serializers_matches import PlayerSerializer
from matches.phrases import get_sentence
from tournaments.exchange import member_lists, past_results
from tournaments.exchange.spreadsheets import MOST_COLUMNS
from tournaments.models.file_import import KINDS, STATES
from tournaments.models.past import LONGEST_FILE
from tournaments.queries.imports import ImportStatus

MOST_CHOICES, LONGEST_CHOICE = 2000, 40
CHOICE = r"^[0-9]{1,5}:(new|p:[a-z0-9]{1,16}|f:[0-9]{1,5})$"


def _columns(roles: tuple[str, ...]) -> serializers.ListField:
    """What every column is, in their order; "" is left aside."""
    return serializers.ListField(
        child=serializers.ChoiceField(choices=[role for role in roles if role], allow_blank=True),
        required=False,
        max_length=MOST_COLUMNS,
        help_text='What every column is, in their order, "" for nothing; left out, as their heads say.',
    )


class NameChoicesSerializer(serializers.Serializer[Any]):
    """Whom the names mean that are like others."""

    choices = serializers.ListField(
        child=serializers.RegexField(CHOICE, max_length=LONGEST_CHOICE),
        required=False,
        default=list,
        max_length=MOST_CHOICES,
        help_text='For the number of a name, whom it means: "3:new", or one of its `near`: "3:p:k7m2p9xa".',
    )


class EntriesFileSerializer(serializers.Serializer[Any]):
    """People to enter, as a table."""

    file = serializers.FileField(help_text="CSV or XLSX.")
    columns = _columns(member_lists.ENTRIES)


class MembersPreviewRequestSerializer(serializers.Serializer[Any]):
    """Members to be, as a table."""

    file = serializers.FileField(help_text="CSV or XLSX.")
    columns = _columns(member_lists.NAMES)


class MembersImportSerializer(NameChoicesSerializer, MembersPreviewRequestSerializer):
    """The same table, and who is who."""


class ResultsPreviewRequestSerializer(serializers.Serializer[Any]):
    """Results of earlier years, as a table."""

    file = serializers.FileField(help_text="CSV or XLSX.")
    columns = _columns(past_results.ROLES)
    heads = serializers.BooleanField(
        required=False,
        allow_null=True,
        default=None,
        help_text="Whether the first row names the columns; left out, as it seems.",
    )
    order = serializers.ChoiceField(
        choices=past_results.ORDERS,
        required=False,
        help_text="Whether days or months come first in dates of figures alone; left out, as it seems.",
    )


class ResultsImportSerializer(NameChoicesSerializer, ResultsPreviewRequestSerializer):
    """The same table, and who is who."""


class EntryLinesSerializer(serializers.Serializer[Any]):
    columns = serializers.ListField(child=serializers.CharField(), help_text="What every column was read as.")
    missing = serializers.ListField(child=serializers.CharField(), help_text="What no column tells.")
    names = serializers.ListField(child=serializers.CharField(), help_text="As entries take them.")


class SimilarNameSerializer(serializers.Serializer[Any]):
    value = serializers.CharField(help_text="What `choices` call it.")
    name = serializers.CharField()
    is_here = serializers.BooleanField(help_text="Somebody of the club; else another name of the file.")


class ImportedNameSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    player = PlayerSerializer(allow_null=True, help_text="Whom of the club it is, where that is clear.")
    near = SimilarNameSerializer(many=True, help_text="Whom else it may mean; then `choices` must say.")


class MembersPreviewSerializer(serializers.Serializer[Any]):
    columns = serializers.ListField(child=serializers.CharField(), help_text="What every column was read as.")
    missing = serializers.ListField(child=serializers.CharField(), help_text="What no column tells.")
    names = ImportedNameSerializer(many=True)


class ImportedMembersSerializer(serializers.Serializer[Any]):
    count = serializers.IntegerField(help_text="How many were no members before.")


class ImportFaultSerializer(serializers.Serializer[Any]):
    line = serializers.IntegerField(help_text="From 1, the heads among them.")
    code = serializers.CharField()
    sentence = serializers.CharField()


class ResultsPreviewSerializer(MembersPreviewSerializer):
    heads = serializers.BooleanField(help_text="Whether the first row was read as heads.")
    order = serializers.CharField()
    repeated = serializers.ListField(child=serializers.CharField(), help_text="What several columns tell.")
    rows = serializers.IntegerField(help_text="Matches that can be read.")
    places = serializers.IntegerField(help_text="Places that can be read.")
    without_score = serializers.IntegerField(help_text="Those of them whose loser has no score.")
    faults = ImportFaultSerializer(
        many=True, help_text="The first rows that tell neither match nor place; one keeps everything out."
    )
    more_faults = serializers.IntegerField()
    first = serializers.DateField(allow_null=True)
    last = serializers.DateField(allow_null=True)
    evenings = serializers.IntegerField()
    here = serializers.IntegerField(help_text="Matches that an earlier file has brought.")
    is_ready = serializers.BooleanField(help_text="Whether it can be taken in once all names are clear.")


class ImportSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(source="pk")
    name = serializers.CharField(max_length=LONGEST_FILE)
    rows = serializers.IntegerField()
    by = serializers.CharField(source="signed")
    at = serializers.DateTimeField()
    undone_at = serializers.DateTimeField(allow_null=True)


class FileImportSerializer(serializers.Serializer[Any]):
    """How far an import is, and what became of it."""

    code = serializers.CharField(source="task.code")
    kind = serializers.ChoiceField(choices=KINDS, source="task.kind")
    state = serializers.ChoiceField(choices=STATES, source="task.state")
    percent = serializers.IntegerField()
    rows = serializers.IntegerField(source="task.rows")
    address = serializers.SerializerMethodField(help_text="Where to ask how far it is.")
    event = serializers.IntegerField(source="task.event_id", allow_null=True)
    file = serializers.IntegerField(
        source="task.batch_id", allow_null=True, help_text="Its `number` among the imports."
    )
    problem = serializers.SerializerMethodField(
        allow_null=True, help_text="What a failed one was refused for."
    )

    def get_address(self, status: ImportStatus) -> str:
        """The address of this description."""
        return reverse("api-import-task", args=[status.task.club.slug, status.task.code])

    def get_problem(self, status: ImportStatus) -> str | None:
        """The sentence of a refusal."""
        return get_sentence(status.refusal.code, status.refusal.facts) if status.refusal else None


class FileSerializer(serializers.Serializer[Any]):
    """A file."""

    file = serializers.FileField()


class ReportImportSerializer(FileSerializer):
    """A report of a Swiss (TRF), and the points of rounds to come."""

    length = serializers.IntegerField(min_value=1, max_value=99, default=7)


class ReportPlayerSerializer(serializers.Serializer[Any]):
    """A player of a report."""

    name = serializers.CharField()
    points = serializers.CharField()
    is_known = serializers.BooleanField(help_text="They are a member already.")


class ReportPreviewSerializer(serializers.Serializer[Any]):
    """What an event made of a report would be."""

    name = serializers.CharField()
    players = ReportPlayerSerializer(many=True)
    rounds = serializers.IntegerField(help_text="Rounds that are paired.")
    planned = serializers.IntegerField()
    results = serializers.IntegerField()
