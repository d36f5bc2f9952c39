"""Cells and lines of brackets, rendered by `format_html`.

A page of a large event has a thousand of them; a template for each would take ten times as long.
"""

from collections.abc import Collection, Iterable

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from matches.messages import get_label
from matches.states import Status
from matches.templatetags.match_tags import symbol
from tournaments.models import Event
from tournaments.queries.bracket_layout import Overview
from tournaments.queries.bracket_rows import BracketEntry
from tournaments.queries.brackets import BracketSeat, Cell
from tournaments.templatetags.evenings import surname

register = template.Library()
# Numbers of the entries a reader follows.
Follows = Collection[int]


@register.simple_tag(takes_context=True)
def bracket_cells(context: Context, cells: Iterable[Cell], *, is_repeated: bool = False) -> SafeString:
    """Render the cells of a round; repeated ones are already on the page and linked."""
    follows = context.get("follows") or ()
    return _joined(_cell(cell, follows, is_repeated=is_repeated) for cell in cells)


@register.simple_tag(takes_context=True)
def bracket_lines(context: Context, cells: Iterable[Cell]) -> SafeString:
    """Render cells as list items, except those that stay empty."""
    follows = context.get("follows") or ()
    return _joined(_line(cell, follows) for cell in cells if not cell.is_empty)


@register.simple_tag(takes_context=True)
def bracket_threads(context: Context, whole: Overview) -> SafeString:
    """Render the paths of a drawing of a whole bracket."""
    follows = context.get("follows") or ()
    paths = (
        f'<path class="{"".join(f"p{entry} {_mark(entry, follows)}" for entry in line.entries)}{line.state}"'
        f' d="{line.path}"/>'
        for line in whole.lines
    )
    return mark_safe("".join(paths))  # noqa: S308 - only numbers and constants


def _cell(cell: Cell, follows: Follows, *, is_repeated: bool) -> SafeString:
    place = "data-at" if is_repeated else "id"
    anchor = cell.pairing.label if is_repeated else f"at-{cell.pairing.label}"
    address = _address(cell)
    inside = _joined((*(_seat(cell, seat, follows) for seat in cell.seats), _tag(cell)))
    if address:
        link = format_html(
            '<a {}="{}" class="cell {}" href="{}">{}</a>', place, anchor, cell.state, address, inside
        )
    else:
        link = format_html('<div {}="{}" class="cell {}">{}</div>', place, anchor, cell.state, inside)
    return format_html('<li class="{}">{}</li>', _cell_classes(cell, follows), link)


def _cell_classes(cell: Cell, follows: Follows) -> str:
    css_classes = [
        _entry_classes(seat.entry, follows, has_won=seat.has_won) for seat in cell.seats if seat.entry
    ]
    css_classes.append("pair")
    if cell.is_empty:
        css_classes.append("is-empty")
    elif cell.pairing.decided:
        css_classes.append("decided")
    if cell.is_ready:
        css_classes.append("started")
    return " ".join(css_classes)


def _entry_classes(entry: BracketEntry, follows: Follows, *, has_won: bool = False) -> str:
    """Return the classes used by scripts: "p17" where entry 17 is seated, "w17" where it has won."""
    number = entry.number
    is_followed = number in follows
    css_classes = [f"p{number}", *(["followed"] if is_followed else [])]
    if has_won:
        css_classes += [f"w{number}", *(["leads-to"] if is_followed else [])]
    return " ".join(css_classes)


def _mark(number: int, follows: Follows) -> str:
    return "followed " if number in follows else ""


def _address(cell: Cell) -> str:
    if cell.match:
        return reverse("match", args=[cell.match.code])
    if cell.leads_to_boards:
        event: Event = cell.pairing.event
        where = (event.tournament.club.slug, event.tournament.slug, event.slug, cell.pairing.label)
        return reverse("meeting", args=where)
    return ""


def _seat(cell: Cell, seat: BracketSeat, follows: Follows) -> SafeString:
    return format_html(
        '<span class="{}">{} {}{}</span>',
        _seat_classes(seat, follows),
        symbol(seat.side),
        _name(seat),
        _points(cell, seat),
    )


def _seat_classes(seat: BracketSeat, follows: Follows) -> str:
    entry_classes = _entry_classes(seat.entry, follows) if seat.entry else ""
    outcome = " won" if seat.has_won else " lost" if seat.has_lost else ""
    missing = " bye" if seat.is_vacant else "" if seat.entry else " open"
    return f"{entry_classes} bracket-player {seat.side}{outcome}{missing}".lstrip()


def _name(seat: BracketSeat) -> SafeString:
    if seat.entry:
        name = seat.entry.player.name
        name_html = format_html('<span class="name" title="{}">{}</span>', name, name)
        if seat.has_won:
            return format_html('{}<span class="visually-hidden">{}</span>', name_html, gettext("winner"))
        return name_html
    if seat.is_vacant:
        return format_html('<span class="name muted small">{}</span>', gettext("bye"))
    feeder = seat.feeder
    if feeder and feeder.white_entry and feeder.black_entry:
        names = {
            "white": surname(feeder.white_entry.player.name),
            "black": surname(feeder.black_entry.player.name),
        }
        text = gettext("loser of %(white)s – %(black)s") % names
        return format_html('<span class="name">{}</span>', text)
    return mark_safe('<span class="name">&nbsp;</span>')


def _points(cell: Cell, seat: BracketSeat) -> SafeString | str:
    match = cell.match
    if cell.state == Status.SETTLED.value and match and match.ending != "played":
        ending = format_html(' <span class="ending">{}</span>', get_label(match.ending))
        return ending if seat.has_lost else ""
    return format_html(' <span class="points-won">{}</span>', seat.score) if cell.has_score else ""


def _tag(cell: Cell) -> SafeString | str:
    """Return state and table of a match in progress."""
    if not cell.is_on:
        return ""
    state_label, table = get_label(cell.state), cell.match.table if cell.match else ""
    at_table = (
        format_html('<span class="visually-hidden">{} </span><b>{}</b>', gettext("table"), table)
        if table
        else ""
    )
    return format_html(
        '<span class="cell-tag" title="{}">{}<span class="visually-hidden">{}, </span>{}</span>',
        state_label,
        symbol(cell.state),
        state_label,
        at_table,
    )


def _line(cell: Cell, follows: Follows) -> SafeString:
    entry_classes = [_entry_classes(seat.entry, follows) for seat in cell.seats if seat.entry]
    white, black = (_plain_name(seat) for seat in cell.seats)
    return format_html(
        '<li class="{}">{} – {}{}</li>', " ".join((*entry_classes, "pair-line")), white, black, _outcome(cell)
    )


def _plain_name(seat: BracketSeat) -> str:
    if seat.entry:
        return seat.entry.player.name
    return gettext("bye") if seat.is_vacant else gettext("unknown")


def _outcome(cell: Cell) -> SafeString | str:
    if cell.has_score:
        white, black = cell.seats
        return format_html(
            ': <b class="numeral">{}–{}</b>, {}', white.score, black.score, get_label(cell.state)
        )
    return format_html(": {}", get_label(cell.state)) if cell.match else ""


def _joined(pieces: Iterable[SafeString | str]) -> SafeString:
    return mark_safe("".join(pieces))  # noqa: S308 - each was escaped
