"""Template tags of event pages: rounds, places, points, players, journal lines and links."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from django import template
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, pgettext

from matches.messages import get_label, law_title
from matches.models import Match, Report
from matches.names import get_surnames
from matches.templatetags.match_tags import join_title
from tournaments import messages
from tournaments.countries import name_of
from tournaments.messages import flight_name, round_heading, round_title
from tournaments.messages.details import DETAIL_COLUMNS, DetailColumn, get_line_label, show_beside_name
from tournaments.messages.journal import describe_tag_kind
from tournaments.messages.line_labels import find_nearest_label, list_line_labels
from tournaments.messages.money import format_fee
from tournaments.messages.names import (
    PAID_LABEL,
    PERSON_LABEL,
    PRICE_LABEL,
    describe_lengths,
    describe_places,
)
from tournaments.messages.tournaments import name_days_and_time_of, name_days_of
from tournaments.models import Entry, Event, Pairing, PaymentMethod
from tournaments.name_lists import entry_details, line_labels
from tournaments.name_lists.details import DETAILS, DetailKind, EntryDetails
from tournaments.name_lists.entry_details import MatchedLine
from tournaments.name_lists.listed_payments import YES
from tournaments.play.brackets.bracket_layout import BracketSection, build_overview, cut_into_sections
from tournaments.play.brackets.brackets import Bracket, BracketRound, Cell
from tournaments.play.changes.queries.previews import Seats
from tournaments.play.entrants.queries.participants import (
    describe_participants_with_places,
    describe_uncounted_entries,
)
from tournaments.play.event_journal.queries.journal import DeskCommand, JournalLine, describe_line
from tournaments.play.events.events import get_overview
from tournaments.registry import PageLink, desk_links, entry_notes, event_links
from tournaments.seasons.messages import format_points

register = template.Library()
register.filter("days_of", name_days_of)
register.filter("days_and_time_of", name_days_and_time_of)
register.simple_tag(flight_name, name="flight_name")
register.filter("flight", flight_name)
register.filter("places", describe_places)
register.filter("points", format_points)
register.filter("law_title", law_title)
register.filter("fee_in", format_fee)
register.filter("participants", describe_participants_with_places)
register.filter("uncounted_entries", describe_uncounted_entries)


@register.simple_tag(name="round_heading")
def round_heading_of(bracket_round: BracketRound) -> str:
    """Return the heading of a round: "Final", "Semi-finals", "Last 16" …"""
    return round_heading(
        bracket_round.number, bracket_round.winners, bracket_round.losers, bracket_round.best
    )


register.filter("sections", cut_into_sections)
register.filter("overview", build_overview)


@register.simple_tag
def match_title(match: Any, event_names: Mapping[int, str] | None = None) -> str:
    """Return what a match is: "Quarter-final", with its event in `event_names` before it, if it has one."""
    return join_title((event_names or {}).get(match.pk, ""), match.title)


@register.simple_tag
def section_name(section: BracketSection) -> str:
    """Return the name of a bracket section: its number and outer players, or its rounds for the last ones."""
    if section.number:
        facts: dict[str, int | str] = {"number": section.number, "of": section.of}
        if names := section.outer_names:
            facts |= {"first": names[0], "last": names[1]}
            return gettext("Section %(number)s of %(of)s: %(first)s to %(last)s") % facts
        return gettext("Section %(number)s of %(of)s") % facts
    return " – ".join(
        round_heading_of(bracket_round) for bracket_round in (section.rounds[0], section.rounds[-1])
    )


@register.simple_tag
def lengths_of(bracket: Bracket) -> str:
    """Return the match lengths, by round if they differ."""
    return describe_lengths(bracket.lengths)


@register.simple_tag
def round_length(bracket_round: BracketRound) -> str:
    """Return the match length of a round."""
    return describe_lengths((bracket_round.length,))


@register.filter
def grouped_by_places(cells: Iterable[Cell]) -> list[tuple[str, list[Cell]]]:
    """Group the cells played for further places by the places at stake, as text."""
    return [
        (describe_places(span), list(grouped_cells))
        for span, grouped_cells in groupby(
            cells, lambda cell: (cell.pairing.winners[0], cell.pairing.losers[1])
        )
    ]


@register.filter
def losers_places(bracket_round: BracketRound) -> str:
    """Return the places of a round's losers as text."""
    return describe_places(bracket_round.loser_places or bracket_round.losers)


@register.filter
def losers_count(bracket_round: BracketRound) -> int:
    """Return how many places a round's losers share."""
    first, last = bracket_round.loser_places or bracket_round.losers
    return last - first + 1


@register.simple_tag
def country(code: str) -> SafeString:
    """Return the country code with its name as tooltip."""
    if not code:
        return SafeString("")
    return format_html('<abbr title="{}">{}</abbr>', name_of(code, get_language() or "en"), code)


@register.filter
def stated_details(
    about: Entry | EntryDetails, details: Iterable[DetailColumn] = DETAIL_COLUMNS.values()
) -> list[tuple[DetailColumn, str | int]]:
    """Return those of these details that an entry or a line has, each with its value."""
    values = [(detail, getattr(about, detail.name)) for detail in details]
    return [(detail, value) for detail, value in values if value]


@register.filter
def beside_name(value: str | int, detail: DetailColumn) -> str:
    """Return a detail as the desk shows it beside a name."""
    return show_beside_name(detail.name, value)


