"""An event of pairs takes no single players and the other way round; the setting is stored and shown."""

import pytest
from django.test import Client
from django.urls import reverse

from rules.errors import Refusal
from tests.tournaments.club_evenings import FIRST_NIGHT, a_club, director_of
from tournaments.formats.plan import PRESETS
from tournaments.journal.team_facts import EntryType
from tournaments.models import Event
from tournaments.services import changes, draws, entries, tournaments

pytestmark = pytest.mark.django_db


def an_event(takes: str) -> Event:
    club = a_club()
    return tournaments.create_tournament_with_event(
        club=club,
        name="Tournament",
        starts_at=FIRST_NIGHT,
        lengths=(5, 3),
        setup=tournaments.TournamentSetup(4),
        plan=PRESETS["knockout"],
        by=director_of(club),
        entry_type=EntryType(takes) if takes else None,
    )


def enter(event: Event, names: str, key: str = "names") -> int:
    entries.enter_names(event=event, names=names, by=director_of(event.tournament.club), key=key)
    return event.entries.count()


@pytest.mark.parametrize(
    ("takes", "names", "code"),
    [
        ("pairs", "Anna / Bruno\nCarla", "takes_pairs"),
        ("players", "Anna\nBruno / Carla", "takes_players"),
    ],
)
def test_the_other_kind_is_refused_and_nobody_enters(takes: str, names: str, code: str) -> None:
    event = an_event(takes)
    with pytest.raises(Refusal, match=code):
        enter(event, names)
    assert event.entries.count() == 0


def test_its_own_kind_enters_and_where_none_is_set_both_do() -> None:
    assert enter(an_event("pairs"), "Anna / Bruno\nCarla / Dario") == 2
    assert enter(an_event("players"), "Anna\nBruno") == 2
    assert enter(an_event(""), "Anna\nBruno / Carla") == 2


def test_late_entries_and_substitutes_are_of_the_kind_too() -> None:
    event = an_event("pairs")
    by = director_of(event.tournament.club)
    enter(event, "Anna / Bruno\nCarla / Dario")
    draws.draw(event=event, by=by)
    draws.publish(event=event, by=by)
    alone = entries.get_or_create_player(event=event, name="Elena", by=by)
    with pytest.raises(Refusal, match="takes_pairs"):
        changes.enter_late(event=event, player=alone, flight="main", by=by)
    with pytest.raises(Refusal, match="takes_pairs"):
        changes.substitute(event=event, entry=1, player=alone, by=by)
    pair = entries.get_or_create_player(event=event, name="Elena / Fabio", by=by)
    changes.substitute(event=event, entry=1, player=pair, by=by)
    assert event.entries.get(number=1).player == pair


def test_the_box_says_which_line_is_of_the_wrong_kind() -> None:
    event = an_event("pairs")
    client = Client()
    client.force_login(director_of(event.tournament.club))
    where = [event.tournament.club.slug, event.tournament.slug, event.slug]
    page = client.post(reverse("desk-names", args=where), {"names": "Anna / Bruno\nCarla"}).content.decode()
    assert "This event is for pairs: write both names separated by a slash." in page
    assert "enter-names" not in page


def test_what_an_event_takes_is_shown_in_its_journal() -> None:
    event = an_event("pairs")
    where = [event.tournament.club.slug, event.tournament.slug, event.slug]
    assert "Entry type: pairs" in Client().get(reverse("journal", args=where)).content.decode()
