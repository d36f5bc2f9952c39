"""A record on the board: stepped through by links and by keys, opened at its fault."""

import pytest

from matches.models import Match, Transcript
from matches.services import transcripts
from tests import factories
from tests.browser.conftest import Hand
from tests.matches import records

pytestmark = pytest.mark.django_db(transaction=True)


def a_record(data: bytes) -> tuple[Match, Transcript]:
    """A called match with a record."""
    match = factories.a_called_match(length=3, white="José-María", black="X")
    kept = transcripts.attach(match=match, name="final.mat", data=data, identity=factories.at_table(match))
    return match, kept


@pytest.mark.parametrize("script", [True, False])
def test_links_step_through_a_game(hand: Hand, script: bool) -> None:
    match, kept = a_record(records.record())
    laptop = hand(1280, script=script)
    laptop.open(f"/m/{match.code}/record/{kept.pk}/?game=1&action=3")
    laptop.tap(laptop.page.locator('[data-key="ArrowRight"]'))
    laptop.page.get_by_text("4/42", exact=True).wait_for()

    assert laptop.page.url.endswith("?game=1&action=4#board")
    assert laptop.page.locator("svg.board").count() == 1


def test_arrow_keys_step_through_a_game_without_losing_the_page(hand: Hand) -> None:
    match, kept = a_record(records.record())
    laptop = hand(1280)
    laptop.open(f"/m/{match.code}/record/{kept.pk}/?game=1&action=3")
    laptop.page.evaluate("document.title = 'still here'")
    laptop.page.keyboard.press("ArrowRight")
    laptop.page.get_by_text("4/42", exact=True).wait_for()
    laptop.page.keyboard.press("End")
    laptop.page.get_by_text("42/42", exact=True).wait_for()
    laptop.page.keyboard.press("ArrowLeft")
    laptop.page.get_by_text("41/42", exact=True).wait_for()

    assert laptop.page.title() == "still here"
    assert laptop.page.url.endswith("?game=1&action=41#board")


def test_a_faulty_record_opens_at_its_fault_and_cites_the_law(hand: Hand) -> None:
    match, kept = a_record(records.with_an_illegal_play())
    phone = hand(360)
    phone.open(f"/m/{match.code}/record/{kept.pk}/")

    assert phone.page.locator(".replay-board .remark").inner_text().startswith("Game 1, action 3")
    assert phone.page.locator(".replay-board .remark a").first.get_attribute("href") == "/laws/move.dice/"
    assert phone.page.locator(".moves [aria-current]").inner_text().split()[0] == "3"


def test_a_record_is_pasted_and_gets_its_verdict(hand: Hand) -> None:
    match = factories.a_called_match(length=3, white="José-María", black="X")
    assert match.table is not None
    phone = hand(360)
    phone.open(f"/m/{match.code}/?table={match.table.code}")
    phone.tap("Hand in a record")
    phone.page.get_by_label("Or paste the record").fill(records.record().decode())
    phone.tap("Replay and keep it")
    phone.page.get_by_text("Certified", exact=False).first.wait_for()

    assert list(match.transcripts.values_list("status", "white_score", "black_score")) == [
        ("certified", 3, 0)
    ]
