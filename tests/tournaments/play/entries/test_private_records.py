"""Who runs a tournament without an office in the club learns nothing from the records of its members."""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.test import Client

from matches.models import Player, User
from rules.errors import Refusal
from tests.factories import a_user
from tests.tournaments.club_evenings import director_of
from tests.tournaments.play.event_pages.test_views_public import path_of
from tests.tournaments.registration.registrations import an_open_event, keys_of, sign_up
from tournaments.models import Event, MemberRecord, Membership
from tournaments.people.services import members
from tournaments.play.entrants.queries.namesake_facts import describe_former_members
from tournaments.registration.models import EventSignUp, Registration
from tournaments.registration.queries.unclear_names import list_person_choices
from tournaments.registration.services import entering

pytestmark = pytest.mark.django_db
NEW_KEYS = re.compile(r'(name="(csrfmiddlewaretoken|key)" value|nonce)="[^"]*"')
# Lines that the records would answer: a home club, a year of birth, in brackets or as the club.
LINES = (
    "Vito Lorusso (Otley)",
    "Vito Lorusso; Otley",
    "Vito Lorusso (1950)",
    "Ugo Re (Leeds)",
    "Ugo Re (Otley)",
    "Ugo Re (1948)",
    "Re Ugo (1948)",
    "Ugo Re",
    "Ida Po (1933)",
)


@pytest.fixture
def event() -> Event:
    """A tournament of a club with members of known home club and year of birth, one of them a former one."""
    event = an_open_event()
    enrol(event, "Vito Lorusso", "jun.", home_club="Bari", birth_year=1985)
    enrol(event, "Vito Lorusso", "sen.", home_club="Otley", birth_year=1950)
    enrol(event, "Ugo Re", home_club="Leeds", birth_year=1948)
    former = enrol(event, "Ida Po", birth_year=1933, left_on=date(1999, 5, 1))
    joined_at = datetime(2026, 1, 1, tzinfo=UTC)
    Membership.objects.filter(player=former).update(joined_at=joined_at, left_at=joined_at)
    return event


def enrol(event: Event, name: str, distinction: str = "", **values: Any) -> Player:
    """Return a new member with a record of these values."""
    club = event.tournament.club
    line = f"{name}; person: new" if distinction else name
    row = members.enrol_by_name(club=club, name=line, distinction=distinction, by=director_of(club))
    record, _is_new = MemberRecord.objects.get_or_create(membership=row, club=club)
    MemberRecord.objects.filter(pk=record.pk).update(**values)
    assert row.player is not None
    return row.player


def an_official(event: Event) -> User:
    """Return somebody who runs the tournament and has no office in the club."""
    user = a_user("official")
    event.tournament.desk.officials.add(user)
    return user


def read_page(client: Client, path: str, **data: str) -> tuple[int, str]:
    """Return status and text of an answer, without keys that are new in every page."""
    answer = client.post(path, data) if data else client.get(path)
    return answer.status_code, re.sub(
        r'(name="(csrfmiddlewaretoken|key)" value|nonce)="[^"]*"', "", answer.text
    )


def preview_lines(client: Client, event: Event) -> list[tuple[int, str]]:
    """Return the previews of the entry box."""
    return [read_page(client, path_of(event, "desk/names/"), names=f"{line}\nAda Bo\n") for line in LINES]


def read_api(client: Client, event: Event) -> list[tuple[int, object]]:
    """Return what the API says of each line that it refuses."""
    path = f"/api/v1/events/{event.pk}/entries/"
    answers = [client.post(path, {"names": [line]}, content_type="application/json") for line in LINES[:3]]
    return [(answer.status_code, answer.json()) for answer in answers]


def show_players_to_choose(client: Client, event: Event) -> list[tuple[int, str]]:
    """Return the page of players to choose from, with the former members."""
    return [read_page(client, path_of(event, "desk/regulars/"))]


@pytest.mark.parametrize("read", [preview_lines, read_api, show_players_to_choose])
def test_the_records_make_no_difference_to_an_official_of_the_tournament(
    client: Client, event: Event, read: Callable[[Client, Event], list[Any]]
) -> None:
    client.force_login(an_official(event))
    with_records = read(client, event)
    MemberRecord.objects.all().delete()
    assert [status for status, _answer in with_records if status not in (200, 409)] == []
    assert read(client, event) == with_records


def test_a_director_of_the_club_is_told_by_the_records(client: Client, event: Event) -> None:
    client.force_login(director_of(event.tournament.club))
    with_records = preview_lines(client, event)
    players = show_players_to_choose(client, event)
    MemberRecord.objects.all().delete()
    differing = zip(LINES, with_records, preview_lines(client, event), strict=True)
    assert [line for line, one, other in differing if one != other] == [
        "Vito Lorusso (Otley)",
        "Vito Lorusso; Otley",
        "Vito Lorusso (1950)",
        "Ugo Re (Otley)",
        "Ugo Re (1948)",
        "Re Ugo (1948)",
        "Ida Po (1933)",
    ]
    assert show_players_to_choose(client, event) != players


def test_the_year_of_leaving_in_a_record_is_private(event: Event) -> None:
    club, former = event.tournament.club_id, Player.objects.get(full_name="Ida Po").pk
    texts = [describe_former_members(club, [former], with_records=each)[former] for each in (True, False)]
    assert texts == ["former member, left 1999", "former member"]


def test_sign_ups_are_told_apart_by_records_for_officers_alone(event: Event) -> None:
    row = sign_up(event, "Vito Lorusso", club="Otley")
    registration = Registration.objects.get(tournament=event.tournament)
    with pytest.raises(Refusal) as raised:
        entering.enter_sign_ups(registration=registration, places=None, by=an_official(event))
    assert raised.value.code == "sign_up_name_shared"
    by = director_of(event.tournament.club)
    entering.enter_sign_ups(registration=registration, places=None, by=by)
    assert EventSignUp.objects.get(pk=keys_of(row)[0]).player == Player.objects.get(distinction="sen.")


def test_an_official_is_proposed_no_member_by_the_address_of_the_record(event: Event) -> None:
    senior = Player.objects.get(distinction="sen.")
    MemberRecord.objects.filter(membership__player=senior).update(email="sen@mailbox.example")
    place = EventSignUp.objects.get(
        pk=keys_of(sign_up(event, "Vito Lorusso", email="sen@mailbox.example"))[0]
    )
    proposals = [
        list_person_choices([place], {}, with_records=each)[place.pk].answer for each in (True, False)
    ]
    assert proposals == [senior.code, ""]
