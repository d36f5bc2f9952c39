"""Values that rows of a journal bring and the state keeps: entries, results, the pairings of a round."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Annotated, Any

from rules.match import LONGEST_MATCH
from tournaments.formats.pairing import Board, Bye
from tournaments.formats.reasons import Reason
from tournaments.name_lists.details import EntryDetails
from tournaments.name_lists.line_cells import HIGHEST
from tournaments.payloads import Natural, Place, Positive, Rule, Text, one_of

# Presence of an entry: not marked, present, absent, on the waiting list.
UNMARKED, HERE, AWAY, WAITING = "", "here", "away", "waiting"
PRESENCES = frozenset({UNMARKED, HERE, AWAY, WAITING})

HIGHEST_RATING = HIGHEST
MatchLength = Annotated[int, Rule(lambda length: 1 <= length <= LONGEST_MATCH)]


# The details of an entry: keys of payloads, and fields of the model Entry.
PARTICULARS = tuple(detail.name for detail in fields(EntryDetails))


WHITE, BLACK, NO_SIDE = "white", "black", ""
PLAYED, WALKOVER, BOTH_ABSENT = "played", "walkover", "double_walkover"
# Decided by the director after a correction, for a match that was played by the wrong players.
RULED, VOID = "ruled", "void"
# A drawn team meeting of a table; never in a journal row, as it follows from the boards.
DRAWN = "drawn"
ENDINGS = frozenset({PLAYED, WALKOVER, "retired", "forfeit", BOTH_ABSENT, RULED, VOID})
WITHOUT_WINNER = frozenset({BOTH_ABSENT, VOID})

# What a correction does with a begun match whose players change; see `correction.reassign_result`.
RENAME, REPLAY, MAKE_VOID = "rename", "replay", "void"
RULE_WHITE, RULE_BLACK = "rule:white", "rule:black"
CHOICES = (RENAME, REPLAY, MAKE_VOID, RULE_WHITE, RULE_BLACK)

# Why the lines of a draw were changed. A changed earlier result sends other entries to the stage: the right
# one has got the line ("qualified"), or the desk has let the drawn one stay ("stands").
LATE, SWAP, ALTERNATE, SEED, REENTRY = "late", "swap", "alternate", "seed", "reentry"
QUALIFIED, STANDS = "qualified", "stands"
FIELD_CAUSES = frozenset({QUALIFIED, STANDS})
LINE_CAUSES = frozenset({LATE, SWAP, ALTERNATE, SEED, REENTRY})
# What a correction does with an entry of a drawn stage that the results no longer send there, if it has
# played in it: it stays, or the right one takes its line.
STAY, REPLACE = "stay", "replace"
STAGE_CHOICES = (STAY, REPLACE)


# Who gets the point for the lower performance rating by a ruling of the director: the player with the lower
# of the entered ratings ("figures"), White, Black, both a half, or neither. "" is no ruling.
BY_FIGURES, TO_BOTH, TO_NOBODY = "figures", "half", "nobody"
PR_RULINGS = frozenset({"", BY_FIGURES, WHITE, BLACK, TO_BOTH, TO_NOBODY})
# "" or a number with three decimals.
PerformanceRating = Annotated[str, Rule(re.compile(r"((0|[1-9][0-9]{0,7})\.[0-9]{3})?", re.ASCII).fullmatch)]


@dataclass(frozen=True, slots=True)
class Measure:
    """The performance ratings of both players in a match, as strings with three decimals; "" if unknown.

    `ruling` is one of `PR_RULINGS`; "" if the match files decide.
    """

    white_pr: PerformanceRating = ""
    black_pr: PerformanceRating = ""
    ruling: Annotated[str, one_of(PR_RULINGS), Place.OMITTED] = ""

    def check(self) -> None:
        """Raise ValueError unless there are both ratings or none, and both if the ruling is by them."""
        has_ratings = bool(self.white_pr)
        is_rating_missing = has_ratings != bool(self.black_pr)
        if is_rating_missing or (self.ruling and (self.ruling == BY_FIGURES) != has_ratings):
            raise ValueError(self.ruling)

    @property
    def is_known(self) -> bool:
        """Whether it is decided who gets the point for the lower rating."""
        return bool(self.white_pr and self.black_pr) or self.ruling not in {"", BY_FIGURES}

    @property
    def with_sides_swapped(self) -> "Measure":
        """The measure with White and Black exchanged."""
        to = {WHITE: BLACK, BLACK: WHITE}.get(self.ruling, self.ruling)
        return Measure(self.black_pr, self.white_pr, to)


UNMEASURED = Measure()


# The kind of the rows of undo and redo.
UNDONE = "undone"


@dataclass(frozen=True, slots=True)
class StoredRow:
    """One row of a journal as stored.

    `command` is the number of the first row of its command; 0 where every row is a command.
    """

    seq: int
    kind: str
    payload: Mapping[str, Any]
    command: int = field(default=0, compare=False)

    @property
    def command_number(self) -> int:
        """The number of the command of the row."""
        return self.command or self.seq

    @property
    def undoes(self) -> int | None:
        """The number of the row that this one undoes, or redoes if that one is an undo; else None."""
        return self.payload["seq"] if self.kind == UNDONE else None


@dataclass(frozen=True, slots=True)
class PairingResult:
    """The result of a pairing: its entries at that time, ending, score, and performance ratings.

    `length` is the length the match was played to, stored when the draw changes: the result may move to a
    round of another length, and is corrected under its own. None: the length of its round, 0: of the event.
    """

    white: Positive
    black: Positive
    winner: str
    white_score: Natural
    black_score: Natural
    ending: Annotated[str, one_of(ENDINGS)]
    measure: Annotated[Measure, Place.UNSTORED] = UNMEASURED
    length: Annotated[int | None, Place.UNSTORED] = field(default=None, compare=False)

    def check(self) -> None:
        """Raise ValueError unless there is a winner where the ending has one."""
        winners = {NO_SIDE} if self.ending in WITHOUT_WINNER else {WHITE, BLACK}
        if self.winner not in winners:
            raise ValueError(self.winner)

    @property
    def winner_entry(self) -> int:
        """The winning entry, 0 when both were absent."""
        return {WHITE: self.white, BLACK: self.black}.get(self.winner, 0)

    @property
    def loser_entry(self) -> int:
        """The losing entry, 0 when both were absent."""
        return {WHITE: self.black, BLACK: self.white}.get(self.winner, 0)

    @property
    def without_measure(self) -> "PairingResult":
        """The result without performance ratings."""
        return replace(self, measure=UNMEASURED)

    @property
    def is_absence(self) -> bool:
        """Whether a player was absent: no match was played and the absent player drops out."""
        return self.ending in {WALKOVER, BOTH_ABSENT}

    @property
    def is_ruling(self) -> bool:
        """Whether the director decided it instead of a match: no match is created."""
        return self.ending in {RULED, VOID}


@dataclass(frozen=True, slots=True)
class Paired:
    """The pairings of a round of a stage; a second row for the same round replaces them."""

    flight: Text
    round: Positive
    seed: Text
    boards: tuple[Board, ...]
    byes: tuple[Bye, ...] = ()
    reasons: Annotated[tuple[Reason, ...], Place.OPTIONAL] = ()

    @property
    def named_entries(self) -> tuple[int, ...]:
        """Every entry at a board or with a bye."""
        seats = (entry for board in self.boards for entry in (board.white, board.black))
        return (*seats, *(bye.entry for bye in self.byes))
