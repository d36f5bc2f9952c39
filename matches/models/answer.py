"""What a program was answered under an idempotency key, kept for a day so that it can ask again."""

from django.db import models
from django.db.models import Q
from django.utils import timezone


class KeptAnswer(models.Model):
    """One key of one voice. It is written in the transaction of the deed it answers, or not at all."""

    voice = models.CharField(max_length=64)
    key = models.CharField(max_length=64)
    asked = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    body = models.TextField(blank=True, default="")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["at"], name="answer_by_age")]
        constraints = [
            models.UniqueConstraint(fields=["voice", "key"], name="answer_once_per_voice_and_key"),
            models.CheckConstraint(
                condition=~Q(voice="") & ~Q(key="") & ~Q(asked=""), name="answer_is_to_somebody"
            ),
            models.CheckConstraint(
                condition=Q(status=0) | Q(status__gte=200, status__lt=300), name="answer_is_of_a_deed_done"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.key} ({self.status})"
