"""Template tags of ladders."""

from django import template

from tournaments.ladders import messages
from tournaments.ladders.journal.state import LadderStep
from tournaments.ladders.queries import ChallengeDuel, HistoryLine, describe_history_line

register = template.Library()


@register.simple_tag
def ladder_step(step: LadderStep, other: str) -> str:
    """Return the text of a change of place."""
    return messages.describe_step(step.cause, step.before, step.after, other)


@register.simple_tag
def ladder_line(line: HistoryLine) -> str:
    """Return the text of a line of the journal of a ladder."""
    return describe_history_line(line)


@register.simple_tag
def challenge_status(duel: ChallengeDuel) -> str:
    """Return the status of a challenge."""
    return messages.describe_challenge(duel.challenge.status, duel.challenge.due)
