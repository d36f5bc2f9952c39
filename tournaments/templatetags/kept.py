"""Parts of pages drawn once: `{% kept "name" %}` for a version of a page, `{% cell_of cell %}` for a cell.

What is kept is the same for every reader. Whom one of them follows is marked in it afterwards: whatever
belongs to entry 17 begins its class with "p17", a pairing he has won with "w17".
"""

import re
from collections.abc import Collection
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
        key = f"part:{self.name}:{of}:{version}"
        held: str | None = cache.get(key)
        if held is None:
            held = str(self.nodelist.render(context))
            cache.set(key, held, KEPT_SECONDS)
        return mark_safe(marked(held, context.get("follows") or ()))  # noqa: S308 - drawn and escaped before


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
def cell_of(cell: Cell) -> SafeString:
    """A cell of a bracket; one that looks as before, as most do after a result, is not drawn again."""
    return _once("tournaments/_cell.html", cell)


@register.simple_tag
def cell_again(cell: Cell) -> SafeString:
    """A cell that stands on the page already, where links lead to it."""
    return mark_safe(cell_of(cell).replace(' id="at-', ' data-at="', 1))  # noqa: S308 - drawn and escaped


@register.simple_tag
def line_of(cell: Cell) -> SafeString:
    """A cell as a line of a list, kept likewise."""
    return _once("tournaments/_cell_line.html", cell)


def _once(name: str, cell: Cell) -> SafeString:
    look = (name, get_language(), *_look(cell))
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
