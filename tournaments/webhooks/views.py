"""Webhooks of a club: list, log and actions."""

from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.seen_values import require_unchanged
from matches.views.errors import make_refusal_message
from rules.errors import Refusal
from tournaments.models import Club
from tournaments.permissions import may_direct
from tournaments.web.club_pages import club_page_context
from tournaments.web.decorators import get_club, require_user
from tournaments.web.form_views import answer_form
from tournaments.webhooks import queries, services
from tournaments.webhooks.commands import COMMANDS_BY_NAME, RemoveWebhook
from tournaments.webhooks.forms import NewWebhookForm, WebhookForm
from tournaments.webhooks.messages import KIND_NAMES
from tournaments.webhooks.models import Webhook
from tournaments.webhooks.services import WebhookSecret

CHANGE = "change"
WEBHOOK_ACTIONS = (CHANGE, *COMMANDS_BY_NAME)
LOG_PAGE_SIZE = 50


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def index(request: HttpRequest, club: str) -> HttpResponse:
    """List the webhooks of a club with a form for a new one, whose secret is shown once."""
    directed_club = _get_directed_club(request, club)
    form = NewWebhookForm(directed_club, request.POST or None)

    def run() -> HttpResponse:
        fields = {name: form.cleaned_data[name] for name in ("address", "kinds")}
        event, by = form.get_event(), require_user(request)
        return _render_secret(request, services.subscribe(club=directed_club, event=event, by=by, **fields))

    def show(refusal: Refusal | None = None) -> HttpResponse:
        context = {
            "webhooks": queries.list_webhooks(directed_club),
            "names": KIND_NAMES,
            "form": form,
            "refusal": make_refusal_message(refusal) if refusal else None,
            "page_url": request.path,
        }
        page = {**club_page_context(request, directed_club, "club"), **context}
        return render(request, "webhooks/index.html", page)

    return answer_form(request, form, run, render_page=show, next_url=request.path)


@login_required
@require_safe
def show_webhook(request: HttpRequest, club: str, code: str) -> HttpResponse:
    """Show one webhook with its log."""
    return _render_webhook(request, _get_webhook(_get_directed_club(request, club), code))


@login_required
@require_POST
def run_action(request: HttpRequest, club: str, code: str, action_name: str) -> HttpResponse:
    """Run a director's action on a webhook."""
    hook, user = _get_webhook(_get_directed_club(request, club), code), require_user(request)
    if action_name not in WEBHOOK_ACTIONS:
        raise Http404
    if action_name == CHANGE:
        return _change(request, hook)
    command = COMMANDS_BY_NAME[action_name](request.POST, webhook=hook, actor=user)
    is_removal = action_name == RemoveWebhook.name

    def run() -> str | HttpResponse:
        result = command.run()
        return (
            _render_secret(request, result) if isinstance(result, WebhookSecret) else command.describe(result)
        )

    return answer_form(
        request,
        command,
        run,
        render_page=partial(_render_webhook, request, hook),
        next_url=reverse("webhooks", args=[hook.club.slug]) if is_removal else _get_url(hook),
    )


def _get_url(hook: Webhook) -> str:
    return reverse("webhook", args=[hook.club.slug, hook.code])


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
    refusal: Refusal | None = None,
    form: WebhookForm | None = None,
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
    page = {**club_page_context(request, hook.club, "club"), **context}
    return render(request, "webhooks/webhook.html", page)


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


def _change(request: HttpRequest, hook: Webhook) -> HttpResponse:
    form = _make_form(hook, request.POST)

    def run() -> str:
        require_unchanged(request.POST, form)
        services.change_webhook(webhook=hook, by=require_user(request), **form.cleaned_data)
        return gettext("Webhook changed.")

    show = partial(_render_webhook, request, hook, form=form)
    return answer_form(request, form, run, render_page=show, next_url=_get_url(hook))
