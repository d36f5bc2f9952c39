"""Parts of pages drawn once: `{% kept "name" %}` for a version of a page, `{% cells_of cells %}` for cells.

What is kept is the same for every reader. Whom one of them follows is marked in it afterwards: whatever
belongs to entry 17 begins its class with "p17", a pairing he has won with "w17".
"""

import re
from collections.abc import Callable, Collection, Iterable
from typing import Any

from django import template
from django.core.cache import cache
from django.template import Context, NodeList
from django.template.base import FilterExpression, Parser, Token
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournaments.queries.brackets import Cell, Seat

register = template.Library()

KEPT_SECONDS = 600
# So many drawn cells a process holds before it begins anew: a few events of the largest size, twice.
CELLS = 16384
_drawn: dict[tuple[Any, ...], SafeString] = {}
# So many parts a process holds; the oldest go first.
PARTS = 256
_held: dict[str, str] = {}


class Kept(template.Node):
    """What stands between the tags, drawn once for `kept_as`; without one it is drawn each time."""

    def __init__(self, name: str, inside: NodeList, of: FilterExpression | None = None) -> None:
        self.name = name
        self.nodelist = inside
        self.of = of

    def render(self, context: Context) -> SafeString:
        """The part as it was drawn before, or drawn now, with the entries in `follows` marked."""
        version = context.get("kept_as")
        if not version:
            return self.nodelist.render(context)
        of = self.of.resolve(context) if self.of else ""
        held = _found(f"part:{self.name}:{of}:{version}", lambda: str(self.nodelist.render(context)))
        return mark_safe(marked(held, context.get("follows") or ()))  # noqa: S308 - drawn and escaped before


def _found(key: str, draw: Callable[[], str]) -> str:
    """A part this process holds already, or the cache all share; else drawn, and put into both."""
    held: str | None = _held.get(key)
    if held is None:
        held = cache.get(key)
        if held is None:
            held = draw()
            cache.set(key, held, KEPT_SECONDS)
        while len(_held) >= PARTS:
            _held.pop(next(iter(_held)), None)
        _held[key] = held
    return held


@register.tag
def kept(parser: Parser, token: Token) -> Kept:
    """`{% kept "name" %}...{% endkept %}`: for pages whose `kept_as` names all that they are made of.

    A part that differs by something more names it too: `{% kept "way" entry.number %}`.
    """
    _, name, *of = token.split_contents()
    inside = parser.parse(("endkept",))
    parser.delete_first_token()
    return Kept(name.strip("\"'"), inside, parser.compile_filter(of[0]) if of else None)


def marked(drawn: str, numbers: Collection[int]) -> str:
    """A part with everything of these entries marked as followed."""
    for number in numbers:
        # Text has its quotation marks escaped, so that no name can look like a class.
        drawn = re.sub(rf'class="((?:[pw]\d+ )*?)p{number}(?=[ "])', r'class="\1followed', drawn)
        drawn = re.sub(rf'class="((?:(?:[pw]\d+|followed) )*?)w{number}(?=[ "])', r'class="\1leads-on', drawn)
    return drawn


@register.simple_tag
def cells_of(cells: Iterable[Cell]) -> SafeString:
    """Cells of a bracket; one that looks as before, as most do after a result, is not drawn again."""
    return _drawn_of("tournaments/_cell.html", cells)


@register.simple_tag
def cells_again(cells: Iterable[Cell]) -> SafeString:
    """Cells that stand on the page already, where links lead to them."""
    return mark_safe(cells_of(cells).replace(' id="at-', ' data-at="'))  # noqa: S308 - drawn and escaped


@register.simple_tag
def lines_of(cells: Iterable[Cell]) -> SafeString:
    """Cells as lines of a list, but for those where nobody will ever sit."""
    return _drawn_of("tournaments/_cell_line.html", (cell for cell in cells if not cell.is_empty))


def _drawn_of(name: str, cells: Iterable[Cell]) -> SafeString:
    language = get_language()
    return mark_safe("".join(_once(name, language, cell) for cell in cells))  # noqa: S308 - drawn and escaped


def _once(name: str, language: str | None, cell: Cell) -> SafeString:
    look = (name, language, *_look(cell))
    found = _drawn.get(look)
    if found is None:
        if len(_drawn) >= CELLS:
            _drawn.clear()
        found = _drawn[look] = render_to_string(name, {"cell": cell})
    return found


def _look(cell: Cell) -> tuple[Any, ...]:
    """Everything the template of a cell reads."""
    place, match = cell.pairing, cell.match
    played = (match.code, match.ending, match.table) if match else ()
    where = (place.event.pk, place.label) if cell.leads_to_boards else (place.label,)
    white, black = cell.seats
    return (where, cell.state, bool(place.decided), played, _sits(white), _sits(black))


def _sits(seat: Seat) -> tuple[Any, ...]:
    entry, fed = seat.entry, seat.feeder
    losers = (fed.white_entry, fed.black_entry) if fed else ()
    return (
        (entry.number, entry.player.name) if entry else None,
        seat.is_vacant,
        seat.score,
        seat.has_won,
        seat.has_lost,
        *(one.player.name if one else None for one in losers),
    )
