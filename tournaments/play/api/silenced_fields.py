"""Refusal of fields that have no effect because of the value of another field.

A request with such a field says two things; one of them would be ignored silently.
"""

from collections.abc import Collection, Mapping
from typing import Any

from tournaments.formats.registry import EVENT_FORMATS, VARIANTS
from tournaments.journal.team_facts import TEAMS
from tournaments.play.api.form_serializers import API_NAMES
from tournaments.play.draws.forms import OPTIONAL_FIELDS, REQUIRED_FIELDS
from tournaments.play.draws.plan_forms import CUSTOM_TIES, MOST_TIES, FormatForm
from tournaments.play.teams.forms import EntryTypeForm
from tournaments.web.command import refuse_silenced

CUSTOM_ORDER = tuple(f"tie_{number}" for number in range(1, MOST_TIES + 1))
# Fields that have an effect only in formats with another field.
DEPENDENT_FIELDS = {
    "method": ("first_method", "acceleration"),
    "final": ("ahead",),
    "ties": ("win", "loss", "bye", *CUSTOM_ORDER),
}
# Options that a format has though its page does not ask for them.
UNASKED_FIELDS = {
    **dict.fromkeys(("blitz", "jackpot", "mini"), ("blocks",)),
    "pr_event": ("pr_within", "ties", *DEPENDENT_FIELDS["ties"]),
}
# The lengths are settings of the event as well as options of a format.
NOT_OPTIONS = ("scheme", "length", "consolation_length", "last_chance_length")


def refuse_silenced_seeds(data: Mapping[str, Any]) -> None:
    """Refuse seeds by hand beside another seeding, and a number of seeds without seeding by rating."""
    if data.get("seeding"):
        refuse_silenced(data, ("seeds",), by="seeding")
    if data.get("seeding") != "rating":
        refuse_silenced(data, ("count",), by="seeding")


def refuse_silenced_round_fields(data: Mapping[str, Any], late: str) -> None:
    """Refuse arrivals unless they are paired `late`, and what only a whole round has if they are."""
    silenced = ("away", "asking", "boards", "reason") if data.get("mode") == late else ("arrivals",)
    refuse_silenced(data, silenced, by="mode")


def refuse_silenced_change_fields(data: Mapping[str, Any]) -> None:
    """Refuse the fields of other changes of a draw. The flight may always be named."""
    act = str(data.get("act"))
    if act in REQUIRED_FIELDS:
        groups = [*REQUIRED_FIELDS.values(), *OPTIONAL_FIELDS.values()]
        effective = {*REQUIRED_FIELDS[act], *OPTIONAL_FIELDS.get(act, ()), "flight"}
        others = {field for group in groups for field in group} - effective
        refuse_silenced(data, sorted(others), by="act")


def refuse_silenced_format_fields(data: Mapping[str, Any]) -> None:
    """Refuse options that the format of an event does not have, and fields of boards without teams.

    A value that is the default is no option.
    """
    stated = _leave_out_defaults(data, FormatForm.get_initial())
    scheme = str(data.get("scheme") or FormatForm.get_initial()["scheme"])
    if scheme in EVENT_FORMATS:
        effective = list_effective_fields(scheme, {**FormatForm.get_initial(), **data})
        options = [field for field in FormatForm.base_fields if field not in NOT_OPTIONS]
        refuse_silenced(stated, [field for field in options if field not in effective], by="format")
    if data.get("ties") != CUSTOM_TIES:
        refuse_silenced(data, CUSTOM_ORDER, by="ties")
    if data.get("takes") != TEAMS:
        boards = _leave_out_defaults(data, EntryTypeForm.get_initial())
        refuse_silenced(boards, ("boards", "board_lengths", "board_ties"), by="takes")


def refuse_silenced_night_fields(data: Mapping[str, Any], *, is_new_format: bool) -> None:
    """Refuse every field of a format, with any value, in a change that leaves the format as it is."""
    if not is_new_format:
        fields = [*FormatForm.base_fields, *EntryTypeForm.base_fields]
        refuse_silenced(data, [API_NAMES.get(field, field) for field in fields], by="anew")


def list_effective_fields(scheme: str, values: Mapping[str, Any]) -> Collection[str]:
    """Return the fields that have an effect in a format with these values."""
    fields = {*EVENT_FORMATS[scheme].fields, *UNASKED_FIELDS.get(scheme, ())}
    for name, variants in VARIANTS.items():
        if name in fields:
            fields.update(variants.get(str(values.get(name)), ()))
    for name, dependent_fields in DEPENDENT_FIELDS.items():
        if name in fields:
            fields.update(dependent_fields)
    return fields


def _leave_out_defaults(data: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if str(value) != str(defaults.get(name, ""))}
