"""What a person decides about name and data: how it is shown, a copy of everything, being forgotten."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from matches import permissions
from matches.forms.matches import ForgetForm, ShownForm
from matches.identity import Identity
from matches.models import Player
from matches.queries import own_data, people
from matches.services import privacy
from matches.views.players import player_or_404
from matches.views.refusals import refused
from matches.views.visitors import identity_of
from rules.errors import Refusal

PAGE = "matches/yours.html"


@never_cache
@require_safe
def yours(request: HttpRequest, code: str) -> HttpResponse:
    """The choices as they stand; for anybody but the person and the desk nothing is there."""
    found, identity = _own(request, code)
    return render(request, PAGE, _page(found, identity))


@require_POST
def show_as(request: HttpRequest, code: str) -> HttpResponse:
    """Choose the name everybody reads."""
    found, identity = _own(request, code)
    form = ShownForm(request.POST)
    if not form.is_valid():
        return render(request, PAGE, {**_page(found, identity), "form": form}, status=400)
    try:
        privacy.show_as(player=found, identity=identity, **form.cleaned_data)
    except Refusal as refusal:
        return refused(request, PAGE, {**_page(found, identity), "form": form}, refusal)
    return redirect("yours", found.code)


@never_cache
@require_safe
def data(request: HttpRequest, code: str) -> HttpResponse:
    """Everything kept about this person, as one file of JSON, for that person alone."""
    found, identity = _own(request, code)
    if not permissions.is_oneself(identity, found):
        raise Http404
    told = own_data.own_data(found, by_account=permissions.is_own_account(identity, found))
    response = JsonResponse(told, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="{found.code}.json"'
    return response


@require_POST
def forget(request: HttpRequest, code: str) -> HttpResponse:
    """Take the name away for ever, after it was typed."""
    found, identity = _own(request, code)
    form = ForgetForm(request.POST)
    if not form.is_valid():
        return render(request, PAGE, {**_page(found, identity), "forget_form": form}, status=400)
    try:
        privacy.anonymise(player=found, identity=identity, **form.cleaned_data)
    except Refusal as refusal:
        return refused(request, PAGE, {**_page(found, identity), "forget_form": form}, refusal)
    return redirect("player", found.code)


def _own(request: HttpRequest, code: str) -> tuple[Player, Identity]:
    found, identity = people.face_of(player_or_404(code)), identity_of(request)
    if not found.is_person or found.anonymised_at is not None:
        raise Http404
    if not permissions.may_see_choices(identity, found):
        raise Http404
    return found, identity


def _page(found: Player, identity: Identity) -> dict[str, Any]:
    return {
        "player": found,
        "form": ShownForm(initial={"shown": found.shown, "code_name": found.code_name}),
        "forget_form": ForgetForm(),
        "is_oneself": permissions.is_oneself(identity, found),
        "is_own_account": permissions.is_own_account(identity, found),
        "may_show": permissions.may_show(identity, found),
        "may_forget": permissions.may_forget(identity, found),
    }
