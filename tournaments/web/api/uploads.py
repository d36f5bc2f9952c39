"""Uploaded tables in the API."""

from typing import Any

from rest_framework import serializers

from tournaments.exchange.lists.chosen_columns import MAX_START
from tournaments.exchange.spreadsheets import MAX_COLUMNS


def multipart(serializer_class: Any) -> dict[str, Any]:
    """Return the OpenAPI schema of a multipart request."""
    return {"multipart/form-data": serializer_class}


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
        "out. Blank rows are counted, as a spreadsheet does. By default detected.",
    )
