"""Two questions of a machine that watches: are you up, and can you work?"""

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

from matches.queries.outbox import owed

DISK_MIN_BYTES = 50_000_000
PATIENCE = timedelta(minutes=2)
UNASKED = "not asked"


@require_safe
@never_cache
def healthz(_request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(_request: HttpRequest) -> JsonResponse:
    """What works and what does not: 200 when results can be taken, else 503.

    A late outbox is said and does not make the answer 503: results count while the workers are away.
    """
    found = answers()
    ready = all(found[name] == "ok" for name in ("database", "migrations", "disk"))
    return JsonResponse({"ready": ready, **found}, status=200 if ready else 503)


def answers() -> dict[str, str]:
    """What each question was answered: "ok", or what is wrong.

    A database that is away lets each who asks wait for ten seconds: it is asked once.
    """
    database, disk = _asked(_database), _asked(_disk)
    asked = {"migrations": _migrations, "outbox": _outbox}
    told = {name: _asked(each) if database == "ok" else UNASKED for name, each in asked.items()}
    return {"database": database, "migrations": told["migrations"], "disk": disk, "outbox": told["outbox"]}


def _asked(question: Callable[[], str]) -> str:
    try:
        return question()
    except (DatabaseError, OSError) as error:
        return type(error).__name__


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return "ok"


def _migrations() -> str:
    waiting = _known_migrations() - set(MigrationRecorder(connection).applied_migrations())
    return f"{len(waiting)} to apply" if waiting else "ok"


@cache
def _known_migrations() -> frozenset[tuple[str, str]]:
    """Those of this program, read once: anybody may ask whether the house is ready."""
    return frozenset(MigrationLoader(None).disk_migrations or {})


def _disk() -> str:
    free = shutil.disk_usage(settings.DATA_DIR).free
    return "ok" if free >= DISK_MIN_BYTES else f"{free // 1_000_000} MB free"


def _outbox() -> str:
    waiting = owed()
    return f"{waiting.count} late" if waiting.is_late(timezone.now(), patience=PATIENCE) else "ok"
