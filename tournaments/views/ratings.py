"""Rating lists of a club: the ratings, formula and calibration of a list, creating and editing one."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from matches.queries.people import get_canonical_player, get_player
from matches.views.refusals import make_refusal_message
from rules.errors import Refusal
from tournaments.forms.seasons import Constants, NewRatingList, StartingRatings
from tournaments.models import Club, RatingList
from tournaments.phrases.seasons import CONSTANTS, RATING_PRESETS
from tournaments.queries import careers, clubs
from tournaments.queries import ratings as rating_queries
from tournaments.ratings.systems import SYSTEM_PRESETS, constants_of, parameters
from tournaments.services import rating_lists
from tournaments.views.clubs import club_page_context
from tournaments.views.decorators import get_managed_club, public_club_view, require_user
from tournaments.views.etags import with_club_etag
from tournaments.views.responses import response_status, see_other


@require_safe
@public_club_view
@with_club_etag
def ratings(request: HttpRequest, club: Club) -> HttpResponse:
    """Everybody's rating in the list ?list= names; ?player= opens one player's way."""
    rating_lists_of_club = list(clubs.rating_lists_of(club))
    list_key = request.GET.get("list", "")
    rating_list = next(
        (one for one in rating_lists_of_club if str(one.pk) == list_key),
        rating_lists_of_club[0] if rating_lists_of_club else None,
    )
    player = get_player(request.GET.get("player", ""))
    career = careers.get_career(club, get_canonical_player(player), rating_list) if player else None
    context = {
        "lists": rating_lists_of_club,
        "rating_list": rating_list,
        "rows": clubs.rating_table(rating_list) if rating_list else (),
        "career": career if career and career.results else None,
        "is_being_counted": rating_list is not None and rating_list.is_owed,
    }
    return _page(request, club, "ratings", context)


@require_safe
@public_club_view
def rating_list_details(request: HttpRequest, club: Club, number: int) -> HttpResponse:
    """Show the formula, calibration and changes of a list."""
    rating_list = get_rating_list(club, number)
    parameter_values = {**constants_of(rating_list.system), **rating_list.parameters}
    context = {
        "rating_list": rating_list,
        "constants": [(CONSTANTS[name], value) for name, value in parameter_values.items()],
        "calibration": rating_queries.calibration(rating_list),
        "changes": rating_queries.changes_of(rating_list),
        "is_being_counted": rating_list.is_owed,
    }
    return _page(request, club, "rating_list", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def open_list(request: HttpRequest, club: str) -> HttpResponse:
    """Open a further list; it counts from the first result of the club."""
    managed_club = get_managed_club(request, club)
    form = NewRatingList(request.POST or None)
    refusal: Refusal | None = None
    if form.is_valid():
        data = form.cleaned_data
        preset = SYSTEM_PRESETS[data["preset"]]
        try:
            opened = rating_lists.open_rating_list(
                club=managed_club,
                name=data["name"],
                system=preset.system,
                parameters=preset.constants,
                counts=data["counts"],
                ladders=data["ladders"],
                by=require_user(request),
            )
        except Refusal as refused:
            refusal = refused
        else:
            messages.success(request, gettext("Ratings list %(name)s created.") % {"name": opened.name})
            return see_other(f"{reverse('ratings', args=[managed_club.slug])}?list={opened.pk}")
    context = {
        "form": form,
        "refusal": make_refusal_message(refusal) if refusal else None,
        "here": request.path,
    }
    return _page(request, managed_club, "open_rating_list", context, status=response_status(refusal, form))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_constants(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """Change by what a list rates: every constant, seen in the list before it is saved."""
    managed_club = get_managed_club(request, club)
    rating_list = get_rating_list(managed_club, number)
    preset = request.POST.get("preset", request.GET.get("preset", ""))
    system = SYSTEM_PRESETS[preset].system if preset in SYSTEM_PRESETS else rating_list.system
    form = Constants(request.POST or None, system=system, initial=Constants.proposal(rating_list, preset))
    refusal: Refusal | None = None
    context: dict[str, Any] = {}
    if form.is_valid():
        try:
            if "save" in request.POST:
                return _save(request, rating_list, form)
            counting = parameters(system, form.parameters())
            data = {name: form.cleaned_data[name] for name in ("counts", "ladders")}
            context["foreseen"] = rating_queries.preview_rating_moves(rating_list, counting, **data)
            context["is_foreseen"] = True
        except Refusal as refused:
            refusal = refused
    context |= {
        "form": form,
        "rating_list": rating_list,
        "preset": preset if preset in SYSTEM_PRESETS else "",
        "presets": [(name, RATING_PRESETS[name]) for name in SYSTEM_PRESETS],
        "refusal": make_refusal_message(refusal) if refusal else None,
        "here": request.path,
    }
    return _page(request, managed_club, "rating_constants", context, status=response_status(refusal, form))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def starting_ratings(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """The ratings players bring along; ?fill takes over those they were entered with, to be saved."""
    managed_club = get_managed_club(request, club)
    rating_list = get_rating_list(managed_club, number)
    rows = rating_queries.starting_ratings(rating_list)
    initial = {row.player.code: row.entered for row in rows if row.starting is None and row.entered}
    form = StartingRatings(
        request.POST if request.method == "POST" else None,
        rows=rows,
        initial=initial if "fill" in request.GET else None,
    )
    refusal: Refusal | None = None
    if form.is_valid():
        try:
            change = rating_lists.set_starting_ratings(
                rating_list=rating_list,
                ratings=form.ratings(),
                reason=gettext("Starting ratings"),
                by=require_user(request),
            )
        except Refusal as refused:
            refusal = refused
        else:
            unchanged, saved = gettext("Nothing was changed."), gettext("Starting ratings saved.")
            messages.success(request, unchanged if change is None else saved)
            return see_other(reverse("rating-list", args=[managed_club.slug, rating_list.pk]))
    context = {
        "form": form,
        "rating_list": rating_list,
        "base": rating_queries.base_of(rating_list),
        "refusal": make_refusal_message(refusal) if refusal else None,
        "here": request.path,
    }
    return _page(request, managed_club, "starting_ratings", context, status=response_status(refusal, form))


def get_rating_list(club: Club, number: int) -> RatingList:
    """Return a rating list of the club, or raise 404."""
    return get_object_or_404(RatingList.objects.select_related("club"), club=club, pk=number)


def _save(request: HttpRequest, rating_list: RatingList, form: Constants) -> HttpResponse:
    change = rating_lists.change_list(
        rating_list=rating_list,
        name=form.cleaned_data["name"],
        system=form.system,
        parameters=form.parameters(),
        counts=form.cleaned_data["counts"],
        ladders=form.cleaned_data["ladders"],
        reason=form.cleaned_data["reason"],
        by=require_user(request),
    )
    message = gettext("Nothing was changed.") if change is None else gettext("Rating formula changed.")
    messages.success(request, message)
    return see_other(reverse("rating-list", args=[rating_list.club.slug, rating_list.pk]))


def _page(
    request: HttpRequest, club: Club, name: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    page_context = {**club_page_context(request, club, "ratings"), **context}
    return render(request, f"tournaments/{name}.html", page_context, status=status)
