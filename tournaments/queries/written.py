"""Queries whose SQL is written once: what every reader asks each time is not put into words anew."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from django.db import connection
from django.db.models import QuerySet

# What stands in for the values while the words are made; nothing else in a query is like it.
NUMBER, MOMENT = 2_000_000_011, datetime(1873, 5, 17, 3, 19, 47, tzinfo=UTC)
Words = tuple[str, tuple[tuple[int | None, Any], ...]]


class Written:
    """A query of numbers and moments. Making its SQL takes the ORM several times as long as the answer takes
    the database; it is made once for each kind of database, and its rows come as the database gives them.
    """

    def __init__(self, ask: Callable[..., QuerySet[Any, Any]], *kinds: type) -> None:
        self._ask = ask
        self._marks = [MOMENT if kind is datetime else NUMBER + place for place, kind in enumerate(kinds)]
        self._words: dict[str, Words] = {}

    def rows(self, *values: int | datetime) -> list[tuple[Any, ...]]:
        """The rows for these values, which stand in the order of `kinds`."""
        sql, slots = self._words.get(connection.vendor) or self._write()
        given = [_adapted(value) for value in values]
        with connection.cursor() as cursor:
            cursor.execute(sql, [constant if place is None else given[place] for place, constant in slots])
            return list(cursor.fetchall())

    def _write(self) -> Words:
        sql, held = self._ask(*self._marks).query.sql_with_params()
        marks = [_adapted(mark) for mark in self._marks]
        slots = tuple((marks.index(value), None) if value in marks else (None, value) for value in held)
        self._words[connection.vendor] = (sql, slots)
        return sql, slots


def _adapted(value: int | datetime) -> Any:
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value
