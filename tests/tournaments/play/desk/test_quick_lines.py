"""Quick lines of the desk are recorded for the match that their writer saw, or ask."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from matches.models import Match, Player
from matches.queries.desks import get_open_matches
from tests import factories
from tests.page_forms import read_forms
from tests.tournaments import club_evenings
from tests.tournaments.play.event_pages.test_views_public import names, path_of
from tournaments.models import Event
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.tournaments.services import tournaments

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def module_event(module_transaction: None) -> Event:
    """32 players of different names, eight tables."""
    return club_evenings.a_night(club_evenings.a_club(), names(32))


@pytest.fixture
def event(module_event: Event) -> Event:
    return Event.objects.get(pk=module_event.pk)


@pytest.fixture
def director(event: Event) -> Client:
    client = Client()
    client.force_login(club_evenings.director_of(event.tournament.club))
    return client


def match_at_table(event: Event, number: int) -> Match:
    return get_open_matches(event.tournament.desk).get(table__number=number)


def called_long_ago(event: Event) -> None:
    """Let every match have been called half an hour ago."""
    Match.objects.filter(desk=event.tournament.desk_id, called_at__isnull=False).update(
        called_at=timezone.now() - timedelta(minutes=30)
    )


def enter(
    director: Client, event: Event, key: str, line: str, *, as_json: bool = False, **fields: Any
) -> Any:
    headers = {"accept": "application/json"} if as_json else {}
    return director.post(path_of(event, "desk/quick/"), {"key": key, "line": line, **fields}, headers=headers)


def seen_on(page: HttpResponse) -> str:
    """What the form of the quick line carries on a page."""
    found = re.search(r'name="seen" value="(.*?)"', page.content.decode())
    assert found is not None
    return found[1].replace("&quot;", '"')


def question_of(page: HttpResponse) -> dict[str, str]:
    """The hidden fields of the question on a page, and its button."""
    text = page.content.decode().split('id="question"')[1].split("</form>")[0]
    fields = dict(re.findall(r'name="(match|version|line)" value="(.*?)"', text))
    found = re.search(r"<button.*?>(.*?)</button>", text)
    return {**fields, "button": found[1] if found else ""}


def settled(event: Event) -> int:
    return event.journal.filter(kind="settled").count()


def score_of(match: Match) -> tuple[str, int, int]:
    match.refresh_from_db()
    return (match.status, match.white_score, match.black_score)


@pytest.mark.parametrize("seconds", [0, 90])
def test_the_same_line_again_asks_whether_the_next_match_is_meant(
    director: Client, event: Event, seconds: int
) -> None:
    """Just after the call, and while the first line is still fresh."""
    first = match_at_table(event, 1)
    assert enter(director, event, "one", "1 5-2").status_code == 303
    following = match_at_table(event, 1)
    Match.objects.filter(pk=following.pk).update(called_at=timezone.now() - timedelta(seconds=seconds))

    page = enter(director, event, "two", "1 5-2")

    question = question_of(page)
    assert page.status_code == 409
    assert question == {
        "match": following.code,
        "version": str(following.version),
        "line": "1 5-2",
        "button": f"Record {following.white.full_name} 5–2 {following.black.full_name}",
    }
    assert (settled(event), score_of(first), score_of(following)) == (
        1,
        ("settled", 5, 2),
        ("called", 0, 0),
    )

    assert enter(director, event, "three", **without(question, "button")).status_code == 303
    assert score_of(following) == ("settled", 5, 2)


def without(fields: dict[str, str], name: str) -> dict[str, str]:
    return {key: value for key, value in fields.items() if key != name}


def test_the_same_name_again_asks_whether_the_next_match_is_meant(director: Client, event: Event) -> None:
    """The letters of the first line now begin the name of somebody else, who was called long ago."""
    called_long_ago(event)
    first, other = match_at_table(event, 1), match_at_table(event, 2)
    rename(first.black, "Quentin Harris")
    assert enter(director, event, "one", "quentin 2-5").status_code == 303
    rename(first.black, "Harris")
    rename(other.black, "Quentin Quist")

    page = enter(director, event, "two", "quentin 2-5")

    assert (page.status_code, question_of(page)["match"]) == (409, other.code)
    assert question_of(page)["button"] == f"Record {other.white.full_name} 5–2 Quentin Quist"


def rename(player: Player, name: str) -> None:
    Player.objects.filter(pk=player.pk).update(name=name, full_name=name)


def test_a_line_for_a_match_that_was_not_on_the_page_is_refused(director: Client, event: Event) -> None:
    """As when it waited in a browser without a connection, while somebody else recorded the result."""
    seen = seen_on(director.get(path_of(event, "desk/")))
    first = match_at_table(event, 1)
    club_evenings.settle(first)
    called_long_ago(event)
    following = match_at_table(event, 1)

    answers = [
        enter(director, event, "one", "1 5-2", seen=seen, as_json=True),
        enter(director, event, "two", f"{following.white.full_name} 5-2", seen=seen, as_json=True),
    ]

    expected = {
        "message": "Not recorded. This is not the match you saw any more; it is now "
        f"{following.white.full_name} – {following.black.full_name}.",
        "is_of_another_match": True,
    }
    assert [(answer.status_code, answer.json()) for answer in answers] == [(409, expected)] * 2
    assert settled(event) == 1
    assert (
        enter(
            director, event, "three", "1 5-2", seen=seen_on(director.get(path_of(event, "desk/")))
        ).status_code
        == 303
    )
    assert score_of(following) == ("settled", 5, 2)


def test_a_line_for_a_match_that_has_ended_since_says_how(director: Client, event: Event) -> None:
    seen = seen_on(director.get(path_of(event, "desk/")))
    first = match_at_table(event, 1)
    club_evenings.settle(first, "black")
    Match.objects.filter(desk=first.desk, table=first.table, status="called").update(
        table=None, status="scheduled"
    )

    answer = enter(director, event, "one", "1 5-2", seen=seen, as_json=True)

    first.refresh_from_db()
    result = f"{first.white.full_name} {first.white_score}–{first.black_score} {first.black.full_name}"
    assert (answer.status_code, answer.json()) == (
        409,
        {"message": f"Not recorded. The match you saw at table 1 has ended in the meantime: {result}."},
    )


def test_a_line_against_a_report_is_refused_and_never_a_question(director: Client, event: Event) -> None:
    """Just after the call, when the line was questioned before, and when the report came since."""
    club_evenings.settle(match_at_table(event, 1))
    seen = seen_on(director.get(path_of(event, "desk/")))
    match = match_at_table(event, 1)
    question = question_of(enter(director, event, "one", "1 5-2", seen=seen))
    factories.a_report(match, 4, 5)
    match.refresh_from_db()
    answered = {**without(question, "button"), "version": match.version}
    address = f"/api/v1/events/{event.pk}/desk/quick-result/"
    bodies = ({"line": "1 5-2"}, answered)

    pages = [
        enter(director, event, "two", "1 5-2", seen=seen, as_json=True),
        enter(director, event, "three", "1 5-2", as_json=True),
        enter(director, event, "four", as_json=True, **answered),
    ]
    programs = [director.post(address, body, content_type="application/json") for body in bodies]

    refused = {
        "message": "Not recorded. The match is already reported as 4–5. Nothing was changed: "
        "the players can confirm or dispute that score, the desk can confirm it or rule on the match."
    }
    assert [(page.status_code, page.json()) for page in pages] == [(409, refused)] * 3
    assert [(answer.status_code, answer.json()["code"]) for answer in programs] == [
        (409, "already_reported")
    ] * 2
    assert (score_of(match), match.reports.get().state) == (("reported", 4, 5), "open")


def test_a_line_that_agrees_with_a_report_confirms_it(director: Client, event: Event) -> None:
    match = match_at_table(event, 1)
    factories.a_report(match, 4, 5)
    assert enter(director, event, "one", "1 4-5").status_code == 303
    assert score_of(match) == ("settled", 4, 5)


def test_a_line_for_a_disputed_match_is_refused_before_a_question(director: Client, event: Event) -> None:
    club_evenings.settle(match_at_table(event, 1))
    match = match_at_table(event, 1)
    Match.objects.filter(pk=match.pk).update(status="disputed")
    answer = enter(director, event, "one", "1 5-2", as_json=True)
    assert (answer.status_code, answer.json()) == (
        409,
        {"message": "Not recorded. The match is disputed and awaits a ruling. Nothing was changed."},
    )


def test_an_answer_to_a_question_counts_for_the_match_it_names_alone(director: Client, event: Event) -> None:
    club_evenings.settle(match_at_table(event, 1))
    question = question_of(enter(director, event, "one", "1 5-2"))
    club_evenings.settle(match_at_table(event, 1))
    count = settled(event)

    page = enter(director, event, "two", **without(question, "button"))

    assert (page.status_code, settled(event)) == (409, count)
    assert "This is not the match you saw any more" in page.text
    assert 'id="question"' not in page.text


def test_the_desk_carries_every_match_at_a_table(director: Client, event: Event) -> None:
    seen = json.loads(seen_on(director.get(path_of(event, "desk/"))))

    rows = get_open_matches(event.tournament.desk)
    assert seen == {match.code: [match.table.number, match.version] for match in rows if match.table}


def test_the_answer_to_a_line_leads_to_the_correction_of_its_result(director: Client, event: Event) -> None:
    match = match_at_table(event, 1)

    answer = enter(director, event, "one", "1 5-2", as_json=True)

    assert answer.json() == {
        "message": f"Recorded: {match.white.full_name} 5–2 {match.black.full_name}.",
        "match": match.code,
        "correction": path_of(event, f"desk/correct/{match.code}/"),
    }
    assert director.get(answer.json()["correction"]).status_code == 200


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("1 6-77", "6–77 is not possible: a 5-point match ends at 5, and the excess does not count."),
        (
            "1 77-77",
            "77–77 is not possible: a 5-point match ends at 5, and the excess does not count.",
        ),
        ("1 5-5", "At 5–5 both sides would have won a 5-point match."),
        ("1 3-2", "At 3–2 a 5-point match has no winner yet."),
    ],
)
def test_an_impossible_score_is_refused_before_a_question(
    director: Client, event: Event, line: str, sentence: str
) -> None:
    club_evenings.settle(match_at_table(event, 1))

    answer = enter(director, event, "one", line, as_json=True)

    assert (answer.status_code, answer.json()) == (409, {"message": f"Not recorded. {sentence}"})


@pytest.mark.parametrize(
    "seen", ["[]", "1", '{"A": 1}', '{"A": ["x", "y"]}', '{"A": [1, 2, 3]}', "{", "[[[["]
)
def test_matches_that_cannot_be_read_are_refused(director: Client, event: Event, seen: str) -> None:
    assert enter(director, event, "one", "1 5-2", seen=seen).status_code == 400
    assert settled(event) == 0


def test_a_program_names_the_match_of_a_line_that_is_not_clear(director: Client, event: Event) -> None:
    address = f"/api/v1/events/{event.pk}/desk/quick-result/"
    club_evenings.settle(match_at_table(event, 1))
    following, other = match_at_table(event, 1), match_at_table(event, 2)
    line = {"line": "1 5-2"}

    question, elsewhere, named = (
        director.post(address, body, content_type="application/json")
        for body in (
            line,
            {**line, "match": other.code},
            {**line, "match": following.code, "version": following.version},
        )
    )

    assert [
        (answer.status_code, answer.json()["code"], answer.json()["context"]["match"])
        for answer in (question, elsewhere)
    ] == [
        (409, "line_just_called", following.code),
        (409, "line_of_another_match", following.code),
    ]
    assert (named.status_code, named.json()["code"], score_of(following)) == (
        201,
        following.code,
        ("settled", 5, 2),
    )


@pytest.mark.parametrize("page", ["desk", "match"])
def test_another_score_replaces_an_unconfirmed_report_without_a_ruling(
    director: Client, event: Event, page: str
) -> None:
    match = match_at_table(event, 1)
    factories.a_report(match, 4, 5)
    address = path_of(event, "desk/") if page == "desk" else f"/m/{match.code}/"
    part = director.get(address).text.split(f'<details id="other-score-{match.code}">')[1]
    (form,) = read_forms(part.split("</details>")[0])
    answer = director.post(form.action, {**form.data(), "white_score": "3", "black_score": "5"})

    assert (answer.status_code, score_of(match)) == (303, ("settled", 3, 5))
    assert [(row.state, row.channel) for row in match.reports.order_by("number")] == [
        ("superseded", "table"),
        ("confirmed", "desk"),
    ]
    assert not match.rulings.exists()


def test_another_score_that_is_refused_stays_in_its_form(director: Client, event: Event) -> None:
    match = match_at_table(event, 1)
    factories.a_report(match, 4, 5)
    match.refresh_from_db()
    sent = {"match": match.code, "version": match.version, "white_score": "9", "black_score": "1"}

    answer = director.post(path_of(event, "desk/result/"), {**sent, "key": "typed"})

    assert (answer.status_code, score_of(match)) == (409, ("reported", 4, 5))
    part = answer.text.split(f'<details id="other-score-{match.code}" open>')[1]
    (form,) = read_forms(part.split("</details>")[0])
    assert [form.data()[name] for name in ("white_score", "black_score")] == ["9", "1"]


def test_a_report_made_meanwhile_is_not_replaced(director: Client, event: Event) -> None:
    match = match_at_table(event, 1)
    seen = {"match": match.code, "version": match.version, "white_score": 3, "black_score": 5}
    factories.a_report(match, 4, 5)

    answer = director.post(path_of(event, "desk/result/"), {**seen, "key": "typed"})

    assert (answer.status_code, score_of(match)) == (409, ("reported", 4, 5))


def test_a_result_of_another_event_is_the_last_action_of_this_desk_but_not_what_its_button_undoes(
    director: Client, event: Event
) -> None:
    by = club_evenings.director_of(event.tournament.club)
    assert enter(director, event, "here", "1 5-2").status_code == 303
    side = tournaments.add_event(
        tournament=event.tournament, name="Swiss", length=3, consolation_length=3, by=by
    )
    entries.enter_names(event=side, names="Ida Po\nUgo Re", by=by, key="names")
    draws.draw(event=side, by=by)
    draws.publish(event=side, by=by)
    club_evenings.settle(club_evenings.match_at(side, "M1-1"))

    page = director.get(path_of(event, "desk/")).content.decode()

    last = " ".join(re.sub(r"<[^>]+>", " ", page.split('id="last"')[1].split("</section>")[0]).split())
    assert last.startswith('data-live aria-label="Last action"> Last, in Swiss: ')
    assert "To its desk, to undo it Last in" in last
    assert "data-undo" not in page
