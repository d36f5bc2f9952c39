"""Serializers of tournaments: settings, public page, events, and weekly tournaments."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.serializers import NullableCharField, PlayerSerializer
from matches.names import LONGEST_NAME
from tournaments.models.tournament_page import LONGEST_DESCRIPTION
from tournaments.play.api.form_serializers import form_serializer
from tournaments.play.draws import plan_forms
from tournaments.play.teams import forms as team_forms
from tournaments.play.tournaments import forms as tournaments_forms
from tournaments.play.tournaments import page_forms, weekly_night_forms
from tournaments.play.tournaments.queries.expected_players import ExpectedList
from tournaments.play.tournaments.queries.tournaments import TournamentSummary
from tournaments.registry import weekly_night_extensions


class ClubSerializer(serializers.Serializer[Any]):
    """A club in a list."""

    slug = serializers.CharField()
    name = serializers.CharField()
    topic = serializers.CharField(help_text="The topic of its changes in the stream.")


class TournamentSerializer(serializers.Serializer[Any]):
    """A tournament in a list."""

    slug = serializers.CharField()
    name = serializers.CharField()
    starts_at = serializers.DateTimeField()
    ends_on = serializers.DateField(
        allow_null=True, help_text="The last day; null for a tournament of one day."
    )
    is_draft = serializers.BooleanField(default=False, help_text="Whether only its officials can see it.")
    cancelled_at = serializers.DateTimeField(
        allow_null=True, help_text="When it was cancelled; null if it is not cancelled."
    )
    archived_at = serializers.DateTimeField(
        allow_null=True, help_text="When it was archived, and became read-only; null if it is not archived."
    )


class EventSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    slug = serializers.CharField()
    name = serializers.CharField()
    topic = serializers.CharField(help_text="The topic of its changes in the stream.")
    format = serializers.CharField(
        source="public_format",
        help_text='The event format, "blitz" for one to one point; "planned" for stages planned otherwise.',
    )
    length = serializers.ListField(
        child=serializers.IntegerField(),
        source="public_main_lengths",
        help_text="The match lengths by round of the main draw; the last one applies to all later rounds.",
    )
    consolation_length = serializers.ListField(
        child=serializers.IntegerField(),
        source="public_consolation_lengths",
        allow_null=True,
        help_text="Those of the consolation, the backdraw or the groups; null without.",
    )
    status = serializers.CharField()
    version = serializers.IntegerField(help_text="Increases with every change of the event.")
    takes = NullableCharField(
        help_text='What can be entered: "players", "pairs" or "teams"; null for players and pairs.'
    )
    boards = serializers.IntegerField(help_text="Boards of a team match; 1 for an event without teams.")
    starts_at = serializers.DateTimeField(allow_null=True, help_text="null: it starts with the tournament.")
    cancelled_at = serializers.DateTimeField(
        allow_null=True, help_text="When it was cancelled; null if it was not, though its tournament may be."
    )
    cancel_reason = serializers.CharField(help_text="Why it was cancelled; empty if no reason was given.")


class CancelSerializer(serializers.Serializer[Any]):
    """Why a tournament or an event is cancelled."""

    reason = serializers.CharField(max_length=200, required=False, allow_blank=True, help_text="Public.")


class WinnerSerializer(serializers.Serializer[Any]):
    event = serializers.IntegerField(source="event_id")
    player = PlayerSerializer()


class EventSummarySerializer(EventSerializer):
    entered = serializers.IntegerField(
        help_text="Entries that take part: without those withdrawn, absent, or waiting for a place."
    )


class TournamentContentSerializer(serializers.Serializer[Any]):
    """What was played in a tournament."""

    events = EventSerializer(many=True)
    players = serializers.IntegerField(help_text="People who take part; both of a pair count.")
    signed_up = serializers.IntegerField(
        help_text="Places taken in events whose sign-ups are not all entered yet, else 0."
    )
    winners = WinnerSerializer(many=True)


class TournamentSummarySerializer(TournamentSerializer, TournamentContentSerializer):
    """A tournament in a list; the instance is the summary."""

    def to_representation(self, instance: TournamentSummary) -> dict[str, Any]:
        """The fields of the tournament, then what was played."""
        tournament = TournamentSerializer(instance.tournament).data
        return {**tournament, **TournamentContentSerializer(instance).data}


class TournamentTextSerializer(serializers.Serializer[Any]):
    """The text of the public page of a tournament."""

    description = NullableCharField(required=False, max_length=LONGEST_DESCRIPTION, help_text="Markdown.")
    venue = NullableCharField(required=False, max_length=120)
    address = NullableCharField(required=False, max_length=200)
    map_link = NullableCharField(required=False, max_length=400, help_text="An https address.")
    contact = NullableCharField(
        required=False, max_length=200, help_text="Free text, for example an e-mail address."
    )
    entry_limits = NullableCharField(required=False, max_length=300, help_text="Who can enter.")
    entry_deadline = serializers.DateTimeField(required=False, allow_null=True)


class TournamentFileSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    size = serializers.IntegerField(help_text="In bytes.")
    path = serializers.CharField(help_text="The address of the PDF file on this site.")


class TournamentCoverSerializer(serializers.Serializer[Any]):
    alt = NullableCharField(help_text="The alternative text.")
    width = serializers.IntegerField()
    height = serializers.IntegerField()
    path = serializers.CharField(help_text="The address of the JPEG file on this site.")


class TournamentDetailSerializer(TournamentSerializer, TournamentTextSerializer):
    currency = serializers.CharField(help_text="That of all its fees, an ISO 4217 code.")
    attachments = TournamentFileSerializer(many=True)
    cover = TournamentCoverSerializer(allow_null=True)
    club = ClubSerializer()
    cancel_reason = serializers.CharField(help_text="Why it was cancelled; empty if no reason was given.")
    desk = serializers.CharField(source="desk.code", help_text="The desk of its matches.")
    tables = serializers.IntegerField(help_text="The number of tables.")
    policy = serializers.CharField(help_text="Who confirms results.")
    events = EventSummarySerializer(many=True)
    players = serializers.IntegerField(help_text="People who take part; both of a pair count.")
    signed_up = serializers.IntegerField(
        help_text="Places taken in events whose sign-ups are not all entered yet, else 0."
    )
    winners = WinnerSerializer(many=True)


class EventDetailSerializer(EventSerializer):
    club = ClubSerializer(source="tournament.club")
    tournament = TournamentSerializer()
    desk = serializers.CharField(source="tournament.desk.code", help_text="The desk of its matches.")
    draw_commitment = serializers.CharField(help_text="SHA-256 commitment to the seed of the draw.")


LONGEST_SLUG = 60
FormatUpdateSerializer = form_serializer(plan_forms.FormatForm, "FormatUpdate")
_EVENT_FORMS = (FormatUpdateSerializer, form_serializer(team_forms.EntryTypeForm))


def _combined(name: str, *parts: Any) -> Any:
    """Return one serializer that combines several forms."""
    return type(name, parts, {"__doc__": parts[0].__doc__, "__module__": __name__})


TournamentCreateSerializer = _combined(
    "TournamentCreateSerializer", form_serializer(tournaments_forms.NewTournamentForm), *_EVENT_FORMS
)
TournamentCopySerializer = form_serializer(page_forms.CopyForm, "TournamentCopy")
_EventUpdateSerializer = form_serializer(tournaments_forms.EventNameForm, "EventUpdate")
# URL modules are imported after every app is ready, so all extensions are registered here.
_WEEKLY_FORMS = (
    *_EVENT_FORMS,
    *(form_serializer(extension.form) for extension in weekly_night_extensions.values()),
)
WeeklyCreateSerializer = _combined(
    "WeeklyCreateSerializer",
    form_serializer(weekly_night_forms.WeeklyNightForm, without=("version",)),
    *_WEEKLY_FORMS,
)
WeeklyUpdateSerializer = _combined(
    "WeeklyUpdateSerializer",
    form_serializer(weekly_night_forms.WeeklyNightChangeForm, without=("version",)),
    *_WEEKLY_FORMS,
)
WeekSerializer = form_serializer(weekly_night_forms.SkipDayForm, "Week")


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
    capacity = serializers.IntegerField(
        allow_null=True, help_text="How many players have a place; null for any number."
    )


class ComingSerializer(serializers.Serializer[Any]):
    """A person to put on the list of a weekly tournament."""

    day = serializers.DateField(help_text="The day of the open list.")
    name = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=LONGEST_NAME,
        help_text="Who comes; without a name the player of the account or badge.",
    )


class IdentifySerializer(serializers.Serializer[Any]):
    """The member whom a name on the list of a weekly tournament means."""

    player = serializers.CharField(max_length=40, help_text="The code of the member.")


class ExpectedPersonSerializer(serializers.Serializer[Any]):
    """A person on the list of a weekly tournament."""

    number = serializers.IntegerField()
    name = serializers.CharField(help_text="The name for directors; to others the name that they have sent.")
    place = serializers.IntegerField(help_text="From 1, on the waiting list too.")
    is_waiting = serializers.BooleanField()


class ExpectedListSerializer(serializers.Serializer[Any]):
    """Who comes to the next date of a weekly tournament."""

    day = serializers.DateField()
    starts_at = serializers.DateTimeField()
    capacity = serializers.IntegerField(source="night.capacity", allow_null=True)
    coming_count = serializers.IntegerField(help_text="How many come, without the waiting list.")
    waiting_count = serializers.IntegerField()
    people = serializers.SerializerMethodField(
        help_text="For directors all people; for others those whom they can take off."
    )

    @extend_schema_field(ExpectedPersonSerializer(many=True))
    def get_people(self, expected: ExpectedList) -> Any:
        """Return the people that the caller may read."""
        return ExpectedPersonSerializer(self.context["people"], many=True).data
