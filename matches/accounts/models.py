"""Sign-in links and setup links: each works once; only the hash of its token is stored."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class SignInLink(models.Model):
    """Opens the account of `user` to the first request with the token before `expires_at`."""

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
    """Lets the holder of its token create the first account of a site, as long as there is none.

    Each start of an empty site makes another one, because several processes may start on one database; all
    of them are void once an account exists.
    """

    # A row rather than a signed token bound to the absence of accounts: such a token would be valid again
    # whenever the accounts are gone (another database, the same secret key), and two requests with it at
    # the same moment would both see a site without accounts. A row is used up, and it can be locked.

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
