"""Parts of pages drawn once: `{% kept "name" %}` for a version of a page, `{% cells_of cells %}` for cells.

What is kept is the same for every reader. Whom one of them follows is marked in it afterwards (`parts.Part`).
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

from tournaments.models import Event
from tournaments.parts import Large, Part, Parts
from tournaments.queries.brackets import Cell, Seat

register = template.Library()

KEPT_SECONDS = 600
# So many drawn pieces a process holds before it begins anew: a few events of the largest size, thrice.
CELLS = 24_576
BLANKS = re.compile(r"[ \n]+")
_drawn: dict[tuple[Any, ...], SafeString] = {}
# A part of so many letters is large.
LARGE = 20_000
# What this process holds of parts: the letters of a few dozen draws of the largest size.
_held = Parts(letters=16_000_000, seconds=KEPT_SECONDS)


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
        held = _found(f"part:{self.name}:{of}:{version}", lambda: self._drawn(context))
        follows: Collection[int] = context.get("follows") or ()
        large: Large | None = context.get("large")
        shown = held.marked(follows)
        if large is None or len(shown.text) < LARGE:
            return mark_safe(shown.text)  # noqa: S308 - drawn and escaped before
        return mark_safe(large.place_of(shown))  # noqa: S308 - a word of ours

    def _drawn(self, context: Context) -> str:
        """The part for everybody: nobody is marked in it, and all its parts stand in it."""
        with context.push(follows=(), large=None):
            return str(self.nodelist.render(context))


def _found(key: str, draw: Callable[[], str]) -> Part:
    """A part this process holds already, or the cache all share; else drawn, once, and put into both."""
    held = _held.get(key)
    if held is None:
        with _held.turn(key):
            held = _held.get(key)
            if held is None:
                text = cache.get(key)
                if text is None:
                    text = draw()
                    cache.set(key, text, KEPT_SECONDS)
                held = Part(text)
                _held.put(key, held)
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


@register.simple_tag
def cells_of(cells: Iterable[Cell]) -> SafeString:
    """Cells of a bracket; one that looks as before, as most do after a result, is not drawn again."""
    return _drawn_of("_cell", cells)


@register.simple_tag
def cells_again(cells: Iterable[Cell]) -> SafeString:
    """Cells that stand on the page already, where links lead to them."""
    return mark_safe(cells_of(cells).replace(' id="at-', ' data-at="'))  # noqa: S308 - drawn and escaped


@register.simple_tag
def lines_of(cells: Iterable[Cell]) -> SafeString:
    """Cells as lines of a list, but for those where nobody will ever sit."""
    return _drawn_of("_cell_line", (cell for cell in cells if not cell.is_empty))


def _drawn_of(name: str, cells: Iterable[Cell]) -> SafeString:
    return joined(once(name, look_of(cell), cell=cell) for cell in cells)


def once(name: str, look: tuple[Any, ...], **context: Any) -> SafeString:
    """A piece of a page that looks as before is not drawn again; `look` names all its template reads beside
    the language. The blanks a template is laid out with are left out. Templates stand in `tournaments` unless
    the name says otherwise."""
    key = (name, get_language(), *look)
    found = _drawn.get(key)
    if found is None:
        if len(_drawn) >= CELLS:
            _drawn.clear()
        room, _, file = name.rpartition("/")
        drawn = render_to_string(f"{room or 'tournaments'}/{file}.html", context)
        found = _drawn[key] = mark_safe(BLANKS.sub(" ", drawn))  # noqa: S308 - drawn and escaped
    return found


def joined(drawn: Iterable[SafeString]) -> SafeString:
    """Pieces one after the other."""
    return mark_safe("".join(drawn))  # noqa: S308 - drawn and escaped


def where_of(event: Event) -> tuple[str, ...]:
    """What the addresses in a piece are made of."""
    return (event.tournament.club.slug, event.tournament.slug, event.slug)


def look_of(cell: Cell) -> tuple[Any, ...]:
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
