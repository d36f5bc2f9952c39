"""Cursor pagination of lists; every page has `next`, `previous` and `results`."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from rules.errors import Refusal

LIMIT, ORDER, CURSOR = "limit", "ordering", "cursor"
LONGEST_CURSOR = 400
AFTER, BEFORE = "a", "b"


class ApiPagination(CursorPagination):
    """Pages of a queryset, stable while rows are added.

    A view declares its `orderings`, a mapping of names to `order_by` arguments, the default first.
    """

    page_size = 50
    max_page_size = 200
    page_size_query_param = LIMIT
    cursor_query_description = "The position of a page, taken from `next` or `previous` of another page."

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> Any:
        """The rows of the page. Raises NotFound for an invalid cursor."""
        try:
            return super().paginate_queryset(queryset, request, view)
        except (ValueError, ValidationError, OverflowError) as error:
            raise NotFound(self.invalid_cursor_message) from error

    def get_ordering(self, request: Request, queryset: Any, view: Any) -> tuple[str, ...]:
        """The requested order. Raises `request_invalid` for one that is not offered."""
        orderings = get_orderings(view)
        name = request.query_params.get(ORDER, "")
        if name and name not in orderings:
            raise Refusal("request_invalid", "", problem=ORDER)
        return orderings[name or next(iter(orderings))]

    def get_page_size(self, request: Request) -> int:
        """Return the requested limit. Raises `request_invalid` for an invalid number."""
        limit = request.query_params.get(LIMIT)
        if limit is None:
            return self.page_size
        if not (limit.isascii() and limit.isdecimal() and 0 < int(limit[:6]) <= self.max_page_size):
            raise Refusal("request_invalid", "", problem=LIMIT)
        return int(limit)

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """Cursor, limit and order, with their bounds."""
        limits = {"type": "integer", "minimum": 1, "maximum": self.max_page_size, "default": self.page_size}
        cursor = {"type": "string", "maxLength": LONGEST_CURSOR}
        parameters = [
            _parameter(CURSOR, str(self.cursor_query_description), cursor),
            _parameter(LIMIT, f"Rows per page, at most {self.max_page_size}.", limits),
        ]
        orderings = list(get_orderings(view))
        if len(orderings) > 1:
            enum = {"type": "string", "enum": orderings, "default": orderings[0]}
            parameters.append(_parameter(ORDER, "The order of the rows.", enum))
        return parameters


class LongPagination(ApiPagination):
    """Larger pages, for lists within one event or club; of a queryset, or of a sequence of computed rows.

    For a sequence the cursor holds the key of a row, given by `row_key` of the view, so that a page is found
    again after rows have moved.
    """

    page_size = 200
    max_page_size = 1000

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> Any:
        """The rows of the page. Raises `request_invalid` for a bad limit, NotFound for a bad cursor."""
        if isinstance(queryset, QuerySet):
            return super().paginate_queryset(queryset, request, view)
        key: Callable[[Any], str] = view.row_key
        size, rows = self.get_page_size(request), list(queryset)
        first, last = _get_slice([key(row) for row in rows], request.query_params.get(CURSOR, ""), size)
        page = rows[first:last]
        self._links = (
            _make_link(request, AFTER, key(page[-1])) if page and last < len(rows) else None,
            _make_link(request, BEFORE, key(page[0])) if page and first else None,
        )
        return page

    def get_paginated_response(self, data: Any) -> Response:
        """The envelope of the page."""
        links = getattr(self, "_links", None)
        if links is None:
            return super().get_paginated_response(data)
        return Response({"next": links[0], "previous": links[1], "results": data})


def get_orderings(view: Any) -> Mapping[str, tuple[str, ...]]:
    """Return the `orderings` of a view, by default the newest first."""
    orderings: Mapping[str, tuple[str, ...]] = getattr(view, "orderings", {"-id": ("-id",)})
    return orderings


# Parameters of views whose response contains a page among other data (`ApiViewSet.page_of`).
PAGE_PARAMETERS = [
    OpenApiParameter(
        CURSOR,
        {"type": "string", "maxLength": LONGEST_CURSOR},
        description=str(LongPagination.cursor_query_description),
    ),
    OpenApiParameter(
        LIMIT,
        {"type": "integer", "minimum": 1, "maximum": LongPagination.max_page_size},
        description=f"Rows per page, at most {LongPagination.max_page_size}.",
    ),
]


def _parameter(name: str, description: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": "query", "required": False, "description": description, "schema": schema}


def _get_slice(keys: Sequence[str], cursor: str, size: int) -> tuple[int, int]:
    if not cursor:
        return 0, size
    side, _, key = _decode_cursor(cursor).partition(":")
    if side not in (AFTER, BEFORE) or key not in keys:
        raise NotFound(LongPagination.invalid_cursor_message)
    place = keys.index(key)
    return (place + 1, place + 1 + size) if side == AFTER else (max(0, place - size), place)


def _make_link(request: Request, side: str, key: str) -> str:
    cursor = urlsafe_b64encode(f"{side}:{key}".encode()).decode()
    return str(replace_query_param(request.build_absolute_uri(), CURSOR, cursor))


def _decode_cursor(cursor: str) -> str:
    try:
        return urlsafe_b64decode(cursor.encode()).decode()
    except ValueError:
        return ""
