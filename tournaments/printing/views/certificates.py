"""Certificates of a finished event: the page of their texts, and the file."""

import re
from collections.abc import Mapping, Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from matches.seen_values import require_unchanged
from matches.views.errors import render_refusal
from rules.errors import Refusal
from tournaments.messages.tournaments import name_days_of
from tournaments.models import Event, EventStatus
from tournaments.play.tournaments.queries import sponsors
from tournaments.printing import forms, queries, services
from tournaments.printing.messages import make_sheet_title
from tournaments.printing.pdf.place_certificates import PrintedCertificate, certificate_pages
from tournaments.printing.views.printouts import pdf_response, requested_paper
from tournaments.web.decorators import director_view, require_user
from tournaments.web.form_views import answer_form
from tournaments.web.navigation import make_desk_tabs

PLACES = re.compile("[0-9]{1,3}")


@require_http_methods(["GET", "HEAD", "POST"])
@director_view
@never_cache
def certificates(request: HttpRequest, event: Event) -> HttpResponse:
    """Show which certificates can be printed, with the texts of the club, and change these (POST)."""
    template = queries.get_certificate_template(event.tournament.club)
    data = request.POST if request.method == "POST" else None
    form = forms.CertificateForm(data, initial=forms.CertificateForm.initial_of(template))

    def run() -> str:
        require_unchanged(request.POST, form)
        services.save_certificate_template(
            club=event.tournament.club, **form.get_values(), by=require_user(request)
        )
        return gettext("Texts saved.")

    def show(refusal: Refusal | None = None) -> HttpResponse:
        context = {
            "event": event,
            "tabs": make_desk_tabs(event, "printouts"),
            "form": form,
            "is_finished": event.status == EventStatus.FINISHED,
            "awards": queries.list_awards(event, 0),
            "flights": queries.list_flight_awards(event) if event.status == EventStatus.FINISHED else [],
            "choices": (1, 3, 4, 8),
            "template": template,
            "defaults": get_default_texts(event),
            "fields": [f"{{{name}}}" for name in queries.CERTIFICATE_FIELDS],
            "page_url": request.path,
        }
        return render_refusal(request, "printing/certificates.html", context, refusal)

    return answer_form(request, form, run, render_page=show, next_url=request.path)


@require_safe
@director_view
def certificates_pdf(request: HttpRequest, event: Event) -> HttpResponse:
    """Return the certificates of the first ?places= as PDF, of all without it; 404 if there are none.

    They are those of the event, or of a ?flight= with places of its own.
    """
    paper, places, flight = requested_paper(request), request.GET.get("places", "0"), ""
    if event.status != EventStatus.FINISHED or not PLACES.fullmatch(places):
        raise Http404
    awards: Sequence[queries.Award] = queries.list_awards(event, int(places))
    if "flight" in request.GET:
        flights = {one.flight: one for one in queries.list_flight_awards(event, int(places))}
        flight_awards = flights.get(request.GET["flight"])
        awards, flight = (flight_awards.awards, flight_awards.name) if flight_awards else ((), "")
    if not awards:
        raise Http404
    tournament = event.tournament
    template, defaults = queries.get_certificate_template(tournament.club), get_default_texts(event)
    name = f"{event.name} · {flight}" if flight else event.name
    facts = {"event": name, "tournament": tournament.name, "date": _get_day_text(event)}
    signatures = (template.signatures or defaults["signatures"]).splitlines()
    pages = certificate_pages(
        [
            PrintedCertificate(
                club=tournament.club.name,
                title=template.title or defaults["title"],
                name=award.name,
                members=award.members,
                sentence=_fill(
                    template.sentence or defaults["sentence"],
                    {**facts, "place": award.place, "name": award.name},
                ),
                signatures=tuple(signatures),
            )
            for award in awards
        ],
        paper,
        sponsors.read_files(tournament),
    )
    return pdf_response(pages, make_sheet_title(event, gettext("Certificates")), f"{event.slug}-certificates")


def get_default_texts(event: Event) -> dict[str, str]:
    """Return the usual texts in the reader's language; the tournament is named if its event is not alike."""
    sentence = gettext("{place} place in {event}, {tournament}, {date}")
    if event.name == event.tournament.name:
        sentence = gettext("{place} place in {event}, {date}")
    return {
        "title": gettext("Certificate"),
        "sentence": sentence,
        "signatures": gettext("Tournament director"),
    }


def _fill(sentence: str, values: Mapping[str, str]) -> str:
    """Return the sentence with its fields; a value is never read for fields itself."""
    parts = sentence.replace("}", "{").split("{")
    return "".join(values.get(part, part) if number % 2 else part for number, part in enumerate(parts))


def _get_day_text(event: Event) -> str:
    """Return the days of the tournament, or the day of an event that starts on one of its own."""
    if event.starts_at is None:
        return name_days_of(event.tournament)
    return date_format(localtime(event.starts_at), "j F Y")
