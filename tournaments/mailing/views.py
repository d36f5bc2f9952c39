"""Pages of the e-mail preferences of a badge and of an account, and of the unsubscribe link."""

from functools import partial
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from matches.views import visitors
from matches.views.errors import render_refusal
from matches.views.links import build_public_url
from rules.errors import Refusal
from tournaments.mailing import forms, queries, services
from tournaments.mailing.services import MailChoice
from tournaments.web.decorators import require_user
from tournaments.web.form_views import answer_form
from tournaments.web.responses import see_other

CHANGES_PER_HOUR, HOUR_SECONDS = 20, 3600


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def badge_mail(request: HttpRequest) -> HttpResponse:
    """Show the e-mail preferences of the holder of a badge for its tournament, and change them (POST)."""
    identity = visitors.get_identity(request)
    tournament = queries.get_badge_tournament(identity.badge)
    if identity.badge is None or tournament is None:
        raise Http404
    subscription = queries.get_badge_subscription(identity.badge)
    form = forms.BadgeMailForm(request.POST or None, initial=forms.BadgeMailForm.initial_of(subscription))

    def run() -> str:
        throttle_change(request, identity)
        services.save_tournament_mail(
            tournament=tournament, choice=make_choice(request, form.cleaned_data), identity=identity
        )
        return gettext("Your e-mail settings have been saved.")

    context = {"place": tournament.name, "back": reverse("badge"), "bare": True}
    show = partial(_page, request, form, context)
    return answer_form(request, form, run, render_page=show, next_url=reverse("badge"))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def account_mail(request: HttpRequest) -> HttpResponse:
    """Show the e-mail preferences of an account for all its tournaments, and change them (POST)."""
    user = require_user(request)
    initial = forms.AccountMailForm.initial_of(queries.get_account_subscription(user))
    form = forms.AccountMailForm(request.POST or None, initial=initial)

    def run() -> str:
        services.save_account_mail(choice=make_choice(request, form.cleaned_data), by=user)
        return gettext("Your e-mail settings have been saved.")

    context = {"place": gettext("All my tournaments"), "back": reverse("account"), "address": user.email}
    show = partial(_page, request, form, context)
    return answer_form(request, form, run, render_page=show, next_url=reverse("account"))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Show the subscription of an unsubscribe link, and end it (POST)."""
    subscription = queries.get_by_token(token)
    if subscription is None:
        raise Http404
    if request.method != "POST":
        return render(request, "mailing/stop.html", {"subscription": subscription})
    services.stop_mail(token=token, identity=visitors.get_identity(request))
    messages.success(request, gettext("You will receive no more of these e-mails."))
    return see_other("/")


def make_choice(request: HttpRequest, data: dict[str, Any]) -> MailChoice:
    """Return the e-mail preferences of a form, in the language of the request."""
    page = build_public_url(request, reverse("stop-mail", args=["x"]).removesuffix("x/"))
    return MailChoice(**data, language=get_language() or "en", page_prefix=page)


def throttle_change(request: HttpRequest, identity: Any) -> None:
    """Limit the changes of a badge. Raises `too_many_requests`."""
    visitors.throttle_identity(
        "mail", request, identity, at="mail", limit=CHANGES_PER_HOUR, seconds=HOUR_SECONDS
    )


def _page(
    request: HttpRequest, form: Any, context: dict[str, Any], refusal: Refusal | None = None
) -> HttpResponse:
    page_context = {**context, "form": form, "has_mail": settings.HAS_MAIL}
    return render_refusal(request, "mailing/settings.html", page_context, refusal)
