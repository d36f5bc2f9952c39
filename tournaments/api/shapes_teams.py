"""Teams, their meetings and line-ups, as the API takes them in and gives them out."""

from typing import Any

from rest_framework import serializers

from matches.api.shapes_out import PlayerOut
from tournaments.api.serializers_events import SeatOut
from tournaments.api.shapes_in import MOST_NUMBER, Acting
from tournaments.journal.formations import MOST

Shape = serializers.Serializer[Any]


class LineUpIn(Acting):
    """Who sits at the boards of a team, by codes; "" where nobody comes."""

    entry = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)
    boards = serializers.ListField(
        child=serializers.CharField(max_length=8, allow_blank=True), min_length=1, max_length=MOST
    )


class LineUpOut(Shape):
    is_open = serializers.BooleanField(help_text="Both are in, and the boards can be played.")


class BoardSeatOut(Shape):
    side = serializers.CharField()
    player = PlayerOut(allow_null=True)
    score = serializers.IntegerField(allow_null=True)
    has_won = serializers.BooleanField()


class BoardOut(Shape):
    number = serializers.IntegerField()
    match = serializers.CharField(source="match.code", allow_null=True, default=None)
    seats = BoardSeatOut(many=True)
    is_extra = serializers.BooleanField()
    is_over = serializers.BooleanField()


class MeetingOut(Shape):
    pairing = serializers.CharField(source="pairing.label")
    white = SeatOut(source="pairing.white_entry", allow_null=True)
    black = SeatOut(source="pairing.black_entry", allow_null=True)
    white_won = serializers.IntegerField(source="pairing.white_won", allow_null=True)
    black_won = serializers.IntegerField(source="pairing.black_won", allow_null=True)
    is_lined_up = serializers.BooleanField()
    boards = BoardOut(many=True)


class MemberOut(Shape):
    player = PlayerOut()
    position = serializers.IntegerField(allow_null=True, help_text="Board order; null for who has left.")
    is_captain = serializers.BooleanField()


class TeamOut(Shape):
    number = serializers.IntegerField()
    name = serializers.CharField(source="player.name")
    members = MemberOut(many=True, help_text="In board order.")


class TeamsOut(Shape):
    teams = TeamOut(many=True)
