"""The records of a club's members, its own fields in them, and e-mails to members."""

from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.serializers import PlayerSerializer
from tournaments.models import MemberField, MemberMail, Membership, MembershipFee, YearFee
from tournaments.people.queries import member_records
from tournaments.people.queries.member_records import MemberRow
from tournaments.people.record_commands import (
    RECORD_COMMANDS,
    YEAR,
    AddMemberField,
    MailMembers,
    RemoveMemberField,
    RemoveYearFee,
    RenameMemberField,
    SetYearFee,
)
from tournaments.play.api.commands import CommandViewSetMixin
from tournaments.web.api.permissions import IsManager, IsSignedIn, TokenScope
from tournaments.web.api.viewsets import ID_PATTERN, ClubViewSetMixin, get_or_404


class FieldTextSerializer(serializers.Serializer[Any]):
    """The text of one of the club's own fields."""

    number = serializers.IntegerField(source="field.pk", help_text="The number of the field.")
    name = serializers.CharField(source="field.name")
    text = serializers.CharField()


class MembershipFeeSerializer(serializers.ModelSerializer[MembershipFee]):
    """A payment for the fee of a year; `withdrawn_at` if that was recorded by mistake."""

    number = serializers.IntegerField(source="pk")
    by = serializers.CharField(source="by.username", help_text="Who recorded it.")

    class Meta:
        model = MembershipFee
        fields = ["number", "year", "amount", "currency", "method", "paid_on", "by", "at", "withdrawn_at"]


class YearFeeBalanceSerializer(serializers.Serializer[Any]):
    """What a member has to pay for a year, has paid, and has still to pay; null without an amount."""

    year = serializers.IntegerField()
    amount = serializers.DecimalField(max_digits=10, decimal_places=2, allow_null=True)
    paid = serializers.DecimalField(max_digits=12, decimal_places=2)
    to_pay = serializers.DecimalField(max_digits=12, decimal_places=2, allow_null=True)
    currency = serializers.CharField(help_text="Empty without an amount and payments.")
    is_paid = serializers.BooleanField(help_text="Without an amount, any payment pays the year.")
    is_own = serializers.BooleanField(help_text="Whether the member has an amount of their own; 0 is exempt.")


class YearFeeSerializer(serializers.ModelSerializer[YearFee]):
    """What each member of a club has to pay for a year."""

    class Meta:
        model = YearFee
        fields = ["year", "amount", "currency"]


class MemberRecordSerializer(serializers.Serializer[Any]):
    """What a club has recorded about a member."""

    number = serializers.IntegerField(source="membership.pk", help_text="As in the list of members.")
    player = PlayerSerializer(source="membership.player", allow_null=True)
    is_member = serializers.BooleanField(help_text="False for those who only play here.")
    member_number = serializers.CharField(source="record.number")
    email = serializers.CharField(source="record.email")
    phone = serializers.CharField(source="record.phone")
    birth_year = serializers.IntegerField(source="record.birth_year", allow_null=True)
    home_club = serializers.CharField(source="record.home_club")
    joined_on = serializers.DateField(allow_null=True, help_text="Null if an imported list does not say it.")
    left_on = serializers.DateField(allow_null=True)
    note = serializers.CharField(source="record.note")
    wants_no_email = serializers.BooleanField(source="record.wants_no_email")
    fields_of_club = FieldTextSerializer(source="texts", many=True)
    fees = MembershipFeeSerializer(many=True)
    balances = YearFeeBalanceSerializer(many=True, help_text="The fee of each year, latest first.")


class MemberFieldSerializer(serializers.ModelSerializer[MemberField]):
    """A field of the club in the records of its members."""

    number = serializers.IntegerField(source="pk")

    class Meta:
        model = MemberField
        fields = ["number", "name"]


class MemberMailSerializer(serializers.ModelSerializer[MemberMail]):
    """An e-mail that was sent to members."""

    number = serializers.IntegerField(source="pk")
    by = serializers.CharField(source="by.username")

    class Meta:
        model = MemberMail
        fields = ["number", "subject", "text", "count", "by", "at"]


