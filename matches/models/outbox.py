"""What must still be done outside a transaction: written with the change, done after it."""

from django.db import models
from django.db.models import Q
from django.utils import timezone


class Outbox(models.Model):
    """One piece of work owed. The table is the truth; Celery is only a nudge to look at it.

    Work the host has given up (`given_up_at`) is owed no more; it can be taken up again.
    """

    kind = models.CharField(max_length=60)
    payload = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now)
    sent_at = models.DateTimeField(null=True, blank=True)
    given_up_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveIntegerField(default=0)
    last_error = models.TextField(blank=True, default="")

    class Meta:
        verbose_name_plural = "outbox"
        indexes = [models.Index(fields=["due_at"], condition=Q(sent_at=None), name="outbox_owed")]
        constraints = [
            models.CheckConstraint(condition=~Q(kind=""), name="outbox_has_kind"),
            models.CheckConstraint(
                condition=Q(sent_at__isnull=True) | Q(given_up_at__isnull=True), name="outbox_ends_one_way"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"
