"""Serializers of an event: entries, standings, pairings, plans, the journal and previews of changes."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.serializers import NullableCharField, NullableNumberField, PlayerSerializer, SideField
from tournaments.exchange.lists import member_lists
from tournaments.formats.round_robin import ANNULLED
from tournaments.models import Entry
from tournaments.models.event import PUBLISHED_STATUSES
from tournaments.name_lists.details import DETAILS, PUBLIC_DETAILS, DetailKind
from tournaments.play.entries.messages import REASONS_OF_ENTRIES
from tournaments.web.api.fields import insert_fields
from tournaments.web.api.lists import (
    LeftOutRowSerializer,
    ListQuestionSerializer,
    SheetsSerializer,
    make_answers_field,
)
from tournaments.web.api.uploads import make_columns_field, make_start_field

MOST_STAGES = 64


# The field of a detail in answers, by the kind of the detail.
DETAIL_FIELDS: Mapping[DetailKind, Callable[[], serializers.Field[Any, Any, Any, Any]]] = {
    DetailKind.TEXT: NullableCharField,
    DetailKind.COUNTRY: partial(NullableCharField, help_text="An IOC country code, or ENG, SCO, WAL, NIR."),
    DetailKind.NUMBER: NullableNumberField,
}


class EntrySerializer(serializers.Serializer[Any]):
    # The context says whether the reader `is_director`; without it a field that asks fails.
    number = serializers.IntegerField()
    player = PlayerSerializer()
    members = PlayerSerializer(
        many=True, source="player.members", help_text="The two players of a pair; empty for others."
    )
    seed = serializers.SerializerMethodField(
        help_text="null for unseeded entries, and until the draw is published."
    )
    status = serializers.CharField()
    presence = NullableCharField(help_text='"here", "away", "waiting" (for a place); null if not marked.')
    place_from = serializers.IntegerField(allow_null=True)
    place_to = serializers.IntegerField(allow_null=True)

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Return the fields, with one for each public detail behind the players."""
        details = {name: DETAIL_FIELDS[DETAILS[name].kind]() for name in PUBLIC_DETAILS}
        return insert_fields(super().get_fields(), details, after="members")

    def get_seed(self, entry: Any) -> int | None:
        """Return the seed; before the draw is published, for directors alone."""
        is_shown = self.context["is_director"] or entry.event.status in PUBLISHED_STATUSES
        seed: int | None = entry.seed if is_shown else None
        return seed


class ListOfEntriesSerializer(serializers.Serializer[Any]):
    """Entries that were entered at once: pasted, or from a file."""

    number = serializers.IntegerField()
    entries = serializers.IntegerField(help_text="How many entries it brought.")
    remaining = serializers.IntegerField(source="remaining_count", help_text="How many are still entered.")
    by = serializers.CharField()
    at = serializers.DateTimeField()


class RemainingEntrySerializer(serializers.Serializer[Any]):
    """An entry that stays when its list is withdrawn."""

    entry = EntrySerializer(source="*")
    reason = serializers.ChoiceField(choices=sorted(REASONS_OF_ENTRIES))

    def to_representation(self, instance: tuple[Entry, str]) -> dict[str, Any]:
        """Return the entry, and why it stays."""
        entry, reason = instance
        return {"entry": EntrySerializer(entry, context=self.context).data, "reason": reason}


class WithdrawnEntryListSerializer(serializers.Serializer[Any]):
    """What became of the entries of a withdrawn list."""

    withdrawn = serializers.IntegerField(help_text="How many entries were withdrawn.")
    remaining = RemainingEntrySerializer(many=True, help_text="Those that stay, with the reason.")


class TieBreakFigureSerializer(serializers.Serializer[Any]):
    tie_break = serializers.CharField(help_text='A tie-break of the table, for example "score".')
    value = serializers.CharField(
        allow_null=True,
        help_text='The exact value as an integer or fraction: "3" or "7/2"; null if it is unknown.',
    )


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


class EntryListSerializer(serializers.Serializer[Any]):
    entries = EntrySerializer(many=True)


class LeftOutLineSerializer(serializers.Serializer[Any]):
    """A line that was not entered."""

    line = serializers.IntegerField(help_text="Its number, from 1.")
    name = serializers.CharField()
    reason = serializers.CharField(
        help_text="entered: already in the event; repeated: twice in the list; bye: no person; withdrawn: "
        "the entry was withdrawn, and it is too late to reinstate it by a list."
    )


class NearNamesSerializer(serializers.Serializer[Any]):
    """A name sent that is new to the club and resembles others: the same person, spelled differently?"""

    name = serializers.CharField()
    near = serializers.ListField(
        child=serializers.CharField(), help_text="Full names of members and players of the event."
    )


class ReorderedNameSerializer(serializers.Serializer[Any]):
    """A name sent with the words of a member in another order: it is read as that member."""

    written = serializers.CharField()
    name = serializers.CharField(help_text="The name of the member.")


