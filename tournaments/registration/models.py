"""Models of registration: settings of a tournament, the events it is open for, and sign-ups."""

from decimal import Decimal

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models import Player
from matches.models.codes import new_code
from matches.names import LONGEST_DISTINCTION, LONGEST_NAME
from tournaments.journal.facts import HIGHEST_RATING
from tournaments.models import Club, Event, PaymentMethod, Tournament
from tournaments.models.event import make_code_constraints
from tournaments.name_lists.details import CLUB, SIGN_UP_TEXTS, TEXTS
from tournaments.payment_codes.way_kinds import LONGEST, WAY_KINDS

LONGEST_TEXT, LONGEST_EMAIL, LONGEST_ADDRESS = 2000, 254, 200
MOST_DAYS, MOST_PLACES = 365, 1000
LONGEST_CATEGORY, FIRST_YEAR, LAST_YEAR = 40, 1900, 2100
LONGEST_QUESTION, LONGEST_ANSWER, LONGEST_OPTION, MOST_OPTIONS = 120, 200, 60, 12
# All options of a question, one per line.
LONGEST_OPTIONS = MOST_OPTIONS * (LONGEST_OPTION + 1)
# The answer to a question with a box that is ticked; one that is not ticked has no answer.
TICKED = "yes"
# Categories of people with a price of their own; everybody else pays the usual fee. Others have the name
# that the director gives them.
USUAL, MEMBER, JUNIOR = "", "member", "junior"


class Approval(models.TextChoices):
    """How sign-ups are approved."""

    AUTOMATIC = "auto", _("automatic while places last")
    DESK = "desk", _("by the desk, one by one")


class SignUpStatus(models.TextChoices):
    """Status of a sign-up for one event."""

    PENDING = "pending", _("awaiting approval")
    CONFIRMED = "confirmed", _("confirmed")
    WAITING = "waiting", _("on the waiting list")
    DECLINED = "declined", _("declined")
    WITHDRAWN = "withdrawn", _("withdrawn")


class FeeOutcome(models.TextChoices):
    """What became of a fee that was paid for a sign-up which ended before it was entered."""

    REFUNDED = "refunded", _("fee refunded")
    RETAINED = "retained", _("fee kept")


class QuestionKind(models.TextChoices):
    """How a question of a registration is answered."""

    TEXT = "text", _("a line of text")
    CHOICE = "choice", _("one of several options")
    TICK = "tick", _("a box to tick")


WITHOUT_PLACE = (SignUpStatus.PENDING, SignUpStatus.WAITING)
# What a sign-up can have been before the desk entered its person; empty for a confirmed one.
STATUSES_BEFORE_ENTRY = ["", SignUpStatus.PENDING, SignUpStatus.WAITING, SignUpStatus.WITHDRAWN]
ACTIVE = (SignUpStatus.PENDING, SignUpStatus.CONFIRMED, SignUpStatus.WAITING)


