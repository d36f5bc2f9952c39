"""Lots of a Calcutta auction with their players and sales; Move: one line of a receipt."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from matches.models import Player
from tournaments.models.event import Event
from tournaments.models.money import COMES_IN, MoveKind, Receipt


class Lot(models.Model):
    """What is sold at once: a player, or a packet of several."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="lots")
    fund = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["event_id", "fund", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "fund", "number"], name="lot_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1, fund__gte=1), name="lot_counts_from_one"),
        ]

    def __str__(self) -> str:
        return str(self.number)


class LotPlayer(models.Model):
    """A player in a lot; in an auction each is in one lot at most (event and fund are those of the lot)."""

    lot = models.ForeignKey(Lot, on_delete=models.PROTECT, related_name="held")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="+")
    fund = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["lot", "id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "fund", "player"], name="lot_player_in_one_lot"),
        ]

    def __str__(self) -> str:
        return str(self.player)


class Sale(models.Model):
    """How a lot stands: who bought it at which price; the row with the highest `seq` counts.

    No buyer means that it is for sale again. `bought_back` says that the player holds half of himself.
    """

    lot = models.ForeignKey(Lot, on_delete=models.PROTECT, related_name="sales")
    seq = models.PositiveSmallIntegerField()
    buyer = models.CharField(max_length=120, blank=True, default="")
    price = models.BigIntegerField(default=0)
    bought_back = models.BooleanField(default=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    key = models.CharField(max_length=80)

    class Meta:
        ordering = ["lot", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["lot", "seq"], name="sale_seq_once"),
            models.UniqueConstraint(fields=["lot", "key"], name="sale_key_once"),
            models.CheckConstraint(condition=Q(seq__gte=1) & ~Q(key=""), name="sale_seq_and_key_given"),
            models.CheckConstraint(
                condition=(Q(price__gte=1) & ~Q(buyer="")) | Q(price=0, buyer="", bought_back=False),
                name="sale_has_buyer_and_price",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.lot} {self.buyer}"


INWARDS = Q(kind__in=COMES_IN)


class Move(models.Model):
    """One line of a receipt: money of a fund. Above zero it came in, below zero it went out.

    `player` is whose due or prize it is; at an auction `lot` too, where no player means the buyer. A counter
    line undoes one of an earlier receipt, so its sign is the other way round.
    """

    receipt = models.ForeignKey(Receipt, on_delete=models.PROTECT, related_name="moves")
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="moves")
    fund = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="moves")
    lot = models.ForeignKey(Lot, null=True, blank=True, on_delete=models.PROTECT, related_name="moves")
    kind = models.CharField(max_length=8, choices=MoveKind.choices)
    amount = models.BigIntegerField()
    is_counter = models.BooleanField(default=False)

    class Meta:
        ordering = ["receipt", "id"]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=MoveKind.values), name="move_kind_is_known"),
            models.CheckConstraint(
                condition=Q(player__isnull=False) | Q(lot__isnull=False), name="move_is_somebodys"
            ),
            models.CheckConstraint(
                condition=(INWARDS & Q(is_counter=False, amount__gt=0))
                | (~INWARDS & Q(is_counter=False, amount__lt=0))
                | (INWARDS & Q(is_counter=True, amount__lt=0))
                | (~INWARDS & Q(is_counter=True, amount__gt=0)),
                name="move_goes_the_way_of_its_kind",
            ),
        ]
        indexes = [models.Index(fields=["event", "fund"], name="move_by_fund")]

    def __str__(self) -> str:
        return f"{self.receipt} {self.kind} {self.amount}"
