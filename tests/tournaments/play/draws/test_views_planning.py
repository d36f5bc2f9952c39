"""Adding an event to a tournament, and changing the plan of what is not published yet."""

import pytest
from django.test import Client

from matches.models import Match
from tests.page_forms import form_with, read_forms
from tests.tournaments import club_evenings
from tests.tournaments.play.draws.test_views_stages import NAMES, Chair
from tests.tournaments.play.event_pages.test_views_public import path_of
from tests.tournaments.team_evenings import a_team_event
from tournaments.models import Event, TeamMember
from tournaments.play.events import event_state
from tournaments.play.tournaments.services import tournaments

pytestmark = pytest.mark.django_db


def evening_of(event: Event, more: str = "") -> str:
    return f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/{more}"


def stages(event: Event) -> list[tuple[str, tuple[int, ...]]]:
    return [(stage.key, stage.lengths) for stage in event_state.get_event_state(event).plan.stages]


def test_an_added_event_is_named_by_its_format(client: Client) -> None:
    chair = Chair(client, "knockout")
    add = evening_of(chair.event, "add/")
    assert client.get(add).status_code == 200
    answer = client.post(add, {"scheme": "jackpot", "length": "3", "seats": "4"})
    side = Event.objects.exclude(pk=chair.event.pk).get()
    assert (answer.status_code, answer["Location"]) == (303, path_of(side, "desk/"))
    assert (side.name, side.tournament, stages(side)) == (
        "Jackpot",
        chair.event.tournament,
        [("mini_1", (3,))],
    )


def test_all_players_of_an_event_are_entered_in_the_added_one(client: Client) -> None:
    chair = Chair(client, "knockout")
    chair.begin(NAMES)
    answer = client.post(
        evening_of(chair.event, "add/"), {"scheme": "blitz", "players_of": chair.event.slug, "name": "Blitz"}
    )
    assert answer.status_code == 303
    blitz = Event.objects.get(slug="blitz")
    assert list(blitz.entries.values_list("player__full_name", flat=True)) == NAMES


def test_copied_entries_have_the_details_of_the_event_they_come_from(client: Client) -> None:
    chair = Chair(client, "knockout")
    lines = "Anna Ricci; Bologna; ITA; 1720; family: Ricci\nBob Stone; Leeds; GBR\nCarla Verdi"
    assert chair.post("names", enter=1, names=lines).status_code == 303

    client.post(evening_of(chair.event, "add/"), {"scheme": "swiss", "players_of": chair.event.slug})

    copied = Event.objects.exclude(pk=chair.event.pk).get().entries.order_by("number")
    details = copied.values_list("player__full_name", "club", "country", "family", "rating")
    assert list(details) == [
        ("Anna Ricci", "Bologna", "ITA", "Ricci", 1720),
        ("Bob Stone", "Leeds", "GBR", "", 0),
        ("Carla Verdi", "", "", "", 0),
    ]


def test_copied_teams_have_their_players(client: Client) -> None:
    event = a_team_event(club_evenings.a_club(), is_drawn=False)
    client.force_login(club_evenings.director_of(event.tournament.club))

    answer = client.post(
        evening_of(event, "add/"),
        {"scheme": "swiss", "players_of": event.slug, "takes": "teams", "boards": "2"},
    )

    assert answer.status_code == 303
    added = Event.objects.exclude(pk=event.pk).get()
    rosters = [
        list(
            TeamMember.objects.filter(event=one)
            .order_by("entry__number", "position")
            .values_list("entry__player__full_name", "player__full_name", "position", "is_captain")
        )
        for one in (added, event)
    ]
    assert len(rosters[0]) == 6
    assert rosters[0] == rosters[1]


def test_the_desk_of_an_event_says_that_the_matches_are_those_of_all_events(client: Client) -> None:
    chair = Chair(client, "knockout")
    chair.begin(NAMES[:4])
    assert "Now playing</h2>" in chair.get()
    client.post(evening_of(chair.event, "add/"), {"scheme": "swiss", "name": "Side"})
    assert "Now playing in all events</h2>" in chair.get()
    assert "Matches of this event in play: 2." in chair.get()


def test_a_reserved_slug_gets_a_number(client: Client) -> None:
    chair = Chair(client, "knockout")
    assert client.post(evening_of(chair.event, "add/"), {"scheme": "swiss", "name": "Add"}).status_code == 303
    assert Event.objects.get(name="Add").slug == "add-2"


