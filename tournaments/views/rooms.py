"""Deeds upon the room: more tables, and when a reported result counts."""

from django.http import HttpRequest
from django.utils.translation import gettext, ngettext

from matches.services import desks
from tournaments import forms
from tournaments.models import Event
from tournaments.services.tables import add_tables
from tournaments.views.acting import deed
from tournaments.views.doors import director


@deed(forms.Room)
def tables(request: HttpRequest, event: Event, form: forms.Room) -> str:
    """Put more tables up; waiting matches are called to them."""
    count = form.cleaned_data["count"]
    add_tables(tournament=event.tournament, count=count, by=director(request))
    return ngettext("%(count)s table more.", "%(count)s tables more.", count) % {"count": count}


@deed(forms.House)
def policy(request: HttpRequest, event: Event, form: forms.House) -> str:
    """Change when a reported result counts, from now on."""
    desks.set_policy(desk=event.tournament.desk, policy=form.cleaned_data["policy"], by=director(request))
    return gettext("The house setting is changed.")
