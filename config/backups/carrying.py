"""Carries the rows of a backup into the other kind of database, value by value.

The tables are those of the migrations the backup was written under, so every column has a field, which knows
how either kind of database writes it.
"""

import io
import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import UTC
from itertools import islice
from pathlib import Path
from typing import Any

from django.db import connection, models
from django.db.migrations.state import ProjectState
from psycopg import sql

from config.backups.seal import BackupError, Sealed
from config.backups.writing import member_of

Row = Sequence[Any]
Fields = Sequence["models.Field[Any, Any]"]

AT_ONCE = 500
# How PostgreSQL writes nothing at all, and what would break a line.
NOTHING = r"\N"
ESCAPED = re.compile(r"\\(.)")
LETTERS = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


def fields_of(state: ProjectState) -> Mapping[str, Fields]:
    """The columns of every table, each as its field, under the migrations of `state`."""
    found = [model._meta for model in state.apps.get_models(include_auto_created=True)]
    kept = [meta for meta in found if meta.managed and not meta.proxy]
    return {
        meta.db_table: meta.local_concrete_fields for meta in sorted(kept, key=lambda meta: meta.db_table)
    }


def rows_of_postgres(sealed: Sealed, table: str, fields: Fields) -> Iterator[Row]:
    """The rows of a table, as values, out of a file that a house on PostgreSQL wrote."""
    names = sealed.manifest.columns.get(table, [])
    if sorted(names) != sorted(str(field.column) for field in fields):
        raise BackupError(f"The columns of {table} are not those its migrations make.")
    places = [names.index(str(field.column)) for field in fields]
    with sealed.open(member_of(table)) as part:
        for line in io.TextIOWrapper(part, encoding="utf-8", newline="\n"):
            cells = line.rstrip("\n").split("\t")
            yield [_value(field, _cell(cells[place])) for field, place in zip(fields, places, strict=True)]


def rows_of_sqlite(records: Path, table: str, fields: Fields) -> Iterator[Row]:
    """The rows of a table, as values, out of the records of a house on SQLite."""
    columns = ", ".join(map(_quoted, fields))
    with closing(sqlite3.connect(records)) as house:
        try:
            for row in house.execute(f"SELECT {columns} FROM {connection.ops.quote_name(table)}"):  # noqa: S608
                yield [_value(field, cell) for field, cell in zip(fields, row, strict=True)]
        except sqlite3.DatabaseError as fault:
            raise BackupError(f"The columns of {table} are not those its migrations make.") from fault


def into_postgres(table: str, fields: Fields, rows: Iterable[Row]) -> None:
    """Write rows into an empty table of this house, which is on PostgreSQL."""
    names = sql.SQL(", ").join(sql.Identifier(str(field.column)) for field in fields)
    words = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), names)
    with connection.wrap_database_errors, connection.cursor() as cursor, cursor.copy(words) as copy:
        for row in rows:
            copy.write_row(_written(fields, row))


def into_sqlite(table: str, fields: Fields, rows: Iterable[Row]) -> None:
    """Write rows into an empty table of this house, which is on SQLite."""
    columns, marks = ", ".join(map(_quoted, fields)), ", ".join(["%s"] * len(fields))
    words = f"INSERT INTO {connection.ops.quote_name(table)} ({columns}) VALUES ({marks})"  # noqa: S608
    waiting = iter(rows)
    with connection.cursor() as cursor:
        while some := list(islice(waiting, AT_ONCE)):
            cursor.executemany(words, [_written(fields, row) for row in some])


def _cell(text: str) -> str | None:
    if text == NOTHING:
        return None
    return ESCAPED.sub(lambda found: LETTERS.get(found[1], found[1]), text) if "\\" in text else text


def _value(field: "models.Field[Any, Any]", cell: Any) -> Any:
    """What a cell of either kind of database says."""
    if cell is None:
        return None
    if isinstance(field, models.JSONField):
        told = json.loads(cell)
        return models.Value(None, models.JSONField()) if told is None else told
    if isinstance(field, models.BinaryField):
        return bytes.fromhex(cell.removeprefix(r"\x")) if isinstance(cell, str) else bytes(cell)
    value = field.to_python(cell)
    is_moment = isinstance(field, models.DateTimeField)
    return value.replace(tzinfo=UTC) if is_moment and value.tzinfo is None else value


def _written(fields: Fields, row: Row) -> list[Any]:
    """A row as the database of this house takes it."""
    return [field.get_db_prep_save(value, connection) for field, value in zip(fields, row, strict=True)]


def _quoted(field: "models.Field[Any, Any]") -> str:
    return connection.ops.quote_name(str(field.column))
