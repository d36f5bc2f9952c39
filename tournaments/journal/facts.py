"""The facts of a journal: one class per kind of row, named after it, and the checks of payloads.

For facts about teams see `team_facts`; `payloads` reads rows into facts.
"""

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
    """Raise ValueError unless the payload has all of `names`, and nothing else but `optional` keys."""
    if not names <= set(payload) <= names | optional:
        raise ValueError("keys")


def read_nonempty_string(payload: Payload, name: str) -> str:
    """Return a non-empty string of a payload. Raises ValueError."""
    value = read_string(payload, name)
    if not value:
        raise ValueError(name)
    return value


def read_string(payload: Payload, name: str) -> str:
    """Return a string of a payload, "" if the key is absent. Raises ValueError."""
    value = payload.get(name, "")
    if not isinstance(value, str):
        raise ValueError(name)
    return value


def read_count(payload: Payload, name: str, minimum: int = 1) -> int:
    """Return an integer of a payload, at least `minimum`. Raises ValueError."""
    value = payload[name]
    if type(value) is not int or value < minimum:
        raise ValueError(name)
    return value


def read_integers(values: Any) -> tuple[int, ...]:
    """Return a list of non-negative integers as a tuple. Raises ValueError."""
    if not isinstance(values, list) or not all(type(value) is int and value >= 0 for value in values):
        raise ValueError("numbers")
    return tuple(values)


def read_day(value: Any) -> str:
    """Return a date in the form YYYY-MM-DD. Raises ValueError."""
    if not isinstance(value, str) or date.fromisoformat(value).isoformat() != value:
        raise ValueError("day")
    return value


def read_choice(value: Any, allowed: frozenset[str]) -> str:
    """Return the string if it is one of `allowed`. Raises ValueError."""
    if not isinstance(value, str) or value not in allowed:
        raise ValueError("choice")
    return value


# Presence of an entry: not marked, present, absent, on the waiting list.
UNMARKED, HERE, AWAY, WAITING = "", "here", "away", "waiting"
PRESENCES = frozenset({UNMARKED, HERE, AWAY, WAITING})

HIGHEST_RATING = HIGHEST
COUNTRY = re.compile(r"^([A-Z]{2,3})?$")
# Fields of `Newcomer` that describe an entry; the key names in payloads and the fields of the model Entry.
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
    """New details of entries: entry number -> all details of the entry, with an empty `player`."""

    particulars: Mapping[int, Newcomer]


@dataclass(frozen=True, slots=True)
class Noted:
    """The presence of entries: one of `PRESENCES` for all of them."""

    entries: tuple[int, ...]
    presence: str


def read_newcomer(item: Payload) -> Newcomer:
    """Return an entry of an `entered` payload. Raises ValueError if it is invalid."""
    check_keys(item, {"entry", "player"}, frozenset(PARTICULARS))
    return _read_details(item, read_nonempty_string(item, "player"))


def read_described(payload: Payload) -> Described:
    """Return the fact of a `described` row. Raises ValueError if its payload is invalid."""
    check_keys(payload, {"entries"})
    particulars = {}
    for item in payload["entries"]:
        check_keys(item, {"entry"}, frozenset({*PARTICULARS, "partners"}))
        particulars[read_count(item, "entry")] = _read_details(item, "")
    if not particulars or len(particulars) != len(payload["entries"]):
        raise ValueError("entries")
    return Described(particulars)


def read_noted(payload: Payload) -> Noted:
    """Return the fact of a `noted` row. Raises ValueError if its payload is invalid."""
    check_keys(payload, {"entries", "presence"})
    entries = read_integers(payload["entries"])
    if not entries or min(entries) < 1 or len(set(entries)) != len(entries):
        raise ValueError("entries")
    presence = read_string(payload, "presence")
    if presence not in PRESENCES:
        raise ValueError("presence")
    return Noted(entries, presence)


