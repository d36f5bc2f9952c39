"""Sign-in links: each opens an account once; only the hash of its token is stored."""

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
