"""Undo and redo by command: each undo goes one command further back, and redo comes forward again."""

import re

import pytest
from django.test import Client

from tests.tournaments import club_evenings, projection_check
from tests.tournaments.finances import fee_factories
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.finances.queries import accounts
from tournaments.models import Event
from tournaments.play.changes.services import changes
from tournaments.play.entries.services import entries

pytestmark = pytest.mark.django_db

EIGHT = [f"Player {number}" for number in range(1, 9)]
FORM = re.compile(r'<form class="undo-action[^"]*" action="[^"]*/desk/(undo|redo)/".*?</form>', re.DOTALL)
FIELD = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')


def press(client: Client, event: Event, button: str = "undo") -> None:
    """Submit the form of an undo or redo button of the desk."""
    page = client.get(path_of(event, "desk/")).content.decode()
    form = next(re_match for re_match in FORM.finditer(page) if re_match[1] == button)
    fields = dict(FIELD.findall(form[0]))
    assert client.post(path_of(event, f"desk/{button}/"), fields).status_code == 303


def test_each_undo_goes_one_command_back(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club(), EIGHT)
    client.force_login(club_evenings.director_of(event.tournament.club))
    boards = [projection_check.shown(event)]
    for label in ("M1-1", "M1-2", "M2-1"):
        club_evenings.settle(club_evenings.match_at(event, label))
        boards.append(projection_check.shown(event))
    for _ in range(3):
        assert projection_check.shown(event) == boards.pop()
        press(client, event)
    assert projection_check.shown(event) == boards.pop()


def test_both_buttons_name_the_command_they_undo_or_redo(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club(), EIGHT)
    client.force_login(club_evenings.director_of(event.tournament.club))
    match = club_evenings.settle(club_evenings.match_at(event, "M1-1"))
    label = f"{match.white.name} 5–0 {match.black.name}"

    def titles() -> dict[str, str]:
        page = client.get(path_of(event, "desk/")).content.decode()
        return {form[1]: re.search(r'title="([^"]*)"', form[0])[1] for form in FORM.finditer(page)}  # type: ignore[index]

    before = titles()
    press(client, event)
    after = titles()

    assert before == {"undo": f"Undo: {label}"}
    assert (after["redo"], label in after["undo"]) == (f"Redo: {label}", False)
    data = client.get(f"/api/v1/events/{event.pk}/redo/").json()
    listed = [pairing["pairing"] for pairing in data["pairings"]]
    assert (data["words"], listed) == (label, ["M1-1", "M2-1", "C1-1"])


def test_undoing_a_late_entry_removes_the_entry_and_its_account(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club(), EIGHT[:7])
    by = club_evenings.director_of(event.tournament.club)
    fee_factories.with_money(event)
    before = projection_check.shown(event), [account.player.name for account in accounts.list_accounts(event)]
    player = entries.get_or_create_player(event=event, name="Hugo Late", by=by)
    changes.enter_late(event=event, player=player, flight="main", by=by)
    client.force_login(by)
    press(client, event)
    assert (
        projection_check.shown(event),
        [account.player.name for account in accounts.list_accounts(event)],
    ) == before
    assert event.entries.count() == 7


def test_a_new_command_discards_the_undone_ones(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club(), EIGHT)
    client.force_login(club_evenings.director_of(event.tournament.club))
    redo = f"/api/v1/events/{event.pk}/redo/"
    club_evenings.settle(club_evenings.match_at(event, "M1-1"))
    press(client, event)
    data = client.get(redo).json()
    assert (data["command"], len(data["lines"])) == (event.journal.get(kind="settled").command, 1)
    club_evenings.settle(club_evenings.match_at(event, "M1-2"))
    assert "data-redo" not in client.get(path_of(event, "desk/")).content.decode()
    for answer in (client.get(redo), client.post(redo, "{}", "application/json")):
        assert (answer.status_code, answer.json()["code"]) == (409, "redo_nothing")


def test_the_creation_of_an_event_cannot_be_undone(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club(), EIGHT)
    client.force_login(club_evenings.director_of(event.tournament.club))
    undo = f"/api/v1/events/{event.pk}/undo/"
    for kind in ("published", "drawn", "entered"):
        assert client.get(undo).json()["lines"][-1] == event.journal.filter(kind=kind).get().seq
        assert client.post(undo, "{}", "application/json").status_code == 201
    for answer in (client.get(undo), client.post(undo, "{}", "application/json")):
        assert (answer.status_code, answer.json()["code"]) == (409, "undo_nothing")
