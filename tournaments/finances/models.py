"""Models of finances: cash desk, fund terms, charges, receipts, cash counts and auctions.

Rows are added and never changed; a mistake is reversed by another row. Amounts are integers of the smallest
coin of the currency. Money belongs to players and not to entries: the payments of a player who was replaced
or entered by mistake are still valid.
"""

from datetime import date

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from matches.models import Player
from tournaments.finances.prizes.sharing import SHARING
from tournaments.models.event import Event
from tournaments.models.payment_method import PaymentMethod
from tournaments.models.tournament import Tournament

PERCENT_RANGE = (0, 100)


class FundKind(models.TextChoices):
    """The source of the money of a fund."""

    ENTRY = "entry", _("entry fees")
    POOL = "pool", _("side pool")
    AUCTION = "auction", _("auction")


class ReceiptLineKind(models.TextChoices):
    """The kind of a money movement. The first two are income, the others are paid out."""

    PAYMENT = "payment", _("payment")
    RETURN = "return", _("prize returned")
    REFUND = "refund", _("refund")
    PRIZE = "prize", _("prize")


INCOME_KINDS = (ReceiptLineKind.PAYMENT, ReceiptLineKind.RETURN)
# The kinds of lines whose sum is what somebody has paid and not got back.
PAID_KINDS = (ReceiptLineKind.PAYMENT, ReceiptLineKind.REFUND)


class ChargeKind(models.TextChoices):
    """The kind of a change to a player's dues.

    An own fee replaces the usual one until the usual fee is set again. A late fee is recorded with a payment:
    the last one counts, and 0 takes it back. What a player who has withdrawn has paid is retained until it is
    refunded nevertheless. A waived fee is what a player who has withdrawn has to pay instead of the fee: it
    holds as long as the player does not play again.
    """

    JOINED = "joined", _("in the pool")
    LEFT = "left", _("out of the pool")
    OWN_FEE = "own_fee", _("individual fee")
    LATE_FEE = "late_fee", _("late fee")
    USUAL_FEE = "usual_fee", _("usual fee")
    RETAINED = "retained", _("fee kept")
    WAIVED = "waived", _("fee waived")


class CashCountKind(models.TextChoices):
    """The kind of a cash count: opening or counted."""

    FLOAT = "float", _("opening float")
    COUNTED = "counted", _("counted")


