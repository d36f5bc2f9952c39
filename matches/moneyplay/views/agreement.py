"""The agreed rules of a money session, as its pages show them."""

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from matches.messages import get_label
from matches.moneyplay import table_state
from matches.moneyplay.forms import CHOUETTE_OPTIONS, HIGHEST_CUBES, OpenSessionForm
from matches.moneyplay.models import MoneySession
from rules.options import CHOUETTES, ChouetteLaws, MoneyLaws

Rows = list[tuple[str, str]]


def list_agreed_rules(session: MoneySession) -> Rows:
    """Return every agreed rule of a session as label and value."""
    options = table_state.read_options(session.kind, session.laws)
    if isinstance(options, MoneyLaws):
        return _list_money(options)
    return [
        (_("Chouette rules"), _get_preset_label(options)),
        *_list_money(options.money),
        *_list_chouette(options),
    ]


def _list_money(options: MoneyLaws) -> Rows:
    fields = OpenSessionForm.base_fields
    animals = dict(fields["animals"].choices)  # type: ignore[attr-defined]
    return [
        (str(fields["stake"].label), _format_stake(options.stake)),
        (str(fields["jacoby"].label), _format_yes_no(options.jacoby)),
        (str(fields["played_out"].label), _format_yes_no(not options.settlements)),
        (str(fields["animals"].label), str(animals.get(options.animals, options.animals))),
        (str(fields["automatic_doubles"].label), str(options.automatic_doubles)),
        (
            str(fields["cube_limit"].label),
            str(dict(HIGHEST_CUBES).get(options.cube_limit, options.cube_limit)),
        ),
    ]


def _list_chouette(options: ChouetteLaws) -> Rows:
    return [
        (str(label), _get_choice_text(values, _read_choice(options, name)))
        for name, (label, values) in CHOUETTE_OPTIONS.items()
    ]


def _read_choice(options: ChouetteLaws, name: str) -> str:
    """Return the value of an option as a choice of the form."""
    value = getattr(options, name)
    if name == "lone_taker" and value == "must_drop" and options.lone_taker_below == "accepts_extras":
        return "must_drop_or_extras"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _get_choice_text(values: list[tuple[str, Any]], value: str) -> str:
    return str(dict(values).get(value, value))


def _get_preset_label(options: ChouetteLaws) -> str:
    """Return the label of the preset these rules equal, else a text that they were chosen at the table."""
    matching = [name for name, laws in CHOUETTES.items() if replace(laws, money=options.money) == options]
    return get_label(matching[0]) if matching else _("Chosen at this table")


def _format_stake(stake: int) -> str:
    """Return the value of a point; a session does not know the currency."""
    return str(stake) if stake == 1 else _("%(stake)s in the agreed currency") % {"stake": stake}


def _format_yes_no(is_agreed: bool) -> str:
    return pgettext("law", "Yes") if is_agreed else pgettext("law", "No")
