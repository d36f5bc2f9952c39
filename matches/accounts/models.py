"""Sign-in links and setup links: each works once; only the hash of its token is stored."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class SignInLink(models.Model):
    """A link, issued by `by`, with which `user` can sign in once before `expires_at`."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="links")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="links_given")
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-made_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=Q(used_at__isnull=True), name="sign_in_link_one_open_per_account"
            ),
            models.CheckConstraint(condition=~Q(token_hash=""), name="sign_in_link_has_a_token"),
            models.CheckConstraint(condition=Q(expires_at__gt=F("made_at")), name="sign_in_link_lasts"),
            models.CheckConstraint(
                condition=Q(used_at__isnull=True) | Q(used_at__gte=F("made_at"), used_at__lt=F("expires_at")),
                name="sign_in_link_used_in_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} by {self.by}"


class SetupLink(models.Model):
    """A link with which the first account of a site can be created, as long as there is none.

    Each start of a site without accounts issues another one, because several processes may share a database.
    All of them become invalid once an account exists.
    """

    # Why a row and not a signed token: a token would become valid again with another empty database and the
    # same secret key, and two concurrent requests would both find a site without accounts. A row can be used
    # up and locked.

    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-made_at", "-id"]
        constraints = [
            models.CheckConstraint(condition=~Q(token_hash=""), name="setup_link_has_a_token"),
            models.CheckConstraint(
                condition=Q(used_at__isnull=True) | Q(used_at__gte=F("made_at")),
                name="setup_link_used_after_it_was_made",
            ),
        ]

    def __str__(self) -> str:
        return f"setup link {self.pk}"
