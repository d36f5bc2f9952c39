"""A table too full is made two: who would sit where, then one button."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from matches.identity import Identity
from matches.moneyplay import permissions
from matches.moneyplay.forms import SeatForm
from matches.moneyplay.queries import Picture
from matches.moneyplay.services import splits as splitting
from matches.moneyplay.table_state import Pair
from matches.moneyplay.views import tables
from matches.views import limits
from matches.views.refusals import refused
from rules.errors import Refusal

TEMPLATE = "moneyplay/split.html"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def split(request: HttpRequest, code: str) -> HttpResponse:
    """GET: who would sit where with this newcomer. POST: make it so. For the keeper alone."""
    picture, identity = tables.seen_or_404(request, code)
    if not permissions.may_keep(identity, picture.session) or isinstance(picture.table, Pair):
        raise Http404
    form = SeatForm(request.POST or (request.GET if "name" in request.GET else None))
    context = {"session": picture.session, "form": form, "key": uuid.uuid4().hex}
    if not form.is_valid():
        status = 400 if request.method == "POST" else 200
        return render(request, TEMPLATE, context, status=status)
    try:
        if request.method == "POST":
            return _split(request, picture, identity, form)
        lines = splitting.preview(picture=picture, newcomer=form.cleaned_data["name"])
        return render(request, TEMPLATE, context | {"staying": lines[0], "moving": lines[1]})
    except Refusal as refusal:
        return refused(request, TEMPLATE, context, refusal)


def _split(request: HttpRequest, picture: Picture, identity: Identity, form: SeatForm) -> HttpResponse:
    session, given = picture.session, form.cleaned_data
    limits.knock_as("session", request, identity, at=session.code, most=tables.ACTS_A_MINUTE, seconds=60)
    told: dict[str, Any] = {"key": given["key"], "version": given["version"], "stake": given["stake"] or 0}
    other = splitting.split(session=session, newcomer=given["name"], identity=identity, **told)
    return HttpResponseRedirect(reverse("session", args=[other.code]))
