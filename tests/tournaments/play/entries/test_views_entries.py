"""Pages of the desk for entries: corrected lines, check-in, seeds, details and the waiting list."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests import factories
from tests.factory_recordings import replayed
from tests.tournaments import club_evenings
from tests.tournaments.play.entries.test_check_in import an_event, drawn, presences
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.models import Event, Membership
from tournaments.play.desk.forms import text_digest
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.events import event_state

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
@replayed
def module_event(module_transaction: None) -> Event:
    return an_event(club_evenings.a_club())


@pytest.fixture
def event(module_event: Event) -> Event:
    return Event.objects.get(pk=module_event.pk)


def send(desk: Client, event: Event, action: str, **fields: object) -> HttpResponse:
    answer: HttpResponse = desk.post(path_of(event, f"desk/{action}/"), fields)  # type: ignore[assignment]
    return answer


def test_corrected_lines_are_entered(desk: Client, event: Event) -> None:
    text = "Anna; Roma\nBrunno"
    response = send(desk, event, "names", names=text)
    assert response.status_code == 200
    lines = ["Anna; club: Roma; rating: 1700", "Bruno; country: Italy", ""]
    answer = send(desk, event, "names", names=text, was=text_digest(text), line=lines, enter="1", key="k")
    assert answer.status_code == 303
    rows = event.entries.filter(number__gt=8).order_by("number")
    assert list(rows.values_list("player__name", "club", "country", "rating")) == [
        ("Anna", "Roma", "", 1700),
        ("Bruno", "", "ITA", 0),
    ]


def test_a_changed_text_takes_precedence_over_its_old_lines(desk: Client, event: Event) -> None:
    fields = {"was": text_digest("Anna"), "line": ["Anna"], "enter": "1", "key": "k"}
    assert send(desk, event, "names", names="Carla", **fields).status_code == 303
    assert event.entries.get(number=9).player.name == "Carla"


def test_another_person_of_a_name_is_entered_by_choosing_so(desk: Client, event: Event) -> None:
    send(desk, event, "names", names="John Smith; London", enter="1", key="first")
    text = "John Smith; Leeds"
    page = send(desk, event, "names", names=text).content.decode()
    assert "already entered" in page
    assert re.search(r'<input type="checkbox" form="names-form" name="another" value="0">', page)
    chosen = {"was": text_digest(text), "line": ["John Smith; club: Leeds"], "another": "0"}
    assert send(desk, event, "names", names=text, enter="1", key="second", **chosen).status_code == 303
    rows = event.entries.filter(player__full_name="John Smith").order_by("number")
    assert list(rows.values_list("club", flat=True)) == ["London", "Leeds"]
    assert len(set(rows.values_list("player", flat=True))) == 2


@pytest.mark.parametrize("enter", [{}, {"enter": "1", "key": "k"}])
def test_two_new_persons_of_a_name_are_entered_by_choosing_so(
    desk: Client, event: Event, enter: dict[str, str]
) -> None:
    text = "Marco Rossi\nMarco Rossi"
    chosen = {"was": text_digest(text), "line": text.splitlines(), "another": "1"}
    answer = send(desk, event, "names", names=text, **chosen, **enter)
    assert answer.status_code == (303 if enter else 200)
    assert event.entries.filter(player__full_name="Marco Rossi").count() == (2 if enter else 0)


def test_a_name_of_two_members_is_entered_only_once_it_is_chosen(desk: Client, event: Event) -> None:
    players = [factories.a_player("Marco Rossi") for _ in range(2)]
    for player in players:
        Membership.objects.create(club=event.tournament.club, player=player)
    text = "Marco Rossi, 1500\nMarco Rossi, 1512"
    page = send(desk, event, "names", names=text).content.decode()
    assert [page.count(f'<option value="{player.code}">') for player in players] == [2, 2]
    assert "Add 2 players" in page
    fields = {"names": text, "was": text_digest(text), "line": text.splitlines(), "enter": "1"}
    refused = send(desk, event, "names", **fields, key="a")
    assert (refused.status_code, event.entries.filter(player__in=players).count()) == (409, 0)
    chosen = {"person-0": players[1].code, "person-1": players[0].code}
    assert send(desk, event, "names", **fields, **chosen, key="b").status_code == 303
    rows = event.entries.filter(player__in=players).order_by("number")
    assert list(rows.values_list("player", "rating")) == [(players[1].pk, 1500), (players[0].pk, 1512)]


def test_the_button_counts_the_lines_that_are_entered_without_a_tick(desk: Client, event: Event) -> None:
    page = send(desk, event, "names", names="Luca Neri\nMarco Rossi\nMarco Rossi").content.decode()
    button = page.partition('id="enter-names"')[2].partition(">")[2].partition("<")[0]
    assert button.strip() == "Add 2 players, plus any marked"


def test_the_api_names_the_lines_it_leaves_out(desk: Client, event: Event) -> None:
    names = ["John Smith; London", "John Smith; Leeds", "Bruno Bianchi", "bye"]
    path = f"/api/v1/events/{event.pk}/entries/"
    answer = desk.post(
        path, {"names": names}, content_type="application/json", headers={"Idempotency-Key": "k"}
    )
    assert answer.status_code == 201
    assert answer.json()["left_out"] == [
        {"line": 2, "name": "John Smith", "reason": "repeated"},
        {"line": 4, "name": "bye", "reason": "bye"},
    ]
    again = desk.post(
        path, {"names": ["Bruno Bianchi", "John Smith; person: other"]}, content_type="application/json"
    )
    assert again.status_code == 201
    assert again.json()["left_out"] == [{"line": 1, "name": "Bruno Bianchi", "reason": "entered"}]
    assert event.entries.filter(player__full_name="John Smith").count() == 2


def test_names_are_added_to_the_waiting_list(desk: Client, event: Event) -> None:
    assert send(desk, event, "names", names="Anna", wait="1", key="k").status_code == 303
    assert presences(event)[9] == "waiting"


def test_check_in_of_one_entry_and_of_all(desk: Client, event: Event) -> None:
    answer = send(desk, event, "presence", entry=3, presence="here")
    assert answer["Location"].endswith("#entry-3")
    assert (presences(event)[3], send(desk, event, "presence", entry=99, presence="here").status_code) == (
        "here",
        404,
    )
    send(desk, event, "presence")
    assert set(presences(event).values()) == {"here"}


def test_a_button_of_the_check_in_list_sets_and_clears_a_mark(desk: Client, event: Event) -> None:
    for mark in ("3 here", "5 here", "3"):
        assert send(desk, event, "presence", mark=mark).status_code == 303
    assert [presences(event)[number] for number in (3, 5)] == ["", "here"]
    for mark in ("x", "0", "3 gone"):
        assert send(desk, event, "presence", mark=mark).status_code == 400


def test_the_button_of_a_checked_in_player_says_so(desk: Client, event: Event) -> None:
    send(desk, event, "presence", mark="3 here")
    page = desk.get(path_of(event, "desk/")).content.decode()
    buttons = [part.split("</button>")[0] for part in page.split('name="mark"')[1:]]
    pressed = [button for button in buttons if 'aria-pressed="true"' in button]
    assert ["Checked in: Player 3" in button for button in pressed] == [True]
    assert [button.split(">")[-1].strip() for button in pressed] == ["Checked in"]
    assert "1 checked in, 7 not yet here." in " ".join(page.split())


def test_a_draw_without_unmarked_entries_must_be_confirmed(desk: Client, event: Event) -> None:
    for entry in (1, 2, 3):
        send(desk, event, "presence", entry=entry, presence="here")
    page = desk.get(path_of(event, "desk/")).content.decode()
    assert ('name="absent" value="without"' in page, "Draw without them" in page) == (True, True)
    assert send(desk, event, "draw", key="d").status_code == 409
    assert page.count("Draw and publish without them") == 1
    assert send(desk, event, "draw", absent="without", key="d2").status_code == 303
    assert drawn(event) == {1, 2, 3}
    assert "5 entries not checked in were left out." in desk.get(path_of(event, "desk/")).content.decode()


@pytest.mark.parametrize(
    ("fields", "seeds"),
    [
        ({}, ()),
        ({"seeding": "none", "seed-3": "1"}, ()),
        ({"seeding": "rating"}, (8, 7)),
        ({"seeding": "rating", "count": 3}, (8, 7, 6)),
        ({"seeding": "hand", "seed-3": "2", "seed-5": "1", "seed-1": ""}, (5, 3)),
    ],
)
def test_seeds_are_chosen_by_the_form_and_reused_in_the_next_draw(
    desk: Client, event: Event, fields: dict[str, object], seeds: tuple[int, ...]
) -> None:
    assert send(desk, event, "draw", **fields).status_code == 303
    assert event_state.get_event_state(event).seeds == seeds
    event.refresh_from_db()
    assert send(desk, event, "draw", seeding="same").status_code == 409
    assert send(desk, event, "draw", seeding="same", version=event.version).status_code == 303
    assert event_state.get_event_state(event).seeds == seeds


@pytest.mark.parametrize("figures", [{"seed-1": "1", "seed-2": "1"}, {"seed-1": "x"}, {"seed-1": "0"}])
def test_unreadable_seeds_draw_nothing(desk: Client, event: Event, figures: dict[str, str]) -> None:
    assert send(desk, event, "draw", seeding="hand", **figures).status_code == 400
    assert not event_state.get_event_state(event).is_drawn


def test_entry_details_are_corrected(desk: Client, event: Event) -> None:
    assert desk.get(path_of(event, "desk/entry/2/")).status_code == 200
    answer = send(desk, event, "entry/2", club=" Roma ", country="svizzera", rating=1650, family="Rossi")
    assert answer.status_code == 303
    entry = event.entries.get(number=2)
    assert (entry.club, entry.country, entry.rating, entry.family) == ("Roma", "SUI", 1650, "Rossi")
    assert send(desk, event, "entry/2", country="Atlantis").status_code == 400
    assert desk.get(path_of(event, "desk/entry/99/")).status_code == 404


def test_an_alternate_from_the_waiting_list_steps_in(desk: Client, event: Event) -> None:
    by = club_evenings.director_of(event.tournament.club)
    entries.enter_waiting(event=event, names="Alternate", by=by, key="wait")
    draws.draw(event=event, by=by)
    draws.publish(event=event, by=by)
    assert "Alternate steps in" in desk.get(path_of(event, "desk/")).content.decode()
    assert send(desk, event, "step-in", absent=4, alternate=9, flight="main").status_code == 303
    assert drawn(event) == {1, 2, 3, 5, 6, 7, 8, 9}


def test_the_desk_and_the_public_list_say_who_is_withdrawn_or_waiting(desk: Client, event: Event) -> None:
    by = club_evenings.director_of(event.tournament.club)
    entries.withdraw(entry=event.entries.get(number=1), by=by)
    entries.set_presence(event=event, entries=[2], presence="waiting", by=by)
    entries.set_presence(event=event, entries=[3], presence="away", by=by)

    def badges(page: str, start_of_list: str) -> list[str]:
        _, _, lines = desk.get(path_of(event, page)).content.decode().partition(start_of_list)
        return re.findall(r'<span class="badge">(.*?)</span>', lines)

    assert badges("desk/entries/", '<ol class="entry-list">') == [
        "withdrawn",
        "on the waiting list",
        "absent",
    ]
    assert badges("entries/", "<tbody>") == ["withdrawn", "on the waiting list"]


def test_the_entries_page_shows_details_but_not_the_family(client: Client, event: Event) -> None:
    by = club_evenings.director_of(event.tournament.club)
    entries.enter_names(event=event, names="Zeno; Velden; AUT; family: Secret", by=by, key="z")
    page = client.get(path_of(event, "entries/")).content.decode()
    assert [text in page for text in ("Velden", 'title="Austria"', "1508", "Secret")] == [
        True,
        True,
        True,
        False,
    ]


def test_corrected_entry_details_are_shown_escaped(
    desk: Client, event: Event, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    page = path_of(event, "desk/entry/1/")
    before = desk.get(page).content.decode()
    details = {"club": "Roma <b>Due</b>", "country": "ITA", "rating": "1650", "family": ""}
    answer = desk.post(page, {**details, "version": event.version, "key": "known"})
    with django_assert_num_queries(10):
        after = desk.get(page).content.decode()

    assert (answer.status_code, 'value="Roma &lt;b&gt;Due&lt;/b&gt;"' in before) == (303, False)
    assert [f'value="{text}"' in after for text in ("Roma &lt;b&gt;Due&lt;/b&gt;", "ITA", "1650")] == [
        True
    ] * 3
    draws.draw(event=event, by=club_evenings.director_of(event.tournament.club))
    assert "The draw is already published" not in desk.get(page).content.decode()
    draws.publish(event=event, by=club_evenings.director_of(event.tournament.club))
    assert "The draw is already published" in desk.get(page).content.decode()
