"""The entries of a flight from its first place on, once all of it is decided."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Protocol

from tournaments.draws import FORMATS
from tournaments.draws.field import Graph
from tournaments.journal.placed import Placed
from tournaments.journal.state import Drawing, Entrant
from tournaments.journal.wiring import Wiring


class Known(Protocol):
    """What a ranking looks at, of a state or of one being folded."""

    @property
    def graph(self) -> Graph: ...
    @property
    def wiring(self) -> Wiring: ...
    @property
    def stages(self) -> Mapping[str, Drawing]: ...
    @property
    def entries(self) -> Mapping[int, Entrant]: ...


def is_complete(known: Known, flight: str, board: Mapping[str, Placed]) -> bool:
    """Whether every pairing of a flight is decided and no further round is to be paired."""
    drawing = known.stages.get(known.wiring.stage_of.get(flight, flight))
    names = known.wiring.of_flight.get(flight, ())
    if drawing is None or not all(name in board and board[name].is_decided for name in names):
        return False
    form = FORMATS[drawing.stage.format]
    if form.rounds is None:
        return bool(names)
    due = form.rounds(drawing.stage, len(drawing.members))
    return bool(names) and len(drawing.rounds) >= due


def ranking(known: Known, flight: str, board: Mapping[str, Placed]) -> tuple[int, ...] | None:
    """The entries of a flight, best first; None while it is not decided."""
    if not is_complete(known, flight, board):
        return None
    wins, seated = _wins(known, flight, board)
    return tuple(sorted(seated, key=lambda entry: (-wins[entry], _met(known, flight, entry))))


def _wins(known: Known, flight: str, board: Mapping[str, Placed]) -> tuple[Counter[int], Sequence[int]]:
    wins: Counter[int] = Counter()
    seated: dict[int, None] = {}
    for name in known.wiring.of_flight.get(flight, ()):
        placed = board[name]
        seated.update(dict.fromkeys(seat for seat in placed.seats if seat))
        if placed.winner and placed.out:
            wins[placed.winner] += 1
    return wins, tuple(seated)


def _met(known: Known, flight: str, entry: int) -> int:
    members = known.stages[known.wiring.stage_of.get(flight, flight)].members
    return members.index(entry) if entry in members else len(members)
