"""Serializers of imports and of zips of match files."""

from typing import Any

from django.urls import reverse
from rest_framework import serializers

from matches.api.serializers import NullableCharField, PlayerSerializer
from matches.messages import get_sentence
from matches.models import Player
from rules.match import LONGEST_MATCH
from tournaments.exchange.lists import member_lists
from tournaments.exchange.lists.list_results import OFFERED_ROLES
from tournaments.exchange.past_results import MAX_TOURNAMENT_NAME
from tournaments.importing.messages import REASONS_TO_STAY
from tournaments.importing.queries.imports import ImportStatus
from tournaments.importing.queries.record_exports import FORMATS
from tournaments.models import PaymentMethod
from tournaments.models.imports import KINDS, MAX_FILE_NAME, STATES
from tournaments.models.member import FIRST_YEAR, LAST_YEAR
from tournaments.people.queries.member_activities import Activity
from tournaments.web.api.lists import (
    LeftOutRowSerializer,
    ListQuestionSerializer,
    SheetsSerializer,
    make_answers_field,
)
from tournaments.web.api.uploads import make_columns_field, make_start_field

MOST_CHOICES, LONGEST_CHOICE = 2000, 40
# Number of the name, then: a new person, nobody, the player of a code, or another name in the file.
CHOICE_PATTERN = r"^[0-9]{1,5}:(new|skip|p:[a-z0-9]{1,16}|f:[0-9]{1,5})$"


class NameChoicesSerializer(serializers.Serializer[Any]):
    """Which person each ambiguous name means."""

    choices = serializers.ListField(
        child=serializers.RegexField(CHOICE_PATTERN, max_length=LONGEST_CHOICE),
        required=False,
        default=list,
        max_length=MOST_CHOICES,
        help_text='The number of a name and the person it means: "3:new" for a new one, or the `value` of a '
        'similar name: "3:p:k7m2p9xa". "3:skip" leaves out a person of a list of members.',
    )


class MembersPreviewRequestSerializer(serializers.Serializer[Any]):
    """New members, as a table."""

    file = serializers.FileField(help_text="CSV, TXT, XLSX, XLS, ODS or XLSB.")
    start = make_start_field()
    columns = make_columns_field(member_lists.NAMES)
    answers = make_answers_field()


class MembersImportSerializer(NameChoicesSerializer, MembersPreviewRequestSerializer):
    """A table to import, with choices for its ambiguous names."""

    fee_year = serializers.IntegerField(
        required=False,
        min_value=FIRST_YEAR,
        max_value=LAST_YEAR,
        help_text="With it, the fees that the list marks as paid are recorded for this year, once.",
    )
    fee_own = serializers.BooleanField(
        default=True,
        help_text="Whether own fees of members that the list states are set for the year, 0 if exempt.",
    )
    fee_amount = serializers.DecimalField(
        required=False,
        min_value=0,
        max_digits=10,
        decimal_places=2,
        help_text="The amount where the list does not say it; such fees are left out without one.",
    )
    fee_method = serializers.ChoiceField(
        required=False, choices=PaymentMethod.choices, default=PaymentMethod.values[0]
    )
    fee_paid_on = serializers.DateField(
        required=False, help_text="The day of payment where the list does not say it; else today."
    )


class ResultsPreviewRequestSerializer(NameChoicesSerializer):
    """Results of earlier years, as a table."""

    file = serializers.FileField(help_text="CSV, TXT, XLSX, XLS, ODS or XLSB.")
    start = make_start_field()
    columns = make_columns_field(OFFERED_ROLES)
    answers = make_answers_field()
    day = serializers.DateField(
        required=False, allow_null=True, default=None, help_text="Of the rows without a date."
    )
    tournament = serializers.CharField(
        required=False,
        default="",
        allow_blank=True,
        max_length=MAX_TOURNAMENT_NAME,
        help_text="The name of the tournament of the rows without one.",
    )
    length = serializers.IntegerField(
        required=False,
        allow_null=True,
        default=None,
        min_value=1,
        max_value=LONGEST_MATCH,
        help_text="The length of the matches of which the list says neither length nor score.",
    )


class ResultsImportSerializer(ResultsPreviewRequestSerializer):
    """A table to import, with choices for its ambiguous names."""

    with_known = serializers.BooleanField(
        required=False,
        default=False,
        help_text="Whether results that are here already, of the same people, day and score, are imported "
        "again; otherwise they are left out.",
    )


