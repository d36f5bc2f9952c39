"""Table cards: one for every table, with a QR code for phones."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from matches.views import outward
from matches.views.scanning import picture_of
from tournaments.models import Event
from tournaments.views.doors import for_directors


@require_safe
@for_directors
def cards(request: HttpRequest, event: Event) -> HttpResponse:
    """Table cards, four on a page."""
    tables = event.tournament.desk.tables.order_by("number")
    links = [(table, outward.address(request, reverse("table", args=[table.code]))) for table in tables]
    card_rows = [{"table": table, "link": link, "code": picture_of(link)} for table, link in links]
    only_here = any(outward.is_only_here(link) for _, link in links)
    return render(
        request, "printing/table_cards.html", {"event": event, "cards": card_rows, "only_here": only_here}
    )
