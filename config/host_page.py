"""The pages of the site operator (a superuser): health, background work, snapshots, settings."""

from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.backups import snapshots
from config.health import run_checks
from config.server_stop import can_stop, stop_server
from config.streams import stream_slots
from matches.messages import get_sentence
from matches.models import User
from matches.queries import missed_heartbeats, outbox_messages
from matches.queries.site_settings import get_site_settings
from matches.records.queries.known_keys import get_keys_problem
from matches.refusal_statuses import get_status
from matches.registry import pending_work, unsent_work
from matches.seen_values import require_unchanged
from matches.views.errors import make_refusal_message
from rules.errors import Refusal
from tournaments.messages.refusals import WORK_NAMES
from tournaments.people.forms.site_settings import SiteSettingsForm
from tournaments.people.queries.home import get_home_events
from tournaments.people.services.site_settings import save_site_settings
from tournaments.permissions import may_host
from tournaments.play.event_journal.services import maintenance
from tournaments.web.decorators import require_user
from tournaments.web.responses import response_status, see_other

SHOWN_SNAPSHOTS = 5


@login_required
@require_safe
def show_host_page(request: HttpRequest) -> HttpResponse:
    """Show the page of the site operator."""
    _get_host_user(request)
    return _render_host_page(request)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_site_settings(request: HttpRequest) -> HttpResponse:
    """Show and save the name, time zone and currency of the site."""
    user = _get_host_user(request)
    form = SiteSettingsForm(request.POST or None, initial=SiteSettingsForm.get_initial(get_site_settings()))
    refusal: Refusal | None = None
    if form.is_valid():
        values = form.cleaned_data
        try:
            require_unchanged(request.POST, form)
            save_site_settings(
                name=values["site_name"], time_zone=values["time_zone"], currency=values["currency"], by=user
            )
        except Refusal as refused:
            if refused.code == "changed_since_shown":
                refusal = refused
            else:
                form.add_error("site_name", make_refusal_message(refused).sentence)
        else:
            messages.success(request, gettext("Settings saved."))
            return see_other(reverse("host"))
    context = {"form": form, "refusal": make_refusal_message(refusal) if refusal else None}
    return render(request, "host/site_settings.html", context, status=response_status(refusal, form))


@login_required
@require_POST
def apply_host_action(request: HttpRequest, row: int, action_name: str) -> HttpResponse:
    """Retry a failed message, or abandon it."""
    user = _get_host_user(request)
    if action_name not in OUTBOX_ACTIONS:
        raise Http404
    action, message = OUTBOX_ACTIONS[action_name]
    try:
        action(row=row, by=user)
    except Refusal as refusal:
        return _render_host_page(request, refusal)
    messages.success(request, str(message))
    return see_other(reverse("host"))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def stop_site(request: HttpRequest) -> HttpResponse:
    """Ask whether to stop the server on this computer, and stop it."""
    user = _get_host_user(request)
    refusal: Refusal | None = None
    if request.method == "POST":
        try:
            stop_server(by=user)
        except Refusal as refused:
            refusal = refused
        else:
            return render(request, "host/stopped.html")
    context = {
        "can_stop": can_stop(),
        "events": get_home_events().running,
        "open_pages": stream_slots.count,
        "unsent": [sentence for sentences in unsent_work() for sentence in sentences] if can_stop() else [],
        "refusal": make_refusal_message(refusal) if refusal else None,
    }
    return render(request, "host/stop.html", context, status=get_status(refusal) if refusal else 200)


def _get_host_user(request: HttpRequest) -> User:
    user = require_user(request)
    if not may_host(user):
        raise Http404
    return user


def _render_host_page(request: HttpRequest, refusal: Refusal | None = None) -> HttpResponse:
    now = timezone.now()
    pending_messages, feature_work = outbox_messages.count_pending_by_kind(), pending_work()
    keys_problem = get_keys_problem()
    context: dict[str, Any] = {
        "keys_problem": get_sentence(keys_problem, {}) if keys_problem else "",
        "health": run_checks(),
        "pending_messages": [
            (WORK_NAMES.get(pending.kind, pending.kind), pending) for pending in pending_messages
        ],
        "failed_messages": [
            (WORK_NAMES.get(row.kind, row.kind), row) for row in outbox_messages.get_failed_messages()
        ],
        "feature_work": feature_work,
        "is_work_pending": bool(pending_messages) or any(pending.count for pending in feature_work),
        "process_status": missed_heartbeats.get_process_status(now),
        "snapshots": snapshots.list_snapshots()[:SHOWN_SNAPSHOTS],
        "is_late": snapshots.is_late(),
        "version": settings.VERSION,
        "plugins": settings.PLUGINS,
        "can_stop": can_stop(),
        "now": now,
        "refusal": make_refusal_message(refusal) if refusal else None,
    }
    return render(request, "host/host.html", context, status=get_status(refusal) if refusal else 200)


OutboxAction = Callable[..., None]
OUTBOX_ACTIONS: Mapping[str, tuple[OutboxAction, str | Promise]] = {
    "try-again": (maintenance.retry_message, _("Task will be retried.")),
    "give-up": (maintenance.abandon_message, _("Task cancelled.")),
}