class SimilarNameSerializer(serializers.Serializer[Any]):
    value = serializers.CharField(help_text="Its value in `choices`.")
    name = serializers.CharField()
    is_here = serializers.BooleanField(
        help_text="Whether it is a person of the club; otherwise another name in the file."
    )
    about = serializers.CharField(help_text="What tells a person of the club from others of the name.")
    line = serializers.IntegerField(help_text="The row of another name of the file; 0 without one.")


class EarlierAnswerSerializer(serializers.Serializer[Any]):
    value = serializers.CharField(help_text="The person of the club, as in `choices`.")
    list_name = serializers.CharField(help_text="The list in which it was answered; empty if it has no name.")
    on = serializers.DateField()
    is_new = serializers.BooleanField(help_text="Whether this person was new in the club then.")


class ImportedNameSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    player = PlayerSerializer(allow_null=True, help_text="The person of the club; null if that is not clear.")
    near = SimilarNameSerializer(many=True, help_text="Other people it may mean; `choices` decides.")
    line = serializers.IntegerField(help_text="Its row in a list of members; 0 for results.")
    needs_choice = serializers.BooleanField(
        help_text="Whether `choices` must decide: it may mean others, or a first name or surname is missing."
    )
    answer = EarlierAnswerSerializer(
        allow_null=True,
        help_text="What an earlier list of the club has answered about this name; then it is the guess.",
    )
    guess = serializers.CharField(
        help_text="The `value` of the only person of whom the name is a short form, such as “Rossi G.”, who "
        "has its parts in another order, or whom number, e-mail or phone show; empty if there are several or "
        "none. It has to be chosen too. It is “new”, and needs no choice, if people only resemble the name."
    )


class TablePreviewSerializer(SheetsSerializer):
    start = serializers.IntegerField(help_text="The row in which the table begins.")
    columns = serializers.ListField(
        child=serializers.CharField(), help_text="The role each column was read as."
    )
    missing = serializers.ListField(
        child=serializers.CharField(), help_text="The required roles that no column has."
    )
    hidden_rows = serializers.ListField(
        child=serializers.IntegerField(), help_text="Rows that the workbook hides; they are left out."
    )
    names = ImportedNameSerializer(many=True)


class RowNoteSerializer(serializers.Serializer[Any]):
    line = serializers.IntegerField(help_text="The number of the row.")
    code = serializers.CharField(
        help_text="born_impossible, card_twice, contact_divided, differs, email_twice, joined_month, "
        "joined_year, nickname, not_stored or number_taken."
    )
    role = serializers.CharField(help_text="The role of the column of a cell that is not stored.")
    text = serializers.CharField(help_text="The text of the cell.")
    other_line = serializers.IntegerField(help_text="The row that has the same text; 0 if none.")
    recorded = serializers.CharField(help_text="What the record of the member has instead, and keeps.")


class MembersPreviewSerializer(TablePreviewSerializer):
    questions = ListQuestionSerializer(many=True)
    left_out = LeftOutRowSerializer(many=True, help_text="Rows that make no member, and why.")
    unused = serializers.ListField(
        child=serializers.CharField(), help_text="The headings of columns of which nothing is stored."
    )
    former = serializers.ListField(
        child=serializers.IntegerField(), help_text="The numbers of the names of former members."
    )
    notes = RowNoteSerializer(
        many=True,
        help_text="What seems wrong in a row. Card numbers and the like only tell people apart.",
    )


class ExceedingFeeSerializer(serializers.Serializer[Any]):
    """A fee that was left out because its row states more than is due for the year."""

    name = serializers.CharField(source="person.name")
    line = serializers.IntegerField(source="person.line", help_text="Its row.")
    stated = serializers.DecimalField(source="fee.amount", max_digits=10, decimal_places=2)
    amount_due = serializers.DecimalField(source="balance.amount", max_digits=10, decimal_places=2)


class ImportedMembersSerializer(serializers.Serializer[Any]):
    count = serializers.IntegerField(help_text="The number of new members.")
    former = serializers.IntegerField(help_text="The number of new former members.")
    unchanged = serializers.ListField(
        child=serializers.CharField(),
        help_text="Whom the list calls former members, and who are members or guests now: they stay so.",
    )
    fees = serializers.IntegerField(help_text="The number of fees recorded, also of earlier members.")
    own_fees = serializers.IntegerField(help_text="The number of members whose own fee was set.")
    fees_left_out = ExceedingFeeSerializer(many=True, help_text="Fees above what is due; they are left out.")
    hidden_rows = serializers.ListField(
        child=serializers.IntegerField(), help_text="Rows that the workbook hides; they were left out."
    )


