"""Subscriptions of players to e-mail: from one tournament, or from all."""

from django.db import models
from django.db.models import Q

from matches.models import Player
from tournaments.models import Tournament

LONGEST_EMAIL, LONGEST_ADDRESS = 254, 200
FOR_ALL_TOURNAMENTS = Q(tournament__isnull=True)


class MailSubscription(models.Model):
    """A subscription of a player to announcements of the desk, to calls of their matches, or to both.

    One without a tournament is for all tournaments of the player and uses the address of their account;
    others use `email`. `page_prefix` is the public URL to which the token of the unsubscribe link is added.
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
            models.UniqueConstraint(
                fields=["player"], condition=FOR_ALL_TOURNAMENTS, name="mail_once_per_account"
            ),
            models.CheckConstraint(
                condition=(FOR_ALL_TOURNAMENTS & Q(email="")) | (~FOR_ALL_TOURNAMENTS & ~Q(email="")),
                name="mail_address_of_one_tournament",
            ),
            models.CheckConstraint(
                condition=Q(announcements=True) | Q(calls=True), name="mail_about_something"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.tournament or '*'}"
