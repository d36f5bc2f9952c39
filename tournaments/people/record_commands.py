"""The commands about member records: contacts, fees, the club's own fields, and e-mails to members."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from matches.date_fields import DayField
from tournaments.messages.money import format_fee
from tournaments.models import (
    MemberField,
    MemberMail,
    Membership,
    MembershipFee,
    OwnYearFee,
    PaymentMethod,
    YearFee,
)
from tournaments.models.member import (
    FIRST_YEAR,
    LAST_YEAR,
    LONGEST_FIELD_NAME,
    LONGEST_FIELD_TEXT,
    LONGEST_HOME_CLUB,
    LONGEST_MAIL,
    LONGEST_MEMBER_NOTE,
    LONGEST_NUMBER,
    LONGEST_PHONE,
    LONGEST_SUBJECT,
)
from tournaments.people.commands import MEMBER_PAGE, ClubCommand, MemberCommand
from tournaments.people.messages import MEMBER_DATA_LABELS
from tournaments.people.queries.member_records import MemberRow, get_member_row, get_member_rows
from tournaments.people.queries.year_fees import get_balance
from tournaments.people.services import member_fees, member_mails, member_records, year_fees
from tournaments.people.services.member_fees import FeePayment
from tournaments.people.services.member_records import DATA_FIELDS, MemberData
from tournaments.web.forms import DayInput

LONGEST_KEY = 15
KEY = f"[0-9]{{1,{LONGEST_KEY}}}"
YEAR = "[0-9]{4}"


class NumbersField(forms.TypedMultipleChoiceField):
    """Numbers of members; which of them there are is found out by the service."""

    def __init__(self, **options: Any) -> None:
        super().__init__(coerce=int, **options)

    def valid_value(self, value: Any) -> bool:
        """Accept any number that a key can have."""
        return str(value).isascii() and str(value).isdecimal() and len(str(value)) <= LONGEST_KEY


def make_key_field() -> forms.IntegerField:
    """Return a field for the number of a fee or of a field of the club."""
    return forms.IntegerField(min_value=1, max_value=10**LONGEST_KEY - 1)


def make_year_field() -> forms.IntegerField:
    """Return a field for the year of a fee."""
    return forms.IntegerField(label=_("Year"), min_value=FIRST_YEAR, max_value=LAST_YEAR)


class DescribeMember(MemberCommand):
    """Write the whole record of a member: contacts, dates, note."""

    name, api, page = "describe", "PUT ", MEMBER_PAGE
    number = forms.CharField(label=MEMBER_DATA_LABELS["number"], max_length=LONGEST_NUMBER, required=False)
    email = forms.EmailField(label=MEMBER_DATA_LABELS["email"], required=False)
    phone = forms.CharField(
        label=MEMBER_DATA_LABELS["phone"],
        max_length=LONGEST_PHONE,
        required=False,
        widget=forms.TextInput(attrs={"type": "tel"}),
    )
    birth_year = forms.IntegerField(
        label=MEMBER_DATA_LABELS["birth_year"], min_value=FIRST_YEAR, max_value=LAST_YEAR, required=False
    )
    home_club = forms.CharField(
        label=MEMBER_DATA_LABELS["home_club"], max_length=LONGEST_HOME_CLUB, required=False
    )
    joined_on = DayField(label=MEMBER_DATA_LABELS["joined_on"], required=False, widget=DayInput())
    left_on = DayField(
        label=MEMBER_DATA_LABELS["left_on"],
        required=False,
        widget=DayInput(),
        help_text=_("The day alone: “Has left” on the list of members ends the membership."),
    )
    note = forms.CharField(
        label=MEMBER_DATA_LABELS["note"],
        max_length=LONGEST_MEMBER_NOTE,
        required=False,
        help_text=_("The member can read it."),
    )
    wants_no_email = forms.BooleanField(label=MEMBER_DATA_LABELS["wants_no_email"], required=False)

    def __init__(self, *args: Any, own_fields: Sequence[MemberField] = (), **options: Any) -> None:
        """Add an input for each of these fields of the club."""
        super().__init__(*args, **options)
        self.own_fields = {f"field-{field.pk}": field for field in own_fields}
        for name, field in self.own_fields.items():
            self.fields[name] = forms.CharField(
                label=field.name, max_length=LONGEST_FIELD_TEXT, required=False
            )

    @classmethod
    def get_page_options(cls, membership: Membership) -> dict[str, Any]:
        """Return the club's fields and the values that are stored now."""
        row = get_member_row(membership)
        stored = {name: getattr(row.record, name) for name in DATA_FIELDS}
        texts = {f"field-{field.pk}": text for field, text in row.texts}
        return {"own_fields": [field for field, _text in row.texts], "initial": stored | texts}

    def run(self) -> Membership:
        """Write the record."""
        values = self.get_values()
        texts = {field.pk: values.pop(name) for name, field in self.own_fields.items()}
        return member_records.describe_member(
            membership=self.membership, data=MemberData(**values), texts=texts, by=self.actor
        )

    def describe(self, result: Membership) -> str:
        """Return whose record it is."""
        return gettext("Saved: %(name)s.") % {"name": self.member_name}

    def get_answer(self, result: Membership) -> MemberRow:
        """Return the record with everything that belongs to it."""
        return get_member_row(result)


