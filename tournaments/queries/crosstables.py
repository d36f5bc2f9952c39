"""Who beat whom in a flight that criteria rank: everybody against everybody, or round by round."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matches.states import Status
from tournaments.formats.pairing import ZERO
from tournaments.queries.bracket_rows import Anybody
from tournaments.queries.brackets import Bracket, Cell, Seat
from tournaments.queries.tables import Line

# So many can be set side by side; of more, the rounds are shown.
WIDEST = 16
WON, LOST, EVEN, OPEN = "won", "lost", "even", "open"
# A round without a meeting: sat out, or not there at all.
BYE, AWAY = "bye", "away"


@dataclass(frozen=True, slots=True)
class Meeting:
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
    entry: Anybody
    cells: tuple[tuple[Meeting, ...] | None, ...]


@dataclass(frozen=True, slots=True)
class Crosstable:
    """The lines in the order of the table. `rounds` are the numbers of the columns where those are rounds."""

    lines: tuple[CrossLine, ...]
    rounds: tuple[int, ...]


def crosstable(bracket: Bracket) -> Crosstable | None:
    """The crosstable of a flight that is ranked, once something was paired in it; None of any other."""
    if bracket.table is None or not bracket.table.lines or not bracket.rounds:
        return None
    lines = bracket.table.lines
    places = {line.entry.pk: number for number, line in enumerate(lines, 1)}
    met: dict[int, dict[int, list[Meeting]]] = defaultdict(lambda: defaultdict(list))
    seen: dict[int, dict[int, list[Meeting]]] = defaultdict(lambda: defaultdict(list))
    for part in bracket.rounds:
        for cell in part.every:
            for own, other in (cell.seats, cell.seats[::-1]):
                if own.entry is None or other.entry is None:
                    continue
                meeting = _meeting(cell, own, other, places)
                met[own.entry.pk][other.entry.pk].append(meeting)
                seen[own.entry.pk][part.number].append(meeting)
        for bye in part.byes:
            seen[bye.entry.pk][part.number].append(Meeting(0, "", AWAY if bye.kind == ZERO else BYE, "", ""))
    if _is_round_robin(lines, met):
        return Crosstable(tuple(_against_all(lines, line, met[line.entry.pk]) for line in lines), ())
    rounds = tuple(part.number for part in bracket.rounds)
    return Crosstable(
        tuple(
            CrossLine(number, line.entry, tuple(tuple(seen[line.entry.pk][at]) for at in rounds))
            for number, line in enumerate(lines, 1)
        ),
        rounds,
    )


def _is_round_robin(lines: Sequence[Line], met: Mapping[int, Mapping[int, object]]) -> bool:
    """Whether everybody meets everybody, and there is room for it."""
    return len(lines) <= WIDEST and all(len(met[line.entry.pk]) == len(lines) - 1 for line in lines)


def _against_all(lines: Sequence[Line], line: Line, met: Mapping[int, Sequence[Meeting]]) -> CrossLine:
    cells = tuple(None if other.entry.pk == line.entry.pk else tuple(met[other.entry.pk]) for other in lines)
    return CrossLine(lines.index(line) + 1, line.entry, cells)


def _meeting(cell: Cell, own: Seat, other: Seat, places: Mapping[int, int]) -> Meeting:
    rival = other.entry
    is_told = cell.state == Status.SETTLED.value and own.score is not None
    is_played = cell.match is None or cell.match.ending == "played"
    return Meeting(
        rival=places.get(rival.pk, 0) if rival else 0,
        name=rival.player.name if rival else "",
        state=_state(cell, own),
        score=f"{own.score}–{other.score}" if is_told and is_played else "",
        code=cell.match.code if cell.match else "",
    )


def _state(cell: Cell, own: Seat) -> str:
    if not cell.pairing.decided:
        return OPEN
    if own.has_won:
        return WON
    return LOST if own.has_lost else EVEN
