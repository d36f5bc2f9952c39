"""Metrics for Prometheus: pending work, workers, streams, connections, snapshots."""

import ipaddress
import secrets
from collections.abc import Iterator

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector

from config import streams
from config.backups import snapshots
from config.middleware import registry
from matches.queries import missed_heartbeats, outbox_messages
from matches.registry import gauges
from matches.views.visitors import get_user
from tournaments.permissions import may_host

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
    count = GaugeMetricFamily("crawford_outbox_pending", "Pending work, by kind.", labels=["kind"])
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
    process_status = missed_heartbeats.get_process_status(timezone.now())
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
