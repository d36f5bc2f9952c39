"""Attendance in a season: who was present at a tournament, and the streaks of the players."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.standings.season_results import SettledRow

# Endings of a match that a player, or both, did not come to.
WALKOVERS = frozenset({"walkover", "double_walkover"})


@dataclass(frozen=True, slots=True)
class SeasonAttendance:
    """Whether a player attended each tournament; `run` is the current streak, `longest` the longest."""

    player: int
    attended: tuple[bool, ...]
    run: int
    longest: int

    @property
    def total(self) -> int:
        """The number of tournaments attended."""
        return sum(self.attended)


def attendance_rows(players_by_tournament: Sequence[frozenset[int]]) -> list[SeasonAttendance]:
    """Return all players with at least one tournament, by total, then by current streak, then by key."""
    people = sorted(frozenset().union(*players_by_tournament))
    rows = [
        _presence(player, tuple(player in players for players in players_by_tournament)) for player in people
    ]
    return sorted(rows, key=lambda one: (-one.total, -one.run, one.player))


def _presence(player: int, attended: tuple[bool, ...]) -> SeasonAttendance:
    runs = list(_runs(attended))
    return SeasonAttendance(player, attended, run=runs[-1], longest=max(runs))


def _runs(attended: Iterable[bool]) -> Iterable[int]:
    """Yield the streak after each tournament."""
    run = 0
    for was_here in attended:
        run = run + 1 if was_here else 0
        yield run


def list_players_present(entered: Iterable[int], settled: Iterable[SettledRow]) -> set[int]:
    """Return the keys of the players present at a tournament, for their attendance in the season table.

    Those who played or won by a walkover, and those entered who have not missed a match. Nobody, as long as
    nothing was played.
    """
    rows = list(settled)
    if not rows:
        return set()
    present_players: set[int] = set()
    absent_players: set[int] = set()
    for match in rows:
        sides = {"white": match.white, "black": match.black}
        if match.ending not in WALKOVERS:
            present_players.update(sides.values())
            continue
        present_players.update(player for side, player in sides.items() if side == match.winner)
        absent_players.update(player for side, player in sides.items() if side != match.winner)
    return (set(entered) - absent_players) | present_players
