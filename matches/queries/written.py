"""Queries whose SQL is written once: what every reader asks each time is not put into words anew."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache
from itertools import islice
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Model, QuerySet

M = TypeVar("M", bound=Model)

# What stands in for the values while the words are made; nothing else in a query is like it.
NUMBER, WORD, MOMENT = 2_000_000_011, "\x02{}\x03", datetime(1873, 5, 17, 3, 19, 47, tzinfo=UTC)
Value = int | str | datetime
Words = tuple[str, tuple[tuple[int | None, Any], ...], dict[int, Any]]


class Written:
    """A query of numbers, words and moments. Making its SQL takes the ORM several times as long as the answer
    takes the database; it is made once for each kind of database.
    """

    def __init__(self, ask: Callable[..., QuerySet[Any, Any]], *kinds: type) -> None:
        self._ask = ask
        self._marks = [_mark(kind, place) for place, kind in enumerate(kinds)]
        self._words: dict[str, Words] = {}

    def values(self, *values: Value) -> list[list[Any]]:
        """The rows for these values, every column as its field gives it."""
        found = [list(row) for row in self.rows(*values)]
        for place, (converters, column) in self._words[connection.vendor][2].items():
            for row in found:
                for converter in converters:
                    row[place] = converter(row[place], column, connection)
        return found

    def rows(self, *values: Value) -> list[tuple[Any, ...]]:
        """The rows for these values, which stand in the order of `kinds`, as the database gives them."""
        sql, slots, _ = self._words.get(connection.vendor) or self._write()
        given = [_adapted(value) for value in values]
        with connection.cursor() as cursor:
            cursor.execute(sql, [constant if place is None else given[place] for place, constant in slots])
            return list(cursor.fetchall())

    def _write(self) -> Words:
        compiler = self._ask(*self._marks).query.get_compiler(connection=connection)
        sql, held = compiler.as_sql()
        converters = compiler.get_converters([column for column, *_ in compiler.select])
        marks = [_adapted(mark) for mark in self._marks]
        slots = tuple((marks.index(value), None) if value in marks else (None, value) for value in held)
        if {place for place, _ in slots} - {None} != set(range(len(marks))):
            raise ValueError(f"A value of this query is changed on its way: {sql}")
        self._words[connection.vendor] = words = (sql, slots, converters)
        return words


@cache
def columns(model: type[Model], way: str = "") -> list[str]:
    """What a query asks for to have rows of a model whole, over a way such as "player__"."""
    return [f"{way}{field.attname}" for field in model._meta.concrete_fields]


def made(model: type[M], values: Iterator[Any]) -> M:
    """A row of a model, of the next of the values `columns` has asked for."""
    names = columns(model)
    return model.from_db(DEFAULT_DB_ALIAS, names, list(islice(values, len(names))))


def _mark(kind: type, place: int) -> Value:
    if kind is datetime:
        return MOMENT
    return WORD.format(place) if kind is str else NUMBER + place


def _adapted(value: Value) -> Any:
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value
