"""Changes appear by themselves, in a real serving house: nobody reloads, nobody loses what he began."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import Browser

from tests.browser.phones import Phone
from tests.browser.test_table import keep
from tests.servers import environment, house

ROOT = Path(__file__).parent.parent.parent
SOON = 3_000
TWO_SECONDS = 2_000


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    """A serving house with one called match."""
    env = {"CRAWFORD_DATA": str(tmp_path_factory.mktemp("house"))}
    said = subprocess.run(
        [sys.executable, "-m", "tests.browser.scene"],
        env=environment(env),
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    with house(env) as (address, _):
        yield SimpleNamespace(address=address, **json.loads(said.stdout))


def a_phone(chromium: Browser, scene: SimpleNamespace) -> Phone:
    """A phone that has opened the table and hears the house."""
    context = chromium.new_context(viewport={"width": 360, "height": 640})
    context.set_default_timeout(10_000)
    phone = Phone(context, scene.address)
    phone.open(f"/t/{scene.table}/")
    phone.page.locator('#line[data-state="live"]').wait_for()
    return phone


def test_a_match_is_followed_from_its_first_game_to_its_end(
    chromium: Browser, scene: SimpleNamespace
) -> None:
    keeper, player, watcher = (a_phone(chromium, scene) for _ in range(3))
    watcher.open(f"/m/{scene.match}/")
    watcher.page.locator('#line[data-state="live"]').wait_for()
    watcher.page.wait_for_timeout(800)
    assert watcher.page.locator(".changed").count() == 0
    player.tap("Bruno")

    keeper.open(f"/t/{scene.table}/score/")
    keeper.tap("Ada")
    keeper.tap("Gammon")
    watcher.page.locator("#score .score-points", has_text="2").wait_for(timeout=SOON)
    watcher.page.locator("#games", has_text="Gammon").wait_for(timeout=SOON)
    changed = watcher.page.locator(".changed").evaluate_all("parts => parts.map((part) => part.id)")
    assert changed == ["score", "games"]

    # What was half filled in stays, although the score beside it changed.
    player.page.wait_for_timeout(1_000)
    assert player.page.locator("input[name=winner][value=black]").is_checked()

    player.tap(player.page.locator(".figures label").nth(3))
    player.tap("Send the result")
    player.page.get_by_text("Waiting for the other player").wait_for()
    keeper.open(f"/t/{scene.table}/")
    keeper.tap("Confirm")

    player.page.get_by_text("Final.").wait_for(timeout=SOON)
    watcher.page.locator("#score", has_text="Settled").wait_for(timeout=SOON)
    assert watcher.page.locator("#score .score-points").all_inner_texts() == ["3", "5"]


def test_a_lost_connection_is_said_and_its_return_too(chromium: Browser, scene: SimpleNamespace) -> None:
    phone = a_phone(chromium, scene)

    phone.page.context.set_offline(True)
    phone.page.locator('#line[data-state="offline"]').wait_for()
    assert phone.page.locator("#line").inner_text().startswith("No connection. This is how things stood at")

    phone.page.context.set_offline(False)
    phone.page.locator('#line[data-state="live"]').wait_for()


def test_an_offer_at_one_phone_is_on_the_other_within_two_seconds(
    chromium: Browser, scene: SimpleNamespace
) -> None:
    phones = []
    for _ in range(2):
        phone = Phone(chromium.new_context(viewport={"width": 360, "height": 640}), scene.address)
        keep(phone)
        phone.open(f"/s/{scene.session}/")
        phone.page.locator('#line[data-state="live"]').wait_for()
        phones.append(phone)
    one, other = phones

    one.tap("Bo doubles")
    other.page.get_by_text("Waiting for: Ada").wait_for(timeout=TWO_SECONDS)
    other.tap("Take")
    one.page.locator(".cubes li", has_text="Ada holds it").wait_for(timeout=TWO_SECONDS)
