"""Those who signed up pay no more than was announced, and the price of members once the club knows them."""

from datetime import date
from decimal import Decimal

import pytest
from time_machine import TimeMachineFixture

from matches.actors import SYSTEM
from matches.models import Player, User
from matches.services import merging
from tests.factories import a_user
from tests.tournaments.checker.forged_money import find_codes
from tests.tournaments.club_evenings import director_of
from tests.tournaments.club_pages import signed_in
from tests.tournaments.finances.fee_factories import account, key, payment_context, with_money
from tests.tournaments.registration.registrations import an_open_event, keys_of, open_registration, sign_up
from tournaments.finances.queries import accounts
from tournaments.finances.services import funds, payments
from tournaments.finances.services.funds import FundOptions
from tournaments.models import Event, MemberRecord
from tournaments.name_lists.details import EntryDetails
from tournaments.people.services import members
from tournaments.play.entries.services import entries
from tournaments.play.tournaments.services import tournaments
from tournaments.registration.models import MEMBER, Registration, SignUp
from tournaments.registration.queries import sign_up_lists
from tournaments.registration.services import entering, event_prices, paid_marks
from tournaments.registration.services.event_prices import PriceOptions
from tournaments.web.decorators import event_url

pytestmark = pytest.mark.django_db
LATE = {"late_fee": Decimal(5), "late_from": date(2026, 11, 19)}


@pytest.fixture
def event(time_machine: TimeMachineFixture) -> Event:
    """On 20 November 2026, an event with a fee of 15 and a late fee of 5 that is due."""
    time_machine.move_to("2026-11-20T10:00Z", tick=False)
    event = an_open_event()
    with_money(event, FundOptions(fee=15_00, template="winner"))
    open_registration(event, **LATE)
    return event


@pytest.fixture
def by(event: Event) -> User:
    return director_of(event.tournament.club)


def raise_fee(event: Event, *, member: int | None = 15, fee: int = 20_00) -> None:
    """Set the usual fee to 20, and that of members to 15."""
    by = director_of(event.tournament.club)
    funds.set_fees(event=event, options=FundOptions(fee=fee, template="winner"), by=by, key=key())
    if member is not None:
        prices = [PriceOptions(category=MEMBER, amount=Decimal(member))]
        event_prices.save_prices(event=event, prices=prices, by=by)


def add_member(event: Event, name: str, *, email: str = "") -> Player:
    """Add a member with a record to the club of the event."""
    club = event.tournament.club
    membership = members.enrol_by_name(club=club, name=name, by=director_of(club))
    MemberRecord.objects.filter(membership=membership).update(email=email)
    assert membership.player is not None
    return membership.player


def enter(by: User, *rows: SignUp, **options: object) -> None:
    """Enter sign-ups."""
    registration = Registration.objects.get()
    entering.enter_sign_ups(registration=registration, places=keys_of(*rows), by=by, **options)  # type: ignore[arg-type]


def due_of(row: SignUp) -> Decimal | None:
    """What a sign-up has to pay, as the list of registrations says."""
    return sign_up_lists.list_places_of(row)[0].fee_due


def test_who_signed_up_pays_no_more_than_was_announced(event: Event, by: User) -> None:
    row = sign_up(event, "Zeno Zorzi")
    assert due_of(row) == 20
    raise_fee(event)
    later = sign_up(event, "Elena Fabbri")
    assert [due_of(row), due_of(later)] == [20, 25]
    enter(by, row, later)
    assert [account(event, name).owes for name in ("Zeno Zorzi", "Elena Fabbri")] == [20_00, 25_00]
    assert [due.price_name for due in account(event, "Zeno Zorzi").dues] == ["Fee announced at registration"]
    assert find_codes(event) == set()


def test_who_signed_up_pays_less_once_the_fee_is_less(event: Event, by: User) -> None:
    row = sign_up(event, "Zeno Zorzi")
    raise_fee(event, member=None, fee=10_00)
    assert due_of(row) == 15
    enter(by, row)
    assert account(event, "Zeno Zorzi").owes == 15_00


def test_a_member_named_by_the_desk_pays_the_price_of_members(event: Event, by: User) -> None:
    one, other = add_member(event, "Mario Rossi"), add_member(event, "Mario Rossi; person: other")
    rows = [sign_up(event, "Mario Rossi", email=f"mario{number}@mailbox.example") for number in (1, 2)]
    raise_fee(event, member=10)
    keys = keys_of(*rows)
    enter(by, *rows, persons={keys[0]: one.code, keys[1]: other.code})
    account_list = accounts.list_accounts(event)
    assert [one.owes for one in account_list] == [15_00, 15_00]
    assert [one.dues[0].price_name for one in account_list] == ["Club member price", "Club member price"]
    assert [due_of(row) for row in rows] == [15, 15]
    assert find_codes(event) == set()


