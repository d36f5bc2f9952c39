"""Template tags of the public page of a tournament."""

from collections.abc import Sequence

from django import template

from tournaments.messages.names import FORMATS, lengths

register = template.Library()


@register.filter
def stages_as_text(stages: Sequence[tuple[str, Sequence[int]]]) -> str:
    """Return the format of each stage with its match lengths: "Swiss, 7-point matches; knockout, …"."""
    return "; ".join(f"{FORMATS[name]}, {lengths(points)}" for name, points in stages)
