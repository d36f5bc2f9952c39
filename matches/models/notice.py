"""Hints for open pages: "this changed, fetch it again". Nothing private is ever written here."""

from django.db import models
from django.db.models import Q
from django.utils import timezone


class Notice(models.Model):
    """One hint under a topic such as `match:CODE`; its id is the position in every stream."""

    topic = models.CharField(max_length=80)
    kind = models.CharField(max_length=40)
    data = models.JSONField(default=dict)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [
            models.Index(fields=["topic", "id"], name="notice_of_topic"),
            models.Index(fields=["at"], name="notice_at"),
        ]
        constraints = [models.CheckConstraint(condition=~Q(topic=""), name="notice_has_topic")]

    def __str__(self) -> str:
        return f"{self.topic} {self.kind}"
