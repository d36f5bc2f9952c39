"""Seasons of a club: the table with its reasons, opening one, its rules, divisions, and what was changed."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_safe

from matches.views.refusals import make_refusal_message
from matches.views.visitors import get_user
from rules.errors import Refusal
from tournaments.forms.seasons import RulesForm, SeasonForm
from tournaments.models import Club, Season
from tournaments.permissions import may_manage
from tournaments.phrases.seasons import SEASON_PRESETS
from tournaments.queries import clubs
from tournaments.queries import seasons as queries
from tournaments.queries.club_results import Span
from tournaments.services import seasons
from tournaments.standings.season_rules import RULE_PRESETS, SeasonRules
from tournaments.views.clubs import club_page_context
from tournaments.views.decorators import get_managed_club, public_club_view, require_user
from tournaments.views.etags import with_club_etag
from tournaments.views.responses import response_status, see_other


@require_safe
@public_club_view
@with_club_etag
def standings(request: HttpRequest, club: Club) -> HttpResponse:
    """A season's table; every number opens to its reasons."""
    club_seasons = list(clubs.seasons_of(club))
    season_slug = request.GET.get("season", "")
    season = next(
        (one for one in club_seasons if one.slug == season_slug), club_seasons[0] if club_seasons else None
    )
    table = clubs.get_standings(season) if season else None
    context: dict[str, Any] = {"seasons": club_seasons, "season": season, "table": table}
    if not club_seasons and may_manage(get_user(request), club):
        context["form"] = SeasonForm(initial=SeasonForm.proposal(timezone.localdate()))
    return _page(request, club, "standings", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def open_season(request: HttpRequest, club: str) -> HttpResponse:
    """Open a season with one of the known ways of counting, or that of an earlier season."""
    managed_club = get_managed_club(request, club)
    earlier = {one.slug: one for one in clubs.seasons_of(managed_club)}
    form = SeasonForm(
        request.POST or None,
        initial=SeasonForm.proposal(timezone.localdate()),
        earlier=[(slug, one.name) for slug, one in earlier.items()],
    )
    refusal: Refusal | None = None
    if form.is_valid():
        data = form.cleaned_data
        preset_name = data["rules"].removeprefix("of:")
        rules = (
            earlier[preset_name].rules
            if data["rules"] != preset_name
            else RULE_PRESETS[preset_name].to_data()
        )
        season_fields = {name: data[name] for name in ("name", "starts_on", "ends_on")}
        try:
            season = seasons.open_season(
                club=managed_club,
                by=require_user(request),
                rules=rules,
                after=earlier.get(data["after"]),
                **season_fields,
            )
        except Refusal as refused:
            refusal = refused
        else:
            messages.success(request, gettext("Season %(name)s created.") % {"name": season.name})
            return see_other(f"{reverse('standings', args=[managed_club.slug])}?season={season.slug}")
    context = {
        "form": form,
        "refusal": make_refusal_message(refusal) if refusal else None,
        "here": request.path,
    }
    return _page(request, managed_club, "season", context, status=response_status(refusal, form))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_rules(request: HttpRequest, club: str, season: str) -> HttpResponse:
    """Change how a season counts: every figure, seen in the table before it is saved."""
    managed_club = get_managed_club(request, club)
    club_season = get_season(managed_club, season)
    form = RulesForm(request.POST or None, initial=_proposal(club_season, request.GET.get("preset", "")))
    refusal: Refusal | None = None
    context: dict[str, Any] = {}
    if form.is_valid():
        data = form.cleaned_data
        try:
            if "save" in request.POST:
                return _save(request, club_season, form)
            counting = SeasonRules.from_data(form.rules())
            context["foreseen"] = queries.name_season_moves(
                queries.preview_season_moves(club_season, counting, Span(data["starts_on"], data["ends_on"]))
            )
            context["is_foreseen"] = True
        except Refusal as refused:
            refusal = refused
    context |= {
        "form": form,
        "season": club_season,
        "preset": request.GET.get("preset", ""),
        "presets": [(name, SEASON_PRESETS[name]) for name in RULE_PRESETS],
        "refusal": make_refusal_message(refusal) if refusal else None,
        "here": request.path,
    }
    return _page(request, managed_club, "season_rules", context, status=response_status(refusal, form))


@require_safe
@public_club_view
def changes(request: HttpRequest, club: Club, season: str) -> HttpResponse:
    """What was changed in a season, and whom that moved."""
    club_season = get_season(club, season)
    context = {"season": club_season, "changes": queries.changes_of(club_season)}
    return _page(request, club, "season_changes", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_divisions(request: HttpRequest, club: str, season: str) -> HttpResponse:
    """Who plays in which division, and where everybody would play next season."""
    managed_club = get_managed_club(request, club)
    club_season = get_season(managed_club, season)
    counting = SeasonRules.from_data(club_season.rules)
    if not counting.divisions:
        raise Http404
    table = clubs.get_standings(club_season)
    refusal: Refusal | None = None
    if request.method == "POST":
        division_texts = {
            row.player.pk: request.POST.get(f"division_{row.player.code}", "") for row in table.rows
        }
        try:
            numbers = {player: _division_number(text) for player, text in division_texts.items() if text}
            seasons.set_divisions(season=club_season, divisions=numbers, by=require_user(request))
        except Refusal as refused:
            refusal = refused
        else:
            messages.success(request, gettext("Divisions changed."))
            return see_other(request.path)
    context = {
        "season": club_season,
        "table": table,
        "names": list(enumerate(counting.divisions, start=1)),
        "next": queries.next_season(club_season),
        "refusal": make_refusal_message(refusal) if refusal else None,
    }
    return _page(
        request, managed_club, "season_divisions", context, status=response_status(refusal, forms.Form())
    )


def get_season(club: Club, slug: str) -> Season:
    """Return a season of the club by its slug, or raise 404."""
    return get_object_or_404(Season.objects.select_related("club"), club=club, slug=slug)


def _proposal(season: Season, preset: str) -> dict[str, Any]:
    counting = RULE_PRESETS.get(preset) or SeasonRules.from_data(season.rules)
    days = {"name": season.name, "starts_on": season.starts_on, "ends_on": season.ends_on}
    return {**RulesForm.proposal(counting), **days}


def _save(request: HttpRequest, season: Season, form: RulesForm) -> HttpResponse:
    season_fields = {name: form.cleaned_data[name] for name in ("name", "starts_on", "ends_on", "reason")}
    change = seasons.change_season(
        season=season, rules=form.rules(), by=require_user(request), **season_fields
    )
    if change is None:
        messages.info(request, gettext("Nothing was changed."))
        return see_other(f"{reverse('standings', args=[season.club.slug])}?season={season.slug}")
    count = len(change.moves)
    message = ngettext(
        "Season scoring changed: %(count)s line of the standings is different.",
        "Season scoring changed: %(count)s lines of the standings are different.",
        count,
    )
    messages.success(request, message % {"count": count})
    return see_other(reverse("season-changes", args=[season.club.slug, season.slug]))


def _division_number(text: str) -> int:
    if not text.isdecimal() or len(text) > 3:
        raise Refusal("season_division_unknown", division=text[:40])
    return int(text)


def _page(
    request: HttpRequest, club: Club, name: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    page_context = {**club_page_context(request, club, "standings"), **context}
    return render(request, f"tournaments/{name}.html", page_context, status=status)
