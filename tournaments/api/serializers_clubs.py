"""Serializers of clubs: members, offers, invitations, tournaments, imports."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.serializers import NullableCharField, PlayerSerializer
from matches.messages import get_sentence
from matches.models import Player
from matches.names import LONGEST_NAME
from rules.match import LONGEST_MATCH
from tournaments.api.form_serializers import form_serializer
from tournaments.api.serializers_seasons import RatingListSerializer, SeasonSerializer
from tournaments.api.serializers_tournaments import (
    ClubSerializer,
    TournamentTextSerializer,
)
from tournaments.exchange import member_lists, past_results
from tournaments.exchange.spreadsheets import MAX_COLUMNS, MAX_START
from tournaments.forms import clubs as club_forms
from tournaments.forms import desk as forms
from tournaments.forms import plans as plan_forms
from tournaments.forms import teams as team_forms
from tournaments.forms import tournament_pages as page_forms
from tournaments.messages.imports import REASONS_TO_STAY
from tournaments.models import Casual, Joining
from tournaments.models.imports import KINDS, MAX_FILE_NAME, STATES
from tournaments.queries.imports import Activity, ImportStatus
from tournaments.registry import weekly_night_extensions
from tournaments.services.clubs import LONGEST_ABOUT

LONGEST_SLUG = 60

FormatUpdateSerializer = form_serializer(plan_forms.FormatForm, "FormatUpdate")
_EVENT_FORMS = (FormatUpdateSerializer, form_serializer(team_forms.EntryTypeForm))


def _combined(name: str, *parts: Any) -> Any:
    """Return one serializer that combines several forms."""
    return type(name, parts, {"__doc__": parts[0].__doc__, "__module__": __name__})


TournamentCreateSerializer = _combined(
    "TournamentCreateSerializer", form_serializer(forms.NewTournamentForm), *_EVENT_FORMS
)
TournamentCopySerializer = form_serializer(page_forms.CopyForm, "TournamentCopy")
_EventUpdateSerializer = form_serializer(forms.EventNameForm, "EventUpdate")
# URL modules are imported after every app is ready, so all extensions are registered here.
_WEEKLY_FORMS = (
    *_EVENT_FORMS,
    *(form_serializer(extension.form) for extension in weekly_night_extensions.values()),
)
WeeklyCreateSerializer = _combined(
    "WeeklyCreateSerializer",
    form_serializer(club_forms.WeeklyNightForm, without=("version",)),
    *_WEEKLY_FORMS,
)
WeeklyUpdateSerializer = _combined(
    "WeeklyUpdateSerializer",
    form_serializer(club_forms.WeeklyNightChangeForm, without=("version",)),
    *_WEEKLY_FORMS,
)
ClubCreateSerializer = form_serializer(forms.NewClubForm, "ClubCreate")
MemberCreateSerializer = form_serializer(club_forms.NewMemberNameForm, "MemberCreate")
MemberDistinctionSerializer = form_serializer(club_forms.DistinctionForm, "MemberDistinction")
OfferCreateSerializer = form_serializer(club_forms.OfficialForm, "OfferCreate")
ClubJoinSerializer = form_serializer(club_forms.JoinClubForm, "ClubJoin")
WeekSerializer = form_serializer(club_forms.SkipDayForm, "Week")


class TournamentUpdateSerializer(TournamentTextSerializer):
    """The name and the days of a tournament, and the text of its public page."""

    name = serializers.CharField(max_length=120)
    starts_at = serializers.DateTimeField()
    ends_on = serializers.DateField(
        required=False, allow_null=True, help_text="The last day; null for a tournament of one day."
    )


class CoverUploadSerializer(serializers.Serializer[Any]):
    """An image for the cover of a tournament."""

    file = serializers.FileField(help_text="JPEG, PNG or WebP, at most 8 MB and 20 megapixels.")
    alt = serializers.CharField(required=False, max_length=200, help_text="The alternative text.")


class AttachmentUploadSerializer(serializers.Serializer[Any]):
    """A file to attach to the page of a tournament."""

    file = serializers.FileField(help_text="PDF, at most 10 MB.")
    name = serializers.CharField(
        required=False, max_length=120, help_text="The title; by default the file name."
    )


class EventUpdateSerializer(_EventUpdateSerializer):  # type: ignore[misc,valid-type]
    """The name of an event, and its start."""

    name = serializers.CharField(required=False, max_length=120)
    starts_at = serializers.DateTimeField(
        required=False, allow_null=True, help_text="null: it starts with the tournament."
    )


class EventCreateSerializer(_combined("_EventForms", *_EVENT_FORMS)):  # type: ignore[misc]
    """An event to add to a tournament."""

    name = serializers.CharField(max_length=120, required=False, default="", allow_blank=True)
    players_of = serializers.CharField(
        max_length=LONGEST_SLUG,
        required=False,
        default="",
        allow_blank=True,
        help_text="The slug of another event of the tournament, whose players are entered.",
    )


class ClubUpdateSerializer(serializers.Serializer[Any]):
    """A club's profile, who may join, and what casual matches count for."""

    name = serializers.CharField(max_length=LONGEST_NAME, required=False)
    about = NullableCharField(max_length=LONGEST_ABOUT, help_text="Markdown.")
    place = NullableCharField(max_length=200, help_text="Where the club plays.")
    contact = NullableCharField(max_length=200, help_text="A web or e-mail address, shown publicly.")
    joining = serializers.ChoiceField(choices=Joining.values, required=False)
    casual = serializers.ChoiceField(
        choices=Casual.values, required=False, help_text="What casual matches count for."
    )
    members_open = serializers.BooleanField(
        required=False, help_text="Whether members may open casual matches themselves."
    )