class MemberRecordViewSet(CommandViewSetMixin[Membership], ClubViewSetMixin[Membership]):
    """The records of a club's members, for its managers; members read their own."""

    queryset = Membership.objects.none()
    serializer_class = MemberRecordSerializer
    lookup_url_kwarg = "number"
    lookup_value_regex = ID_PATTERN
    permission_classes = [TokenScope]
    write_permission_classes = [IsManager]
    action_permissions = {"list": [IsManager], "retrieve": [IsSignedIn]}
    commands = RECORD_COMMANDS

    def list(self, request: Request, slug: str) -> Response:
        """List the records of the current members by name."""
        return self.page_response(member_records.get_member_rows(self.club), MemberRecordSerializer)

    def retrieve(self, request: Request, slug: str, number: str) -> Response:
        """Read the record of a member; of others than managers, members read their own."""
        membership = self._membership()
        if not member_records.may_read_record(self.account, membership):
            raise Http404
        return self.row_response(MemberRecordSerializer, member_records.get_member_row(membership), 200)

    @staticmethod
    def row_key(row: MemberRow) -> str:
        """Return the key of a row."""
        return str(row.membership.pk)

    def get_command_options(self) -> dict[str, Any]:
        """Return the member and the author of a command."""
        return {"membership": self._membership(), "actor": self.actor}

    def _membership(self) -> Membership:
        rows = Membership.objects.select_related("club__desk", "user", "player")
        return get_or_404(rows.filter(club=self.club, pk=int(self.kwargs["number"])).first())


class MemberFieldViewSet(CommandViewSetMixin[MemberField], ClubViewSetMixin[MemberField]):
    """The fields that a club has defined for the records of its members."""

    queryset = MemberField.objects.none()
    serializer_class = MemberFieldSerializer
    lookup_url_kwarg = "number"
    lookup_value_regex = ID_PATTERN
    permission_classes = [TokenScope, IsManager]
    commands = (AddMemberField, RenameMemberField, RemoveMemberField)

    def list(self, request: Request, slug: str) -> Response:
        """List the club's own fields."""
        return self.page_response(self.club.member_fields.order_by("pk"), MemberFieldSerializer)

    def get_command_options(self) -> dict[str, Any]:
        """Return the club, the field and the author of a command."""
        options: dict[str, Any] = {"club": self.club, "actor": self.actor}
        if "number" in self.kwargs:
            rows = self.club.member_fields.select_related("club").filter(pk=int(self.kwargs["number"]))
            options["member_field"] = get_or_404(rows.first())
        return options


class YearFeeViewSet(CommandViewSetMixin[YearFee], ClubViewSetMixin[YearFee]):
    """What each member of a club has to pay for a year."""

    queryset = YearFee.objects.none()
    serializer_class = YearFeeSerializer
    lookup_url_kwarg = "year"
    lookup_value_regex = YEAR
    permission_classes = [TokenScope, IsManager]
    commands = (SetYearFee, RemoveYearFee)

    def list(self, request: Request, slug: str) -> Response:
        """List the amounts by year, latest first."""
        return self.page_response(self.club.year_fees.order_by("-year"), YearFeeSerializer)

    def get_command_options(self) -> dict[str, Any]:
        """Return the club, the year and the author of a command."""
        return {"club": self.club, "year_of_path": int(self.kwargs["year"]), "actor": self.actor}


class MemberMailViewSet(CommandViewSetMixin[MemberMail], ClubViewSetMixin[MemberMail]):
    """E-mails of a club's managers to its members."""

    queryset = MemberMail.objects.none()
    serializer_class = MemberMailSerializer
    lookup_url_kwarg = "number"
    lookup_value_regex = ID_PATTERN
    permission_classes = [TokenScope, IsManager]
    commands = (MailMembers,)

    def list(self, request: Request, slug: str) -> Response:
        """List the e-mails that were sent, latest first."""
        return self.page_response(
            self.club.member_mails.select_related("by").order_by("-pk"), MemberMailSerializer
        )

    def get_command_options(self) -> dict[str, Any]:
        """Return the club and the author of a command."""
        return {"club": self.club, "actor": self.actor}
