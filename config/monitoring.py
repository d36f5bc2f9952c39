"""Monitoring: health checks, metrics for Prometheus, and the page of the site operator (a superuser)."""

import ipaddress
import secrets
import shutil
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from functools import cache
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from prometheus_client import generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector

from config import streams
from config.backups import snapshots
from config.middleware import registry
from matches.models import User
from matches.queries import outbox_messages, processes
from matches.queries.outbox_messages import count_pending
from matches.refusal_statuses import get_status
from matches.registry import gauges, pending_work
from matches.views.errors import make_refusal_message
from matches.views.visitors import get_user
from rules.errors import Refusal
from tournaments.messages.refusals import WORK_NAMES
from tournaments.permissions import may_host
from tournaments.services import maintenance
from tournaments.views.decorators import require_user
from tournaments.views.responses import see_other

DISK_MIN_BYTES = 50_000_000
MAX_OUTBOX_AGE = timedelta(minutes=2)
NOT_CHECKED = "not asked"


@require_safe
@never_cache
def healthz(_request: HttpRequest) -> HttpResponse:
    """Answer 200 while the process responds."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(_request: HttpRequest) -> JsonResponse:
    """Report all checks: 200 when results can be entered, else 503.

    A late outbox is reported without 503, as results can be entered without workers.
    """
    checks = run_checks()
    ready = all(checks[name] == "ok" for name in ("database", "migrations", "disk"))
    return JsonResponse({"ready": ready, **checks}, status=200 if ready else 503)


def run_checks() -> dict[str, str]:
    """Return the result of each check: "ok", or what is wrong.

    If the database does not answer, checks that need it are skipped: each would wait ten seconds.
    """
    database = _run_check(_check_database)
    is_up = database == "ok"
    return {
        "database": database,
        "migrations": _run_check(_check_migrations) if is_up else NOT_CHECKED,
        "disk": _run_check(_check_disk),
        "outbox": _run_check(_check_outbox) if is_up else NOT_CHECKED,
    }


def _run_check(check: Callable[[], str]) -> str:
    try:
        return check()
    except (DatabaseError, OSError) as error:
        return type(error).__name__


def _check_database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return "ok"


def _check_migrations() -> str:
    missing = find_missing_migrations()
    return f"{len(missing)} to apply" if missing else "ok"


def find_missing_migrations() -> frozenset[tuple[str, str]]:
    """Return the migrations of this release that are not applied to the database."""
    return _known_migrations() - set(MigrationRecorder(connection).applied_migrations())


@cache
def _known_migrations() -> frozenset[tuple[str, str]]:
    """Return the migrations of this release, read once, as the page is public."""
    return frozenset(MigrationLoader(None).disk_migrations or {})


def _check_disk() -> str:
    free = shutil.disk_usage(settings.DATA_DIR).free
    return "ok" if free >= DISK_MIN_BYTES else f"{free // 1_000_000} MB free"


def _check_outbox() -> str:
    pending = count_pending()
    return f"{pending.count} late" if pending.is_late(timezone.now(), patience=MAX_OUTBOX_AGE) else "ok"


BEARER = "Bearer "


class SiteCollector(Collector):
    """A Prometheus collector that reads the database and this process at each request."""

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics of the database, if it answers, then those of this process."""
        try:
            yield from _collect_outbox_metrics()
            yield from _collect_worker_metrics()
            yield _make_gauge("crawford_database_up", "Whether the database answers.", 1)
        except DatabaseError:
            yield _make_gauge("crawford_database_up", "Whether the database answers.", 0)
        yield _make_gauge(
            "crawford_streams", "Open live connections of this process.", streams.stream_slots.count
        )
        yield from _collect_pool_metrics()
        newest = next(iter(snapshots.list_snapshots()), None)
        if newest is not None:
            age = (timezone.now() - newest.taken_at).total_seconds()
            yield _make_gauge("crawford_snapshot_age_seconds", "Age of the newest snapshot.", age)


