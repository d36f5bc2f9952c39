"""Models of the site's background work: outbox, change notices, heartbeats, idempotency keys."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Outbox(models.Model):
    """A message to deliver after the commit (see `services.outbox`).

    Pending rows are swept regularly; the Celery task sent at once only speeds up the delivery. A row is
    pending until it is delivered (`sent_at`) or abandoned (`given_up_at`); an abandoned one can be retried.
    `due_at` is the time of the next attempt.
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
        indexes = [models.Index(fields=["due_at"], condition=Q(sent_at=None), name="outbox_pending")]
        constraints = [
            models.CheckConstraint(condition=~Q(kind=""), name="outbox_has_kind"),
            models.CheckConstraint(
                condition=Q(sent_at__isnull=True) | Q(given_up_at__isnull=True), name="outbox_ends_one_way"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class Notice(models.Model):
    """A change notice for open pages under a topic such as `match:CODE` (see `services.live`).

    Its primary key is its position in the event streams.
    """

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


class ProcessKind(models.TextChoices):
    """The kind of a background process."""

    WORKER = "worker", _("worker")
    BEAT = "beat", _("beat")


class Heartbeat(models.Model):
    """The last heartbeat of a background process; the single Celery beat has a permanent row."""

    name = models.CharField(max_length=120, unique=True)
    kind = models.CharField(max_length=6, choices=ProcessKind)
    since = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["kind", "name"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="heartbeat_has_a_name"),
            models.CheckConstraint(condition=Q(kind__in=ProcessKind.values), name="heartbeat_kind_is_known"),
            models.CheckConstraint(
                condition=Q(seen_at__gte=F("since")), name="heartbeat_seen_after_its_start"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class IdempotencyKey(models.Model):
    """An idempotency key of an API caller, with the stored response to its request.

    Written in the transaction of the request's effect. `fingerprint` is a hash of the request; `status` is 0
    until the response is stored.
    """

    caller = models.CharField(max_length=64)
    key = models.CharField(max_length=64)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    body = models.TextField(blank=True, default="")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["at"], name="answer_by_age")]
        constraints = [
            models.UniqueConstraint(fields=["caller", "key"], name="answer_once_per_caller_and_key"),
            models.CheckConstraint(
                condition=~Q(caller="") & ~Q(key="") & ~Q(fingerprint=""), name="answer_is_to_somebody"
            ),
            models.CheckConstraint(
                condition=Q(status=0) | Q(status__gte=200, status__lt=300), name="answer_is_of_a_deed_done"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.key} ({self.status})"
