"""Changes of an existing draw, each previewed with everything it affects before it is made."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.functional import SimpleLazyObject
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from matches.refusals import get_status
from matches.views.refusals import make_refusal_message
from rules.errors import Refusal
from tournaments.change_acts import EXECUTORS, FLIGHT_PREVIEWS, PREVIEWS, ChangeData
from tournaments.forms import desk as forms
from tournaments.forms.draws import CHANGES, NEEDS, Change
from tournaments.models import Event
from tournaments.queries import events, previews
from tournaments.views.actions import command_arguments, get_event_entry
from tournaments.views.decorators import director_view, event_url
from tournaments.views.events import tabs
from tournaments.views.responses import BAD_REQUEST, see_other


@require_http_methods(["GET", "HEAD", "POST"])
@director_view
def change(request: HttpRequest, event: Event) -> HttpResponse:
    """Preview a change (GET) or make it (POST)."""
    query: QueryDict = request.POST if request.method == "POST" else request.GET
    if "act" not in query:
        return _page(request, event, {})
    form = Change(query)
    if not form.is_valid():
        return _page(request, event, {"form": form}, status=BAD_REQUEST)
    data = form.cleaned_data
    try:
        _require_entries(event, data)
        if request.method != "POST":
            return _page(request, event, {"asked": data, **_change_preview(event, data)})
        EXECUTORS[data["act"]](event, data, command_arguments(request, form))
    except Refusal as refusal:
        return _page(request, event, {"refusal": make_refusal_message(refusal)}, status=get_status(refusal))
    messages.success(request, gettext("Done: %(change)s.") % {"change": dict(CHANGES)[data["act"]]})
    return see_other(event_url("desk", event))


def _change_preview(event: Event, data: ChangeData) -> dict[str, Any]:
    """Return what the change affects: pairings, or the players of each flight."""
    if data["act"] in FLIGHT_PREVIEWS:
        return {"parts": FLIGHT_PREVIEWS[data["act"]](event, data)}
    return {"found": previews.sort_changes(PREVIEWS[data["act"]](event, data))}


def _require_entries(event: Event, data: ChangeData) -> None:
    for name in ("entry", "other"):
        if name in NEEDS[data["act"]]:
            get_event_entry(event, data[name])


def _page(
    request: HttpRequest, event: Event, extra_context: Mapping[str, Any], status: int = 200
) -> HttpResponse:
    event.refresh_from_db(fields=["status", "version"])
    data = extra_context.get("asked") or {}
    context = {
        "event": event,
        "tabs": tabs(event, "desk", is_director=True),
        "entries": SimpleLazyObject(lambda: list(events.entries_of(event))),
        "choices": lambda: _entry_options(event),
        "flights": lambda: [
            (key, flight_shape.name) for key, flight_shape in events.get_overview(event).flight_infos.items()
        ],
        "changes": [(act, label, NEEDS[act]) for act, label in CHANGES],
        "title": dict(CHANGES).get(data.get("act", "")),
        "fields": list(_hidden_fields(data)),
        "parted": SimpleLazyObject(lambda: list(previews.divisible_stages(event).items())),
        "key": forms.new_key(),
        "here": request.get_full_path(),
        **extra_context,
    }
    return render(request, "tournaments/change.html", context, status=status)


def _entry_options(event: Event) -> SafeString:
    """Return the options of the entry selects."""
    rows = events.entries_of(event).values_list("number", "number", "player__full_name")
    return format_html_join("", '<option value="{}">{} {}</option>', rows)


def _hidden_fields(data: ChangeData) -> Iterator[tuple[str, object]]:
    """Yield the previewed values as hidden fields of the confirming form."""
    for name in ("act", *NEEDS[data["act"]]) if data else ():
        values = data[name] if isinstance(data[name], list) else [data[name]]
        yield from ((name, value) for value in values)
