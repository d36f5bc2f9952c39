"""Pages of registration and of a tournament pass axe on phones and laptops, in light and dark."""

from decimal import Decimal

import pytest

from tests import factories
from tests.browser.axe import faults
from tests.browser.conftest import OpenDevice
from tests.browser.phones import PASSWORD
from tests.factory_recordings import replayed
from tests.tournaments.club_evenings import director_of
from tests.tournaments.registration import registrations
from tournaments.models import Event
from tournaments.registration.models import SignUp
from tournaments.registration.queries import personal_links
from tournaments.registration.services import entering, paid_marks, sign_ups
from tournaments.registration.services.registration_settings import (
    EventOptions,
    RegistrationOptions,
    save_settings,
)

NAMES = ("Maximilian Featherstonehaugh-Cholmondeley", "Łukasz Żółć", "Łukasz Zółć", "Dario")


@pytest.fixture
@replayed
def event() -> Event:
    """An event with sign-ups that are confirmed, entered, waiting and withdrawn, and fees by bank
    transfer."""
    event = registrations.an_open_event(capacity=2)
    by = director_of(event.tournament.club)
    by.username, by.is_superuser = "director", True
    by.set_password(PASSWORD)
    by.save()
    save_settings(
        tournament=event.tournament,
        options=RegistrationOptions(
            privacy="None.",
        ),
        events={event.pk: EventOptions(capacity=2, fee=Decimal(40))},
        by=by,
        page_prefix=registrations.PREFIX,
    )
    registrations.add_way(event.tournament, "text", text="By transfer.")
    registrations.add_way(event.tournament, "sepa", holder="Circolo", account="IT60X0542811101000000123456")
    rows = [registrations.sign_up(event, name, is_public=True, is_another=True) for name in NAMES]
    registration = rows[0].registration
    entering.enter_sign_ups(registration=registration, places=registrations.keys_of(rows[0]), by=by)
    paid_marks.set_paid(
        registration=registration, places=registrations.keys_of(rows[0]), method="transfer", by=by
    )
    sign_ups.withdraw_own(
        token=personal_links.get_token(rows[3]), events=None, identity=factories.with_account(by)
    )
    return event


def test_no_page_of_registration_has_a_fault(open_device: OpenDevice, event: Event) -> None:
    public = f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/"
    rows = list(SignUp.objects.order_by("pk"))
    device = open_device()
    assert [line for path in (public, f"{public}sign-up/") for line in faults(device, path)] == []

    device.sign_in()
    paths = [
        *(f"/signed-up/{personal_links.get_token(row)}/" for row in rows),
        *(f"{public}registration/{page}" for page in ("", "settings/", "poster/", f"{rows[1].reference}/")),
        *(f"{public}{page}" for page in ("", "page/", "settings/", "again/", "add/", "officials/")),
        *(f"{public}{event.slug}/desk/{page}" for page in ("", "table-settings/")),
        *("/clubs/", "/players/?q=luk", "/conduct/", f"/d/{event.tournament.desk.code}/conduct/"),
        f"/clubs/{event.tournament.club.slug}/years/2026/",
    ]

    assert [line for path in paths for line in faults(device, path)] == []


def test_one_box_selects_all_registrations_with_a_place(open_device: OpenDevice, event: Event) -> None:
    device = open_device()
    device.sign_in()
    device.open(f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/registration/")
    boxes = device.page.locator("input[name=place]")
    select_all = device.page.get_by_label("Select all who have a place")
    select_all.check()
    rows = device.page.locator("li:has(input[name=place]:checked) strong")
    assert set(rows.all_inner_texts()) == {NAMES[0], NAMES[1]}
    boxes.first.uncheck()
    assert not select_all.is_checked()
