"""Table cards: one for every table, with a QR code for phones."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from matches.views import public_links
from matches.views.qr_codes import make_qr_svg
from tournaments.models import Event
from tournaments.views.decorators import director_view


@require_safe
@director_view
def cards(request: HttpRequest, event: Event) -> HttpResponse:
    """Table cards, four on a page."""
    tables = event.tournament.desk.tables.order_by("number")
    links = [
        (table, public_links.build_public_url(request, reverse("table", args=[table.code])))
        for table in tables
    ]
    card_rows = [{"table": table, "link": link, "code": make_qr_svg(link)} for table, link in links]
    only_here = any(public_links.is_local_link(link) for _, link in links)
    return render(
        request, "printing/table_cards.html", {"event": event, "cards": card_rows, "only_here": only_here}
    )
