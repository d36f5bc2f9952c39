"""The login, kept bare: a person at a board is a `Player`."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.crypto import salted_hmac


class User(AbstractUser):
    """Someone who can sign in.

    Every device of an account was signed in under one `stamp`: another stamp signs all of them out, those
    this house has no list of included.
    """

    stamp = models.CharField(max_length=16, blank=True, default="", db_default="", editable=False)
    closed_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta(AbstractUser.Meta):
        constraints = [
            models.CheckConstraint(
                condition=models.Q(closed_at__isnull=True) | models.Q(is_active=False, email=""),
                name="user_closed_cannot_sign_in",
            ),
        ]

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """What a signed-in device carries: it follows the password and the stamp."""
        salt = "django.contrib.auth.models.AbstractBaseUser.get_session_auth_hash"
        return salted_hmac(salt, self.password + self.stamp, secret=secret, algorithm="sha256").hexdigest()