def test_the_tournament_page_shows_the_progress_of_each_event(client: Client) -> None:
    chair = Chair(client, "knockout")
    chair.begin(NAMES[:4])
    client.post(evening_of(chair.event, "add/"), {"scheme": "jackpot"})
    page = client.get(evening_of(chair.event)).content.decode()
    assert "2 matches in play" in page
    assert "Add an event" in page
    chair.finish()
    assert "Anna" in client.get(evening_of(chair.event)).content.decode()
    client.logout()
    assert "Add an event" not in client.get(evening_of(chair.event)).content.decode()


def test_the_queries_of_the_tournament_page_do_not_depend_on_the_events(
    client: Client, django_assert_num_queries: object
) -> None:
    chair = Chair(client, "knockout")
    client.post(evening_of(chair.event, "add/"), {"scheme": "jackpot"})
    client.logout()
    with django_assert_num_queries(18):  # type: ignore[operator]
        client.get(evening_of(chair.event))
    client.force_login(chair.director)
    for _more in range(3):
        client.post(evening_of(chair.event, "add/"), {"scheme": "jackpot"})
    client.logout()
    with django_assert_num_queries(18):  # type: ignore[operator]
        client.get(evening_of(chair.event))


@pytest.mark.parametrize(
    "data", [{"scheme": "nonsense"}, {"scheme": "swiss", "players_of": "nobody"}, {"length": "0"}]
)
def test_an_invalid_event_is_not_added(client: Client, data: dict[str, str]) -> None:
    chair = Chair(client, "knockout")
    assert client.post(evening_of(chair.event, "add/"), data).status_code == 400
    assert Event.objects.count() == 1


def test_directors_of_other_clubs_cannot_add_an_event(client: Client) -> None:
    chair = Chair(client, "knockout")
    client.force_login(club_evenings.director_of(club_evenings.a_club()))
    assert client.post(evening_of(chair.event, "add/"), {"scheme": "swiss"}).status_code == 404


@pytest.mark.second_stage
def test_a_last_chance_is_added_while_the_main_bracket_is_played(client: Client) -> None:
    chair = Chair(client, "knockout_consolation", length="5", consolation_length="3")
    chair.begin([*NAMES, "Hugo"])  # eight: no draw leaves a bye, so the consolation has losers to play on
    assert "Last chance" in chair.get("plan/")
    fields = {"action": "add", "what": "last_chance", "count": 1, "lengths": "1"}
    assert chair.post("plan", **fields).status_code == 303
    assert stages(chair.event) == [("main", (5,)), ("consolation", (3,)), ("last_chance", (1,))]
    chair.finish()
    assert Match.objects.filter(pairing__event=chair.event, pairing__flight="last_chance").count() == 1


@pytest.mark.second_stage
def test_a_knockout_is_added_after_a_swiss(client: Client) -> None:
    chair = Chair(client, "swiss", rounds=2)
    assert chair.post("plan", action="add", what="main", count=4, lengths="7 9").status_code == 303
    chair.begin(NAMES)
    chair.finish()
    assert Match.objects.filter(pairing__event=chair.event, pairing__flight="main").count() == 3


def test_a_refused_stage_keeps_what_was_entered(client: Client) -> None:
    chair = Chair(client, "swiss", rounds=2)
    sent = {"action": "add", "what": "main", "count": "39", "lengths": "7 9"}

    refused = chair.post("plan", **sent, version=1)
    invalid = chair.post("plan", **sent | {"count": "many"})

    forms = [form_with(answer.content.decode(), "Add: ").data() for answer in (refused, invalid)]
    assert [answer.status_code for answer in (refused, invalid)] == [409, 400]
    assert [(form["count"], form["lengths"]) for form in forms] == [("39", "7 9"), ("many", "7 9")]


def test_a_three_way_play_off_is_added_after_lives(client: Client) -> None:
    chair = Chair(client, "lives", lives=2, paid=3)
    assert "Three-way play-off" in chair.get("plan/")
    assert chair.post("plan", action="add", what="playoff").status_code == 303
    assert stages(chair.event)[1][0] == "playoff"


def test_a_stage_is_removed_and_another_gets_lengths_and_a_name(client: Client) -> None:
    chair = Chair(client, "progressive")
    assert chair.post("plan", action="drop", flight="last_chance").status_code == 303
    assert (
        chair.post("plan", action="shape", flight="consolation", lengths="5 7", name="Fighters").status_code
        == 303
    )
    assert stages(chair.event) == [("main", (7,)), ("consolation", (5, 7))]
    chair.begin(NAMES)
    assert "Fighters" in client.get(path_of(chair.event, "bracket/")).content.decode()