class SetFieldText(MemberCommand):
    """Write the text of one of the club's own fields in the record of a member; an empty one deletes it."""

    name, api = "text", f"PUT fields/(?P<field>{KEY})"
    field = make_key_field()
    text = forms.CharField(max_length=LONGEST_FIELD_TEXT, required=False)

    def run(self) -> Membership:
        """Write the text."""
        rows = MemberField.objects.filter(club=self.membership.club)
        field = get_object_or_404(rows, pk=self.cleaned_data["field"])
        return member_records.set_field_text(
            membership=self.membership, field=field, text=self.cleaned_data["text"], by=self.actor
        )

    def get_answer(self, result: Membership) -> MemberRow:
        """Return the record with everything that belongs to it."""
        return get_member_row(result)


class RecordFee(MemberCommand):
    """Record that a member has paid the fee of a year, or a part of what is due."""

    name, api, page, api_status = "pay-fee", "POST fees", MEMBER_PAGE, 201
    year = make_year_field()
    amount = forms.DecimalField(label=_("Amount"), min_value=0, max_digits=10, decimal_places=2)
    method = forms.ChoiceField(label=_("Payment method"), choices=PaymentMethod.choices)
    paid_on = DayField(label=_("Paid on"), required=False, widget=DayInput())

    @classmethod
    def get_page_options(cls, membership: Membership) -> dict[str, Any]:
        """Propose this year, paid today, and what is still due for it."""
        today = timezone.localdate()
        to_pay = get_balance(membership, today.year).to_pay
        return {"initial": {"year": today.year, "paid_on": today, "amount": to_pay or None}}

    def run(self) -> MembershipFee:
        """Write the payment."""
        payment = FeePayment(**self.get_values())
        return member_fees.record_fee(
            membership=self.membership, payment=payment, by=self.actor, key=self.idempotency_key
        )

    def describe(self, result: MembershipFee) -> str:
        """Return the year and the amount."""
        params = {"year": result.year, "amount": format_fee(result.amount, result.currency)}
        return gettext("Fee of %(year)s recorded: %(amount)s.") % params

    def get_answer(self, result: MembershipFee) -> MemberRow:
        """Return the record with its fees."""
        return get_member_row(self.membership)


class WithdrawFee(MemberCommand):
    """Take back the payment of a fee that was recorded by mistake."""

    name, api, page, api_status = "withdraw-fee", f"DELETE fees/(?P<fee>{KEY})", MEMBER_PAGE, 204
    fee = make_key_field()

    def run(self) -> MembershipFee:
        """Take the payment back."""
        rows = MembershipFee.objects.select_related("membership__club")
        fee = get_object_or_404(rows, membership=self.membership, pk=self.cleaned_data["fee"])
        return member_fees.withdraw_fee(fee=fee, by=self.actor)

    def describe(self, result: MembershipFee) -> str:
        """Return the year."""
        return gettext("Payment of the fee of %(year)s taken back.") % {"year": result.year}


class OwnYearFeeCommand(MemberCommand):
    """A command about what one member has to pay for a year; the API has the year in the path."""

    year = make_year_field()


class SetOwnYearFee(OwnYearFeeCommand):
    """Set what a member has to pay for a year instead of the amount of all members; 0 exempts them."""

    name, api, page = "set-own-fee", f"PUT year-fees/(?P<year>{YEAR})", MEMBER_PAGE
    amount = forms.DecimalField(label=_("Amount"), min_value=0, max_digits=10, decimal_places=2)
    service = staticmethod(year_fees.set_own_fee)

    @classmethod
    def get_page_options(cls, membership: Membership) -> dict[str, Any]:
        """Propose this year."""
        return {"initial": {"year": timezone.localdate().year}}

    def describe(self, result: OwnYearFee) -> str:
        """Return the year and the amount."""
        params = {"year": result.year, "amount": format_fee(result.amount, result.currency)}
        return gettext("Own fee for %(year)s: %(amount)s.") % params

    def get_answer(self, result: OwnYearFee) -> MemberRow:
        """Return the record with its fees."""
        return get_member_row(self.membership)


