"""Pages of a player: results, names and spellings, own data."""

from functools import partial
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches import permissions
from matches.actors import Identity
from matches.forms import ForgetForm, HistoryForm, NameForm, ReasonForm, ShownForm, SpellingForm
from matches.models import Match, Player, User
from matches.queries import matches as match_queries
from matches.queries import people, player_history
from matches.registry import (
    make_panel_context,
    merge_effects,
    player_links,
    player_panels,
)
from matches.services import anonymising, merging, players
from matches.states import OPEN_STATUSES, Status
from matches.views.errors import render_refusal
from matches.views.form_views import process_form
from matches.views.visitors import (
    get_followed_code,
    get_identity,
    get_safe_next,
    get_user,
)
from rules.errors import Refusal

PAGE_SIZE = 50
MAX_RIVALS = 10


@require_safe
def show_player(request: HttpRequest, code: str) -> HttpResponse:
    """The public page of a player or pair: matches won and lost, rivals, open matches.

    Other spellings redirect to the canonical one.
    """
    current_player = player_or_404(code)
    if people.get_canonical_player(current_player) != current_player:
        return redirect("player", people.get_canonical_player(current_player).code)
    identity, user = get_identity(request), get_user(request)
    outcomes = player_history.get_outcomes(current_player)
    rival_list = player_history.count_rivals(outcomes)
    form = HistoryForm(
        request.GET or None,
        years=player_history.get_years(outcomes),
        opponents=[rival.player for rival in rival_list],
    )
    context = {
        "player": current_player,
        "won": sum(outcome.has_won for outcome in outcomes),
        "lost": sum(outcome.has_lost for outcome in outcomes),
        "open": list(
            match_queries.exclude_suspended(
                player_history.get_matches_with_player(current_player).filter(status__in=OPEN_STATUSES)
            )[:PAGE_SIZE]
        ),
        "rivals": rival_list[:MAX_RIVALS],
        "by_length": player_history.tally_by_length(outcomes),
        "longest_run": player_history.get_longest_run(outcomes),
        "is_followed": get_followed_code(request) == current_player.code,
        "form": form,
        **make_panel_context(player_panels(request, current_player)),
        **_get_pair_context(current_player),
        "player_links": [link for links in player_links(current_player) for link in links],
        "is_oneself": permissions.is_same_person(identity, current_player),
        "may_edit_name": permissions.may_edit_name(user, current_player),
        "may_manage_name": user is not None and permissions.may_manage_name(user, current_player),
        **_get_player_context(request, _filter_matches(current_player, form, outcomes, rival_list)),
    }
    return render(request, "matches/player.html", context)


@require_safe
def head_to_head(request: HttpRequest, code: str, other: str) -> HttpResponse:
    """Head to head of two players: matches, points, games, and every settled match."""
    current_player, rival = player_or_404(code), player_or_404(other)
    canonical_players = people.get_canonical_player(current_player), people.get_canonical_player(rival)
    if canonical_players[0] == canonical_players[1]:
        raise Http404
    if canonical_players != (current_player, rival):
        return redirect("head-to-head", *(each.code for each in canonical_players))
    context = {
        "player": current_player,
        "rival": rival,
        "tally": player_history.compare_players(current_player, rival),
        **_get_player_context(
            request,
            player_history.filter_by_opponent(player_history.get_settled_matches(current_player), rival),
        ),
    }
    return render(request, "matches/head_to_head.html", context)


def player_or_404(code: str) -> Player:
    """The player with this code, or 404."""
    current_player = people.get_player(code)
    if current_player is None:
        raise Http404
    return current_player


def _get_pair_context(current_player: Player) -> dict[str, Any]:
    if current_player.is_pair:
        return {"members": people.get_persons(current_player)}
    pairs = player_history.get_pair_records(current_player)
    played = player_history.get_pair_matches(current_player).filter(status=Status.SETTLED.value)
    return {"pairs": pairs, "in_pairs": list(played[:MAX_RIVALS]) if pairs else []}


def _filter_matches(
    current_player: Player,
    form: HistoryForm,
    outcomes: list[player_history.PlayerOutcome],
    rival_list: list[player_history.Rival],
) -> QuerySet[Match]:
    rows = player_history.get_settled_matches(current_player)
    if not form.is_valid():
        return rows
    if form.cleaned_data["year"]:
        year = int(form.cleaned_data["year"])
        rows = rows.filter(pk__in=[outcome.match for outcome in outcomes if outcome.year == year])
    opponent = next(
        (rival.player for rival in rival_list if rival.player.code == form.cleaned_data["against"]), None
    )
    return player_history.filter_by_opponent(rows, opponent) if opponent else rows


