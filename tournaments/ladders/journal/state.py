"""The state of a ladder: its order, members, challenges and every change of place."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from tournaments.ladders.journal.ladder_settings import LadderRules

# Statuses of a challenge: waiting for an answer, accepted, played; declined, not answered or played in time,
# called off.
WAITING, AGREED, DONE = "waiting", "agreed", "done"
DECLINED, EXPIRED, CANCELLED = "declined", "expired", "cancelled"
OPEN_STATUSES = frozenset({WAITING, AGREED})
CHALLENGE_STATUSES = (WAITING, AGREED, DONE, DECLINED, EXPIRED, CANCELLED)

# Causes of a change of place. A winning challenger takes the place (`WON_CHALLENGE`), or the two swap
# (`SWAPPED` for the loser). `LOST_PLACE` is the cost of a challenge not answered or not played. Those who
# move down or up for it are `OVERTAKEN` or `MOVED_UP`. `IS_OTHER`: the person has another place, which stays.
IS_OTHER = "is_other"
ENTERED, WON_CHALLENGE, WON_BY_DEFAULT, OVERTAKEN, SWAPPED, MOVED_UP, LOST_PLACE, WAS_IDLE, MOVED_BY_DESK = (
    "entered",
    "won_challenge",
    "won_by_default",
    "overtaken",
    "swapped",
    "moved_up",
    "lost_place",
    "was_idle",
    "moved_by_desk",
)


@dataclass(frozen=True, slots=True)
class LadderMember:
    """A member of a ladder. `played_on` is the day of the last match, of joining, or of the last idle step.

    `protected_until` is the last day of protection from challenges, or None.
    """

    number: int
    player: str
    is_active: bool
    played_on: date
    protected_until: date | None = None


@dataclass(frozen=True, slots=True)
class Challenge:
    """One challenge of a member (`challenger`) to one above (`holder`), both as member numbers.

    `status` says how far it is, `due` the last day for the answer, then for the match. `winner` is a member
    number, 0 for none. `places` are those of both when it was made.
    """

    number: int
    challenger: int
    holder: int
    challenged_on: date
    status: str = WAITING
    due: date | None = None
    winner: int = 0
    loser_score: int = 0
    ending: str = ""
    places: tuple[int, int] = (0, 0)

    @property
    def is_open(self) -> bool:
        """Whether an answer or a match is still pending."""
        return self.status in OPEN_STATUSES

    def opponent(self, member: int) -> int:
        """Return the other player."""
        return self.holder if member == self.challenger else self.challenger


@dataclass(frozen=True, slots=True)
class LadderStep:
    """One change of place of one member, and its cause.

    `other` is the member involved: the one beaten, overtaking, moving down or leaving; 0 for none. `before`
    is 0 for a new member, `after` is 0 for one who left.
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
    """The state of a ladder after line `seq`; `order` are member numbers from the top down."""

    seq: int = 0
    rules: LadderRules = field(default_factory=LadderRules)
    members: Mapping[int, LadderMember] = field(default_factory=dict)
    order: tuple[int, ...] = ()
    challenges: Mapping[int, Challenge] = field(default_factory=dict)
    steps: tuple[LadderStep, ...] = ()

    def place(self, member: int) -> int:
        """Return the place of a member, 1 at the top; 0 if not on the ladder."""
        return self.order.index(member) + 1 if member in self.order else 0

    def challenge_of(self, member: int) -> Challenge | None:
        """Return the open challenge of a member, on either side."""
        open_challenges = (one for one in self.challenges.values() if one.is_open)
        return next((one for one in open_challenges if member in (one.challenger, one.holder)), None)

    def steps_of(self, member: int) -> tuple[LadderStep, ...]:
        """Return every change of place of a member since joining."""
        return tuple(step for step in self.steps if step.member == member)

    def member_of(self, player: str) -> LadderMember | None:
        """Return the member with a public player code, or None."""
        return next((one for one in self.members.values() if one.player == player), None)