class RemoveOwnYearFee(OwnYearFeeCommand):
    """Remove a member's own fee of a year: they pay what all members pay."""

    name, api, page, api_status = "remove-own-fee", f"DELETE year-fees/(?P<year>{YEAR})", MEMBER_PAGE, 204
    service = staticmethod(year_fees.remove_own_fee)

    def describe(self, result: None) -> str:
        """Return the year."""
        return gettext("Own fee for %(year)s removed.") % {"year": self.cleaned_data["year"]}


class DeleteMember(MemberCommand):
    """Delete a member who was added by mistake and has no account, results, entries or paid fees."""

    name, api, page, api_status = "delete", "DELETE ", MEMBER_PAGE, 204
    service = staticmethod(member_records.delete_member)

    def describe(self, result: None) -> str:
        """Return who was deleted."""
        return gettext("%(name)s was deleted.") % {"name": self.member_name}


class MakeMember(MemberCommand):
    """Make somebody who plays at the club a member, with a record."""

    name, api, page = "make-member", "POST member", MEMBER_PAGE
    service = staticmethod(member_records.make_member)

    def describe(self, result: Membership) -> str:
        """Return who is a member."""
        return gettext("%(name)s is a member.") % {"name": self.member_name}

    def get_answer(self, result: Membership) -> MemberRow:
        """Return the record with everything that belongs to it."""
        return get_member_row(result)


class MakeGuest(MemberCommand):
    """Delete the record of a member, who still plays at the club without being a member."""

    name, api, page, api_status = "make-guest", "DELETE member", MEMBER_PAGE, 204
    service = staticmethod(member_records.make_guest)

    def describe(self, result: Membership) -> str:
        """Return who is no member."""
        return gettext("%(name)s plays here without being a member.") % {"name": self.member_name}


class AddMemberField(ClubCommand):
    """Add a field to the records of a club's members."""

    name, api = "add", "POST "
    label = forms.CharField(label=_("Name"), max_length=LONGEST_FIELD_NAME)

    def run(self) -> MemberField:
        """Add the field."""
        return member_records.add_field(club=self.club, name=self.cleaned_data["label"], by=self.actor)

    def describe(self, result: MemberField) -> str:
        """Return the name."""
        return gettext("Field added: %(name)s.") % {"name": result.name}


