"""Crosstables of round-robin flights, and results by round of other ranked flights."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matches.states import Status
from tournaments.formats.pairing import ZERO
from tournaments.queries.bracket_rows import AnyEntrant
from tournaments.queries.brackets import Bracket, Cell, Seat
from tournaments.queries.tables import Line

# So many can be set side by side; of more, the rounds are shown.
MAX_LINES = 16
WON, LOST, EVEN, OPEN = "won", "lost", "even", "open"
# A round without a meeting: sat out, or not there at all.
BYE, AWAY = "bye", "away"


@dataclass(frozen=True, slots=True)
class CrossMeeting:
    """What two entries have played, seen by the one of the line: `state` is won, lost, even or open; bye or
    away where there was nobody to meet.

    `rival` is the number of the other's line, `score` his own points first, `code` that of the match, if any.
    """

    rival: int
    name: str
    state: str
    score: str
    code: str


@dataclass(frozen=True, slots=True)
class CrossLine:
    """One entry under the number of its line; each cell has the meetings with one rival, or of one round.

    None is a cell that can have none: the entry itself.
    """

    number: int
    entry: AnyEntrant
    cells: tuple[tuple[CrossMeeting, ...] | None, ...]


@dataclass(frozen=True, slots=True)
class Crosstable:
    """The lines in the order of the table. `rounds` are the numbers of the columns where those are rounds."""

    lines: tuple[CrossLine, ...]
    rounds: tuple[int, ...]


def build_crosstable(bracket: Bracket) -> Crosstable | None:
    """The crosstable of a flight that is ranked, once something was paired in it; None of any other."""
    if bracket.table is None or not bracket.table.lines or not bracket.rounds:
        return None
    lines = bracket.table.lines
    places = {line.entry.pk: number for number, line in enumerate(lines, 1)}
    meetings_by_rival: dict[int, dict[int, list[CrossMeeting]]] = defaultdict(lambda: defaultdict(list))
    meetings_by_round: dict[int, dict[int, list[CrossMeeting]]] = defaultdict(lambda: defaultdict(list))
    for bracket_round in bracket.rounds:
        for cell in bracket_round.every:
            for own_seat, rival_seat in (cell.seats, cell.seats[::-1]):
                if own_seat.entry is None or rival_seat.entry is None:
                    continue
                meeting = _meeting(cell, own_seat, rival_seat, places)
                meetings_by_rival[own_seat.entry.pk][rival_seat.entry.pk].append(meeting)
                meetings_by_round[own_seat.entry.pk][bracket_round.number].append(meeting)
        for bye in bracket_round.byes:
            meetings_by_round[bye.entry.pk][bracket_round.number].append(
                CrossMeeting(0, "", AWAY if bye.kind == ZERO else BYE, "", "")
            )
    if _is_round_robin(lines, meetings_by_rival):
        return Crosstable(
            tuple(_cross_line(lines, line, meetings_by_rival[line.entry.pk]) for line in lines), ()
        )
    rounds = tuple(bracket_round.number for bracket_round in bracket.rounds)
    return Crosstable(
        tuple(
            CrossLine(
                number,
                line.entry,
                tuple(tuple(meetings_by_round[line.entry.pk][round_number]) for round_number in rounds),
            )
            for number, line in enumerate(lines, 1)
        ),
        rounds,
    )


def _is_round_robin(lines: Sequence[Line], meetings_by_rival: Mapping[int, Mapping[int, object]]) -> bool:
    """Whether everybody meets everybody, and there is room for it."""
    return len(lines) <= MAX_LINES and all(
        len(meetings_by_rival[line.entry.pk]) == len(lines) - 1 for line in lines
    )


def _cross_line(
    lines: Sequence[Line], line: Line, meetings_by_rival: Mapping[int, Sequence[CrossMeeting]]
) -> CrossLine:
    cells = tuple(
        None if other.entry.pk == line.entry.pk else tuple(meetings_by_rival[other.entry.pk])
        for other in lines
    )
    return CrossLine(lines.index(line) + 1, line.entry, cells)


def _meeting(cell: Cell, own_seat: Seat, rival_seat: Seat, places: Mapping[int, int]) -> CrossMeeting:
    rival = rival_seat.entry
    has_result = cell.state == Status.SETTLED.value and own_seat.score is not None
    is_played = cell.match is None or cell.match.ending == "played"
    return CrossMeeting(
        rival=places.get(rival.pk, 0) if rival else 0,
        name=rival.player.name if rival else "",
        state=_state(cell, own_seat),
        score=f"{own_seat.score}–{rival_seat.score}" if has_result and is_played else "",
        code=cell.match.code if cell.match else "",
    )


def _state(cell: Cell, own_seat: Seat) -> str:
    if not cell.pairing.decided:
        return OPEN
    if own_seat.has_won:
        return WON
    return LOST if own_seat.has_lost else EVEN
