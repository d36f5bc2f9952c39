"""Serializers of registration: its state, sign-ups and their places."""

from decimal import Decimal
from typing import Any, ClassVar

from rest_framework import serializers

from tournaments.models import PaymentMethod
from tournaments.name_lists.details import SIGN_UP_TEXTS
from tournaments.payment_codes.way_kinds import DETAIL_NAMES, LONGEST, WAY_KINDS
from tournaments.play.api.form_serializers import form_serializer
from tournaments.play.api.serializers_commands import AcceptedPrizesSerializer
from tournaments.registration import forms, question_forms
from tournaments.registration.messages import FACT_NAMES
from tournaments.registration.models import (
    FIRST_YEAR,
    LAST_YEAR,
    LONGEST_ANSWER,
    LONGEST_CATEGORY,
    MOST_PLACES,
    USUAL,
    EventPrice,
    SignUpQuestion,
    WayToPay,
)
from tournaments.registration.queries import sign_up_lists
from tournaments.registration.queries.places_left import SignUpEvent
from tournaments.registration.services.event_prices import MOST_PRICES
from tournaments.registration.services.questions import MOST_QUESTIONS
from tournaments.web.api.fields import Fields, insert_fields

RegistrationOptionsSerializer = form_serializer(forms.RegistrationForm, "RegistrationOptions")
DetailsSerializer = form_serializer(forms.DetailsForm, "SignUpDetails")
DeskDetailsSerializer = form_serializer(forms.DeskDetailsForm, "DeskSignUpDetails")
QuestionUpdateSerializer = form_serializer(question_forms.QuestionForm, "QuestionUpdate")
QuestionCreateSerializer = form_serializer(question_forms.NewQuestionForm, "QuestionCreate")
QuestionPlaceSerializer = form_serializer(question_forms.QuestionPlaceForm, "QuestionPlace")
WayPlaceSerializer = form_serializer(forms.WayPlaceForm, "WayToPayPlace")


class WayUpdateSerializer(form_serializer(forms.WayForm, "WayToPay", ("kind", "text"))):  # type: ignore[misc]
    """The name and the details of a way to pay."""

    text = serializers.CharField(max_length=LONGEST["text"], allow_blank=True, default="")


class WayCreateSerializer(WayUpdateSerializer):
    """A new way to pay, with the details of its kind."""

    kind = serializers.ChoiceField(choices=list(WAY_KINDS))


class WaySerializer(serializers.ModelSerializer[WayToPay]):
    """A way to pay with its details; those that its kind does not use are empty."""

    number = serializers.IntegerField(source="pk")
    name = serializers.CharField(source="label", help_text="Empty: the way is called by its kind.")

    class Meta:
        model = WayToPay
        fields = ["number", "place", "kind", "name", *DETAIL_NAMES]
        read_only_fields = fields


class PaymentFactSerializer(serializers.Serializer[Any]):
    """A detail that the payer enters."""

    kind = serializers.CharField(help_text=", ".join(FACT_NAMES))
    value = serializers.CharField(help_text="As it is printed.")


class ShownWaySerializer(serializers.Serializer[Any]):
    """A way to pay as payers see it."""

    kind = serializers.CharField(source="way_to_pay.kind")
    name = serializers.CharField()
    text = serializers.CharField(source="instruction.text")
    facts = PaymentFactSerializer(many=True, source="instruction.facts")
    link = serializers.CharField(source="instruction.link")
    code = serializers.CharField(
        source="instruction.code", help_text="The text of the QR code; may be empty."
    )


class PaymentNoticeSerializer(serializers.Serializer[Any]):
    """What is still to pay, and how."""

    amount = serializers.DecimalField(
        source="fee", max_digits=10, decimal_places=2, help_text="0 if no fee is announced."
    )
    currency = serializers.CharField()
    ways = ShownWaySerializer(many=True)


