"""The rows by which drawn stages follow a change of the results that they were drawn from."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from rules.errors import Refusal
from tournaments.formats import format_of
from tournaments.journal.commands import JournalCommand, make_command
from tournaments.journal.correction import Chooser, strict_chooser
from tournaments.journal.draw_changes import add_late
from tournaments.journal.draws import FieldRelined
from tournaments.journal.facts import QUALIFIED, REPLACE, STAGE_CHOICES, STANDS, STAY, StoredRow
from tournaments.journal.replay import apply_row
from tournaments.journal.stage_fields import FieldChange, find_field_changes
from tournaments.journal.state import DrawnStage, EventState


@dataclass(frozen=True, slots=True)
class FieldDecision:
    """What is done about a changed field: `choice`, one of `allowed`.

    `allowed` is empty where there is nothing to decide, as those who leave have not played in the stage.
    `choice` is `facts.REPLACE` or `facts.STAY`. `added` get a line of their own, as nobody leaves one to
    them; `left_out` find none.
    """

    change: FieldChange
    allowed: tuple[str, ...]
    choice: str
    added: tuple[int, ...] = ()
    left_out: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FollowUp:
    """The rows that follow a change of results, the decisions behind them, and the state after them."""

    commands: tuple[JournalCommand, ...] = ()
    decisions: tuple[FieldDecision, ...] = ()
    state: EventState = field(default_factory=EventState)


@dataclass(frozen=True, slots=True)
class FieldChoices:
    """The choices of a director about changed fields.

    `by_stage`: stage -> one of `facts.STAGE_CHOICES`. `by_pairing`: begun pairing of such a stage -> one of
    `facts.CHOICES`. `begun` are the pairings whose match has begun. `chooser` makes of `by_pairing` what the
    rows are applied with.
    """

    by_stage: Mapping[str, str] = field(default_factory=dict)
    by_pairing: Mapping[str, str] = field(default_factory=dict)
    begun: Collection[str] = ()
    chooser: Callable[[Mapping[str, str]], Chooser] = strict_chooser


def follow_results(before: EventState, after: EventState, choices: FieldChoices) -> FollowUp:
    """Return the rows by which the drawn stages follow the results, from the first stage of the plan on.

    Where an entry that must leave has played in its stage, it stays unless `choices` say that it is replaced.
    A stage whose sources are open stays as it is until they are decided.
    """
    follow_up = FollowUp((), (), after)
    for stage in after.plan.stages:
        # A stage that followed may itself be a source of the next one.
        for change in find_field_changes(before, follow_up.state):
            if change.stage != stage.key:
                continue
            if change.is_open:
                decision = FieldDecision(change, (), STAY)
                follow_up = replace(follow_up, decisions=(*follow_up.decisions, decision))
            else:
                follow_up = _follow_change(follow_up, change, choices)
    return follow_up


def _follow_change(earlier: FollowUp, change: FieldChange, choices: FieldChoices) -> FollowUp:
    state = earlier.state
    drawing = state.stages[change.stage]
    allowed = _list_allowed_choices(state, drawing, change, choices.begun)
    choice = choices.by_stage.get(change.stage, "")
    decision = FieldDecision(change, allowed, choice if choice in allowed else next(iter(allowed), REPLACE))
    commands: list[JournalCommand] = []
    if change.leaving:
        names = _list_pairings(state, change.stage)
        names += [other for name in names for other in state.index.find_all_dependents(name)]
        by_pairing = {name: choices.by_pairing[name] for name in names if name in choices.by_pairing}
        commands.append(_make_command(drawing, decision, by_pairing))
        state = _apply(state, commands[-1], choices)
    added_entries: list[int] = []
    left_out: list[int] = []
    for entry in change.entering[len(change.leaving) :] if decision.choice == REPLACE else ():
        try:
            command = add_late(state, entry, change.stage)
        except Refusal:
            left_out.append(entry)
            continue
        commands.append(command)
        added_entries.append(entry)
        state = _apply(state, command, choices)
    decision = replace(decision, added=tuple(added_entries), left_out=tuple(left_out))
    return FollowUp((*earlier.commands, *commands), (*earlier.decisions, decision), state)


def _apply(state: EventState, command: JournalCommand, choices: FieldChoices) -> EventState:
    row = StoredRow(state.seq + 1, *command)
    return apply_row(state, row, choices.chooser(choices.by_pairing))


def _list_allowed_choices(
    state: EventState, drawing: DrawnStage, change: FieldChange, begun: Collection[str]
) -> tuple[str, ...]:
    """Return the choices about those who leave: none if they have not played, only to stay if they cannot."""
    is_emptied = len(change.entering) < len(change.leaving)
    if is_emptied and not format_of(drawing.stage).is_static:
        return (STAY,)
    has_played = any(
        (state.board[name].result is not None or name in begun)
        and not set(change.leaving).isdisjoint(state.board[name].seats)
        for name in _list_pairings(state, drawing.stage.key)
    )
    return STAGE_CHOICES if has_played else ()


def _list_pairings(state: EventState, stage: str) -> list[str]:
    flights = [flight for flight, key in state.index.stage_of.items() if key == stage]
    return [name for flight in dict.fromkeys(flights) for name in state.index.by_flight.get(flight, ())]


def _make_command(drawing: DrawnStage, decision: FieldDecision, choices: Mapping[str, str]) -> JournalCommand:
    change = decision.change
    drawn_entries = {drawing.lines.index(entry) + 1: entry for entry in change.leaving}
    new_entries = dict(zip_longest(drawn_entries, change.entering[: len(drawn_entries)], fillvalue=0))
    drawn_entries, new_entries = (dict(sorted(lines.items())) for lines in (drawn_entries, new_entries))
    key = drawing.stage.key
    if decision.choice == REPLACE:
        return make_command(FieldRelined(key, new_entries, QUALIFIED, drawn_entries, choices))
    return make_command(FieldRelined(key, drawn_entries, STANDS, new_entries))
