"""An imported list of members is listed with who and when, and withdrawn as a whole."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.actors import SYSTEM
from matches.models import Player
from matches.services import merging, players
from rules.errors import Refusal
from tests import factories
from tests.tournaments import club_evenings
from tournaments.importing.queries.listed_names import list_names
from tournaments.importing.queries.member_lists import get_member_lists
from tournaments.importing.services import member_enrolment
from tournaments.importing.services.member_lists import undo_member_list
from tournaments.models import Club, ClubLogEntry
from tournaments.people.services import casual_matches, members

pytestmark = pytest.mark.django_db
NAMES = ("Anna Rossi", "Bruno Verdi", "Carla Bo", "Dora Neri", "Eva Blu")


@pytest.fixture
def club() -> Club:
    return club_evenings.a_club()


@pytest.fixture
def manager(client: Client, club: Club) -> Client:
    client.force_login(club_evenings.director_of(club))
    return client


def import_names(club: Club, *names: str) -> ClubLogEntry:
    by = club_evenings.director_of(club)
    member_enrolment.enrol_people(club=club, people=list_names(names), choices={}, by=by)
    latest = get_member_lists(club).first()
    assert latest is not None
    return latest


def names_of(club: Club) -> list[str]:
    rows = club.memberships.filter(left_at=None, player__isnull=False)
    return sorted(rows.values_list("player__name", flat=True))


def undo(club: Club, log_entry: ClubLogEntry) -> tuple[int, list[tuple[str, str, str]]]:
    undone = undo_member_list(log_entry=log_entry, by=club_evenings.director_of(club))
    return undone.removed, [(player.name, why.reason, why.event) for player, why in undone.remaining]


def test_a_withdrawn_list_takes_its_members_out_and_no_others(club: Club) -> None:
    members.enrol_by_name(club=club, name="Anna Rossi", by=club_evenings.director_of(club))
    log_entry = import_names(club, *NAMES)
    assert (log_entry.payload["count"], log_entry.remaining) == (4, 4)
    assert undo(club, log_entry) == (4, [])
    assert names_of(club) == ["Anna Rossi"]
    assert [entry.payload for entry in club.log_entries.filter(kind="unlisted")] == [{"count": 4}]
    with pytest.raises(Refusal, match="member_list_withdrawn"):
        undo(club, log_entry)


def test_of_people_joined_with_a_member_only_a_spelling_is_removed(manager: Client, club: Club) -> None:
    by = club_evenings.director_of(club)
    pete = members.enrol_by_name(club=club, name="Pete Ormerod", by=by).player
    assert pete is not None
    log_entry = import_names(club, "Wilma Ott", "Anna Rossi")
    merging.merge_players(
        keep=pete, absorb=Player.objects.get(full_name="Wilma Ott"), by=SYSTEM, reason="One person"
    )
    page = " ".join(manager.get(reverse("imports", args=[club.slug])).content.decode().split())
    assert "1 of 2 members of this list is removed." in page
    assert "1 spelling of a member who stays is removed." in page
    answer = manager.post(reverse("undo-member-list", args=[club.slug, log_entry.pk]), follow=True)
    text = answer.content.decode()
    assert "1 member removed. 1 spelling of a member who stays was removed." in text
    assert "Pete Ormerod" in names_of(club)
    assert [entry.payload for entry in club.log_entries.filter(kind="unlisted")] == [{"count": 1}]


def test_players_who_exist_only_by_a_withdrawn_list_are_gone(manager: Client, club: Club) -> None:
    log_entry = import_names(club, *NAMES)
    anna, bruno = (Player.objects.get(full_name=name) for name in NAMES[:2])
    club_evenings.a_night(club, (anna.full_name, "Ugo", "Ivo", "Leo"))
    undo(club, log_entry)
    assert manager.get(reverse("player", args=[anna.code])).status_code == 200
    assert manager.get(reverse("player", args=[bruno.code])).status_code == 404


def test_the_page_does_not_say_that_nothing_was_imported_beside_a_list(manager: Client, club: Club) -> None:
    address = reverse("imports", args=[club.slug])
    assert "No files imported yet." in manager.get(address).content.decode()
    import_names(club, *NAMES)
    assert "No files imported yet." not in manager.get(address).content.decode()


def test_a_former_member_of_a_withdrawn_list_has_left_again(club: Club) -> None:
    by = club_evenings.director_of(club)
    anna = members.enrol_by_name(club=club, name="Anna Rossi", by=by)
    members.leave(membership=anna, by=by)
    assert undo(club, import_names(club, *NAMES)) == (5, [])
    anna.refresh_from_db()
    assert anna.left_at is not None
    assert club.memberships.filter(player__isnull=False).count() == 1


def test_who_stays_is_listed_with_the_reason(club: Club) -> None:
    by = club_evenings.director_of(club)
    log_entry = import_names(club, *NAMES)
    anna, bruno, carla, dora, _eva = (Player.objects.get(full_name=name) for name in NAMES)
    event = club_evenings.a_night(club, (anna.full_name, "Ugo", "Ivo", "Leo"))
    players.link_account(player=bruno, user=factories.a_user("bruno"))
    casual_matches.open_casual_match(
        club=club, white=carla, black=dora, length=3, identity=factories.with_account(by)
    )
    assert undo(club, log_entry) == (
        1,
        [
            ("Anna Rossi", "entered", event.name),
            ("Bruno Verdi", "account", ""),
            ("Carla Bo", "casual", ""),
            ("Dora Neri", "casual", ""),
        ],
    )


def test_the_page_lists_the_imports_and_says_who_stays(manager: Client, club: Club) -> None:
    log_entry = import_names(club, *NAMES)
    bruno = Player.objects.get(full_name="Bruno Verdi")
    players.link_account(player=bruno, user=factories.a_user("bruno"))
    page = manager.get(reverse("imports", args=[club.slug])).content.decode()
    address = reverse("undo-member-list", args=[club.slug, log_entry.pk])
    assert (address in page, club_evenings.director_of(club).username in page) == (True, True)
    answer = manager.post(address, follow=True).content.decode()
    assert "4 members removed." in answer
    assert "Not removed: Bruno Verdi has an account." in answer
    assert names_of(club) == ["Bruno Verdi"]


def test_the_api_lists_and_withdraws_them(manager: Client, club: Club) -> None:
    log_entry = import_names(club, *NAMES)
    path = f"/api/v1/clubs/{club.slug}/imports/players/"
    (row,) = manager.get(path).json()["results"]
    by = club_evenings.director_of(club).username
    assert {name: row[name] for name in ("number", "members", "remaining", "by")} == {
        "number": log_entry.pk,
        "members": 5,
        "remaining": 5,
        "by": by,
    }
    answer: Any = manager.post(f"{path}{log_entry.pk}/undo/")
    assert (answer.status_code, answer.json()) == (
        200,
        {"removed": 5, "remaining": [], "spellings": 0, "fees": 0, "own_fees": 0, "answers": 0, "filled": 0},
    )
    assert manager.post(f"{path}{log_entry.pk}/undo/").json()["code"] == "member_list_withdrawn"
