"""What is chosen for a draw survives a refusal and used by every button that makes the draw."""

import pytest
from django.test import Client

from tests.factory_recordings import replayed
from tests.page_forms import form_with
from tests.tournaments import club_evenings
from tests.tournaments.club_pages import signed_in
from tests.tournaments.play.entries.test_check_in import an_event
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.journal.facts import HERE
from tournaments.models import Event
from tournaments.play.entries.services import entries
from tournaments.play.events import event_state

pytestmark = pytest.mark.django_db

# The strongest is not checked in.
UNMARKED = (8, 7)


@pytest.fixture
@replayed
def event() -> Event:
    """Eight rated entries in a draft; two of them are not checked in."""
    event = an_event(club_evenings.a_club())
    by = club_evenings.director_of(event.tournament.club)
    entries.set_presence(event=event, entries=[1, 2, 3, 4, 5, 6], presence=HERE, by=by)
    return event


@pytest.fixture
def director(event: Event) -> Client:
    return signed_in(club_evenings.director_of(event.tournament.club))


def press(director: Client, event: Event, page: str, button: str, **chosen: object) -> str:
    """Send the form of a button with other choices, and return the page that answers."""
    form = form_with(page, button)
    sent = {**form.data(button), **chosen}
    answer = director.post(form.action, {name: value for name, value in sent.items() if value is not None})
    assert answer.status_code in (303, 409)
    return answer.content.decode() if answer.status_code == 409 else desk_of(director, event)


def desk_of(director: Client, event: Event) -> str:
    return director.get(path_of(event, "desk/")).content.decode()


def seeds_of(event: Event) -> tuple[int, ...]:
    return event_state.get_event_state(event).stages["main"].seeds


def test_seeds_by_rating_survive_the_refusal_of_a_draw_with_missing_check_ins(
    director: Client, event: Event
) -> None:
    """Those who are left out are no seeds, and the draw names its seeds."""
    page = desk_of(director, event)
    refused = press(director, event, page, "Make the draw", seeding="rating", count="3", apart=["club"])
    assert "Entries not marked as checked in or absent: 2" in refused

    desk = press(director, event, refused, "Draw without them")

    assert seeds_of(event) == (6, 5, 4)
    assert event_state.get_event_state(event).plan["main"].options["apart"] == {"club": 2}
    assert "Seeded by rating: 1 Player 6, 2 Player 5, 3 Player 4" in " ".join(desk.split())


def test_seeds_by_hand_survive_the_refusal_of_a_draw(director: Client, event: Event) -> None:
    page = desk_of(director, event)
    chosen = {"seeding": "hand", "seed-2": "1", "seed-8": "2", "seed-5": "3"}
    refused = press(director, event, page, "Make the draw", **chosen)

    desk = press(director, event, refused, "Draw without them")

    assert seeds_of(event) == (2, 5)
    assert "Seeded by hand: 1 Player 2, 2 Player 5" in " ".join(desk.split())


def test_the_next_step_makes_the_draw_with_what_is_chosen_below_it(director: Client, event: Event) -> None:
    by = club_evenings.director_of(event.tournament.club)
    entries.set_presence(event=event, entries=UNMARKED, presence=HERE, by=by)

    desk = press(director, event, desk_of(director, event), "Make the draw", seeding="rating")

    assert seeds_of(event) == (8, 7)
    assert "Seeded by rating: 1 Player 8, 2 Player 7" in " ".join(desk.split())


def test_a_draw_without_seeds_says_so(director: Client, event: Event) -> None:
    desk = press(director, event, desk_of(director, event), "Draw without them")

    assert seeds_of(event) == ()
    assert "No seeding: a random draw." in desk
