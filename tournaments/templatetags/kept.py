"""Parts of pages drawn once: `{% kept "name" %}` for a version of a page, `{% cells_of cells %}` for cells.

What is kept is the same for every reader. Whom one of them follows is marked in it afterwards: whatever
belongs to entry 17 begins its class with "p17", a pairing he has won with "w17".
"""

import re
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable
from threading import Lock
from time import monotonic
from typing import Any
from weakref import WeakValueDictionary

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
# So many drawn pieces a process holds before it begins anew: a few events of the largest size, twice.
CELLS = 16384
BLANKS = re.compile(r"[ \n]+")
_drawn: dict[tuple[Any, ...], SafeString] = {}
# So many letters of parts a process holds; those nobody asked for the longest go first.
LETTERS = 16_000_000


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


class _Turn:
    """One thread draws a part while the others that want it wait."""

    def __init__(self) -> None:
        self._lock = Lock()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()


class Parts:
    """The parts a process holds, none for longer than it is kept, and whose turn it is to draw one."""

    def __init__(self) -> None:
        self._held: OrderedDict[str, tuple[float, str]] = OrderedDict()
        self._turns: WeakValueDictionary[str, _Turn] = WeakValueDictionary()
        self._lock = Lock()
        self.letters = 0

    def get(self, key: str) -> str | None:
        """A part that is held, or None."""
        with self._lock:
            until, part = self._held.get(key, (0.0, ""))
            if until <= monotonic():
                return None
            self._held.move_to_end(key)
            return part

    def put(self, key: str, part: str) -> None:
        """Hold a part; those nobody asked for the longest go where there is no room."""
        with self._lock:
            self._drop(key)
            self._held[key] = (monotonic() + KEPT_SECONDS, part)
            self.letters += len(part)
            while self.letters > LETTERS and len(self._held) > 1:
                self._drop(next(iter(self._held)))

    def clear(self) -> None:
        """Hold nothing."""
        with self._lock:
            self._held.clear()
            self.letters = 0

    def turn(self, key: str) -> _Turn:
        """What a thread holds while it draws a part."""
        with self._lock:
            return self._turns.setdefault(key, _Turn())

    def _drop(self, key: str) -> None:
        _, part = self._held.pop(key, (0.0, ""))
        self.letters -= len(part)


_held = Parts()


def _found(key: str, draw: Callable[[], str]) -> str:
    """A part this process holds already, or the cache all share; else drawn, once, and put into both."""
    held = _held.get(key)
    if held is None:
        with _held.turn(key):
            held = _held.get(key)
            if held is None:
                held = cache.get(key)
                if held is None:
                    held = draw()
                    cache.set(key, held, KEPT_SECONDS)
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
    drawn = (
        once((name, *look_of(cell)), lambda cell=cell: render_to_string(name, {"cell": cell}))
        for cell in cells
    )
    return mark_safe("".join(drawn))  # noqa: S308 - drawn and escaped


def once(look: tuple[Any, ...], draw: Callable[[], str]) -> SafeString:
    """A piece of a page that looks as before is not drawn again; `look` names all it is made of beside the
    language. The blanks a template is laid out with are left out."""
    key = (get_language(), *look)
    found = _drawn.get(key)
    if found is None:
        if len(_drawn) >= CELLS:
            _drawn.clear()
        found = _drawn[key] = mark_safe(BLANKS.sub(" ", draw()))  # noqa: S308 - drawn and escaped
    return found


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
