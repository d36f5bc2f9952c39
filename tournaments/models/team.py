"""TeamMember: who belongs to a team in an event; SealedLineUp: whom it will field, seen by nobody."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from matches.models import Player
from tournaments.models.entry import Entry
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing

PLAYS = Q(position__isnull=False, position__gte=1)


class TeamMember(models.Model):
    """Follows the journal. `position` counts the board order from 1, reserves last; a captain who does not
    play has none."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="team_members")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="teams")
    position = models.PositiveSmallIntegerField(null=True, blank=True)
    is_captain = models.BooleanField(default=False)

    class Meta:
        ordering = ["entry_id", "position"]
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="member_in_one_team"),
            models.UniqueConstraint(fields=["entry", "position"], name="member_position_once"),
            models.UniqueConstraint(
                fields=["entry"], condition=Q(is_captain=True), name="member_one_captain"
            ),
            models.CheckConstraint(
                condition=PLAYS | Q(position__isnull=True, is_captain=True), name="member_plays_or_leads"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry} {self.position or '-'} {self.player}"


class SealedLineUp(models.Model):
    """A line-up one team has handed in: opened into the journal when the other's is there too, and gone then.

    `players` are their codes board by board, "" where nobody comes. `voice` is who handed it in, as known.
    """

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="sealed")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    players = models.JSONField(default=list)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    voice = models.CharField(max_length=150, blank=True, default="")
    at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["pairing_id", "entry_id"]
        constraints = [
            models.UniqueConstraint(fields=["pairing", "entry"], name="sealed_once_per_team"),
        ]

    def __str__(self) -> str:
        return f"{self.pairing} {self.entry}"