class CashDesk(models.Model):
    """The cash desk of a tournament, in its currency: one sequence of receipts.

    Every service that moves money locks it.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.PROTECT, related_name="cash_desk")
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    opened_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["tournament"]

    def __str__(self) -> str:
        return str(self.tournament)


class Cashier(models.Model):
    """The appointment of a user to take and pay money without being a director, until it ends."""

    cash_desk = models.ForeignKey(CashDesk, on_delete=models.PROTECT, related_name="cashiers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="cashiers")
    given_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    given_at = models.DateTimeField(auto_now_add=True)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["cash_desk", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["cash_desk", "user"], condition=Q(ended_at=None), name="cashier_once_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, ended_by__isnull=True)
                | Q(ended_at__isnull=False, ended_by__isnull=False, ended_at__gte=F("given_at")),
                name="cashier_ends_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return str(self.user)


class FundTerms(models.Model):
    """One version of the terms of a fund of an event; the row with the highest `seq` is in force.

    Fund 0 holds the entry fees, the others are side pools and auctions. `registration` is paid on top of
    `fee` and never paid out. `returned` is the percentage of fees paid out as prizes, `added` is money added
    to the pot, `unit` the amount prizes are rounded to. `template` names a published prize table; if it is
    empty, `parts` is a manual one: the parts of the pot for each place, by flight. `is_shown` makes the
    prizes public.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="terms")
    fund = models.PositiveSmallIntegerField()
    seq = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=FundKind.choices)
    name = models.CharField(max_length=60, blank=True, default="")
    fee = models.BigIntegerField(default=0)
    registration = models.BigIntegerField(default=0)
    returned = models.PositiveSmallIntegerField(default=100)
    added = models.BigIntegerField(default=0)
    unit = models.BigIntegerField(default=1)
    sharing = models.CharField(max_length=6, choices=[(method, method) for method in SHARING])
    template = models.CharField(max_length=20, blank=True, default="")
    parts = models.JSONField(default=dict, blank=True)
    is_open = models.BooleanField(default=True)
    is_shown = models.BooleanField(default=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    key = models.CharField(max_length=80)

    class Meta:
        ordering = ["event_id", "fund", "seq"]
        verbose_name_plural = "terms"
        constraints = [
            models.UniqueConstraint(fields=["event", "fund", "seq"], name="terms_seq_once"),
            models.UniqueConstraint(fields=["event", "fund", "key"], name="terms_key_once"),
            models.CheckConstraint(condition=Q(seq__gte=1) & ~Q(key=""), name="terms_seq_and_key_given"),
            models.CheckConstraint(condition=Q(kind__in=FundKind.values), name="terms_kind_is_known"),
            models.CheckConstraint(
                condition=Q(fund=0, kind=FundKind.ENTRY) | (Q(fund__gte=1) & ~Q(kind=FundKind.ENTRY)),
                name="terms_fees_are_fund_zero",
            ),
            models.CheckConstraint(condition=Q(fund=0) | ~Q(name=""), name="terms_pool_has_a_name"),
            models.CheckConstraint(
                condition=Q(returned__range=PERCENT_RANGE), name="terms_return_is_a_percentage"
            ),
            models.CheckConstraint(
                condition=Q(fee__gte=0, registration__gte=0, added__gte=0), name="terms_nothing_below_zero"
            ),
            models.CheckConstraint(condition=Q(unit__gte=1), name="terms_unit_of_a_coin"),
            models.CheckConstraint(condition=Q(sharing__in=SHARING), name="terms_sharing_is_known"),
            models.CheckConstraint(
                condition=~Q(kind=FundKind.AUCTION) | Q(fee=0, registration=0),
                name="terms_auction_has_no_fee",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.name or self.get_kind_display()}"

    @property
    def total_fee(self) -> int:
        """What a player pays to this fund: the fee and the part that is retained."""
        return self.fee + self.registration


class Charge(models.Model):
    """A player joins a pool, leaves it, has a late fee, gets an own fee or the usual one again.

    Or what they have paid is retained after they have withdrawn. `amount` is the own fee itself without a
    late fee, the late fee on top of a fee when it was paid, or what is retained in all; 0 for the others. A
    late fee comes on top of an own fee only if that `adds_late_fee`.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="charges")
    fund = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="charges")
    seq = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=9, choices=ChargeKind.choices)
    amount = models.BigIntegerField(default=0)
    adds_late_fee = models.BooleanField(default=False)
    note = models.CharField(max_length=200, blank=True, default="")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    key = models.CharField(max_length=80)

    class Meta:
        ordering = ["event_id", "id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "fund", "player", "seq"], name="charge_seq_once"),
            models.UniqueConstraint(fields=["event", "fund", "player", "key"], name="charge_key_once"),
            models.CheckConstraint(condition=Q(seq__gte=1) & ~Q(key=""), name="charge_seq_and_key_given"),
            models.CheckConstraint(condition=Q(kind__in=ChargeKind.values), name="charge_kind_is_known"),
            models.CheckConstraint(
                condition=Q(
                    kind__in=(ChargeKind.OWN_FEE, ChargeKind.LATE_FEE, ChargeKind.WAIVED),
                    fund=0,
                    amount__gte=0,
                )
                | Q(kind=ChargeKind.USUAL_FEE, fund=0, amount=0)
                | Q(kind=ChargeKind.RETAINED, amount__gt=0)
                | Q(kind__in=(ChargeKind.JOINED, ChargeKind.LEFT), amount=0, fund__gte=1),
                name="charge_amount_fits_its_kind",
            ),
            models.CheckConstraint(
                condition=Q(adds_late_fee=False) | Q(kind=ChargeKind.OWN_FEE),
                name="charge_late_fee_on_own_fee",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} {self.kind}"


class Receipt(models.Model):
    """One payment: its number without a gap in the cash desk, its method and its operator.

    `person` is the payer or payee where that is no player, such as the buyer of a lot. `paid_on` is the day
    on which it was paid, if it was recorded on a later one. `reverses` is the receipt whose lines this one
    reverses; each is reversed at most once.
    """

    cash_desk = models.ForeignKey(CashDesk, on_delete=models.PROTECT, related_name="receipts")
    number = models.PositiveIntegerField()
    method = models.CharField(max_length=8, choices=PaymentMethod.choices)
    person = models.CharField(max_length=120, blank=True, default="")
    note = models.CharField(max_length=200, blank=True, default="")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="receipts")
    at = models.DateTimeField(auto_now_add=True)
    paid_on = models.DateField(null=True, blank=True)
    key = models.CharField(max_length=80)
    reverses = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="reversed_by"
    )

    class Meta:
        ordering = ["cash_desk", "number"]
        constraints = [
            models.UniqueConstraint(fields=["cash_desk", "number"], name="receipt_number_once"),
            models.UniqueConstraint(fields=["cash_desk", "key"], name="receipt_key_once"),
            models.CheckConstraint(
                condition=Q(number__gte=1) & ~Q(key=""), name="receipt_number_and_key_given"
            ),
            models.CheckConstraint(
                condition=Q(method__in=PaymentMethod.values), name="receipt_method_is_known"
            ),
        ]

    def __str__(self) -> str:
        return str(self.number)

    @property
    def payment_day(self) -> date:
        """The day on which it was paid: that of recording, unless another one was stated."""
        return self.paid_on or localtime(self.at).date()


class CashCount(models.Model):
    """The opening float of an operator, or the cash counted at the end. `by` recorded it."""

    cash_desk = models.ForeignKey(CashDesk, on_delete=models.PROTECT, related_name="counts")
    operator = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=8, choices=CashCountKind.choices)
    amount = models.BigIntegerField()
    note = models.CharField(max_length=200, blank=True, default="")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    key = models.CharField(max_length=80)

    class Meta:
        ordering = ["cash_desk", "id"]
        constraints = [
            models.UniqueConstraint(fields=["cash_desk", "key"], name="count_key_once"),
            models.CheckConstraint(condition=Q(amount__gte=0) & ~Q(key=""), name="count_is_an_amount"),
            models.CheckConstraint(condition=Q(kind__in=CashCountKind.values), name="count_kind_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.operator} {self.kind}"


class Lot(models.Model):
    """An item sold at an auction: a player, or a packet of several."""

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
    """A player in a lot; `event` and `fund` repeat those of the lot, so that there is one lot per auction."""

    lot = models.ForeignKey(Lot, on_delete=models.PROTECT, related_name="lot_players")
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
    """A sale: buyer and price; the row with the highest `seq` counts.

    Without a buyer the lot is for sale again. `bought_back` says that the player owns half of the lot.
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


IS_INCOME = Q(kind__in=INCOME_KINDS)


class ReceiptLine(models.Model):
    """A line of a receipt: money of a fund, positive if received, negative if paid out.

    `player` is the one whose due or prize it is. At an auction `lot` is set, and for a buyer `player` is None
    and `sale` that of the buyer, present or former. A reversing line has the opposite sign. `sign_up` is the
    key of the `registry.PaidSignUp` with which a fee was paid: its `player` is None until the person is
    entered, and is the only value of a line that ever changes.
    """

    receipt = models.ForeignKey(Receipt, on_delete=models.PROTECT, related_name="lines")
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="lines")
    fund = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="lines")
    lot = models.ForeignKey(Lot, null=True, blank=True, on_delete=models.PROTECT, related_name="lines")
    sale = models.ForeignKey(Sale, null=True, blank=True, on_delete=models.PROTECT, related_name="lines")
    kind = models.CharField(max_length=8, choices=ReceiptLineKind.choices)
    amount = models.BigIntegerField()
    is_reversal = models.BooleanField(default=False)
    sign_up = models.CharField(max_length=60, blank=True, default="", db_default="")

    class Meta:
        ordering = ["receipt", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=ReceiptLineKind.values), name="receipt_line_kind_is_known"
            ),
            models.CheckConstraint(
                condition=Q(player__isnull=False) | Q(lot__isnull=False) | ~Q(sign_up=""),
                name="receipt_line_has_an_owner",
            ),
            models.CheckConstraint(
                condition=Q(lot__isnull=False, player__isnull=True, sale__isnull=False)
                | (Q(sale__isnull=True) & (Q(lot__isnull=True) | Q(player__isnull=False))),
                name="receipt_line_of_a_buyer_has_a_sale",
            ),
            models.CheckConstraint(
                condition=(IS_INCOME & Q(is_reversal=False, amount__gt=0))
                | (~IS_INCOME & Q(is_reversal=False, amount__lt=0))
                | (IS_INCOME & Q(is_reversal=True, amount__lt=0))
                | (~IS_INCOME & Q(is_reversal=True, amount__gt=0)),
                name="receipt_line_sign_fits_its_kind",
            ),
        ]
        indexes = [models.Index(fields=["event", "fund"], name="receipt_line_by_fund")]

    def __str__(self) -> str:
        return f"{self.receipt} {self.kind} {self.amount}"
