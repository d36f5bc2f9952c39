"""Values about the entry type and teams that the state keeps: rosters and line-ups of meetings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from tournaments.journal.facts import MatchLength, PairingResult
from tournaments.payloads import DISTINCT, NOT_EMPTY, Positive, Rule, Text, one_of

PLAYERS, PAIRS, TEAMS = "players", "pairs", "teams"
# Default: an entry is a player or a pair.
ANYBODY = ""
TAKES = frozenset({PLAYERS, PAIRS, TEAMS})
# Rules that decide a level meeting.
POINTS, LAST_BOARD, PLAY_OFF = "points", "last_board", "play_off"
TIES = frozenset({POINTS, LAST_BOARD, PLAY_OFF})
# Boards of a team meeting.
MIN_BOARDS, MAX_BOARDS = 2, 8
LARGEST_TEAM = 16
# Separates the name of a meeting from the number of a board: "R1-3.2".
DOT = "."


@dataclass(frozen=True, slots=True)
class EntryType:
    """The entry type of an event (row `formed`): players, pairs, either, or teams with `boards` boards.

    `lengths` are the match lengths of the boards; empty for the length of the round. `ties` are the rules,
    in order, that decide a level meeting that needs a winner: more points, the last board with a winner, a
    play-off board.
    """

    takes: Annotated[str, one_of(TAKES)] = ANYBODY
    boards: Positive = 1
    lengths: tuple[MatchLength, ...] = ()
    ties: Annotated[tuple[Annotated[str, one_of(TIES)], ...], DISTINCT] = ()

    def check(self) -> None:
        """Raise ValueError unless teams have some boards, each with a length or none, and others have one."""
        if self.is_of_teams:
            is_possible = MIN_BOARDS <= self.boards <= MAX_BOARDS and len(self.lengths) in (0, self.boards)
        else:
            is_possible = self.boards == 1 and not self.lengths and not self.ties
        if not is_possible:
            raise ValueError(self.boards)

    @property
    def is_of_teams(self) -> bool:
        """Whether the entries are teams."""
        return self.takes == TEAMS

    def length(self, board: int) -> int:
        """Return the match length of a board from 1, 0 for that of the round.

        A play-off has the length of the last board.
        """
        return self.lengths[min(board, len(self.lengths)) - 1] if self.lengths else 0


@dataclass(frozen=True, slots=True)
class TeamRoster:
    """The roster of a team (row `manned`): captain, and members in board order, reserves last.

    Players are given by their public id.
    """

    entry: Positive
    captain: str
    members: Annotated[
        tuple[Text, ...], NOT_EMPTY, DISTINCT, Rule(lambda members: len(members) <= LARGEST_TEAM)
    ]

    @property
    def people(self) -> tuple[str, ...]:
        """All persons of the team, a non-playing captain first."""
        return tuple(dict.fromkeys((*([self.captain] if self.captain else []), *self.members)))


@dataclass(frozen=True, slots=True)
class MeetingLineUp:
    """The line-up of a meeting (row `fielded`), board by board; a team loses a board it leaves empty ("").

    One board more than the event has is the play-off; its players may have played at another board.
    """

    pairing: Annotated[Text, Rule(lambda name: DOT not in name)]
    white: Positive
    black: Positive
    white_players: tuple[str, ...]
    black_players: tuple[str, ...]

    def check(self) -> None:
        """Raise ValueError unless both teams have as many boards, and nobody plays for both."""
        boards = len(self.white_players)
        is_twice = not {*self.white_players}.isdisjoint({*self.black_players} - {""})
        if not boards or boards != len(self.black_players) or is_twice:
            raise ValueError(self.pairing)

    def players(self, board: int) -> tuple[str, str]:
        """Return the two players at a board, counted from 1."""
        return self.white_players[board - 1], self.black_players[board - 1]

    def of(self, entry: int) -> tuple[str, ...]:
        """Return the players of one of the two teams."""
        return self.white_players if entry == self.white else self.black_players


@dataclass(frozen=True, slots=True)
class TeamState:
    """The additional state of an event of pairs or teams.

    `lineups` by meeting, `results` by board.
    """

    entry_type: EntryType = field(default_factory=EntryType)
    rosters: Mapping[int, TeamRoster] = field(default_factory=dict)
    lineups: Mapping[str, MeetingLineUp] = field(default_factory=dict)
    results: Mapping[str, PairingResult] = field(default_factory=dict)


def board_name(meeting: str, board: int) -> str:
    """Return the name of a board of a meeting: "R1-3.2"."""
    return f"{meeting}{DOT}{board}"


def meeting_of(name: str) -> str:
    """Return the meeting of a board; the name itself for any other pairing."""
    return name.partition(DOT)[0]


def board_of(name: str) -> int:
    """Return the number of a board, 0 for any other pairing. Raises ValueError for an invalid number."""
    number = name.partition(DOT)[2]
    return int(number) if number else 0
