"""Parts of pages drawn once: what is kept is what would be drawn, for every reader in every state."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core.cache import cache
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone, translation
from pytest_django import DjangoAssertNumQueries
from time_machine import TimeMachineFixture

from matches.actors import SYSTEM
from matches.models import Match
from matches.services import announcing, lifecycle, spelling
from tests.factories import a_user, at_table
from tests.tournaments import nights
from tests.tournaments.test_views_public import path_of
from tournaments.models import Event
from tournaments.queries import brackets
from tournaments.services import members, undoing
from tournaments.services.money import funds
from tournaments.templatetags import kept

pytestmark = pytest.mark.django_db

PAGES = (
    *("", "bracket/", "entries/", "results/", "lots/", "journal/", "?player=", "bracket/?player="),
    *("embed/?part=bracket", "embed/?part=now", "embed/?part=results"),
)


@pytest.fixture(autouse=True)
def _the_hour_stands_still(db: None, scene: Event, time_machine: TimeMachineFixture) -> None:
    """What is foretold moves with the minutes since the last match was called."""
    called = Match.objects.filter(pairing__event=scene, called_at__isnull=False).latest("called_at")
    time_machine.move_to(called.called_at or timezone.now(), tick=False)


@pytest.fixture(scope="module")
def scene(lasting: None) -> Event:
    return nights.a_night(nights.a_club(), [f"Player {number}" for number in range(1, 7)])


@pytest.fixture
def event(scene: Event) -> Event:
    return Event.objects.get(pk=scene.pk)


def _a_result(event: Event) -> None:
    nights.settle(nights.match_at(event, "M1-2"))


def _a_result_undone(event: Event) -> None:
    _a_result(event)
    by = nights.director_of(event.tournament.club)
    undoing.undo(event=event, command=event.journal.order_by("-seq")[0].seq, by=by)


def _play_begun(event: Event) -> None:
    match = Match.objects.filter(pairing__event=event, status="called").select_related("table")[0]
    lifecycle.begin(match=match, identity=at_table(match))


def _another_spelling(event: Event) -> None:
    player = event.entries.select_related("player")[0].player
    spelling.correct(player=player, name="Somebody <b>else</b>", by=SYSTEM)


def _another_signature(event: Event) -> None:
    by = nights.director_of(event.tournament.club)
    by.username = "somebody-new"
    by.save()


def _an_announcement(event: Event) -> None:
    by = nights.director_of(event.tournament.club)
    announcing.announce(desk=event.tournament.desk, by=by, english="Dinner at eight")


def _prizes_shown(event: Event) -> None:
    by = nights.director_of(event.tournament.club)
    wish = funds.Wish(template="winner", is_shown=True)
    funds.switch_on(event=event, currency="EUR", wish=wish, by=by, key="fees")


def _another_title(event: Event) -> None:
    club = event.tournament.club
    club.name = "Club of another name"
    club.save()


CHANGES = (
    *(_a_result, _a_result_undone, _play_begun, _another_spelling, _another_signature),
    *(_an_announcement, _prizes_shown, _another_title),
)


def part_of(page: str) -> str:
    """A page without what every answer has anew: the keys of its forms."""
    part = page[page.index("<main") : page.index("</main>")]
    return re.sub(r'<input type="hidden" name="csrfmiddlewaretoken" value="\w+">', "", part)


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_seen_before_a_change_is_after_it_what_is_drawn_anew(
    client: Client, event: Event, page: str, change: Callable[[Event], None]
) -> None:
    code = event.entries.select_related("player")[0].player.code
    path = path_of(event, page) + (code if page.endswith("=") else "")
    client.get(path)
    change(event)
    shown = [part_of(client.get(path).content.decode()) for _ in range(2)]
    cache.clear()
    kept._drawn.clear()
    kept._held.clear()

    assert shown == [part_of(client.get(path).content.decode())] * 2


@pytest.mark.parametrize("page", PAGES[:6])
def test_a_tab_for_who_handles_money_is_shown_to_nobody_else(client: Client, event: Event, page: str) -> None:
    club, cashier, guest = event.tournament.club, a_user(), Client()
    by = nights.director_of(club)
    funds.switch_on(event=event, currency="EUR", wish=funds.Wish(template="winner"), by=by, key="fees")
    members.appoint(club=club, user=cashier, role="secretary", by=by)
    client.force_login(cashier)
    path = path_of(event, page)

    assert "/desk/money/" in client.get(path).content.decode()
    assert "/desk/money/" not in guest.get(path).content.decode()


def test_many_who_want_a_part_at_once_have_it_drawn_once() -> None:
    drawn: list[int] = []
    barrier = Barrier(8)

    def draw() -> str:
        drawn.append(1)
        return "part"

    def ask(_: int) -> str:
        barrier.wait()
        return kept._found("part:at-once", draw).text

    with ThreadPoolExecutor(8) as pool:
        told = list(pool.map(ask, range(8)))

    assert (told, len(drawn)) == (["part"] * 8, 1)


def test_what_a_director_is_shown_stays_his_own(client: Client, event: Event) -> None:
    _a_result(event)
    path = path_of(event, "results/")
    guest = Client()
    client.force_login(nights.director_of(event.tournament.club))

    assert "/desk/correct/" in client.get(path).content.decode()
    assert "/desk/correct/" not in guest.get(path).content.decode()
    assert "/desk/correct/" in client.get(path).content.decode()


def test_who_is_made_a_director_sees_more_at_once(client: Client, event: Event) -> None:
    _a_result(event)
    path, helper = path_of(event, "results/"), a_user()
    client.force_login(helper)
    client.get(path)
    club = event.tournament.club
    members.appoint(club=club, user=helper, role="director", by=nights.director_of(club))

    assert "/desk/correct/" in client.get(path).content.decode()


def test_a_part_is_kept_in_the_language_it_was_drawn_in(client: Client, event: Event) -> None:
    path = path_of(event, "entries/")
    client.get(path, headers={"Accept-Language": "en"})

    page = client.get(path, headers={"Accept-Language": "it"}).content.decode()

    assert "Giocatore" in page
    assert '<th scope="col">Player' not in page


def test_a_cell_kept_is_the_cell_its_template_draws(event: Event) -> None:
    for change in (None, _a_result, _play_begun):
        if change:
            change(event)
        for language in ("en", "it"):
            with translation.override(language):
                for bracket in brackets.brackets(event):
                    for cell in (each for part in bracket.rounds for each in part.every):
                        for tag, name in ((kept.cells_of, "_cell"), (kept.lines_of, "_cell_line")):
                            drawn = render_to_string(f"tournaments/{name}.html", {"cell": cell})
                            is_left_out = tag is kept.lines_of and cell.is_empty
                            expected = "" if is_left_out else kept.BLANKS.sub(" ", drawn)
                            assert tag([cell]) == tag([cell]) == expected


def test_no_more_cells_are_held_than_a_process_may_hold(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept._drawn.clear()
    kept._held.clear()
    monkeypatch.setattr(kept, "CELLS", 3)
    for bracket in brackets.brackets(event):
        for cell in (each for part in bracket.rounds for each in part.every):
            kept.cells_of([cell])
            assert 1 <= len(kept._drawn) <= 3


def test_after_a_result_a_page_asks_for_what_it_shows_of_it_and_for_nothing_of_its_frame(
    client: Client, event: Event, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.get(path_of(event, "bracket/"))
    _a_result(event)

    with django_assert_num_queries(7):  # the event, the four of its version, entries and places
        client.get(path_of(event, "bracket/"))
