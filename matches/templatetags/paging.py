"""Pages of long lists, and the links to them. A page with `?all=1` shows every list whole."""

from collections.abc import Sequence
from operator import attrgetter
from typing import Any

from django import template
from django.core.paginator import Page, Paginator
from django.template import Context
from django.utils.http import urlencode

from matches.names import fold_name

register = template.Library()


@register.simple_tag(takes_context=True)
def list_page(context: Context, rows: Sequence[Any], parameter: str, per_page: int) -> "Page[Any]":
    """Return the page of a list whose number is a parameter of the address."""
    query = context["request"].GET
    size = max(len(rows), 1) if query.get("all") else per_page
    return Paginator(rows, size).get_page(query.get(parameter))


@register.simple_tag(takes_context=True)
def find_rows(context: Context, rows: Sequence[Any], name: str) -> Sequence[Any]:
    """Return the rows with the letters of `?find=` in an attribute, such as "player.full_name"."""
    letters = context["request"].GET.get("find", "").strip()
    if not letters:
        return rows
    read_name, folded = attrgetter(name), fold_name(letters)
    return [row for row in rows if folded in fold_name(read_name(row))]


@register.inclusion_tag("components/page_links.html", takes_context=True)
def page_links(
    context: Context, page: "Page[Any]", parameter: str = "page", anchor: str = ""
) -> dict[str, Any]:
    """Render links to the pages of a list, which `parameter` names; nothing for a single page."""
    paginator = page.paginator
    numbers = paginator.get_elided_page_range(page.number, on_each_side=1, on_ends=1)
    return {
        "page": page,
        "previous": _page_url(context, parameter, page.number - 1, anchor) if page.has_previous() else "",
        "next": _page_url(context, parameter, page.number + 1, anchor) if page.has_next() else "",
        "pages": [
            (number, _page_url(context, parameter, number, anchor) if isinstance(number, int) else "")
            for number in numbers
        ],
    }


def _page_url(context: Context, parameter: str, number: int | str, anchor: str) -> str:
    """Return the address of a page of the list, with the other parameters of this page."""
    query = urlencode({**dict(context["request"].GET.lists()), parameter: str(number)}, doseq=True)
    address = str(context.get("page_url", "")).partition("?")[0]
    return f"{address}?{query}{anchor}"
