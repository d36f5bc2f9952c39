"""Template tags of ladders."""

from django import template

from tournaments.ladders import messages
from tournaments.ladders.journal.state import LadderStep
from tournaments.ladders.queries import ChallengeDuel, HistoryLine

register = template.Library()


@register.simple_tag
def ladder_step(step: LadderStep, other: str) -> str:
    """Return the text of a change of place."""
    return messages.describe_step(step.cause, step.before, step.after, other)


@register.simple_tag
def ladder_line(line: HistoryLine) -> str:
    """Return the text of a line of the journal of a ladder."""
    payload, context = line.line.payload, dict(line.line.payload)
    for name in ("member", "challenger", "holder"):
        if name in payload:
            context[name] = line.names.get(payload[name], "–")
    if line.challenge is not None:
        context["challenger"] = line.names.get(line.challenge.challenger, "–")
        context["holder"] = line.names.get(line.challenge.holder, "–")
    if "members" in payload:
        context["members"] = ", ".join(line.names.get(number, "–") for number in payload["members"])
    return messages.describe_line(line.line.kind, context)


@register.simple_tag
def challenge_status(duel: ChallengeDuel) -> str:
    """Return the status of a challenge."""
    return messages.describe_challenge(duel.challenge.status, duel.challenge.due)
