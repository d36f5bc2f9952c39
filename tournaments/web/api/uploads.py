"""Uploaded tables in the API."""

from collections.abc import Callable
from typing import Any

from rest_framework import serializers

from rules.errors import Refusal
from tournaments.exchange import spreadsheets
from tournaments.exchange.spreadsheets import MAX_COLUMNS, MAX_START, Grid


def multipart(serializer_class: Any) -> dict[str, Any]:
    """Return the OpenAPI schema of a multipart request."""
    return {"multipart/form-data": serializer_class}


def read_grid(data: dict[str, Any]) -> Grid:
    """Return the table of the uploaded file."""
    return spreadsheets.read(data["file"].read(spreadsheets.MAX_BYTES + 1))


def find_start(data: dict[str, Any], grid: Grid, find: Callable[[Grid], int]) -> int:
    """Return the row in which the table begins: that of the request, else the guessed one."""
    return data.get("start") or find(grid)


def column_roles(data: dict[str, Any], grid: Grid, guessed: tuple[str, ...]) -> tuple[str, ...]:
    """Return the role of each column: those of the request, else the guessed ones.

    Raises `request_invalid` unless there is one for each column.
    """
    roles = tuple(data.get("columns") or guessed)
    if len(roles) != grid.width:
        raise Refusal("request_invalid", "", problem="columns")
    return roles


def make_columns_field(roles: tuple[str, ...]) -> serializers.ListField:
    """Return the field for the role of each column; columns with "" are ignored."""
    return serializers.ListField(
        child=serializers.ChoiceField(choices=[role for role in roles if role], allow_blank=True),
        required=False,
        max_length=MAX_COLUMNS,
        help_text='The role of each column in order, "" for none; by default guessed from the headings.',
    )


def make_start_field() -> serializers.IntegerField:
    """Return the field for the row in which a table begins."""
    return serializers.IntegerField(
        required=False,
        allow_null=True,
        default=None,
        min_value=1,
        max_value=MAX_START,
        help_text="The row in which the table begins, with its headings if it has any; those above are left "
        "out. Blank rows are not counted. By default detected.",
    )
