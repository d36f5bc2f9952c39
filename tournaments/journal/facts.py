"""The kinds of facts a journal holds, as values, with the checks of their payloads."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from tournaments.entries_text import HIGHEST, LONGEST_CLUB, LONGEST_FAMILY
from tournaments.formats.pairing import Board, Bye
from tournaments.formats.plan import Plan
from tournaments.formats.reasons import Reason

Payload = Mapping[str, Any]


def check_keys(
    payload: Payload, names: set[str] | frozenset[str], optional: frozenset[str] = frozenset()
) -> None:
    """Require exactly these keys, and allow those of `optional`."""
    if not names <= set(payload) <= names | optional:
        raise ValueError("keys")


def nonempty_string(payload: Payload, name: str) -> str:
    """A non-empty string."""
    value = string(payload, name)
    if not value:
        raise ValueError(name)
    return value


def string(payload: Payload, name: str) -> str:
    """A string, empty when the key is absent."""
    value = payload.get(name, "")
    if not isinstance(value, str):
        raise ValueError(name)
    return value


def count(payload: Payload, name: str, minimum: int = 1) -> int:
    """An integer not below `minimum`."""
    value = payload[name]
    if type(value) is not int or value < minimum:
        raise ValueError(name)
    return value


def integers(values: Any) -> tuple[int, ...]:
    """A list of non-negative integers."""
    if not isinstance(values, list) or not all(type(value) is int and value >= 0 for value in values):
        raise ValueError("numbers")
    return tuple(values)


def day(value: Any) -> str:
    """A date as YYYY-MM-DD."""
    if not isinstance(value, str) or date.fromisoformat(value).isoformat() != value:
        raise ValueError("day")
    return value


def one_of(value: Any, allowed: frozenset[str]) -> str:
    """One of a few strings."""
    if not isinstance(value, str) or value not in allowed:
        raise ValueError("choice")
    return value


# Unknown, present, absent, on the waiting list.
UNSAID, HERE, AWAY, WAITING = "", "here", "away", "waiting"
PRESENCES = frozenset({UNSAID, HERE, AWAY, WAITING})

HIGHEST_RATING = HIGHEST
COUNTRY = re.compile(r"^([A-Z]{2,3})?$")
PARTICULARS = ("club", "country", "family", "rating")


@dataclass(frozen=True, slots=True)
class Newcomer:
    """An entry when it is created: the public id of its player and the attributes used by draws and seeding.

    `country` is a code of two or three capitals, `rating` is 0 where there is none. `partners` are the public
    ids of the doubles pairs its players belong to elsewhere in the tournament.
    """

    player: str
    club: str = ""
    country: str = ""
    family: str = ""
    rating: int = 0
    partners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Described:
    """The new details of entries: entry number -> all of its details.

    `player` is empty: this does not change players.
    """

    particulars: Mapping[int, Newcomer]


@dataclass(frozen=True, slots=True)
class Noted:
    """The presence of entries, or their place on the waiting list: one of `PRESENCES` for all."""

    entries: tuple[int, ...]
    presence: str


def newcomer(item: Payload) -> Newcomer:
    """Return an item of `entered`. Raises ValueError if it is invalid."""
    check_keys(item, {"entry", "player"}, frozenset(PARTICULARS))
    return _about(item, nonempty_string(item, "player"))


def described(payload: Payload) -> Described:
    """Return the payload of `described`."""
    check_keys(payload, {"entries"})
    particulars = {}
    for item in payload["entries"]:
        check_keys(item, {"entry"}, frozenset({*PARTICULARS, "partners"}))
        particulars[count(item, "entry")] = _about(item, "")
    if not particulars or len(particulars) != len(payload["entries"]):
        raise ValueError("entries")
    return Described(particulars)


def noted(payload: Payload) -> Noted:
    """Return the payload of `noted`."""
    check_keys(payload, {"entries", "presence"})
    entries = integers(payload["entries"])
    if not entries or min(entries) < 1 or len(set(entries)) != len(entries):
        raise ValueError("entries")
    presence = string(payload, "presence")
    if presence not in PRESENCES:
        raise ValueError("presence")
    return Noted(entries, presence)


def _about(item: Payload, player: str) -> Newcomer:
    rating = count(item, "rating", minimum=0) if "rating" in item else 0
    club, country, family = string(item, "club"), string(item, "country"), string(item, "family")
    if len(club) > LONGEST_CLUB or len(family) > LONGEST_FAMILY or rating > HIGHEST_RATING:
        raise ValueError("particulars")
    if not COUNTRY.fullmatch(country):
        raise ValueError("country")
    return Newcomer(player, club, country, family, rating, _partners(item))


def _partners(item: Payload) -> tuple[str, ...]:
    partners = item.get("partners", [])
    if not isinstance(partners, list) or not all(isinstance(code, str) and code for code in partners):
        raise ValueError("partners")
    return tuple(partners)


WHITE, BLACK, NOBODY = "white", "black", ""
PLAYED, WALKOVER, BOTH_ABSENT = "played", "walkover", "double_walkover"
# Decided by the director for a match that should have had other players: it stays on record only.
RULED, VOID = "ruled", "void"
# A level team meeting in a table; never in a journal row, it follows from the boards.
DRAWN = "drawn"
ENDINGS = frozenset({PLAYED, WALKOVER, "retired", "forfeit", BOTH_ABSENT, RULED, VOID})
WITHOUT_WINNER = frozenset({BOTH_ABSENT, VOID})

RENAME, REPLAY, SET_ASIDE = "rename", "replay", "void"
RULE_WHITE, RULE_BLACK = "rule:white", "rule:black"
CHOICES = (RENAME, REPLAY, SET_ASIDE, RULE_WHITE, RULE_BLACK)

LATE, SWAP, ALTERNATE, SEED, REENTRY = "late", "swap", "alternate", "seed", "reentry"
CAUSES = frozenset({LATE, SWAP, ALTERNATE, SEED, REENTRY})
BYE_KINDS = frozenset({"pairing", "half", "zero", "full"})


# The recipient of the point for the lower performance rating where the director ruled: one player, both a
# half, neither, or the player with the better of the entered figures ("figures").
BY_FIGURES, TO_BOTH, TO_NOBODY = "figures", "half", "nobody"
PR_RULINGS = frozenset({"", BY_FIGURES, WHITE, BLACK, TO_BOTH, TO_NOBODY})


@dataclass(frozen=True, slots=True)
class Measure:
    """Performance ratings of both players in a match, with three decimals; "" where unknown.

    `ruling` is one of `PR_RULINGS`, "" where the match files decide.
    """

    white: str = ""
    black: str = ""
    ruling: str = ""

    @property
    def is_known(self) -> bool:
        """Whether it is decided which player has the point for the lower rating."""
        return bool(self.white and self.black) or self.ruling not in {"", BY_FIGURES}

    @property
    def turned(self) -> "Measure":
        """Return the same with seats exchanged."""
        to = {WHITE: BLACK, BLACK: WHITE}.get(self.ruling, self.ruling)
        return Measure(self.black, self.white, to)


UNMEASURED = Measure()


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


@dataclass(frozen=True, slots=True)
class PairingResult:
    """The result of a pairing: its entries at that time, ending, score, and performance ratings.

    `length` is the length the match was played to once the draw has changed, None before: a result that has
    moved to a round of another length is corrected under its own. 0 is the length of the event.
    """

    white: int
    black: int
    winner: str
    white_score: int
    black_score: int
    ending: str
    measure: Measure = UNMEASURED
    length: int | None = field(default=None, compare=False)

    @property
    def winner_entry(self) -> int:
        """The winning entry, 0 when both were absent."""
        return {WHITE: self.white, BLACK: self.black}.get(self.winner, 0)

    @property
    def loser_entry(self) -> int:
        """The losing entry, 0 when both were absent."""
        return {WHITE: self.black, BLACK: self.white}.get(self.winner, 0)

    @property
    def alone(self) -> "PairingResult":
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
class Planned:
    """The plan: the stages of the event."""

    plan: Plan


@dataclass(frozen=True, slots=True)
class Entered:
    """Entries made together: entry number -> newcomer."""

    newcomers: Mapping[int, Newcomer]


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The withdrawal of an entry from a flight; from the event when `flight` is empty."""

    entry: int
    flight: str = ""


