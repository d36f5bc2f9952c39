"""Money sessions: money play and chouettes; their seats and their journals."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from matches.models.codes import new_code
from matches.models.desk import Desk
from matches.models.player import Player

MONEY, CHOUETTE = "money", "chouette"
OPEN, CLOSED = "open", "closed"
HIGHEST_STAKE = 1_000_000
SESSION_KINDS = [(MONEY, MONEY), (CHOUETTE, CHOUETTE)]
SESSION_STATUSES = [(OPEN, OPEN), (CLOSED, CLOSED)]


class MoneySession(models.Model):
    """A session of money play (two players) or of a chouette, with a journal of events.

    `version` is the number of its last journal entry. `laws` are the agreed rules as JSON. Its keeper, called
    host on the pages, is the account (`host`) or the device (`host_device`) that opened it, or any official
    of its desk. Random draws follow from `seed` (see `random_order`). `token_hash` is the hash of the join
    code, "" before one was created.
    """

    code = models.CharField(max_length=8, unique=True, default=new_code, editable=False)
    kind = models.CharField(max_length=8, choices=SESSION_KINDS)
    title = models.CharField(max_length=120, blank=True, default="")
    desk = models.ForeignKey(Desk, null=True, blank=True, on_delete=models.PROTECT, related_name="sessions")
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="sessions"
    )
    host_device = models.CharField(max_length=64, blank=True, default="")
    laws = models.JSONField()
    seed = models.CharField(max_length=32)
    token_hash = models.CharField(max_length=64, blank=True, default="")
    status = models.CharField(max_length=6, choices=SESSION_STATUSES, default=OPEN)
    version = models.PositiveIntegerField(default=0)
    key = models.CharField(max_length=64, unique=True)
    opened_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=[MONEY, CHOUETTE]), name="session_kind_is_known"),
            models.CheckConstraint(
                condition=Q(status=OPEN, closed_at__isnull=True) | Q(status=CLOSED, closed_at__isnull=False),
                name="session_closed_exactly_at_its_end",
            ),
            models.CheckConstraint(condition=~Q(seed=""), name="session_has_a_seed"),
            models.UniqueConstraint(
                fields=["token_hash"], condition=~Q(token_hash=""), name="session_token_once"
            ),
        ]

    def __str__(self) -> str:
        return self.title or self.code


class SessionSeat(models.Model):
    """A seat of a session, identified by a name, which the events of the journal use.

    `player` or `device` is set once somebody has taken the seat; then only they may act for it. `balance` is
    computed from the journal, in the currency of the stakes. A player who has left keeps the seat.
    `token_hash` is the hash of the code by which another phone takes the seat over, "" without one.
    """

    session = models.ForeignKey(MoneySession, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=120)
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="session_seats"
    )
    device = models.CharField(max_length=64, blank=True, default="")
    token_hash = models.CharField(max_length=64, blank=True, default="")
    stake = models.PositiveIntegerField()
    balance = models.BigIntegerField(default=0)

    class Meta:
        ordering = ["session", "number"]
        constraints = [
            models.UniqueConstraint(fields=["session", "number"], name="seat_number_once"),
            models.UniqueConstraint(fields=["session", "name"], name="seat_name_once"),
            models.UniqueConstraint(fields=["session", "player"], name="seat_one_for_a_player"),
            models.UniqueConstraint(
                fields=["session", "device"], condition=~Q(device=""), name="seat_one_for_a_device"
            ),
            models.UniqueConstraint(
                fields=["token_hash"], condition=~Q(token_hash=""), name="seat_token_once"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="seat_number_from_one"),
            models.CheckConstraint(condition=~Q(name=""), name="seat_has_a_name"),
            models.CheckConstraint(
                condition=Q(stake__gte=1, stake__lte=HIGHEST_STAKE), name="seat_stake_is_possible"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_taken(self) -> bool:
        """Whether a phone, a badge or an account has taken the seat, or it is kept for a new phone."""
        return bool(self.device or self.player_id or self.token_hash)


class SessionEntry(models.Model):
    """An entry of a session's append-only journal.

    `payload` contains the events as plain data; `who` is the name of the acting player, "" for the whole
    table; `by` the name of the author at that time. `undoes` is the number (`seq`) of the entry that this one
    undoes.
    """

    session = models.ForeignKey(MoneySession, on_delete=models.CASCADE, related_name="entries")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=24)
    payload = models.JSONField(default=dict)
    who = models.CharField(max_length=120, blank=True, default="")
    by = models.CharField(max_length=150, blank=True, default="")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="session_entries",
    )
    device = models.CharField(max_length=64, blank=True, default="")
    key = models.CharField(max_length=64)
    undoes = models.PositiveIntegerField(null=True, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["session", "seq"]
        verbose_name_plural = "session entries"
        constraints = [
            models.UniqueConstraint(fields=["session", "seq"], name="entry_seq_once"),
            models.UniqueConstraint(fields=["session", "key"], name="entry_key_once"),
            models.UniqueConstraint(fields=["session", "undoes"], name="entry_undone_once"),
            models.CheckConstraint(condition=Q(seq__gte=1), name="entry_seq_from_one"),
            models.CheckConstraint(condition=~Q(kind="") & ~Q(key=""), name="entry_has_kind_and_key"),
            models.CheckConstraint(
                condition=Q(kind="undone", undoes__isnull=False, undoes__gte=1, undoes__lt=F("seq"))
                | (~Q(kind="undone") & Q(undoes__isnull=True)),
                name="entry_undoes_an_earlier_one",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.session} / {self.seq} {self.kind}"