def _read_details(item: Payload, player: str) -> Newcomer:
    rating = read_count(item, "rating", minimum=0) if "rating" in item else 0
    club, country, family = (
        read_string(item, "club"),
        read_string(item, "country"),
        read_string(item, "family"),
    )
    if len(club) > LONGEST_CLUB or len(family) > LONGEST_FAMILY or rating > HIGHEST_RATING:
        raise ValueError("particulars")
    if not COUNTRY.fullmatch(country):
        raise ValueError("country")
    return Newcomer(player, club, country, family, rating, _read_partners(item))


def _read_partners(item: Payload) -> tuple[str, ...]:
    partners = item.get("partners", [])
    if not isinstance(partners, list) or not all(isinstance(code, str) and code for code in partners):
        raise ValueError("partners")
    return tuple(partners)


WHITE, BLACK, NOBODY = "white", "black", ""
PLAYED, WALKOVER, BOTH_ABSENT = "played", "walkover", "double_walkover"
# Decided by the director after a correction, for a match that was played by the wrong players.
RULED, VOID = "ruled", "void"
# A drawn team meeting of a table; never in a journal row, as it follows from the boards.
DRAWN = "drawn"
ENDINGS = frozenset({PLAYED, WALKOVER, "retired", "forfeit", BOTH_ABSENT, RULED, VOID})
WITHOUT_WINNER = frozenset({BOTH_ABSENT, VOID})

# What a correction does with a begun match whose players change; see `correction.reassign_result`.
RENAME, REPLAY, SET_ASIDE = "rename", "replay", "void"
RULE_WHITE, RULE_BLACK = "rule:white", "rule:black"
CHOICES = (RENAME, REPLAY, SET_ASIDE, RULE_WHITE, RULE_BLACK)

# Why the lines of a draw were changed.
LATE, SWAP, ALTERNATE, SEED, REENTRY = "late", "swap", "alternate", "seed", "reentry"
CAUSES = frozenset({LATE, SWAP, ALTERNATE, SEED, REENTRY})
# A bye of the pairing, or one asked for; worth a win, half of it, or nothing: see `round_scores.ByeKind`.
BYE_KINDS = frozenset({"pairing", "half", "zero", "full"})


# Who gets the point for the lower performance rating by a ruling of the director: the player with the lower
# of the entered ratings ("figures"), White, Black, both a half, or neither. "" is no ruling.
BY_FIGURES, TO_BOTH, TO_NOBODY = "figures", "half", "nobody"
PR_RULINGS = frozenset({"", BY_FIGURES, WHITE, BLACK, TO_BOTH, TO_NOBODY})


@dataclass(frozen=True, slots=True)
class Measure:
    """The performance ratings of both players in a match, as strings with three decimals; "" if unknown.

    `ruling` is one of `PR_RULINGS`; "" if the match files decide.
    """

    white: str = ""
    black: str = ""
    ruling: str = ""

    @property
    def is_known(self) -> bool:
        """Whether it is decided who gets the point for the lower rating."""
        return bool(self.white and self.black) or self.ruling not in {"", BY_FIGURES}

    @property
    def with_sides_swapped(self) -> "Measure":
        """The measure with White and Black exchanged."""
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

    `length` is the length the match was played to, stored when the draw changes: the result may move to a
    round of another length, and is corrected under its own. None: the length of its round, 0: of the event.
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
    """The pairings of a round of a stage; a second row for the same round replaces them."""

    flight: str
    round: int
    seed: str
    boards: tuple[Board, ...]
    byes: tuple[Bye, ...] = ()
    reasons: tuple[Reason, ...] = ()

    @property
    def named_entries(self) -> tuple[int, ...]:
        """Every entry at a board or with a bye."""
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
    """Deadlines of rounds of a flight: round -> day as YYYY-MM-DD. With `pairing`: of one match, round 0."""

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
    """A replaced result. `choices` decide on later pairings that had begun: pairing -> one of `CHOICES`."""

    pairing: str
    result: PairingResult
    choices: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Undone:
    """The undo of an earlier row; a redo if that row is itself an undo."""

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
