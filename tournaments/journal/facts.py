"""The kinds of facts a journal holds, as values, with the checks of their payloads."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from tournaments.formats.pairing import Board, Bye
from tournaments.formats.plan import Plan
from tournaments.formats.reasons import Reason

Payload = Mapping[str, Any]


def check_keys(
    payload: Payload, names: set[str] | frozenset[str], optional: frozenset[str] = frozenset()
) -> None:
    """These keys and no other, but for those of `perhaps`."""
    if not names <= set(payload) <= names | optional:
        raise ValueError("keys")


def nonempty_string(payload: Payload, name: str) -> str:
    """A word that is not empty."""
    value = string(payload, name)
    if not value:
        raise ValueError(name)
    return value


def string(payload: Payload, name: str) -> str:
    """A word, empty when the key is absent."""
    value = payload.get(name, "")
    if not isinstance(value, str):
        raise ValueError(name)
    return value


def count(payload: Payload, name: str, minimum: int = 1) -> int:
    """A whole number not below `least`."""
    value = payload[name]
    if type(value) is not int or value < minimum:
        raise ValueError(name)
    return value


def integers(values: Any) -> tuple[int, ...]:
    """A list of whole numbers from 0."""
    if not isinstance(values, list) or not all(type(value) is int and value >= 0 for value in values):
        raise ValueError("numbers")
    return tuple(values)


def day(value: Any) -> str:
    """A day written YYYY-MM-DD."""
    if not isinstance(value, str) or date.fromisoformat(value).isoformat() != value:
        raise ValueError("day")
    return value


def one_of(value: Any, allowed: frozenset[str]) -> str:
    """A word out of a few."""
    if not isinstance(value, str) or value not in allowed:
        raise ValueError("choice")
    return value


# Not said, in the room, not come, on the waiting list.
UNSAID, HERE, AWAY, WAITING = "", "here", "away", "waiting"
PRESENCES = frozenset({UNSAID, HERE, AWAY, WAITING})

LONGEST_CLUB, LONGEST_FAMILY, HIGHEST_RATING = 80, 40, 9999
COUNTRY = re.compile(r"^([A-Z]{2,3})?$")
PARTICULARS = ("club", "country", "family", "rating")


@dataclass(frozen=True, slots=True)
class Newcomer:
    """An entry as it is made: the public id of its player, and what draws and seeding look at.

    `country` is a code of two or three capitals, `rating` 0 where there is none. `partners` are the public
    ids of the pairs its people play in elsewhere in the tournament.
    """

    player: str
    club: str = ""
    country: str = ""
    family: str = ""
    rating: int = 0
    partners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Described:
    """The particulars of entries as they are from now on: entry number -> all that is known of it.

    `player` of the values is empty: who plays is not changed.
    """

    particulars: Mapping[int, Newcomer]


@dataclass(frozen=True, slots=True)
class Noted:
    """Whether entries are in the room, or wait for a place in the draw: one of `PRESENCES` for all."""

    entries: tuple[int, ...]
    presence: str


def newcomer(item: Payload) -> Newcomer:
    """An item of `entered`. Raises ValueError for what no entry can be."""
    check_keys(item, {"entry", "player"}, frozenset(PARTICULARS))
    return _about(item, nonempty_string(item, "player"))


def described(payload: Payload) -> Described:
    """The payload of `described`."""
    check_keys(payload, {"entries"})
    particulars = {}
    for item in payload["entries"]:
        check_keys(item, {"entry"}, frozenset({*PARTICULARS, "partners"}))
        particulars[count(item, "entry")] = _about(item, "")
    if not particulars or len(particulars) != len(payload["entries"]):
        raise ValueError("entries")
    return Described(particulars)


def noted(payload: Payload) -> Noted:
    """The payload of `noted`."""
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
# Said by the director about a match that other people should have played: it stays on record only.
RULED, VOID = "ruled", "void"
# A meeting of teams with equal boards, in a table; no line tells it, it follows from the boards.
DRAWN = "drawn"
ENDINGS = frozenset({PLAYED, WALKOVER, "retired", "forfeit", BOTH_ABSENT, RULED, VOID})
WITHOUT_WINNER = frozenset({BOTH_ABSENT, VOID})

RENAME, REPLAY, SET_ASIDE = "rename", "replay", "void"
RULE_WHITE, RULE_BLACK = "rule:white", "rule:black"
CHOICES = (RENAME, REPLAY, SET_ASIDE, RULE_WHITE, RULE_BLACK)

LATE, SWAP, ALTERNATE, SEED, REENTRY = "late", "swap", "alternate", "seed", "reentry"
CAUSES = frozenset({LATE, SWAP, ALTERNATE, SEED, REENTRY})
BYE_KINDS = frozenset({"pairing", "half", "zero", "full"})


# Who has the point for the lower performance rating where the director said so: one of the two, both a half,
# nobody, or whoever the figures he entered give it to ("figures").
BY_FIGURES, TO_BOTH, TO_NOBODY = "figures", "half", "nobody"
PR_RULINGS = frozenset({"", BY_FIGURES, WHITE, BLACK, TO_BOTH, TO_NOBODY})


@dataclass(frozen=True, slots=True)
class Measure:
    """How well both played a match: performance ratings with three decimals, "" where they are not known.

    `ruling` is a word of `PR_RULINGS`, "" where the records of the match speak.
    """

    white: str = ""
    black: str = ""
    ruling: str = ""

    @property
    def is_known(self) -> bool:
        """Whether it is decided who has the point for the lower one."""
        return bool(self.white and self.black) or self.ruling not in {"", BY_FIGURES}

    @property
    def turned(self) -> "Measure":
        """The same with the seats changed."""
        to = {WHITE: BLACK, BLACK: WHITE}.get(self.ruling, self.ruling)
        return Measure(self.black, self.white, to)


UNMEASURED = Measure()


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a journal as it is stored.

    `command` is the number of the first line of the command that wrote it; 0 where every line is a command.
    """

    seq: int
    kind: str
    payload: Mapping[str, Any]
    command: int = field(default=0, compare=False)

    @property
    def command_number(self) -> int:
        """The number of the command the line belongs to."""
        return self.command or self.seq


