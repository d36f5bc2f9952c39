"""Pieces of public pages drawn once for what they say: sections of a bracket, cards, results, lines."""

from collections.abc import Iterable
from dataclasses import astuple
from typing import Any

from django import template
from django.utils.safestring import SafeString

from tournaments.models import Entry, Event
from tournaments.queries import lots
from tournaments.queries.bracket_rows import Entrant
from tournaments.queries.brackets import Bracket, Cell, Round
from tournaments.queries.journal import PublicLine
from tournaments.queries.play import Bout
from tournaments.queries.sections import Section
from tournaments.templatetags.kept import joined, look_of, once, where_of

register = template.Library()


@register.simple_tag
def section_of(bracket: Bracket, section: Section) -> SafeString:
    """A section of a bracket: after a result most look as before."""
    winner = bracket.winner
    crown = (winner.number, winner.player.name) if winner and section.is_last else ()
    about = (section.key, section.number, section.of, section.is_last, section.current)
    look = (bracket.name, crown, *about, *map(_round_look, section.rounds))
    return once("_section", look, bracket=bracket, section=section)


@register.simple_tag
def cards_of(bouts: Iterable[Bout]) -> SafeString:
    """The cards of tables where matches are on."""
    return joined(once("_table_card", bout, match=bout) for bout in bouts)


@register.simple_tag
def follow_names(entrants: Iterable[Entrant]) -> SafeString:
    """Everybody who may be followed, by name, each a button."""
    players = sorted((entrant.player for entrant in entrants), key=lambda player: player.name.casefold())
    return once("_follow_names", tuple(players), players=players)


@register.simple_tag
def results_of(event: Event, cells: Iterable[Cell], *, is_director: bool) -> SafeString:
    """Results as lines; who directs the event finds there where one is corrected."""
    where = (*where_of(event), is_director)
    context = {"event": event, "is_director": is_director}
    return joined(once("_result", (*where, *look_of(cell)), cell=cell, **context) for cell in cells)


@register.simple_tag
def lines_of_entries(event: Event, entries: Iterable[Entry], has: dict[str, bool]) -> SafeString:
    """Who is entered, each a row of the table; `has` tells which columns it has."""
    where = (*where_of(event), event.status, *has.values())
    context = {"event": event, "has": has}
    return joined(
        once("_entry_line", (*where, *_particulars(entry)), entry=entry, **context) for entry in entries
    )


@register.simple_tag
def lines_told(lines: Iterable[PublicLine]) -> SafeString:
    """The lines of a journal, each a row."""
    return joined(once("_journal_line", astuple(line), line=line) for line in lines)


@register.simple_tag
def lot_lines(lines: Iterable[lots.Line]) -> SafeString:
    """The lines of a draw with the reasons of each."""
    return joined(
        once("_lot_line", (line.number, *_named(line.entry), *line.why), line=line) for line in lines
    )


def _round_look(part: Round) -> tuple[Any, ...]:
    head = (part.number, part.winners, part.losers, part.best, part.is_straight)
    return (*head, *map(look_of, part.cells))


def _particulars(entry: Entry) -> tuple[Any, ...]:
    about = (entry.club, entry.country, entry.rating, entry.seed, entry.place_from, entry.place_to)
    return (*_named(entry), entry.player.code, entry.status, entry.presence, *about)


def _named(entry: Entry | None) -> tuple[int, str] | tuple[()]:
    return (entry.number, entry.player.name) if entry else ()
