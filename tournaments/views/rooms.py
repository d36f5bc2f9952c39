"""Deeds upon the room: how many tables stand in it, their names, and when a reported result counts."""

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext, ngettext

from matches.queries.desks import count_tables
from matches.services import desks
from tournaments.forms import desk as forms
from tournaments.models import Event
from tournaments.services.tables import add_missing_tables
from tournaments.views.acting import desk_action
from tournaments.views.doors import require_user


@desk_action(forms.Room)
def set_table_count(request: HttpRequest, event: Event, form: forms.Room) -> str:
    """Put up what is missing; waiting matches are called to the new tables."""
    add_missing_tables(
        tournament=event.tournament, tables=form.cleaned_data["count"], by=require_user(request)
    )
    count = count_tables(event.tournament.desk)
    return ngettext("%(count)s table in the room.", "%(count)s tables in the room.", count) % {"count": count}


@desk_action(forms.TableName)
def name_table(request: HttpRequest, event: Event, form: forms.TableName) -> str:
    """Call a table by a name ("Stream"), or by its number again."""
    number = form.cleaned_data["table"]
    table = get_object_or_404(event.tournament.desk.tables, number=number)
    desks.label_table(table=table, label=form.cleaned_data["label"], by=require_user(request))
    message = gettext("Table %(number)s was named %(name)s.")
    return message % {"number": number, "name": table}


@desk_action(forms.House)
def set_report_policy(request: HttpRequest, event: Event, form: forms.House) -> str:
    """Change when a reported result counts, from now on."""
    desks.set_policy(desk=event.tournament.desk, policy=form.cleaned_data["policy"], by=require_user(request))
    return gettext("Result confirmation changed.")


@desk_action(forms.Times)
def set_times(request: HttpRequest, event: Event, form: forms.Times) -> str:
    """Change what coming late costs, when a report becomes final by itself, and the clock."""
    data = form.cleaned_data
    desks.set_times(
        desk=event.tournament.desk,
        scale=data["scale"],
        final_after=data["final_after"],
        clock=data["clock"],
        by=require_user(request),
    )
    return gettext("Times changed.")
