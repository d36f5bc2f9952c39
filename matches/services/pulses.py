"""Says that a process works: written now and then, forgotten a day after it was last seen."""

from datetime import timedelta

from django.utils import timezone

from matches.models import Pulse
from matches.models.pulse import Kind

# A pulse is written no more often than this, and a process is missed after three that did not come.
PULSE_INTERVAL = timedelta(seconds=20)
BEAT = "beat"


def record_pulse(*, name: str, kind: str) -> None:
    """The process of this name is alive; written unless it was just now."""
    now = timezone.now()
    row, is_new = Pulse.objects.get_or_create(name=name[:120], defaults={"kind": kind})
    if not is_new:
        Pulse.objects.filter(pk=row.pk, seen_at__lt=now - PULSE_INTERVAL / 2).update(seen_at=now)


def delete_pulse(*, name: str) -> None:
    """The process of this name ends in order."""
    Pulse.objects.filter(name=name[:120]).delete()


def prune(*, older_than: timedelta) -> int:
    """Forget workers not seen for so long; how many."""
    deleted, _ = Pulse.objects.filter(kind=Kind.WORKER, seen_at__lt=timezone.now() - older_than).delete()
    return deleted