class RegistrationEventUpdateSerializer(serializers.Serializer[Any]):
    """An event of a registration: whether it takes sign-ups, its capacity and fee."""

    event = serializers.IntegerField(min_value=1)
    is_open = serializers.BooleanField(default=True)
    capacity = serializers.IntegerField(min_value=1, max_value=MOST_PLACES, allow_null=True, default=None)
    fee = serializers.DecimalField(
        max_digits=8,
        decimal_places=2,
        min_value=Decimal("0.01"),
        allow_null=True,
        default=None,
    )


class RegistrationUpdateSerializer(RegistrationOptionsSerializer):  # type: ignore[valid-type,misc]
    """The settings of a registration, with its events."""

    events = RegistrationEventUpdateSerializer(many=True, required=False)


class EventPriceSerializer(serializers.ModelSerializer[EventPrice]):
    """A price of an event beside its usual fee."""

    category = serializers.CharField(
        max_length=LONGEST_CATEGORY,
        allow_blank=True,
        default=USUAL,
        help_text="member, junior, a name of your own, or empty for an early price of everybody.",
    )
    amount = serializers.DecimalField(max_digits=8, decimal_places=2, min_value=Decimal(0))
    until = serializers.DateField(
        allow_null=True, default=None, help_text="The last day to sign up for an early price."
    )
    born_from = serializers.IntegerField(
        min_value=FIRST_YEAR,
        max_value=LAST_YEAR,
        allow_null=True,
        default=None,
        help_text="Of juniors, and only of them: the first year of birth.",
    )

    class Meta:
        model = EventPrice
        fields = ["category", "amount", "until", "born_from"]
        # The service says which prices exclude each other.
        validators: ClassVar[list[Any]] = []


class EventPricesSerializer(serializers.Serializer[Any]):
    """The prices of an event, which replace those it has."""

    prices = serializers.ListField(child=EventPriceSerializer(), max_length=MOST_PRICES)


class PriceOfferSerializer(serializers.Serializer[Any]):
    """What people of a category pay who sign up now."""

    category = serializers.CharField(help_text="Empty for everybody.")
    amount = serializers.DecimalField(
        max_digits=8, decimal_places=2, help_text="Without a late fee, which is added except to 0."
    )
    until = serializers.DateField(allow_null=True, help_text="The last day of an early price.")
    then = serializers.DecimalField(
        max_digits=8,
        decimal_places=2,
        allow_null=True,
        help_text="The price after that day; null without one.",
    )
    born_from = serializers.IntegerField(allow_null=True, help_text="The first year of birth of juniors.")


class RegistrationEventSerializer(serializers.Serializer[Any]):
    """An event one can sign up for."""

    event = serializers.IntegerField(source="event.pk")
    name = serializers.CharField(source="event.name")
    takes = serializers.CharField(source="event.takes", help_text="Players, pairs or teams.")
    is_open = serializers.BooleanField(help_text="Whether it takes sign-ups now.")
    capacity = serializers.IntegerField(source="row.capacity", allow_null=True)
    fee = serializers.DecimalField(
        source="fee.amount",
        max_digits=8,
        decimal_places=2,
        allow_null=True,
        help_text="Of everybody who signs up now, without a late fee. Where the event has fees at the cash "
        "desk, those.",
    )
    prices = PriceOfferSerializer(
        many=True, source="offers", help_text="Those of everybody and of categories who sign up now."
    )
    taken = serializers.IntegerField()
    waiting = serializers.IntegerField()
    places_left = serializers.IntegerField(allow_null=True)
    names = serializers.SerializerMethodField(
        help_text="Public names of confirmed sign-ups that may be listed."
    )

    def get_names(self, summary: SignUpEvent) -> list[str]:
        """Return the public names."""
        names: list[str] = self.context["names"].get(summary.event.pk, [])
        return names


