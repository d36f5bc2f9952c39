"""Ratings stated in sign-ups and with entries are those of the person in the whole tournament."""

import pytest

from tests.tournaments.club_evenings import director_of
from tests.tournaments.registration.registrations import an_open_event, sign_up
from tests.tournaments.registration.test_services import enter
from tournaments.journal.team_facts import PAIRS, EntryType
from tournaments.models import Event
from tournaments.play.entries.services import entries
from tournaments.play.tournaments.services import tournaments

pytestmark = pytest.mark.django_db


def ratings_in(event: Event) -> dict[str, int]:
    return dict(event.entries.values_list("player__name", "rating"))


def a_second_event(event: Event, *, is_doubles: bool = False) -> Event:
    kind = {"entry_type": EntryType(PAIRS, 1)} if is_doubles else {}
    return tournaments.add_event(
        tournament=event.tournament,
        name="Doubles" if is_doubles else "Second",
        length=5,
        consolation_length=3,
        by=director_of(event.tournament.club),
        **kind,
    )


def test_the_rating_of_a_sign_up_counts_however_the_player_is_entered() -> None:
    event = an_open_event()
    by = director_of(event.tournament.club)
    sign_up(event, "Anna Rossi", rating=1770)
    sign_up(event, "Bo Jensen", rating=1600)
    entries.enter_names(event=event, names="Anna Rossi\nBo Jensen; 1650\nCarla Bo", by=by, key="typed")
    assert ratings_in(event) == {"Anna Rossi": 1770, "Bo Jensen": 1650, "Carla Bo": 0}


def test_a_rating_given_in_one_event_counts_in_the_others_of_the_tournament() -> None:
    event = an_open_event()
    by = director_of(event.tournament.club)
    entries.enter_names(event=event, names="Rossi; 1770\nBianchi; 1735\nCarla Bo", by=by, key="first")
    second, doubles = a_second_event(event), a_second_event(event, is_doubles=True)
    entries.enter_names(event=second, names="Rossi\nBianchi; 1500\nCarla Bo", by=by, key="second")
    assert ratings_in(second) == {"Rossi": 1770, "Bianchi": 1500, "Carla Bo": 0}
    entries.enter_names(event=doubles, names="Rossi / Bianchi\nCarla Bo / Di", by=by, key="pairs")
    assert ratings_in(doubles) == {"Rossi / Bianchi": 1635, "Carla Bo / Di": 0}


def test_a_pair_signed_up_has_the_mean_of_its_ratings() -> None:
    event = an_open_event(takes=PAIRS)
    singles = event.tournament.events.order_by("pk")[0]
    by = director_of(event.tournament.club)
    entries.enter_names(event=singles, names="Bianchi; 1735", by=by, key="singles")
    sign_up(event, "Rossi", rating=1770, choice={"partner": "Bianchi"})
    sign_up(event, "Neri", rating=1600, choice={"partner": "Verdi"})
    assert enter(event) == 2
    assert ratings_in(event) == {"Bianchi / Rossi": 1752, "Neri / Verdi": 1600}
