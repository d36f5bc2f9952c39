"""Serializers of teams: members, line-ups, and the boards of team matches."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.serializers import NullableCharField, PlayerSerializer, SideField
from matches.names import LONGEST_PAIR
from tournaments.journal.team_facts import MAX_BOARDS
from tournaments.play.api.serializers_commands import MOST_NUMBER, VersionSerializer
from tournaments.play.api.serializers_events import SeatSerializer

MOST_MEMBERS = 64


class LineUpSerializer(VersionSerializer):
    """The players at the boards of a team."""

    entry = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)
    boards = serializers.ListField(
        child=NullableCharField(max_length=8),
        min_length=1,
        max_length=MAX_BOARDS,
        help_text="Codes of players by board; null for an empty board.",
    )


class PlayOffSerializer(VersionSerializer):
    """The players of a play-off board, by code."""

    white = serializers.CharField(max_length=8)
    black = serializers.CharField(max_length=8)


class TeamUpdateSerializer(VersionSerializer):
    """The members of a team."""

    members = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_PAIR),
        min_length=1,
        max_length=MOST_MEMBERS,
        help_text='Names in board order, the captain marked "(c)".',
    )


class LineUpStateSerializer(serializers.Serializer[Any]):
    is_open = serializers.BooleanField(
        help_text="Whether both line-ups are submitted, so that the boards can be played."
    )


class BoardSeatSerializer(serializers.Serializer[Any]):
    player = PlayerSerializer(allow_null=True)
    score = serializers.IntegerField(allow_null=True)


class BoardSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    match = serializers.CharField(source="match.code", allow_null=True, default=None)
    white = serializers.SerializerMethodField()
    black = serializers.SerializerMethodField()
    winner = serializers.SerializerMethodField(help_text="white, black, or null while open.")
    is_extra = serializers.BooleanField(help_text="Whether it is a play-off board, played after a tie.")
    is_over = serializers.BooleanField()

    @extend_schema_field(BoardSeatSerializer())
    def get_white(self, board: Any) -> Any:
        """Return White's player."""
        return BoardSeatSerializer(board.seats[0]).data

    @extend_schema_field(BoardSeatSerializer())
    def get_black(self, board: Any) -> Any:
        """Return Black's player."""
        return BoardSeatSerializer(board.seats[1]).data

    @extend_schema_field(SideField())
    def get_winner(self, board: Any) -> str | None:
        """Return the winning side of the board."""
        return next((seat.side for seat in board.seats if seat.has_won), None)


class MeetingSerializer(serializers.Serializer[Any]):
    pairing = serializers.CharField(source="pairing.label")
    white = SeatSerializer(source="pairing.white_entry", allow_null=True)
    black = SeatSerializer(source="pairing.black_entry", allow_null=True)
    white_won = serializers.IntegerField(source="pairing.white_won", allow_null=True)
    black_won = serializers.IntegerField(source="pairing.black_won", allow_null=True)
    is_lined_up = serializers.BooleanField()
    boards = BoardSerializer(many=True)


class TeamMemberSerializer(serializers.Serializer[Any]):
    player = PlayerSerializer()
    position = serializers.IntegerField(
        allow_null=True, help_text="The place in board order; null for a member who has left."
    )
    is_captain = serializers.BooleanField()


class TeamSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField(source="player.name")
    members = TeamMemberSerializer(many=True, help_text="In board order.")