def test_a_member_known_by_account_pays_the_price_of_members_and_an_email_proves_nothing(
    event: Event, by: User
) -> None:
    """Else the price would tell anybody whether an e-mail address is that of a member."""
    user = a_user(player=add_member(event, "Anna Bianchi"))
    add_member(event, "Bruno Conti", email="bruno@mailbox.example")
    raise_fee(event)
    rows = [
        sign_up(event, "Anna Bianchi", user=user),
        sign_up(event, "bruno conti", email="Bruno@mailbox.example"),
        sign_up(event, "Carla Dini", email="bruno@mailbox.example"),
    ]
    assert [due_of(row) for row in rows] == [20, 25, 25]
    enter(by, *rows[:2])
    assert [account(event, name).owes for name in ("Anna Bianchi", "Bruno Conti")] == [20_00, 20_00]


def test_who_becomes_a_member_before_paying_pays_the_price_of_members(event: Event, by: User) -> None:
    raise_fee(event)
    row = sign_up(event, "M. Rossi")
    enter(by, row)
    people = entries.get_or_create_persons(event=event, people=[("L. Verdi", EntryDetails())], by=by)
    entries.enter_players(event=event, players=people, by=by, key=key())
    assert [account(event, name).owes for name in ("M. Rossi", "L. Verdi")] == [25_00, 25_00]
    for name, member in (("M. Rossi", "Mario Rossi"), ("L. Verdi", "Lia Verdi")):
        guest = Player.objects.get(name=name)
        merging.merge_players(keep=add_member(event, member), absorb=guest, by=SYSTEM, reason="One person")
    assert [one.owes for one in accounts.list_accounts(event)] == [20_00, 20_00]


def test_who_has_paid_keeps_the_price_when_the_records_change(event: Event, by: User) -> None:
    raise_fee(event)
    row = sign_up(event, "Mario Rossi")
    enter(by, row)
    player = account(event, "Mario Rossi").player
    payments.take_payment(event=event, player=player, amount=25_00, context=payment_context(event))
    members.enrol(club=event.tournament.club, player=player, by=by)
    assert (account(event, "Mario Rossi").owes, account(event, "Mario Rossi").surplus) == (0, 0)


def test_who_becomes_a_member_after_paying_is_marked_and_gets_the_difference_back(
    event: Event, by: User
) -> None:
    raise_fee(event)
    row = sign_up(event, "Mario Rossi")
    enter(by, row)
    player = account(event, "Mario Rossi").player
    payments.take_payment(event=event, player=player, amount=25_00, context=payment_context(event))
    members.enrol(club=event.tournament.club, player=player, by=by)
    assert (account(event, "Mario Rossi").owes, account(event, "Mario Rossi").surplus) == (0, 0)
    director = signed_in(by)
    page = director.get(event_url("money", event)).text
    texts = ("paid more than the price of members", "Apply Club member price: €15.00")
    assert [text in page for text in texts] == [True, True]
    form = {
        "player": player.code,
        "amount": "15",
        "adds_late_fee": "1",
        "note": "member_price",
        "key": "lower",
        "expected_version": 0,
    }
    assert director.post(event_url("money-action", event, "own-fee"), form).status_code == 303
    assert (account(event, "Mario Rossi").owes, account(event, "Mario Rossi").surplus) == (0, 5_00)
    page = director.get(event_url("money", event)).text
    assert [text in page for text in texts] == [False, False]
    assert find_codes(event) == set()


def test_a_mark_takes_the_price_of_members_and_nothing_more_is_due(event: Event, by: User) -> None:
    raise_fee(event)
    user = a_user(player=add_member(event, "Anna Bianchi"))
    row = sign_up(event, "Anna Bianchi", user=user)
    paid_marks.set_paid(registration=Registration.objects.get(), places=keys_of(row), method="cash", by=by)
    enter(by, row)
    assert (account(event, "Anna Bianchi").owes, account(event, "Anna Bianchi").surplus) == (0, 0)
    assert due_of(row) == 0
    assert find_codes(event) == set()


def test_the_fee_form_leads_to_the_prices_before_and_after_registration_is_set_up(
    event: Event, by: User
) -> None:
    terms = signed_in(by).get(event_url("money-terms", event)).text
    assert ">Prices for members, guests and juniors</a>" in terms
    other = tournaments.add_event(
        tournament=event.tournament, name="Side event", length=5, consolation_length=3, by=by
    )
    text = "Prices for members, guests and juniors: set up registration first (it can open later)"
    assert f">{text}</a>" in signed_in(by).get(event_url("money", other)).text
    with_money(other, FundOptions(fee=10_00, template="winner"))
    assert f">{text}</a>" in signed_in(by).get(event_url("money-terms", other)).text
