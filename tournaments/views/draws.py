"""Deeds upon the whole event: draw, publish, undo."""

from django.http import HttpRequest
from django.utils.translation import gettext

from tournaments import forms
from tournaments.models import Event
from tournaments.services import drawing, undoing
from tournaments.views.acting import deed, signature


@deed(forms.Acting)
def draw(request: HttpRequest, event: Event, form: forms.Acting) -> str:
    """Make the draw, or make it again with fresh lots before it is published."""
    drawing.draw(event=event, **signature(request, form))
    return gettext("The draw is made. Nobody but the desk sees it until you publish it.")


@deed(forms.Acting)
def publish(request: HttpRequest, event: Event, form: forms.Acting) -> str:
    """Show the draw to everybody."""
    drawing.publish(event=event, **signature(request, form))
    return gettext("The draw is published and the first matches are called.")


@deed(forms.Undoing)
def undo(request: HttpRequest, event: Event, form: forms.Undoing) -> str:
    """Strike a line of the journal."""
    undoing.undo(event=event, seq=form.cleaned_data["seq"], **signature(request, form))
    return gettext("Undone: line %(seq)s of the journal.") % {"seq": form.cleaned_data["seq"]}
