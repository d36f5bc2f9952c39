"""What a line of the journal does to stages that were drawn from results."""

from rules.errors import Refusal
from tournaments.journal.field_follow_ups import FieldChoices, FollowUp, follow_results
from tournaments.journal.stage_fields import find_field_changes
from tournaments.journal.state import EventState
from tournaments.messages.names import get_stage_name
from tournaments.models import Event
from tournaments.play.events import event_state

# Lines whose effect on a drawn stage the desk decides; by other lines those who have played there stay.
CHANGED_RESULT_KINDS = frozenset({"reopened", "corrected"})


def find_follow_up(
    event: Event, kind: str, states: tuple[EventState, EventState], field_choices: FieldChoices | None
) -> FollowUp:
    """Return the lines by which drawn stages follow a line; `states` are those before and after it.

    Without `field_choices` there was no question. Raises `stage_field_open` if a result is withdrawn from
    which a stage is drawn, `choices_needed` if the desk has to choose.
    """
    before, after = states
    changes = find_field_changes(before, after)
    if not changes:
        return FollowUp()
    choices = field_choices or FieldChoices(begun=event_state.get_begun_pairings(event))
    if kind not in CHANGED_RESULT_KINDS:
        return follow_results(before, after, choices)
    open_stages = [after.plan[change.stage] for change in changes if change.is_open]
    if open_stages and kind == "reopened":
        raise Refusal("stage_field_open", stage=get_stage_name(open_stages[0]))
    follow_up = follow_results(before, after, choices)
    open_questions = [
        decision.change.stage
        for decision in follow_up.decisions
        if decision.allowed and choices.by_stage.get(decision.change.stage) not in decision.allowed
    ]
    if open_questions:
        raise Refusal("choices_needed", pairings=open_questions)
    return follow_up
