"""Pieces of public pages drawn once for what they say: sections of a bracket, cards, results, lines."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from tournaments.models import Entry, Event
from tournaments.queries import lots
from tournaments.queries.brackets import Bracket, Cell, Round
from tournaments.queries.journal import Line
from tournaments.queries.play import Bout
from tournaments.queries.sections import Section
from tournaments.templatetags.kept import look_of, once

register = template.Library()


@register.simple_tag
def section_of(bracket: Bracket, section: Section) -> SafeString:
    """A section of a bracket: after a result most look as before."""
    winner = bracket.winner
    crown = (winner.number, winner.player.name) if winner and section.is_last else ()
    about = (section.key, section.number, section.of, section.is_last, section.current)
    look = ("section", bracket.name, crown, *about, *map(_round_look, section.rounds))
    return once(look, lambda: _drawn("_section", bracket=bracket, section=section))


@register.simple_tag
def cards_of(bouts: Iterable[Bout]) -> SafeString:
    """The cards of tables where matches are on."""
    return _joined(
        once(("card", *bout), lambda bout=bout: _drawn("_table_card", match=bout)) for bout in bouts
    )


@register.simple_tag
def results_of(event: Event, cells: Iterable[Cell], *, is_director: bool) -> SafeString:
    """Results as lines; who directs the event finds there where one is corrected."""
    return _joined(
        once(
            ("result", *_where(event), is_director, *look_of(cell)),
            lambda cell=cell: _drawn("_result", event=event, cell=cell, is_director=is_director),
        )
        for cell in cells
    )


@register.simple_tag
def lines_of_entries(event: Event, entries: Iterable[Entry], has: dict[str, bool]) -> SafeString:
    """Who is entered, each a row of the table; `has` tells which columns it has."""
    shown = tuple(has.values())
    return _joined(
        once(
            ("entered", *_where(event), event.status, *shown, *_particulars(entry)),
            lambda entry=entry: _drawn("_entry_line", event=event, entry=entry, has=has),
        )
        for entry in entries
    )


@register.simple_tag
def lines_told(lines: Iterable[Line]) -> SafeString:
    """The lines of a journal, each a row."""
    return _joined(
        once(("told", *_told(line)), lambda line=line: _drawn("_journal_line", line=line)) for line in lines
    )


@register.simple_tag
def lot_lines(lines: Iterable[lots.Line]) -> SafeString:
    """The lines of a draw with the reasons of each."""
    return _joined(
        once(
            ("lot", line.number, *_named(line.entry), *line.why),
            lambda line=line: _drawn("_lot_line", line=line),
        )
        for line in lines
    )


def _round_look(part: Round) -> tuple[Any, ...]:
    head = (part.number, part.winners, part.losers, part.best, part.is_straight)
    return (*head, *map(look_of, part.cells))


def _particulars(entry: Entry) -> tuple[Any, ...]:
    about = (entry.club, entry.country, entry.rating, entry.seed, entry.place_from, entry.place_to)
    return (*_named(entry), entry.player.code, entry.status, entry.presence, *about)


def _named(entry: Entry | None) -> tuple[int, str] | tuple[()]:
    return (entry.number, entry.player.name) if entry else ()


def _told(line: Line) -> tuple[Any, ...]:
    entry = line.entry
    by = entry.by.get_username() if entry.by else entry.signed
    return (line.seq, entry.kind, entry.at, repr(line.facts), line.is_undone, by, entry.reason)


def _where(event: Event) -> tuple[str, ...]:
    """What the addresses in a line are made of."""
    return (event.tournament.club.slug, event.tournament.slug, event.slug)


def _joined(drawn: Iterable[str]) -> SafeString:
    return mark_safe("".join(drawn))  # noqa: S308 - drawn and escaped


def _drawn(name: str, **context: Any) -> str:
    return render_to_string(f"tournaments/{name}.html", context)
