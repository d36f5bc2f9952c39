"""Sentences about what imported lists fill in for existing members."""

from collections.abc import Mapping

from tournaments.importing.queries.filled_records import FilledRecord
from tournaments.people.messages import MEMBER_DATA_LABELS


def describe_filled(counts: Mapping[str, int]) -> str:
    """Return how many values a list fills in for existing members: "E-mail 20, Phone 20"."""
    return ", ".join(f"{MEMBER_DATA_LABELS[name]} {count}" for name, count in counts.items())


def describe_changed(filled: FilledRecord) -> str:
    """Return which values that a list has filled in for a member were changed since."""
    fields = ", ".join(str(MEMBER_DATA_LABELS[name]) for name in filled.changed)
    return f"{filled.player.desk_name if filled.player else filled.record} ({fields})"
