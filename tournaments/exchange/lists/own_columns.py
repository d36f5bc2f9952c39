"""Columns of the fields that a club has defined for the records of its members. Pure."""

from collections.abc import Mapping
from dataclasses import replace

from tournaments.exchange.lists.headings import NAME_ROLES, fold_heading
from tournaments.exchange.lists.reading import Interview
from tournaments.exchange.lists.tables import ListTable


def assign_own_columns(table: ListTable, interview: Interview) -> ListTable:
    """Return a table in which a column with the name of a field of the club is the column of that field.

    Columns of names stay what they are, and so do columns that were chosen.
    """
    heading_texts = table.heading_texts
    if not interview.own_fields or interview.get_columns(table.sheet.name, heading_texts):
        return table
    roles_by_name = _fold_names(interview.own_fields)
    roles = list(table.roles)
    for column, heading in enumerate(heading_texts[: len(roles)]):
        role = roles_by_name.get(fold_heading(heading), "")
        if role and role not in roles and roles[column] not in NAME_ROLES:
            roles[column] = role
    return replace(table, roles=tuple(roles))


def _fold_names(own_fields: Mapping[str, str]) -> dict[str, str]:
    """Return the roles by the names of the fields, without names that have no letters or figures."""
    roles_by_name = {fold_heading(name): role for role, name in own_fields.items()}
    roles_by_name.pop("", None)
    return roles_by_name