@pytest.mark.parametrize(
    ("data", "status"),
    [
        ({"action": "drop", "flight": "consolation"}, 409),
        ({"action": "drop", "flight": "garden"}, 409),
        ({"action": "add", "what": "consolation"}, 409),
        ({"action": "add", "what": "moon"}, 409),
        ({"action": "shape", "flight": "main", "lengths": "0"}, 400),
        ({"action": "format", "scheme": "moon"}, 400),
        ({"action": "nonsense"}, 400),
    ],
)
def test_an_invalid_change_of_the_plan_changes_nothing(
    client: Client, data: dict[str, str], status: int
) -> None:
    chair = Chair(client, "progressive")
    before = chair.event.journal.count()
    assert chair.post("plan", **data).status_code == status
    assert chair.event.journal.count() == before


def test_a_published_stage_cannot_be_changed(client: Client) -> None:
    chair = Chair(client, "knockout")
    chair.begin(NAMES[:4])
    assert chair.post("plan", action="shape", flight="main", lengths="9").status_code == 409
    assert chair.post("plan", action="format", scheme="swiss").status_code == 409
    page = chair.get("plan/")
    assert "Change format" not in page
    assert "The format can be changed only until the draw is published." in page
    assert "The draw of Main is published, so its length, clock and rules stay as they are." in page
    assert page.count(f'<a href="{path_of(chair.event, "desk/journal/")}">Activity log</a>') == 2


def test_a_stage_that_cannot_be_changed_any_more_keeps_what_was_entered(client: Client) -> None:
    chair = Chair(client, "progressive")
    page = form_with(chair.get("plan/"), "Change").data("Change")
    chair.post("plan", action="format", scheme="knockout_consolation", version=chair.event.version)
    entered = page | {"lengths": "5 7", "name": "Fighters", "holland": "no", "illegal_plays": "condone"}
    refused = client.post(path_of(chair.event, "desk/plan/"), entered)
    shown = form_with(refused.content.decode(), "Change").data()

    names = ("lengths", "name", "holland", "illegal_plays")
    assert refused.status_code == 409
    assert [shown[name] for name in names] == ["5 7", "Fighters", "no", "condone"]


def test_the_format_is_changed_before_publication(client: Client) -> None:
    chair = Chair(client, "knockout")
    chair.post("names", enter=1, names="\n".join(NAMES))
    chair.post("draw")
    assert chair.post("plan", action="format", scheme="swiss", rounds=2).status_code == 303
    assert stages(chair.event) == [("swiss", (7,))]
    chair.post("draw")
    chair.post("publish")
    chair.finish()


def test_an_invalid_change_of_a_stage_is_shown_again_as_it_was_sent(client: Client) -> None:
    chair = Chair(client, "knockout")
    page = chair.client.get(path_of(chair.event, "desk/plan/")).text
    form = next(form for form in read_forms(page) if ("flight", "main") in form.fields)

    answer = chair.post("plan", **{**form.data("Change"), "lengths": "seven", "name": "Masters"})

    assert answer.status_code == 400
    (shown,) = [form for form in read_forms(answer.text) if ("flight", "main") in form.fields]
    assert (shown.data()["lengths"], shown.data()["name"]) == ("seven", "Masters")
    assert chair.post("plan", **{**form.data("Change"), "name": "Masters"}).status_code == 303
    assert event_state.get_event_state(chair.event).plan.stages[0].name == "Masters"


def read_format_form(chair: Chair) -> dict[str, str | list[str]]:
    """Return what the form that changes the format would send, without the key and version of the command."""
    page = chair.client.get(path_of(chair.event, "desk/plan/"))
    data = next(form.data() for form in read_forms(page.text) if ("action", "format") in form.fields)
    return {name: value for name, value in data.items() if name not in {"key", "version"}}


def test_the_form_that_changes_the_format_shows_that_of_the_event(client: Client) -> None:
    chair = Chair(client, "swiss", length="9 11", rounds="7", method="fold", win="2")
    plan = event_state.get_event_state(chair.event).plan

    data = read_format_form(chair)

    shown = [data[name] for name in ("scheme", "length", "rounds", "method", "win")]
    assert shown == ["swiss", "9 11", "7", "fold", "2"]
    assert chair.post("plan", **data, key="again").status_code == 303
    assert event_state.get_event_state(chair.event).plan == plan


def test_the_form_that_changes_the_format_shows_the_lengths_of_a_preset(client: Client) -> None:
    club = club_evenings.a_club()
    event = tournaments.create_knockout_tournament(
        club=club,
        name="Cup",
        starts_at=club_evenings.FIRST_NIGHT,
        length=11,
        consolation_length=9,
        tables=4,
        by=club_evenings.director_of(club),
    )

    data = read_format_form(Chair.of_event(client, event))

    assert [data[name] for name in ("scheme", "length", "consolation_length")] == [
        "knockout_consolation",
        "11",
        "9",
    ]
