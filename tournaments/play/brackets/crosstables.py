"""Crosstables: the results of each entry of a table against the others, or round by round."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from matches.states import Status
from tournaments.formats.pairing import ZERO_BYE
from tournaments.formats.round_robin import ANNULLED
from tournaments.play.brackets.brackets import Bracket, BracketRound, BracketSeat, Cell
from tournaments.play.brackets.event_standings import TableLine
from tournaments.play.events.bracket_rows import AnyEntry

# In a larger table the columns are rounds instead of opponents.
MAX_CROSSTABLE_LINES = 16
WON, LOST, EVEN, MEETING_OPEN = "won", "lost", "even", "open"
# States of a round without a meeting: a bye, or absent.
MEETING_BYE, AWAY = "bye", "away"


@dataclass(frozen=True, slots=True)
class CrossMeeting:
    """A meeting of two entries, seen from one side.

    `state` is WON, LOST, EVEN, ANNULLED or MEETING_OPEN; without an opponent MEETING_BYE or AWAY. `rival` is
    the line number of the opponent, `score` has the own points first, `code` is that of the match.
    """

    rival: int
    name: str
    state: str
    score: str
    code: str


@dataclass(frozen=True, slots=True)
class CrossLine:
    """One numbered line; each cell has the meetings with one opponent, or of one round.

    The cell of an entry with itself is None.
    """

    number: int
    entry: AnyEntry
    cells: tuple[tuple[CrossMeeting, ...] | None, ...]


@dataclass(frozen=True, slots=True)
class Crosstable:
    """The lines in table order. `rounds` are the round numbers if columns are rounds, else empty."""

    lines: tuple[CrossLine, ...]
    rounds: tuple[int, ...]


# Meetings of each entry by the opponent, or by the round.
Meetings = Mapping[int, Mapping[int, Sequence[CrossMeeting]]]


def build_crosstable(
    bracket: Bracket, shown_lines: Sequence[TableLine] | None = None, shown_rounds: Collection[int] = ()
) -> Crosstable | None:
    """Return the crosstable of a ranked flight with pairings; None for others.

    A page of a large table has only the `shown_lines`, and columns for the `shown_rounds` alone.
    """
    if bracket.table is None or not bracket.table.lines or not bracket.rounds:
        return None
    lines = bracket.table.lines
    places = {line.entry.pk: number for number, line in enumerate(lines, 1)}
    rounds = [part for part in bracket.rounds if not shown_rounds or part.number in shown_rounds]
    meetings_by_rival, meetings_by_round = _collect_meetings(rounds, places)
    if _is_round_robin(lines, meetings_by_rival):
        return Crosstable(
            tuple(_cross_line(lines, line, meetings_by_rival[line.entry.pk]) for line in lines), ()
        )
    numbers = tuple(part.number for part in rounds)
    cross_lines = (
        CrossLine(
            places[line.entry.pk],
            line.entry,
            tuple(tuple(meetings_by_round[line.entry.pk][number]) for number in numbers),
        )
        for line in (lines if shown_lines is None else shown_lines)
    )
    return Crosstable(tuple(cross_lines), numbers)


def _collect_meetings(rounds: Iterable[BracketRound], places: Mapping[int, int]) -> tuple[Meetings, Meetings]:
    """Return the meetings of these rounds by opponent and by round."""
    by_rival: dict[int, dict[int, list[CrossMeeting]]] = defaultdict(lambda: defaultdict(list))
    by_round: dict[int, dict[int, list[CrossMeeting]]] = defaultdict(lambda: defaultdict(list))
    for bracket_round in rounds:
        for cell in bracket_round.every:
            for own_seat, rival_seat in (cell.seats, cell.seats[::-1]):
                if own_seat.entry is None or rival_seat.entry is None:
                    continue
                meeting = _cross_meeting(cell, own_seat, rival_seat, places)
                by_rival[own_seat.entry.pk][rival_seat.entry.pk].append(meeting)
                by_round[own_seat.entry.pk][bracket_round.number].append(meeting)
        for bye in bracket_round.byes:
            state = AWAY if bye.kind == ZERO_BYE else MEETING_BYE
            by_round[bye.entry.pk][bracket_round.number].append(CrossMeeting(0, "", state, "", ""))
    return by_rival, by_round


def _is_round_robin(
    lines: Sequence[TableLine], meetings_by_rival: Mapping[int, Mapping[int, object]]
) -> bool:
    """Return whether each line meets every other and the table is small enough to show."""
    return len(lines) <= MAX_CROSSTABLE_LINES and all(
        len(meetings_by_rival[line.entry.pk]) == len(lines) - 1 for line in lines
    )


def _cross_line(
    lines: Sequence[TableLine], line: TableLine, meetings_by_rival: Mapping[int, Sequence[CrossMeeting]]
) -> CrossLine:
    cells = tuple(
        None if other.entry.pk == line.entry.pk else tuple(meetings_by_rival[other.entry.pk])
        for other in lines
    )
    return CrossLine(lines.index(line) + 1, line.entry, cells)


def _cross_meeting(
    cell: Cell, own_seat: BracketSeat, rival_seat: BracketSeat, places: Mapping[int, int]
) -> CrossMeeting:
    rival = rival_seat.entry
    has_result = cell.state == Status.SETTLED.value and own_seat.score is not None
    is_played = not cell.is_annulled and (cell.match is None or cell.match.ending == "played")
    return CrossMeeting(
        rival=places.get(rival.pk, 0) if rival else 0,
        name=rival.player.name if rival else "",
        state=_meeting_state(cell, own_seat),
        score=f"{own_seat.score}–{rival_seat.score}" if has_result and is_played else "",
        code=cell.match.code if cell.match else "",
    )


def _meeting_state(cell: Cell, own_seat: BracketSeat) -> str:
    if cell.is_annulled:
        return ANNULLED
    if not cell.pairing.decided:
        return MEETING_OPEN
    if own_seat.has_won:
        return WON
    return LOST if own_seat.has_lost else EVEN
