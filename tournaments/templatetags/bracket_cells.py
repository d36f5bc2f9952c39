"""Cells and lines of brackets, rendered by `format_html`.

A page of a large event has a thousand of them; a template for each would take ten times as long.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from matches.messages import get_label
from matches.names import get_surnames
from matches.states import TO_PLAY, Ending, get_shown_status
from matches.templatetags.code_addresses import CodeAddresses, code_addresses, with_code
from matches.templatetags.match_tags import symbol
from tournaments.formats.round_robin import ANNULLED
from tournaments.journal.facts import RULED
from tournaments.models import Event
from tournaments.play.brackets.bracket_layout import (
    BracketSection,
    Overview,
    choose_section,
    cut_into_sections,
)
from tournaments.play.brackets.brackets import Bracket, BracketRound, BracketSeat, Cell
from tournaments.play.events.bracket_rows import BracketEntry

register = template.Library()
# Of more matches for further places than this, a page shows one round.
MOST_PLACING_CELLS = 32
# Numbers of the entries the visitor follows.
EntryNumbers = Collection[int]


@register.simple_tag(takes_context=True)
def bracket_cells(context: Context, cells: Iterable[Cell], *, is_repeated: bool = False) -> SafeString:
    """Render the cells of a round; `is_repeated`: the same cells are also elsewhere on the page."""
    followed, match_pages = context.get("follows") or (), code_addresses("match")
    return _join(_cell(cell, followed, match_pages, is_repeated=is_repeated) for cell in cells)


@register.simple_tag(takes_context=True)
def bracket_lines(context: Context, cells: Iterable[Cell]) -> SafeString:
    """Render cells as list items, except those that stay empty."""
    followed = context.get("follows") or ()
    return _join(_list_item(cell, followed) for cell in cells if not cell.is_empty)


@register.simple_tag(takes_context=True)
def shown_sections(context: Context, bracket: Bracket) -> Sequence[BracketSection]:
    """Return the sections of a bracket that a page shows: the requested one and the last rounds.

    `?section=` names it; without, it is that of the followed entry, or the first with open matches. With
    `?all=1` it is every section.
    """
    sections = cut_into_sections(bracket)
    query = context["request"].GET
    if query.get("all") or len(sections) == 1:
        return sections
    return (
        choose_section(sections, query.get("section", ""), context.get("follows") or ()),
        sections[-1],
    )


class PlacingRounds(NamedTuple):
    """The rounds of a bracket in which further places are played for, and those of them that a page shows."""

    all_rounds: Sequence[BracketRound]
    shown_rounds: Sequence[BracketRound]


@register.simple_tag(takes_context=True)
def placing_rounds(context: Context, bracket: Bracket) -> PlacingRounds:
    """Return the rounds with matches for further places; of many matches one round is shown.

    `?places=` names it; without, it is the first with open matches. With `?all=1` all are shown.
    """
    all_rounds = [part for part in bracket.rounds if part.placing]
    query = context["request"].GET
    if query.get("all") or sum(len(part.placing) for part in all_rounds) <= MOST_PLACING_CELLS:
        return PlacingRounds(all_rounds, all_rounds)
    choices = (
        *(part for part in all_rounds if str(part.number) == query.get("places")),
        *(part for part in all_rounds if any(cell.is_on for cell in part.placing)),
        *all_rounds,
    )
    return PlacingRounds(all_rounds, choices[:1])


@register.simple_tag(takes_context=True)
def section_url(context: Context, section: BracketSection, sheet: str = "") -> str:
    """Return the address of a section, on this page or on the draw sheet.

    The last rounds are always on the page.
    """
    query = context["request"].GET
    if not section.number or query.get("all"):
        return f"{sheet}#section-{section.key}"
    parameters = urlencode({**dict(query.lists()), "section": section.key}, doseq=True)
    return f"{sheet}?{parameters}#section-{section.key}"


@register.simple_tag(takes_context=True)
def bracket_threads(context: Context, overview: Overview) -> SafeString:
    """Render the lines of the overview of a bracket as SVG paths.

    Lines of the same classes are one path: those that no entry has reached yet are most of a large bracket.
    """
    followed = context.get("follows") or ()
    lines_by_class: dict[str, list[str]] = {}
    for line in overview.lines:
        css_class = f"{_line_classes(line.entries, followed)}{line.state}"
        lines_by_class.setdefault(css_class, []).append(line.path)
    paths = (f'<path class="{css_class}" d="{"".join(each)}"/>' for css_class, each in lines_by_class.items())
    return mark_safe("".join(paths))  # noqa: S308 - only numbers and constants


def _cell(cell: Cell, followed: EntryNumbers, match_pages: CodeAddresses, *, is_repeated: bool) -> SafeString:
    attribute = "data-at" if is_repeated else "id"
    anchor = cell.pairing.label if is_repeated else f"at-{cell.pairing.label}"
    url = with_code(match_pages, cell.match.code) if cell.match else _find_meeting(cell)
    content = _join((*(_seat(cell, seat, followed) for seat in cell.seats), _status_tag(cell)))
    if url:
        link = format_html(
            '<a {}="{}" class="cell {}" href="{}">{}</a>', attribute, anchor, cell.state, url, content
        )
    else:
        link = format_html('<div {}="{}" class="cell {}">{}</div>', attribute, anchor, cell.state, content)
    return format_html('<li class="{}">{}</li>', _cell_classes(cell, followed), link)


def _cell_classes(cell: Cell, followed: EntryNumbers) -> str:
    css_classes = [
        _entry_classes(seat.entry, followed, has_won=seat.has_won) for seat in cell.seats if seat.entry
    ]
    css_classes.append("pair")
    if cell.is_empty:
        css_classes.append("is-empty")
    elif cell.pairing.decided:
        css_classes.append("decided")
    if cell.is_ready:
        css_classes.append("started")
    return " ".join(css_classes)


def _entry_classes(entry: BracketEntry, followed: EntryNumbers, *, has_won: bool = False) -> str:
    """Return the CSS classes used by scripts: "p17" if entry 17 plays here, "w17" if it has won."""
    number = entry.number
    is_followed = number in followed
    css_classes = [f"p{number}", *(["followed"] if is_followed else [])]
    if has_won:
        css_classes += [f"w{number}", *(["leads-to"] if is_followed else [])]
    return " ".join(css_classes)


def _line_classes(numbers: Iterable[int], followed: EntryNumbers) -> str:
    return "".join(f"p{number} {'followed ' if number in followed else ''}" for number in numbers)


def _find_meeting(cell: Cell) -> str:
    """Return the address of the meeting of two teams, "" of all others."""
    event: Event = cell.pairing.event
    if cell.leads_to_boards:
        url_args = (event.tournament.club.slug, event.tournament.slug, event.slug, cell.pairing.label)
        return reverse("meeting", args=url_args)
    return ""


def _seat(cell: Cell, seat: BracketSeat, followed: EntryNumbers) -> SafeString:
    return format_html(
        '<span class="{}">{} {}{}</span>',
        _seat_classes(seat, followed),
        symbol(seat.side),
        _name(cell, seat),
        _points(cell, seat),
    )


def _seat_classes(seat: BracketSeat, followed: EntryNumbers) -> str:
    entry_classes = _entry_classes(seat.entry, followed) if seat.entry else ""
    outcome = " won" if seat.has_won else " lost" if seat.has_lost else ""
    vacancy = " bye" if seat.is_vacant else "" if seat.entry else " open"
    return f"{entry_classes} bracket-player {seat.side}{outcome}{vacancy}".lstrip()


def _name(cell: Cell, seat: BracketSeat) -> SafeString:
    if seat.entry:
        name = seat.entry.player.name
        name_html = format_html('<span class="name" title="{}">{}</span>', name, name)
        if seat.has_won:
            return format_html('{}<span class="visually-hidden">{}</span>', name_html, gettext("winner"))
        return name_html
    if seat.is_vacant:
        return format_html('<span class="name muted small">{}</span>', gettext("bye"))
    feeder = cell.find_feeder(seat)
    if feeder and feeder.white_entry and feeder.black_entry:
        names = {
            "white": get_surnames(feeder.white_entry.player.name),
            "black": get_surnames(feeder.black_entry.player.name),
        }
        text = gettext("loser of %(white)s – %(black)s") % names
        return format_html('<span class="name">{}</span>', text)
    return mark_safe('<span class="name">&nbsp;</span>')


def _points(cell: Cell, seat: BracketSeat) -> SafeString | str:
    if cell.ending not in {"", Ending.PLAYED.value}:
        # Beside a name there is room for one word.
        label = gettext("Ruling") if cell.ending == RULED else get_label(cell.ending)
        ending = format_html(' <span class="ending">{}</span>', label)
        return ending if seat.has_lost or cell.is_annulled else ""
    return format_html(' <span class="points-won">{}</span>', seat.score) if cell.has_score else ""


def _status_tag(cell: Cell) -> SafeString | str:
    """Return state and table of a match in progress."""
    if not cell.is_on:
        return ""
    table = cell.match.table if cell.match else ""
    state = get_shown_status(cell.state, has_table=bool(table))
    if state == TO_PLAY:
        return ""
    state_label = get_label(state)
    at_table = (
        format_html('<span class="visually-hidden">{} </span><b>{}</b>', gettext("table"), table)
        if table
        else ""
    )
    return format_html(
        '<span class="cell-tag" title="{}">{}<span class="visually-hidden">{}, </span>{}</span>',
        state_label,
        symbol(state),
        state_label,
        at_table,
    )


def _list_item(cell: Cell, followed: EntryNumbers) -> SafeString:
    entry_classes = [_entry_classes(seat.entry, followed) for seat in cell.seats if seat.entry]
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
        status = get_label(ANNULLED if cell.is_annulled else cell.state)
        return format_html(': <b class="numeral">{}–{}</b>, {}', white.score, black.score, status)
    if cell.ending:
        return format_html(": {}", get_label(cell.ending))
    return format_html(": {}", get_label(cell.match.shown_status)) if cell.match else ""


def _join(pieces: Iterable[SafeString | str]) -> SafeString:
    return mark_safe("".join(pieces))  # noqa: S308 - each was escaped
