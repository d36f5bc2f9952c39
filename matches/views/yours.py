"""What a person decides about name and data: how it is shown, a copy of everything, being forgotten."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from matches import permissions
from matches.forms.matches import ForgetForm, ShownForm
from matches.identity import Identity
from matches.models import Player
from matches.queries import people
from matches.services import privacy
from matches.views.players import player_or_404
from matches.views.refusals import render_refusal
from matches.views.visitors import get_identity
from rules.errors import Refusal

TEMPLATE = "matches/yours.html"


@never_cache
@require_safe
def yours(request: HttpRequest, code: str) -> HttpResponse:
    """The choices as they stand; for anybody but the person and the desk nothing is there."""
    player, identity = own_player_or_404(request, code)
    return render(request, TEMPLATE, _get_page_context(player, identity))


@require_POST
def show_as(request: HttpRequest, code: str) -> HttpResponse:
    """Choose the name everybody reads."""
    player, identity = own_player_or_404(request, code)
    form = ShownForm(request.POST)
    if not form.is_valid():
        return render(request, TEMPLATE, {**_get_page_context(player, identity), "form": form}, status=400)
    try:
        privacy.show_as(player=player, identity=identity, **form.cleaned_data)
    except Refusal as refusal:
        return render_refusal(
            request, TEMPLATE, {**_get_page_context(player, identity), "form": form}, refusal
        )
    return redirect("yours", player.code)


@require_POST
def forget(request: HttpRequest, code: str) -> HttpResponse:
    """Take the name away for ever, after it was typed."""
    player, identity = own_player_or_404(request, code)
    form = ForgetForm(request.POST)
    if not form.is_valid():
        return render(
            request, TEMPLATE, {**_get_page_context(player, identity), "forget_form": form}, status=400
        )
    try:
        privacy.anonymise(player=player, identity=identity, **form.cleaned_data)
    except Refusal as refusal:
        return render_refusal(
            request, TEMPLATE, {**_get_page_context(player, identity), "forget_form": form}, refusal
        )
    return redirect("player", player.code)


def own_player_or_404(request: HttpRequest, code: str) -> tuple[Player, Identity]:
    """A player, for the person and for who keeps the name at a desk."""
    player, identity = people.get_canonical_player(player_or_404(code)), get_identity(request)
    if not player.is_person or player.anonymised_at is not None:
        raise Http404
    if not permissions.may_see_choices(identity, player):
        raise Http404
    return player, identity


def _get_page_context(player: Player, identity: Identity) -> dict[str, Any]:
    return {
        "player": player,
        "form": ShownForm(initial={"shown": player.shown, "code_name": player.code_name}),
        "forget_form": ForgetForm(),
        "is_oneself": permissions.is_same_person(identity, player),
        "is_own_account": permissions.is_own_account(identity, player),
        "may_show": permissions.may_show(identity, player),
        "may_forget": permissions.may_forget(identity, player),
    }