class ClubDetailSerializer(ClubUpdateSerializer, ClubSerializer):
    """A club with its seasons and rating lists."""

    seasons = SeasonSerializer(many=True)
    rating_lists = RatingListSerializer(many=True)


class MemberSerializer(serializers.Serializer[Any]):
    """A member of a club."""

    number = serializers.IntegerField(source="pk")
    player = PlayerSerializer(allow_null=True)
    username = serializers.CharField(
        source="user.username", allow_null=True, default=None, help_text="Shown only to officers."
    )
    role = serializers.CharField()
    joined_at = serializers.DateTimeField()
    left_at = serializers.DateTimeField(allow_null=True)


class InvitationCreateSerializer(serializers.Serializer[Any]):
    """Options of a new invitation."""

    role = serializers.CharField(max_length=10, required=False, default="member")
    player = NullableCharField(
        max_length=8, default="", help_text="The code of the member without an account that it is for."
    )
    uses = serializers.IntegerField(
        min_value=1, max_value=2**31 - 1, default=1, help_text="How many people can use it."
    )
    days = serializers.IntegerField(min_value=1, max_value=2**31 - 1, default=14)


class ClubInvitationSerializer(serializers.Serializer[Any]):
    """An invitation to become a member."""

    number = serializers.IntegerField(source="invitation.pk")
    role = serializers.CharField(source="invitation.role")
    player = PlayerSerializer(source="invitation.player", allow_null=True)
    state = serializers.CharField(source="status", help_text="Whether it can be used.")
    token = serializers.CharField(
        allow_null=True, default=None, help_text="Follows /join/ in its link; shown once."
    )


@extend_schema_field({"type": "string", "pattern": "^[0-2][0-9]:[0-5][0-9]$"})
class HourAndMinuteField(serializers.TimeField):
    """A time without seconds, which the format "time" of JSON Schema does not allow."""


class WeeklyTournamentSerializer(serializers.Serializer[Any]):
    """A weekly tournament of a club."""

    number = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    weekday = serializers.IntegerField(help_text="0 is Monday.")
    begins = HourAndMinuteField(format="%H:%M", help_text="Local time of the site: 20:30.")
    tables = serializers.IntegerField()
    currency = serializers.CharField(help_text="That of its tournaments, an ISO 4217 code.")


