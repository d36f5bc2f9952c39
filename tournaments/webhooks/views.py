"""Webhooks of a club: list, log and actions."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.refusals import status_of as status_of_refusal
from matches.views.refusals import told
from rules.errors import Refusal
from tournaments.models import Club
from tournaments.permissions import may_direct
from tournaments.views.answers import UNREADABLE, see, status_of
from tournaments.views.clubs import frame_of
from tournaments.views.doors import club_at, director
from tournaments.webhooks import queries as facts
from tournaments.webhooks.forms import Again, Subscription, Wishes
from tournaments.webhooks.messages import KIND_NAMES
from tournaments.webhooks.models import Webhook
from tournaments.webhooks.services import subscriptions
from tournaments.webhooks.services.subscriptions import Subscribed

Deed = Callable[[HttpRequest, Webhook], str | Subscribed | None]
LOG_PAGE = 50


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def index(request: HttpRequest, club: str) -> HttpResponse:
    """The webhooks of a club, and a form for one more; its secret is shown once."""
    directed_club = _directed(request, club)
    form = Subscription(directed_club, request.POST or None)
    refusal: Refusal | None = None
    if form.is_valid():
        fields = {name: form.cleaned_data[name] for name in ("address", "kinds")}
        try:
            subscribed = subscriptions.subscribe(
                club=directed_club, event=form.chosen(), by=director(request), **fields
            )
        except Refusal as refused:
            refusal = refused
        else:
            return _secret(request, subscribed)
    context = {
        "webhooks": facts.webhooks_of(directed_club),
        "names": KIND_NAMES,
        "form": form,
        "refusal": told(refusal) if refusal else None,
        "here": request.path,
    }
    page = {**frame_of(request, directed_club, ""), **context}
    return render(request, "webhooks/index.html", page, status=status_of(refusal, form))


@login_required
@require_safe
def show(request: HttpRequest, club: str, code: str) -> HttpResponse:
    """One webhook with the log of what was sent there."""
    return _page(request, _webhook_at(_directed(request, club), code))


@login_required
@require_POST
def act(request: HttpRequest, club: str, code: str, deed: str) -> HttpResponse:
    """Run a director's action on a webhook."""
    hook = _webhook_at(_directed(request, club), code)
    if deed not in DEEDS:
        raise Http404
    try:
        outcome = DEEDS[deed](request, hook)
    except Refusal as refusal:
        return _page(request, hook, refusal=refusal)
    if outcome is None:
        return _page(request, hook, form=Wishes(request.POST), status=UNREADABLE)
    if isinstance(outcome, Subscribed):
        return _secret(request, outcome)
    messages.success(request, outcome)
    if deed == "remove":
        return see(reverse("webhooks", args=[hook.club.slug]))
    return see(reverse("webhook", args=[hook.club.slug, hook.code]))


def _directed(request: HttpRequest, slug: str) -> Club:
    club = club_at(slug)
    if not may_direct(director(request), club):
        raise Http404
    return club


def _webhook_at(club: Club, code: str) -> Webhook:
    return get_object_or_404(Webhook.objects.select_related("club__desk", "event"), club=club, code=code)


def _page(
    request: HttpRequest,
    hook: Webhook,
    *,
    refusal: Refusal | None = None,
    form: Wishes | None = None,
    status: int = 200,
) -> HttpResponse:
    log = Paginator(facts.log_of(hook), LOG_PAGE).get_page(request.GET.get("page"))
    context: dict[str, Any] = {
        "hook": hook,
        "kinds": [KIND_NAMES.get(kind, kind) for kind in hook.kinds],
        "page": log,
        "log": facts.told(list(log.object_list)),
        "form": form or Wishes(initial={"address": hook.address, "kinds": hook.kinds}),
        "refusal": told(refusal) if refusal else None,
        "here": request.path,
    }
    code = status_of_refusal(refusal) if refusal else status
    return render(
        request, "webhooks/webhook.html", {**frame_of(request, hook.club, "club"), **context}, status=code
    )


def _secret(request: HttpRequest, subscribed: Subscribed) -> HttpResponse:
    """The secret, this once; no browser keeps the page."""
    context = {"hook": subscribed.webhook, "secret": subscribed.secret}
    response = render(
        request, "webhooks/secret.html", {**frame_of(request, subscribed.webhook.club, ""), **context}
    )
    response["Cache-Control"] = "no-store"
    return response


def _change(request: HttpRequest, hook: Webhook) -> str | None:
    form = Wishes(request.POST)
    if not form.is_valid():
        return None
    subscriptions.change(webhook=hook, by=director(request), **form.cleaned_data)
    return gettext("Webhook changed.")


def _ping(request: HttpRequest, hook: Webhook) -> str:
    subscriptions.ping(webhook=hook, by=director(request))
    return gettext("A test message has been sent. Reload the page to see the result.")


def _redeliver(request: HttpRequest, hook: Webhook) -> str | None:
    form = Again(request.POST)
    if not form.is_valid():
        raise Refusal("delivery_absent")
    subscriptions.redeliver(webhook=hook, message=form.cleaned_data["message"], by=director(request))
    return gettext("The message is being sent again.")


def _rotate(request: HttpRequest, hook: Webhook) -> Subscribed:
    return subscriptions.rotate(webhook=hook, by=director(request))


def _pause(request: HttpRequest, hook: Webhook) -> str:
    subscriptions.pause(webhook=hook, by=director(request))
    return gettext("Webhook paused.")


def _resume(request: HttpRequest, hook: Webhook) -> str:
    subscriptions.resume(webhook=hook, by=director(request))
    return gettext("Messages are sent there again.")


def _remove(request: HttpRequest, hook: Webhook) -> str:
    subscriptions.remove(webhook=hook, by=director(request))
    return gettext("Webhook removed.")


DEEDS: Mapping[str, Deed] = {
    "change": _change,
    "ping": _ping,
    "redeliver": _redeliver,
    "rotate": _rotate,
    "pause": _pause,
    "resume": _resume,
    "remove": _remove,
}