class OwnFieldCommand(ClubCommand):
    """A command about one field of the club; the API has its number in the path."""

    api_status = 200
    page_fields = ("field",)
    field = forms.IntegerField(min_value=1, max_value=10**LONGEST_KEY - 1, required=False)

    def __init__(self, *args: Any, member_field: MemberField | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        self._member_field = member_field

    def get_field(self) -> MemberField:
        """Return the field of the club, or raise Http404."""
        rows = MemberField.objects.select_related("club").filter(club=self.club)
        return self._member_field or get_object_or_404(rows, pk=self.cleaned_data["field"] or 0)


class RenameMemberField(OwnFieldCommand):
    """Give a field of the member records another name."""

    name, api = "rename", "PUT "
    label = forms.CharField(label=_("Name"), max_length=LONGEST_FIELD_NAME)

    def run(self) -> MemberField:
        """Write the name."""
        return member_records.rename_field(
            field=self.get_field(), name=self.cleaned_data["label"], by=self.actor
        )

    def describe(self, result: MemberField) -> str:
        """Return the name."""
        return gettext("Saved: %(name)s.") % {"name": result.name}


class RemoveMemberField(OwnFieldCommand):
    """Remove a field with its texts in the records of all members."""

    name, api, api_status = "remove", "DELETE ", 204

    def run(self) -> MemberField:
        """Remove the field."""
        field = self.get_field()
        member_records.remove_field(field=field, by=self.actor)
        return field

    def describe(self, result: MemberField) -> str:
        """Return the name."""
        return gettext("Field removed: %(name)s.") % {"name": result.name}


class YearFeeCommand(ClubCommand):
    """A command about what the members of a club have to pay for a year; the API has it in the path."""

    page_fields = ("year",)
    year = forms.IntegerField(label=_("Year"), min_value=FIRST_YEAR, max_value=LAST_YEAR, required=False)

    def __init__(self, *args: Any, year_of_path: int | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        self._year_of_path = year_of_path

    def get_year(self) -> int:
        """Return the year that was sent; none is one for which no fee is possible."""
        return self._year_of_path or self.cleaned_data["year"] or 0


class SetYearFee(YearFeeCommand):
    """Set what each member of the club has to pay for a year, in the currency of the site."""

    name, api, api_status = "set", "PUT ", 200
    amount = forms.DecimalField(label=_("Amount"), min_value=Decimal("0.01"), max_digits=10, decimal_places=2)

    def run(self) -> YearFee:
        """Write the amount."""
        amount = self.cleaned_data["amount"]
        return year_fees.set_year_fee(club=self.club, year=self.get_year(), amount=amount, by=self.actor)

    def describe(self, result: YearFee) -> str:
        """Return the year and the amount."""
        params = {"year": result.year, "amount": format_fee(result.amount, result.currency)}
        return gettext("Fee of %(year)s: %(amount)s.") % params


class RemoveYearFee(YearFeeCommand):
    """Remove the amount of a year: any payment pays it then."""

    name, api, api_status = "remove", "DELETE ", 204

    def run(self) -> None:
        """Remove the amount."""
        year_fees.remove_year_fee(club=self.club, year=self.get_year(), by=self.actor)

    def describe(self, result: None) -> str:
        """Return the year."""
        return gettext("Fee of %(year)s removed.") % {"year": self.get_year()}


class MailMembers(ClubCommand):
    """Send an e-mail to all members, to those who have not paid the fee of a year, or to some.

    `members` are the numbers of memberships, for "some". Members without an address, and those who want no
    e-mails of the club, are left out.
    """

    ALL, UNPAID, SOME = "all", "unpaid", "some"
    CHOICES = (
        (ALL, _("all members")),
        (UNPAID, _("members who have not paid the fee of the year")),
        (SOME, _("the members chosen below")),
    )
    name, api = "mail", "POST "
    to = forms.ChoiceField(label=_("To"), choices=CHOICES)
    year = forms.IntegerField(label=_("Year"), min_value=FIRST_YEAR, max_value=LAST_YEAR, required=False)
    members = NumbersField(label=_("Members"), required=False)
    subject = forms.CharField(label=_("Subject"), max_length=LONGEST_SUBJECT)
    # The page has a larger input for it; a form with one would have a list of lines in the API.
    text = forms.CharField(label=_("Text"), max_length=LONGEST_MAIL)

    def run(self) -> MemberMail:
        """Write the e-mails to the outbox."""
        data = self.cleaned_data
        return member_mails.mail_members(
            club=self.club,
            memberships=self._list_memberships(),
            subject=data["subject"],
            text=data["text"],
            by=self.actor,
            key=self.idempotency_key,
        )

    def describe(self, result: MemberMail) -> str:
        """Return to how many members it goes."""
        text = ngettext(
            "The e-mail goes to %(count)s member.", "The e-mail goes to %(count)s members.", result.count
        )
        return text % {"count": result.count}

    def _list_memberships(self) -> list[int]:
        data = self.cleaned_data
        if data["to"] == self.SOME:
            return list(data["members"])
        rows = get_member_rows(self.club)
        year = data["year"] or timezone.localdate().year
        is_to_all = data["to"] == self.ALL
        return [row.membership.pk for row in rows if is_to_all or not row.get_balance(year).is_paid]


# The commands of the viewset of records, and those with a form on the page of a member.
RECORD_COMMANDS = (
    DescribeMember,
    SetFieldText,
    RecordFee,
    WithdrawFee,
    SetOwnYearFee,
    RemoveOwnYearFee,
    MakeMember,
    MakeGuest,
    DeleteMember,
)
RECORD_COMMANDS_BY_NAME: Mapping[str, type[MemberCommand]] = {
    command.name: command for command in RECORD_COMMANDS if command is not SetFieldText
}
FIELD_COMMANDS: Mapping[str, type[ClubCommand]] = {
    command.name: command for command in (AddMemberField, RenameMemberField, RemoveMemberField)
}
YEAR_FEE_COMMANDS: Mapping[str, type[YearFeeCommand]] = {
    command.name: command for command in (SetYearFee, RemoveYearFee)
}
