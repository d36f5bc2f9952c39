"""What a list marks as paid is recorded as the preview shows it, by whichever way the list is entered."""

import re
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
from tournaments.play.entries.services import entries
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


def read_options(page: str, name: str) -> list[str]:
    """Return the values that a select of the preview offers."""
    return next(control.options for control in form_of(page).controls if control.name == name)


def test_a_namesake_of_somebody_entered_is_to_be_chosen_and_payment_shown(
    client: Client, event: Event
) -> None:
    by_phone, other = enrol(event, "David Brown"), enrol(event, "David Brown")
    entries.enter_names(
        event=event, names=f"David Brown; person: {by_phone.code}", by=director(event), key="by-phone"
    )
    page = paste(client, event, "David Brown; paid: 8.00\nSue Hartley; paid: yes")
    assert "Check 1 line:" in " ".join(page.split())
    assert read_options(page, "person-0") == ["", by_phone.code, other.code, "new"]
    assert len(re.findall(r'<td class="numeric">\s*€8\.00\s*</td>', page)) == 2
    assert 'name="another"' not in page
    add(client, page, **{"person-0": other.code})
    paid = {one.player.pk: (one.owes, one.paid) for one in accounts.list_accounts(event)}
    assert paid.pop(by_phone.pk) == (800, 0)
    assert paid.pop(other.pk) == (0, 800)
    assert list(paid.values()) == [(0, 800)]


def test_the_one_who_is_entered_already_can_be_meant(client: Client, event: Event) -> None:
    by_phone, _other = enrol(event, "David Brown"), enrol(event, "David Brown")
    entries.enter_names(
        event=event, names=f"David Brown; person: {by_phone.code}", by=director(event), key="by-phone"
    )
    page = paste(client, event, "David Brown; paid: 8.00\nSue Hartley; paid: yes")
    add(client, page, **{"person-0": by_phone.code})
    assert list_dues(event) == {"David Brown": (800, 0), "Sue Hartley": (0, 800)}


def test_the_payment_of_a_chosen_or_ticked_namesake_is_recorded(client: Client, event: Event) -> None:
    first, second = enrol(event, "David Brown"), enrol(event, "David Brown")
    entries.enter_names(event=event, names="Ann Lee", by=director(event), key="by-phone")
    page = paste(client, event, "David Brown; paid: 5\nAnn Lee; paid: yes\nSue Hartley; paid: yes")
    assert "Record the 1 marked as paid (€8.00) as received?" in " ".join(page.split())
    add(client, page, **{"person-0": second.code, "another": "1"})
    rows = [(one.player.full_name, one.owes, one.paid) for one in accounts.list_accounts(event)]
    assert sorted(rows) == [
        ("Ann Lee", 0, 800),
        ("Ann Lee", 800, 0),
        ("David Brown", 300, 500),
        ("Sue Hartley", 0, 800),
    ]
    assert not event.entries.filter(player=first).exists()


def test_a_sum_that_differs_from_the_preview_is_shown_before_it_is_recorded(
    client: Client, event: Event
) -> None:
    page = paste(client, event, "Sue Hartley; paid: 8.00")
    form = form_of(page)
    data = form.data() | {"enter": "1"}
    refused = client.post(form.action, data | {"line": "Sue Hartley; paid: 5.00"})
    assert refused.status_code == 409
    page = refused.content.decode()
    assert "Record the 1 marked as paid (€5.00) as received?" in " ".join(page.split())
    add(client, page)
    assert list_dues(event) == {"Sue Hartley": (300, 500)}


def test_payments_of_a_line_that_lost_its_mark_are_not_dropped_silently(client: Client, event: Event) -> None:
    form = form_of(paste(client, event, "Sue Hartley; paid: 8.00"))
    refused = client.post(form.action, form.data() | {"enter": "1", "line": "Sue Hartley"})
    assert (refused.status_code, event.entries.count()) == (409, 0)


def test_payments_are_recorded_for_the_waiting_list(client: Client, event: Event) -> None:
    form = form_of(paste(client, event, "Sue Hartley; paid: 8.00"))
    assert client.post(form.action, form.data() | {"wait": "1"}).status_code == 303
    assert list_dues(event) == {"Sue Hartley": (0, 800)}
