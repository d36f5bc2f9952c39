"""The desk is drawn from kept parts: what is kept is what would be drawn, and forms carry what is fresh."""

import re
from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from time_machine import TimeMachineFixture

from matches.actors import SYSTEM
from matches.lateness import SCALES
from matches.models import Match
from matches.services import announcing, desks, lifecycle, postponing, reporting, spelling
from tests.factories import a_report, at_table
from tests.tournaments import nights
from tests.tournaments.test_views_public import a_draft, names, path_of
from tournaments.models import Event
from tournaments.services import entries, presence, undoing
from tournaments.services.money import funds
from tournaments.services.tables import furnish
from tournaments.templatetags import desk, kept

pytestmark = pytest.mark.django_db

Change = Callable[[Event], object]
FRESH = re.compile(r'(name="(?:csrfmiddlewaretoken|key)" value=")([^"]*)')


@pytest.fixture(autouse=True)
def _the_hour_stands_still(time_machine: TimeMachineFixture) -> None:
    time_machine.move_to(timezone.now(), tick=False)


@pytest.fixture
def event() -> Event:
    return nights.a_night(nights.a_club(), names(8))


def director(event: Event) -> Client:
    client = Client()
    client.force_login(nights.director_of(event.tournament.club))
    return client


def seen(client: Client, event: Event, page: str = "desk/") -> str:
    """A page of the desk without what every answer has anew."""
    text = client.get(path_of(event, page)).content.decode()
    return FRESH.sub(r"\1", text[text.index('<div class="event-head"') : text.index("</main>")])


def called(event: Event) -> Match:
    found = event.tournament.desk.matches.filter(status="called").select_related("table", "desk")
    return found.order_by("pk")[0]


def _a_result(event: Event) -> None:
    nights.settle(called(event))


def _a_result_undone(event: Event) -> None:
    _a_result(event)
    by = nights.director_of(event.tournament.club)
    undoing.undo(event=event, command=event.journal.order_by("-seq")[0].seq, by=by)


def _a_claim(event: Event) -> None:
    a_report(called(event), 5, 1)


def _a_dispute(event: Event) -> None:
    match = called(event)
    claim = a_report(match, 5, 1)
    reporting.dispute(
        match=match, report=claim, white_score=1, black_score=5, identity=at_table(match, "other")
    )


def _play_begun(event: Event) -> None:
    match = called(event)
    lifecycle.begin(match=match, identity=at_table(match))


def _put_off(event: Event) -> None:
    by = nights.director_of(event.tournament.club)
    postponing.postpone(match=called(event), reason="Late train", by=by)


def _another_name(event: Event) -> None:
    spelling.correct(
        player=event.entries.select_related("player")[0].player, name="Somebody <b>else</b>", by=SYSTEM
    )


def _a_withdrawal(event: Event) -> None:
    by = nights.director_of(event.tournament.club)
    entries.withdraw(entry=event.entries.order_by("-number")[0], by=by, key="w")


def _more_tables(event: Event) -> None:
    by = nights.director_of(event.tournament.club)
    furnish(tournament=event.tournament, tables=12, by=by)


def _an_announcement(event: Event) -> None:
    by = nights.director_of(event.tournament.club)
    announcing.announce(desk=event.tournament.desk, english="Pizza", by=by)


def _a_table_named(event: Event) -> None:
    desks.label_table(table=event.tournament.desk.tables.get(number=1), label="Stream", by=SYSTEM)


def _lateness_costs(event: Event) -> None:
    desks.set_times(desk=event.tournament.desk, scale=SCALES["nova"], by=SYSTEM)


CHANGES = (
    *(_a_result, _a_result_undone, _a_claim, _a_dispute, _play_begun, _put_off),
    *(_another_name, _a_withdrawal, _more_tables, _a_table_named, _lateness_costs, _an_announcement),
)


def _kept_is_drawn(event: Event, change: Change, page: str = "desk/") -> None:
    """The desk that was seen before a change is after it what it is drawn anew, and another one."""
    client = director(event)
    before = seen(client, event, page)
    change(event)
    shown = [seen(client, event, page) for _ in range(2)]
    for held in (cache, kept._drawn, kept._held):
        held.clear()

    anew = seen(client, event, page)
    assert shown == [anew] * 2
    assert shown[0] != before


@pytest.mark.parametrize("change", CHANGES)
def test_the_desk_seen_before_a_change_is_after_it_what_is_drawn_anew(event: Event, change: Change) -> None:
    _kept_is_drawn(event, change)


def _is_here(event: Event) -> None:
    by = nights.director_of(event.tournament.club)
    presence.note(event=event, entries=[2], presence="here", by=by, key="here")


def _knows_more(event: Event) -> None:
    by = nights.director_of(event.tournament.club)
    entries.enter_names(event=event, names="Zeno; Velden; AUT; 1700", by=by, key="z")


@pytest.mark.parametrize("change", [_is_here, _knows_more, _another_name])
def test_before_the_draw_too(change: Change) -> None:
    _kept_is_drawn(a_draft(6), change)


def _a_name_without_letters(event: Event) -> None:
    spelling.correct(
        player=event.entries.select_related("player")[0].player, name="Anna \U00010600", by=SYSTEM
    )


def _everything_played(event: Event) -> None:
    nights.play_out(event)


def _money_on(event: Event) -> None:
    by = nights.director_of(event.tournament.club)
    wish = funds.Wish(template="winner")
    funds.switch_on(event=event, currency="EUR", wish=wish, by=by, key="fees")


@pytest.mark.parametrize("change", [_a_name_without_letters, _everything_played, _money_on])
def test_so_is_the_list_of_papers(event: Event, change: Change) -> None:
    _kept_is_drawn(event, change, "desk/paper/")


def test_each_page_has_forms_of_its_own(event: Event) -> None:
    client = director(event)
    pages = [client.get(path_of(event, "desk/")).content.decode() for _ in range(2)]
    carried = [{(name, value) for name, value in FRESH.findall(page) if "key" in name} for page in pages]
    tokens = [{value for name, value in FRESH.findall(page) if "csrf" in name} for page in pages]

    assert [len(keys) for keys in carried] == [1, 1]
    assert carried[0] != carried[1]
    assert [len(page_tokens) for page_tokens in tokens] == [1, 1]
    assert not any(desk.seal(name) in page for name in (*desk.FRESH, "elapsed", "soon") for page in pages)


def test_a_form_of_a_kept_part_is_taken(event: Event) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(nights.director_of(event.tournament.club))
    match = called(event)
    for _ in range(2):
        page = client.get(path_of(event, "desk/")).content.decode()
    form = page[page.index(f'id="match-{match.code}"') :]
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form[: form.index("</form>")]))
    answer = client.post(path_of(event, "desk/result/"), {**fields, "white_score": 5, "black_score": 2})
    match.refresh_from_db()

    assert (answer.status_code, match.status, match.winner) == (303, "settled", "white")


def test_the_minutes_go_on_in_a_kept_row(event: Event, time_machine: TimeMachineFixture) -> None:
    client, match = director(event), called(event)
    Match.objects.filter(pk=match.pk).update(called_at=timezone.now())
    told = []
    for minutes in (5, 7):
        time_machine.move_to(
            match.desk.matches.get(pk=match.pk).called_at + timezone.timedelta(minutes=minutes)
        )
        row = seen(client, event).split(f'id="more-{match.code}"')[1].split("</summary>")[0]
        told.append(f"for {minutes}\xa0minutes" in row)

    assert told == [True, True]
