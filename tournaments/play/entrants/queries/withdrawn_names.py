"""Names that the desk enters under which somebody has withdrawn a sign-up."""

from collections.abc import Collection

from tournaments.models import Event
from tournaments.registry import withdrawn_names


def list_withdrawn_names(event: Event, names: Collection[str]) -> dict[str, str]:
    """Return the question whether it is the same person, by those of these names that have such a sign-up."""
    return {name: text for texts in withdrawn_names(event, names) for name, text in texts.items()}
