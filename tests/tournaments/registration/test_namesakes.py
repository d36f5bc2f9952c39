"""Sign-ups under one name: club and country distinguish them, or the desk has to."""

import pytest

from matches.services import players
from rules.errors import Refusal
from tests.tournaments.club_evenings import director_of
from tests.tournaments.registration.registrations import an_open_event, sign_up
from tests.tournaments.registration.test_services import enter, names_in, registration_of
from tournaments.entries_text import OTHER_PERSON, mark_person
from tournaments.models import Event
from tournaments.registration.models import EventSignUp
from tournaments.registration.queries import sign_up_lists
from tournaments.services import entries, members
from tournaments.services import tournaments as tournament_services

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
    assert (refused.value.code, refused.value.context["name"]) == ("name_shared", "John Smith")
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
