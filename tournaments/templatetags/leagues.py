"""How templates tell of leagues and ladders."""

from django import template

from tournaments.ladders.state import Step
from tournaments.phrases import leagues as said
from tournaments.queries.ladders import Duel, Told
from tournaments.queries.leagues import Division, Next
from tournaments.queries.tables import Line

register = template.Library()


@register.simple_tag
def ladder_step(step: Step, other: str) -> str:
    """Why somebody changed his place."""
    return said.ladder_step(step.cause, step.before, step.after, other)


@register.simple_tag
def ladder_line(line: Told) -> str:
    """A line of a ladder."""
    payload, told = line.line.payload, dict(line.line.payload)
    for name in ("member", "challenger", "holder"):
        if name in payload:
            told[name] = line.names.get(payload[name], "–")
    if line.challenge is not None:
        told["challenger"] = line.names.get(line.challenge.challenger, "–")
        told["holder"] = line.names.get(line.challenge.holder, "–")
    if "members" in payload:
        told["members"] = ", ".join(line.names.get(one, "–") for one in payload["members"])
    return said.ladder_line(line.line.kind, told)


@register.simple_tag
def standing_of(duel: Duel) -> str:
    """Where a challenge stands."""
    return said.challenge_standing(duel.held.stands, duel.held.due)


@register.simple_tag
def placing_of(following: Next) -> str:
    """Why somebody plays where he does next season."""
    one = following.placing
    return said.placing(one.cause, one.place, one.is_by_lot)


@register.filter
def moves(line: Line, division: Division) -> str:
    """Whether the holder of a line would leave the division: "up", "down" or ""."""
    if line.place <= division.up:
        return "up"
    staying = sum(other.entry.status != "withdrawn" for other in division.table.lines)
    return "down" if line.place > staying - division.down and line.entry.status != "withdrawn" else ""
