"""Team matches: teams of equal size meet all against all, every team match as several pairings."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.errors import Refusal
from tournaments.draws.drawing import Drawing
from tournaments.draws.field import Pairing, Source, pairing_id
from tournaments.draws.liveness import Liveness
from tournaments.draws.lots import shuffled
from tournaments.draws.plan import Person, Stage
from tournaments.draws.reasons import because
from tournaments.draws.round_robin import Board, cycles
from tournaments.draws.separation import kind_of

SAME, ALL = "same", "all"
SMALLEST = 2


def drawing(stage: Stage, people: Sequence[Person], seeds: Sequence[int], seed: str) -> Drawing:
    """The lines: one team after the other, in a team its players by number of entry, the captain's order.

    A team are those who share a tag of the kind `by` ("club"). Teams of seeded players come first in the
    order of their best seed, the others follow by lot. Refuses ("team_size") a team that has not `team` (3)
    players, and ("teams_too_few") fewer than two teams.
    """
    size, by = stage.options.get("team", 3), stage.options.get("by", "club")
    teams = _teams(people, by)
    for name, members in teams.items():
        if len(members) != size or not name:
            raise Refusal("team_size", team=name.partition(":")[2], members=len(members), size=size)
    if len(teams) < SMALLEST:
        raise Refusal("teams_too_few", teams=len(teams), smallest=SMALLEST)
    team_of = {entry: name for name, members in teams.items() for entry in members}
    seeded = [team_of[entry] for entry in seeds if entry in team_of]
    by_lot = shuffled(sorted(set(teams) - set(seeded)), seed)
    order = [*dict.fromkeys(seeded), *by_lot]
    lines = tuple(entry for name in order for entry in teams[name])
    reasons = {
        line: (because("board_of_team", team=team_of[entry], number=number + 1, board=board + 1),)
        for line, entry in enumerate(lines, start=1)
        for number, board in [divmod(line - 1, size)]
    }
    return Drawing(lines, reasons)


def pairings(flight: str, sources: Sequence[Source], options: Mapping[str, Any]) -> tuple[Pairing, ...]:
    """All boards of all team matches; `sources` are one team after the other.

    Option `boards`: "same", first against first, second against second; or "all", everybody against
    everybody of the other team, in as many rounds as a team has players. Among an odd number of teams one
    sits out each time. `cycles` as in a round robin.
    """
    size = options.get("team", 3)
    if len(sources) % size:
        raise Refusal("lines_misshapen", lines=len(sources))
    live = Liveness()
    places = (1, sum(live.is_live(source) for source in sources))
    rounds = [
        [board for match in matches for board in _boards(match, size, turn)]
        for matches in cycles(len(sources) // size, options.get("cycles", 1))
        for turn in range(size if options.get("boards", SAME) == ALL else 1)
    ]
    return tuple(
        Pairing(
            pairing_id(flight, number, position),
            flight,
            number,
            position,
            sources[white],
            sources[black],
            places,
            places,
        )
        for number, boards in enumerate(rounds, start=1)
        for position, (white, black) in enumerate(boards, start=1)
    )


def _teams(people: Sequence[Person], by: str) -> dict[str, list[int]]:
    """Entries by their tag of a kind, "" for those who have none."""
    found: dict[str, list[int]] = {}
    for person in sorted(people, key=lambda person: person.entry):
        name = min((tag for tag in person.tags if kind_of(tag) == by), default="")
        found.setdefault(name, []).append(person.entry)
    return found


def _boards(match: Board, size: int, turn: int) -> list[Board]:
    """The lines (from 0) that meet when team a plays team b; in turn t board i meets board i + t."""
    home, away = ((team - 1) * size for team in match)
    return [(home + board, away + (board + turn) % size) for board in range(size)]
