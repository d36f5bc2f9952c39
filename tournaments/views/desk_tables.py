"""Tables of the venue, when a result counts, and times for late players."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from matches.queries.desks import count_tables
from matches.refusal_statuses import get_status
from matches.seen_values import require_unchanged
from matches.services import desks
from matches.views.errors import make_refusal_message
from rules.errors import Refusal
from tournaments.forms import breaks as break_forms
from tournaments.forms import desk as forms
from tournaments.models import Event
from tournaments.queries.breaks import get_breaks
from tournaments.services.calling import add_missing_tables, set_table_out_of_use
from tournaments.views.decorators import director_view, require_user
from tournaments.views.desk import make_page_context
from tournaments.views.desk_actions import desk_action, make_invalid_form_response


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
        "names_form": forms.TableNamesForm(desk.tables.order_by("number")),
        "policy_form": _make_policy_form(event),
        "policies": forms.POLICIES,
        "breaks": get_breaks(event.tournament),
        "break_form": break_forms.BreakForm(
            request.POST if "ends_at" in request.POST else None, auto_id="break-%s"
        ),
        "nights_form": break_forms.NightsForm.propose(event.tournament)
        if event.tournament.has_nights
        else None,
        "events": event.tournament.events.filter(cancelled_at=None).order_by("pk"),
        "times": _times_form(event, request.POST if "clock" in request.POST else None),
        "posted": request.POST,
        "refusal": make_refusal_message(refusal) if refusal else None,
        **(extra_context or {}),
    }
    status = get_status(refusal) if refusal else 200
    return render(request, "tournaments/table_settings.html", context, status=status)


def _times_form(event: Event, data: QueryDict | None = None) -> forms.DeskTimesForm:
    return forms.DeskTimesForm(
        data, initial=forms.DeskTimesForm.get_initial(event.tournament.desk), auto_id="times-%s"
    )


def _make_policy_form(event: Event) -> forms.ReportPolicyForm:
    """Return the form of the result confirmation with the stored one."""
    return forms.ReportPolicyForm(initial={"policy": event.tournament.desk.confirm_policy})


@desk_action(forms.TableCountForm, next_page="desk-table-settings", render_page=render_table_settings)
def set_table_count(request: HttpRequest, event: Event, form: forms.TableCountForm) -> str:
    """Add missing tables; waiting matches are called to them."""
    add_missing_tables(
        tournament=event.tournament, tables=form.cleaned_data["count"], by=require_user(request)
    )
    count = count_tables(event.tournament.desk)
    return ngettext("%(count)s table in the room.", "%(count)s tables in the room.", count) % {"count": count}


@desk_action(forms.TableNameForm, next_page="desk-table-settings", render_page=render_table_settings)
def name_table(request: HttpRequest, event: Event, form: forms.TableNameForm) -> str:
    """Set or clear the name of a table."""
    number = form.cleaned_data["table"]
    table = get_object_or_404(event.tournament.desk.tables, number=number)
    require_unchanged(request.POST, forms.TableNamesForm([table]))
    desks.label_table(table=table, label=form.cleaned_data["label"], by=require_user(request))
    message = gettext("Table %(number)s is now named %(name)s.")
    return message % {"number": number, "name": table}


@desk_action(forms.TableUseForm, next_page="desk-table-settings", render_page=render_table_settings)
def set_table_use(request: HttpRequest, event: Event, form: forms.TableUseForm) -> str:
    """Take a table out of use, or put it back; waiting matches are called to it."""
    table = get_object_or_404(event.tournament.desk.tables, number=form.cleaned_data["table"])
    is_out_of_use = form.cleaned_data["is_out_of_use"]
    set_table_out_of_use(
        tournament=event.tournament, table=table, is_out_of_use=is_out_of_use, by=require_user(request)
    )
    message = (
        gettext("Table %(table)s is out of use.") if is_out_of_use else gettext("Table %(table)s is in use.")
    )
    return message % {"table": table}


@desk_action(forms.ReportPolicyForm, next_page="desk-table-settings", render_page=render_table_settings)
def set_report_policy(request: HttpRequest, event: Event, form: forms.ReportPolicyForm) -> str:
    """Change when a reported result counts, from now on."""
    require_unchanged(request.POST, _make_policy_form(event))
    desks.set_policy(desk=event.tournament.desk, policy=form.cleaned_data["policy"], by=require_user(request))
    return gettext("Result confirmation changed.")


@desk_action(forms.DeskTimesForm, next_page="desk-table-settings", render_page=render_table_settings)
def set_times(request: HttpRequest, event: Event, _form: forms.DeskTimesForm) -> str | HttpResponse:
    """Change lateness penalties, when a report becomes final by itself, and the clock."""
    form = _times_form(event, request.POST)
    require_unchanged(request.POST, form)
    if not form.is_valid():
        return make_invalid_form_response(request, event, form, render_table_settings)
    data = form.cleaned_data
    desks.set_times(
        desk=event.tournament.desk,
        scale=data["scale"],
        final_after=data["final_after"],
        clock=data["clock"],
        by=require_user(request),
    )
    return gettext("Times changed.")
