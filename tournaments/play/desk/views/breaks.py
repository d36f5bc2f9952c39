"""Breaks of a tournament: announced at the desk, ended early, and removed."""

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from matches.messages.stored_reasons import NIGHT
from tournaments.models import Break, Event
from tournaments.play.desk.views.actions import desk_action
from tournaments.play.desk.views.tables import render_table_settings
from tournaments.play.schedule import break_forms as forms
from tournaments.play.schedule.queries.breaks import get_break
from tournaments.play.schedule.services import breaks
from tournaments.web.decorators import require_user


@desk_action(forms.BreakForm, next_page="desk-table-settings", render_page=render_table_settings)
def announce_break(request: HttpRequest, event: Event, form: forms.BreakForm) -> str:
    """Announce a break of all events, or of one."""
    data = form.cleaned_data
    breaks.announce_break(
        tournament=event.tournament,
        begins_at=data["begins_at"] or timezone.now(),
        ends_at=data["ends_at"],
        reason=data["reason"],
        event=_get_only_event_or_404(event, form),
        by=require_user(request),
    )
    return gettext("Break announced. No matches are called and no time counts until it is over.")


@desk_action(forms.BreakNowForm)
def begin_break(request: HttpRequest, event: Event, form: forms.BreakNowForm) -> str:
    """Begin a break of all events, or of one, from the desk."""
    now = timezone.now()
    breaks.announce_break(
        tournament=event.tournament,
        begins_at=now,
        ends_at=form.get_end(now),
        event=_get_only_event_or_404(event, form),
        by=require_user(request),
    )
    return gettext("Break announced. No matches are called and no time counts until it is over.")


@desk_action(forms.NightsForm, next_page="desk-table-settings", render_page=render_table_settings)
def announce_nights(request: HttpRequest, event: Event, form: forms.NightsForm) -> str:
    """Announce a break for each night of the tournament."""
    nights = breaks.announce_nights(
        tournament=event.tournament, reason=NIGHT, by=require_user(request), **form.cleaned_data
    )
    message = ngettext("%(count)s night added.", "%(count)s nights added.", len(nights))
    return message % {"count": len(nights)}


@desk_action(forms.BreakNumberForm)
def end_break(request: HttpRequest, event: Event, form: forms.BreakNumberForm) -> str:
    """End a break now; waiting matches are called."""
    play_break = _get_break_or_404(event, form)
    breaks.end_break(play_break=play_break, by=require_user(request))
    if play_break.waits_for_start:
        return gettext("Matches of %(event)s are called from now on.") % {"event": play_break.event}
    return gettext("The break is over.")


@desk_action(forms.BreakNumberForm, next_page="desk-table-settings", render_page=render_table_settings)
def remove_break(request: HttpRequest, event: Event, form: forms.BreakNumberForm) -> str:
    """Remove a break; its time counts as playing time."""
    breaks.remove_break(play_break=_get_break_or_404(event, form), by=require_user(request))
    return gettext("Break removed.")


def _get_only_event_or_404(event: Event, form: forms.BreakForm | forms.BreakNowForm) -> Event | None:
    """Return the only event of the tournament that has the break, or None for a break of all."""
    number = form.cleaned_data["event"]
    return get_object_or_404(event.tournament.events, pk=number) if number else None


def _get_break_or_404(event: Event, form: forms.BreakNumberForm) -> Break:
    play_break = get_break(event.tournament, form.cleaned_data["number"])
    if play_break is None:
        raise Http404
    return play_break
