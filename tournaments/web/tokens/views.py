"""API tokens of an account: list, creation (the secret is shown once) and revocation."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from matches.models import User
from matches.views import visitors
from matches.views.errors import make_refusal_message
from rules.errors import Refusal
from tournaments.models import Club, Event
from tournaments.web.decorators import require_user
from tournaments.web.responses import response_status, see_other
from tournaments.web.tokens import queries as token_queries
from tournaments.web.tokens import services as tokens
from tournaments.web.tokens.forms import PUBLISH, WRITE, TokenForm
from tournaments.web.tokens.services import NewToken

TOKENS_PER_HOUR, HOUR_SECONDS = 20, 3600


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def index(request: HttpRequest) -> HttpResponse:
    """Show the valid tokens, with a form for another one; its secret is shown only once."""
    user = require_user(request)
    scopes = token_queries.get_possible_scopes(user)
    form = TokenForm(request.POST or None, scopes=[(key, label) for key, label, _ in scopes])
    refusal: Refusal | None = None
    new_token: NewToken | None = None
    if form.is_valid():
        places = {key: place for key, _, place in scopes}
        try:
            new_token = _create_token(user, form, places[form.cleaned_data["scope"]])
        except Refusal as refused:
            refusal = refused
    context: dict[str, Any] = {
        "tokens": token_queries.get_tokens(user),
        "new_token": new_token,
        "form": TokenForm(scopes=[(key, label) for key, label, _ in scopes]) if new_token else form,
        "scopes": scopes,
        "refusal": make_refusal_message(refusal) if refusal else None,
        "page_url": request.path,
    }
    return render(request, "tokens/index.html", context, status=response_status(refusal, form))


@login_required
@require_POST
def revoke(request: HttpRequest, token: int) -> HttpResponse:
    """Revoke a token."""
    user = require_user(request)
    access_token = get_object_or_404(token_queries.get_revocable_tokens(user), pk=token)
    tokens.revoke(token=access_token, by=user)
    messages.success(request, gettext("“%(name)s” was revoked.") % {"name": access_token.name})
    return see_other(reverse("tokens"))


def _create_token(user: User, form: TokenForm, scope: Club | Event) -> NewToken:
    visitors.throttle_action("token", f"user {user.pk}", limit=TOKENS_PER_HOUR, seconds=HOUR_SECONDS)
    data = form.cleaned_data
    return tokens.create_token(
        by=user,
        name=data["name"],
        scope=scope,
        may_write=data["right"] == WRITE,
        may_publish=data["right"] == PUBLISH,
        days=data["days"],
    )
