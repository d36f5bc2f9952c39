"""The fee of an event for those who sign up, the prices of categories, and the late fee on top of it.

Where the event has fees at the cash desk, those are the usual fee; until then it is the one that the
registration announces. Those who have signed up pay no more than was announced to them, here and at the cash
desk: the price of their category or the usual fee of then, less if it is lower now or if the records of the
club entitle them to a lower price. So both always ask for the same.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.utils import timezone
from django.utils.timezone import localtime

from matches.queries.people import canonical_key
from tournaments import registry
from tournaments.models import Entry, Event
from tournaments.registration.messages import ANNOUNCED_FEE, RECORD_PRICE_NAMES, make_price_code
from tournaments.registration.models import (
    MEMBER,
    USUAL,
    EventPrice,
    EventSignUp,
    Registration,
    RegistrationEvent,
    SignUp,
)
from tournaments.registration.queries.known_members import KnownPerson, list_known_people
from tournaments.registration.queries.members_signed_up import find_people_signed_up
from tournaments.registry import LateFee, OfferedPrice, PlayerPrice


@dataclass(frozen=True, slots=True)
class EventFee:
    """The fee of an event at a time, None if there is none, and the late fee due on top of it."""

    amount: Decimal | None
    late: Decimal = Decimal(0)

    @property
    def total(self) -> Decimal | None:
        """The fee with the late fee."""
        return None if self.amount is None else self.amount + self.late


@dataclass(frozen=True, slots=True)
class LateTerms:
    """A late fee and the day from which it is due."""

    amount: Decimal
    since: date

    @property
    def is_due(self) -> bool:
        """Whether it is due now from those who have not paid."""
        return self.is_due_at(timezone.now())

    def is_due_at(self, at: datetime) -> bool:
        """Whether it is due at this time from those who have not paid."""
        return localtime(at).date() >= self.since


@dataclass(frozen=True, slots=True)
class PriceOffer:
    """What somebody of a `category` pays who signs up now; an early price is so until the day `until`.

    `then` is what those pay who sign up after that day. `is_usual` is whether it is the usual fee, which
    follows later changes. `born_from` is the first year of birth of juniors. `late` is the late fee that is
    due now on top of it.
    """

    category: str
    amount: Decimal
    is_usual: bool = False
    until: date | None = None
    born_from: int | None = None
    late: Decimal = Decimal(0)
    then: Decimal | None = None


@dataclass(frozen=True, slots=True)
class SignUpPrice:
    """What a sign-up costs without a late fee: the price of a category, or the usual fee of now (`is_usual`).

    `is_announced`: it is the usual fee of the time when the person signed up, which is higher now.
    `is_by_records`: the records of the club entitle the person to the category.
    """

    amount: Decimal
    category: str = USUAL
    is_usual: bool = False
    is_announced: bool = False
    is_by_records: bool = False

    @property
    def code(self) -> str:
        """What the cash desk stores of the price: a code of `PRICE_REASONS`, or a name."""
        if self.is_by_records:
            return f"{self.category}_price"
        return ANNOUNCED_FEE if self.is_announced else make_price_code(self.category, is_early=True)


class FeeTable:
    """The fees of some events, those of the cash desk read once, prices of categories when needed."""

    def __init__(self, events: Collection[int]) -> None:
        self._events = events
        self._charged: Mapping[int, Decimal] = {
            event: fee for charged in registry.charged_fees(events) for event, fee in charged.items()
        }
        self._prices: Mapping[int, Sequence[EventPrice]] | None = None
        self._people: Mapping[int, KnownPerson] | None = None

    def get_charged_fee(self, event: int) -> Decimal | None:
        """Return the fee that the cash desk asks for, None if the event has no fees there."""
        return self._charged.get(event)

    def get_usual_fee(self, row: RegistrationEvent) -> Decimal | None:
        """Return the fee of everybody without a price of their own, without a late fee; None without one."""
        charged_fee = self.get_charged_fee(row.event_id)
        return (row.fee if charged_fee is None else charged_fee) or None

    def get_fee(
        self, row: RegistrationEvent, registration: Registration, at: datetime, place: Any = None
    ) -> EventFee:
        """Return the fee of an event for those who pay at this time.

        That of a sign-up for the event (`place`), or of new ones (None), which may pay an early price. An
        event without a usual fee costs nobody anything.
        """
        amount = self.get_usual_fee(row)
        if amount and place is not None:
            price = self.get_price(row, place)
            amount = price.amount if price is not None else None
        elif amount:
            amount = self.list_offers(row, at)[0].amount
        sign_up = place.sign_up if place is not None else None
        return EventFee(amount, compute_late_fee(registration, sign_up, at)) if amount else EventFee(None)

    def list_offers(self, row: RegistrationEvent, at: datetime) -> list[PriceOffer]:
        """Return what those pay who sign up at this time: everybody first, then each category.

        Empty without a usual fee. Of several prices of a category it is that of the next day to come.
        """
        usual_fee, day = self.get_usual_fee(row), localtime(at).date()
        if usual_fee is None:
            return []
        by_category: dict[str, list[EventPrice]] = {USUAL: []}
        for price in self._get_prices(row.pk):
            by_category.setdefault(price.category, []).append(price)
        offers = []
        for category, prices in by_category.items():
            valid = [price for price in prices if price.until is None or price.until >= day]
            if valid:
                offers.append(_make_offer(category, valid, by_category[USUAL], usual_fee))
            elif category == USUAL:
                offers.append(PriceOffer(USUAL, usual_fee, is_usual=True))
        return offers

    def get_price(
        self, row: RegistrationEvent, place: EventSignUp, *, uses_records: bool = True
    ) -> SignUpPrice | None:
        """Return what a sign-up for an event costs without a late fee; None without a usual fee.

        It is the lowest of what was announced, of the same price now, and of those of members and juniors to
        which the records entitle the person. Somebody whose sign-up is marked as paid has paid another one.
        """
        usual_fee = self.get_usual_fee(row)
        if usual_fee is None:
            return None
        offers = {offer.category: offer for offer in self.list_offers(row, place.added_at)}
        prices: list[SignUpPrice] = []
        if place.price is not None:
            prices.append(SignUpPrice(place.price, place.category))
        if place.category in (USUAL, *RECORD_PRICE_NAMES):
            prices.append(SignUpPrice(usual_fee, is_usual=True))
        if place.category == USUAL and place.price is None and place.announced_fee is not None:
            prices.append(SignUpPrice(place.announced_fee, is_announced=True))
        if place.category in offers and not offers[place.category].is_usual:
            prices.append(SignUpPrice(offers[place.category].amount, place.category))
        if uses_records and not place.is_marked_as_paid:
            prices += self._list_prices_by_records(place, offers)
        return min(prices, key=lambda price: price.amount)

    def _list_prices_by_records(
        self, place: EventSignUp, offers: Mapping[str, PriceOffer]
    ) -> list[SignUpPrice]:
        """Return the prices of categories to which the records entitle the person of a sign-up."""
        by_records = [offer for category, offer in offers.items() if category in RECORD_PRICE_NAMES]
        if not by_records:
            return []
        if self._people is None:
            self._people = find_people_signed_up(self._events)
        person = self._people.get(place.pk)
        return [
            SignUpPrice(offer.amount, offer.category, is_by_records=True)
            for offer in by_records
            if person is not None and _is_entitled(person, offer)
        ]

    def _get_prices(self, row: int) -> Sequence[EventPrice]:
        """Return the prices of an event by the key of its registration; one query for all events."""
        if self._prices is None:
            prices = defaultdict(list)
            for price in EventPrice.objects.filter(event__event__in=self._events).order_by("pk"):
                prices[price.event_id].append(price)
            self._prices = prices
        return self._prices.get(row, ())


def _make_offer(
    category: str, prices: Sequence[EventPrice], of_everybody: Sequence[EventPrice], usual_fee: Decimal
) -> PriceOffer:
    """Return the offer of a category by its valid prices; after its last day that of everybody follows."""
    price, *later = sorted(prices, key=_get_last_day)
    if price.until is None:
        return PriceOffer(category, price.amount, born_from=price.born_from)
    following = later or sorted(
        (one for one in of_everybody if _get_last_day(one) > price.until), key=_get_last_day
    )
    then = following[0].amount if following else usual_fee
    return PriceOffer(category, price.amount, until=price.until, born_from=price.born_from, then=then)


def _get_last_day(price: EventPrice) -> date:
    return price.until or date.max


def list_announced_only(registration: Registration) -> list[Event]:
    """Return the events whose fee the registration announces, but the cash desk does not take."""
    rows = list(registration.events.exclude(fee=None).select_related("event__tournament__club"))
    table = FeeTable([row.event_id for row in rows])
    return [row.event for row in rows if table.get_charged_fee(row.event_id) is None]


def has_fees(registration: Registration) -> bool:
    """Return whether one of the events has a fee, announced or at the cash desk."""
    rows = list(registration.events.all())
    table = FeeTable([row.event_id for row in rows])
    return any(table.get_charged_fee(row.event_id) or row.fee for row in rows)


def get_late_terms(registration: Registration, sign_up: SignUp | None = None) -> LateTerms | None:
    """Return the late fee of a sign-up, or of new ones (None); None if it has none.

    It is no more than was announced when the person signed up, and is not due before the day named then.
    """
    announced = [(registration.late_fee, registration.late_from)]
    if sign_up is not None:
        announced.append((sign_up.late_fee, sign_up.late_from))
    terms = [(amount, since) for amount, since in announced if amount is not None and since is not None]
    if len(terms) < len(announced):
        return None
    return LateTerms(min(amount for amount, _since in terms), max(since for _amount, since in terms))


def compute_late_fee(registration: Registration, sign_up: SignUp | None, at: datetime) -> Decimal:
    """Return the late fee that is due at this time for a sign-up that is not paid, or for new ones (None)."""
    terms = get_late_terms(registration, sign_up)
    return terms.amount if terms is not None and terms.is_due_at(at) else Decimal(0)


def get_announced_fee(event: Event) -> Decimal | None:
    """Return the fee that the registration of an event announces, without a late fee."""
    return RegistrationEvent.objects.filter(event=event).values_list("fee", flat=True).first()


def get_player_prices(event: Event) -> Mapping[int, PlayerPrice]:
    """Return by player what they pay instead of the usual fee.

    Those who signed up pay no more than was announced to them. Those known as members or juniors pay the
    price of these, the lowest one, whether they signed up or were entered at the desk. Two queries; some
    more where the event has such a price.
    """
    places = EventSignUp.objects.filter(event__event=event, player__isnull=False).select_related("event")
    table, prices = FeeTable([event.pk]), {}
    announced = set()
    for place in places:
        announced.add(place.player_id)
        player_price = _make_player_price(table, place)
        if place.player_id is not None and player_price is not None:
            prices[place.player_id] = player_price
    entries = Entry.objects.filter(event=event).exclude(player__in=announced)
    persons = dict(entries.values_list("player", canonical_key("player")))
    return {**prices, **find_prices_by_records(event, persons)}


def _make_player_price(table: FeeTable, place: EventSignUp) -> PlayerPrice | None:
    """Return what the player of a sign-up pays instead of the usual fee; None for that one."""
    price = table.get_price(place.event, place)
    if price is None or price.is_usual:
        return None
    if not price.is_by_records:
        return PlayerPrice(price.amount, price.code)
    other = table.get_price(place.event, place, uses_records=False)
    if other is None or other.is_usual:
        return PlayerPrice(price.amount, price.code, is_by_records=True)
    without_records = PlayerPrice(other.amount, other.code)
    return PlayerPrice(price.amount, price.code, is_by_records=True, without_records=without_records)


def find_prices_by_records(event: Event, persons: Mapping[int, int]) -> Mapping[int, PlayerPrice]:
    """Return the prices of an event to which the records entitle these players (key -> person), by player."""
    row = RegistrationEvent.objects.filter(event=event, prices__category__in=RECORD_PRICE_NAMES).first()
    if row is None:
        return {}
    table, now = FeeTable([event.pk]), timezone.now()
    usual_fee, offers = table.get_usual_fee(row), table.list_offers(row, now)
    offers_by_category = {offer.category: offer for offer in offers if offer.category in RECORD_PRICE_NAMES}
    club = event.tournament.club
    people = list_known_people(club, localtime(now).year, persons.values()) if usual_fee and persons else []
    by_person: dict[int, PriceOffer] = {}
    for person in people:
        for offer in offers_by_category.values():
            lowest = by_person[person.person].amount if person.person in by_person else usual_fee
            if lowest is not None and offer.amount < lowest and _is_entitled(person, offer):
                by_person[person.person] = offer
    return {
        player: PlayerPrice(
            by_person[person].amount, f"{by_person[person].category}_price", is_by_records=True
        )
        for player, person in persons.items()
        if person in by_person
    }


def choose_category(offers: Sequence[PriceOffer], person: KnownPerson | None) -> str:
    """Return the category with the lowest price to which the records entitle a person, else that of all."""
    entitled = [
        offer
        for offer in offers
        if offer.category == USUAL
        or (person is not None and offer.category in RECORD_PRICE_NAMES and _is_entitled(person, offer))
    ]
    return min(entitled, key=lambda offer: offer.amount).category if entitled else USUAL


def _is_entitled(person: KnownPerson, offer: PriceOffer) -> bool:
    """Return whether a person is a current member, and a junior for the price of juniors."""
    if not person.is_current_member or offer.category == MEMBER:
        return person.is_current_member
    born, born_from = person.birth_year, offer.born_from
    return born is not None and born_from is not None and born >= born_from


def list_offered_prices(event: Event) -> list[OfferedPrice]:
    """Return the prices of categories of people for an event as of now, for its cash desk."""
    row = RegistrationEvent.objects.filter(event=event).first()
    offers = FeeTable([event.pk]).list_offers(row, timezone.now()) if row is not None else []
    return [OfferedPrice(make_price_code(offer.category), offer.amount) for offer in offers if offer.category]


def get_late_fee(event: Event, at: datetime) -> LateFee | None:
    """Return the late fee that is due at this time for an event with a fee; None if none is.

    It is due whether or not the event takes sign-ups. Of somebody whose sign-up is marked as paid it is the
    one paid with the mark. One query where none is.
    """
    registration = Registration.objects.filter(tournament=event.tournament_id).first()
    terms = get_late_terms(registration) if registration is not None else None
    if registration is None or terms is None or not terms.is_due_at(at):
        return None
    table = FeeTable([event.pk])
    row = RegistrationEvent.objects.filter(event=event).first()
    usual_fee = table.get_charged_fee(event.pk) if row is None else table.get_usual_fee(row)
    if not usual_fee:
        return None
    places = EventSignUp.objects.filter(event__event=event, player__isnull=False)
    amounts = {
        place.player_id or 0: place.paid_late_fee
        if place.is_marked_as_paid
        else table.get_fee(place.event, registration, at, place).late
        for place in places.select_related("sign_up", "event")
    }
    lower = {player: late_fee for player, late_fee in amounts.items() if late_fee < terms.amount}
    return LateFee(terms.amount, terms.since, lower)
