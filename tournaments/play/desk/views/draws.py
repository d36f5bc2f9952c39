"""Draws at the desk: made, published and ended."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext, ngettext

from tournaments.messages.long_lists import join_sentences
from tournaments.models import EntryStatus, Event, Presence
from tournaments.play.desk.event_commands import describe_later_call
from tournaments.play.desk.views.actions import asks_about_sign_ups, command_arguments, desk_action
from tournaments.play.draws import forms as draw_forms
from tournaments.play.draws import queries as draws
from tournaments.play.draws import services as draw_services
from tournaments.play.entries.services import entries as entry_services
from tournaments.play.schedule.queries import call_board


@desk_action(draw_forms.DrawForm)
@asks_about_sign_ups
def draw_flight(request: HttpRequest, event: Event, form: draw_forms.DrawForm) -> str:
    """Make the draw, or repeat it with a new seed before it is published."""
    left_out = _count_left_out(event, form)
    make_draw = entry_services.draw_present_entries if form.cleaned_data["absent"] else draw_services.draw
    make_draw(
        event=event,
        flight=form.cleaned_data["flight"],
        seeds=_get_seeds(event, form.cleaned_data),
        options=_get_draw_options(event, form.cleaned_data),
        leaves_out_sign_ups=form.cleaned_data["sign_ups"],
        **command_arguments(request, form),
    )
    return _add_left_out(
        gettext("The draw is made. Only the desk can see it until you publish it."), left_out
    )


@desk_action(draw_forms.DrawForm)
@asks_about_sign_ups
def draw_and_publish(request: HttpRequest, event: Event, form: draw_forms.DrawForm) -> str:
    """Make the draw, publish it and call the first matches, as one command."""
    left_out = _count_left_out(event, form)
    entry_services.draw_and_publish(
        event=event,
        flight=form.cleaned_data["flight"],
        seeds=_get_seeds(event, form.cleaned_data),
        options=_get_draw_options(event, form.cleaned_data),
        leaves_out_unmarked=bool(form.cleaned_data["absent"]),
        leaves_out_sign_ups=form.cleaned_data["sign_ups"],
        **command_arguments(request, form),
    )
    if call_board.has_matches_at_tables(event):
        return _add_left_out(gettext("Draw made and published; first matches called."), left_out)
    sentences = [gettext("Draw made and published."), describe_later_call(event)]
    published = join_sentences(filter(None, sentences))
    return _add_left_out(published, left_out)


def _count_left_out(event: Event, form: draw_forms.DrawForm) -> int:
    """Return how many entries a draw without those who are not checked in leaves out."""
    if not form.cleaned_data["absent"]:
        return 0
    entries = event.entries.filter(status=EntryStatus.ENTERED.value)
    return entries.filter(presence=Presence.UNMARKED.value).count()


def _add_left_out(sentence: str, count: int) -> str:
    """Return the sentence about a draw with how many were left out of it."""
    if not count:
        return sentence
    left_out = ngettext(
        "%(count)s entry not checked in was left out.",
        "%(count)s entries not checked in were left out.",
        count,
    )
    return f"{sentence} {left_out % {'count': count}}"


def _get_seeds(event: Event, data: dict[str, Any]) -> tuple[int, ...]:
    """Return the seeded entries, strongest first."""
    if data["seeding"] == draw_forms.RATING:
        return draws.get_rated_seeds(event, data["count"], is_without_unmarked=bool(data["absent"]))
    if data["seeding"] == draw_forms.SAME:
        return draws.get_current_seeds(event, data["flight"])
    return data["order"] if data["seeding"] == draw_forms.MANUAL else ()


def _get_draw_options(event: Event, data: dict[str, Any]) -> dict[str, Any] | None:
    """Return the options of the draw, None if they were not on the form."""
    if not data["has_options"]:
        return None
    blocks = "blocks" if data["blocks"] else "fixed"
    return dict(draws.get_draw_options(event, blocks=blocks, apart=tuple(data["apart"])))
