"""Transfers the rows of a backup into the other kind of database, value by value.

The tables are made by the migrations the backup was written under, so every column has a field, which
converts its values for either database.
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

from config.backups.archive import BackupError, BackupReader
from config.backups.writer import member_name

Row = Sequence[Any]
Fields = Sequence["models.Field[Any, Any]"]

BATCH_SIZE = 500
# The format of PostgreSQL's COPY: null, and escaped characters.
NULL = r"\N"
ESCAPED = re.compile(r"\\(.)")
ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


def fields_by_table(state: ProjectState) -> Mapping[str, Fields]:
    """The fields of the columns of every table, under the migrations of `state`."""
    metas = [model._meta for model in state.apps.get_models(include_auto_created=True)]
    stored = [meta for meta in metas if meta.managed and not meta.proxy]
    return {
        meta.db_table: meta.local_concrete_fields for meta in sorted(stored, key=lambda meta: meta.db_table)
    }


def read_postgres_rows(backup: BackupReader, table: str, fields: Fields) -> Iterator[Row]:
    """Read the rows of a table, as Python values, from a backup of a PostgreSQL database."""
    names = backup.manifest.columns.get(table, [])
    if sorted(names) != sorted(str(field.column) for field in fields):
        raise BackupError(f"The columns of {table} are not those its migrations make.")
    places = [names.index(str(field.column)) for field in fields]
    with backup.open(member_name(table)) as part:
        for line in io.TextIOWrapper(part, encoding="utf-8", newline="\n"):
            cells = line.rstrip("\n").split("\t")
            yield [
                _python_value(field, _unescape(cells[place]))
                for field, place in zip(fields, places, strict=True)
            ]


def read_sqlite_rows(records: Path, table: str, fields: Fields) -> Iterator[Row]:
    """Read the rows of a table, as Python values, from an SQLite database file."""
    columns = ", ".join(map(_quoted, fields))
    with closing(sqlite3.connect(records)) as database:
        try:
            for row in database.execute(f"SELECT {columns} FROM {connection.ops.quote_name(table)}"):  # noqa: S608
                yield [_python_value(field, cell) for field, cell in zip(fields, row, strict=True)]
        except sqlite3.DatabaseError as fault:
            raise BackupError(f"The columns of {table} are not those its migrations make.") from fault


def write_postgres_rows(table: str, fields: Fields, rows: Iterable[Row]) -> None:
    """Write rows into an empty table of this PostgreSQL database."""
    names = sql.SQL(", ").join(sql.Identifier(str(field.column)) for field in fields)
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), names)
    with connection.wrap_database_errors, connection.cursor() as cursor, cursor.copy(statement) as copy:
        for row in rows:
            copy.write_row(_database_values(fields, row))


def write_sqlite_rows(table: str, fields: Fields, rows: Iterable[Row]) -> None:
    """Write rows into an empty table of this SQLite database."""
    columns, marks = ", ".join(map(_quoted, fields)), ", ".join(["%s"] * len(fields))
    statement = f"INSERT INTO {connection.ops.quote_name(table)} ({columns}) VALUES ({marks})"  # noqa: S608
    remaining = iter(rows)
    with connection.cursor() as cursor:
        while batch := list(islice(remaining, BATCH_SIZE)):
            cursor.executemany(statement, [_database_values(fields, row) for row in batch])


def _unescape(text: str) -> str | None:
    if text == NULL:
        return None
    return ESCAPED.sub(lambda match: ESCAPES.get(match[1], match[1]), text) if "\\" in text else text


def _python_value(field: "models.Field[Any, Any]", cell: Any) -> Any:
    """The Python value of a column in either kind of database."""
    if cell is None:
        return None
    if isinstance(field, models.JSONField):
        value = json.loads(cell)
        return models.Value(None, models.JSONField()) if value is None else value
    if isinstance(field, models.BinaryField):
        return bytes.fromhex(cell.removeprefix(r"\x")) if isinstance(cell, str) else bytes(cell)
    value = field.to_python(cell)
    is_moment = isinstance(field, models.DateTimeField)
    return value.replace(tzinfo=UTC) if is_moment and value.tzinfo is None else value


def _database_values(fields: Fields, row: Row) -> list[Any]:
    """The values of a row as this database stores them."""
    return [field.get_db_prep_save(value, connection) for field, value in zip(fields, row, strict=True)]


def _quoted(field: "models.Field[Any, Any]") -> str:
    return connection.ops.quote_name(str(field.column))
