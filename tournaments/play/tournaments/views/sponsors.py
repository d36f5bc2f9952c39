"""The logos of the sponsors of a tournament: their files, and the pages of directors."""

from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.seen_values import require_unchanged
from matches.views.errors import render_refusal
from rules.errors import Refusal
from tournaments.models import SponsorLogo, Tournament
from tournaments.permissions import may_direct
from tournaments.play.tournaments import sponsor_forms
from tournaments.play.tournaments.queries import sponsors as queries
from tournaments.play.tournaments.services import sponsors as services
from tournaments.play.tournaments.views.tournament_pages import send_file
from tournaments.web import uploaded_images
from tournaments.web.decorators import get_tournament, require_user
from tournaments.web.form_views import answer_form
from tournaments.web.navigation import make_tournament_tabs


@require_safe
def logo_file(request: HttpRequest, club: str, tournament: str, logo: int) -> HttpResponse:
    """Return the file of a logo."""
    tournament_row = get_tournament(request, club, tournament)
    rows = SponsorLogo.objects.filter(tournament=tournament_row).defer("data")
    row = get_object_or_404(rows, pk=logo)
    return send_file(request, tournament_row, row.digest, uploaded_images.IMAGE_TYPE, lambda: bytes(row.data))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def index(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """List the logos with the form of a new one, and add it (POST)."""
    tournament_row = _get_directed_tournament(request, club, tournament)
    # A form that was refused keeps its texts; a browser sends no file twice.
    form = sponsor_forms.NewSponsorForm(request.POST or None, request.FILES or None)

    def run() -> str:
        data = form.cleaned_data
        services.add_logo(
            tournament=tournament_row,
            upload=form.upload(),
            name=data["name"],
            link=data["link"],
            by=require_user(request),
        )
        return gettext("Logo added.")

    show = partial(_render_list, request, tournament_row, more={"form": form})
    return answer_form(request, form, run, render_page=show, next_url=_get_url(tournament_row))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def change(request: HttpRequest, club: str, tournament: str, logo: int) -> HttpResponse:
    """Show the form of one sponsor, and change name and link (POST)."""
    tournament_row = _get_directed_tournament(request, club, tournament)
    row = _get_logo(tournament_row, logo)
    form = sponsor_forms.SponsorForm(request.POST or None, initial=sponsor_forms.SponsorForm.initial_of(row))

    def run() -> str:
        require_unchanged(request.POST, form)
        services.change_logo(logo=row, **form.cleaned_data, by=require_user(request))
        return gettext("Sponsor saved.")

    show = partial(_render_list, request, tournament_row, more={"form": form, "changed_logo": row})
    return answer_form(request, form, run, render_page=show, next_url=_get_url(tournament_row))


@login_required
@require_POST
def move(request: HttpRequest, club: str, tournament: str, logo: int) -> HttpResponse:
    """Move a logo to another place of the list."""
    tournament_row = _get_directed_tournament(request, club, tournament)
    row, form = _get_logo(tournament_row, logo), sponsor_forms.SponsorPlaceForm(request.POST)

    def run() -> str:
        services.move_logo(logo=row, place=form.cleaned_data["place"], by=require_user(request))
        return gettext("Order changed.")

    show = partial(_render_list, request, tournament_row)
    return answer_form(request, form, run, render_page=show, next_url=_get_url(tournament_row))


@login_required
@require_POST
def remove(request: HttpRequest, club: str, tournament: str, logo: int) -> HttpResponse:
    """Remove a logo."""
    tournament_row = _get_directed_tournament(request, club, tournament)
    row = _get_logo(tournament_row, logo)

    def run() -> str:
        services.remove_logo(logo=row, by=require_user(request))
        return gettext("Logo removed.")

    show = partial(_render_list, request, tournament_row)
    return answer_form(request, (), run, render_page=show, next_url=_get_url(tournament_row))


def _get_directed_tournament(request: HttpRequest, club: str, tournament: str) -> Tournament:
    tournament_row = get_tournament(request, club, tournament)
    if not may_direct(require_user(request), tournament_row):
        raise Http404
    return tournament_row


def _get_logo(tournament: Tournament, key: int) -> SponsorLogo:
    logo = queries.get_logo(tournament, key)
    if logo is None:
        raise Http404
    return logo


def _get_url(tournament: Tournament) -> str:
    return reverse("sponsors", args=[tournament.club.slug, tournament.slug])


def _render_list(
    request: HttpRequest,
    tournament: Tournament,
    refusal: Refusal | None = None,
    more: dict[str, Any] | None = None,
) -> HttpResponse:
    """Render the list, and the form in `more` or that of a new logo."""
    logos = queries.list_logos(tournament)
    context = {
        "tournament": tournament,
        "tabs": make_tournament_tabs(tournament, "tournament-settings"),
        "logos": [(logo, queries.show_logo(logo)) for logo in logos],
        "is_full": len(logos) >= services.MOST_LOGOS,
        "page": _get_url(tournament),
        "form": sponsor_forms.NewSponsorForm(),
        **(more or {}),
    }
    return render_refusal(request, "tournaments/play/tournaments/sponsors.html", context, refusal)
