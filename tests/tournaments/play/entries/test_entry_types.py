"""The entry type of an event: pairs or single players, enforced on every way of entering."""

import pytest
from django.test import Client
from django.urls import reverse

from rules.errors import Refusal
from tests.factory_recordings import replayed
from tests.tournaments.club_evenings import FIRST_NIGHT, a_club, director_of
from tournaments.formats.plan import PRESETS
from tournaments.journal.team_facts import EntryType
from tournaments.models import Event
from tournaments.play.changes.services import changes
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.tournaments.services import tournaments

pytestmark = pytest.mark.django_db


@replayed
def an_event(entry_type: str) -> Event:
    """Return a draft event of an entry type; '' for any type."""
    club = a_club()
    return tournaments.create_tournament_with_event(
        club=club,
        name="Tournament",
        starts_at=FIRST_NIGHT,
        lengths=(5, 3),
        setup=tournaments.TournamentSetup(4),
        plan=PRESETS["knockout"],
        by=director_of(club),
        entry_type=EntryType(entry_type) if entry_type else None,
    )


def enter(event: Event, names: str, key: str = "names") -> int:
    """Enter names and return the number of entries."""
    entries.enter_names(event=event, names=names, by=director_of(event.tournament.club), key=key)
    return event.entries.count()


@pytest.mark.parametrize(
    ("entry_type", "names", "code"),
    [
        ("pairs", "Anna / Bruno\nCarla", "takes_pairs"),
        ("players", "Anna\nBruno / Carla", "takes_players"),
    ],
)
def test_entries_of_the_other_type_are_refused(entry_type: str, names: str, code: str) -> None:
    event = an_event(entry_type)
    with pytest.raises(Refusal, match=code):
        enter(event, names)
    assert event.entries.count() == 0


def test_entries_of_the_type_are_accepted_and_without_a_type_both() -> None:
    assert enter(an_event("pairs"), "Anna / Bruno\nCarla / Dario") == 2
    assert enter(an_event("players"), "Anna\nBruno") == 2
    assert enter(an_event(""), "Anna\nBruno / Carla") == 2


def test_late_entries_and_substitutes_must_have_the_type() -> None:
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


def test_the_form_flags_lines_of_the_wrong_type() -> None:
    event = an_event("pairs")
    client = Client()
    client.force_login(director_of(event.tournament.club))
    where = [event.tournament.club.slug, event.tournament.slug, event.slug]
    page = client.post(reverse("desk-names", args=where), {"names": "Anna / Bruno\nCarla"}).content.decode()
    assert "This event is for pairs: write both names separated by a slash." in page
    assert "enter-names" not in page


def test_the_entry_type_is_shown_in_the_journal() -> None:
    event = an_event("pairs")
    where = [event.tournament.club.slug, event.tournament.slug, event.slug]
    assert "Entry type: pairs" in Client().get(reverse("journal", args=where)).content.decode()
