"""What the lines of a ladder fold to: the order, who is on it, challenges, and every change of place."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from tournaments.ladders.journal.rules import LadderRules

WAITING, AGREED, DONE = "waiting", "agreed", "done"
TURNED_DOWN, OUT_OF_TIME, OFF = "turned_down", "out_of_time", "off"
OPEN = frozenset({WAITING, AGREED})
STANDS = (WAITING, AGREED, DONE, TURNED_DOWN, OUT_OF_TIME, OFF)

CAME, BEAT, GIVEN, SLIPPED, CHANGED_PLACES, ROSE, SANK, IDLE, BY_DESK = (
    "came",
    "beat",
    "given",
    "slipped",
    "changed_places",
    "rose",
    "sank",
    "idle",
    "by_desk",
)


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody of a ladder. `played_on` is the day of his last match, or on which he came or sank.

    `safe_until` is the last day on which nobody may challenge him, None where he may be.
    """

    number: int
    player: str
    is_on: bool
    played_on: date
    safe_until: date | None = None


@dataclass(frozen=True, slots=True)
class Challenge:
    """One challenge. `due` is the last day for what it waits for: an answer, then the match."""

    number: int
    challenger: int
    holder: int
    made: date
    stands: str = WAITING
    due: date | None = None
    winner: int = 0
    loser_score: int = 0
    ending: str = ""
    places: tuple[int, int] = (0, 0)

    @property
    def is_open(self) -> bool:
        """Whether something is still to happen: an answer or a match."""
        return self.stands in OPEN

    def opponent(self, member: int) -> int:
        """The other one of the two."""
        return self.holder if member == self.challenger else self.challenger


@dataclass(frozen=True, slots=True)
class Step:
    """One change of place of one member, and why: `cause` is a word of this room.

    `other` is the member it hangs on: who was beaten, who went past, who sank or left; 0 for nobody. `before`
    is 0 for who came, `after` 0 for who left.
    """

    seq: int
    day: date
    member: int
    before: int
    after: int
    cause: str
    other: int = 0
    challenge: int = 0


@dataclass(frozen=True, slots=True)
class LadderState:
    """A ladder as its lines tell it; `order` are member numbers from the top down."""

    seq: int = 0
    rules: LadderRules = field(default_factory=LadderRules)
    members: Mapping[int, Member] = field(default_factory=dict)
    order: tuple[int, ...] = ()
    challenges: Mapping[int, Challenge] = field(default_factory=dict)
    steps: tuple[Step, ...] = ()

    def place(self, member: int) -> int:
        """The rung of a member, 1 at the top; 0 for who is not on the ladder."""
        return self.order.index(member) + 1 if member in self.order else 0

    def challenge_of(self, member: int) -> Challenge | None:
        """The open challenge a member is in, on either side."""
        both = (one for one in self.challenges.values() if one.is_open)
        return next((one for one in both if member in (one.challenger, one.holder)), None)

    def way_of(self, member: int) -> tuple[Step, ...]:
        """Every change of place of a member, from his coming on."""
        return tuple(step for step in self.steps if step.member == member)

    def member_of(self, player: str) -> Member | None:
        """The member a player is, by his public code; None for who never was."""
        return next((one for one in self.members.values() if one.player == player), None)
