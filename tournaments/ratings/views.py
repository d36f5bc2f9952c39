"""Rating lists of a club: formula, changes, starting ratings."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from matches.messages.stored_reasons import STARTING_RATINGS
from matches.seen_values import require_unchanged
from matches.views.errors import make_refusal_message
from rules.errors import Refusal
from tournaments.models import Club, RatingList
from tournaments.rating_systems.registry import SYSTEM_PRESETS, constants_of, parameters
from tournaments.ratings.forms import NewRatingListForm, RatingConstantsForm, StartingRatingsForm
from tournaments.ratings.messages import CONSTANTS, RATING_PRESETS
from tournaments.ratings.queries import rating_sheets, rating_tables
from tournaments.ratings.queries import ratings as rating_queries
from tournaments.ratings.services import ratings as rating_services
from tournaments.web.club_pages import club_page_context
from tournaments.web.csv_files import make_csv_response
from tournaments.web.decorators import get_managed_club, public_club_view, require_user
from tournaments.web.responses import response_status, see_other


@require_safe
@public_club_view
def rating_list_details(request: HttpRequest, club: Club, number: int) -> HttpResponse:
    """Show the formula, calibration and changes of a list."""
    rating_list = get_rating_list(club, number)
    parameter_values = {**constants_of(rating_list.system), **rating_list.parameters}
    context = {
        "rating_list": rating_list,
        "constants": [(CONSTANTS[name], value) for name, value in parameter_values.items()],
        "calibration": rating_queries.get_calibration(rating_list),
        "changes": rating_queries.changes_of(rating_list),
        "is_being_counted": rating_tables.is_being_counted(rating_list),
    }
    return render_rating_page(request, club, "rating_list", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def open_rating_list(request: HttpRequest, club: str) -> HttpResponse:
    """Create another list, calculated from the first result of the club."""
    managed_club = get_managed_club(request, club)
    form = NewRatingListForm(request.POST or None)
    refusal: Refusal | None = None
    if form.is_valid():
        data = form.cleaned_data
        preset = SYSTEM_PRESETS[data["preset"]]
        try:
            new_list = rating_services.open_rating_list(
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
            messages.success(request, gettext("Rating list %(name)s created.") % {"name": new_list.name})
            return see_other(f"{reverse('ratings', args=[managed_club.slug])}?list={new_list.pk}")
    context = {
        "form": form,
        "refusal": make_refusal_message(refusal) if refusal else None,
        "page_url": request.path,
    }
    return render_rating_page(
        request, managed_club, "open_rating_list", context, status=response_status(refusal, form)
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_constants(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """Edit the parameters of a list, with a preview."""
    managed_club = get_managed_club(request, club)
    rating_list = get_rating_list(managed_club, number)
    preset = request.POST.get("preset", request.GET.get("preset", ""))
    system = SYSTEM_PRESETS[preset].system if preset in SYSTEM_PRESETS else rating_list.system
    form = RatingConstantsForm(
        request.POST or None, system=system, initial=RatingConstantsForm.get_initial(rating_list, preset)
    )
    refusal: Refusal | None = None
    context: dict[str, Any] = {}
    if form.is_valid():
        try:
            require_unchanged(request.POST, form)
            if "save" in request.POST:
                return _save_rating_list(request, rating_list, form)
            rating_parameters = parameters(system, form.parameters())
            data = {name: form.cleaned_data[name] for name in ("counts", "ladders")}
            context["moves"] = rating_queries.preview_rating_moves(rating_list, rating_parameters, **data)
            context["is_preview"] = True
        except Refusal as refused:
            refusal = refused
    context |= {
        "form": form,
        "rating_list": rating_list,
        "preset": preset if preset in SYSTEM_PRESETS else "",
        "presets": [(name, RATING_PRESETS[name]) for name in SYSTEM_PRESETS],
        "refusal": make_refusal_message(refusal) if refusal else None,
        "page_url": request.path,
    }
    return render_rating_page(
        request, managed_club, "rating_constants", context, status=response_status(refusal, form)
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def starting_ratings(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """Edit the starting ratings of players; with ?fill the form has those given when they were entered."""
    managed_club = get_managed_club(request, club)
    rating_list = get_rating_list(managed_club, number)
    rows = rating_queries.get_starting_ratings(rating_list)
    initial = {row.player.code: row.entered for row in rows if row.starting is None and row.entered}
    form = StartingRatingsForm(
        request.POST if request.method == "POST" else None,
        rows=rows,
        initial=initial if "fill" in request.GET else None,
    )
    refusal: Refusal | None = None
    if form.is_valid():
        try:
            require_unchanged(request.POST, form)
            change = rating_services.set_starting_ratings(
                rating_list=rating_list,
                ratings=form.ratings(),
                reason=STARTING_RATINGS,
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
        "stored": StartingRatingsForm(rows=rows),
        "rating_list": rating_list,
        "base": rating_queries.base_of(rating_list),
        "refusal": make_refusal_message(refusal) if refusal else None,
        "page_url": request.path,
    }
    return render_rating_page(
        request, managed_club, "starting_ratings", context, status=response_status(refusal, form)
    )


def get_rating_list(club: Club, number: int) -> RatingList:
    """Return a rating list of the club, or raise 404."""
    return get_object_or_404(RatingList.objects.select_related("club"), club=club, pk=number)


def _save_rating_list(
    request: HttpRequest, rating_list: RatingList, form: RatingConstantsForm
) -> HttpResponse:
    change = rating_services.change_list(
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


def render_rating_page(
    request: HttpRequest, club: Club, name: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Return a page of the ratings of a club: the template `name` with its context."""
    page_context = {**club_page_context(request, club, "ratings"), **context}
    return render(request, f"tournaments/ratings/{name}.html", page_context, status=status)


@require_safe
@public_club_view
def rating_list_csv(request: HttpRequest, club: Club, number: int) -> HttpResponse:
    """Return a rating list as CSV."""
    rating_list = get_rating_list(club, number)
    return make_csv_response(rating_sheets.rating_sheet(rating_list), f"{club.slug}-ratings-{rating_list.pk}")
