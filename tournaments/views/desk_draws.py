"""Draws at the desk: made, published and ended."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext

from tournaments.forms import draws as draw_forms
from tournaments.forms.draws import EndStageForm, PublishForm
from tournaments.models import Event
from tournaments.queries import call_board, draws
from tournaments.services import draws as draw_services
from tournaments.services.entries import draw_present_entries
from tournaments.views.desk_actions import command_arguments, desk_action


@desk_action(draw_forms.DrawForm)
def draw_flight(request: HttpRequest, event: Event, form: draw_forms.DrawForm) -> str:
    """Make the draw, or repeat it with a new seed before it is published."""
    make_draw = draw_present_entries if form.cleaned_data["absent"] else draw_services.draw
    make_draw(
        event=event,
        flight=form.cleaned_data["flight"],
        seeds=_get_seeds(event, form.cleaned_data),
        options=_get_draw_options(event, form.cleaned_data),
        **command_arguments(request, form),
    )
    return gettext("The draw is made. Only the desk can see it until you publish it.")


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


@desk_action(PublishForm)
def publish(request: HttpRequest, event: Event, form: PublishForm) -> str:
    """Publish the draw of a stage, or all draws; with `pair`, the first round is paired too."""
    pairs_round = form.cleaned_data["pair"]
    publish_draw = draw_services.publish_and_pair if pairs_round else draw_services.publish
    publish_draw(event=event, flight=form.cleaned_data["flight"], **command_arguments(request, form))
    are_called = call_board.has_matches_at_tables(event)
    if pairs_round:
        return (
            gettext("Draw published, round 1 paired; first matches called.")
            if are_called
            else gettext("Draw published, round 1 paired. Its matches are called when a table is free.")
        )
    return gettext("Draw published; first matches called.") if are_called else gettext("Draw published.")


@desk_action(EndStageForm)
def end_stage(request: HttpRequest, event: Event, form: EndStageForm) -> str:
    """End a stage: its table is final."""
    draw_services.end_stage(
        event=event, flight=form.cleaned_data["flight"], **command_arguments(request, form)
    )
    return gettext("Stage ended; its standings are final.")
