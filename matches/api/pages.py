"""Lists in pages that stay true while rows are added: a cursor, a limit, and an order to choose."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

from rules.errors import Refusal

LIMIT, ORDER, CURSOR = "limit", "ordering", "cursor"
LONGEST_CURSOR = 400


class Pages(CursorPagination):
    """Pages of at most `limit` rows. A view names its orders as `orderings`, the usual one first."""

    page_size = 50
    max_page_size = 200
    page_size_query_param = LIMIT
    page_size_query_description = "Rows on a page, at most 200."
    cursor_query_description = "Where a page begins: take `next` or `previous` of another page."

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> Any:
        """The rows of the page. Raises NotFound for a cursor nobody has given out."""
        try:
            return super().paginate_queryset(queryset, request, view)
        except (ValueError, ValidationError, OverflowError) as fault:
            raise NotFound(self.invalid_cursor_message) from fault

    def get_ordering(self, request: Request, queryset: Any, view: Any) -> tuple[str, ...]:
        """The order that was asked for. Raises `request_invalid` for one that is not offered."""
        offered = orders_of(view)
        asked = request.query_params.get(ORDER, "")
        if asked and asked not in offered:
            raise Refusal("request_invalid", "", problem=ORDER)
        return offered[asked or next(iter(offered))]

    def get_page_size(self, request: Request) -> int:
        """The limit that was asked for. Raises `request_invalid` for what is no number of rows."""
        asked = request.query_params.get(LIMIT)
        if asked is None:
            return self.page_size
        if not (asked.isascii() and asked.isdecimal() and 0 < int(asked[:6]) <= self.max_page_size):
            raise Refusal("request_invalid", "", problem=LIMIT)
        return int(asked)

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """Cursor, limit and order, with their bounds."""
        limits = {"type": "integer", "minimum": 1, "maximum": self.max_page_size, "default": self.page_size}
        cursor = {"type": "string", "maxLength": LONGEST_CURSOR}
        told: list[dict[str, Any]] = [
            _parameter(CURSOR, str(self.cursor_query_description), cursor),
            _parameter(LIMIT, str(self.page_size_query_description), limits),
        ]
        offered = list(orders_of(view))
        if len(offered) > 1:
            kinds = {"type": "string", "enum": offered, "default": offered[0]}
            told.append(_parameter(ORDER, "In which order.", kinds))
        return told


class LongPages(Pages):
    """Pages of what belongs to one event, which is mostly wanted whole."""

    page_size = 200
    max_page_size = 1000
    page_size_query_description = "Rows on a page, at most 1000."


def orders_of(view: Any) -> Mapping[str, tuple[str, ...]]:
    """The orders a view offers, by the words that ask for them."""
    offered: Mapping[str, tuple[str, ...]] = getattr(view, "orderings", {"-id": ("-id",)})
    return offered


def _parameter(name: str, description: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": "query", "required": False, "description": description, "schema": schema}
