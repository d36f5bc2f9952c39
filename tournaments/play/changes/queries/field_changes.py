"""How corrected results change the field of a stage that was drawn from them, with its entries."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.journal.facts import STAY
from tournaments.journal.field_follow_ups import FieldDecision, FollowUp
from tournaments.journal.state import EventState
from tournaments.messages.names import get_stage_name
from tournaments.models import Entry


@dataclass(frozen=True, slots=True)
class StageChange:
    """A drawn stage to which the corrected results send other players.

    `leaving` are in it and should not be, `entering` should be and are not; the first of these takes the line
    of the first who leaves. `allowed` are the choices of the director (`facts.STAGE_CHOICES`), if one of
    those who leave has played in it; `choice` is the one assumed in this preview, `is_chosen`: the director
    has made it, or there is no other. `added` get a line of their own, `left_out` find none. `is_open`:
    matches it was drawn from are played again; its lines follow when they are decided.
    """

    flight: str
    name: str
    leaving: tuple[Entry, ...]
    entering: tuple[Entry, ...]
    allowed: tuple[str, ...]
    choice: str
    is_chosen: bool
    added: tuple[Entry, ...]
    left_out: tuple[Entry, ...]
    is_open: bool

    @property
    def replacements(self) -> list[tuple[Entry, Entry | None]]:
        """Return those who leave, each with the one who gets the line; None if nobody does."""
        entrants = [*self.entering[: len(self.leaving)], *[None] * (len(self.leaving) - len(self.entering))]
        return list(zip(self.leaving, entrants, strict=True))

    @property
    def stays(self) -> bool:
        """Whether those who should leave stay, as assumed in this preview."""
        return self.choice == STAY


def describe_fields(
    follow_up: FollowUp, entries: Mapping[int | None, Entry], chosen: Mapping[str, str]
) -> tuple[StageChange, ...]:
    """Return the changed fields of drawn stages.

    `entries` are those of the event by number, `chosen` the choices of the director by stage.
    """
    return tuple(
        _describe_field(follow_up.state, decision, entries, chosen) for decision in follow_up.decisions
    )


def _describe_field(
    state: EventState,
    decision: FieldDecision,
    entries: Mapping[int | None, Entry],
    chosen: Mapping[str, str],
) -> StageChange:
    change = decision.change

    def list_entries(numbers: Iterable[int]) -> tuple[Entry, ...]:
        return tuple(entries[number] for number in numbers)

    return StageChange(
        flight=change.stage,
        name=get_stage_name(state.plan[change.stage]),
        leaving=list_entries(change.leaving),
        entering=list_entries(change.entering),
        allowed=decision.allowed,
        choice=decision.choice,
        is_chosen=chosen.get(change.stage) in decision.allowed or len(decision.allowed) == 1,
        added=list_entries(decision.added),
        left_out=list_entries(decision.left_out),
        is_open=change.is_open,
    )
