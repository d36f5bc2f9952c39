"""What must still be done outside a transaction: written with the change, done after it."""

from django.db import models
from django.db.models import Q
from django.utils import timezone


class Outbox(models.Model):
    """One piece of work owed. The table is the truth; Celery is only a nudge to look at it."""

    kind = models.CharField(max_length=60)
    payload = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now)
    sent_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveIntegerField(default=0)
    last_error = models.TextField(blank=True, default="")

    class Meta:
        verbose_name_plural = "outbox"
        indexes = [models.Index(fields=["due_at"], condition=Q(sent_at=None), name="outbox_owed")]
        constraints = [models.CheckConstraint(condition=~Q(kind=""), name="outbox_has_kind")]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"