@dataclass(frozen=True, slots=True)
class Reinstated:
    """The reinstatement of an entry in a flight, or wherever it was withdrawn."""

    entry: int
    flight: str = ""


@dataclass(frozen=True, slots=True)
class Substituted:
    """The substitution of the player of an entry."""

    entry: int
    player: str


@dataclass(frozen=True, slots=True)
class Committed:
    """The commitment to the seed of the next draw."""

    commitment: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """A draw: the format, the revealed draw seed, the seeded entries and the resulting lines.

    An empty `flight` is the first stage. The lines of a stage of rounds are its fixed order.
    """

    format: str
    seed: str
    seeds: tuple[int, ...]
    lines: tuple[int, ...]
    flight: str = ""


@dataclass(frozen=True, slots=True)
class Published:
    """The publication of the draw of a flight (of all drawn ones when `flight` is empty)."""

    flight: str = ""


@dataclass(frozen=True, slots=True)
class Relined:
    """New entries on lines of a draw; lines count from 1, 0 is a bye."""

    flight: str
    lines: Mapping[int, int]
    cause: str


@dataclass(frozen=True, slots=True)
class Joined:
    """An entry that joins a stage of rounds after its draw."""

    flight: str
    entry: int


@dataclass(frozen=True, slots=True)
class Paired:
    """One paired round of a stage; a second such row for the round replaces its boards."""

    flight: str
    round: int
    seed: str
    boards: tuple[Board, ...]
    byes: tuple[Bye, ...] = ()
    reasons: tuple[Reason, ...] = ()

    @property
    def named(self) -> tuple[int, ...]:
        """Every entry the round names, at a board or with a bye."""
        seats = (entry for board in self.boards for entry in (board.white, board.black))
        return (*seats, *(bye.entry for bye in self.byes))


