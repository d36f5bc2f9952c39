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
from matches.views.preferences import safe_next
from matches.views.refusals import refused
from matches.views.visitors import user_of
from rules.errors import Refusal

ALL, TWO = "matches/spellings.html", "matches/join_spellings.html"


@require_safe
def spellings(request: HttpRequest, code: str) -> HttpResponse:
    """Under which spellings a person is known, who may be another, and what was joined."""
    found, user = _kept(request, code)
    return render(request, ALL, _page(request, people.face_of(found), user))


@require_POST
def correct(request: HttpRequest, code: str) -> HttpResponse:
    """Write the name as it should be."""
    found, user = _kept(request, code)
    player = people.face_of(found)
    form = SpellingForm(request.POST)
    if not form.is_valid():
        return render(request, ALL, {**_page(request, player, user), "name_form": form}, status=400)
    try:
        spelling.correct(player=player, name=form.cleaned_data["full_name"], by=user)
    except Refusal as refusal:
        player.refresh_from_db()
        return refused(request, ALL, {**_page(request, player, user), "name_form": form}, refusal)
    return HttpResponseRedirect(safe_next(request, reverse("spellings", args=[player.code])))


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, code: str, other: str) -> HttpResponse:
    """GET: what would become one. POST: join `other` to the first, which shows from then on.

    Whoever comes from a suggestion (?near) finds its reason written already.
    """
    (keep, user), (absorb, _) = _kept(request, code), _kept(request, other)
    context = _two(keep, absorb)
    why = gettext("Two spellings of one name") if "near" in request.GET else ""
    form = ReasonForm(request.POST or None, initial={"reason": why})
    if not form.is_valid():
        status = 400 if request.method == "POST" else 200
        return render(request, TWO, {**context, "form": form}, status=status)
    try:
        spelling.merge(keep=keep, absorb=absorb, by=user, reason=form.cleaned_data["reason"])
    except Refusal as refusal:
        return refused(request, TWO, {**_two(keep, absorb), "form": form}, refusal)
    keep.refresh_from_db()
    return redirect("spellings", people.face_of(keep).code)


@require_POST
def apart(request: HttpRequest, code: str, other: str) -> HttpResponse:
    """These are two people: nobody asks again."""
    (one, user), (two, _) = _kept(request, code), _kept(request, other)
    try:
        spelling.keep_apart(one=one, other=two, by=user)
    except Refusal as refusal:
        return refused(request, ALL, _page(request, people.face_of(one), user), refusal)
    return HttpResponseRedirect(safe_next(request, reverse("spellings", args=[one.code])))


@require_POST
def part(request: HttpRequest, code: str, other: str) -> HttpResponse:
    """Take back the merge of these two."""
    (keep, user), (absorb, _) = _kept(request, code), _kept(request, other)
    merged = next(
        (each for each in people.merges_of(keep) if (each.player, each.other) == (keep, absorb)), None
    )
    if merged is None:
        raise Http404
    form = ReasonForm(request.POST)
    face = people.face_of(keep)
    if not form.is_valid():
        return render(request, ALL, {**_page(request, face, user), "part_form": form}, status=400)
    try:
        spelling.unmerge(merged=merged, by=user, reason=form.cleaned_data["reason"])
    except Refusal as refusal:
        return refused(request, ALL, _page(request, face, user), refusal)
    return redirect("spellings", face.code)


def _kept(request: HttpRequest, code: str) -> tuple[Player, User]:
    """A player whose name this visitor keeps; for anybody else nothing is there."""
    found, user = player_or_404(code), user_of(request)
    if user is None or not found.is_person or not permissions.may_look_after(user, found):
        raise Http404
    return found, user


def _page(request: HttpRequest, found: Player, user: User) -> dict[str, Any]:
    form = NameForm(request.GET if request.method == "GET" else None)
    named = form.cleaned_data["name"] if form.is_valid() else ""
    return {
        "player": found,
        "spellings": people.family(found),
        "merges": people.merges_of(found),
        "alike": people.alike(found, user, named=named),
        "form": form,
        "name_form": SpellingForm(initial={"full_name": found.full_name}),
        "next": request.POST.get("next") or request.GET.get("next", ""),
        "part_form": ReasonForm(),
    }


def _two(keep: Player, absorb: Player) -> dict[str, Any]:
    ours, theirs = people.family(keep), people.family(absorb)
    if keep.is_one_with(absorb):
        raise Http404
    return {
        "player": keep,
        "other": absorb,
        "sides": [(each, history.matches_sat_in(each).count()) for each in (keep, absorb)],
        "spellings": [*ours, *theirs],
        "met": people.match_between(ours, theirs),
    }
