"""Pairs in an event: entered from a list, with each person in one entry, and rated apart from persons."""

import json
from typing import Any

import pytest
from django.test import Client

from matches.actors import SYSTEM
from matches.models import Player
from matches.services import merging, players
from tests.factories import a_player
from tests.factory_recordings import replayed
from tests.matches.refusals import refusal
from tests.tournaments import projection_check
from tests.tournaments.club_evenings import a_club, a_night, director_of, play_out, rating_list_of
from tests.tournaments.play.entries.test_entries import an_open_event, names
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.exchange import event_file
from tournaments.importing.queries import exports
from tournaments.models import Event
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.services import journal
from tournaments.ratings.queries import rating_tables
from tournaments.verification.checker.verify import check_file

pytestmark = pytest.mark.django_db

FOUR_PAIRS = ("Anna / Bruno", "Carla / Dario", "Elena / Fabio", "Gina / Hugo")


@replayed
def an_event() -> Event:
    return an_open_event(a_club())


def enter(event: Event, text: str, key: str = "k") -> None:
    entries.enter_names(event=event, names=text, by=director_of(event.tournament.club), key=key)


def refused_list(event: Event, text: str) -> tuple[str, int]:
    """The code with which a list is refused, and the number of players and entries after it."""
    by = director_of(event.tournament.club)
    code = refusal(entries.enter_names, event=event, names=text, by=by, key="no").code
    return code, Player.objects.count() + event.entries.count()


def test_a_pair_is_entered_from_the_list_and_both_become_members() -> None:
    event = an_event()
    enter(event, "1. Anna Rossi / Bruno Bianchi\n2. Carla Verdi")
    assert names(event) == [(1, "Anna Rossi / Bruno Bianchi"), (2, "Carla Verdi")]
    members = event.tournament.club.memberships.filter(role="member")
    assert set(members.values_list("player__name", flat=True)) == {
        "Anna Rossi",
        "Bruno Bianchi",
        "Carla Verdi",
    }
    projection_check.check(event)


@pytest.mark.parametrize(
    ("text", "added", "entered", "step"),
    [
        ("Anna / Bruno\nCarla / Dario", "Add 2 pairs", "2 pairs entered.", "2 pairs entered. Make the draw."),
        ("Anna\nBruno", "Add 2 players", "2 players entered.", "2 players entered. Make the draw."),
        ("Anna / Bruno\nCarla", "Add 2 entries", "2 entries added.", "2 entries. Make the draw."),
    ],
)
def test_players_and_pairs_are_counted_by_their_own_names(
    client: Client, text: str, added: str, entered: str, step: str
) -> None:
    event = an_event()
    client.force_login(director_of(event.tournament.club))
    checked = client.post(path_of(event, "desk/names/"), {"names": text}).content.decode()
    assert added in checked
    desk = client.post(
        path_of(event, "desk/names/"), {"names": text, "enter": 1}, follow=True
    ).content.decode()
    assert (entered in desk, step in desk) == (True, True)


def test_the_same_two_names_are_the_same_pair_in_every_event() -> None:
    club = a_club()
    first, second = an_open_event(club), an_open_event(club)
    enter(first, "Anna / Bruno")
    enter(second, "bruno / ANNA\nCarla")
    assert first.entries.get().player == second.entries.get(number=1).player
    assert Player.objects.filter(kind="person").count() == 3


def test_a_person_may_play_alone_in_one_event_and_in_a_pair_in_another() -> None:
    club = a_club()
    alone, together = an_open_event(club), an_open_event(club)
    enter(alone, "Anna\nBruno")
    enter(together, "Anna / Bruno")
    assert (names(alone), names(together)) == ([(1, "Anna"), (2, "Bruno")], [(1, "Anna / Bruno")])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Anna / Carla", "sits_already"),
        ("Dario\nBruno", "sits_already"),
        ("Carla / Dario\nDario", "sits_already"),
        ("Carla / Dario / Elena", "line_not_two"),
        ("Carla / carla", "line_not_two"),
        ("Anna / Bruno", "names_missing"),
    ],
)
def test_a_list_that_enters_a_person_twice_is_refused_whole(text: str, code: str) -> None:
    event = an_event()
    enter(event, "Anna / Bruno")
    before = Player.objects.count() + event.entries.count()
    assert refused_list(event, text) == (code, before)


def test_registered_players_are_entered_once_too() -> None:
    event = an_event()
    enter(event, "Anna / Bruno")
    by, bruno = director_of(event.tournament.club), Player.objects.get(name="Bruno")
    other = players.get_or_create_pair(one=bruno, other=a_player("Carla"))
    for player in (bruno, other):
        error = refusal(entries.enter_players, event=event, players=[player], by=by, key="x")
        assert (error.code, error.facts["player"]) == ("sits_already", "Bruno")
    assert event.entries.count() == 1


