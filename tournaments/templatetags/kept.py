"""Parts of pages drawn once: `{% kept "name" %}` for a version of a page, `{% cell_of cell %}` for a cell."""

from typing import Any

from django import template
from django.core.cache import cache
from django.template import Context, NodeList
from django.template.base import Parser, Token
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournaments.queries.brackets import Cell, Seat

register = template.Library()

KEPT_SECONDS = 600
# So many drawn cells a process holds before it begins anew: a few events of the largest size.
CELLS = 8192
_drawn: dict[tuple[Any, ...], SafeString] = {}


class Kept(template.Node):
    """What stands between the tags, drawn once for `kept_as`; without one it is drawn each time."""

    def __init__(self, name: str, inside: NodeList) -> None:
        self.name = name
        self.nodelist = inside

    def render(self, context: Context) -> SafeString:
        """The part as it was drawn before, or drawn now."""
        version = context.get("kept_as")
        if not version:
            return self.nodelist.render(context)
        key = f"part:{self.name}:{version}"
        held: str | None = cache.get(key)
        if held is None:
            held = str(self.nodelist.render(context))
            cache.set(key, held, KEPT_SECONDS)
        return mark_safe(held)  # noqa: S308 - what a template has drawn and escaped


@register.tag
def kept(parser: Parser, token: Token) -> Kept:
    """`{% kept "name" %}...{% endkept %}`: for pages whose `kept_as` names all that they are made of."""
    _, name = token.split_contents()
    inside = parser.parse(("endkept",))
    parser.delete_first_token()
    return Kept(name.strip("\"'"), inside)


@register.simple_tag
def cell_of(cell: Cell) -> SafeString:
    """A cell of a bracket; one that looks as before, as most do after a result, is not drawn again."""
    if cell.leads_to_boards:
        return _cell(cell)
    look = _look(cell)
    found = _drawn.get(look)
    if found is None:
        if len(_drawn) >= CELLS:
            _drawn.clear()
        found = _drawn[look] = _cell(cell)
    return found


def _cell(cell: Cell) -> SafeString:
    return render_to_string("tournaments/_cell.html", {"cell": cell})


def _look(cell: Cell) -> tuple[Any, ...]:
    """Everything the template of a cell reads."""
    match = cell.match
    played = (match.code, match.ending, str(match.table or "")) if match else ()
    white, black = cell.seats
    return (get_language(), cell.state, bool(cell.pairing.decided), played, _sits(white), _sits(black))


def _sits(seat: Seat) -> tuple[Any, ...]:
    entry, fed = seat.entry, seat.feeder
    losers = (fed.white_entry, fed.black_entry) if fed else ()
    return (
        entry.player.name if entry else None,
        seat.is_vacant,
        seat.score,
        seat.has_won,
        seat.has_lost,
        seat.is_followed,
        *(one.player.name if one else None for one in losers),
    )
