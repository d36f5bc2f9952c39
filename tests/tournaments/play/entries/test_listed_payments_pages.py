"""What a list marks as paid is recorded as the preview shows it, by whichever way the list is entered."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from matches.models import Player
from tests.factories import a_player
from tests.page_forms import PageForm, form_with, read_forms
from tests.tournaments.club_evenings import a_club, director_of
from tests.tournaments.finances.fee_factories import director, with_money
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.finances.models import Receipt
from tournaments.finances.queries import accounts
from tournaments.finances.services.funds import FundOptions
from tournaments.models import Event
from tournaments.people.services import members
from tournaments.play.tournaments.services import tournaments

pytestmark = pytest.mark.django_db

FILE = (
    "Name;Status;Fee;Paid;Arriving late?\nSue Hartley;Member;8.00;y;\nJanet Ackroyd;Member;8.00;no;\n"
    "Zoltan Fekete;Guest;12.00;yes;\nIsaac Lumb;Junior;4.00;paid;\nMark Dyson;Member;8.00;;yes\n"
)
PAID = {
    "Sue Hartley": (0, 800),
    "Janet Ackroyd": (800, 0),
    "Zoltan Fekete": (0, 800),
    "Isaac Lumb": (400, 400),
    "Mark Dyson": (800, 0),
}


@pytest.fixture
def event(client: Client) -> Event:
    """A tournament of a club with a fee of 8.00 for everybody, its director signed in."""
    club = a_club()
    event = tournaments.create_knockout_tournament(
        club=club,
        name="Monday",
        starts_at=timezone.now(),
        length=5,
        consolation_length=3,
        tables=8,
        by=director_of(club),
    )
    with_money(event, FundOptions(fee=8_00, template="winner"))
    client.force_login(director(event))
    return event


def enrol(event: Event, name: str) -> Player:
    player = a_player(name)
    members.enrol(club=event.tournament.club, player=player, by=director(event))
    return player


def list_dues(event: Event) -> dict[str, tuple[int, int]]:
    """Return the amount due and the amount paid of each player, in cents."""
    return {one.player.full_name: (one.owes, one.paid) for one in accounts.list_accounts(event)}


def form_of(page: str) -> PageForm:
    """Return the form of the names on a page, which has the button that adds them."""
    return next(form for form in read_forms(page) if any(name == "enter" for _, name, _ in form.buttons))


def paste(client: Client, event: Event, text: str) -> str:
    """Return the page with the preview of a list typed into the box of the desk."""
    page = client.get(path_of(event, "desk/")).content.decode()
    form = form_with(page, "Check the names")
    return press(client, form, "Check the names", names=text).content.decode()


def upload(client: Client, event: Event, text: str) -> str:
    """Return the page with the preview of a list from a file."""
    file = SimpleUploadedFile("tonight.csv", text.encode())
    page = client.post(path_of(event, "desk/entries-file/"), {"file": file}).content.decode()
    form = form_with(page, "Check the names")
    return press(client, form, "Check the names").content.decode()


def press(client: Client, form: PageForm, button: str, **changes: Any) -> Any:
    """Press a button of a form, with its fields as they are shown but for the changes."""
    return client.post(form.action, form.data(button) | changes)


def add(client: Client, page: str, **changes: Any) -> Any:
    """Press the button that adds what a preview shows, with its fields as shown but for the changes."""
    form = form_of(page)
    response = client.post(form.action, form.data() | {"enter": "1"} | changes)
    assert response.status_code == 303, response.content.decode()
    return response


def test_payments_of_a_file_are_recorded_by_adding_at_once(client: Client, event: Event) -> None:
    page = upload(client, event, FILE)
    assert "Record the 3 marked as paid (€20.00) as received?" in " ".join(page.split())
    add(client, page)
    assert list_dues(event) == PAID
    assert [one.method for one in Receipt.objects.all()] == ["cash"] * 3


def test_payments_of_a_file_are_still_shown_and_recorded_after_checking_again(
    client: Client, event: Event
) -> None:
    page = upload(client, event, FILE)
    for _time in range(2):
        page = press(client, form_with(page, "Check again"), "Check again").content.decode()
        assert "Record the 3 marked as paid (€20.00) as received?" in " ".join(page.split())
    add(client, page)
    assert list_dues(event) == PAID


def test_payments_typed_at_the_desk_are_recorded_in_either_language(client: Client, event: Event) -> None:
    add(client, paste(client, event, "Chidi Okafor; paid: 8.00\nSue Hartley"))
    client.cookies["django_language"] = "it"
    page = client.post(path_of(event, "desk/names/"), {"names": "Vito Lorusso; pagato: sì"}).content.decode()
    lines = [value for name, value in form_of(page).fields if name == "line"]
    assert lines == ["Vito Lorusso; pagato: sì"]
    page = press(client, form_with(page, "Ricontrolla"), "Ricontrolla").content.decode()
    add(client, page)
    assert list_dues(event) == {"Chidi Okafor": (0, 800), "Sue Hartley": (800, 0), "Vito Lorusso": (0, 800)}


def test_payments_are_recorded_with_a_line_that_was_edited(client: Client, event: Event) -> None:
    page = upload(client, event, FILE)
    lines = form_of(page).data()["line"]
    add(client, page, line=[line.replace("Sue Hartley", "Susan Hartley") for line in lines])
    assert list_dues(event) == {name.replace("Sue ", "Susan "): due for name, due in PAID.items()}