@dataclass(frozen=True, slots=True)
class Lengthened:
    """A new match length for a round."""

    flight: str
    round: int
    length: int


@dataclass(frozen=True, slots=True)
class Dated:
    """Deadlines of rounds of a flight; or, where `pairing` is given, of that match alone (round 0).

    Days are ISO 8601 dates: the journal has no clock and only records what was agreed.
    """

    flight: str
    until: Mapping[int, str]
    pairing: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a stage of rounds: its table is final."""

    flight: str


@dataclass(frozen=True, slots=True)
class Settled:
    """The result of a pairing."""

    pairing: str
    result: PairingResult


@dataclass(frozen=True, slots=True)
class Reopened:
    """The withdrawal of a result."""

    pairing: str


@dataclass(frozen=True, slots=True)
class Measured:
    """The performance ratings of a pairing, where they count; an empty measure removes earlier ones."""

    pairing: str
    measure: Measure


@dataclass(frozen=True, slots=True)
class Corrected:
    """A replaced result; the choices decide on each later pairing that had already begun."""

    pairing: str
    result: PairingResult
    choices: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Undone:
    """The undo of an earlier row (or redo, when that was itself an undo)."""

    seq: int


Fact = (
    Planned
    | Entered
    | Withdrawn
    | Reinstated
    | Substituted
    | Described
    | Noted
    | Committed
    | Drawn
    | Published
    | Relined
    | Joined
    | Paired
    | Lengthened
    | Dated
    | Ended
    | Settled
    | Reopened
    | Measured
    | Corrected
    | Undone
)
