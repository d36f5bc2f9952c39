"""Queries for one row by a unique value."""

from typing import Any, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Model, QuerySet

ModelT = TypeVar("ModelT", bound=Model)
RowT = TypeVar("RowT")


def get_or_none(rows: "QuerySet[ModelT, RowT]", **lookup: Any) -> RowT | None:
    """Return the only row with unique values, or None.

    For queries of every request and every result: unlike `first` it does not sort, which for models with an
    order costs as much as the rest of the query.
    """
    try:
        return rows.get(**lookup)
    except ObjectDoesNotExist:
        return None
