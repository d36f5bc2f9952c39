"""Names typed for a late entry or a replacement: read, checked and chosen as in the entry box."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client

from matches.models import Player
from tests.factory_recordings import replayed
from tests.tournaments import club_evenings
from tournaments.models import Event, Membership
from tournaments.people.services import members
from tournaments.web.decorators import event_url

pytestmark = pytest.mark.django_db


@pytest.fixture
@replayed
def event() -> Event:
    """Return an event of three; Giuseppe Verdi and two people named Mario Rossi are members too."""
    club = club_evenings.a_club()
    by = club_evenings.director_of(club)
    members.enrol_by_name(club=club, name="Giuseppe Verdi", by=by)
    members.enrol_by_name(club=club, name="Mario Rossi", by=by, distinction="Pisa")
    members.enrol_by_name(club=club, name="Mario Rossi; person: new", by=by, distinction="senior")
    return club_evenings.a_night(club, ("Ada", "Bruno", "Carla"))


@pytest.fixture
def desk(client: Client, event: Event) -> Client:
    client.force_login(club_evenings.director_of(event.tournament.club))
    return client


CHANGES = [{"act": "late", "flight": "main"}, {"act": "substitute", "entry": "3"}]


def preview(desk: Client, event: Event, change: dict[str, str], **fields: str) -> HttpResponse:
    answer: HttpResponse = desk.get(event_url("desk-change", event), {**change, **fields})  # type: ignore[assignment]
    return answer


def apply(desk: Client, event: Event, change: dict[str, str], **fields: str) -> HttpResponse:
    answer: HttpResponse = desk.post(event_url("desk-change", event), {**change, **fields})  # type: ignore[assignment]
    return answer


def text_of(answer: HttpResponse) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def names_of(event: Event) -> set[str]:
    return set(event.entries.values_list("player__full_name", flat=True))


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", ["Verdi", "Giusepe Verdi"])
def test_a_name_like_a_members_can_be_changed_to_it(
    desk: Client, event: Event, change: dict[str, str], name: str
) -> None:
    page = preview(desk, event, change, name=name)
    text = text_of(page)
    assert f"{name} new" in text
    question = f"{name} looks like Giuseppe Verdi: the same person?"
    assert f"{question} If not, a new player is added, who is no member of the club." in text
    assert '<input type="hidden" name="name" value="Giuseppe Verdi">' in page.content.decode()
    players = Player.objects.count()
    known = preview(desk, event, change, name="Giuseppe Verdi")
    assert "Giuseppe Verdi club player" in text_of(known)
    assert "the same person?" not in text_of(known)
    assert apply(desk, event, change, name="Giuseppe Verdi").status_code == 303
    assert (Player.objects.count(), "Giuseppe Verdi" in names_of(event)) == (players, True)


@pytest.mark.parametrize("change", CHANGES)
def test_a_name_in_another_order_is_the_member_or_by_a_button_somebody_new(
    desk: Client, event: Event, change: dict[str, str]
) -> None:
    page = preview(desk, event, change, name="Verdi Giuseppe")
    assert "Giuseppe Verdi club player Verdi Giuseppe is read as Giuseppe Verdi." in text_of(page)
    other = preview(desk, event, change, name="Verdi Giuseppe", person="new")
    assert "Verdi Giuseppe new" in text_of(other)


@pytest.mark.parametrize("change", CHANGES)
def test_a_name_of_two_members_is_chosen(desk: Client, event: Event, change: dict[str, str]) -> None:
    page = preview(desk, event, change, name="Mario Rossi")
    html = page.content.decode()
    pisa = Player.objects.get(memberships__distinction="Pisa")
    option = re.search(rf'<option value="{pisa.code}">([^<]+)</option>', html)
    assert option is not None
    assert option[1].startswith("Pisa, ")
    assert '<option value="new">a new player</option>' in html
    assert 'class="refusal"' not in html
    assert "Name: Mario Rossi (Pisa)" in text_of(
        preview(desk, event, change, name="Mario Rossi", person=pisa.code)
    )
    name = f"Mario Rossi; person: {pisa.code}"
    assert apply(desk, event, change, name=name).status_code == 303
    assert event.entries.filter(player=pisa).exists()


def test_another_person_than_the_one_entered_is_chosen(desk: Client, event: Event) -> None:
    late = CHANGES[0]
    pisa = Player.objects.get(memberships__distinction="Pisa")
    senior = Player.objects.get(memberships__distinction="senior")
    assert apply(desk, event, late, name="Mario Rossi", person=pisa.code).status_code == 303
    page = preview(desk, event, late, name="Mario Rossi")
    assert page.status_code == 409
    assert re.findall(
        r'<option value="([^"]+)"', page.content.decode().split('id="person"')[1].split("</select>")[0]
    ) == [
        senior.code,
        "new",
    ]
    assert apply(desk, event, late, name="Mario Rossi", person="new").status_code == 303
    assert event.entries.filter(player__full_name="Mario Rossi").count() == 2


@pytest.mark.parametrize("name", ["bye", "Nova Persona"])
def test_a_refused_change_adds_nobody(desk: Client, event: Event, name: str) -> None:
    people = (Player.objects.count(), Membership.objects.count())
    late = {"act": "late", "flight": "no-such-flight"}
    assert apply(desk, event, late, name=name).status_code >= 400
    assert (Player.objects.count(), Membership.objects.count()) == people


def test_the_api_names_members_whom_new_players_resemble(desk: Client, event: Event) -> None:
    path = f"/api/v1/events/{event.pk}"
    similar = [{"name": "Giusepe Verdi", "near": ["Giuseppe Verdi"]}]
    change = {"act": "late", "name": "Giusepe Verdi", "flight": "main"}
    previewed = desk.post(f"{path}/changes/preview/", change, content_type="application/json")
    assert (previewed.status_code, previewed.json()["similar"]) == (200, similar)
    names = {"names": ["Giusepe Verdi", "Nina Nova"]}
    entered = desk.post(f"{path}/entries/", names, content_type="application/json")
    assert (entered.status_code, entered.json()["similar"]) == (201, similar)


def test_an_undone_entry_takes_out_the_member_it_made_and_redo_brings_them_back(
    desk: Client, event: Event
) -> None:
    club = event.tournament.club
    known = set(club.memberships.values_list("player__full_name", flat=True))
    assert apply(desk, event, CHANGES[0], name="Nina Nova").status_code == 303
    assert apply(desk, event, CHANGES[0], name="Giuseppe Verdi").status_code == 303

    def undo_or_redo(action: str) -> set[str]:
        assert desk.post(event_url(f"desk-{action}", event)).status_code == 303
        return set(club.memberships.filter(left_at=None).values_list("player__full_name", flat=True)) - known

    assert undo_or_redo("undo") == {"Nina Nova"}
    assert undo_or_redo("undo") == set()
    assert "Nina Nova" not in names_of(event)
    assert undo_or_redo("redo") == {"Nina Nova"}
    assert "Nina Nova" in names_of(event)
