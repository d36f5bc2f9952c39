"""The page of superusers: health, pending and failed work, workers, snapshots."""

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
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from config import health
from config.backups import snapshots
from matches.models import User
from matches.queries import outbox, pulses
from matches.refusals import get_status
from matches.registry import pending_work
from matches.views.refusals import make_refusal_message
from rules.errors import Refusal
from tournaments.permissions import may_host
from tournaments.phrases.refusals import WORKS
from tournaments.services import maintenance
from tournaments.views.decorators import require_user
from tournaments.views.responses import see_other

SNAPSHOTS_SHOWN = 5


@login_required
@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """Show the overview."""
    _host(request)
    return _page(request)


@login_required
@require_POST
def act(request: HttpRequest, row: int, deed: str) -> HttpResponse:
    """Retry failed work, or drop it."""
    host = _host(request)
    if deed not in OUTBOX_ACTIONS:
        raise Http404
    action, message = OUTBOX_ACTIONS[deed]
    try:
        action(row=row, by=host)
    except Refusal as refusal:
        return _page(request, refusal)
    messages.success(request, str(message))
    return see_other(reverse("host"))


def _host(request: HttpRequest) -> User:
    user = require_user(request)
    if not may_host(user):
        raise Http404
    return user


def _page(request: HttpRequest, refusal: Refusal | None = None) -> HttpResponse:
    now = timezone.now()
    pending_messages, waiting = outbox.count_pending_by_kind(), pending_work()
    context: dict[str, Any] = {
        "health": health.run_checks(),
        "owed": [(WORKS.get(each.kind, each.kind), each) for each in pending_messages],
        "failed": [(WORKS.get(row.kind, row.kind), row) for row in outbox.get_failed_messages()],
        "waiting": waiting,
        "is_work_pending": bool(pending_messages) or any(each.count for each in waiting),
        "alive": pulses.get_process_status(now),
        "snapshots": snapshots.list_snapshots()[:SNAPSHOTS_SHOWN],
        "is_late": snapshots.is_late(),
        "version": settings.VERSION,
        "now": now,
        "refusal": make_refusal_message(refusal) if refusal else None,
    }
    return render(request, "host/host.html", context, status=get_status(refusal) if refusal else 200)


OutboxAction = Callable[..., None]
OUTBOX_ACTIONS: Mapping[str, tuple[OutboxAction, str | Promise]] = {
    "try-again": (maintenance.retry_message, _("Task will be retried.")),
    "give-up": (maintenance.give_up_message, _("Task cancelled.")),
}
