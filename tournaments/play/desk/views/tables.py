"""Tables of the venue, when a result counts, and times for late players."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from matches.refusal_statuses import get_status
from matches.views.errors import make_refusal_message
from rules.errors import Refusal
from tournaments.models import Event
from tournaments.play.desk import table_commands as tables
from tournaments.play.desk.views.desk import make_page_context
from tournaments.play.schedule import break_forms, table_forms
from tournaments.play.schedule.queries.breaks import get_breaks
from tournaments.web.decorators import director_view


@require_safe
@director_view
def show_table_settings(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the tables of the desk, how results are confirmed, and the times for late players."""
    return render_table_settings(request, event)


def render_table_settings(
    request: HttpRequest,
    event: Event,
    *,
    refusal: Refusal | None = None,
    extra_context: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """Render the settings, with an error on top and what was sent."""
    desk = event.tournament.desk
    desk.refresh_from_db()
    context = {
        **make_page_context(event, "desk-table-settings"),
        "tables": desk.tables.order_by("number"),
        "tables_in_use": desk.tables.filter(is_out_of_use=False).order_by("number"),
        "tables_out_of_use": desk.tables.filter(is_out_of_use=True).order_by("number"),
        "names_form": table_forms.TableNamesForm(desk.tables.order_by("number")),
        "policy_form": tables.SetReportPolicy(
            event=event, initial=tables.SetReportPolicy.get_stored_values(event)
        ),
        "policies": table_forms.POLICIES,
        "breaks": get_breaks(event.tournament),
        "break_form": break_forms.BreakForm(
            request.POST if "ends_at" in request.POST else None, auto_id="break-%s"
        ),
        "nights_form": _make_nights_form(request, event) if event.tournament.has_nights else None,
        "events": event.tournament.events.filter(cancelled_at=None).order_by("pk"),
        "times": tables.SetTimes(
            request.POST if "clock" in request.POST else None,
            event=event,
            initial=tables.SetTimes.get_stored_values(event),
            auto_id="times-%s",
        ),
        "posted": request.POST,
        "refusal": make_refusal_message(refusal) if refusal else None,
        **(extra_context or {}),
    }
    status = get_status(refusal) if refusal else 200
    return render(request, "tournaments/play/desk/table_settings.html", context, status=status)


def _make_nights_form(request: HttpRequest, event: Event) -> break_forms.NightsForm:
    """Return the form of the nights with what was sent, or the times that are proposed."""
    was_sent = "closes" in request.POST
    return (
        break_forms.NightsForm(request.POST) if was_sent else break_forms.NightsForm.propose(event.tournament)
    )
