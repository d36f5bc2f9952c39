"""Pulse: a process of the house that works in the background, and when it was last seen alive."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Kind(models.TextChoices):
    """What a process does."""

    WORKER = "worker", _("worker")
    BEAT = "beat", _("beat")


class Pulse(models.Model):
    """One row per process by its `name`; the beat, of which there is one, has one row for ever."""

    name = models.CharField(max_length=120, unique=True)
    kind = models.CharField(max_length=6, choices=Kind)
    since = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["kind", "name"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="pulse_has_a_name"),
            models.CheckConstraint(condition=Q(kind__in=Kind.values), name="pulse_kind_is_known"),
            models.CheckConstraint(condition=Q(seen_at__gte=F("since")), name="pulse_seen_after_its_start"),
        ]

    def __str__(self) -> str:
        return self.name