class AnswerSerializer(serializers.Serializer[Any]):
    """The answer of a person to a question."""

    question = serializers.IntegerField(
        min_value=1, max_value=2**63 - 1, help_text="The number of the question."
    )
    text = serializers.CharField(
        max_length=LONGEST_ANSWER,
        allow_blank=True,
        help_text='One of the options of a choice; "yes" for a ticked box; empty for no answer.',
    )


class GivenAnswerSerializer(serializers.Serializer[Any]):
    """An answer that was given."""

    question = serializers.IntegerField(source="question.pk", help_text="The number of the question.")
    text = serializers.CharField(help_text='"yes" for a ticked box.')


class DifferentAnswersSerializer(serializers.Serializer[Any]):
    """A question to which one person has given different answers in several sign-ups; the last one counts."""

    name = serializers.CharField()
    question = serializers.IntegerField(source="question.pk", help_text="The number of the question.")
    texts = serializers.ListField(child=serializers.CharField())


class AnswerCountSerializer(serializers.Serializer[Any]):
    """How many people have given an answer."""

    answer = serializers.CharField(help_text="As people read it.")
    people = serializers.IntegerField()


class AnswerCountsSerializer(serializers.Serializer[Any]):
    """The answers to a question, each person counted once, without sign-ups that have ended."""

    question = serializers.IntegerField(source="question.pk", help_text="The number of the question.")
    people = serializers.IntegerField(help_text="How many have answered.")
    unanswered = serializers.IntegerField(help_text="How many were asked and have not answered.")
    others = serializers.IntegerField(
        help_text="Answers kept beside these: of people without a place, withdrawn, or given twice."
    )
    counts = AnswerCountSerializer(many=True)
    different = DifferentAnswersSerializer(many=True)


def make_answers_field() -> serializers.ListField:
    """Return the field of the answers that are sent with a sign-up."""
    return serializers.ListField(
        child=AnswerSerializer(),
        required=False,
        max_length=MOST_QUESTIONS,
        help_text="To the questions of the registration. Those that are not named stay as they are.",
    )


class QuestionSerializer(serializers.ModelSerializer[SignUpQuestion]):
    """A question to everybody who signs up, or to those who do so for one event."""

    number = serializers.IntegerField(source="pk")
    event = serializers.IntegerField(
        source="event.event_id", default=None, allow_null=True, help_text="null: the whole registration."
    )
    options = serializers.SerializerMethodField(help_text="Those of a choice; else empty.")

    class Meta:
        model = SignUpQuestion
        fields = ["number", "place", "event", "kind", "text", "options", "is_required"]
        read_only_fields = fields

    def get_options(self, question: SignUpQuestion) -> list[str]:
        """Return the options."""
        options: list[str] = question.options.splitlines()
        return options


class DirectedQuestionSerializer(QuestionSerializer):
    """A question with the number of its answers, for directors."""

    answers = serializers.IntegerField(
        source="count", help_text="All that are stored: of each sign-up, also of those that have ended."
    )

    class Meta(QuestionSerializer.Meta):
        fields = [*QuestionSerializer.Meta.fields, "answers"]
        read_only_fields = fields


class RegistrationSerializer(serializers.Serializer[Any]):
    """The public data of the registration of a tournament."""

    state = serializers.CharField(help_text="open, early (opens later) or closed.")
    opens_at = serializers.DateTimeField(source="registration.opens_at", allow_null=True)
    closes_at = serializers.DateTimeField(source="registration.closes_at", allow_null=True)
    approval = serializers.CharField(
        source="registration.approval", help_text="auto, or desk if the desk approves each sign-up."
    )
    has_waiting_list = serializers.BooleanField(source="registration.has_waiting_list")
    currency = serializers.CharField(source="registration.tournament.currency", help_text="That of the fees.")
    late_fee = serializers.DecimalField(
        source="registration.late_fee",
        max_digits=8,
        decimal_places=2,
        allow_null=True,
        help_text="Added to the fee of each event from `late_from` on.",
    )
    late_from = serializers.DateField(source="registration.late_from", allow_null=True)
    ways_to_pay = ShownWaySerializer(many=True, source="ways")
    privacy = serializers.CharField(source="registration.privacy")
    keep_days = serializers.IntegerField(source="registration.keep_days")
    events = RegistrationEventSerializer(source="summaries", many=True)
    questions = QuestionSerializer(many=True, help_text="The organisers' questions, answered in `answers`.")