def _get_player_context(request: HttpRequest, rows: QuerySet[Match]) -> dict[str, Any]:
    page: Page[Match] = Paginator(rows, PAGE_SIZE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    return {"page": page, "settled": list(page), "query_string": query.urlencode()}


OWN_PAGE_TEMPLATE = "matches/name_and_data.html"


@never_cache
@require_safe
def show_name_and_data(request: HttpRequest, code: str) -> HttpResponse:
    """The public name and the data of a person; 404 except for the person and managers of the name."""
    player, identity = own_player_or_404(request, code)
    return render(request, OWN_PAGE_TEMPLATE, _get_own_context(player, identity))


@require_POST
def set_public_name(request: HttpRequest, code: str) -> HttpResponse:
    """Set how the person is displayed to the public."""
    player, identity = own_player_or_404(request, code)
    form = ShownForm(request.POST)

    def run() -> HttpResponse:
        players.set_public_name(player=player, identity=identity, **form.cleaned_data)
        return redirect("yours", player.code)

    show = partial(_render_own_page, request, player, identity, form=form)
    return process_form(request, form, run, render_page=show)


@require_POST
def anonymise(request: HttpRequest, code: str) -> HttpResponse:
    """Remove the name for ever, confirmed by typing it."""
    player, identity = own_player_or_404(request, code)
    form = ForgetForm(request.POST)

    def run() -> HttpResponse:
        anonymising.anonymise(player=player, identity=identity, **form.cleaned_data)
        return redirect("player", player.code)

    show = partial(_render_own_page, request, player, identity, forget_form=form)
    return process_form(request, form, run, render_page=show)


def _render_own_page(
    request: HttpRequest,
    player: Player,
    identity: Identity,
    refusal: Refusal | None = None,
    **sent_form: Form,
) -> HttpResponse:
    context = {**_get_own_context(player, identity), **sent_form}
    return render_refusal(request, OWN_PAGE_TEMPLATE, context, refusal)


def own_player_or_404(request: HttpRequest, code: str) -> tuple[Player, Identity]:
    """A player, for the person and managers of the name; 404 otherwise."""
    player, identity = people.get_canonical_player(player_or_404(code)), get_identity(request)
    if not player.is_person or player.anonymised_at is not None:
        raise Http404
    if not permissions.may_see_choices(identity, player):
        raise Http404
    return player, identity


def _get_own_context(player: Player, identity: Identity) -> dict[str, Any]:
    return {
        "player": player,
        "form": ShownForm(initial={"shown": player.shown, "code_name": player.code_name}),
        "forget_form": ForgetForm(),
        "is_oneself": permissions.is_same_person(identity, player),
        "is_own_account": permissions.is_own_account(identity, player),
        "may_choose_public_name": permissions.may_choose_public_name(identity, player),
        "may_anonymise": permissions.may_anonymise(identity, player),
    }


SPELLINGS_TEMPLATE, JOIN_TEMPLATE = "matches/spellings.html", "matches/join_spellings.html"


@require_safe
def spellings(request: HttpRequest, code: str) -> HttpResponse:
    """The spellings of a person, merge suggestions, and past merges."""
    player, user = _get_managed_player(request, code)
    return render(
        request,
        SPELLINGS_TEMPLATE,
        _get_spellings_context(request, people.get_canonical_player(player), user),
    )


@require_POST
def correct_name(request: HttpRequest, code: str) -> HttpResponse:
    """Correct the name of a person."""
    requested_player, user = _get_managed_player(request, code)
    player = people.get_canonical_player(requested_player)
    form = SpellingForm(request.POST)

    def run() -> HttpResponse:
        merging.correct_name(player=player, name=form.cleaned_data["full_name"], by=user)
        return HttpResponseRedirect(get_safe_next(request, reverse("spellings", args=[player.code])))

    show = partial(_render_spellings, request, player, user, name_form=form)
    return process_form(request, form, run, render_page=show)


def _render_spellings(
    request: HttpRequest, player: Player, user: User, refusal: Refusal | None = None, **sent_form: Form
) -> HttpResponse:
    if refusal is not None:
        player.refresh_from_db()
    context = {**_get_spellings_context(request, player, user), **sent_form}
    return render_refusal(request, SPELLINGS_TEMPLATE, context, refusal)


@require_http_methods(["GET", "HEAD", "POST"])
def join_spellings(request: HttpRequest, code: str, other: str) -> HttpResponse:
    """GET: preview of a merge. POST: merge `other` into the first, which becomes canonical.

    With `?near`, which merge suggestions add, the reason is filled in.
    """
    (keep, user), (absorb, _) = _get_managed_player(request, code), _get_managed_player(request, other)
    context = _get_merge_context(keep, absorb, user)
    why = gettext("Two spellings of one name") if "near" in request.GET else ""
    form = ReasonForm(request.POST or None, initial={"reason": why})

    def run() -> HttpResponse:
        merging.merge_players(keep=keep, absorb=absorb, by=user, reason=form.cleaned_data["reason"])
        keep.refresh_from_db()
        return redirect("spellings", people.get_canonical_player(keep).code)

    show = partial(render_refusal, request, JOIN_TEMPLATE, {**context, "form": form})
    return process_form(request, form, run, render_page=show)


@require_POST
def keep_apart(request: HttpRequest, code: str, other: str) -> HttpResponse:
    """Record that these are two people; the merge is not suggested again."""
    (one, user), (two, _) = _get_managed_player(request, code), _get_managed_player(request, other)
    try:
        merging.separate_players(one=one, other=two, by=user)
    except Refusal as refusal:
        return _render_spellings(request, people.get_canonical_player(one), user, refusal)
    return HttpResponseRedirect(get_safe_next(request, reverse("spellings", args=[one.code])))


@require_POST
def undo_merge(request: HttpRequest, code: str, other: str) -> HttpResponse:
    """Undo the merge of these two."""
    (keep, user), (absorb, _) = _get_managed_player(request, code), _get_managed_player(request, other)
    merged = next(
        (each for each in people.get_merges_of(keep) if (each.player, each.other) == (keep, absorb)), None
    )
    if merged is None:
        raise Http404
    form = ReasonForm(request.POST)
    canonical_player = people.get_canonical_player(keep)

    def run() -> HttpResponse:
        merging.undo_merge(merged=merged, by=user, reason=form.cleaned_data["reason"])
        return redirect("spellings", canonical_player.code)

    def show(refusal: Refusal | None = None) -> HttpResponse:
        sent_form = {} if refusal else {"part_form": form}
        return _render_spellings(request, canonical_player, user, refusal, **sent_form)

    return process_form(request, form, run, render_page=show)


def _get_managed_player(request: HttpRequest, code: str) -> tuple[Player, User]:
    """A player whose name this visitor manages; 404 otherwise."""
    player, user = player_or_404(code), get_user(request)
    if user is None or not player.is_person or not permissions.may_manage_name(user, player):
        raise Http404
    return player, user


def _get_spellings_context(request: HttpRequest, player: Player, user: User) -> dict[str, Any]:
    form = NameForm(request.GET if request.method == "GET" else None)
    search_name = form.cleaned_data["name"] if form.is_valid() else ""
    similar_players = people.find_similar_players(player, user, search_name=search_name)
    return {
        "player": player,
        "spellings": people.get_spellings(player),
        "merges": people.get_merges_of(player),
        "similar_players": list(
            zip(similar_players, people.order_similar_players(player, similar_players), strict=True)
        ),
        "form": form,
        "name_form": SpellingForm(initial={"full_name": player.full_name}),
        "next": request.POST.get("next") or request.GET.get("next", ""),
        "part_form": ReasonForm(),
    }


def _get_merge_context(keep: Player, absorb: Player, user: User) -> dict[str, Any]:
    remaining_spellings, absorbed_spellings = people.get_spellings(keep), people.get_spellings(absorb)
    if keep.is_one_with(absorb):
        raise Http404
    return {
        "player": keep,
        "other": absorb,
        "sides": [(each, player_history.count_played(each)) for each in (keep, absorb)],
        "spellings": [*remaining_spellings, *absorbed_spellings],
        "effects": [line for lines in merge_effects(keep, absorb, user) for line in lines],
        "match_between": people.get_match_between(remaining_spellings, absorbed_spellings),
    }