class CasualMatchCreateSerializer(serializers.Serializer[Any]):
    """A new casual match of two members."""

    white = serializers.CharField(max_length=8, help_text="The code of a member.")
    black = serializers.CharField(max_length=8, help_text="The code of a member.")
    length = serializers.IntegerField(min_value=1, max_value=LONGEST_MATCH)


class UsernameSerializer(serializers.Serializer[Any]):
    """A username."""

    username = serializers.CharField(max_length=150)


class OfficialSerializer(UsernameSerializer):
    """An official of a tournament."""

    has_accepted = serializers.BooleanField()


class OfferSerializer(serializers.Serializer[Any]):
    """A role offered to a username, whether or not the account exists."""

    number = serializers.IntegerField(source="pk")
    username = serializers.CharField()
    kind = serializers.CharField(help_text='"club", "official" or "cashier".')
    role = NullableCharField(help_text="The role in the club, if it is for one.")
    tournament = serializers.CharField(source="tournament.slug", allow_null=True, default=None)
    at = serializers.DateTimeField()


MOST_CHOICES, LONGEST_CHOICE = 2000, 40
# Number of the name, then: a new person, nobody, the player of a code, or another name in the file.
CHOICE_PATTERN = r"^[0-9]{1,5}:(new|skip|p:[a-z0-9]{1,16}|f:[0-9]{1,5})$"


def _columns(roles: tuple[str, ...]) -> serializers.ListField:
    """Return the field for the role of each column; columns with "" are ignored."""
    return serializers.ListField(
        child=serializers.ChoiceField(choices=[role for role in roles if role], allow_blank=True),
        required=False,
        max_length=MAX_COLUMNS,
        help_text='The role of each column in order, "" for none; by default guessed from the headings.',
    )


def _start() -> serializers.IntegerField:
    """Return the field for the row in which a table begins."""
    return serializers.IntegerField(
        required=False,
        allow_null=True,
        default=None,
        min_value=1,
        max_value=MAX_START,
        help_text="The row in which the table begins, with its headings if it has any; those above are left "
        "out. Blank rows are not counted. By default detected.",
    )


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


class EntriesFileSerializer(serializers.Serializer[Any]):
    """People to enter, as a table."""

    file = serializers.FileField(help_text="CSV or XLSX.")
    start = _start()
    columns = _columns(member_lists.ENTRIES)


class MembersPreviewRequestSerializer(serializers.Serializer[Any]):
    """New members, as a table."""

    file = serializers.FileField(help_text="CSV or XLSX.")
    start = _start()
    columns = _columns(member_lists.NAMES)


class MembersImportSerializer(NameChoicesSerializer, MembersPreviewRequestSerializer):
    """A table to import, with choices for its ambiguous names."""


class ResultsPreviewRequestSerializer(serializers.Serializer[Any]):
    """Results of earlier years, as a table."""

    file = serializers.FileField(help_text="CSV or XLSX.")
    start = _start()
    columns = _columns(past_results.ROLES)
    heads = serializers.BooleanField(
        required=False,
        allow_null=True,
        default=None,
        help_text="Whether the first row has column headings; by default detected.",
    )
    order = serializers.ChoiceField(
        choices=past_results.ORDERS,
        required=False,
        help_text="Whether the day or the month comes first in numeric dates; by default detected.",
    )
    day = serializers.DateField(
        required=False, allow_null=True, default=None, help_text="Of all rows, if no column has dates."
    )
    tournament = serializers.CharField(
        required=False,
        default="",
        allow_blank=True,
        max_length=past_results.MAX_TOURNAMENT_NAME,
        help_text="The name of the tournament of all rows, if no column has names.",
    )


class ResultsImportSerializer(NameChoicesSerializer, ResultsPreviewRequestSerializer):
    """A table to import, with choices for its ambiguous names."""


