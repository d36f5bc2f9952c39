"""Event files: exported, imported into another site and back; a damaged file is refused without a trace."""

import json
import random

import pytest

from matches.models import Player
from rules.errors import Refusal
from tests.factory_recordings import replayed
from tests.matches.refusals import refusal
from tests.tournaments import projection_check
from tests.tournaments.club_evenings import a_club, a_night, director_of, match_at, play_out, settle
from tournaments.exchange import event_file
from tournaments.importing.queries.exports import write_checker_file, write_event_file
from tournaments.importing.services import imports
from tournaments.models import Club, Event, JournalEntry, Membership, RatingChange, Tournament
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.verification.checker.document import canonical
from tournaments.verification.checker.verify import check_file

pytestmark = pytest.mark.django_db

SIX = [f"Player {number}" for number in range(6)]


def forget(event: Event) -> None:
    """Delete the event, the matches of its desk and its players from the site."""
    JournalEntry.objects.filter(event=event).delete()
    tournament = event.tournament
    players = list(event.entries.values_list("player", flat=True))
    event.pairings.all().delete()
    event.entries.all().delete()
    event.delete()
    desk = tournament.desk
    tournament.delete()
    RatingChange.objects.filter(match__desk=desk).delete()
    desk.matches.all().delete()
    desk.delete()
    Membership.objects.filter(player__in=players).delete()
    Player.objects.filter(pk__in=players).delete()


def bring(club: Club, data: bytes) -> Event:
    return imports.import_event(club=club, file=event_file.read(data), by=director_of(club))


@pytest.fixture
@replayed
def event() -> Event:
    event = a_night(a_club(), SIX)
    settle(match_at(event, "M1-2"), loser_score=3)
    return event


def test_an_exported_and_imported_event_is_the_same_file(event: Event) -> None:
    data = write_event_file(event)
    assert check_file(data) == []
    forget(event)
    imported = bring(a_club("Elsewhere"), data)
    assert write_event_file(imported) == data
    projection_check.check(imported)


def test_an_imported_event_goes_on_and_continues_at_its_first_site(event: Event) -> None:
    club, exported = event.tournament.club, write_event_file(event)
    play_out(event)
    longer = write_event_file(event)
    forget(event)
    home = bring(club, exported)
    imports.import_continuation(event=home, file=event_file.read(longer), by=director_of(club))
    assert write_event_file(home) == longer
    projection_check.check(home)
    assert check_file(write_checker_file(home)) == []


def test_the_same_event_is_not_imported_twice(event: Event) -> None:
    file = event_file.read(write_event_file(event))
    club = event.tournament.club
    by = director_of(club)
    again = refusal(lambda: imports.import_event(club=club, file=file, by=by))
    on = refusal(lambda: imports.import_continuation(event=event, file=file, by=by))
    assert (again.code, on.code) == ("event_here_already", "nothing_new")


def test_a_file_of_another_course_does_not_continue_an_event(event: Event) -> None:
    other = a_night(event.tournament.club, SIX, week=1)
    file = event_file.read(write_event_file(other))
    with pytest.raises(Refusal) as excinfo:
        imports.import_continuation(event=event, file=file, by=director_of(event.tournament.club))
    assert (excinfo.value.code, excinfo.value.facts) == ("journals_differ", {"seq": 1})


def test_players_of_another_club_are_not_taken(event: Event) -> None:
    data = json.loads(write_event_file(event))
    data["journal"][0]["key"] = "another event"
    del data["seal"]
    data["seal"] = event_file.compute_checksum(data)
    with pytest.raises(Refusal) as excinfo:
        bring(a_club("Thieves"), canonical(data))
    assert excinfo.value.code == "player_elsewhere"
    assert Tournament.objects.count() == 1


def test_secret_seeds_stay_secret_and_new_ones_are_committed(event: Event) -> None:
    club = event.tournament.club
    by = director_of(club)
    open_event = a_night(club, ["Zoe", "Yan"], week=2)
    JournalEntry.objects.filter(event=open_event, kind__in=("drawn", "published")).delete()
    data = write_event_file(open_event)
    assert open_event.draw_seed.encode() not in data
    forget(open_event)
    imported = bring(club, data)
    entries.enter_names(event=imported, names="Xenia", by=by, key="late")
    draws.draw(event=imported, by=by)
    kinds = list(imported.journal.order_by("seq").values_list("kind", flat=True))
    assert kinds == ["committed", "entered", "entered", "committed", "drawn"]


def test_a_damaged_file_is_refused_and_leaves_nothing(event: Event) -> None:
    whole = write_event_file(event)
    rng = random.Random(1)
    for _ in range(300):
        data = bytearray(whole)
        for _ in range(rng.randint(1, 3)):
            place = rng.randrange(len(data))
            data[place : place + rng.randint(0, 3)] = rng.randbytes(rng.randint(1, 3))
        if data != whole:
            assert refusal(event_file.read, data=bytes(data)).code == "event_file_damaged"


WRONG = {
    "length": ("event", "length", 0),
    "starts": ("event", "starts_at", "yesterday"),
    "name": ("event", "name", "x" * 121),
    "nul": ("event", "name", "a\0b"),
    "number": ("journal", 0, {"seq": 1}),
    "players": ("event", "players", {"BAD": {"name": "x"}}),
    "lines": ("journal", slice(1, 2), []),
}


def test_a_signed_file_of_another_format_is_refused(event: Event) -> None:
    whole = write_event_file(event)
    for name, (part, key, value) in WRONG.items():
        data = json.loads(whole)
        data[part][key] = value
        data["seal"] = event_file.compute_checksum(data)
        error = refusal(event_file.read, data=canonical(data))
        assert (name, error.code, error.facts) == (name, "event_file_damaged", {"place": part})
