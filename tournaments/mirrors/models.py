"""Models of mirrors: tournaments published to another site, and copies of those that another directs."""

from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from matches.models import Player
from tournaments.models import Club, Event, Token, Tournament

LONGEST_ADDRESS, LONGEST_ORIGIN = 500, 120
KEY_PATTERN = r"^[0-9a-f]{32}$"


def new_key() -> str:
    """Return a random key of a publication or of one of its events."""
    return uuid4().hex


class Publication(models.Model):
    """A tournament that this site directs and sends to another, which shows a read-only copy.

    `address` is that of the API for the copy, `encrypted_token` the token of the other site, with the
    secret key of this one. `due_at` is the time of the next try, None if nothing is sent any more. `problem`
    is the reason why the last try failed, "" if it did not. `is_replacing`: the copy there is to be replaced,
    `is_deleting`: it is to be deleted, after which the row is.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="publication")
    key = models.CharField(max_length=32, unique=True, default=new_key, editable=False)
    address = models.CharField(max_length=LONGEST_ADDRESS)
    encrypted_token = models.TextField(editable=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(null=True, blank=True, default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=0)
    problem = models.CharField(max_length=40, blank=True, default="")
    published_at = models.DateTimeField(null=True, blank=True)
    is_replacing = models.BooleanField(default=False, db_default=False)
    is_deleting = models.BooleanField(default=False, db_default=False)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(address__regex=r"^https?://[^\s/]"), name="publication_has_address"
            ),
            models.CheckConstraint(condition=~Q(encrypted_token=""), name="publication_has_a_token"),
            models.CheckConstraint(condition=Q(key__regex=KEY_PATTERN), name="publication_has_a_key"),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="publication_due"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} -> {self.address}"


class PublishedEvent(models.Model):
    """An event of a publication: what of it the other site has.

    `seen_version` and `file_digest` are hashes of its pages and of its event file when it was last sent.
    """

    publication = models.ForeignKey(Publication, on_delete=models.CASCADE, related_name="events")
    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=32, unique=True, default=new_key, editable=False)
    lines = models.PositiveIntegerField(default=0)
    seen_version = models.CharField(max_length=64, blank=True, default="")
    file_digest = models.CharField(max_length=64, blank=True, default="")
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=Q(key__regex=KEY_PATTERN), name="published_event_has_a_key"),
        ]

    def __str__(self) -> str:
        return str(self.event)


class CopiedTournament(models.Model):
    """A tournament of the club that another site directs, and publishes here with a token of the club.

    `key` is what that site calls it, `origin` the name of that site, `directed_by` that of the club there, ""
    as long as it has not been sent. `heard_at` is when it last sent
    anything, by the clock of this site. After `taken_over_at` it is directed here, and what arrives is
    refused.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="copies")
    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="copy")
    key = models.CharField(max_length=32)
    origin = models.CharField(max_length=LONGEST_ORIGIN)
    directed_by = models.CharField(max_length=LONGEST_ORIGIN, blank=True, default="", db_default="")
    token = models.ForeignKey(Token, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    heard_at = models.DateTimeField(default=timezone.now)
    taken_over_at = models.DateTimeField(null=True, blank=True)
    taken_over_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["club", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="copy_once_per_club"),
            models.CheckConstraint(condition=Q(key__regex=KEY_PATTERN), name="copy_has_a_key"),
            models.CheckConstraint(condition=~Q(origin=""), name="copy_has_an_origin"),
        ]

    def __str__(self) -> str:
        return str(self.tournament)


class CopiedEvent(models.Model):
    """An event of a copy: what the other site calls it, and the size of its event file in bytes."""

    copy = models.ForeignKey(CopiedTournament, on_delete=models.CASCADE, related_name="events")
    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=32)
    size = models.PositiveIntegerField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["copy", "key"], name="copied_event_once"),
            models.CheckConstraint(condition=Q(key__regex=KEY_PATTERN), name="copied_event_has_a_key"),
        ]

    def __str__(self) -> str:
        return str(self.event)


class CopiedPlayer(models.Model):
    """A player who exists here only because a copy brought them: renamed and deleted with it."""

    copy = models.ForeignKey(CopiedTournament, on_delete=models.CASCADE, related_name="players")
    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="+")

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return str(self.player)
