"""Sign-ups under one name: club and country distinguish them, or the desk has to."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.messages import get_sentence
from matches.services import players
from rules.errors import Refusal
from tests.tournaments.club_evenings import director_of
from tests.tournaments.club_pages import signed_in
from tests.tournaments.registration.registrations import an_open_event, sign_up
from tests.tournaments.registration.test_services import enter, names_in, registration_of
from tournaments.models import Event
from tournaments.name_lists.entry_details import mark_person
from tournaments.name_lists.line_labels import OTHER_PERSON
from tournaments.people.services import members
from tournaments.play.entries.services import entries
from tournaments.play.tournaments.services import tournaments as tournament_services
from tournaments.registration.models import EventSignUp, SignUp
from tournaments.registration.queries import sign_up_lists
from tournaments.registration.queries.personal_links import get_token

pytestmark = pytest.mark.django_db

LONDON, LEEDS = "John Smith (London)", "John Smith (Leeds)"
LINES = ("John Smith; London", mark_person("John Smith; Leeds", OTHER_PERSON), "Anna Rossi", "Bo Jensen")


def entered_names(event: Event) -> dict[str, str]:
    """The sign-ups of an event by their club, with the public name of the player they were entered as."""
    rows = EventSignUp.objects.filter(event__event=event, player__isnull=False).select_related("player")
    return {row.sign_up.club: row.player.name for row in rows if row.player}


def remember_smiths(event: Event) -> None:
    """Let both have played in an earlier event of the club, from London and from Leeds."""
    by = director_of(event.tournament.club)
    earlier = tournament_services.add_event(
        tournament=event.tournament, name="Earlier", length=5, consolation_length=3, by=by
    )
    entries.enter_names(event=earlier, names="\n".join(LINES), by=by, key="earlier")


def test_two_new_people_of_one_name_are_entered_as_two() -> None:
    event = an_open_event()
    sign_up(event, "John Smith", club="London")
    sign_up(event, "John Smith", club="Leeds")
    hints = [place.hints for place in sign_up_lists.list_places(registration_of(event), hints=True)]
    assert hints == [(), ("John Smith: another person of this name has signed up.",)]
    assert (enter(event), entered_names(event)) == (2, {"London": LONDON, "Leeds": LEEDS})


def test_club_and_country_choose_among_known_namesakes() -> None:
    event = an_open_event()
    remember_smiths(event)
    sign_up(event, "John Smith", club="leeds")
    assert enter(event) == 1
    assert event.entries.get().player.entries.count() == 2


def test_without_them_the_desk_has_to_choose() -> None:
    event = an_open_event()
    remember_smiths(event)
    sign_up(event, "John Smith")
    with pytest.raises(Refusal) as refused:
        enter(event)
    assert (refused.value.code, refused.value.context["name"]) == ("sign_up_name_shared", "John Smith")
    assert event.entries.count() == 0


def test_one_known_person_is_not_taken_for_one_of_two() -> None:
    event = an_open_event()
    by = director_of(event.tournament.club)
    members.enrol(club=event.tournament.club, player=players.register_player(name="John Smith"), by=by)
    sign_up(event, "John Smith", club="London")
    sign_up(event, "John Smith", club="Leeds")
    with pytest.raises(Refusal, match="name_shared"):
        enter(event)


def test_an_entry_from_elsewhere_is_not_the_person_who_signed_up() -> None:
    event = an_open_event()
    by = director_of(event.tournament.club)
    entries.enter_names(event=event, names="John Smith; London\nAnna Rossi", by=by, key="desk")
    sign_up(event, "John Smith", club="Leeds")
    assert entered_names(event) == {}
    with pytest.raises(Refusal) as refused:
        enter(event)
    assert (refused.value.code, refused.value.context) == (
        "sign_up_entered_from_elsewhere",
        {"name": "John Smith", "entered": "London", "registered": "Leeds"},
    )
    other = mark_person("John Smith; Leeds", OTHER_PERSON)
    entries.enter_names(event=event, names=f"{other}\nBo Jensen", by=by, key="other")
    assert (entered_names(event), names_in(event)) == (
        {"Leeds": LEEDS},
        ["John Smith", "Anna Rossi", "John Smith", "Bo Jensen"],
    )


def edit(row: SignUp, **details: Any) -> None:
    """Correct a sign-up on its page at the desk."""
    tournament = row.registration.tournament
    page = reverse("registration-sign-up", args=[tournament.club.slug, tournament.slug, row.reference])
    client = signed_in(director_of(tournament.club))
    answer = client.post(page, {"name": row.name, **details})
    assert answer.status_code == 303


def test_what_the_desk_types_tells_two_registrations_of_one_name_apart() -> None:
    event = an_open_event()
    rows = [sign_up(event, "Anna Bianchi") for _ in range(2)]
    with pytest.raises(Refusal) as refused:
        enter(event)
    assert refused.value.code == "sign_up_same_person"
    sentence = get_sentence(refused.value.code, refused.value.context)
    assert "give each their club" in sentence
    for row, text in zip(rows, ("jun.", "(sen.)"), strict=True):
        edit(row, distinction=text)
    enter(event)
    names = [entry.player.name for entry in event.entries.order_by("number")]
    assert names == ["Anna Bianchi (jun.)", "Anna Bianchi (sen.)"]


def test_a_distinction_of_a_registration_means_the_member_who_has_it() -> None:
    event = an_open_event()
    by = director_of(event.tournament.club)
    senior, _junior = (
        members.enrol_by_name(
            club=event.tournament.club, name="Anna Bianchi; person: new", distinction=text, by=by
        ).player
        for text in ("sen.", "jun.")
    )
    row = sign_up(event, "Anna Bianchi")
    edit(row, distinction="Sen.")
    enter(event)
    assert [entry.player for entry in event.entries.all()] == [senior]


def test_a_distinction_stays_when_the_person_changes_their_details() -> None:
    event = an_open_event()
    row = sign_up(event, "Anna Bianchi")
    edit(row, distinction="jun.")
    answer = Client().patch(
        f"/api/v1/sign-ups/{get_token(row)}/", {"rating": 1500}, content_type="application/json"
    )
    assert answer.status_code == 200
    assert SignUp.objects.get().distinction == "jun."
