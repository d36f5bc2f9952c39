"""Webhooks of a club: list, log and actions."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.refusal_statuses import get_status as status_of_refusal
from matches.seen_values import require_unchanged
from matches.views.errors import make_refusal_message
from rules.errors import Refusal
from tournaments.models import Club
from tournaments.permissions import may_direct
from tournaments.web.club_pages import club_page_context
from tournaments.web.decorators import get_club, require_user
from tournaments.web.responses import BAD_REQUEST, response_status, see_other
from tournaments.webhooks import queries, services
from tournaments.webhooks.forms import NewWebhookForm, RedeliveryForm, WebhookForm
from tournaments.webhooks.messages import KIND_NAMES
from tournaments.webhooks.models import Webhook
from tournaments.webhooks.services import WebhookSecret

WebhookAction = Callable[[HttpRequest, Webhook], str | WebhookSecret | None]
LOG_PAGE_SIZE = 50


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def index(request: HttpRequest, club: str) -> HttpResponse:
    """List the webhooks of a club with a form for a new one, whose secret is shown once."""
    directed_club = _get_directed_club(request, club)
    form = NewWebhookForm(directed_club, request.POST or None)
    refusal: Refusal | None = None
    if form.is_valid():
        fields = {name: form.cleaned_data[name] for name in ("address", "kinds")}
        try:
            webhook_secret = services.subscribe(
                club=directed_club, event=form.get_event(), by=require_user(request), **fields
            )
        except Refusal as error:
            refusal = error
        else:
            return _render_secret(request, webhook_secret)
    context = {
        "webhooks": queries.list_webhooks(directed_club),
        "names": KIND_NAMES,
        "form": form,
        "refusal": make_refusal_message(refusal) if refusal else None,
        "page_url": request.path,
    }
    page = {**club_page_context(request, directed_club, "club"), **context}
    return render(request, "webhooks/index.html", page, status=response_status(refusal, form))


@login_required
@require_safe
def show_webhook(request: HttpRequest, club: str, code: str) -> HttpResponse:
    """Show one webhook with its log."""
    return _render_webhook(request, _get_webhook(_get_directed_club(request, club), code))


@login_required
@require_POST
def run_action(request: HttpRequest, club: str, code: str, action_name: str) -> HttpResponse:
    """Run a director's action on a webhook."""
    hook = _get_webhook(_get_directed_club(request, club), code)
    if action_name not in WEBHOOK_ACTIONS:
        raise Http404
    try:
        outcome = WEBHOOK_ACTIONS[action_name](request, hook)
    except Refusal as refusal:
        form = _make_form(hook, request.POST) if action_name == "change" else None
        return _render_webhook(request, hook, refusal=refusal, form=form)
    if outcome is None:
        return _render_webhook(request, hook, form=_make_form(hook, request.POST), status=BAD_REQUEST)
    if isinstance(outcome, WebhookSecret):
        return _render_secret(request, outcome)
    messages.success(request, outcome)
    if action_name == "remove":
        return see_other(reverse("webhooks", args=[hook.club.slug]))
    return see_other(reverse("webhook", args=[hook.club.slug, hook.code]))


def _get_directed_club(request: HttpRequest, slug: str) -> Club:
    club = get_club(slug)
    if not may_direct(require_user(request), club):
        raise Http404
    return club


def _get_webhook(club: Club, code: str) -> Webhook:
    return get_object_or_404(Webhook.objects.select_related("club__desk", "event"), club=club, code=code)


def _render_webhook(
    request: HttpRequest,
    hook: Webhook,
    *,
    refusal: Refusal | None = None,
    form: WebhookForm | None = None,
    status: int = 200,
) -> HttpResponse:
    log = Paginator(queries.list_deliveries(hook), LOG_PAGE_SIZE).get_page(request.GET.get("page"))
    context: dict[str, Any] = {
        "hook": hook,
        "kinds": [KIND_NAMES.get(kind, kind) for kind in hook.kinds],
        "page": log,
        "log": queries.describe_deliveries(list(log.object_list)),
        "form": form or _make_form(hook),
        "refusal": make_refusal_message(refusal) if refusal else None,
        "page_url": request.path,
    }
    code = status_of_refusal(refusal) if refusal else status
    return render(
        request,
        "webhooks/webhook.html",
        {**club_page_context(request, hook.club, "club"), **context},
        status=code,
    )


def _render_secret(request: HttpRequest, webhook_secret: WebhookSecret) -> HttpResponse:
    """Render the secret, once; the page is not cached."""
    context = {"hook": webhook_secret.webhook, "secret": webhook_secret.secret}
    response = render(
        request,
        "webhooks/secret.html",
        {**club_page_context(request, webhook_secret.webhook.club, ""), **context},
    )
    response["Cache-Control"] = "no-store"
    return response


def _make_form(hook: Webhook, data: QueryDict | None = None) -> WebhookForm:
    """Return the form of the settings of a webhook."""
    return WebhookForm(data, initial={"address": hook.address, "kinds": hook.kinds})


def _change(request: HttpRequest, hook: Webhook) -> str | None:
    form = _make_form(hook, request.POST)
    if not form.is_valid():
        return None
    require_unchanged(request.POST, form)
    services.change_webhook(webhook=hook, by=require_user(request), **form.cleaned_data)
    return gettext("Webhook changed.")


def _ping(request: HttpRequest, hook: Webhook) -> str:
    services.ping_webhook(webhook=hook, by=require_user(request))
    return gettext("A test message has been sent. Reload the page to see the result.")


def _redeliver(request: HttpRequest, hook: Webhook) -> str | None:
    form = RedeliveryForm(request.POST)
    if not form.is_valid():
        raise Refusal("delivery_absent")
    services.redeliver(webhook=hook, message=form.cleaned_data["message"], by=require_user(request))
    return gettext("The message is being sent again.")


def _rotate(request: HttpRequest, hook: Webhook) -> WebhookSecret:
    return services.rotate_secret(webhook=hook, by=require_user(request))


def _pause(request: HttpRequest, hook: Webhook) -> str:
    services.pause_webhook(webhook=hook, by=require_user(request))
    return gettext("Webhook paused.")


def _resume(request: HttpRequest, hook: Webhook) -> str:
    services.resume_webhook(webhook=hook, by=require_user(request))
    return gettext("Messages are sent there again.")


def _remove(request: HttpRequest, hook: Webhook) -> str:
    services.remove_webhook(webhook=hook, by=require_user(request))
    return gettext("Webhook removed.")


WEBHOOK_ACTIONS: Mapping[str, WebhookAction] = {
    "change": _change,
    "ping": _ping,
    "redeliver": _redeliver,
    "rotate": _rotate,
    "pause": _pause,
    "resume": _resume,
    "remove": _remove,
}
