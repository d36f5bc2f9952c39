"""Pages of tables that are computed whole: a cursor names the row a page begins behind or ends before."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from matches.api.pagination import CURSOR, LIMIT, LONGEST_CURSOR, LongPagination

Row = TypeVar("Row")
AFTER, BEFORE = "a", "b"
PAGED = (
    OpenApiParameter(
        CURSOR,
        {"type": "string", "maxLength": LONGEST_CURSOR},
        description="Where a page begins: take `next` or `previous` of another page.",
    ),
    OpenApiParameter(
        LIMIT,
        {
            "type": "integer",
            "minimum": 1,
            "maximum": LongPagination.max_page_size,
            "default": LongPagination.page_size,
        },
        description="Rows on a page, at most 1000.",
    ),
)


class PageOut(serializers.Serializer[Any]):
    """Where the rows before and behind these are."""

    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """Some rows of a table, and the addresses of those before and behind them."""

    rows: Sequence[Row]
    next: str | None
    previous: str | None

    @property
    def links(self) -> dict[str, str | None]:
        """The two addresses by their names."""
        return {"next": self.next, "previous": self.previous}


def page_of(rows: Sequence[Row], request: Request, *, name: Callable[[Row], str]) -> Page[Row]:
    """The page a request asks for; `name` tells a row from all others, and stays its own when it moves.

    Raises `request_invalid` for what is no number of rows, NotFound for a cursor of no row there is.
    """
    size = LongPagination().get_page_size(request)
    first, last = _span([name(row) for row in rows], request.query_params.get(CURSOR, ""), size)
    shown = rows[first:last]
    return Page(
        shown,
        _address(request, AFTER, name(shown[-1])) if shown and last < len(rows) else None,
        _address(request, BEFORE, name(shown[0])) if shown and first else None,
    )


def _span(names: Sequence[str], cursor: str, size: int) -> tuple[int, int]:
    if not cursor:
        return 0, size
    side, _, held = _read(cursor).partition(":")
    if side not in (AFTER, BEFORE) or held not in names:
        raise NotFound(LongPagination.invalid_cursor_message)
    place = names.index(held)
    return (place + 1, place + 1 + size) if side == AFTER else (max(0, place - size), place)


def _address(request: Request, side: str, held: str) -> str:
    cursor = urlsafe_b64encode(f"{side}:{held}".encode()).decode()
    return str(replace_query_param(request.build_absolute_uri(), CURSOR, cursor))


def _read(cursor: str) -> str:
    try:
        return urlsafe_b64decode(cursor.encode()).decode()
    except ValueError:
        return ""
