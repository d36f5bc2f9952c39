"""Lists of sign-ups: for the desk, for their owner, and as a table."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from matches.models import Player, User
from matches.names import PAIR_SEPARATOR, add_distinction, fold_name
from tournaments.exchange.spreadsheets import Sheet
from tournaments.messages.details import DETAIL_TITLES
from tournaments.models import Club, Entry, Event, EventStatus, PaymentMethod, Tournament
from tournaments.name_lists.details import SIGN_UP_LABELS, SIGN_UP_TEXTS
from tournaments.play.entrants.queries.entries import get_member_names
from tournaments.registration.messages import name_category
from tournaments.registration.models import (
    ACTIVE,
    WITHOUT_PLACE,
    EventSignUp,
    FeeOutcome,
    Registration,
    SignUp,
    SignUpQuestion,
    SignUpStatus,
)
from tournaments.registration.queries.duplicates import find_hints, find_places_of_same_entrant
from tournaments.registration.queries.fee_categories import CategoryCheck, check_categories
from tournaments.registration.queries.fees_due import find_fee_balances
from tournaments.registration.queries.fees_to_refund import (
    find_payment_methods,
    find_payments_of_entries,
    find_refundable_fees,
    is_fee_retained,
    plays_no_more,
)
from tournaments.registration.queries.person_answers import (
    DifferentAnswers,
    PersonAnswers,
    collect_answers,
    has_standing,
)
from tournaments.registration.queries.places_left import annotate_is_entered
from tournaments.registration.queries.questions import (
    GivenAnswer,
    find_answers,
    list_answers_of,
    name_question,
    select_event_answers,
    show_answer,
)
from tournaments.registration.queries.unclear_names import PersonChoice
from tournaments.registry import EntryPayment, FeeBalance

ENTERED, PAID, UNPAID, TO_REFUND, RETAINED = "entered", "paid", "unpaid", "refund", "retained"


# Filters of the list of sign-ups.
FILTERS = (*SignUpStatus.values, ENTERED, PAID, UNPAID, TO_REFUND, RETAINED)


@dataclass(frozen=True, slots=True)
class SignUpRow:
    """A sign-up for one event, with its waiting-list position (0 if none) and hints for the desk.

    `has_left`: its entry has withdrawn. `balance` is its fee with what was paid of it, None if it need not
    be paid. `refundable_fee` is the fee that was paid for a sign-up which has ended since, until it is
    refunded. `payment` is what the cash desk has taken for an entry that has withdrawn. `methods` are those
    by which its fee was paid. `same_entrant` is the active sign-up of the same pair or team (with
    `is_entered`) where this one has ended. `category_check` is what the records of the club say about the
    price of members or juniors, None for others; it is looked up with the hints. `answers` are
    those to the questions about this event; in the first row of a person also those to the questions of the
    whole registration, with the questions to which the person has given `different_answers`.
    """

    row: EventSignUp
    is_entered: bool
    has_left: bool
    balance: FeeBalance | None
    position: int = 0
    hints: tuple[str, ...] = ()
    refundable_fee: Decimal | None = None
    payment: EntryPayment | None = None
    choice: PersonChoice | None = None
    details: str = ""
    methods: Sequence[str] = ()
    same_entrant: Any = None
    category_check: CategoryCheck | None = None
    answers: Sequence[GivenAnswer] = ()
    different_answers: Sequence[DifferentAnswers] = ()

    @property
    def payment_methods(self) -> str:
        """How the fee was paid, as a text for people; empty if that is not known."""
        return ", ".join(str(PaymentMethod(method).label) for method in self.methods)

    @property
    def fee_due(self) -> Decimal | None:
        """What is due now, 0 if the fee is paid, None if it need not be paid."""
        return None if self.balance is None else self.balance.due

    @property
    def surplus(self) -> Decimal | None:
        """What was paid above the fee, None if nothing was."""
        return (self.balance.surplus or None) if self.balance is not None else None

    @property
    def is_paid(self) -> bool:
        """Whether the fee is paid."""
        return self.fee_due == 0

    @property
    def is_unpaid(self) -> bool:
        """Whether something is still due."""
        return bool(self.fee_due)

    @property
    def fee_outcome(self) -> str:
        """What became of the fee of a sign-up that has ended, as a text for people; empty if nothing did."""
        return str(FeeOutcome(self.outcome).label) if self.outcome else ""

    @property
    def outcome(self) -> str:
        """What became of the fee of a sign-up that has ended or left: a `FeeOutcome`, or empty."""
        if self.payment is not None and self.payment.refunded and not self.payment.paid:
            return FeeOutcome.REFUNDED.value
        if self.payment is not None and self.payment.retained and not self.payment.undecided:
            return FeeOutcome.RETAINED.value
        return self.row.fee_outcome if self.has_left or plays_no_more(self.row) else ""

    @property
    def to_refund(self) -> Decimal | None:
        """The fee that is to be refunded, None if there is none or if the club retains it."""
        return None if is_fee_retained(self.row) else self.refundable_fee

    @property
    def undecided_fee(self) -> Decimal | None:
        """What the cash desk has taken for an entry that has withdrawn, to be refunded or retained there."""
        return (self.payment.undecided or None) if self.payment is not None else None

    @property
    def prepaid_fee(self) -> Decimal | None:
        """The fee that was paid for a sign-up that is not entered yet, None if there is none."""
        return self.row.paid_fee if self.row.is_marked_as_paid and not self.is_entered else None

    @property
    def category(self) -> str:
        """The category of the fee as a text for people: a name, or that it is an early price, "" without."""
        row = self.row
        return name_category(row.category, is_early=True) if row.price is not None else ""

    @property
    def price_to_pay(self) -> Decimal | None:
        """The price of the category with a late fee that is due; None without a category."""
        price: Decimal | None = self.row.price
        return price if price is None or self.balance is None else self.balance.fee

    @property
    def sign_up(self) -> SignUp:
        """The sign-up of the person."""
        return self.row.sign_up

    @property
    def event(self) -> Event:
        """The event."""
        return self.row.event.event

    @property
    def status(self) -> str:
        """The status of the sign-up, or that it has withdrawn at the desk after it was entered."""
        return SignUpStatus.WITHDRAWN.value if self.has_left else self.row.status

    @property
    def has_place(self) -> bool:
        """Whether it is entered, or confirmed to be."""
        return self.status == SignUpStatus.CONFIRMED or (self.is_entered and not self.has_left)

    @property
    def frees_place(self) -> bool:
        """Whether somebody on the waiting list gets its place if it is withdrawn now."""
        is_confirmed = self.row.status == SignUpStatus.CONFIRMED and not self.is_entered
        has_waiting_list = self.sign_up.registration.has_waiting_list
        return is_confirmed and has_waiting_list and self.event.status == EventStatus.DRAFT

    @property
    def name(self) -> str:
        """The name to be entered: of a player, of both players of a pair, or of a team."""
        return self.row.team or get_desk_name(self.row)


def list_places(
    registration: Registration,
    *,
    event: Event | None = None,
    status: str = "",
    hints: bool = False,
    shows_records: bool = False,
) -> list[SignUpRow]:
    """Return the sign-ups of a tournament by event and order, filtered.

    `status` is one of `FILTERS` or empty. With `hints`, possible duplicates are described, and what the
    records of the club say about fee categories; `shows_records` as for `check_categories`.
    """
    rows = _load_rows(registration)
    positions = _compute_waiting_positions(rows)
    hints_by_place = find_hints(rows) if hints else {}
    answers = find_answers({row.sign_up_id for row in rows})
    checks = check_categories(rows, shows_records=shows_records) if hints else {}
    balances, refundable_fees = find_fee_balances(rows), find_refundable_fees(rows)
    payments = find_payments_of_entries([row for row in rows if row.has_left])
    methods = find_payment_methods(rows)
    all_places = [
        SignUpRow(
            row,
            row.is_entered,
            row.has_left,
            balance=balances.get(row.pk),
            position=positions.get(row.pk, 0),
            hints=tuple(hints_by_place.get(row.pk, ())),
            refundable_fee=refundable_fees.get(row.pk),
            payment=payments.get(row.pk),
            methods=methods[row.pk],
            category_check=checks.get(row.pk),
        )
        for row in rows
    ]
    event_places = [place for place in all_places if event is None or place.row.event.event_id == event.pk]
    shown_places = [place for place in event_places if _matches_filter(place, status)]
    return _add_answers(shown_places, answers, collect_answers(rows, answers))


def _add_answers(
    places: Sequence[SignUpRow],
    answers: Mapping[int, Sequence[GivenAnswer]],
    by_sign_up: Mapping[int, PersonAnswers],
) -> list[SignUpRow]:
    """Give each row the answers about its event, and the first one of each person the others.

    That is the first one that has not ended, if there is one.
    """
    first_rows: dict[int, int] = {}
    for place in sorted(places, key=lambda place: not has_standing(place.row)):
        first_rows.setdefault(by_sign_up[place.sign_up.pk].person, place.row.pk)
    rows = []
    for place in places:
        person = by_sign_up[place.sign_up.pk]
        is_first = first_rows[person.person] == place.row.pk
        general = [answer for answer in person.answers if answer.question.event_id is None]
        event_answers = select_event_answers(answers.get(place.sign_up.pk, ()), place.row)
        both = sorted(
            [*(general if is_first else ()), *event_answers], key=lambda answer: answer.question.place
        )
        rows.append(
            replace(place, answers=tuple(both), different_answers=person.different if is_first else ())
        )
    return rows


def _load_rows(registration: Registration) -> list[Any]:
    """Return the sign-ups of a tournament by event and order, with `is_entered`."""
    places = EventSignUp.objects.filter(event__registration=registration).select_related(
        "sign_up__player__person__face", "sign_up__registration", "event__event__tournament__club"
    )
    return list(annotate_is_entered(places).order_by("event__event", "order"))


def list_places_of(sign_up: SignUp) -> list[SignUpRow]:
    """Return the events of one sign-up, with positions on the waiting lists."""
    places = sign_up.places.select_related(
        "sign_up__player", "sign_up__registration", "event__event__tournament__club"
    )
    rows = list(annotate_is_entered(places).order_by("event__event"))
    balances, refundable_fees = find_fee_balances(rows), find_refundable_fees(rows)
    payments = find_payments_of_entries([row for row in rows if row.has_left])
    same_entrants = find_places_of_same_entrant([row for row in rows if row.status not in ACTIVE])
    return [
        SignUpRow(
            row,
            row.is_entered,
            row.has_left,
            balance=balances.get(row.pk),
            position=_get_waiting_position(row),
            refundable_fee=refundable_fees.get(row.pk),
            payment=payments.get(row.pk),
            same_entrant=same_entrants.get(row.pk),
        )
        for row in rows
    ]


def describe_namesakes(places: Iterable[SignUpRow]) -> dict[int, str]:
    """Return what the desk knows about each sign-up (by key) whose name another one has."""
    sign_ups = {place.sign_up.pk: place.sign_up for place in places if place.sign_up.name}
    counts = Counter(fold_name(row.name) for row in sign_ups.values())
    return {
        key: " · ".join(
            filter(None, (row.club, row.country, str(row.rating or ""), row.email, row.reference))
        )
        for key, row in sign_ups.items()
        if counts[fold_name(row.name)] > 1
    }


def list_entries_of(sign_up: SignUp) -> list[tuple[Event, int]]:
    """Return the events that a sign-up is entered in, with the number of the entry."""
    places = sign_up.places.filter(player__isnull=False).select_related("event__event__tournament__club")
    events = {(place.event.event_id, place.player_id): place.event.event for place in places}
    entries = Entry.objects.filter(event__in=[event for event, _player in events]).order_by("event", "number")
    return [
        (events[event, player], number)
        for event, player, number in entries.values_list("event", "player", "number")
        if (event, player) in events
    ]


def are_fees_paid(places: Iterable[SignUpRow]) -> bool:
    """Return whether the fees of the events of a sign-up are paid: some are, and none is due."""
    rows = list(places)
    return any(place.is_paid for place in rows) and not any(place.is_unpaid for place in rows)


def get_entry_name(row: EventSignUp) -> str:
    """Return the name under which a player or a pair is entered."""
    names = [row.sign_up.name, *([row.partner] if row.partner else [])]
    return PAIR_SEPARATOR.join(names)


def get_desk_name(row: EventSignUp) -> str:
    """Return the name under which a player or a pair is entered, with what tells the player apart."""
    name = add_distinction(row.sign_up.name, row.sign_up.distinction)
    return PAIR_SEPARATOR.join(filter(None, (name, row.partner)))


def get_by_key(registration: Registration, key: str) -> SignUp | None:
    """Return the sign-up made with this idempotency key, or None."""
    return registration.sign_ups.filter(key=key).first() if key else None


def has_active_places(places: QuerySet[EventSignUp]) -> bool:
    """Return whether some of these sign-ups are neither declined, withdrawn nor entered."""
    active = (SignUpStatus.PENDING, SignUpStatus.CONFIRMED, SignUpStatus.WAITING)
    return annotate_is_entered(places.filter(status__in=active)).filter(is_entered=False).exists()


def export_sheet(places: Iterable[SignUpRow], questions: Sequence[SignUpQuestion]) -> Sheet:
    """Return the sign-ups as a table for spreadsheets, with a column for each question.

    An answer about the whole registration is in the first row of a person only, and none is in the row of a
    sign-up that has ended: so the answers of a column can be counted.
    """
    headings = [_("Reference"), _("Event"), _("Name"), _("Partner"), _("Team"), _("Team members")]
    headings += [str(DETAIL_TITLES[name]) for name in SIGN_UP_LABELS]
    headings += [_("E-mail"), _("Status"), _("Waiting list"), _("Entered"), _("Paid")]
    headings += [_("Fee"), _("Amount paid"), _("Fee category"), _("Signed up")]
    headings += [_("Different answers")] if questions else []
    headings += map(name_question, questions)
    rows = [
        [
            place.sign_up.reference,
            place.event.name,
            place.sign_up.name,
            place.row.partner,
            place.row.team,
            ", ".join(place.row.members.splitlines()),
            *(None if (value := getattr(place.sign_up, name)) == 0 else value for name in SIGN_UP_LABELS),
            place.sign_up.email,
            _describe_status(place),
            place.position or None,
            _("Yes") if place.is_entered and not place.has_left else _("No"),
            _describe_paid(place),
            Fraction(place.balance.fee) if place.balance is not None else None,
            Fraction(place.balance.paid) if place.balance is not None else None,
            place.category,
            localtime(place.sign_up.created_at).isoformat(timespec="seconds"),
            *([describe_different_answers(place)] if questions else []),
            *(_get_shown_answer(place, question) for question in questions),
        ]
        for place in places
    ]
    return Sheet(_("Registrations"), headings, rows)


def _describe_status(place: SignUpRow) -> str:
    """Return the status of a sign-up as the pages say it: nobody waits any more once the draw is made."""
    is_drawn = place.event.status != EventStatus.DRAFT
    if is_drawn and not place.is_entered and place.status in WITHOUT_PLACE:
        return _("no place: the draw is made")
    if is_drawn and not place.is_entered and place.status == SignUpStatus.CONFIRMED:
        return _("not in the draw")
    return str(SignUpStatus(place.status).label)


def _describe_paid(place: SignUpRow) -> str:
    """Return whether the fee of a sign-up is paid, or a part of it; empty if it need not be paid."""
    if place.balance is None:
        return ""
    if place.is_paid:
        return _("Yes")
    return _("In part") if place.balance.paid else _("No")


def describe_different_answers(place: SignUpRow) -> str:
    """Return the questions to which a person has given different answers, with these; empty without."""
    if not has_standing(place.row):
        return ""
    return "; ".join(f"{row.question.text} {row.shown_texts}" for row in place.different_answers)


def _get_shown_answer(place: SignUpRow, question: SignUpQuestion) -> str:
    if not has_standing(place.row):
        return ""
    texts = {answer.question.pk: answer.text for answer in place.answers}
    return show_answer(question, texts.get(question.pk, ""))


def export_sign_ups(player: Player) -> list[dict[str, Any]]:
    """Return the sign-ups of a person, for the copy of their data."""
    is_own = Q(player=player) | Q(places__player=player)
    if player.user_id is not None:
        is_own |= Q(user=player.user_id)
    rows = SignUp.objects.filter(is_own).select_related("registration__tournament__club").distinct()
    return [
        {
            "tournament": str(row.registration.tournament),
            "club_of_tournament": str(row.registration.tournament.club),
            "at": row.created_at.isoformat(),
            "name": row.name,
            **{name: getattr(row, name) for name in SIGN_UP_TEXTS},
            "distinction": row.distinction,
            "rating": row.rating,
            "email": row.email,
            "is_listed": row.is_public,
            "wants_messages": row.wants_messages,
            "answers": {name_question(answer.question): answer.shown_text for answer in list_answers_of(row)},
            "events": [
                {
                    "event": place.event.name,
                    "status": place.row.status,
                    "partner": place.row.partner,
                    "team": place.row.team,
                    "members": place.row.members.splitlines(),
                    "fee_category": place.row.category,
                    "price": str(place.row.price) if place.row.price is not None else None,
                }
                for place in list_places_of(row)
            ],
        }
        for row in rows.order_by("pk")
    ]


def get_names_by_reference(club: Club, references: Collection[str]) -> dict[tuple[str, str], str]:
    """Return the names of sign-ups by the slug of the tournament and the reference. One query."""
    rows = SignUp.objects.filter(registration__tournament__club=club, reference__in=references)
    columns = rows.exclude(name="").values_list("registration__tournament__slug", "reference", "name")
    return {(slug, reference): name for slug, reference, name in columns}


def list_addresses(registration: Registration) -> list[str]:
    """Return the e-mail addresses of those who are signed up, neither declined nor withdrawn. One query."""
    rows = registration.sign_ups.filter(places__status__in=ACTIVE).exclude(email="")
    return list(dict.fromkeys(rows.order_by("pk").values_list("email", flat=True)))


def get_own_sign_up(registration: Registration, user: User | None) -> SignUp | None:
    """Return the last sign-up of an account in this registration, if any."""
    if user is None:
        return None
    return registration.sign_ups.filter(user=user, forgotten_at=None).order_by("-pk").first()


def find_own_sign_up(registration: Registration, user: User | None, name: str) -> SignUp | None:
    """Return the last sign-up that an account has made under this name, ignoring case and accents, if any."""
    if user is None or not name.strip():
        return None
    rows = registration.sign_ups.filter(user=user, forgotten_at=None).order_by("-pk")
    return next((row for row in rows if fold_name(row.name) == fold_name(name)), None)


def _matches_filter(place: SignUpRow, status: str) -> bool:
    if status == ENTERED:
        return place.is_entered and not place.has_left
    if status in (PAID, UNPAID):
        return place.is_paid if status == PAID else place.is_unpaid
    if status == TO_REFUND:
        return place.to_refund is not None or place.undecided_fee is not None
    if status == RETAINED:
        return place.outcome == FeeOutcome.RETAINED or is_fee_retained(place.row)
    return not status or place.status == status


def _compute_waiting_positions(rows: Sequence[EventSignUp]) -> dict[int, int]:
    counts: Counter[int] = Counter()
    positions = {}
    for row in rows:
        if row.status == SignUpStatus.WAITING and row.event.event.status == EventStatus.DRAFT:
            counts[row.event_id] += 1
            positions[row.pk] = counts[row.event_id]
    return positions


def _get_waiting_position(row: EventSignUp) -> int:
    if row.status != SignUpStatus.WAITING or row.event.event.status != EventStatus.DRAFT:
        return 0
    waiting = EventSignUp.objects.filter(event=row.event_id, status=SignUpStatus.WAITING)
    return waiting.filter(order__lte=row.order).count()


def get_stated_ratings(tournament: Tournament, players: Collection[Player]) -> dict[int, int]:
    """Return the rating that each of these players (by key) has stated in an active sign-up.

    A sign-up without an account is that of the player of its name. A name that several players of the club
    have, or under which two ratings are stated, has none. Two queries at most.
    """
    rows = SignUp.objects.filter(
        registration__tournament=tournament, rating__gt=0, places__status__in=ACTIVE
    ).select_related("player")
    ratings_by_name: dict[str, set[int]] = defaultdict(set)
    ratings: dict[int, int] = {}
    for sign_up in rows.distinct().order_by("pk"):
        own_player = sign_up.player
        if own_player is None:
            ratings_by_name[fold_name(sign_up.name)].add(sign_up.rating)
        else:
            ratings |= {player.pk: sign_up.rating for player in players if player.is_one_with(own_player)}
    if not ratings_by_name:
        return ratings
    counts = Counter(map(fold_name, get_member_names(tournament.club_id).values()))
    for player in players:
        name = fold_name(player.full_name)
        stated = ratings_by_name[name]
        if len(stated) == 1 and counts[name] < 2:
            ratings.setdefault(player.pk, *stated)
    return ratings