class EntryLinesSerializer(serializers.Serializer[Any]):
    start = serializers.IntegerField(help_text="The row in which the table begins.")
    columns = serializers.ListField(
        child=serializers.CharField(), help_text="The role each column was read as."
    )
    missing = serializers.ListField(
        child=serializers.CharField(), help_text="The required roles that no column has."
    )
    names = serializers.ListField(
        child=serializers.CharField(), help_text="Lines for `names` of the entries endpoint."
    )


class SimilarNameSerializer(serializers.Serializer[Any]):
    value = serializers.CharField(help_text="Its value in `choices`.")
    name = serializers.CharField()
    is_here = serializers.BooleanField(
        help_text="Whether it is a person of the club; otherwise another name in the file."
    )
    about = serializers.CharField(help_text="What tells a person of the club from others of the name.")
    line = serializers.IntegerField(help_text="The row of another name of the file; 0 without one.")


class ImportedNameSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    player = PlayerSerializer(allow_null=True, help_text="The person of the club; null if that is not clear.")
    near = SimilarNameSerializer(
        many=True, help_text="Other people it may mean; if there are any, `choices` must decide."
    )
    line = serializers.IntegerField(help_text="Its row in a list of members; 0 for results.")
    needs_choice = serializers.BooleanField(
        help_text="Whether `choices` must decide: it may mean others, or a first name or surname is missing."
    )


class LeftOutRowSerializer(serializers.Serializer[Any]):
    line = serializers.IntegerField()
    text = serializers.CharField()
    reason = serializers.CharField(help_text='"title", "nameless", "bye" or "repeated".')
    repeated_line = serializers.IntegerField(help_text="The row with the same person; 0 without one.")


class TablePreviewSerializer(serializers.Serializer[Any]):
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
    code = serializers.CharField(help_text="born_impossible, card_twice or email_twice.")
    text = serializers.CharField(help_text="The text of the cell.")
    other_line = serializers.IntegerField(help_text="The row that has the same text; 0 if none.")


class MembersPreviewSerializer(TablePreviewSerializer):
    left_out = LeftOutRowSerializer(many=True, help_text="Rows that make no member, and why.")
    notes = RowNoteSerializer(
        many=True,
        help_text="What seems wrong in a row. Card numbers and the like only tell people apart.",
    )


class ImportedMembersSerializer(serializers.Serializer[Any]):
    count = serializers.IntegerField(help_text="The number of new members.")
    hidden_rows = serializers.ListField(
        child=serializers.IntegerField(), help_text="Rows that the workbook hides; they were left out."
    )


class MemberListSerializer(serializers.Serializer[Any]):
    """An imported list of members."""

    number = serializers.IntegerField(source="pk")
    members = serializers.IntegerField(source="payload.count", help_text="How many members it brought.")
    remaining = serializers.IntegerField(help_text="How many of them are still members.")
    by = serializers.CharField(source="by.username", allow_null=True, default=None)
    at = serializers.DateTimeField()


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


class ImportFaultSerializer(serializers.Serializer[Any]):
    line = serializers.IntegerField(help_text="The number of the line, from 1, headings included.")
    code = serializers.CharField()
    sentence = serializers.CharField()


class ResultsPreviewSerializer(TablePreviewSerializer):
    heads = serializers.BooleanField(help_text="Whether the first row was read as headings.")
    order = serializers.CharField()
    repeated = serializers.ListField(
        child=serializers.CharField(), help_text="The roles that several columns have."
    )
    rows = serializers.IntegerField(help_text="Matches that can be read.")
    places = serializers.IntegerField(help_text="Places that can be read.")
    without_score = serializers.IntegerField(help_text="How many of the matches have no score of the loser.")
    bye_lines = serializers.ListField(
        child=serializers.IntegerField(), help_text="Rows that name a bye instead of an opponent; left out."
    )
    faults = ImportFaultSerializer(
        many=True,
        help_text="The first rows that cannot be read; if there are any, nothing is imported.",
    )
    more_faults = serializers.IntegerField()
    first = serializers.DateField(allow_null=True)
    last = serializers.DateField(allow_null=True)
    evenings = serializers.IntegerField()
    here = serializers.IntegerField(help_text="Matches that an earlier file has already imported.")
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