@register.simple_tag
def detail_of(about: Entry | EntryDetails, detail: DetailColumn) -> str:
    """Return what the column of a detail shows of an entry or a line."""
    value = getattr(about, detail.name) or ""
    return country(value) if detail.kind == DetailKind.COUNTRY else str(value)


@register.simple_tag
def separation_label(kind: str) -> str:
    """Return the label of a kind of separation: players of the same club, relatives …"""
    return describe_tag_kind(kind)


register.filter("surname", get_surnames)


@register.filter
def rating_change(delta: float) -> str:
    """Return a change of a rating with its sign: "+3.2"."""
    sign = "+" if delta >= 0 else "−"
    return f"{sign}{number_format(round(abs(delta), 1), decimal_pos=1)}"


@register.filter
def rounded(rating: float) -> str:
    """Return a rating without decimals."""
    return number_format(round(rating), decimal_pos=0)


@register.filter
def places_of(entry: Entry) -> str:
    """Return the places an entry has reached in the main bracket."""
    return describe_places((entry.place_from or 0, entry.place_to or 0))


@register.filter
def match_count(event: Event) -> int:
    """Return the number of known matches of an event annotated by `people.queries.home`."""
    counts = (getattr(event, name, 0) for name in ("settled", "playing", "waiting", "to_come"))
    return sum(counts)


@register.simple_tag
def page(name: str, event: Event, *more: object) -> str:
    """Return the URL of a page of an event."""
    return reverse(name, args=[event.tournament.club.slug, event.tournament.slug, event.slug, *more])


@register.simple_tag
def command_fields(key: str, version: int) -> SafeString:
    """Return the hidden fields of a command: its key, and the version of the event shown (0: without)."""
    version_field = format_html('<input type="hidden" name="version" value="{}">', version) if version else ""
    return format_html('<input type="hidden" name="key" value="{}">{}', key, version_field)


@register.simple_tag
def journal_line(line: JournalLine) -> str:
    """Return the description of a journal line."""
    return describe_line(line)


@register.simple_tag
def command_text(command: DeskCommand) -> str:
    """Return the description of a command."""
    return command.description


@register.simple_tag
def round_title_of(pairing: Pairing) -> str:
    """Return flight and round of a pairing."""
    name = get_overview(pairing.event).get_flight_name(pairing.flight)
    return round_title(
        pairing.flight, pairing.round, pairing.winners, pairing.losers, board=pairing.board, name=name
    )


@register.simple_tag
def choice_text(choice: str, seats: Seats) -> str:
    """Return what a choice of a correction does with the match of these two new players."""
    white, black = (seat.player.name if seat else "" for seat in seats)
    return messages.correction_choice(choice, white, black)


@register.simple_tag
def reporter(report: Report, match: Match) -> str:
    """Return the source of a reported score: the player, or the channel if the player is not known."""
    if report.side:
        return gettext("According to %(name)s") % {
            "name": match.white if report.side == "white" else match.black
        }
    return get_label(report.channel)


@register.simple_tag
def links_of_event(event: Event) -> list[PageLink]:
    """Return the links of feature apps below an event."""
    return [link for links in event_links(event) for link in links]


@register.simple_tag
def desk_links_of(event: Event) -> list[PageLink]:
    """Return the links of feature apps on an event's desk."""
    return [link for links in desk_links(event) for link in links]


@register.filter
def entry_names(entries: Iterable[Entry]) -> str:
    """Return the names of entries, separated by commas."""
    return ", ".join(entry.player.name for entry in entries)


@register.simple_tag
def entry_notes_of(event: Event) -> dict[int, str]:
    """Return the notes of feature apps beside the entries at the desk, by entry number."""
    notes: dict[int, list[str]] = {}
    for notes_of_app in entry_notes(event):
        for number, note in notes_of_app.items():
            notes.setdefault(number, []).append(note)
    return {number: ", ".join(texts) for number, texts in notes.items()}


@register.simple_tag
def note_of_entry(notes: Mapping[int, str], entry: Entry) -> str:
    """Return the note beside an entry."""
    return notes[entry.number]


@register.filter
def entry_line(line: MatchedLine) -> str:
    """Return a line of the entry box with labels in the language of the page."""
    about = line.about
    details = {get_line_label(name): str(getattr(about, name) or "") for name in DETAILS}
    details[str(PERSON_LABEL)] = line_labels.OTHER_PERSON if about.is_another else about.person
    details[str(PRICE_LABEL)] = about.price
    paid = pgettext("value of a line", "yes") if about.paid == YES else about.paid
    method = PaymentMethod(about.paid_by).label if about.paid_by else ""
    day = about.paid_on.isoformat() if about.paid_on else ""
    details[str(PAID_LABEL)] = about.unread_paid or " ".join(filter(None, (paid, str(method), day)))
    return entry_details.write_line(line.written or line.name, details, about.unread)


@register.simple_tag
def line_labels_of_page() -> list[str]:
    """Return the labels that a line of the entry box can have, in the language of the page."""
    return list_line_labels()


@register.filter
def nearest_label(label: str) -> str:
    """Return the label of a line that is written like an unknown one."""
    return find_nearest_label(label)


@register.filter
def of_place(rows_by_place: Mapping[int, Any], place: int) -> Any:
    """Return what belongs to the place of a line, None if nothing does."""
    return rows_by_place.get(place) if rows_by_place else None