class EnteredListSerializer(EntryListSerializer):
    """All entries of the event, the lines sent that were not entered, and the players to check.

    A person of the same name as another one is entered by the detail "person: other", one whose name has the
    words of a member in another order by "person: new". Before the draw, people whose entries were withdrawn
    are reinstated.
    """

    left_out = LeftOutLineSerializer(many=True)
    similar = NearNamesSerializer(
        many=True, help_text="Names entered as new players; two spellings of one person can be merged."
    )
    reordered = ReorderedNameSerializer(many=True, help_text="Names read as a member's, in another order.")


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
    winner = serializers.SerializerMethodField(
        help_text="white, black, or null: while open, if neither won, or if annulled."
    )
    decided = serializers.SerializerMethodField(
        help_text='"bye", "absence", "result", "ruling", or "annulled" if a player left and none of their '
        "results counts; null while open."
    )
    match = PairingMatchSerializer(allow_null=True)
    boards = serializers.IntegerField(help_text="Boards of a team match; 0 for any other pairing.")
    white_won = serializers.IntegerField(allow_null=True, help_text="Boards won by the white team.")
    black_won = serializers.IntegerField(allow_null=True, help_text="Boards won by the black team.")

    @extend_schema_field(SideField())
    def get_winner(self, pairing: Any) -> str | None:
        """Return the winning side."""
        if pairing.winner_entry_id is None or pairing.label in self.context["annulled"]:
            return None
        return "white" if pairing.winner_entry_id == pairing.white_entry_id else "black"

    def get_decided(self, pairing: Any) -> str | None:
        """Return how it was decided."""
        return ANNULLED if pairing.label in self.context["annulled"] else pairing.decided or None


class PlannedFeedSerializer(serializers.Serializer[Any]):
    """Where the entries of a stage come from."""

    origin = serializers.CharField(max_length=20, help_text='"entries", or which players of other stages.')
    flight = serializers.CharField(max_length=20, allow_blank=True)
    flights = serializers.ListField(child=serializers.CharField(max_length=20), max_length=MOST_STAGES)
    rounds = serializers.IntegerField()
    first = serializers.IntegerField()
    last = serializers.IntegerField()


class PlannedStageSerializer(serializers.Serializer[Any]):
    """A stage of a plan."""

    key = serializers.CharField(max_length=20, help_text="The name of its flight.")
    format = serializers.CharField(max_length=30)
    feed = PlannedFeedSerializer()
    options = serializers.DictField(help_text="The options of the format that differ from its defaults.")
    lengths = serializers.ListField(
        child=serializers.IntegerField(), max_length=MOST_STAGES, help_text="The match length of each round."
    )
    name = serializers.CharField(max_length=80, allow_blank=True)


class PlanSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField(help_text="The version of the event.")
    stages = PlannedStageSerializer(many=True)


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
    table = serializers.CharField(help_text="The table of a call that the change takes back, else empty.")


class UndoPreviewSerializer(serializers.Serializer[Any]):
    command = serializers.IntegerField(
        source="command.number", help_text="The number of the command; send it to undo exactly this one."
    )
    words = serializers.CharField(source="command.description", help_text="The command in words.")
    lines = serializers.ListField(
        child=serializers.IntegerField(), help_text="The numbers of its journal lines."
    )
    pairings = SeatChangeSerializer(many=True, help_text="Every pairing that would change.")
    effects = serializers.ListField(
        child=serializers.CharField(),
        help_text="Sentences about what else would change: the winner, and prizes already paid.",
    )


class FlightMembersSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    names = serializers.ListField(child=serializers.CharField())


class ChangePreviewSerializer(serializers.Serializer[Any]):
    pairings = SeatChangeSerializer(many=True, help_text="Every pairing that would change.")
    flights = FlightMembersSerializer(
        many=True, help_text="If flights are split or merged: the players of each flight."
    )
    similar = NearNamesSerializer(
        many=True, help_text="The name of a late entry or a replacement, if it is new and resembles others."
    )


class EntriesFileSerializer(serializers.Serializer[Any]):
    """People to enter, as a table."""

    file = serializers.FileField(help_text="CSV, TXT, XLSX, XLS, ODS or XLSB.")
    start = make_start_field()
    columns = make_columns_field(member_lists.ENTRIES)
    answers = make_answers_field()


class UnusedNoteSerializer(serializers.Serializer[Any]):
    line = serializers.IntegerField()
    code = serializers.CharField(help_text="note, nickname, paid, unpaid, team or title.")
    text = serializers.CharField()


class EntryLinesSerializer(SheetsSerializer):
    questions = ListQuestionSerializer(many=True)
    left_out = LeftOutRowSerializer(many=True, help_text="Rows that make no entry, and why.")
    start = serializers.IntegerField(help_text="The row in which the table begins.")
    columns = serializers.ListField(
        child=serializers.CharField(), help_text="The role each column was read as."
    )
    missing = serializers.ListField(
        child=serializers.CharField(), help_text="The required roles that no column has."
    )
    unused = serializers.ListField(
        child=serializers.CharField(), help_text="The headings of columns of which nothing is stored."
    )
    unused_notes = UnusedNoteSerializer(
        many=True, help_text="What is typed beside names and not stored, such as who has paid."
    )
    names = serializers.ListField(
        child=serializers.CharField(),
        help_text="Lines for `names` of the entries endpoint; none while a question is unanswered.",
    )