def test_an_undone_entry_is_not_redone_when_its_person_was_entered_again() -> None:
    event = an_event()
    by = director_of(event.tournament.club)
    line = entries.enter_names(event=event, names="Anna / Bruno", by=by, key="one")
    enter(event, "Dario", key="between")
    journal.undo(event=event, command=line.seq, by=by)
    enter(event, "Anna / Carla", key="two")
    assert refusal(journal.redo, event=event, by=by).code == "redo_nothing"
    assert names(event) == [(2, "Dario"), (3, "Anna / Carla")]


def test_players_of_two_pairs_in_one_event_cannot_be_merged() -> None:
    event = an_event()
    enter(event, "Anna / Bruno\nAnnna / Carla")
    anna, other = Player.objects.get(name="Anna"), Player.objects.get(name="Annna")
    error = refusal(merging.merge_players, keep=anna, absorb=other, by=SYSTEM, reason="x")
    assert (error.code, error.facts) == ("entered_together", {"event": event.name})


def test_matches_of_pairs_change_no_ratings_of_persons() -> None:
    club = a_club()
    play_out(a_night(club))
    before = [(row.player.name, row.rating) for row in rating_tables.rating_table(rating_list_of(club))]
    event = a_night(club, FOUR_PAIRS, week=1)
    play_out(event)
    assert event.entries.filter(place_from=1).get().player.kind == "pair"
    assert [
        (row.player.name, row.rating) for row in rating_tables.rating_table(rating_list_of(club))
    ] == before
    projection_check.check(event)


def test_a_pair_formed_at_the_desk_becomes_a_line_of_the_list(client: Client) -> None:
    club = a_club()
    event = an_open_event(club)
    client.force_login(director_of(club))
    address = path_of(event, "desk/names/")

    page = client.post(
        address, {"names": "Elena", "first": "Anna Rossi", "second": "Bruno", "enter": 1}
    ).content.decode()

    assert (">Elena\nAnna Rossi / Bruno</textarea>" in page, "Add 2 entries" in page) == (True, True)
    assert event.entries.count() == 0
    client.post(address, {"names": "Elena\nAnna Rossi / Bruno", "enter": 1, "key": "k"})
    assert names(event) == [(1, "Elena"), (2, "Anna Rossi / Bruno")]
    desk = client.get(path_of(event, "desk/")).content.decode()
    assert '<option value="Anna Rossi"></option>' in desk


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("Anna / Carla", "Anna: a person can have only one entry."),
        ("Carla /", "A pair is two different names"),
        ("Anna / Bruno", "already entered"),
        ("Bruno / Anna\nCarla / Dario", "Carla is new. Dario is new."),
    ],
)
def test_the_preview_explains_lines_of_two_names(client: Client, text: str, meaning: str) -> None:
    event = an_event()
    enter(event, "Anna / Bruno")
    client.force_login(director_of(event.tournament.club))
    page = client.post(path_of(event, "desk/names/"), {"names": text}).content.decode()
    assert meaning in " ".join(page.split())


def test_the_api_enters_pairs_and_lists_their_members(client: Client) -> None:
    event = an_event()
    client.force_login(director_of(event.tournament.club))
    address = f"/api/v1/events/{event.pk}/entries/"

    def send(names: list[str], key: str = "one") -> tuple[int, Any]:
        answer = client.post(
            address, {"names": names}, content_type="application/json", HTTP_IDEMPOTENCY_KEY=key
        )
        return answer.status_code, answer.json()

    status, entered = send(["Anna Rossi", "Bruno / Carla"])
    assert (status, send(["Anna Rossi", "Bruno / Carla"])) == (201, (201, entered))
    assert [
        (row["number"], row["player"]["name"], [member["name"] for member in row["members"]])
        for row in entered["entries"]
    ] == [(1, "Anna Rossi", []), (2, "Bruno / Carla", ["Bruno", "Carla"])]
    assert client.get(address).json()["results"] == entered["entries"]
    refused = send(["Dario / Anna Rossi"], "two")
    assert (refused[0], refused[1]["code"], event.entries.count()) == (409, "sits_already", 2)
    assert send([], "three")[0] == 400


def test_the_file_of_a_pair_event_names_both_partners_and_a_wrong_one_is_found() -> None:
    event = an_event()
    enter(event, "\n".join((*FOUR_PAIRS, "Ida")))
    data = exports.write_event_file(event)
    assert check_file(data) == []
    file = json.loads(data)
    del file["seal"]
    pairs = [player for player in file["event"]["players"].values() if "pair" in player]
    pairs[0]["pair"][1], pairs[1]["pair"][1] = pairs[1]["pair"][1], pairs[0]["pair"][1]
    codes = [finding.code for finding in check_file(event_file.to_canonical_bytes(file))]
    assert codes == ["pair_named_otherwise", "pair_named_otherwise"]
