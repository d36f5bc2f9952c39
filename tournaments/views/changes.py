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

from matches.refusals import status_of
from matches.views.refusals import told
from rules.errors import Refusal
from tournaments.change_acts import DONE, FORESEEN, PARTED, Asked
from tournaments.forms import desk as forms
from tournaments.forms.changes import CHANGES, NEEDS, Change
from tournaments.models import Event
from tournaments.queries import changes as seen
from tournaments.queries import events, flights
from tournaments.views.acting import entry_of, signature
from tournaments.views.answers import UNREADABLE, see
from tournaments.views.doors import address, for_directors
from tournaments.views.events import tabs


@require_http_methods(["GET", "HEAD", "POST"])
@for_directors
def change(request: HttpRequest, event: Event) -> HttpResponse:
    """Preview a change (GET) or make it (POST)."""
    query: QueryDict = request.POST if request.method == "POST" else request.GET
    if "act" not in query:
        return _page(request, event, {})
    form = Change(query)
    if not form.is_valid():
        return _page(request, event, {"form": form}, status=UNREADABLE)
    data = form.cleaned_data
    try:
        _must_be_here(event, data)
        if request.method != "POST":
            return _page(request, event, {"asked": data, **_foreseen(event, data)})
        DONE[data["act"]](event, data, signature(request, form))
    except Refusal as refusal:
        return _page(request, event, {"refusal": told(refusal)}, status=status_of(refusal))
    messages.success(request, gettext("Done: %(change)s.") % {"change": dict(CHANGES)[data["act"]]})
    return see(address("desk", event))


def _foreseen(event: Event, data: Asked) -> dict[str, Any]:
    """Return what the change affects: pairings, or the players of each flight."""
    if data["act"] in PARTED:
        return {"parts": PARTED[data["act"]](event, data)}
    return {"found": seen.as_told(FORESEEN[data["act"]](event, data))}


def _must_be_here(event: Event, data: Asked) -> None:
    for name in ("entry", "other"):
        if name in NEEDS[data["act"]]:
            entry_of(event, data[name])


def _page(
    request: HttpRequest, event: Event, extra_context: Mapping[str, Any], status: int = 200
) -> HttpResponse:
    event.refresh_from_db(fields=["status", "version"])
    data = extra_context.get("asked") or {}
    context = {
        "event": event,
        "tabs": tabs(event, "desk", is_director=True),
        "entries": SimpleLazyObject(lambda: list(events.entries_of(event))),
        "choices": lambda: _choices(event),
        "flights": lambda: [
            (key, flight_shape.name) for key, flight_shape in flights.folded(event).shapes.items()
        ],
        "changes": [(act, label, NEEDS[act]) for act, label in CHANGES],
        "title": dict(CHANGES).get(data.get("act", "")),
        "fields": list(_said_again(data)),
        "parted": SimpleLazyObject(lambda: list(seen.parted_stages(event).items())),
        "key": forms.new_key(),
        "here": request.get_full_path(),
        **extra_context,
    }
    return render(request, "tournaments/change.html", context, status=status)


def _choices(event: Event) -> SafeString:
    """Return the options of the entry selects."""
    rows = events.entries_of(event).values_list("number", "number", "player__full_name")
    return format_html_join("", '<option value="{}">{} {}</option>', rows)


def _said_again(data: Asked) -> Iterator[tuple[str, object]]:
    """Yield the previewed values as hidden fields of the confirming form."""
    for name in ("act", *NEEDS[data["act"]]) if data else ():
        values = data[name] if isinstance(data[name], list) else [data[name]]
        yield from ((name, value) for value in values)
