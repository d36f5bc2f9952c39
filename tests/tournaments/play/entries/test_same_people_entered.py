"""Names of the entry box that mean a member though they are written otherwise, and people who return."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from matches.models import Player
from tests.factories import a_player
from tests.tournaments.club_evenings import a_club, director_of
from tests.tournaments.finances.fee_factories import key
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.models import EntryStatus, Event, Membership
from tournaments.name_lists.entry_box import LineStatus
from tournaments.people.services import members
from tournaments.play.entrants.queries.entries import read_names
from tournaments.play.entries.services import entries
from tournaments.play.tournaments.services import tournaments
from tournaments.web.tokens import services as tokens

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    club = a_club()
    for name in ("Giovanni Rossi", "Chidi Okafor", "Mitja Skerk"):
        members.enrol(club=club, player=a_player(name), by=director_of(club))
    return tournaments.create_knockout_tournament(
        club=club,
        name="Monday",
        starts_at=timezone.now(),
        length=5,
        consolation_length=3,
        tables=8,
        by=director_of(club),
    )


def enter(event: Event, names: str) -> Any:
    return entries.enter_names(event=event, names=names, by=director_of(event.tournament.club), key=key())


def list_entered(event: Event) -> list[str]:
    rows = event.entries.filter(status=EntryStatus.ENTERED).order_by("number")
    return list(rows.values_list("player__full_name", flat=True))


def test_a_name_in_another_order_is_the_member(event: Event) -> None:
    enter(event, "Rossi Giovanni\nOkafor Chidi\nSKERK MITJA")
    assert list_entered(event) == ["Giovanni Rossi", "Chidi Okafor", "Mitja Skerk"]
    assert Player.objects.filter(full_name__startswith="Rossi").count() == 0


def test_a_line_can_say_that_somebody_else_is_meant(event: Event) -> None:
    enter(event, "Rossi Giovanni; person: new")
    assert list_entered(event) == ["Rossi Giovanni"]
    assert Membership.objects.filter(player__full_name="Rossi Giovanni").count() == 1


def test_of_several_members_of_a_name_the_line_has_to_say_which(event: Event) -> None:
    club = event.tournament.club
    members.enrol(club=club, player=a_player("Giovanni Rossi"), by=director_of(club))
    (line,) = read_names(event=event, text="Rossi Giovanni", with_records=True)
    assert (line.standing, len(line.choices)) == (LineStatus.NAMESAKES, 2)
    code = line.choices[0][0]
    enter(event, f"Rossi Giovanni; person: {code}")
    assert list_entered(event) == ["Giovanni Rossi"]


def test_another_form_of_the_first_name_is_asked_for(event: Event) -> None:
    (line,) = read_names(event=event, text="Gianni Rossi", with_records=True)
    assert (line.standing, line.near) == (LineStatus.NEW, ("Giovanni Rossi",))


def preview(event: Event, names: str, client: Client) -> Any:
    client.force_login(director_of(event.tournament.club))
    return client.post(path_of(event, "desk/names/"), {"names": names})


def press(event: Event, client: Client, previewed: Any, **fields: str) -> Any:
    context = previewed.context
    lines = [line.text for line in context["checked"]]
    data = {"names": context["posted"]["names"], "was": context["was"], "line": lines, "enter": "1"}
    return client.post(
        path_of(event, "desk/names/"), {**data, "key": key(), "version": event.version, **fields}
    )


def test_the_page_asks_whether_a_similar_name_is_the_same_person(event: Event, client: Client) -> None:
    previewed = preview(event, "Giovani Rossi\nRossi Giovanni", client)
    page = previewed.content.decode()
    assert 'name="same-0"' in page
    assert "Rossi Giovanni is read as Giovanni Rossi." in page
    previewed = preview(event, "Giovani Rossi", client)
    press(event, client, previewed, **{"same-0": "Giovanni Rossi"})
    assert list_entered(event) == ["Giovanni Rossi"]


def test_the_page_says_of_whom_a_similar_name_can_mean_that_they_are_entered(
    event: Event, client: Client
) -> None:
    enter(event, "Giovanni Rossi")
    event.refresh_from_db()
    previewed = preview(event, "Gianni Rossi\nChidi Okafo\n", client)
    options = [who for people in previewed.context["same_people"].values() for _text, who in people.options]
    assert options == ["Giovanni Rossi · already entered", "Chidi Okafor"]


def test_the_page_enters_another_person_if_chosen(event: Event, client: Client) -> None:
    press(event, client, preview(event, "Rossi Giovanni", client), **{"person-0": "new"})
    assert list_entered(event) == ["Rossi Giovanni"]


def withdraw_all(event: Event) -> None:
    for entry in event.entries.all():
        entries.withdraw(entry=entry, by=director_of(event.tournament.club))


def test_people_of_a_withdrawn_list_are_reinstated_by_entering_them_again(
    event: Event, client: Client
) -> None:
    enter(event, "Giovanni Rossi\nChidi Okafor")
    withdraw_all(event)
    event.refresh_from_db()
    previewed = preview(event, "Giovanni Rossi\nChidi Okafor\nMitja Skerk", client)
    assert [line.standing for line in previewed.context["checked"]] == ["withdrawn", "withdrawn", "member"]
    assert previewed.context["entry_count"] == 3
    press(event, client, previewed)
    assert list_entered(event) == ["Giovanni Rossi", "Chidi Okafor", "Mitja Skerk"]


def test_a_list_of_withdrawn_people_alone_is_sent_twice_without_harm(event: Event) -> None:
    enter(event, "Giovanni Rossi\nChidi Okafor")
    withdraw_all(event)
    by, sent = director_of(event.tournament.club), key()
    first = entries.enter_names(event=event, names="Giovanni Rossi\nChidi Okafor", by=by, key=sent)
    again = entries.enter_names(event=event, names="Giovanni Rossi\nChidi Okafor", by=by, key=sent)
    assert (first.pk, list_entered(event)) == (again.pk, ["Giovanni Rossi", "Chidi Okafor"])


def test_the_waiting_list_takes_withdrawn_people_again(event: Event) -> None:
    enter(event, "Giovanni Rossi")
    withdraw_all(event)
    by = director_of(event.tournament.club)
    entries.enter_waiting(event=event, names="Giovanni Rossi\nChidi Okafor", by=by, key=key())
    assert list(event.entries.values_list("presence", flat=True)) == ["waiting", "waiting"]


def test_the_api_reads_reordered_names_as_members_and_says_so(event: Event) -> None:
    by = director_of(event.tournament.club)
    token = tokens.create_token(by=by, name="Desk", scope=event.tournament.club, may_write=True, days=1)
    answer = Client().post(
        f"/api/v1/events/{event.pk}/entries/",
        {"names": ["Rossi Giovanni", "Okafor Chidi; person: new"], "version": event.version},
        content_type="application/json",
        headers={"Authorization": f"Bearer {token.secret}"},
    )
    assert answer.status_code == 201, answer.content
    assert answer.json()["reordered"] == [{"written": "Rossi Giovanni", "name": "Giovanni Rossi"}]
    assert list_entered(event) == ["Giovanni Rossi", "Okafor Chidi"]


def test_a_short_name_has_to_be_answered_and_the_only_person_is_chosen(event: Event, client: Client) -> None:
    club = event.tournament.club
    for name in ("Tullio Cergol", "Carlo Verdi", "Clara Verdi"):
        members.enrol(club=club, player=a_player(name), by=director_of(club))
    previewed = preview(event, "Cergol T.\nVerdi C.\nGiovani Rossi", client)
    people = previewed.context["same_people"]
    assert [(people[place].is_short, people[place].guess) for place in range(3)] == [
        (True, "Tullio Cergol"),
        (True, ""),
        (False, ""),
    ]
    page = " ".join(previewed.content.decode().split())
    assert '<option value="Tullio Cergol" selected>Tullio Cergol</option>' in page
    assert (
        'name="same-1" required> <option value="">Choose</option> <option value="Verdi C.">a new player'
        in page
    )
    press(event, client, previewed, **{"same-0": "Tullio Cergol", "same-1": "Carlo Verdi"})
    assert list_entered(event) == ["Tullio Cergol", "Carlo Verdi", "Giovani Rossi"]


def test_a_namesake_who_is_entered_is_left_out_unless_another_is_chosen(event: Event, client: Client) -> None:
    members.enrol(
        club=event.tournament.club, player=a_player("Giovanni Rossi"), by=director_of(event.tournament.club)
    )
    (line,) = read_names(event=event, text="Giovanni Rossi", with_records=True)
    enter(event, f"Giovanni Rossi; person: {line.choices[0][0]}")
    event.refresh_from_db()
    previewed = preview(event, "Giovanni Rossi\nMitja Skerk", client)
    page = " ".join(previewed.content.decode().split())
    assert 'name="person-0"> <option value=""> leave out </option>' in page
    press(event, client, previewed)
    assert list_entered(event) == ["Giovanni Rossi", "Mitja Skerk"]
