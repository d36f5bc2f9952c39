"""Deeds upon the whole event: draw, publish, undo."""

from django.http import HttpRequest
from django.utils.translation import gettext

from tournaments import forms
from tournaments.change_forms import Stage
from tournaments.models import Event
from tournaments.services import drawing, undoing
from tournaments.views.acting import deed, signature


@deed(Stage)
def draw(request: HttpRequest, event: Event, form: Stage) -> str:
    """Make the draw, or make it again with fresh lots before it is published."""
    drawing.draw(event=event, flight=form.cleaned_data["flight"], **signature(request, form))
    return gettext("The draw is made. Nobody but the desk sees it until you publish it.")


@deed(Stage)
def publish(request: HttpRequest, event: Event, form: Stage) -> str:
    """Show the draw of a stage, or of all that are drawn, to everybody."""
    drawing.publish(event=event, flight=form.cleaned_data["flight"], **signature(request, form))
    return gettext("The draw is published and the first matches are called.")


@deed(forms.Undoing)
def undo(request: HttpRequest, event: Event, form: forms.Undoing) -> str:
    """Strike a line of the journal."""
    undoing.undo(event=event, seq=form.cleaned_data["seq"], **signature(request, form))
    return gettext("Undone: line %(seq)s of the journal.") % {"seq": form.cleaned_data["seq"]}
