"""Changes of a draw that stands: each is asked about, told in words with all it reaches, then done."""

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
    """GET with a change tells what it would reach; POST does it."""
    said: QueryDict = request.POST if request.method == "POST" else request.GET
    if "act" not in said:
        return _page(request, event, {})
    form = Change(said)
    if not form.is_valid():
        return _page(request, event, {"form": form}, status=UNREADABLE)
    asked = form.cleaned_data
    try:
        _must_be_here(event, asked)
        if request.method != "POST":
            return _page(request, event, {"asked": asked, **_foreseen(event, asked)})
        DONE[asked["act"]](event, asked, signature(request, form))
    except Refusal as refusal:
        return _page(request, event, {"refusal": told(refusal)}, status=status_of(refusal))
    messages.success(request, gettext("Done: %(change)s.") % {"change": dict(CHANGES)[asked["act"]]})
    return see(address("desk", event))


def _foreseen(event: Event, asked: Asked) -> dict[str, Any]:
    """What the change would reach: pairings, or who plays in which flight."""
    if asked["act"] in PARTED:
        return {"parts": PARTED[asked["act"]](event, asked)}
    return {"found": seen.as_told(FORESEEN[asked["act"]](event, asked))}


def _must_be_here(event: Event, asked: Asked) -> None:
    for name in ("entry", "other"):
        if name in NEEDS[asked["act"]]:
            entry_of(event, asked[name])


def _page(request: HttpRequest, event: Event, more: Mapping[str, Any], status: int = 200) -> HttpResponse:
    event.refresh_from_db(fields=["status", "version"])
    asked = more.get("asked") or {}
    context = {
        "event": event,
        "tabs": tabs(event, "desk", is_director=True),
        "entries": SimpleLazyObject(lambda: list(events.entries_of(event))),
        "choices": lambda: _choices(event),
        "flights": lambda: [(key, shape.name) for key, shape in flights.folded(event).shapes.items()],
        "changes": [(act, label, NEEDS[act]) for act, label in CHANGES],
        "title": dict(CHANGES).get(asked.get("act", "")),
        "fields": list(_said_again(asked)),
        "parted": SimpleLazyObject(lambda: list(seen.parted_stages(event).items())),
        "key": forms.new_key(),
        "here": request.get_full_path(),
        **more,
    }
    return render(request, "tournaments/change.html", context, status=status)


def _choices(event: Event) -> SafeString:
    """Everybody entered, to choose from; the page asks so in many places."""
    rows = events.entries_of(event).values_list("number", "number", "player__full_name")
    return format_html_join("", '<option value="{}">{} {}</option>', rows)


def _said_again(asked: Asked) -> Iterator[tuple[str, object]]:
    """What was asked about, field by field, for the form that does it."""
    for name in ("act", *NEEDS[asked["act"]]) if asked else ():
        values = asked[name] if isinstance(asked[name], list) else [asked[name]]
        yield from ((name, value) for value in values)
