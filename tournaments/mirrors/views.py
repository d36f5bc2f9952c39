"""Pages of mirrors: the publication of a tournament, the copies of a club, and those of the site."""

from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.views.errors import make_refusal_message
from rules.errors import Refusal
from tournaments.mirrors import queries
from tournaments.mirrors.commands import (
    COPY_COMMANDS_BY_NAME,
    PUBLICATION_COMMANDS_BY_NAME,
    DeletePublishedCopy,
    StopPublishing,
)
from tournaments.mirrors.forms import PublicationForm
from tournaments.mirrors.models import CopiedTournament, Publication
from tournaments.mirrors.services import first_tries
from tournaments.mirrors.services.receiving import MAX_EVENTS, MAX_MEGABYTES
from tournaments.models import Club, Tournament
from tournaments.permissions import may_direct, may_host
from tournaments.web.club_pages import club_page_context
from tournaments.web.decorators import get_club, get_tournament, require_user
from tournaments.web.form_views import answer_form
from tournaments.web.navigation import make_tournament_tabs


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show_publication(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show to which site a tournament is published, with the form of another one (POST: begin)."""
    tournament_row = _get_directed_tournament(request, club, tournament)
    initial = _get_initial(queries.find_publication(tournament_row))
    form = PublicationForm(request.POST or None, initial=initial)

    def run() -> str:
        publication = first_tries.publish_at_once(
            tournament=tournament_row, **form.cleaned_data, by=require_user(request)
        )
        if publication.problem or publication.published_at is None:
            return gettext("Saved. It is published as soon as that is possible.")
        return gettext("The tournament is published.")

    show = partial(_render_publication, request, tournament_row, form=form)
    return answer_form(request, form, run, render_page=show, next_url=request.path)


@login_required
@require_POST
def run_publication_action(
    request: HttpRequest, club: str, tournament: str, action_name: str
) -> HttpResponse:
    """Run a director's action on a publication."""
    tournament_row = _get_directed_tournament(request, club, tournament)
    command_class = PUBLICATION_COMMANDS_BY_NAME.get(action_name)
    publication = queries.find_publication(tournament_row)
    if command_class is None or publication is None:
        raise Http404
    command = command_class(request.POST, publication=publication, actor=require_user(request))
    return answer_form(
        request,
        command,
        lambda: command.describe(command.run()),
        render_page=partial(_render_publication, request, tournament_row),
        next_url=reverse("publication", args=[club, tournament]),
    )


@login_required
@never_cache
@require_safe
def show_copies(request: HttpRequest, club: str) -> HttpResponse:
    """List the tournaments of a club that other sites direct."""
    return _render_copies(request, _get_directed_club(request, club))


@login_required
@require_POST
def run_copy_action(request: HttpRequest, club: str, copy: str, action_name: str) -> HttpResponse:
    """Take a copy over, or delete it."""
    club_row = _get_directed_club(request, club)
    command_class = COPY_COMMANDS_BY_NAME.get(action_name)
    if command_class is None:
        raise Http404
    rows = CopiedTournament.objects.select_related("club", "tournament__club", "tournament__desk")
    row = get_object_or_404(rows, club=club_row, key=copy)
    command = command_class(request.POST, copy=row, actor=require_user(request))
    return answer_form(
        request,
        command,
        lambda: command.describe(command.run()),
        render_page=partial(_render_copies, request, club_row),
        next_url=reverse("copies", args=[club]),
    )


@login_required
@never_cache
@require_safe
def show_usage(request: HttpRequest) -> HttpResponse:
    """Show the host of the site which clubs have copies, how large they are and when they were heard of."""
    if not may_host(require_user(request)):
        raise Http404
    context = {"usage": queries.list_usage(), "max_events": MAX_EVENTS, "max_megabytes": MAX_MEGABYTES}
    return render(request, "mirrors/usage.html", context)


def _get_directed_club(request: HttpRequest, slug: str) -> Club:
    club = get_club(slug)
    if not may_direct(require_user(request), club):
        raise Http404
    return club


def _get_directed_tournament(request: HttpRequest, club: str, slug: str) -> Tournament:
    tournament = get_tournament(request, club, slug)
    if not may_direct(require_user(request), tournament):
        raise Http404
    return tournament


def _render_publication(
    request: HttpRequest,
    tournament: Tournament,
    refusal: Refusal | None = None,
    form: PublicationForm | None = None,
) -> HttpResponse:
    publication = queries.find_publication(tournament)
    context: dict[str, Any] = {
        "tournament": tournament,
        "tabs": make_tournament_tabs(tournament, "publication"),
        "topics": f"desk:{tournament.desk.code}",
        "publication": publication,
        **(_describe_publication(publication) if publication is not None else {}),
        "actions": {"stop": StopPublishing.name, "delete": DeletePublishedCopy.name},
        "form": form or PublicationForm(initial=_get_initial(publication)),
        "refusal": make_refusal_message(refusal) if refusal else None,
        "page_url": request.path,
    }
    return render(request, "mirrors/publication.html", context)


def _get_initial(publication: Publication | None) -> dict[str, str]:
    return {"address": queries.get_club_page(publication)} if publication is not None else {}


def _describe_publication(publication: Publication) -> dict[str, Any]:
    return {
        "host": queries.get_host(publication),
        "sentence": queries.describe_publication(publication),
        "withheld_events": queries.list_withheld_events(publication),
        "may_replace": publication.problem == "journals_differ",
        "is_taken_over": publication.problem == "copy_taken_over",
    }


def _render_copies(request: HttpRequest, club: Club, refusal: Refusal | None = None) -> HttpResponse:
    copies = list(queries.list_copies(club))
    context = {
        "copies": [(copy, queries.describe_source(copy)) for copy in copies],
        "forgotten": {copy.pk for copy in copies if queries.is_forgotten(copy)},
        "max_events": MAX_EVENTS,
        "max_megabytes": MAX_MEGABYTES,
        "refusal": make_refusal_message(refusal) if refusal else None,
        "page_url": request.path,
    }
    return render(request, "mirrors/copies.html", {**club_page_context(request, club, "club"), **context})
