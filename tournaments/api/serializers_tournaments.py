"""Serializers of tournaments: their public page, their events, and zips of their match files."""

from typing import Any

from rest_framework import serializers

from matches.api.serializers import NullableCharField, PlayerSerializer
from tournaments.models.imports import STATES
from tournaments.models.tournament_page import LONGEST_DESCRIPTION
from tournaments.queries.record_exports import FORMATS
from tournaments.queries.tournaments import TournamentSummary


class ClubSerializer(serializers.Serializer[Any]):
    """A club in a list."""

    slug = serializers.CharField()
    name = serializers.CharField()
    topic = serializers.CharField(help_text="The topic of its changes in the stream.")


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