class MemberListSerializer(serializers.Serializer[Any]):
    """An imported list of members."""

    number = serializers.IntegerField(source="pk")
    members = serializers.IntegerField(source="payload.count", help_text="How many members it brought.")
    former = serializers.IntegerField(
        source="payload.former", default=0, help_text="How many former members it brought."
    )
    remaining = serializers.IntegerField(help_text="How many of both are still here as it says.")
    filled = serializers.DictField(
        source="payload.filled_counts",
        child=serializers.IntegerField(),
        default=dict,
        help_text="How many values it filled in for earlier members, by field.",
    )
    fees = serializers.IntegerField(help_text="How many fees it recorded that are not taken back.")
    own_fees = serializers.IntegerField(help_text="How many own fees of members it set that are left.")
    answers = serializers.IntegerField(help_text="How many names it has answered, for later lists.")
    by = serializers.CharField(source="by.username", allow_null=True, default=None)
    at = serializers.DateTimeField()


class MemberListWithdrawalSerializer(serializers.Serializer[Any]):
    """The withdrawal of a list of members."""

    keep_fees = serializers.BooleanField(
        default=False, help_text="Whether the fees that the list recorded stay, of the members who stay."
    )


class RemainingMemberSerializer(serializers.Serializer[Any]):
    """A member who stays when the import of a list is withdrawn."""

    player = PlayerSerializer(source="*")
    reason = serializers.ChoiceField(choices=sorted(REASONS_TO_STAY))
    event = NullableCharField(help_text="The event in which they are entered.")

    def to_representation(self, instance: tuple[Player, Activity]) -> dict[str, Any]:
        """Return the player, and what keeps them."""
        player, activity = instance
        return {
            "player": PlayerSerializer(player).data,
            "reason": activity.reason,
            "event": activity.event or None,
        }


class UndoneMemberListSerializer(serializers.Serializer[Any]):
    """What became of the members of a withdrawn list."""

    removed = serializers.IntegerField(help_text="How many members were removed.")
    remaining = RemainingMemberSerializer(many=True, help_text="Those who stay, with the reason.")
    spellings = serializers.IntegerField(
        help_text="How many names of the list were removed of people who stay, joined with another member."
    )
    fees = serializers.IntegerField(source="fee_count", help_text="How many fees were taken back.")
    own_fees = serializers.IntegerField(help_text="How many own fees of members were taken back.")
    answers = serializers.IntegerField(help_text="How many answers about names were taken back.")
    filled = serializers.IntegerField(help_text="How many values were taken out of other records again.")


class ImportFaultSerializer(serializers.Serializer[Any]):
    line = serializers.IntegerField(help_text="The number of the line, from 1, headings included.")
    sheet = serializers.CharField(help_text="The sheet of the line, in a workbook.")
    code = serializers.CharField()
    sentence = serializers.CharField()


class MatchPreviewSerializer(serializers.Serializer[Any]):
    line = serializers.IntegerField()
    day = serializers.DateField()
    evening = serializers.CharField(help_text="The tournament; empty for the name of the file.")
    one = serializers.CharField()
    other = serializers.CharField()
    length = serializers.IntegerField()
    score = serializers.ListField(child=serializers.IntegerField())
    is_won_by_one = serializers.BooleanField()
    ending = serializers.CharField(help_text="played, walkover, forfeit or retired.")


class PlacePreviewSerializer(serializers.Serializer[Any]):
    line = serializers.IntegerField()
    day = serializers.DateField()
    evening = serializers.CharField()
    flight = serializers.CharField()
    name = serializers.CharField()
    first = serializers.IntegerField()
    last = serializers.IntegerField()
    field = serializers.IntegerField(help_text="The number of players.")


class PointsPreviewSerializer(serializers.Serializer[Any]):
    line = serializers.IntegerField()
    day = serializers.DateField()
    evening = serializers.CharField()
    name = serializers.CharField()
    points = serializers.DecimalField(max_digits=8, decimal_places=3, normalize_output=True)


