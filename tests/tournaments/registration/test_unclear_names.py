"""Sign-ups whose name several club players have: the others are entered, and the desk chooses the person."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Player
from tests.tournaments.club_evenings import director_of
from tests.tournaments.club_pages import signed_in
from tests.tournaments.registration.registrations import an_open_event, keys_of, sign_up
from tests.tournaments.registration.test_services import registration_of
from tournaments.journal.team_facts import PAIRS
from tournaments.models import Event
from tournaments.people.services import member_records, members
from tournaments.people.services.member_records import MemberData
from tournaments.registration.models import EventSignUp, SignUp
from tournaments.registration.queries.personal_links import get_token
from tournaments.registration.queries.unclear_names import list_person_choices
from tournaments.registration.services import entering

pytestmark = pytest.mark.django_db

ASKED = "This name can be a player of the club. Choose who it is."


def enrol_two(event: Event, name: str = "Anna Bianchi") -> tuple[Player, Player]:
    """Return two members of one name, of whom nothing is known."""
    by = director_of(event.tournament.club)
    first, second = (
        members.enrol_by_name(club=event.tournament.club, name=f"{name}; person: new", by=by).player
        for _ in range(2)
    )
    assert first is not None
    assert second is not None
    return first, second


def address_of(name: str, event: Event, *more: str) -> str:
    tournament = event.tournament
    return reverse(name, args=[tournament.club.slug, tournament.slug, *more])


def post(event: Event, action: str = "enter-all", **fields: Any) -> str:
    """Run an action of the list of registrations, and return the text of the page that follows."""
    client = signed_in(director_of(event.tournament.club))
    return client.post(address_of("registration", event), {"action": action, **fields}, follow=True).text


def entered(event: Event) -> list[Player]:
    return [entry.player for entry in event.entries.order_by("number")]


def edit(row: SignUp, event: Event, **fields: Any) -> None:
    client = signed_in(director_of(event.tournament.club))
    data = {"name": row.name, "is_public": "on", **fields}
    assert client.post(address_of("registration-sign-up", event, row.reference), data).status_code == 303


def test_the_others_are_entered_and_the_page_asks_who_is_meant() -> None:
    event = an_open_event()
    first, second = enrol_two(event)
    row = sign_up(event, "Anna Bianchi")
    sign_up(event, "Bo Jensen")
    (key,) = keys_of(row)
    client = signed_in(director_of(event.tournament.club))
    answer = client.post(address_of("registration", event), {"action": "enter-all"}, follow=True)
    text = answer.text
    assert [message.level_tag for message in answer.context["messages"]] == ["warning"]
    assert [player.full_name for player in entered(event)] == ["Bo Jensen"]
    assert "1 registration entered." in text
    assert "Not entered: Anna Bianchi." in text
    assert "Tell apart by" in text
    assert ASKED in text
    assert f'name="person-{key}"' in text
    assert [f'value="{code}"' in text for code in (first.code, second.code, "new")] == [True] * 3
    text = post(event, **{f"person-{key}": second.code})
    assert "1 registration entered." in text
    assert entered(event)[1:] == [second]
    assert ASKED not in text


def test_somebody_new_of_the_name_can_be_chosen() -> None:
    event = an_open_event()
    known = enrol_two(event)
    (key,) = keys_of(sign_up(event, "Anna Bianchi"))
    assert "1 registration entered." in post(event, **{f"person-{key}": "new"})
    (player,) = entered(event)
    assert (player.full_name, player in known) == ("Anna Bianchi", False)


def test_alone_it_is_refused_with_both_ways_to_go_on() -> None:
    event = an_open_event()
    enrol_two(event)
    (key,) = keys_of(sign_up(event, "Anna Bianchi"))
    text = post(event, "enter", place=[key])
    assert "“Anna Bianchi” can be a player of the club. Choose in the list who it is" in text
    assert "under “Tell apart by” (Edit)" in text
    assert "Nothing was changed." in text


def test_a_choice_that_is_none_of_them_enters_nobody() -> None:
    event = an_open_event()
    enrol_two(event)
    other, _ = enrol_two(event, "Carla Neri")
    (key,) = keys_of(sign_up(event, "Anna Bianchi"))
    assert "can be a player of the club" in post(event, **{f"person-{key}": other.code})
    assert entered(event) == []


def test_a_namesake_of_one_chosen_can_be_somebody_new() -> None:
    event = an_open_event()
    by = director_of(event.tournament.club)
    known = members.enrol_by_name(club=event.tournament.club, name="Anna Bianchi", by=by).player
    assert known is not None
    first, second = keys_of(
        sign_up(event, "Anna Bianchi", club="Roma"), sign_up(event, "Anna Bianchi", club="Pisa")
    )
    post(event, **{f"person-{first}": "new", f"person-{second}": known.code})
    places = {place.pk: place.player for place in EventSignUp.objects.select_related("player")}
    assert places[second] == known
    assert places[first] not in (None, known)


def test_of_a_pair_the_partner_is_chosen_too() -> None:
    event = an_open_event(takes=PAIRS)
    first, _ = enrol_two(event)
    (key,) = keys_of(sign_up(event, "Bo Jensen", choice={"partner": "Anna Bianchi"}, is_public=True))
    assert ASKED in post(event, "enter", place=[key])
    post(event, **{f"person-{key}": first.code})
    (pair,) = entered(event)
    assert first in (pair.first, pair.second)


def test_two_of_one_name_with_nothing_to_tell_them_apart_do_not_stop_the_others() -> None:
    event = an_open_event()
    for name in ("Anna Bianchi", "Anna Bianchi", "Bo Jensen"):
        sign_up(event, name)
    text = post(event)
    assert "1 registration entered." in text
    assert "Not entered: Anna Bianchi." in text
    assert "nothing tells them apart" in text
    assert [player.full_name for player in entered(event)] == ["Bo Jensen"]


@pytest.mark.parametrize("by_visitor", [False, True])
def test_a_code_after_the_name_chooses_the_player_and_is_not_shown_in_public(by_visitor: bool) -> None:
    event = an_open_event()
    _first, second = enrol_two(event)
    marked_name = f"Anna Bianchi ({second.code})"
    row = sign_up(event, marked_name if by_visitor else "Anna Bianchi", is_public=True)
    if not by_visitor:
        edit(row, event, name=marked_name)
        row.refresh_from_db()
        assert (row.name, row.player) == ("Anna Bianchi", second)
    public = Client().get(address_of("sign-up", event)).text
    assert "Anna Bianchi" in public
    assert marked_name not in public
    entering.enter_sign_ups(
        registration=registration_of(event), places=None, by=director_of(event.tournament.club)
    )
    assert entered(event) == [second]
    assert marked_name not in Client().get(address_of("sign-up", event)).text


def test_the_code_of_a_partner_is_not_shown_in_public() -> None:
    event = an_open_event(takes=PAIRS)
    first, _ = enrol_two(event)
    marked_name = f"Anna Bianchi ({first.code})"
    sign_up(event, "Bo Jensen", choice={"partner": marked_name}, is_public=True)
    public = Client().get(address_of("sign-up", event)).text
    assert "Bo Jensen / Anna Bianchi" in public
    assert marked_name not in public


def test_the_chosen_person_stays_when_other_details_change() -> None:
    event = an_open_event()
    _first, second = enrol_two(event)
    row = sign_up(event, "Anna Bianchi")
    edit(row, event, name=f"Anna Bianchi ({second.code})")
    answer = Client().patch(
        f"/api/v1/sign-ups/{get_token(row)}/", {"rating": 1500}, content_type="application/json"
    )
    assert answer.status_code == 200
    row.refresh_from_db()
    assert row.player == second


def test_the_list_shows_what_is_known_of_two_of_one_name() -> None:
    event = an_open_event()
    first = sign_up(event, "Anna Bianchi", email="anna@example.org", club="Roma")
    second = sign_up(event, "anna bianchi", country="ITA", rating=1600)
    sign_up(event, "Bo Jensen", email="bo@example.org")
    client = signed_in(director_of(event.tournament.club))
    text = client.get(address_of("registration", event)).text
    assert f"Roma · anna@example.org · {first.reference}" in text
    assert f"ITA · 1600 · {second.reference}" in text
    # In the list of addresses to copy it is, but not beside the name.
    assert "bo@example.org" not in text.partition('<details class="panel">')[0]


def test_the_member_with_the_e_mail_address_of_the_registration_is_proposed() -> None:
    event = an_open_event()
    by = director_of(event.tournament.club)
    first, second = enrol_two(event)
    for player, email in ((first, "first@mailbox.example"), (second, "second@mailbox.example")):
        membership = event.tournament.club.memberships.get(player=player)
        data = MemberData(email=email)
        member_records.describe_member(membership=membership, data=data, by=by)
    (key,) = keys_of(sign_up(event, "Anna Bianchi", email="Second@mailbox.example"))
    place = EventSignUp.objects.get(pk=key)
    choices = list_person_choices([place], {}, with_records=True)
    assert choices[place.pk].answer == second.code
    assert (
        list_person_choices([place], {place.pk: first.code}, with_records=True)[place.pk].answer == first.code
    )


def test_the_club_in_the_record_of_a_member_says_who_is_meant() -> None:
    event = an_open_event()
    by = director_of(event.tournament.club)
    first, second = enrol_two(event)
    for player, home_club in ((first, "London"), (second, "Leeds")):
        membership = event.tournament.club.memberships.get(player=player)
        data = MemberData(home_club=home_club)
        member_records.describe_member(membership=membership, data=data, by=by)
    sign_up(event, "Anna Bianchi", club="Leeds")
    assert "1 registration entered." in post(event)
    assert entered(event) == [second]


@pytest.mark.parametrize("means_member", [True, False])
def test_a_name_that_a_member_has_in_another_order_is_entered_by_choice_alone(means_member: bool) -> None:
    event = an_open_event()
    by = director_of(event.tournament.club)
    member = members.enrol_by_name(club=event.tournament.club, name="Vannucci Sara", by=by).player
    assert member is not None
    place = EventSignUp.objects.get(sign_up=sign_up(event, "Sara Vannùcci"))

    page = post(event)

    assert ("Sara Vannùcci" in page, entered(event)) == (True, [])
    choice = list_person_choices([place], {}, with_records=True)[place.pk]
    assert [code for code, _text in choice.options] == [member.code]
    post(event, **{f"person-{place.pk}": member.code if means_member else "new"})
    (player,) = entered(event)
    assert (player == member, player.full_name) == (
        means_member,
        "Vannucci Sara" if means_member else "Sara Vannùcci",
    )
