"""Printed pages: each bracket fits one landscape page, and six table cards one page."""

import re

import pytest

from tests import factories
from tests.browser.conftest import OpenDevice
from tests.browser.phones import PASSWORD, Phone
from tests.tournaments import club_evenings
from tournaments.models import Event


def make_names(players: int) -> list[str]:
    return [f"Maximilian Featherstone {number}" for number in range(1, players + 1)]


def a_night_of(names: list[str]) -> Event:
    director = factories.a_user("director", password=PASSWORD)
    return club_evenings.a_night(club_evenings.a_club("Monday Club", director), names)


def pages(device: Phone) -> int:
    """The number of printed pages."""
    return len(re.findall(rb"/Type\s*/Page\b", device.page.pdf(prefer_css_page_size=True)))


@pytest.mark.parametrize("players", [16, 32])
def test_each_bracket_fits_one_page(open_device: OpenDevice, players: int) -> None:
    event = a_night_of(make_names(players))
    laptop = open_device(1280)
    laptop.open(f"/clubs/monday-club/{event.tournament.slug}/{event.slug}/bracket/")
    assert pages(laptop) == 2

    laptop.page.emulate_media(media="print")
    laptop.page.set_viewport_size({"width": 1054, "height": 725})
    names = laptop.page.locator(".bracket-player .name:has-text('Maximilian')")
    cut = names.evaluate_all("names => names.filter((name) => name.scrollWidth > name.clientWidth).length")
    assert (names.count() >= players, cut) == (True, 0)


def test_six_table_cards_fit_one_page(open_device: OpenDevice) -> None:
    event = a_night_of(make_names(4))
    laptop = open_device(1280)
    laptop.sign_in()
    laptop.open(f"/clubs/monday-club/{event.tournament.slug}/{event.slug}/desk/cards/")

    assert (event.tournament.desk.tables.count(), pages(laptop)) == (8, 2)


def test_long_names_of_pairs_stay_in_their_cells_on_score_sheets(open_device: OpenDevice) -> None:
    event = a_night_of([f"Massimiliano Bianchi-Rossi {n} / Alessandra Papadopoulou {n}" for n in range(1, 5)])
    laptop = open_device(1280)
    laptop.sign_in()
    laptop.open(f"/d/{event.tournament.desk.code}/sheets/")
    laptop.page.emulate_media(media="print")
    laptop.page.set_viewport_size({"width": 688, "height": 1017})

    cells = laptop.page.locator(".printout :is(th, td, p)")
    cut = cells.evaluate_all("cells => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length")
    assert (laptop.page.locator(".printout-name").count(), cut, pages(laptop)) == (4, 0, 2)
