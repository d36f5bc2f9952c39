"""Two members of one name: added only when the manager says so, and listed with a distinction."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.actors import SYSTEM
from matches.models import Player, PlayerChange
from matches.services import merging
from rules.errors import Refusal
from tests.page_forms import read_forms
from tests.tournaments import club_evenings
from tournaments.importing.queries.listed_names import list_names
from tournaments.importing.services import member_enrolment
from tournaments.models import Club, Membership
from tournaments.people.queries.members import get_members
from tournaments.people.services import members
from tournaments.play.entries.services import entries

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return club_evenings.a_club()


@pytest.fixture
def manager(client: Client, club: Club) -> Client:
    client.force_login(club_evenings.director_of(club))
    return client


def enrol(club: Club, line: str, **fields: Any) -> Membership:
    return members.enrol_by_name(club=club, name=line, by=club_evenings.director_of(club), **fields)


def names_of(club: Club) -> list[str]:
    return [str(row.player) for row in get_members(club) if row.player is not None]


@pytest.mark.parametrize("name", ["Anna Bianchi", "anna  bianchi", "Bianchi, Anna"])
def test_a_current_member_is_not_added_again(club: Club, name: str) -> None:
    enrol(club, "Anna Bianchi")
    with pytest.raises(Refusal) as refused:
        enrol(club, name)
    assert (refused.value.code, refused.value.context["name"]) == ("already_member", "Anna Bianchi")
    assert names_of(club) == ["Anna Bianchi"]


def test_a_former_member_returns(club: Club) -> None:
    anna = enrol(club, "Anna Bianchi")
    members.leave(membership=anna, by=club_evenings.director_of(club))
    assert enrol(club, "anna bianchi") == anna
    assert names_of(club) == ["Anna Bianchi"]


@pytest.mark.parametrize(
    ("line", "fields", "second"),
    [
        ("Anna Bianchi; person: other", {}, "Anna Bianchi ({code})"),
        ("Anna Bianchi; person: new", {}, "Anna Bianchi ({code})"),
        ("Anna Bianchi; club: Leeds; person: other", {}, "Anna Bianchi (Leeds)"),
        ("Anna Bianchi; ITA; persona: altra", {}, "Anna Bianchi (ITA)"),
        ("Anna Bianchi; person: other", {"distinction": "Via Roma"}, "Anna Bianchi (Via Roma)"),
    ],
)
def test_another_person_of_a_name_has_a_distinction(
    club: Club, line: str, fields: dict[str, str], second: str
) -> None:
    first_player = enrol(club, "Anna Bianchi").player
    second_player = enrol(club, line, **fields).player
    assert first_player is not None
    assert second_player is not None
    first_player.refresh_from_db()
    assert first_player != second_player
    assert first_player.name == f"Anna Bianchi ({first_player.code})"
    assert second_player.name == second.format(code=second_player.code)
    assert sorted(names_of(club)) == sorted([first_player.name, second_player.name])


def test_details_of_the_first_of_a_name_are_used_once_there_is_another(club: Club) -> None:
    assert str(enrol(club, "Anna Bianchi; club: Leeds").player) == "Anna Bianchi"
    enrol(club, "Anna Bianchi; person: other", distinction="jun.")
    assert names_of(club) == ["Anna Bianchi (jun.)", "Anna Bianchi (Leeds)"]


def test_the_distinction_of_a_member_is_changed_and_taken_away(club: Club) -> None:
    by = club_evenings.director_of(club)
    first, second = enrol(club, "Anna Bianchi"), enrol(club, "Anna Bianchi; person: other")
    members.distinguish_member(membership=first, distinction=" Via  Roma ", by=by)
    members.distinguish_member(membership=second, distinction="jun.", by=by)
    assert names_of(club) == ["Anna Bianchi (jun.)", "Anna Bianchi (Via Roma)"]
    with pytest.raises(Refusal) as refused:
        members.distinguish_member(membership=second, distinction="via roma", by=by)
    assert refused.value.code == "distinction_taken"
    members.distinguish_member(membership=second, distinction="", by=by)
    assert second.player is not None
    assert sorted(names_of(club)) == sorted(
        [f"Anna Bianchi ({second.player.code})", "Anna Bianchi (Via Roma)"]
    )
    members.distinguish_member(membership=enrol(club, "Bo"), distinction="x" * 40, by=by)
    with pytest.raises(Refusal, match="distinction_too_long"):
        members.distinguish_member(membership=first, distinction="x" * 41, by=by)


@pytest.mark.parametrize(
    ("address", "entered", "status"),
    [
        ("enrol/", {"name": "x" * 400, "distinction": "from Leeds"}, 400),
        ("enrol/", {"name": "<b>No</b>", "distinction": "of Leeds"}, 409),
        ("appoint/", {"username": "", "role": "helper"}, 400),
        ("{second}/distinguish/", {"distinction": "sen."}, 409),
        ("{director}/appoint/", {"role": "helper"}, 409),
    ],
)
def test_refused_forms_of_the_member_list_keep_what_was_entered(
    club: Club, manager: Client, address: str, entered: dict[str, str], status: int
) -> None:
    enrol(club, "Anna Bianchi", distinction="sen.")
    second = enrol(club, "Anna Bianchi; person: other", distinction="jun.")
    director = Membership.objects.get(user=club_evenings.director_of(club))
    path = reverse("members", args=[club.slug]) + address.format(second=second.pk, director=director.pk)

    answer = manager.post(path, entered)

    form = next(form for form in read_forms(answer.content.decode()) if form.action == path).data()
    assert (answer.status_code, {name: form.get(name) for name in entered}) == (status, entered)


def test_what_a_manager_typed_stays_in_events(club: Club) -> None:
    enrol(club, "Anna Bianchi", distinction="sen.")
    enrol(club, "Anna Bianchi; person: other", distinction="jun.")
    event = club_evenings.a_night(
        club, ("Anna Bianchi (jun.); club: Leeds", "Anna Bianchi (sen.); club: York", "Bo", "Carla")
    )
    assert [entry.player.name for entry in event.entries.order_by("number")] == [
        "Anna Bianchi (jun.)",
        "Anna Bianchi (sen.)",
        "Bo",
        "Carla",
    ]


def test_a_namesake_of_an_event_is_distinguished_from_a_member_who_is_not_in_it(club: Club) -> None:
    first = enrol(club, "John Smith").player
    by = club_evenings.director_of(club)
    event = club_evenings.a_night(club, ("Bo", "Carla", "Dora", "Eve"))
    assert first is not None
    members.enrol_by_name(club=club, name="John Smith; person: other", distinction="Leeds", by=by)
    first.refresh_from_db()
    assert (event.pk > 0, first.name) == (True, f"John Smith ({first.code})")
    assert Player.objects.filter(full_name="John Smith", distinction="").count() == 0


def test_a_line_is_of_one_person(club: Club) -> None:
    with pytest.raises(Refusal) as refused:
        enrol(club, "Anna Bianchi / Bo Jensen")
    assert refused.value.code == "member_is_pair"
    assert names_of(club) == []


def test_the_page_offers_both_choices(manager: Client, club: Club) -> None:
    address = reverse("enrol", args=[club.slug])
    assert manager.post(address, {"name": "Anna Bianchi"}).status_code == 303
    answer = manager.post(address, {"name": "anna  bianchi"})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "There is already a member Anna Bianchi." in page
    assert 'name="another" value="1"' in page
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert f'href="{reverse("members", args=[club.slug])}"' in page
    fields = {"name": "anna  bianchi", "another": "1", "distinction": "Via Roma"}
    assert manager.post(address, fields).status_code == 303
    assert "anna bianchi (Via Roma)" in names_of(club)
    row = Membership.objects.get(player__distinction="Via Roma")
    change = reverse("member-action", args=[club.slug, row.pk, "distinguish"])
    assert manager.post(change, {"distinction": "jun."}).status_code == 303
    assert "anna bianchi (jun.)" in names_of(club)


def test_the_api_refuses_and_understands_the_same(manager: Client, club: Club) -> None:
    path = f"/api/v1/clubs/{club.slug}/members/"

    def post(address: str, **data: str | None) -> tuple[int, Any]:
        answer = manager.post(address, data, content_type="application/json")
        return answer.status_code, answer.json()

    assert post(path, name="Anna Bianchi")[0] == 201
    code, problem = post(path, name="Anna Bianchi")
    assert (code, problem["code"]) == (409, "already_member")
    code, row = post(path, name="Anna Bianchi; person: other", distinction="jun.")
    assert (code, row["player"]["name"]) == (201, "Anna Bianchi (jun.)")
    code, row = post(f"{path}{row['number']}/distinguish/", distinction="Via Roma")
    assert (code, row["player"]["name"]) == (200, "Anna Bianchi (Via Roma)")
    for nothing in ({}, {"distinction": None}):
        code, row = post(f"{path}{row['number']}/distinguish/", **nothing)
        assert (code, row["player"]["name"]) == (200, f"Anna Bianchi ({row['player']['code']})")


def test_a_league_list_names_members_by_their_distinction(club: Club) -> None:
    enrol(club, "Anna Bianchi", distinction="sen.")
    enrol(club, "Anna Bianchi; person: other", distinction="jun.")
    event = club_evenings.a_night(club, ("Bo", "Carla", "Dora", "Eve"))
    by = club_evenings.director_of(club)
    with pytest.raises(Refusal, match="namesakes_unclear"):
        entries.get_or_create_player(event=event, name="Anna Bianchi", by=by)
    player = entries.get_or_create_player(event=event, name="Anna Bianchi (jun.)", by=by)
    assert player.name == "Anna Bianchi (jun.)"


def test_members_merged_into_one_person_need_no_distinction(club: Club) -> None:
    first, second = (enrol(club, line).player for line in ("Anna Bianchi", "Anna Bianchi; person: other"))
    assert first is not None
    assert second is not None
    merge = merging.merge_players(keep=first, absorb=second, by=SYSTEM, reason="One person")
    assert names_of(club) == ["Anna Bianchi"]
    merging.undo_merge(merged=merge, by=SYSTEM, reason="Two people")
    assert sorted(names_of(club)) == sorted(f"Anna Bianchi ({player.code})" for player in (first, second))


def test_an_imported_list_distinguishes_its_new_namesakes(club: Club) -> None:
    enrol(club, "Anna Bianchi")
    member_enrolment.enrol_people(
        club=club, people=list_names(["Anna Bianci"]), choices={0: "new"}, by=club_evenings.director_of(club)
    )
    other = Player.objects.get(full_name="Anna Bianci")
    merging.correct_name(player=other, name="Anna Bianchi", by=SYSTEM)
    names = list(Player.objects.order_by("pk").values_list("name", flat=True))
    assert all(name.startswith("Anna Bianchi (") for name in names)


def test_a_member_entered_as_another_person_is_not_proposed_as_the_same(client: Client) -> None:
    club = club_evenings.a_club()
    first, second = (enrol(club, line).player for line in ("Anna Bianchi", "Anna Bianchi; person: other"))
    assert first is not None
    assert second is not None
    changes = PlayerChange.objects.values_list("kind", "player", "other")

    assert list(changes) == [(PlayerChange.APART, second.pk, first.pk)]
