"""Serializers of events: entries, standings, pairings, plans, journal lines and previews."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.fields import NullableCharField, NullableNumberField, SideField
from matches.api.shapes_out import PlayerOut

Shape = serializers.Serializer[Any]


class ClubSerializer(Shape):
    """A club in a list."""

    slug = serializers.CharField()
    name = serializers.CharField()


class SeasonOut(Shape):
    slug = serializers.CharField()
    name = serializers.CharField()
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()


class RatingListOut(Shape):
    id = serializers.IntegerField()
    name = serializers.CharField()
    system = serializers.CharField()
    parameters = serializers.DictField(help_text="The constants that differ from those of the system.")
    counts = serializers.CharField(help_text="singles, pairs, members or all")
    ladders = serializers.BooleanField(help_text="Whether matches of ladders count.")


class TournamentSerializer(Shape):
    """A tournament in a list."""

    slug = serializers.CharField()
    name = serializers.CharField()
    starts_at = serializers.DateTimeField()


class EventOut(Shape):
    id = serializers.IntegerField()
    slug = serializers.CharField()
    name = serializers.CharField()
    format = serializers.CharField()
    length = serializers.IntegerField(source="main_length", help_text="Points of a match in the main draw.")
    consolation_length = serializers.IntegerField()
    status = serializers.CharField()
    version = serializers.IntegerField(help_text="Grows with every change of the event.")
    takes = NullableCharField(help_text='"players", "pairs" or "teams"; null for players and pairs.')
    boards = serializers.IntegerField(help_text="Boards of a meeting of teams, 1 where no teams play.")


class WinnerOut(Shape):
    event = serializers.IntegerField(source="event_id")
    player = PlayerOut()


class TournamentSummarySerializer(Shape):
    tournament = TournamentSerializer()
    events = EventOut(many=True)
    players = serializers.IntegerField()
    winners = WinnerOut(many=True)


class EnteredEventOut(EventOut):
    entered = serializers.IntegerField(help_text="How many entries the event has.")


class TournamentDetailSerializer(TournamentSerializer):
    club = ClubSerializer()
    events = EnteredEventOut(many=True)


class EventDetailOut(EventOut):
    club = ClubSerializer(source="tournament.club")
    tournament = TournamentSerializer()
    lots_commitment = serializers.CharField(help_text="SHA-256 commitment to the seed of the draw.")


class EntryOut(Shape):
    number = serializers.IntegerField()
    player = PlayerOut()
    members = PlayerOut(many=True, source="player.members", help_text="The two of a pair, else nobody.")
    club = NullableCharField()
    country = NullableCharField(help_text="A code of the IOC, also ENG, SCO, WAL or NIR.")
    rating = NullableNumberField()
    seed = serializers.SerializerMethodField(help_text="null too while the draw is not public.")
    status = serializers.CharField()
    presence = NullableCharField(help_text='"here", "away", "waiting" for a place; null where not noted.')
    place_from = serializers.IntegerField(allow_null=True)
    place_to = serializers.IntegerField(allow_null=True)

    def get_seed(self, entry: Any) -> int | None:
        """The seed; seeds belong to the draw, so nobody sees them before it (`hides_seeds`)."""
        seed: int | None = None if self.context.get("hides_seeds") else entry.seed
        return seed


class TableFigureOut(Shape):
    criterion = serializers.CharField(help_text='A criterion of the table, for example "score".')
    value = serializers.CharField(help_text='Exactly, as a fraction: "3" or "7/2".')


class StandingsLineOut(Shape):
    entry = serializers.IntegerField(source="entry.number")
    player = PlayerOut(source="entry.player")
    place_from = serializers.IntegerField(help_text="The best place of those it shares.")
    place_to = serializers.IntegerField(help_text="The worst place of those it shares.")
    figures = TableFigureOut(many=True, help_text="In the order in which they decide; empty in a bracket.")


class FlightStandingsOut(Shape):
    flight = serializers.CharField()
    name = serializers.CharField()
    format = serializers.CharField()
    is_final = serializers.BooleanField()
    rows = StandingsLineOut(
        many=True, help_text="In a bracket who is out or has won, in a table everybody as it stands."
    )


class EventStandingsOut(Shape):
    """Who stands where in an event: its own places, and those of each published flight."""

    version = serializers.IntegerField(source="event.version")
    is_final = serializers.BooleanField()
    places = StandingsLineOut(many=True, help_text="The places of the event reached so far.")
    flights = FlightStandingsOut(many=True)


class EnteredOut(Shape):
    entries = EntryOut(many=True)


class SeatOut(Shape):
    number = serializers.IntegerField()
    player = PlayerOut()


class PairedMatchOut(Shape):
    code = serializers.CharField()
    status = serializers.CharField()
    length = serializers.IntegerField()
    table = serializers.IntegerField(source="table.number", allow_null=True, default=None)
    white_score = serializers.IntegerField(help_text="Points of White: so far, reported, or final.")
    black_score = serializers.IntegerField(help_text="Points of Black: so far, reported, or final.")
    score_is_unconfirmed = serializers.BooleanField(
        help_text="Whether the score is a final score that was reported and waits for confirmation."
    )
    winner = SideField()
    ending = NullableCharField(help_text="How the match ended.")


class PairingOut(Shape):
    name = serializers.CharField(
        source="label", help_text='The name of the pairing in its event, for example "M1-3".'
    )
    flight = serializers.CharField()
    round = serializers.IntegerField()
    position = serializers.IntegerField()
    white = SeatOut(source="white_entry", allow_null=True)
    black = SeatOut(source="black_entry", allow_null=True)
    winner = serializers.SerializerMethodField(help_text="white, black, or null while open.")
    decided = NullableCharField(help_text='"bye", "absence" or "result"; null while open.')
    match = PairedMatchOut(allow_null=True)
    boards = serializers.IntegerField(help_text="Boards of a meeting of teams, 0 for any other pairing.")
    white_won = serializers.IntegerField(allow_null=True, help_text="Boards won by the team on White.")
    black_won = serializers.IntegerField(allow_null=True, help_text="Boards won by the team on Black.")

    @extend_schema_field(SideField())
    def get_winner(self, pairing: Any) -> str | None:
        """The side that has won."""
        if pairing.winner_entry_id is None:
            return None
        return "white" if pairing.winner_entry_id == pairing.white_entry_id else "black"


class PlanOut(Shape):
    version = serializers.IntegerField(help_text="The version of the event.")
    stages = serializers.ListField(child=serializers.DictField())


class LineOut(Shape):
    seq = serializers.IntegerField(help_text="The line of the journal that tells the deed.")
    command = serializers.IntegerField(help_text="The command the line belongs to; it can be undone.")
    kind = serializers.CharField()
    payload = serializers.DictField()
    version = serializers.IntegerField(source="event.version", help_text="The version of the event after it.")


class RoundOut(Shape):
    flight = serializers.CharField()
    round = serializers.IntegerField()
    boards = serializers.ListField(child=serializers.DictField(), help_text="white, black and the reasons.")
    byes = serializers.ListField(child=serializers.DictField(), help_text="entry, kind and the reasons.")


class SeatChangeOut(Shape):
    pairing = serializers.CharField(source="label")
    title = serializers.CharField()
    before = serializers.ListField(child=serializers.CharField(), allow_null=True)
    after = serializers.ListField(child=serializers.CharField(), allow_null=True)
    loses_result = serializers.BooleanField()


class UndoPreviewOut(Shape):
    command = serializers.IntegerField(source="command.number", help_text="Its number, to undo just it.")
    words = serializers.CharField(source="command.words", help_text="The command in words.")
    lines = serializers.ListField(child=serializers.IntegerField(), help_text="Its lines in the journal.")
    pairings = SeatChangeOut(many=True, help_text="Every pairing that would stand otherwise.")


class PartOut(Shape):
    name = serializers.CharField()
    names = serializers.ListField(child=serializers.CharField())


class ForeseenOut(Shape):
    pairings = SeatChangeOut(many=True, help_text="Every pairing that would stand otherwise.")
    flights = PartOut(many=True, help_text="Where flights are split or merged: who would play in which.")
