"""Seasons of a club: tables, rules, divisions, files for spreadsheets."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_safe

from matches.seen_values import require_unchanged
from matches.views.errors import render_refusal
from matches.views.visitors import get_user
from rules.errors import Refusal
from tournaments.models import Club, Season
from tournaments.permissions import may_manage
from tournaments.seasons import services as seasons
from tournaments.seasons.forms import DivisionsForm, SeasonForm, SeasonRulesForm
from tournaments.seasons.messages import SEASON_PRESETS, get_preset
from tournaments.seasons.queries import season_sheets, season_tables
from tournaments.seasons.queries import seasons as season_queries
from tournaments.seasons.queries.season_results import DayRange, get_season_results
from tournaments.seasons.views.attendance import requested_season
from tournaments.standings.season_settings import RULE_PRESETS, SeasonRules
from tournaments.web.club_pages import club_page_context, with_club_etag
from tournaments.web.csv_files import make_csv_response
from tournaments.web.decorators import get_managed_club, public_club_view, require_user
from tournaments.web.form_views import answer_form
from tournaments.web.forms import CommandForm
from tournaments.web.responses import see_other


@require_safe
@public_club_view
@with_club_etag
def standings(request: HttpRequest, club: Club) -> HttpResponse:
    """Show a season's table, every value with its reasons."""
    club_seasons = list(season_tables.seasons_of(club))
    season = requested_season(request, club_seasons)
    table = season_tables.get_standings(season) if season else None
    context: dict[str, Any] = {"seasons": club_seasons, "season": season, "table": table}
    if not club_seasons and may_manage(get_user(request), club):
        context["form"] = SeasonForm(initial=SeasonForm.get_initial(timezone.localdate()))
    return _season_page(request, club, "standings", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def open_season(request: HttpRequest, club: str) -> HttpResponse:
    """Create a season with a preset, or the rules of an earlier season."""
    managed_club = get_managed_club(request, club)
    earlier = {one.slug: one for one in season_tables.seasons_of(managed_club)}
    form = SeasonForm(
        request.POST or None,
        initial=SeasonForm.get_initial(timezone.localdate()),
        earlier=[(slug, one.name) for slug, one in earlier.items()],
    )

    def run() -> HttpResponse:
        data = form.cleaned_data
        preset_name = data["rules"].removeprefix("of:")
        rules = (
            earlier[preset_name].rules if data["rules"] != preset_name else get_preset(preset_name).to_data()
        )
        season_fields = {name: data[name] for name in ("name", "starts_on", "ends_on")}
        season = seasons.open_season(
            club=managed_club,
            by=require_user(request),
            rules=rules,
            after=earlier.get(data["after"]),
            **season_fields,
        )
        messages.success(request, gettext("Season created: %(name)s.") % {"name": season.name})
        return see_other(f"{reverse('standings', args=[managed_club.slug])}?season={season.slug}")

    def show(refusal: Refusal | None = None) -> HttpResponse:
        return _season_page(
            request, managed_club, "season", {"form": form, "page_url": request.path}, refusal
        )

    return answer_form(request, form, run, render_page=show, next_url=request.path)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_rules(request: HttpRequest, club: str, season: str) -> HttpResponse:
    """Edit the rules of a season, with a preview, or delete it while it is empty."""
    managed_club = get_managed_club(request, club)
    club_season = get_season(managed_club, season)
    is_deletion = "delete" in request.POST
    initial = _get_initial(club_season, request.GET.get("preset", ""))
    form = SeasonRulesForm(None if is_deletion else request.POST or None, initial=initial)

    def show(refusal: Refusal | None = None, **preview: Any) -> HttpResponse:
        context = {
            **preview,
            "form": form,
            "season": club_season,
            "is_empty": not get_season_results(club_season),
            "events": season_tables.list_season_events(club_season, SeasonRules.from_data(club_season.rules)),
            "preset": request.GET.get("preset", "") or _find_preset(club_season),
            "presets": [
                ("", gettext("Current rules")),
                *((name, SEASON_PRESETS[name]) for name in RULE_PRESETS),
            ],
            "page_url": request.path,
        }
        return _season_page(request, managed_club, "season_rules", context, refusal)

    def run() -> HttpResponse:
        if is_deletion:
            return _delete_season(request, club_season)
        require_unchanged(request.POST, form)
        if "save" in request.POST:
            return _save_season(request, club_season, form)
        data, rules = form.cleaned_data, SeasonRules.from_data(form.rules())
        moves = season_queries.preview_season_moves(
            club_season, rules, DayRange(data["starts_on"], data["ends_on"])
        )
        return show(moves=season_queries.name_season_moves(moves), is_preview=True)

    sent_form = CommandForm(request.POST) if is_deletion else form
    return answer_form(request, sent_form, run, render_page=show, next_url=request.path)


def _delete_season(request: HttpRequest, season: Season) -> HttpResponse:
    seasons.delete_season(season=season, by=require_user(request))
    messages.success(request, gettext("Season “%(name)s” deleted.") % {"name": season.name})
    return see_other(reverse("standings", args=[season.club.slug]))


@require_safe
@public_club_view
def changes(request: HttpRequest, club: Club, season: str) -> HttpResponse:
    """Show the changes of a season, with their moves."""
    club_season = get_season(club, season)
    context = {"season": club_season, "changes": season_queries.changes_of(club_season)}
    return _season_page(request, club, "season_changes", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_divisions(request: HttpRequest, club: str, season: str) -> HttpResponse:
    """Edit divisions, and preview those of next season."""
    managed_club = get_managed_club(request, club)
    club_season = get_season(managed_club, season)
    rules = SeasonRules.from_data(club_season.rules)
    if not rules.divisions:
        raise Http404
    table = season_tables.get_standings(club_season)
    data = request.POST if request.method == "POST" else None
    form = DivisionsForm(data, table=table, divisions=rules.divisions)

    def run() -> str:
        require_unchanged(request.POST, form)
        seasons.set_divisions(season=club_season, divisions=form.divisions(), by=require_user(request))
        return gettext("Divisions changed.")

    def show(refusal: Refusal | None = None) -> HttpResponse:
        next_season = season_queries.get_next_season(club_season)
        context = {"season": club_season, "form": form, "next": next_season}
        return _season_page(request, managed_club, "season_divisions", context, refusal)

    return answer_form(request, form, run, render_page=show, next_url=request.path)


def get_season(club: Club, slug: str) -> Season:
    """Return a season of the club by its slug, or raise 404."""
    return get_object_or_404(Season.objects.select_related("club"), club=club, slug=slug)


def _get_initial(season: Season, preset: str) -> dict[str, Any]:
    rules = get_preset(preset) if preset in RULE_PRESETS else SeasonRules.from_data(season.rules)
    days = {"name": season.name, "starts_on": season.starts_on, "ends_on": season.ends_on}
    return {**SeasonRulesForm.get_initial(rules), **days}


def _find_preset(season: Season) -> str:
    """Return the name of the preset with the rules of a season, or "" for rules of its own."""
    rules = SeasonRules.from_data(season.rules)
    return next((name for name in RULE_PRESETS if rules in (RULE_PRESETS[name], get_preset(name))), "")


def _save_season(request: HttpRequest, season: Season, form: SeasonRulesForm) -> HttpResponse:
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


def _season_page(
    request: HttpRequest, club: Club, name: str, context: dict[str, Any], refusal: Refusal | None = None
) -> HttpResponse:
    page_context = {**club_page_context(request, club, "standings"), **context}
    return render_refusal(request, f"tournaments/seasons/{name}.html", page_context, refusal)


@require_safe
@public_club_view
def season_csv(request: HttpRequest, club: Club, season: str) -> HttpResponse:
    """Return a season's table as CSV."""
    club_season = get_season(club, season)
    return make_csv_response(season_sheets.season_sheet(club_season), f"{club.slug}-{club_season.slug}")
