"""Input and output of the pairing of a round: cards of the entries, the request; boards and byes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Any

from tournaments.formats.reasons import Reason
from tournaments.payloads import Positive, one_of

# Score units of a win and half a win with the default scoring.
WIN, HALF = 2, 1
UP, DOWN, LEVEL = "up", "down", ""
# A bye of the pairing, or one asked for; worth a win, half of it, or nothing: see `round_scores.ByeKind`.
PAIRING_BYE, HALF_BYE, ZERO_BYE, FULL_BYE = "pairing", "half", "zero", "full"
BYE_KINDS = (PAIRING_BYE, HALF_BYE, ZERO_BYE, FULL_BYE)
# Instead of the number of an entry.
NO_ENTRY = 0

Pairs = tuple[tuple[int, int], ...]


def in_points(score: int, unit: int = WIN) -> str:
    """Return a score in units as a text in points: with 2 units to a point, 4 is "2" and 3 is "1½"."""
    whole, rest = divmod(Fraction(score, unit), 1)
    if not rest:
        return str(whole)
    if rest == Fraction(1, 2):
        return f"{whole or ''}½"
    return f"{whole} {rest}" if whole else str(rest)


@dataclass(frozen=True, slots=True)
class PairingCard:
    """An entry before a round, with its past in the stage.

    `rank` is its fixed number (1 the highest). `score` is in units of the request (two for a win by default).
    `opponents` are those it has played, without unplayed rounds; `last_opponent` that of the round before (0:
    none); `byes` the rounds in which it scored a win unplayed; `unplayed` the number of unplayed rounds.
    `floats`: for each past round, whether the opponent had a lower score ("down"), a higher one ("up") or
    neither (""). `lives` are those it has left, only used in the format of lives. `tags` are shared with
    entries it should not meet, as "club:Roma". `is_here` is false for an absent entry. `is_gone`: it has
    withdrawn and is not part of the round.
    """

    entry: int
    rank: int
    score: int = 0
    opponents: tuple[int, ...] = ()
    last_opponent: int = NO_ENTRY
    byes: tuple[int, ...] = ()
    unplayed: int = 0
    floats: tuple[str, ...] = ()
    lives: int = 0
    tags: frozenset[str] = frozenset()
    is_here: bool = True
    has_requested_bye: bool = False
    is_gone: bool = False

    def floated(self, ago: int) -> str:
        """Return the float of `ago` rounds ago, 1 for the last round."""
        return self.floats[-ago] if len(self.floats) >= ago else LEVEL


@dataclass(frozen=True, slots=True)
class PairingRequest:
    """A request to pair a round. `fixed` are manual boards; (entry, 0) is a manual bye.

    `forbidden` are pairs of entries that must not meet. `seed` is the draw seed of the round. Scores are in
    units: a point is `unit`, a win `win` units.
    """

    flight: str
    round: int
    cards: tuple[PairingCard, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: str = ""
    forbidden: frozenset[frozenset[int]] = frozenset()
    fixed: Pairs = ()
    unit: int = WIN
    win: int = WIN


@dataclass(frozen=True, slots=True)
class Board:
    """Two entries that meet, and the reasons."""

    white: Positive
    black: Positive
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Bye:
    """An entry that does not play: kind "pairing" (left over), "half", "zero" or "full", and the reasons."""

    entry: Positive
    kind: Annotated[str, one_of(BYE_KINDS)]
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class PairedRound:
    """A paired round: boards from the highest standing down, byes, and reasons for the round as a whole."""

    boards: tuple[Board, ...] = ()
    byes: tuple[Bye, ...] = ()
    reasons: tuple[Reason, ...] = ()