class Registration(models.Model):
    """Settings of the registration of a tournament, open from `opens_at` to `closes_at` (None: no limit).

    `late_fee` is added to the fee of each event for whoever has not paid before the day `late_from`. Somebody
    who has signed up has no more of it to pay than was announced then (`SignUp.late_fee`).
    Fees are in the currency of the tournament.
    `page_prefix` is the public URL that precedes the token in a personal link, for e-mails. Details of people
    who did not enter are deleted `keep_days` days after the start of the tournament.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="registration")
    opens_at = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    approval = models.CharField(max_length=4, choices=Approval, default=Approval.AUTOMATIC)
    has_waiting_list = models.BooleanField(default=True)
    lists_names = models.BooleanField(default=True)
    late_fee = models.DecimalField(max_digits=8, decimal_places=2, null=True, blank=True)
    late_from = models.DateField(null=True, blank=True)
    privacy = models.TextField(max_length=LONGEST_TEXT, blank=True, default="")
    keep_days = models.PositiveSmallIntegerField(default=30)
    page_prefix = models.CharField(max_length=LONGEST_ADDRESS, blank=True, default="")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["tournament"]
        constraints = [
            models.CheckConstraint(
                condition=Q(opens_at__isnull=True)
                | Q(closes_at__isnull=True)
                | Q(opens_at__lt=F("closes_at")),
                name="registration_opens_before_it_closes",
            ),
            models.CheckConstraint(
                condition=Q(approval__in=Approval.values), name="registration_approval_is_known"
            ),
            models.CheckConstraint(
                condition=Q(late_fee__isnull=True, late_from__isnull=True)
                | Q(late_fee__isnull=False, late_fee__gt=0, late_from__isnull=False),
                name="registration_late_fee_has_a_day",
            ),
            models.CheckConstraint(
                condition=Q(keep_days__lte=MOST_DAYS), name="registration_keeps_details_a_year_at_most"
            ),
        ]

    def __str__(self) -> str:
        return str(self.tournament)


class WayToPay(models.Model):
    """A way to pay fees: of a club, or of one tournament instead of those of its club.

    `kind` is a key of `WAY_KINDS`, which says what the details mean; `place` orders those of a club or
    tournament. `by` changed it last.
    """

    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.CASCADE, related_name="ways_to_pay"
    )
    tournament = models.ForeignKey(
        Tournament, null=True, blank=True, on_delete=models.CASCADE, related_name="ways_to_pay"
    )
    place = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=9)
    label = models.CharField(max_length=LONGEST["label"], blank=True, default="")
    text = models.TextField(max_length=LONGEST["text"], blank=True, default="")
    link = models.CharField(max_length=LONGEST["link"], blank=True, default="")
    holder = models.CharField(max_length=LONGEST["holder"], blank=True, default="")
    account = models.CharField(max_length=LONGEST["account"], blank=True, default="")
    bank_code = models.CharField(max_length=LONGEST["bank_code"], blank=True, default="")
    street = models.CharField(max_length=LONGEST["street"], blank=True, default="")
    building_number = models.CharField(max_length=LONGEST["building_number"], blank=True, default="")
    postal_code = models.CharField(max_length=LONGEST["postal_code"], blank=True, default="")
    town = models.CharField(max_length=LONGEST["town"], blank=True, default="")
    country = models.CharField(max_length=LONGEST["country"], blank=True, default="")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["place", "id"]
        verbose_name_plural = "ways to pay"
        constraints = [
            models.CheckConstraint(
                condition=Q(club__isnull=True, tournament__isnull=False)
                | Q(club__isnull=False, tournament__isnull=True),
                name="way_to_pay_of_a_club_or_a_tournament",
            ),
            models.CheckConstraint(condition=Q(kind__in=list(WAY_KINDS)), name="way_to_pay_kind_is_known"),
            models.CheckConstraint(condition=Q(place__gte=1), name="way_to_pay_place_from_one"),
            models.CheckConstraint(
                condition=~Q(kind__in=["sepa", "swiss"])
                | Q(account__regex=r"^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$"),
                name="way_to_pay_iban_is_an_iban",
            ),
            models.CheckConstraint(
                condition=Q(link="") | Q(link__startswith="https://"), name="way_to_pay_link_is_https"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club or self.tournament}: {self.label or self.kind}"

    @property
    def owner(self) -> Club | Tournament:
        """The club or the tournament whose way it is."""
        owner = self.club or self.tournament
        if owner is None:
            raise TypeError("A way to pay without an owner is not saved.")
        return owner


class RegistrationEvent(models.Model):
    """An event one can sign up for; without a `capacity` there is no limit."""

    registration = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="events")
    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="registration_event")
    capacity = models.PositiveSmallIntegerField(null=True, blank=True)
    fee = models.DecimalField(max_digits=8, decimal_places=2, null=True, blank=True)
    is_closed = models.BooleanField(default=False)

    class Meta:
        ordering = ["registration", "event"]
        constraints = [
            models.CheckConstraint(
                condition=Q(capacity__isnull=True) | Q(capacity__gte=1, capacity__lte=MOST_PLACES),
                name="registration_capacity_is_possible",
            ),
            models.CheckConstraint(
                condition=Q(fee__isnull=True) | Q(fee__gt=0), name="registration_fee_is_positive"
            ),
        ]

    def __str__(self) -> str:
        return str(self.event)


class EventPrice(models.Model):
    """A price of an event beside its usual fee, for those of a `category` who sign up.

    `category` is `MEMBER`, `JUNIOR`, a name of the director's own, or `USUAL` for an early price of
    everybody. With a day `until` it is an early price, for those who have signed up by the end of that day.
    Juniors are those born in `born_from` or later. The part that is retained is included, a late fee is not.
    """

    event = models.ForeignKey(RegistrationEvent, on_delete=models.CASCADE, related_name="prices")
    category = models.CharField(max_length=LONGEST_CATEGORY, blank=True, default=USUAL)
    amount = models.DecimalField(max_digits=8, decimal_places=2)
    until = models.DateField(null=True, blank=True)
    born_from = models.PositiveSmallIntegerField(null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["event", "id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "category", "until"], name="event_price_once_per_day"),
            models.UniqueConstraint(
                fields=["event", "category"], condition=Q(until__isnull=True), name="event_price_once"
            ),
            models.CheckConstraint(condition=Q(amount__gte=0), name="event_price_not_below_zero"),
            models.CheckConstraint(
                condition=~Q(category=USUAL) | Q(until__isnull=False), name="event_price_usual_has_a_day"
            ),
            models.CheckConstraint(
                condition=Q(
                    category=JUNIOR, born_from__isnull=False, born_from__range=(FIRST_YEAR, LAST_YEAR)
                )
                | (~Q(category=JUNIOR) & Q(born_from__isnull=True)),
                name="event_price_of_juniors_has_a_year",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event}: {self.category or 'usual'}"


class SignUp(models.Model):
    """The sign-up of a person for events of a tournament, which they see and change by a personal link.

    `reference` is public and named in a payment. `key` is the idempotency key of the form. `player` is that
    of the account that signed up. `distinction` is what the desk has typed to tell the person from another of
    the name, such as "jun.". The token of the link is derived from `nonce` (`queries.derive_token`).
    `late_fee` and `late_from` are those of the registration when the person signed up. After `forgotten_at`
    personal details are deleted.
    """

    registration = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="sign_ups")
    reference = models.CharField(max_length=8, default=new_code)
    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    country = models.CharField(max_length=3, blank=True, default="")
    club = models.CharField(max_length=TEXTS[CLUB].longest, blank=True, default="")
    distinction = models.CharField(max_length=LONGEST_DISTINCTION, blank=True, default="", db_default="")
    rating = models.PositiveSmallIntegerField(default=0)
    email = models.EmailField(max_length=LONGEST_EMAIL, blank=True, default="")
    language = models.CharField(max_length=10, blank=True, default="en")
    is_public = models.BooleanField(default=False)
    wants_messages = models.BooleanField(default=False, db_default=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="sign_ups"
    )
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="sign_ups"
    )
    nonce = models.CharField(max_length=32)
    token_hash = models.CharField(max_length=64, unique=True)
    key = models.CharField(max_length=64, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)
    late_fee = models.DecimalField(max_digits=8, decimal_places=2, null=True, blank=True)
    late_from = models.DateField(null=True, blank=True)
    forgotten_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["registration", "id"]
        constraints = [
            models.UniqueConstraint(fields=["registration", "reference"], name="sign_up_reference_once"),
            models.UniqueConstraint(
                fields=["registration", "key"], condition=~Q(key=""), name="sign_up_once_per_key"
            ),
            models.CheckConstraint(
                condition=~Q(name="") | Q(forgotten_at__isnull=False), name="sign_up_has_a_name"
            ),
            models.CheckConstraint(
                condition=Q(forgotten_at__isnull=True) | Q(email=""), name="sign_up_forgotten_has_no_address"
            ),
            models.CheckConstraint(
                condition=Q(late_fee__isnull=True, late_from__isnull=True)
                | Q(late_fee__isnull=False, late_fee__gt=0, late_from__isnull=False),
                name="sign_up_late_fee_has_a_day",
            ),
            *make_code_constraints("sign_up", SIGN_UP_TEXTS),
            models.CheckConstraint(
                condition=Q(rating__lte=HIGHEST_RATING), name="sign_up_rating_is_a_rating"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.reference} {self.name}"


class EventSignUp(models.Model):
    """The sign-up of a person for one event; `order` numbers those of an event, and orders the waiting list.

    With `is_deferred` it waits until the desk approves it, and is not promoted automatically. `player` is
    the player, pair or team that was entered; `status_before_entry` is set while the desk has entered a
    person who was not confirmed. `partner` is the second player of a pair, `members` the players
    of a team, one per line.

    `price` is that of its `category` (see `EventPrice`) when the person signed up for this event
    (`added_at`). It is None for the usual fee, which was `announced_fee` then (None if there was none).
    Nobody pays more than was announced; `queries.event_fees.FeeTable.get_price` decides what they pay.

    `payment_method` says how the fee was paid that is marked as paid at `paid_at`. `paid_fee` is the fee that
    was due then, the late fee `paid_late_fee` included; None if there was none yet, or if it was that of an
    entry at the cash desk. `fee_outcome` says that the fee was refunded or is retained after it ended.
    """

    sign_up = models.ForeignKey(SignUp, on_delete=models.CASCADE, related_name="places")
    event = models.ForeignKey(RegistrationEvent, on_delete=models.CASCADE, related_name="places")
    status = models.CharField(max_length=9, choices=SignUpStatus)
    order = models.PositiveIntegerField()
    is_deferred = models.BooleanField(default=False)
    status_before_entry = models.CharField(max_length=9, choices=SignUpStatus, blank=True, default="")
    partner = models.CharField(max_length=LONGEST_NAME, blank=True, default="")
    team = models.CharField(max_length=LONGEST_NAME, blank=True, default="")
    members = models.TextField(max_length=LONGEST_TEXT, blank=True, default="")
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    category = models.CharField(max_length=LONGEST_CATEGORY, blank=True, default=USUAL, db_default=USUAL)
    price = models.DecimalField(max_digits=8, decimal_places=2, null=True, blank=True)
    announced_fee = models.DecimalField(max_digits=8, decimal_places=2, null=True, blank=True)
    paid_at = models.DateTimeField(null=True, blank=True)
    payment_method = models.CharField(
        max_length=8, choices=PaymentMethod.choices, blank=True, default="", db_default=""
    )
    paid_fee = models.DecimalField(max_digits=8, decimal_places=2, null=True, blank=True)
    paid_late_fee = models.DecimalField(
        max_digits=8, decimal_places=2, default=Decimal(0), db_default=Decimal(0)
    )
    fee_outcome = models.CharField(
        max_length=8, choices=FeeOutcome.choices, blank=True, default="", db_default=""
    )
    added_at = models.DateTimeField(default=timezone.now, editable=False)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["event", "order"]
        constraints = [
            models.UniqueConstraint(fields=["sign_up", "event"], name="sign_up_once_per_event"),
            models.UniqueConstraint(fields=["event", "order"], name="sign_up_order_once"),
            models.UniqueConstraint(fields=["event", "player"], name="sign_up_entered_once"),
            models.CheckConstraint(
                condition=Q(status__in=SignUpStatus.values), name="sign_up_status_is_known"
            ),
            models.CheckConstraint(condition=Q(order__gte=1), name="sign_up_order_from_one"),
            models.CheckConstraint(
                condition=Q(is_deferred=False) | Q(status=SignUpStatus.WAITING),
                name="sign_up_deferred_while_waiting",
            ),
            models.CheckConstraint(
                condition=Q(player__isnull=True) | Q(status=SignUpStatus.CONFIRMED),
                name="sign_up_entered_when_confirmed",
            ),
            models.CheckConstraint(
                condition=Q(status_before_entry__in=STATUSES_BEFORE_ENTRY),
                name="sign_up_waited_before_entry",
            ),
            models.CheckConstraint(
                condition=Q(category=USUAL) | Q(price__isnull=False), name="sign_up_category_has_a_price"
            ),
            models.CheckConstraint(
                condition=Q(price__isnull=True) | Q(price__gte=0), name="sign_up_price_not_below_zero"
            ),
            models.CheckConstraint(
                condition=Q(announced_fee__isnull=True) | Q(announced_fee__gt=0, price__isnull=True),
                name="sign_up_announced_fee_is_the_usual_one",
            ),
            models.CheckConstraint(
                condition=Q(paid_at__isnull=True, payment_method="", paid_fee__isnull=True, paid_late_fee=0)
                | Q(paid_at__isnull=False, payment_method__in=PaymentMethod.values),
                name="sign_up_paid_by_a_method",
            ),
            models.CheckConstraint(
                condition=Q(fee_outcome="") | Q(fee_outcome__in=FeeOutcome.values, paid_at__isnull=False),
                name="sign_up_fee_outcome_of_a_paid_fee",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event}: {self.sign_up}"

    @property
    def is_marked_as_paid(self) -> bool:
        """Whether the desk has marked the fee as paid, and it was not refunded."""
        return self.paid_at is not None and self.fee_outcome != FeeOutcome.REFUNDED


class SignUpQuestion(models.Model):
    """A question that a director asks everybody who signs up, or those who do so for one `event`.

    `options` are those of a choice, one per line; `place` orders the questions of a registration. `by`
    changed it last.
    """

    registration = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="questions")
    event = models.ForeignKey(
        RegistrationEvent, null=True, blank=True, on_delete=models.CASCADE, related_name="questions"
    )
    place = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=6, choices=QuestionKind)
    text = models.CharField(max_length=LONGEST_QUESTION)
    options = models.TextField(max_length=LONGEST_OPTIONS, blank=True, default="")
    is_required = models.BooleanField(default=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["registration", "place", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind=QuestionKind.CHOICE) & ~Q(options="")
                | Q(kind__in=[QuestionKind.TEXT, QuestionKind.TICK], options=""),
                name="sign_up_question_options_of_a_choice",
            ),
            models.CheckConstraint(condition=~Q(text=""), name="sign_up_question_has_a_text"),
            models.CheckConstraint(condition=Q(place__gte=1), name="sign_up_question_place_from_one"),
        ]

    def __str__(self) -> str:
        return self.text


class SignUpAnswer(models.Model):
    """The answer of a person to a question of the registration; who gave none has none."""

    sign_up = models.ForeignKey(SignUp, on_delete=models.CASCADE, related_name="answers")
    question = models.ForeignKey(SignUpQuestion, on_delete=models.CASCADE, related_name="answers")
    text = models.CharField(max_length=LONGEST_ANSWER)

    class Meta:
        ordering = ["sign_up", "question"]
        constraints = [
            models.UniqueConstraint(fields=["sign_up", "question"], name="sign_up_answer_once"),
            models.CheckConstraint(condition=~Q(text=""), name="sign_up_answer_is_not_empty"),
        ]

    def __str__(self) -> str:
        return self.text