class EventChoiceSerializer(serializers.Serializer[Any]):
    """An event to sign up for: with a partner, or as a team."""

    event = serializers.IntegerField(min_value=1)
    partner = serializers.CharField(max_length=120, allow_blank=True, default="")
    team = serializers.CharField(max_length=120, allow_blank=True, default="")
    members = serializers.ListField(child=serializers.CharField(max_length=120), max_length=16, default=list)
    category = serializers.CharField(
        max_length=LONGEST_CATEGORY,
        allow_blank=True,
        allow_null=True,
        default=None,
        help_text="That of the fee, one of `prices`; null for that of everybody, or as it is. Only the desk "
        "changes it later.",
    )


class SignUpCreateSerializer(DetailsSerializer):  # type: ignore[valid-type,misc]
    """A new sign-up, for one or more events."""

    events = serializers.ListField(child=EventChoiceSerializer(), min_length=1, max_length=32)
    is_another = serializers.BooleanField(
        default=False,
        help_text="Whether this is another person than the one of the same name who is listed as signed up; "
        "without it a listed name is refused with `sign_up_name_known`.",
    )
    answers = make_answers_field()


class AddedEventsSerializer(serializers.Serializer[Any]):
    """More events to sign up for by the personal link, with the answers to the questions about them."""

    events = serializers.ListField(child=EventChoiceSerializer(), min_length=1, max_length=32)
    answers = make_answers_field()


class SignUpUpdateSerializer(DetailsSerializer):  # type: ignore[valid-type,misc]
    """Corrected details of a sign-up, with partners and teams."""

    events = serializers.ListField(child=EventChoiceSerializer(), required=False, max_length=32)
    answers = make_answers_field()


class DeskSignUpUpdateSerializer(DeskDetailsSerializer):  # type: ignore[valid-type,misc]
    """Details of a sign-up corrected by the desk, with partners and teams."""

    events = serializers.ListField(child=EventChoiceSerializer(), required=False, max_length=32)
    answers = make_answers_field()


class PlaceSerializer(serializers.Serializer[Any]):
    """A sign-up for one event.

    `number` is the key of the place; `position` is that on the waiting list, 0 if it is not on it.
    """

    number = serializers.IntegerField(source="row.pk")
    event = serializers.IntegerField(source="event.pk")
    status = serializers.CharField(
        source="row.status", help_text="pending, confirmed, waiting, declined or withdrawn."
    )
    position = serializers.IntegerField()
    is_entered = serializers.BooleanField()
    has_left = serializers.BooleanField(help_text="Whether the desk has withdrawn the entry.")
    partner = serializers.CharField(source="row.partner")
    team = serializers.CharField(source="row.team")
    members = serializers.SerializerMethodField()
    category = serializers.CharField(source="row.category", help_text="That of the fee; empty: everybody.")
    price = serializers.DecimalField(
        source="row.price",
        max_digits=8,
        decimal_places=2,
        allow_null=True,
        help_text="What was announced to the person, without a late fee; null for the usual fee of now.",
    )
    is_paid = serializers.BooleanField(help_text="Whether the fee of this event is paid.")
    fee_outcome = serializers.CharField(
        source="outcome",
        help_text="What became of the fee after the sign-up had ended: refunded, retained or empty.",
    )

    def get_members(self, place: sign_up_lists.SignUpRow) -> list[str]:
        """Return the players of a team."""
        members: list[str] = place.row.members.splitlines()
        return members


