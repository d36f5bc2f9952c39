"""Deeds upon the whole event: draw with the wished seeds, publish, undo and redo."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext

from tournaments.forms import desk as forms
from tournaments.forms import draws as draw_forms
from tournaments.forms.changes import Ending, Stage
from tournaments.models import Event
from tournaments.queries import journal, seeds
from tournaments.services import drawing, presence, rounds, undoing
from tournaments.views.acting import command_arguments, desk_action


@desk_action(draw_forms.Draw)
def draw(request: HttpRequest, event: Event, form: draw_forms.Draw) -> str:
    """Make the draw, or make it again with fresh lots before it is published."""
    make_draw = presence.draw_present_entries if form.cleaned_data["absent"] else drawing.draw
    make_draw(
        event=event,
        flight=form.cleaned_data["flight"],
        seeds=_seeds(event, form.cleaned_data),
        options=_options(event, form.cleaned_data),
        **command_arguments(request, form),
    )
    return gettext("The draw is made. Only the desk can see it until you publish it.")


def _seeds(event: Event, data: dict[str, Any]) -> tuple[int, ...]:
    """Who is seeded, strongest first."""
    if data["seeding"] == draw_forms.RATING:
        return seeds.rated_seeds(event, data["count"])
    if data["seeding"] == draw_forms.SAME:
        return seeds.standing_seeds(event, data["flight"])
    return data["order"] if data["seeding"] == draw_forms.MANUAL else ()


def _options(event: Event, data: dict[str, Any]) -> dict[str, Any] | None:
    if not data["wished"]:
        return None
    blocks = "blocks" if data["blocks"] else "fixed"
    return dict(seeds.options(event, blocks=blocks, apart=tuple(data["apart"])))


@desk_action(Stage)
def publish(request: HttpRequest, event: Event, form: Stage) -> str:
    """Show the draw of a stage, or of all that are drawn, to everybody."""
    drawing.publish(event=event, flight=form.cleaned_data["flight"], **command_arguments(request, form))
    return gettext("Draw published; first matches called.")


@desk_action(Ending)
def end(request: HttpRequest, event: Event, form: Ending) -> str:
    """No further round of a stage: its table stands."""
    rounds.end_stage(event=event, flight=form.cleaned_data["flight"], **command_arguments(request, form))
    return gettext("Stage ended; its standings are final.")


@desk_action(forms.Undoing)
def undo(request: HttpRequest, event: Event, form: forms.Undoing) -> str:
    """Take back the last command, or the one that is named."""
    line = undoing.undo(event=event, command=form.cleaned_data["command"], **command_arguments(request, form))
    return f"{journal.describe_command(event, line.command)}."


@desk_action(forms.Undoing)
def redo(request: HttpRequest, event: Event, form: forms.Undoing) -> str:
    """Do again what was undone last."""
    line = undoing.redo(event=event, command=form.cleaned_data["command"], **command_arguments(request, form))
    return f"{journal.describe_command(event, line.command)}."
