"""An official corrects a name and joins two spellings of one person: suggestions, a look, the way back."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches import permissions
from matches.forms.matches import NameForm, ReasonForm, SpellingForm
from matches.models import Player, User
from matches.queries import history, people
from matches.services import spelling
from matches.views.players import player_or_404
from matches.views.preferences import get_safe_next
from matches.views.refusals import render_refusal
from matches.views.visitors import get_user
from rules.errors import Refusal

SPELLINGS_TEMPLATE, JOIN_TEMPLATE = "matches/spellings.html", "matches/join_spellings.html"


@require_safe
def spellings(request: HttpRequest, code: str) -> HttpResponse:
    """Under which spellings a person is known, who may be another, and what was joined."""
    player, user = _get_managed_player(request, code)
    return render(
        request, SPELLINGS_TEMPLATE, _get_page_context(request, people.get_canonical_player(player), user)
    )


@require_POST
def correct(request: HttpRequest, code: str) -> HttpResponse:
    """Write the name as it should be."""
    given_player, user = _get_managed_player(request, code)
    player = people.get_canonical_player(given_player)
    form = SpellingForm(request.POST)
    if not form.is_valid():
        return render(
            request,
            SPELLINGS_TEMPLATE,
            {**_get_page_context(request, player, user), "name_form": form},
            status=400,
        )
    try:
        spelling.correct_name(player=player, name=form.cleaned_data["full_name"], by=user)
    except Refusal as refusal:
        player.refresh_from_db()
        return render_refusal(
            request,
            SPELLINGS_TEMPLATE,
            {**_get_page_context(request, player, user), "name_form": form},
            refusal,
        )
    return HttpResponseRedirect(get_safe_next(request, reverse("spellings", args=[player.code])))


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, code: str, other: str) -> HttpResponse:
    """GET: what would become one. POST: join `other` to the first, which shows from then on.

    Whoever comes from a suggestion (?near) finds its reason written already.
    """
    (keep, user), (absorb, _) = _get_managed_player(request, code), _get_managed_player(request, other)
    context = _get_merge_context(keep, absorb)
    why = gettext("Two spellings of one name") if "near" in request.GET else ""
    form = ReasonForm(request.POST or None, initial={"reason": why})
    if not form.is_valid():
        status = 400 if request.method == "POST" else 200
        return render(request, JOIN_TEMPLATE, {**context, "form": form}, status=status)
    try:
        spelling.merge_players(keep=keep, absorb=absorb, by=user, reason=form.cleaned_data["reason"])
    except Refusal as refusal:
        return render_refusal(
            request, JOIN_TEMPLATE, {**_get_merge_context(keep, absorb), "form": form}, refusal
        )
    keep.refresh_from_db()
    return redirect("spellings", people.get_canonical_player(keep).code)


@require_POST
def apart(request: HttpRequest, code: str, other: str) -> HttpResponse:
    """These are two people: nobody asks again."""
    (one, user), (two, _) = _get_managed_player(request, code), _get_managed_player(request, other)
    try:
        spelling.separate_players(one=one, other=two, by=user)
    except Refusal as refusal:
        return render_refusal(
            request,
            SPELLINGS_TEMPLATE,
            _get_page_context(request, people.get_canonical_player(one), user),
            refusal,
        )
    return HttpResponseRedirect(get_safe_next(request, reverse("spellings", args=[one.code])))


@require_POST
def part(request: HttpRequest, code: str, other: str) -> HttpResponse:
    """Take back the merge of these two."""
    (keep, user), (absorb, _) = _get_managed_player(request, code), _get_managed_player(request, other)
    merged = next(
        (each for each in people.get_merges_of(keep) if (each.player, each.other) == (keep, absorb)), None
    )
    if merged is None:
        raise Http404
    form = ReasonForm(request.POST)
    canonical_player = people.get_canonical_player(keep)
    if not form.is_valid():
        return render(
            request,
            SPELLINGS_TEMPLATE,
            {**_get_page_context(request, canonical_player, user), "part_form": form},
            status=400,
        )
    try:
        spelling.undo_merge(merged=merged, by=user, reason=form.cleaned_data["reason"])
    except Refusal as refusal:
        return render_refusal(
            request, SPELLINGS_TEMPLATE, _get_page_context(request, canonical_player, user), refusal
        )
    return redirect("spellings", canonical_player.code)


def _get_managed_player(request: HttpRequest, code: str) -> tuple[Player, User]:
    """A player whose name this visitor keeps; for anybody else nothing is there."""
    player, user = player_or_404(code), get_user(request)
    if user is None or not player.is_person or not permissions.may_manage_name(user, player):
        raise Http404
    return player, user


def _get_page_context(request: HttpRequest, player: Player, user: User) -> dict[str, Any]:
    form = NameForm(request.GET if request.method == "GET" else None)
    search_name = form.cleaned_data["name"] if form.is_valid() else ""
    return {
        "player": player,
        "spellings": people.get_spellings(player),
        "merges": people.get_merges_of(player),
        "alike": people.find_similar_players(player, user, search_name=search_name),
        "form": form,
        "name_form": SpellingForm(initial={"full_name": player.full_name}),
        "next": request.POST.get("next") or request.GET.get("next", ""),
        "part_form": ReasonForm(),
    }


def _get_merge_context(keep: Player, absorb: Player) -> dict[str, Any]:
    kept_spellings, absorbed_spellings = people.get_spellings(keep), people.get_spellings(absorb)
    if keep.is_one_with(absorb):
        raise Http404
    return {
        "player": keep,
        "other": absorb,
        "sides": [(each, history.get_matches_with_player(each).count()) for each in (keep, absorb)],
        "spellings": [*kept_spellings, *absorbed_spellings],
        "met": people.get_match_between(kept_spellings, absorbed_spellings),
    }
