"""What a player wants by e-mail: from one tournament, or from all."""

from django.db import models
from django.db.models import Q

from matches.models import Player
from tournaments.models import Tournament

LONGEST_EMAIL, LONGEST_ADDRESS = 254, 200
FROM_ALL = Q(tournament__isnull=True)


class MailSubscription(models.Model):
    """What a player wants by e-mail: the announcements of the desk, the calls of their matches, or both.

    One without a tournament is about all tournaments of the player's account, and goes to the address of
    that account; the others go to `email`. `page_prefix` is the public URL that precedes the token of the
    link in every e-mail that ends the subscription.
    """

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="mail_subscriptions")
    tournament = models.ForeignKey(
        Tournament, null=True, blank=True, on_delete=models.CASCADE, related_name="mail_subscriptions"
    )
    email = models.EmailField(max_length=LONGEST_EMAIL, blank=True, default="")
    language = models.CharField(max_length=10, blank=True, default="en")
    announcements = models.BooleanField(default=True)
    calls = models.BooleanField(default=True)
    page_prefix = models.CharField(max_length=LONGEST_ADDRESS, blank=True, default="")
    at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["player", "tournament"], name="mail_once_per_tournament"),
            models.UniqueConstraint(fields=["player"], condition=FROM_ALL, name="mail_once_per_account"),
            models.CheckConstraint(
                condition=(FROM_ALL & Q(email="")) | (~FROM_ALL & ~Q(email="")),
                name="mail_address_of_one_tournament",
            ),
            models.CheckConstraint(
                condition=Q(announcements=True) | Q(calls=True), name="mail_about_something"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.tournament or '*'}"
