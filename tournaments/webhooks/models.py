"""Models of webhooks: subscriptions of addresses to events of a club, and the messages sent to them."""

import secrets
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from matches.models.codes import new_code
from tournaments.models.club import Club
from tournaments.models.event import Event

LONGEST_ADDRESS = 500
SALT_PATTERN = r"^[0-9a-f]{32}$"


def new_salt() -> str:
    """Return a random salt, which makes the signing key unique to a webhook and to each rotation."""
    return secrets.token_hex(16)


class Webhook(models.Model):
    """A subscription of an address to `kinds` of webhook events.

    No signing key is stored: it is derived from the site's secret key and `salt`, and for a while after
    `rotated_at` also from `salt_before` (see `signing`). `paused_at`: paused by a director; `disabled_at`:
    disabled by the site, because no message had been accepted since `failing_since`.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="webhooks")
    event = models.ForeignKey(Event, null=True, blank=True, on_delete=models.CASCADE, related_name="webhooks")
    code = models.CharField(max_length=8, unique=True, default=new_code, editable=False)
    address = models.CharField(max_length=LONGEST_ADDRESS)
    kinds: "models.JSONField[list[str], list[str]]" = models.JSONField()
    salt = models.CharField(max_length=32, default=new_salt, editable=False)
    salt_before = models.CharField(max_length=32, blank=True, default="", editable=False)
    rotated_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    failing_since = models.DateTimeField(null=True, blank=True)
    disabled_at = models.DateTimeField(null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["club", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(address__regex=r"^https?://[^\s/]"), name="webhook_has_address"
            ),
            models.CheckConstraint(condition=~Q(kinds=[]), name="webhook_wants_something"),
            models.CheckConstraint(condition=Q(salt__regex=SALT_PATTERN), name="webhook_has_a_salt"),
            models.CheckConstraint(
                condition=Q(salt_before="", rotated_at__isnull=True)
                | Q(salt_before__regex=SALT_PATTERN, rotated_at__isnull=False),
                name="webhook_rotated_with_a_salt",
            ),
            models.CheckConstraint(
                condition=Q(disabled_at__isnull=True) | Q(failing_since__isnull=False),
                name="webhook_disabled_for_failing",
            ),
        ]

    def __str__(self) -> str:
        return self.address

    @property
    def is_live(self) -> bool:
        """Whether messages are sent to the webhook."""
        return self.paused_at is None and self.disabled_at is None


class Delivery(models.Model):
    """One message for one webhook, pending until it is delivered or finally failed (`given_up_at`).

    `due_at` is the time of the next try; `status` is that of the last response, 0 without one, and `problem`
    the reason.
    """

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    message = models.CharField(max_length=40)
    kind = models.CharField(max_length=40)
    text = models.TextField()
    created_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=0)
    tried_at = models.DateTimeField(null=True, blank=True)
    status = models.PositiveSmallIntegerField(default=0)
    problem = models.CharField(max_length=20, blank=True, default="")
    milliseconds = models.PositiveIntegerField(default=0)
    delivered_at = models.DateTimeField(null=True, blank=True)
    given_up_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        verbose_name_plural = "deliveries"
        constraints = [
            models.UniqueConstraint(fields=["webhook", "message"], name="delivery_once_per_webhook"),
            models.CheckConstraint(condition=~Q(message="") & ~Q(kind=""), name="delivery_has_a_message"),
            models.CheckConstraint(
                condition=Q(delivered_at__isnull=True) | Q(given_up_at__isnull=True),
                name="delivery_ends_one_way",
            ),
            models.CheckConstraint(
                condition=Q(delivered_at__isnull=True) | Q(status__gte=200, status__lt=300),
                name="delivery_was_answered",
            ),
        ]
        indexes = [
            models.Index(
                fields=["due_at"],
                condition=Q(delivered_at__isnull=True, given_up_at__isnull=True),
                name="delivery_pending",
            ),
            models.Index(fields=["webhook", "-id"], name="delivery_log"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.message}"

    @property
    def state(self) -> str:
        """One of "delivered", "given_up", "failing" (tried without success) or "waiting"."""
        if self.delivered_at is not None:
            return "delivered"
        if self.given_up_at is not None:
            return "given_up"
        return "failing" if self.tries else "waiting"


# Filter for deliveries that still have to be sent.
PENDING: dict[str, Any] = {"delivered_at": None, "given_up_at": None}
