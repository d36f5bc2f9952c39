"""What a club keeps of its members and shows only to its managers and to the member."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from tournaments.models.club import Club, Membership
from tournaments.models.payment_method import PaymentMethod

LONGEST_NUMBER, LONGEST_PHONE, LONGEST_HOME_CLUB = 20, 40, 60
LONGEST_MEMBER_NOTE, LONGEST_FIELD_NAME, LONGEST_FIELD_TEXT = 1000, 40, 200
FIRST_YEAR, LAST_YEAR = 1900, 2200
LONGEST_SUBJECT, LONGEST_MAIL = 120, 4000


class MemberRecord(models.Model):
    """The data of a member that only managers of the club and the member read.

    `number` is that of the member in the club, unique where there is one. `club` is that of the membership,
    for this constraint. `home_club` is another club, of a member who belongs to several.
    """

    membership = models.OneToOneField(Membership, on_delete=models.CASCADE, related_name="record")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="member_records")
    number = models.CharField(max_length=LONGEST_NUMBER, blank=True, default="")
    email = models.EmailField(blank=True, default="")
    phone = models.CharField(max_length=LONGEST_PHONE, blank=True, default="")
    birth_year = models.PositiveSmallIntegerField(null=True, blank=True)
    home_club = models.CharField(max_length=LONGEST_HOME_CLUB, blank=True, default="")
    joined_on = models.DateField(null=True, blank=True)
    left_on = models.DateField(null=True, blank=True)
    note = models.TextField(max_length=LONGEST_MEMBER_NOTE, blank=True, default="")
    wants_no_email = models.BooleanField(default=False)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["club", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "number"], condition=~Q(number=""), name="member_number_once_per_club"
            ),
            models.CheckConstraint(
                condition=Q(birth_year__isnull=True) | Q(birth_year__range=(FIRST_YEAR, LAST_YEAR)),
                name="member_birth_year_is_a_year",
            ),
            models.CheckConstraint(
                condition=Q(joined_on__isnull=True)
                | Q(left_on__isnull=True)
                | Q(left_on__gte=models.F("joined_on")),
                name="member_joined_before_leaving",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.membership_id} {self.number}".strip()


class MemberField(models.Model):
    """A field that a club has defined for its member records."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="member_fields")
    name = models.CharField(max_length=LONGEST_FIELD_NAME)

    class Meta:
        ordering = ["club", "id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="member_field_once_per_club"),
            models.CheckConstraint(condition=~Q(name=""), name="member_field_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class MemberFieldText(models.Model):
    """The text of a field of the club in the record of a member."""

    record = models.ForeignKey(MemberRecord, on_delete=models.CASCADE, related_name="field_texts")
    field = models.ForeignKey(MemberField, on_delete=models.CASCADE, related_name="texts")
    text = models.CharField(max_length=LONGEST_FIELD_TEXT)

    class Meta:
        ordering = ["field", "record"]
        constraints = [
            models.UniqueConstraint(fields=["record", "field"], name="member_field_text_once"),
            models.CheckConstraint(condition=~Q(text=""), name="member_field_text_is_not_empty"),
        ]

    def __str__(self) -> str:
        return self.text


class MembershipFee(models.Model):
    """A payment of a member for the fee of one year; `withdrawn_at` if it was recorded by mistake.

    Several payments of a year are instalments of the amount that is due (`YearFee`, `OwnYearFee`). `by` has
    recorded it. `key` is the idempotency key of the request.
    """

    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="fees")
    year = models.PositiveSmallIntegerField(
        validators=[MinValueValidator(FIRST_YEAR), MaxValueValidator(LAST_YEAR)]
    )
    amount = models.DecimalField(max_digits=10, decimal_places=2)
    currency = models.CharField(max_length=3)
    method = models.CharField(max_length=8, choices=PaymentMethod.choices)
    paid_on = models.DateField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    key = models.CharField(max_length=64)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["membership", "-year", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["membership", "key"], name="membership_fee_key_once"),
            models.CheckConstraint(condition=Q(amount__gte=0), name="membership_fee_is_not_negative"),
            models.CheckConstraint(
                condition=Q(year__range=(FIRST_YEAR, LAST_YEAR)), name="membership_fee_of_a_year"
            ),
            models.CheckConstraint(
                condition=Q(method__in=PaymentMethod.values), name="membership_fee_method_is_known"
            ),
            models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=True, withdrawn_by__isnull=True)
                | Q(withdrawn_at__isnull=False, withdrawn_by__isnull=False),
                name="membership_fee_withdrawn_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.year}: {self.amount} {self.currency}"


class YearFee(models.Model):
    """The amount that each member of a club has to pay for a year, unless they have an `OwnYearFee`."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="year_fees")
    year = models.PositiveSmallIntegerField(
        validators=[MinValueValidator(FIRST_YEAR), MaxValueValidator(LAST_YEAR)]
    )
    amount = models.DecimalField(max_digits=10, decimal_places=2)
    currency = models.CharField(max_length=3)

    class Meta:
        ordering = ["club", "-year"]
        constraints = [
            models.UniqueConstraint(fields=["club", "year"], name="year_fee_once_per_club"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="year_fee_is_positive"),
            models.CheckConstraint(
                condition=Q(year__range=(FIRST_YEAR, LAST_YEAR)), name="year_fee_of_a_year"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.year}: {self.amount} {self.currency}"


class OwnYearFee(models.Model):
    """The amount that one member has to pay for a year instead of that of all members; 0 if exempt.

    `list_import` is the log entry of the list of members that has set it, with which it is taken back.
    """

    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="own_year_fees")
    list_import = models.ForeignKey(
        "tournaments.ClubLogEntry",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="listed_own_fees",
    )
    year = models.PositiveSmallIntegerField(
        validators=[MinValueValidator(FIRST_YEAR), MaxValueValidator(LAST_YEAR)]
    )
    amount = models.DecimalField(max_digits=10, decimal_places=2)
    currency = models.CharField(max_length=3)

    class Meta:
        ordering = ["membership", "-year"]
        constraints = [
            models.UniqueConstraint(fields=["membership", "year"], name="own_year_fee_once_per_member"),
            models.CheckConstraint(condition=Q(amount__gte=0), name="own_year_fee_is_not_negative"),
            models.CheckConstraint(
                condition=Q(year__range=(FIRST_YEAR, LAST_YEAR)), name="own_year_fee_of_a_year"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.year}: {self.amount} {self.currency}"


class MemberMail(models.Model):
    """An e-mail of a manager to members of the club; `count` members had an address.

    `key` is the idempotency key of the request.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="member_mails")
    subject = models.CharField(max_length=LONGEST_SUBJECT)
    text = models.TextField(max_length=LONGEST_MAIL)
    count = models.PositiveIntegerField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    key = models.CharField(max_length=64)

    class Meta:
        ordering = ["club", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="member_mail_key_once"),
            models.CheckConstraint(
                condition=~Q(subject="") & ~Q(text=""), name="member_mail_has_subject_and_text"
            ),
        ]

    def __str__(self) -> str:
        return self.subject