class PersonSerializer(serializers.Serializer[Any]):
    """The person who has signed up, with the details that they state."""

    reference = serializers.CharField(source="sign_up.reference")
    name = serializers.CharField(source="sign_up.name")
    distinction = serializers.CharField(
        source="sign_up.distinction", help_text="What the desk has typed to tell the person from a namesake."
    )
    rating = serializers.IntegerField(source="sign_up.rating")
    email = serializers.CharField(source="sign_up.email")

    def get_fields(self) -> Fields:
        """Return the fields, with one for each detail of an entry that is a text."""
        texts: Fields = {name: serializers.CharField(source=f"sign_up.{name}") for name in SIGN_UP_TEXTS}
        return insert_fields(super().get_fields(), texts, after="name")


class SignUpSerializer(PersonSerializer):
    """A sign-up with all its details, for its owner and the desk."""

    is_public = serializers.BooleanField(source="sign_up.is_public")
    wants_messages = serializers.BooleanField(source="sign_up.wants_messages")
    is_paid = serializers.SerializerMethodField()
    payment = PaymentNoticeSerializer(
        source="notice", allow_null=True, help_text="What is still to pay, and how; null if nothing is."
    )
    answers = GivenAnswerSerializer(many=True)
    places = PlaceSerializer(many=True)

    def get_is_paid(self, row: Any) -> bool:
        """Return whether the fees are paid: some are, and none is due."""
        return sign_up_lists.are_fees_paid(row["places"])


class SignUpCreatedSerializer(SignUpSerializer):
    """A new sign-up; its token is shown once."""

    token = serializers.CharField(help_text="The token of the personal link, shown only once.")


class CategoryCheckSerializer(serializers.Serializer[Any]):
    """What the records of the club say about the fee category of a sign-up."""

    text = serializers.CharField()
    contradicts = serializers.BooleanField(help_text="Whether the records speak against the category.")


class DeskPlaceSerializer(PlaceSerializer, PersonSerializer):
    """A sign-up for one event in the list of the desk, with hints about possible duplicates."""

    answers = GivenAnswerSerializer(
        many=True,
        help_text="Those about this event; in the first row of a person also those about the whole "
        "registration.",
    )
    different_answers = DifferentAnswersSerializer(
        many=True, help_text="In the first row of a person: questions that they have answered differently."
    )
    hints = serializers.ListField(child=serializers.CharField())
    category_check = CategoryCheckSerializer(
        allow_null=True, help_text="Of those who pay as members or juniors: what the records of the club say."
    )


class DeskActionSerializer(AcceptedPrizesSerializer):
    """An action of the desk on sign-ups; `enter-all` needs no numbers, `paid` and `refund` the method."""

    action = serializers.ChoiceField(choices=forms.ACTIONS)
    places = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**63 - 1), max_length=3000, default=list
    )
    seen = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**63 - 1),
        max_length=3000,
        required=False,
        help_text="For `enter-all`: the sign-ups that were seen; it is refused if others would be entered.",
    )
    method = serializers.ChoiceField(
        choices=PaymentMethod.choices,
        required=False,
        help_text="How the fee was paid or refunded, for `paid` and `refund`.",
    )

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        """Require the method of a payment."""
        if data["action"] in (forms.PAID, forms.REFUND) and not data.get("method"):
            raise serializers.ValidationError({"method": "This is missing."})
        return data


class LeftOutSignUpSerializer(serializers.Serializer[Any]):
    """A sign-up that was not entered with the others, and the reason."""

    number = serializers.IntegerField(help_text="The number of the place.")
    code = serializers.CharField(help_text="The code of the reason, as in a refusal.")
    detail = serializers.CharField(help_text="The reason as a sentence.")


class DeskActionResultSerializer(serializers.Serializer[Any]):
    """How many sign-ups an action changed, and those that could not be entered with them, if any."""

    changed = serializers.IntegerField()
    left_out = LeftOutSignUpSerializer(many=True, required=False)
