"""Health checks for monitoring: the process answers, and results can be taken."""

import shutil
from collections.abc import Callable
from datetime import timedelta
from functools import cache

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from matches.queries.outbox import count_pending

DISK_MIN_BYTES = 50_000_000
PATIENCE = timedelta(minutes=2)
NOT_CHECKED = "not asked"


@require_safe
@never_cache
def healthz(_request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(_request: HttpRequest) -> JsonResponse:
    """What works and what does not: 200 when results can be taken, else 503.

    A late outbox is reported and does not make it 503: results count while workers are away.
    """
    checks = run_checks()
    ready = all(checks[name] == "ok" for name in ("database", "migrations", "disk"))
    return JsonResponse({"ready": ready, **checks}, status=200 if ready else 503)


def run_checks() -> dict[str, str]:
    """The result of each check: "ok", or what is wrong.

    A database that is away makes every query wait ten seconds, so it is asked once.
    """
    database = _run(_database)
    is_up = database == "ok"
    return {
        "database": database,
        "migrations": _run(_migrations) if is_up else NOT_CHECKED,
        "disk": _run(_disk),
        "outbox": _run(_outbox) if is_up else NOT_CHECKED,
    }


def _run(check: Callable[[], str]) -> str:
    try:
        return check()
    except (DatabaseError, OSError) as error:
        return type(error).__name__


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return "ok"


def _migrations() -> str:
    missing = _known_migrations() - set(MigrationRecorder(connection).applied_migrations())
    return f"{len(missing)} to apply" if missing else "ok"


@cache
def _known_migrations() -> frozenset[tuple[str, str]]:
    """The migrations of this release, read once: anybody may request this page."""
    return frozenset(MigrationLoader(None).disk_migrations or {})


def _disk() -> str:
    free = shutil.disk_usage(settings.DATA_DIR).free
    return "ok" if free >= DISK_MIN_BYTES else f"{free // 1_000_000} MB free"


def _outbox() -> str:
    pending = count_pending()
    return f"{pending.count} late" if pending.is_late(timezone.now(), patience=PATIENCE) else "ok"