@dataclass(frozen=True, slots=True)
class Result:
    """How a pairing ended, which entries sat there when it did, and how well they played where it counts."""

    white: int
    black: int
    winner: str
    white_score: int
    black_score: int
    ending: str
    measure: Measure = UNMEASURED

    @property
    def winner_entry(self) -> int:
        """The entry that won, 0 when both were absent."""
        return {WHITE: self.white, BLACK: self.black}.get(self.winner, 0)

    @property
    def loser_entry(self) -> int:
        """The entry that lost, 0 when both were absent."""
        return {WHITE: self.black, BLACK: self.white}.get(self.winner, 0)

    @property
    def alone(self) -> "Result":
        """The result without how well it was played."""
        return replace(self, measure=UNMEASURED)

    @property
    def is_absence(self) -> bool:
        """Whether somebody was not there: no match was played and the absent does not play on."""
        return self.ending in {WALKOVER, BOTH_ABSENT}

    @property
    def is_ruling(self) -> bool:
        """Whether the director decided instead of a match: nothing is seated for it."""
        return self.ending in {RULED, VOID}


@dataclass(frozen=True, slots=True)
class Planned:
    """What will be played: the stages of the event."""

    plan: Plan


@dataclass(frozen=True, slots=True)
class Entered:
    """Players entered together: entry number -> who he is."""

    newcomers: Mapping[int, Newcomer]


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """An entry that plays no further match of a flight; of none at all when `flight` is empty."""

    entry: int
    flight: str = ""


@dataclass(frozen=True, slots=True)
class Reinstated:
    """An entry that plays again, in a flight or wherever it was withdrawn."""

    entry: int
    flight: str = ""


@dataclass(frozen=True, slots=True)
class Substituted:
    """An entry that is played by somebody else from now on."""

    entry: int
    player: str


@dataclass(frozen=True, slots=True)
class Committed:
    """The commitment that binds the seed of the next draw."""

    commitment: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """A draw: the format, the revealed seed of the lots, the seeded entries and the lines they gave.

    An empty `flight` is the first stage. The lines of a stage of rounds are its fixed order.
    """

    format: str
    seed: str
    seeds: tuple[int, ...]
    lines: tuple[int, ...]
    flight: str = ""


@dataclass(frozen=True, slots=True)
class Published:
    """The draw of a flight was shown (of all that are drawn, when `flight` is empty): matches are seated."""

    flight: str = ""


@dataclass(frozen=True, slots=True)
class Relined:
    """Lines of a draw that hold other entries now; lines count from 1, 0 is a bye."""

    flight: str
    lines: Mapping[int, int]
    cause: str


@dataclass(frozen=True, slots=True)
class Joined:
    """An entry that comes into a stage of rounds after its draw."""

    flight: str
    entry: int


@dataclass(frozen=True, slots=True)
class Paired:
    """One round of a stage as it was paired; told again, it replaces the boards of that round."""

    flight: str
    round: int
    seed: str
    boards: tuple[Board, ...]
    byes: tuple[Bye, ...] = ()
    reasons: tuple[Reason, ...] = ()

    @property
    def named(self) -> tuple[int, ...]:
        """Everybody the round names, at a board or with a bye."""
        seats = (entry for board in self.boards for entry in (board.white, board.black))
        return (*seats, *(bye.entry for bye in self.byes))


@dataclass(frozen=True, slots=True)
class Lengthened:
    """The matches of a round go to another number of points."""

    flight: str
    round: int
    length: int


@dataclass(frozen=True, slots=True)
class Dated:
    """The last days of rounds of a flight; or, where `pairing` is named, of that match alone (round 0).

    Days are written as in ISO 8601: a journal knows no clock, it only keeps what was agreed.
    """

    flight: str
    until: Mapping[int, str]
    pairing: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """A stage of rounds has no further round: its table stands as it is."""

    flight: str


@dataclass(frozen=True, slots=True)
class Settled:
    """A pairing got its result."""

    pairing: str
    result: Result


@dataclass(frozen=True, slots=True)
class Reopened:
    """A result was taken back."""

    pairing: str


@dataclass(frozen=True, slots=True)
class Measured:
    """How well a pairing was played, where that counts; an empty measure takes back what was told."""

    pairing: str
    measure: Measure


@dataclass(frozen=True, slots=True)
class Corrected:
    """A result was replaced; the choices say what becomes of each pairing that had already begun."""

    pairing: str
    result: Result
    choices: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Undone:
    """An earlier line counts no more (or, when that was itself an undoing, counts again)."""

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
