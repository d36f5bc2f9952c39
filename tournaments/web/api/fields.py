"""Fields of serializers that are not written in their class."""

from typing import Any

from rest_framework import serializers

Fields = dict[str, serializers.Field[Any, Any, Any, Any]]


def insert_fields(fields: Fields, more: Fields, *, after: str) -> Fields:
    """Return the fields of a serializer with `more` of them behind the one called `after`."""
    items = list(fields.items())
    place = list(fields).index(after) + 1
    return dict([*items[:place], *more.items(), *items[place:]])
