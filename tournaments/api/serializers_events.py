"""Serializers of events: entries, teams, draws, rounds, standings, pairings, plans, the journal."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.serializers import NullableCharField, NullableNumberField, PlayerSerializer, SideField
from matches.names import LONGEST_PAIR
from tournaments.forms.desk import APART
from tournaments.journal.team_facts import MAX_BOARDS
from tournaments.models.imports import STATES
from tournaments.models.tournament_page import LONGEST_DESCRIPTION
from tournaments.queries.events import PUBLISHED_STATUSES
from tournaments.queries.record_exports import FORMATS

MOST_NAMES = 512
MOST_STAGES, MOST_NUMBER = 64, 99_999


class ClubSerializer(serializers.Serializer[Any]):
    """A club in a list."""

    slug = serializers.CharField()
    name = serializers.CharField()


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


class SeasonSerializer(serializers.Serializer[Any]):
    slug = serializers.CharField()
    name = serializers.CharField()
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()


class RatingListSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    system = serializers.CharField()
    parameters = serializers.DictField(
        help_text="The parameters that differ from the defaults of the system."
    )
    counts = serializers.CharField(help_text='Which matches count: "singles", "pairs", "members" or "all".')
    ladders = serializers.BooleanField(help_text="Whether matches of ladders count.")


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
    format = serializers.CharField()
    length = serializers.IntegerField(source="main_length", help_text="The match length in the main draw.")
    consolation_length = serializers.IntegerField()
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


class WinnerSerializer(serializers.Serializer[Any]):
    event = serializers.IntegerField(source="event_id")
    player = PlayerSerializer()


class TournamentSummarySerializer(serializers.Serializer[Any]):
    tournament = TournamentSerializer()
    events = EventSerializer(many=True)
    players = serializers.IntegerField()
    winners = WinnerSerializer(many=True)


class EventSummarySerializer(EventSerializer):
    entered = serializers.IntegerField(help_text="The number of entries.")


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
    attachments = TournamentFileSerializer(many=True)
    cover = TournamentCoverSerializer(allow_null=True)
    club = ClubSerializer()
    events = EventSummarySerializer(many=True)


class EventDetailSerializer(EventSerializer):
    club = ClubSerializer(source="tournament.club")
    tournament = TournamentSerializer()
    draw_commitment = serializers.CharField(help_text="SHA-256 commitment to the seed of the draw.")


class EntrySerializer(serializers.Serializer[Any]):
    # The context says whether the reader `is_director`, and whether the draw `is_published`.
    number = serializers.IntegerField()
    player = PlayerSerializer()
    members = PlayerSerializer(
        many=True, source="player.members", help_text="The two players of a pair; empty for others."
    )
    club = NullableCharField()
    country = NullableCharField(help_text="An IOC country code, or ENG, SCO, WAL, NIR.")
    rating = NullableNumberField()
    seed = serializers.SerializerMethodField(
        help_text="null for unseeded entries, and until the draw is published."
    )
    status = serializers.CharField()
    presence = NullableCharField(help_text='"here", "away", "waiting" (for a place); null if not marked.')
    place_from = serializers.IntegerField(allow_null=True)
    place_to = serializers.IntegerField(allow_null=True)

    def get_seed(self, entry: Any) -> int | None:
        """Return the seed; before the draw is published, for directors alone."""
        is_shown = self.context["is_director"] or entry.event.status in PUBLISHED_STATUSES
        seed: int | None = entry.seed if is_shown else None
        return seed


class TieBreakFigureSerializer(serializers.Serializer[Any]):
    tie_break = serializers.CharField(help_text='A tie-break of the table, for example "score".')
    value = serializers.CharField(help_text='The exact value as an integer or fraction: "3" or "7/2".')


class StandingsRowSerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField(source="entry.number")
    player = PlayerSerializer(source="entry.player")
    place_from = serializers.IntegerField(help_text="The best of the places it shares.")
    place_to = serializers.IntegerField(help_text="The worst of the places it shares.")
    figures = TieBreakFigureSerializer(
        many=True, help_text="Tie-break values in the order of precedence; empty in a bracket."
    )


class FlightStandingsSerializer(serializers.Serializer[Any]):
    flight = serializers.CharField()
    name = serializers.CharField()
    format = serializers.CharField()
    is_final = serializers.BooleanField()
    rows = StandingsRowSerializer(
        many=True, help_text="In a bracket: the entries that are out or have won. In a table: all entries."
    )


class EventStandingsSerializer(serializers.Serializer[Any]):
    """Places of an event and standings of each published flight."""

    version = serializers.IntegerField(source="event.version")
    is_final = serializers.BooleanField()
    places = StandingsRowSerializer(many=True, help_text="The places that are already decided.")
    flights = FlightStandingsSerializer(many=True)


class EntriesSerializer(serializers.Serializer[Any]):
    entries = EntrySerializer(many=True)


class SeatSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    player = PlayerSerializer()


class PairingMatchSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    status = serializers.CharField()
    length = serializers.IntegerField()
    table = serializers.IntegerField(source="table.number", allow_null=True, default=None)
    white_score = serializers.IntegerField(
        help_text="Points of White: the score so far, as reported, or final."
    )
    black_score = serializers.IntegerField(
        help_text="Points of Black: the score so far, as reported, or final."
    )
    score_is_unconfirmed = serializers.BooleanField(
        help_text="Whether the score is a reported final score that waits for confirmation."
    )
    winner = SideField()
    ending = NullableCharField(help_text="How the match ended.")


class PairingSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(
        source="label", help_text='The name of the pairing in its event, for example "M1-3".'
    )
    flight = serializers.CharField()
    round = serializers.IntegerField()
    position = serializers.IntegerField()
    white = SeatSerializer(source="white_entry", allow_null=True)
    black = SeatSerializer(source="black_entry", allow_null=True)
    winner = serializers.SerializerMethodField(help_text="white, black, or null while open.")
    decided = NullableCharField(help_text='"bye", "absence" or "result"; null while open.')
    match = PairingMatchSerializer(allow_null=True)
    boards = serializers.IntegerField(help_text="Boards of a team match; 0 for any other pairing.")
    white_won = serializers.IntegerField(allow_null=True, help_text="Boards won by the white team.")
    black_won = serializers.IntegerField(allow_null=True, help_text="Boards won by the black team.")

    @extend_schema_field(SideField())
    def get_winner(self, pairing: Any) -> str | None:
        """Return the winning side."""
        if pairing.winner_entry_id is None:
            return None
        return "white" if pairing.winner_entry_id == pairing.white_entry_id else "black"


class PlanSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField(help_text="The version of the event.")
    stages = serializers.ListField(child=serializers.DictField())


class JournalEntrySerializer(serializers.Serializer[Any]):
    seq = serializers.IntegerField(help_text="The number of the first journal line of the command.")
    command = serializers.IntegerField(help_text="The number of the command, by which it can be undone.")
    kind = serializers.CharField()
    payload = serializers.DictField()
    version = serializers.IntegerField(
        source="event.version", help_text="The version of the event after the command."
    )


class RoundPreviewSerializer(serializers.Serializer[Any]):
    flight = serializers.CharField()
    round = serializers.IntegerField()
    boards = serializers.ListField(
        child=serializers.DictField(), help_text="Objects with white, black and the reasons."
    )
    byes = serializers.ListField(
        child=serializers.DictField(), help_text="Objects with entry, kind and the reasons."
    )


class SeatChangeSerializer(serializers.Serializer[Any]):
    pairing = serializers.CharField(source="label")
    title = serializers.CharField()
    before = serializers.ListField(child=serializers.CharField(), allow_null=True)
    after = serializers.ListField(child=serializers.CharField(), allow_null=True)
    loses_result = serializers.BooleanField()


class UndoPreviewSerializer(serializers.Serializer[Any]):
    command = serializers.IntegerField(
        source="command.number", help_text="The number of the command; send it to undo exactly this one."
    )
    words = serializers.CharField(source="command.description", help_text="The command in words.")
    lines = serializers.ListField(
        child=serializers.IntegerField(), help_text="The numbers of its journal lines."
    )
    pairings = SeatChangeSerializer(many=True, help_text="Every pairing that would change.")


class FlightMembersSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    names = serializers.ListField(child=serializers.CharField())


class ChangePreviewSerializer(serializers.Serializer[Any]):
    pairings = SeatChangeSerializer(many=True, help_text="Every pairing that would change.")
    flights = FlightMembersSerializer(
        many=True, help_text="If flights are split or merged: the players of each flight."
    )


class EntriesCreateSerializer(serializers.Serializer[Any]):
    """Players to enter, in order."""

    names = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_PAIR + 300),
        min_length=1,
        max_length=MOST_NAMES,
        help_text='One entry each; "Anna Rossi / Bruno Bianchi" is a pair. Club, country, rating and '
        "family can follow the name: "
        '"Anna Rossi; club: Roma; country: ITA; rating: 1712; family: Rossi".',
    )
    waiting = serializers.BooleanField(
        required=False, default=False, help_text="Whether to put them on the waiting list instead."
    )
    version = serializers.IntegerField(
        min_value=0, required=False, help_text="The version of the event that the command is based on."
    )


class VersionSerializer(serializers.Serializer[Any]):
    """The version of the event a command is based on."""

    version = serializers.IntegerField(
        min_value=0, required=False, help_text="The version of the event that the command is based on."
    )


class PlanUpdateSerializer(VersionSerializer):
    """The stages of an event, in the format of GET."""

    stages = serializers.ListField(child=serializers.DictField(), min_length=1, max_length=MOST_STAGES)


class FlightSerializer(VersionSerializer):
    """A stage of an event."""

    flight = serializers.CharField(max_length=20, required=False, default="", allow_blank=True)


class PublishSerializer(FlightSerializer):
    """A draw to publish: of a stage, or all draws."""

    pair = serializers.BooleanField(
        required=False,
        default=False,
        help_text="Whether to pair the first round of each published stage that is paired by rounds.",
    )


def _numbers(minimum: int = 1) -> serializers.ListField:
    number = serializers.IntegerField(min_value=minimum, max_value=MOST_NUMBER)
    return serializers.ListField(child=number, required=False, default=list, max_length=MOST_NAMES)


class DrawSerializer(FlightSerializer):
    """A draw of a stage: of all its entries, or `only` of some; `seeds` strongest first."""

    seeds = _numbers()
    only = _numbers()
    seeding = serializers.ChoiceField(
        choices=["", "rating", "same"],
        required=False,
        default="",
        help_text='Instead of `seeds`: by "rating", or the "same" as in the current draw.',
    )
    count = serializers.IntegerField(
        min_value=1,
        max_value=MOST_NAMES,
        required=False,
        help_text="The number of entries to seed by rating.",
    )
    apart = serializers.ListField(
        child=serializers.ChoiceField(choices=[kind for kind, _ in APART]),
        required=False,
        max_length=len(APART),
        help_text="Which entries to keep apart in the early rounds; by default as planned.",
    )
    blocks = serializers.BooleanField(
        required=False,
        help_text="Whether seeds 3 and 4, 5 to 8 … get their lines at random; use with `apart`.",
    )
    absent = serializers.ChoiceField(
        choices=["", "without"],
        required=False,
        default="",
        help_text='"without": entries that are not checked in are left out; by default the draw is refused '
        "until every entry is marked.",
    )


class RoundSerializer(VersionSerializer):
    """A round to pair: the next, the last one again, or late `arrivals` in the last one.

    `away` lists the absent entries, `asking` those that ask for a bye.
    """

    flight = serializers.CharField(max_length=20)
    mode = serializers.ChoiceField(choices=["next", "again", "late"], required=False, default="next")
    away = _numbers()
    asking = _numbers()
    arrivals = _numbers()
    boards = serializers.ListField(
        child=serializers.ListField(
            child=serializers.IntegerField(min_value=0, max_value=MOST_NUMBER), min_length=2, max_length=2
        ),
        required=False,
        default=list,
        max_length=MOST_NAMES,
        help_text="Manual boards: two entries each; 0 as the second is a bye.",
    )


class ChangeSerializer(VersionSerializer):
    """A change of a draw: its kind, `act`, and the fields that this kind needs."""

    act = serializers.CharField(max_length=20)
    flight = serializers.CharField(max_length=20, required=False)
    into = serializers.CharField(max_length=20, required=False)
    entry = serializers.IntegerField(required=False)
    other = serializers.IntegerField(required=False)
    name = serializers.CharField(max_length=120, required=False)
    number = serializers.IntegerField(required=False)
    length = serializers.IntegerField(required=False)
    entries = _numbers()


class CommandSerializer(VersionSerializer):
    """A command to undo or redo."""

    command = serializers.IntegerField(
        min_value=1,
        required=False,
        default=None,
        allow_null=True,
        help_text="The number of the command; by default the last one, or the last undone one.",
    )


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