class ResultsPreviewSerializer(TablePreviewSerializer):
    questions = ListQuestionSerializer(many=True)
    rows = MatchPreviewSerializer(many=True, help_text="Every match that is made.")
    places = PlacePreviewSerializer(many=True, help_text="Every place that is made.")
    points = PointsPreviewSerializer(many=True, help_text="The points of a season table by evening.")
    without_score = serializers.IntegerField(help_text="How many of the matches have no score of the loser.")
    left_out = LeftOutRowSerializer(many=True, help_text="Rows that make nothing, and why.")
    unused = serializers.ListField(
        child=serializers.CharField(), help_text="The headings of columns of which nothing is stored."
    )
    faults = ImportFaultSerializer(
        many=True,
        help_text='Rows that cannot be read; they are left out by the answer "unreadable_rows=leave_out".',
    )
    first = serializers.DateField(allow_null=True)
    last = serializers.DateField(allow_null=True)
    evenings = serializers.IntegerField()
    here = serializers.IntegerField(
        help_text="How many results are here already, by people, day and score; the import leaves them out."
    )
    known_rows = MatchPreviewSerializer(many=True, help_text="The matches that are here already.")
    known_places = PlacePreviewSerializer(many=True, help_text="The places that are here already.")
    known_points = PointsPreviewSerializer(many=True, help_text="The points that are here already.")
    differing = serializers.IntegerField(
        help_text="Other matches of the day and the players of a match that is stored."
    )
    is_ready = serializers.BooleanField(help_text="Whether it can be imported once every name is decided.")


class ImportSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(source="pk")
    name = serializers.CharField(max_length=MAX_FILE_NAME)
    rows = serializers.IntegerField()
    by = serializers.CharField(source="signed")
    at = serializers.DateTimeField()
    undone_at = serializers.DateTimeField(allow_null=True)


class FileImportSerializer(serializers.Serializer[Any]):
    """Progress and outcome of an import."""

    code = serializers.CharField(source="task.code")
    kind = serializers.ChoiceField(choices=KINDS, source="task.kind")
    state = serializers.ChoiceField(choices=STATES, source="task.state")
    percent = serializers.IntegerField()
    rows = serializers.IntegerField(source="task.rows")
    address = serializers.SerializerMethodField(help_text="The URL of its progress.")
    event = serializers.IntegerField(source="task.event_id", allow_null=True)
    file = serializers.IntegerField(
        source="task.batch_id", allow_null=True, help_text="The `number` of the import, once it is done."
    )
    problem = serializers.SerializerMethodField(allow_null=True, help_text="Why it failed.")

    def get_address(self, status: ImportStatus) -> str:
        """Return the URL of this resource."""
        return reverse("api-import-task", args=[status.task.club.slug, status.task.code])

    def get_problem(self, status: ImportStatus) -> str | None:
        """Return the message of a refusal."""
        return get_sentence(status.refusal.code, status.refusal.facts) if status.refusal else None


class FileSerializer(serializers.Serializer[Any]):
    """A file."""

    file = serializers.FileField()


class ReportImportSerializer(FileSerializer):
    """A Swiss report (TRF), and the match length of later rounds."""

    length = serializers.IntegerField(min_value=1, max_value=LONGEST_MATCH, default=7)


class ReportPlayerSerializer(serializers.Serializer[Any]):
    """A player of a report."""

    name = serializers.CharField()
    points = serializers.CharField()
    is_known = serializers.BooleanField(help_text="Whether they are already a member.")


class ReportPreviewSerializer(serializers.Serializer[Any]):
    """Preview of an event created from a report."""

    name = serializers.CharField()
    day = serializers.DateField(
        allow_null=True, help_text="The first day by the report; without one the event is of today."
    )
    players = ReportPlayerSerializer(many=True)
    rounds = serializers.IntegerField(help_text="Rounds that are paired.")
    planned = serializers.IntegerField()
    results = serializers.IntegerField()


class RecordExportRequestSerializer(serializers.Serializer[Any]):
    """The zip of match files to prepare."""

    format = serializers.ChoiceField(choices=FORMATS, help_text='"original": the files as uploaded.')


class RecordExportSerializer(serializers.Serializer[Any]):
    """A zip of the match files of a tournament."""

    code = serializers.CharField()
    format = serializers.ChoiceField(choices=FORMATS)
    state = serializers.ChoiceField(choices=STATES)
    percent = serializers.IntegerField()
    records = serializers.IntegerField(help_text="The number of match files.")
    left_out = serializers.IntegerField(
        help_text="Files that cannot be written in the format; the index in the zip says why."
    )
    is_outdated = serializers.BooleanField(
        help_text="Whether files or names have changed since; request a new zip."
    )
    path = NullableCharField(help_text="The path of the download; null until the zip is ready.")