registry.register(SiteCollector())


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics to superusers, clients with the token, and addresses in `METRICS_ALLOW`."""
    if not may_read_metrics(request):
        raise Http404
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def may_read_metrics(request: HttpRequest) -> bool:
    """Whether this request may read the metrics."""
    return _has_token(request) or _is_allowed_address(request) or may_host(get_user(request))


def _has_token(request: HttpRequest) -> bool:
    header = request.headers.get("Authorization", "")
    expected = f"{BEARER}{settings.METRICS_TOKEN}"
    return bool(settings.METRICS_TOKEN) and secrets.compare_digest(header.encode(), expected.encode())


def _is_allowed_address(request: HttpRequest) -> bool:
    try:
        address = ipaddress.ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    return any(address in network for network in settings.METRICS_ALLOW)


def _collect_outbox_metrics() -> Iterator[Metric]:
    count = GaugeMetricFamily("crawford_outbox_owed", "Pending work, by kind.", labels=["kind"])
    age = GaugeMetricFamily("crawford_outbox_age_seconds", "Age of the oldest pending work.", labels=["kind"])
    failing = GaugeMetricFamily(
        "crawford_outbox_failing", "Pending work that has failed before.", labels=["kind"]
    )
    now = timezone.now()
    for pending in outbox_messages.count_pending_by_kind():
        count.add_metric([pending.kind], pending.count)
        age.add_metric([pending.kind], (now - pending.since).total_seconds())
        failing.add_metric([pending.kind], pending.failing)
    yield from (count, age, failing)
    for gauge in (gauge for answer in gauges() for gauge in answer):
        yield _make_gauge(gauge.name, gauge.description, gauge.value)


def _collect_worker_metrics() -> Iterator[Metric]:
    process_status = processes.get_process_status(timezone.now())
    working = sum(not missed for _, missed in process_status.worker_states)
    yield _make_gauge("crawford_workers", "Workers seen within a minute.", working)
    yield _make_gauge(
        "crawford_beat_up",
        "Whether the beat was seen within a minute.",
        not process_status.is_missed(process_status.beat),
    )


def _collect_pool_metrics() -> Iterator[Metric]:
    pool = getattr(connection, "pool", None) if connection.vendor == "postgresql" else None
    if pool is None:
        return
    stats = pool.get_stats()
    for name, label in (
        ("pool_size", "size"),
        ("pool_available", "available"),
        ("requests_waiting", "waiting"),
    ):
        yield _make_gauge(
            f"crawford_pool_{label}", f"Database connections of this process: {label}.", stats.get(name, 0)
        )


def _make_gauge(name: str, description: str, value: float) -> Metric:
    return GaugeMetricFamily(name, description, value=value)


SHOWN_SNAPSHOTS = 5


@login_required
@require_safe
def show_host_page(request: HttpRequest) -> HttpResponse:
    """Show the page of the site operator."""
    _get_host_user(request)
    return _render_host_page(request)


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


def _get_host_user(request: HttpRequest) -> User:
    user = require_user(request)
    if not may_host(user):
        raise Http404
    return user


def _render_host_page(request: HttpRequest, refusal: Refusal | None = None) -> HttpResponse:
    now = timezone.now()
    pending_messages, feature_work = outbox_messages.count_pending_by_kind(), pending_work()
    context: dict[str, Any] = {
        "health": run_checks(),
        "pending_messages": [
            (WORK_NAMES.get(pending.kind, pending.kind), pending) for pending in pending_messages
        ],
        "failed_messages": [
            (WORK_NAMES.get(row.kind, row.kind), row) for row in outbox_messages.get_failed_messages()
        ],
        "feature_work": feature_work,
        "is_work_pending": bool(pending_messages) or any(pending.count for pending in feature_work),
        "process_status": processes.get_process_status(now),
        "snapshots": snapshots.list_snapshots()[:SHOWN_SNAPSHOTS],
        "is_late": snapshots.is_late(),
        "version": settings.VERSION,
        "now": now,
        "refusal": make_refusal_message(refusal) if refusal else None,
    }
    return render(request, "host/host.html", context, status=get_status(refusal) if refusal else 200)


OutboxAction = Callable[..., None]
OUTBOX_ACTIONS: Mapping[str, tuple[OutboxAction, str | Promise]] = {
    "try-again": (maintenance.retry_message, _("Task will be retried.")),
    "give-up": (maintenance.abandon_message, _("Task cancelled.")),
}
