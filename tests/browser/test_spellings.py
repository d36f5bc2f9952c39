"""Players on a phone: an official merges and separates two spellings; a player chooses their public name."""

import pytest

from matches.actors import SYSTEM
from matches.models import Player
from matches.queries import people
from matches.services import badges, lifecycle
from tests.browser.axe import faults
from tests.browser.conftest import OpenDevice
from tests.browser.journeys import took
from tests.browser.phones import PASSWORD, Phone
from tests.factories import a_desk, a_match, a_player, a_user
from tests.matches.played_matches import played


def two_spellings() -> tuple[Player, Player]:
    """One player under two spellings, who has played under both at the desk of "director"."""
    desk = a_desk(a_user("director", password=PASSWORD))
    mario, anna = a_player("Mario Rossi"), a_player("Anna Bianchi")
    played(desk, mario, anna)
    other = played(desk, anna, a_player("Rossi Mario")).black
    return mario, other


def signed_in(device: Phone) -> Phone:
    """Sign in as the director, and return the device."""
    device.sign_in()
    return device


def test_two_spellings_are_merged_in_three_taps_and_separated_again(open_device: OpenDevice) -> None:
    mario, other = two_spellings()
    phone = signed_in(open_device())
    phone.open(f"/p/{mario.code}/")
    phone.tap("Correct name")
    phone.tap("Compare")
    phone.page.get_by_label("Reason").fill("one member card")
    phone.tap("Same person")
    phone.page.get_by_text("Merged players").wait_for()
    took("J8 merge", phone.taps)
    assert people.get_canonical_player(Player.objects.get(pk=other.pk)) == mario

    phone.tap("Separate again")
    phone.page.locator("input[name=reason]").fill("two brothers")
    phone.page.get_by_role("button", name="Separate").click()
    phone.page.get_by_text("Another spelling?").wait_for()
    phone.page.get_by_role("link", name="Compare").wait_for()
    assert people.get_canonical_player(Player.objects.get(pk=other.pk)) == other


@pytest.mark.parametrize("script", [True, False])
def test_a_player_sets_a_code_name_with_their_badge(open_device: OpenDevice, script: bool) -> None:
    match = a_match(white="Mario Rossi")
    token = badges.issue_badge(desk=match.desk, player=match.white, by=SYSTEM).token
    phone = open_device(script=script)
    phone.open("/b/")
    phone.page.get_by_label("The code on your badge").fill(token)
    phone.tap("Show my matches")
    phone.tap("My name and my data")
    phone.page.get_by_label("a code name").check()
    phone.page.get_by_label("Code name", exact=True).fill("Red Fox")
    phone.tap("Save")
    phone.page.locator("dd", has_text="Red Fox").wait_for()

    phone.open(f"/m/{match.code}/")
    assert ("Red Fox" in phone.text(), "Rossi" in phone.text()) == (True, False)


def test_the_pages_of_persons_have_no_fault(open_device: OpenDevice) -> None:
    mario, other = two_spellings()
    lifecycle.create_match(desk=a_desk(), white=mario, black=a_player("W" * 40), length=5, by=SYSTEM)
    anna = Player.objects.get(name="Anna Bianchi")
    device = signed_in(open_device())
    pages = (
        f"/p/{mario.code}/",
        f"/p/{mario.code}/vs/{anna.code}/",
        f"/p/{mario.code}/spellings/",
        f"/p/{mario.code}/spellings/{other.code}/",
        f"/p/{mario.code}/yours/",
    )
    assert [line for path in pages for line in faults(device, path)] == []
