"""Forms of registration: details of a person, settings, actions of the desk; `sign_up_forms` signs up."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.date_fields import DayField, MomentField
from matches.messages import get_sentence
from matches.names import LONGEST_DISTINCTION, LONGEST_NAME
from rules.errors import Refusal
from tournaments import countries
from tournaments.currencies import CURRENCY_CHOICES
from tournaments.messages.details import SIGN_UP_TITLES
from tournaments.messages.money import FEE_LABELS, format_fee
from tournaments.models import Event, PaymentMethod, Takes, Tournament
from tournaments.name_lists.details import COUNTRY, DETAILS, RATING, SIGN_UP_TEXTS, DetailKind
from tournaments.name_lists.line_cells import HIGHEST, LOWEST
from tournaments.payment_codes.way_kinds import DETAIL_NAMES, LONGEST, WayDetails, get_way_kind
from tournaments.registration.messages import DETAIL_LABELS, KIND_LABELS, WAY_KIND_NAMES, name_category
from tournaments.registration.models import (
    LONGEST_EMAIL,
    LONGEST_TEXT,
    MOST_DAYS,
    MOST_PLACES,
    USUAL,
    Approval,
    EventSignUp,
    Registration,
    RegistrationEvent,
    SignUp,
    WayToPay,
)
from tournaments.registration.queries.event_fees import PriceOffer
from tournaments.registration.queries.fee_categories import describe_offer
from tournaments.registration.services.approval import STATUS_ACTIONS
from tournaments.registration.services.registration_settings import (
    SETTING_NAMES,
    EventOptions,
    RegistrationOptions,
)
from tournaments.registration.services.sign_ups import EventChoice, SignUpDetails
from tournaments.web.forms import DateTimeLocalInput, DayInput, make_detail_fields

PAID, UNPAID, REFUND, KEEP, ENTER, ENTER_ALL = "paid", "unpaid", "refund", "keep", "enter", "enter-all"
ACTIONS = (*STATUS_ACTIONS, PAID, UNPAID, REFUND, KEEP, ENTER, ENTER_ALL)
# An IBAN as it is typed, in groups of four with spaces, or the link of an account.
LONGEST_TYPED_ACCOUNT = 60


# What a form of details stores as it is typed; the rating is 0 if it is not given.
STORED_NAMES = ("name", "email", "is_public", "wants_messages", *SIGN_UP_TEXTS)


class PersonForm(forms.Form):
    """Who signs up."""

    name = forms.CharField(
        label=_("Name"), max_length=LONGEST_NAME, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    email = forms.EmailField(
        label=_("E-mail (optional)"),
        max_length=LONGEST_EMAIL,
        required=False,
        help_text=_("For news about this registration only. It is never published."),
    )


class DetailsForm(make_detail_fields(SIGN_UP_TITLES), PersonForm):  # type: ignore[misc]
    """The details a person gives about themselves, with those of their entry."""

    country = forms.CharField(label=SIGN_UP_TITLES[COUNTRY], max_length=60, required=False)
    rating = forms.IntegerField(
        label=SIGN_UP_TITLES[RATING], min_value=LOWEST, max_value=HIGHEST, required=False
    )
    is_public = forms.BooleanField(
        label=_("My name may be shown in the public list"),
        required=False,
        help_text=_("Once the draw is published, the names of all players are public with it."),
    )
    wants_messages = forms.BooleanField(
        label=_("Send me the messages of the tournament desk by e-mail"), required=False
    )

    field_order: Sequence[str] = ("name", "email", *SIGN_UP_TITLES)

    def clean_country(self) -> str:
        """Return the code of the country."""
        country: str = self.cleaned_data["country"]
        code = countries.code_of(country)
        if country.strip() and not code:
            raise forms.ValidationError(_("This country is not known. Try its English name or its code."))
        return code

    def details(self) -> SignUpDetails:
        """Return the details as services take them."""
        data = self.cleaned_data
        return SignUpDetails(**{name: data[name] for name in STORED_NAMES}, rating=data["rating"] or 0)

    @staticmethod
    def initial_of(row: SignUp) -> dict[str, Any]:
        """Return the initial values for a sign-up."""
        return {**{name: getattr(row, name) for name in STORED_NAMES}, "rating": row.rating or None}

    def list_text_fields(self) -> list[forms.BoundField]:
        """Return the fields of the details that are plain texts, for the page."""
        return [self[name] for name in SIGN_UP_TITLES if DETAILS[name].kind == DetailKind.TEXT]


class DeskDetailsForm(DetailsForm):
    """The details of somebody else's sign-up, changed by the desk."""

    distinction = forms.CharField(
        label=_("Tell apart by"),
        max_length=LONGEST_DISTINCTION,
        required=False,
        help_text=_(
            "Two people of one name: “jun.”, a town. It means the club member of the name and this "
            "text, if there is one, and else somebody new."
        ),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["is_public"].label = _("Name may be shown in the public list")
        self.fields["wants_messages"].label = _("Send the messages of the tournament desk by e-mail")

    def details(self) -> SignUpDetails:
        """Return the details as services take them."""
        return replace(super().details(), distinction=self.cleaned_data["distinction"])

    @staticmethod
    def initial_of(row: SignUp) -> dict[str, Any]:
        """Return the initial values for a sign-up."""
        return {**DetailsForm.initial_of(row), "distinction": row.distinction}


def list_category_choices(
    offers: Sequence[PriceOffer], currency: str, place: EventSignUp | None
) -> list[tuple[str, str]]:
    """Return the categories to choose from with their amounts: that of a sign-up, and those offered."""
    choices = {offer.category: describe_offer(offer, currency) for offer in offers}
    if place is not None:
        name = name_category(place.category, is_early=place.price is not None)
        choices[place.category] = (
            name if place.price is None else f"{name}: {format_fee(place.price, currency)}"
        )
    return list(choices.items())


class PartnerOrTeamForm(forms.Form):
    """Partner or team in one event; the prefix of its fields has the key of the event."""

    partner = forms.CharField(label=_("Partner"), max_length=LONGEST_NAME, required=False)
    team = forms.CharField(label=_("Team name"), max_length=LONGEST_NAME, required=False)
    members = forms.CharField(
        label=_("Players of the team, one per line, captain first"),
        max_length=LONGEST_TEXT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    category = forms.ChoiceField(label=_("Fee"), required=False)

    def __init__(
        self,
        data: Any,
        event: Event,
        place: EventSignUp | None = None,
        *,
        offers: Sequence[PriceOffer] = (),
        category: str = USUAL,
        is_entered: bool = False,
    ) -> None:
        """Fill in a sign-up for an event, if there is one, with the categories of its fee to choose from.

        For a new one `category` is chosen beforehand.

        Of an entry only these can be changed here.
        """
        names = ("partner", "team", "members", "category")
        initial = {name: getattr(place, name) for name in names} if place else {"category": category}
        super().__init__(data, prefix=f"event-{event.pk}", initial=initial)
        self.event = event
        unused = {
            Takes.TEAMS.value: ("partner",),
            Takes.PLAYERS.value: ("partner", "team", "members"),
        }.get(event.takes, ("team", "members"))
        for name in ("partner", "team", "members") if is_entered else unused:
            del self.fields[name]
        choices = list_category_choices(offers, event.tournament.currency, place)
        self.fields["category"].choices = choices  # type: ignore[attr-defined]
        if len(choices) < 2:
            del self.fields["category"]
        if event.takes == Takes.ANYBODY and not is_entered:
            self.fields["partner"].label = _("Partner (optional, to play as a pair)")

    def choice(self) -> EventChoice:
        """Return partner, team and category as services take them."""
        data = self.cleaned_data
        return EventChoice(
            event=self.event.pk,
            partner=data.get("partner", ""),
            team=data.get("team", ""),
            members=data.get("members", "").splitlines(),
            category=data.get("category"),
        )


class WithdrawalForm(forms.Form):
    """The event to withdraw from; without one, all events."""

    event = forms.IntegerField(required=False, min_value=1)


class ReturnForm(forms.Form):
    """The event to come back to."""

    event = forms.IntegerField(min_value=1)


class RegistrationForm(forms.Form):
    """The settings of a registration.

    With a `currency_reason`, which is shown, the currency is fixed.
    """

    opens_at = MomentField(label=_("Opens"), required=False, widget=DateTimeLocalInput())
    closes_at = MomentField(label=_("Closes"), required=False, widget=DateTimeLocalInput())
    approval = forms.ChoiceField(label=_("Approval"), choices=Approval.choices)
    has_waiting_list = forms.BooleanField(label=_("Waiting list when an event is full"), required=False)
    lists_names = forms.BooleanField(label=_("Publish the names of those who agree"), required=False)
    currency = forms.ChoiceField(
        label=_("Currency"),
        choices=CURRENCY_CHOICES,
        required=False,
        help_text=_("Of all fees, and of the cash desk."),
    )
    late_fee = forms.DecimalField(
        label=_("Late fee"),
        help_text=_("A part of the entry fee: like the rest of it, it goes into the prize pool."),
        min_value=Decimal("0.01"),
        max_digits=8,
        decimal_places=2,
        required=False,
    )
    late_from = DayField(
        label=_("Late fee from"),
        required=False,
        widget=DayInput(),
        help_text=_(
            "Added to the fee of each event for those who have not paid before that day, whether or not its "
            "registration is open. People who have signed up keep the lower late fee and the later day that "
            "was announced to them; a late fee that was paid stays paid."
        ),
    )
    privacy = forms.CharField(
        label=_("Privacy notice"),
        max_length=LONGEST_TEXT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    keep_days = forms.IntegerField(
        label=_("Delete details after (days)"),
        min_value=0,
        max_value=MOST_DAYS,
        help_text=_("Counted from the start of the tournament. Names of entered players are kept."),
    )

    def __init__(self, *args: Any, currency_reason: str = "", **options: Any) -> None:
        super().__init__(*args, **options)
        if currency_reason:
            self.fields["currency"].disabled = True
            self.fields["currency"].help_text = currency_reason

    def clean(self) -> dict[str, Any]:
        """Check the order of the times, and that a late fee has a day."""
        cleaned = super().clean() or {}
        opens_at, closes_at = cleaned.get("opens_at"), cleaned.get("closes_at")
        if opens_at and closes_at and opens_at >= closes_at:
            self.add_error("closes_at", _("Registration must close after it opens."))
        for missing, given in (("late_fee", "late_from"), ("late_from", "late_fee")):
            # A field with an error of its own is not in `cleaned`.
            if cleaned.get(given) and missing in cleaned and not cleaned[missing]:
                self.add_error(missing, _("Give both the late fee and its first day, or neither."))
        return cleaned

    def options(self) -> RegistrationOptions:
        """Return the settings as services take them."""
        return RegistrationOptions(**{name: self.cleaned_data[name] for name in (*SETTING_NAMES, "currency")})

    @staticmethod
    def initial_of(row: Registration | None, tournament: Tournament) -> dict[str, Any]:
        """Return the current settings, or those of a new registration."""
        source: Any = row if row is not None else RegistrationOptions()
        return {**{name: getattr(source, name) for name in SETTING_NAMES}, "currency": tournament.currency}


class EventForm(forms.Form):
    """Whether an event takes sign-ups, with capacity and fee."""

    is_open = forms.BooleanField(label=_("Registration open"), required=False)
    capacity = forms.IntegerField(
        label=_("Places (empty: no limit)"), min_value=1, max_value=MOST_PLACES, required=False
    )
    fee = forms.DecimalField(
        label=_("Fee"), min_value=Decimal("0.01"), max_digits=8, decimal_places=2, required=False
    )

    def __init__(
        self,
        data: Any,
        event: Event,
        row: RegistrationEvent | None,
        *,
        is_new: bool,
        charged_fee: Decimal | None = None,
    ) -> None:
        """Fill in the current options; a `charged_fee` of the cash desk is shown and fixed."""
        initial: dict[str, Any] = {"is_open": is_new}
        if row is not None:
            initial = {"is_open": not row.is_closed, "capacity": row.capacity, "fee": row.fee}
        if charged_fee is not None:
            initial["fee"] = charged_fee
        super().__init__(data, prefix=f"event-{event.pk}", initial=initial)
        if event.takes in FEE_LABELS:
            self.fields["fee"].label = FEE_LABELS[event.takes]
        self.event, self.is_charged, self.has_row = event, charged_fee is not None, row is not None
        if charged_fee is not None:
            self.fields["fee"].disabled = True
            self.fields["fee"].min_value = None  # type: ignore[attr-defined]
            self.fields["fee"].validators = []
            self.fields["fee"].help_text = _("Set under Finances: fee and retained part together.")

    def options(self) -> EventOptions:
        """Return the options as services take them."""
        return EventOptions(**{name: self.cleaned_data[name] for name in ("is_open", "capacity", "fee")})


class DeskForm(forms.Form):
    """An action of the desk on chosen sign-ups."""

    action = forms.ChoiceField(choices=[(action, action) for action in ACTIONS])
    place = forms.TypedMultipleChoiceField(coerce=int, required=False)
    method = forms.ChoiceField(
        label=_("Payment method"), choices=[("", _("Payment method")), *PaymentMethod.choices], required=False
    )
    # The keys of all sign-ups that were to be entered when the page was shown.
    # The event whose desk has sent the form, which is shown afterwards.
    desk = forms.SlugField(max_length=60, required=False)
    # The sum that the question before marks of several people has shown.
    seen_sum = forms.CharField(max_length=20, required=False)
    to_enter = forms.RegexField(regex=r"^([0-9]{1,18}( [0-9]{1,18})*)?$", required=False)

    def __init__(self, data: Any, places: Iterable[int]) -> None:
        super().__init__(data)
        self.place_keys = list(places)
        self.fields["place"].choices = [(key, key) for key in self.place_keys]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Require a sign-up, except to enter all, and the method of a payment and of a refund.

        `persons` are the choices made for names that several club players have, by the key of the sign-up.
        """
        cleaned = super().clean() or {}
        persons = {key: self.data.get(f"person-{key}", "") for key in self.place_keys}
        cleaned["persons"] = {key: person for key, person in persons.items() if person}
        if cleaned.get("action") != ENTER_ALL and not cleaned.get("place"):
            raise forms.ValidationError(_("Select at least one registration."))
        if cleaned.get("action") == PAID and not cleaned.get("method"):
            self.add_error("method", _("Choose how the fee was paid."))
        if cleaned.get("action") == REFUND and not cleaned.get("method"):
            self.add_error("method", _("Choose how the fee is refunded."))
        return cleaned


class WayForm(forms.Form):
    """A way to pay: its kind, its name, and the details of that kind.

    The page shows the details of one `kind` only, by the names they have there.
    """

    kind = forms.ChoiceField(label=_("Kind"), choices=list(WAY_KIND_NAMES.items()))
    label = forms.CharField(
        label=_("Name"),
        max_length=LONGEST["label"],
        required=False,
        help_text=_("Shown above it. Empty: the kind."),
    )
    text = forms.CharField(
        label=DETAIL_LABELS["text"],
        max_length=LONGEST["text"],
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    link = forms.CharField(
        label=DETAIL_LABELS["link"],
        max_length=LONGEST["link"],
        required=False,
        help_text=_("{amount}, {currency} and {reference} in the link are replaced by the values."),
    )
    holder = forms.CharField(label=DETAIL_LABELS["holder"], max_length=LONGEST["holder"], required=False)
    account = forms.CharField(
        label=DETAIL_LABELS["account"], max_length=LONGEST_TYPED_ACCOUNT, required=False
    )
    bank_code = forms.CharField(
        label=DETAIL_LABELS["bank_code"], max_length=LONGEST_TYPED_ACCOUNT, required=False
    )
    street = forms.CharField(label=DETAIL_LABELS["street"], max_length=LONGEST["street"], required=False)
    building_number = forms.CharField(
        label=DETAIL_LABELS["building_number"], max_length=LONGEST["building_number"], required=False
    )
    postal_code = forms.CharField(
        label=DETAIL_LABELS["postal_code"], max_length=LONGEST["postal_code"], required=False
    )
    town = forms.CharField(label=DETAIL_LABELS["town"], max_length=LONGEST["town"], required=False)
    country = forms.CharField(label=DETAIL_LABELS["country"], max_length=LONGEST["country"], required=False)

    def __init__(self, *args: Any, kind: str = "", **options: Any) -> None:
        super().__init__(*args, **options)
        if not kind:
            return
        self.fields["kind"].widget, self.fields["kind"].disabled = forms.HiddenInput(), True
        self.initial["kind"] = kind
        way_kind = get_way_kind(kind)
        for name in DETAIL_NAMES:
            if name not in way_kind.detail_names:
                del self.fields[name]
                continue
            self.fields[name].label = KIND_LABELS.get((kind, name), DETAIL_LABELS[name])
            self.fields[name].required = name in way_kind.required

    def clean(self) -> dict[str, Any]:
        """Check the details by their kind."""
        cleaned = super().clean() or {}
        if not self.errors:
            details = WayDetails(**{name: cleaned.get(name, "") for name in DETAIL_NAMES})
            try:
                self.way_details = get_way_kind(cleaned["kind"]).clean(details)
            except Refusal as refusal:
                field = str(refusal.context["field"])
                self.add_error(field, get_sentence(refusal.code, refusal.facts))
        return cleaned

    def get_values(self) -> dict[str, Any]:
        """Return the name and the details as services take them."""
        return {"label": self.cleaned_data["label"], "details": self.way_details}

    @staticmethod
    def initial_of(way_to_pay: WayToPay) -> dict[str, Any]:
        """Return the current values of a way."""
        return {name: getattr(way_to_pay, name) for name in ("kind", "label", *DETAIL_NAMES)}


class WayPlaceForm(forms.Form):
    """The place of a way in the list."""

    place = forms.IntegerField(label=_("Place"), min_value=1, max_value=100)
