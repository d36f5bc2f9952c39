"""Assertions that a write violates a named database constraint, shared by the tests of constraints."""

import re
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from django.db import IntegrityError, connection, models, transaction
from django.db.models import UniqueConstraint


def refuses(name: str, write: Callable[[], Any], among: Iterable[type[models.Model]]) -> None:
    """Assert that the write violates the constraint of that name, which one of these models has."""
    with pytest.raises(IntegrityError) as caught, transaction.atomic():
        write()
    marks = marks_of(name, among)
    assert marks & set(re.findall(r"[\w.]+", str(caught.value))) == marks


def names_in(among: Iterable[type[models.Model]]) -> list[str]:
    """The names of all constraints of these models."""
    return [rule.name for model in among for rule in model._meta.constraints]


def marks_of(name: str, among: Iterable[type[models.Model]]) -> set[str]:
    """The names by which the database reports a constraint: SQLite reports the columns of a unique one."""
    constraints = {rule.name: (model, rule) for model in among for rule in model._meta.constraints}
    model, rule = constraints[name]
    if connection.vendor != "sqlite" or not isinstance(rule, UniqueConstraint):
        return {name}
    columns = [model._meta.get_field(field).column for field in rule.fields]
    return {f"{model._meta.db_table}.{column}" for column in columns}
