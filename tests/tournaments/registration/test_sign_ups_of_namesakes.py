"""A sign-up is not taken for the entry of a namesake: where several people are meant, the desk chooses."""

import pytest

from matches.models import Player
from tests.factories import a_user
from tests.tournaments.club_evenings import director_of
from tests.tournaments.registration.registrations import an_open_event, sign_up
from tests.tournaments.registration.test_services import enter
from tests.tournaments.registration.test_unclear_names import ASKED, entered, post
from tournaments.models import Event
from tournaments.name_lists.entry_details import mark_person
from tournaments.people.services import member_records, members
from tournaments.people.services.member_records import MemberData
from tournaments.play.entries.services import entries
from tournaments.registration.models import EventSignUp
from tournaments.registration.queries.sign_up_lists import get_stated_ratings
from tournaments.registration.queries.unclear_names import list_person_choices

pytestmark = pytest.mark.django_db

NAME = "Vito Lorusso"


def enrol(event: Event, email: str = "", *, distinction: str = "", home_club: str = "") -> Player:
    """Return a member with a record, one more of the name."""
    by = director_of(event.tournament.club)
    membership = members.enrol_by_name(
        club=event.tournament.club, name=f"{NAME}; person: new", distinction=distinction, by=by
    )
    data = MemberData(email=email, home_club=home_club)
    member_records.describe_member(membership=membership, data=data, by=by)
    assert membership.player is not None
    return membership.player


def enter_by_list(event: Event, player: Player, *, details: str = "") -> None:
    line = mark_person(f"{NAME}{details}", player.code)
    entries.enter_names(event=event, names=line, by=director_of(event.tournament.club), key="list")


def test_the_entry_of_one_of_three_is_not_the_sign_up_of_another() -> None:
    event = an_open_event()
    father, son = enrol(event, "father@mailbox.example"), enrol(event, "son@mailbox.example")
    enrol(event)
    sign_up(event, "vito lorusso", email="son@mailbox.example")

    enter_by_list(event, father)

    place = EventSignUp.objects.get()
    assert place.player is None
    choice = list_person_choices([place], {}, with_records=True)[place.pk]
    assert (len(choice.options), choice.answer) == (3, son.code)
    refused_page = post(event, "paid", place=[place.pk], method="cash")
    assert ASKED in refused_page
    assert f'<option value="{son.code}" selected>' in refused_page
    post(event, **{f"person-{place.pk}": son.code})
    assert entered(event) == [father, son]


def test_the_chosen_one_is_linked_to_the_own_entry() -> None:
    event = an_open_event()
    father, _son = enrol(event), enrol(event)
    sign_up(event, NAME)
    enter_by_list(event, father)
    place = EventSignUp.objects.get()
    post(event, **{f"person-{place.pk}": father.code})
    place.refresh_from_db()
    assert (place.player, entered(event)) == (father, [father])


@pytest.mark.parametrize("address", ["son@mailbox.example", ""])
def test_another_e_mail_than_that_of_the_record_needs_a_choice(address: str) -> None:
    event = an_open_event()
    father = enrol(event, "father@mailbox.example")
    sign_up(event, NAME, email=address)
    enter_by_list(event, father)
    place = EventSignUp.objects.get()
    assert place.player == (None if address else father)
    if address:
        choice = list_person_choices([place], {}, with_records=True)[place.pk]
        assert ([code for code, _text in choice.options], choice.answer) == ([father.code], "")


def test_a_country_that_the_others_can_have_too_does_not_choose() -> None:
    event = an_open_event()
    father, _son = enrol(event), enrol(event)
    sign_up(event, NAME, country="ITA")
    enter_by_list(event, father, details="; ITA")
    assert EventSignUp.objects.get().player is None


def test_the_member_whom_the_club_means_is_not_linked_to_a_namesake_of_no_club() -> None:
    event = an_open_event()
    father, son = enrol(event, home_club="Otley"), enrol(event, home_club="Leeds")
    enter_by_list(event, father)
    sign_up(event, NAME, club="Leeds")
    enter(event)
    assert (entered(event), EventSignUp.objects.get().player) == ([father, son], son)


def test_an_account_of_a_member_is_not_linked_to_the_entry_of_a_namesake() -> None:
    event = an_open_event()
    father, son = enrol(event), enrol(event)
    user = a_user("vito")
    Player.objects.filter(pk=son.pk).update(user=user)
    enter_by_list(event, father)
    sign_up(event, NAME, user=user)
    enter(event)
    assert (entered(event), EventSignUp.objects.get().player) == ([father, son], son)


def test_a_stated_rating_is_not_that_of_all_of_one_name() -> None:
    event = an_open_event()
    both = [enrol(event), enrol(event)]
    sign_up(event, NAME, rating=1700)
    assert get_stated_ratings(event.tournament, both) == {}
    assert get_stated_ratings(event.tournament, both[:1]) == {}
