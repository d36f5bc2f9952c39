"""Health checks: whether the process responds, and whether results can be entered."""

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

from matches.queries.outbox_messages import count_pending

DISK_MIN_BYTES = 50_000_000
MAX_OUTBOX_AGE = timedelta(minutes=2)
PROGRAM_HEADER = "X-Program"
NOT_CHECKED = "not checked"


@require_safe
@never_cache
def healthz(_request: HttpRequest) -> HttpResponse:
    """Answer 200 while the process responds."""
    return make_health_response()


def make_health_response() -> HttpResponse:
    """Return the answer of a process that responds; its header tells a second start whose it is."""
    return HttpResponse("ok\n", content_type="text/plain", headers={PROGRAM_HEADER: "Crawford"})


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
        "disk": check_disk(),
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


def check_disk() -> str:
    """Return "ok", or what is wrong with the disk of the data."""
    return _run_check(_check_disk)


def _check_disk() -> str:
    free = shutil.disk_usage(settings.DATA_DIR).free
    return "ok" if free >= DISK_MIN_BYTES else f"{free // 1_000_000} MB free"


def _check_outbox() -> str:
    pending = count_pending()
    return f"{pending.count} late" if pending.is_late(timezone.now(), patience=MAX_OUTBOX_AGE) else "ok"
