"""The login, kept bare: a person at a board is a `Player`."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """Someone who can sign in."""
