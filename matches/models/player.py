"""Player: one who sits at a board, a person or a doubles pair; a login is optional."""

from django.conf import settings
from django.db import models

from matches.models.codes import new_code


class Player(models.Model):
    """A name at a board. Never deleted while a match remembers it."""

    code = models.CharField(max_length=8, unique=True, default=new_code, editable=False)
    name = models.CharField(max_length=120)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="player"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="player_has_a_name"),
        ]
        indexes = [models.Index(fields=["name"], name="player_by_name")]

    def __str__(self) -> str:
        return self.name
