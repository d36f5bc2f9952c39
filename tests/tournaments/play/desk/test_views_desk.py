"""The actions of the desk: what each does, who may do it, and what a refusal keeps."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from matches.actors import SYSTEM
from matches.models import Badge, Match
from matches.queries.desks import get_free_tables
from matches.records.services import identifications, uploads
from matches.services import lifecycle, reporting, scoring
from tests import factories
from tests.matches.records import files
from tests.page_forms import read_forms
from tests.tournaments import club_evenings
from tests.tournaments.play.event_pages.test_views_public import names, path_of
from tournaments.models import Event

pytestmark = pytest.mark.django_db

ACTIONS = (
    "names",
    "withdraw",
    "badge",
    "draw",
    "publish",
    "undo",
    "result",
    "quick",
    "confirm",
    "rule",
    "award",
    "call",
    "act/add-tables",
    "act/policy",
)


@pytest.fixture(scope="module")
def module_event(module_transaction: None) -> Event:
    """Four players, the draw published, two matches at the tables."""
    return club_evenings.a_night(club_evenings.a_club())


@pytest.fixture
def event(module_event: Event) -> Event:
    return Event.objects.get(pk=module_event.pk)


def send(client: Client, event: Event, action: str, **fields: object) -> HttpResponse:
    return client.post(path_of(event, f"desk/{action}/"), {"key": f"key-{action}", **fields})


def message(answer: HttpResponse) -> str:
    """The sentence of the refusal on a page."""
    re_match = re.search(r'id="refusal">.*?<strong>(.*?)</strong>', answer.content.decode(), re.DOTALL)
    return re_match.group(1) if re_match else ""


def test_the_desk_redirects_an_outsider_to_sign_in(client: Client, event: Event) -> None:
    answer = client.get(path_of(event, "desk/"))

    assert (answer.status_code, answer["Location"]) == (302, f"/sign-in/?next={path_of(event, 'desk/')}")


@pytest.mark.parametrize("action", ACTIONS)
def test_directors_of_other_clubs_get_404(client: Client, event: Event, action: str) -> None:
    client.force_login(club_evenings.director_of(club_evenings.a_club()))

    assert send(client, event, action).status_code == 404
    assert client.get(path_of(event, "desk/")).status_code == 404


@pytest.mark.parametrize("action", ACTIONS)
def test_actions_refuse_get(desk: Client, event: Event, action: str) -> None:
    assert desk.get(path_of(event, f"desk/{action}/")).status_code == 405


def test_a_match_of_a_player_at_another_table_is_not_called(desk: Client, event: Event) -> None:
    """Page and API refuse the call, and name the table of the other match."""
    playing = club_evenings.match_at(event, "M1-1")
    waiting = lifecycle.create_match(
        desk=playing.desk, white=playing.white, black=factories.a_player("Zoe"), length=5, by=SYSTEM
    )
    free = get_free_tables(playing.desk)[0].number

    page = desk.post(path_of(event, "desk/call/"), {"match": waiting.code, "table": free})
    answer = desk.post(
        f"/api/v1/matches/{waiting.code}/call/", {"table": free}, content_type="application/json"
    )

    text = f"is still playing at table {playing.table}"
    assert (page.status_code, text in page.content.decode()) == (409, True)
    assert (answer.status_code, answer.json()["code"]) == (409, "player_at_another_table")
    assert text in answer.json()["detail"]
    waiting.refresh_from_db()
    assert (waiting.status, waiting.table) == ("scheduled", None)


def test_a_table_is_named_and_numbered_again(desk: Client, event: Event) -> None:
    table = event.tournament.desk.tables.get(number=1)

    assert send(desk, event, "act/name-table", table=1, label=" Stream ").status_code == 303
    page = desk.get(path_of(event, "desk/")).content.decode()
    assert re.findall(r"Table 1 is now named \w+", page) == ["Table 1 is now named Stream"]
    assert re.findall(r"Stream ·\s+[^·<]+", " ".join(page.split())) == ["Stream · Main "]
    table.refresh_from_db()
    assert str(table) == "Stream"

    assert send(desk, event, "act/name-table", table=1, label="").status_code == 303
    table.refresh_from_db()
    assert str(table) == "1"
    assert send(desk, event, "act/name-table", table=99, label="Nowhere").status_code == 404


def test_a_result_entered_at_the_desk_is_settled(desk: Client, event: Event) -> None:
    match = club_evenings.match_at(event, "M1-1")

    answer = send(
        desk, event, "result", match=match.code, white_score=5, black_score=2, version=match.version
    )

    match.refresh_from_db()
    assert answer.status_code == 303
    assert (match.status, match.winner, match.white_score, match.black_score) == ("settled", "white", 5, 2)


def test_an_impossible_score_is_refused_and_the_line_stays(desk: Client, event: Event) -> None:
    answer = send(desk, event, "quick", line="1 5-5")

    assert answer.status_code == 409
    assert message(answer) != ""
    assert 'value="1 5-5"' in answer.content.decode()
    assert event.journal.filter(kind="settled").count() == 0


def test_an_impossible_score_stays_beside_its_match(desk: Client, event: Event) -> None:
    match, other = (club_evenings.match_at(event, label) for label in ("M1-1", "M1-2"))

    answer = send(
        desk, event, "result", match=match.code, white_score=4, black_score=26, version=match.version
    )

    forms = [form for form in read_forms(answer.content.decode()) if "white_score" in form.visible]
    entered = {
        form.data()["match"]: (form.data()["white_score"], form.data()["black_score"]) for form in forms
    }
    assert answer.status_code == 409
    assert entered[match.code] == ("4", "26")
    assert entered[other.code] == ("", "")


def test_a_result_is_entered_by_table_in_one_line(desk: Client, event: Event) -> None:
    match = club_evenings.match_at(event, "M1-2")
    assert match.table is not None

    send(desk, event, "quick", line=f" {match.table.number}: 3 - 5 ")

    match.refresh_from_db()
    assert (match.status, match.winner, match.white_score, match.black_score) == ("settled", "black", 3, 5)


@pytest.mark.parametrize("is_reported", [False, True])
def test_a_line_sent_twice_does_not_settle_the_next_match_at_that_table(
    client: Client, is_reported: bool
) -> None:
    event = club_evenings.a_night(club_evenings.a_club(), names(32))
    client.force_login(club_evenings.director_of(event.tournament.club))
    table = event.tournament.desk.tables.get(number=1)
    if is_reported:
        factories.a_report(table.matches.get(), 5, 2)

    answers = [send(client, event, "quick", line="1 5-2").status_code for _ in range(2)]

    assert answers == [303, 303]
    assert event.journal.filter(kind="settled").count() == 1
    assert table.matches.filter(status="called").count() == 1


def test_lines_of_two_tables_sent_again_are_recorded_once(desk: Client, event: Event) -> None:
    both = [club_evenings.match_at(event, label) for label in ("M1-1", "M1-2")]
    lines = [f"{match.table.number} 5-2" for match in both if match.table]

    for line in (*lines, lines[1]):
        assert send(desk, event, "quick", line=line).status_code == 303

    assert [match.desk.matches.get(pk=match.pk).status for match in both] == ["settled"] * 2
    assert event.journal.filter(kind="settled").count() == 2


def test_a_changed_line_does_not_settle_the_next_match_at_that_table(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club(), names(32))
    client.force_login(club_evenings.director_of(event.tournament.club))

    answers = [send(client, event, "quick", line=line).status_code for line in ("1 5-2", "1 5-1")]

    assert answers == [303, 409]
    assert event.journal.filter(kind="settled").count() == 1


@pytest.mark.parametrize(("line", "status"), [("7-3", 400), ("7 5-3", 409)])
def test_an_unreadable_line_changes_nothing(desk: Client, event: Event, line: str, status: int) -> None:
    answer = send(desk, event, "quick", line=line)

    assert answer.status_code == status
    assert ("for example 4 7-3" in answer.content.decode()) == (status == 400)
    assert event.journal.filter(kind="settled").count() == 0


def test_the_answer_to_a_line_above_the_match_length_states_that_it_is_not_recorded(
    desk: Client, event: Event
) -> None:
    address = path_of(event, "desk/quick/")
    answer = desk.post(address, {"line": "1 9-3", "key": "k"}, headers={"accept": "application/json"})

    assert answer.json()["message"] == (
        "Not recorded. 9–3 is not possible: a 5-point match ends at 5, and the excess does not count."
    )
    assert event.journal.filter(kind="settled").count() == 0


def test_other_actions_answer_with_the_page_whatever_is_accepted(desk: Client, event: Event) -> None:
    match = club_evenings.match_at(event, "M1-1")
    data = {"match": match.code, "version": match.version, "key": "k"}
    answer = desk.post(path_of(event, "desk/confirm/"), data, headers={"accept": "application/json"})

    assert (answer.status_code, answer.headers["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert "This match has no such report." in answer.text


def test_a_report_is_confirmed_at_the_desk(desk: Client, event: Event) -> None:
    match = club_evenings.match_at(event, "M1-1")
    factories.a_report(match, 5, 4)
    match.refresh_from_db()

    send(desk, event, "confirm", match=match.code, version=match.version)

    match.refresh_from_db()
    assert (match.status, match.white_score, match.black_score) == ("settled", 5, 4)


def test_a_dispute_of_two_of_one_surname_shows_what_tells_them_apart(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club(), ("Anna Rossi", "Maria Rossi"))
    client.force_login(club_evenings.director_of(event.tournament.club))
    match = Match.objects.get(pairing__event=event)
    report = factories.a_report(match, 5, 4)
    reporting.dispute(
        match=match,
        report=report,
        white_score=4,
        black_score=5,
        identity=factories.at_table(match, "other"),
    )
    page = client.get(f"{path_of(event)}desk/").text
    scores = re.findall(
        r'<p class="reported-score">\s*<span>(.*?)</span>.*?<span>(.*?)</span>', page, re.DOTALL
    )
    assert scores == [(match.white.name, match.black.name)] * 2


@pytest.mark.parametrize(
    ("fields", "score"),
    [({"uphold": "4-5"}, (4, 5)), ({"uphold": "", "white_score": 5, "black_score": 0}, (5, 0))],
)
def test_a_dispute_is_ruled_by_a_report_or_another_score(
    desk: Client, event: Event, fields: dict[str, object], score: tuple[int, int]
) -> None:
    match = club_evenings.match_at(event, "M1-1")
    report = factories.a_report(match, 5, 4)
    reporting.dispute(
        match=match,
        report=report,
        white_score=4,
        black_score=5,
        identity=factories.at_table(match, "other"),
    )

    send(desk, event, "rule", match=match.code, law="match.adjudication", **fields)

    match.refresh_from_db()
    assert (match.status, match.white_score, match.black_score) == ("settled", *score)
    assert list(match.rulings.values_list("law", flat=True)) == ["match.adjudication"]


def test_a_ruling_that_is_refused_stays_in_its_form(desk: Client, event: Event) -> None:
    match = club_evenings.match_at(event, "M1-1")
    report = factories.a_report(match, 5, 4)
    other = factories.at_table(match, "other")
    reporting.dispute(match=match, report=report, white_score=4, black_score=5, identity=other)
    entered = {"white_score": "9", "black_score": "1", "law": "match.length", "reason": "Both heard"}
    match.refresh_from_db()

    sent = {"match": match.code, "version": match.version, "key": "k", **entered}
    answer = desk.post(path_of(event, "desk/rule/"), sent)

    assert answer.status_code == 409
    assert f'<details id="other-{match.code}" open>' in answer.text
    form = next(form for form in read_forms(answer.text) if form.action.endswith("/desk/rule/"))
    assert {name: form.data()[name] for name in entered} == entered


def test_a_match_file_is_linked_beside_disputed_reports(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club(), length=3)
    client.force_login(club_evenings.director_of(event.tournament.club))
    match = club_evenings.match_at(event, "M1-1")
    report = factories.a_report(match, 3, 1)
    other = factories.at_table(match, "other")
    reporting.dispute(match=match, report=report, white_score=1, black_score=3, identity=other)
    transcript = uploads.attach_file(
        match=match, name="final.mat", data=files.with_an_illegal_play(), identity=other
    )
    director = factories.with_account(club_evenings.director_of(event.tournament.club))
    identifications.identify_players(transcript=transcript, swapped=False, identity=director)

    page = client.get(path_of(event, "desk/")).content.decode()

    assert f'href="/m/{match.code}/record/{transcript.pk}/"' in page
    assert f'<option value="{transcript.fault["law"]}" selected>' in page


def test_the_score_sheet_is_shown_beside_a_report_that_contradicts_it(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club(), length=5)
    client.force_login(club_evenings.director_of(event.tournament.club))
    match = club_evenings.match_at(event, "M1-1")
    for winner in ("white", "white", "black"):
        scoring.score_game(
            match=match, winner=winner, kind="single", cube=1, identity=factories.at_table(match)
        )
    factories.a_report(match, 1, 5)

    page = client.get(path_of(event, "desk/")).content.decode()

    assert "The report contradicts the score sheet:" in page
    assert re.search(r'value="1-5">\s*Accept 1–5', page)
    assert page.count('class="table games-table"') == 1


def test_a_ruling_without_a_score_is_rejected(desk: Client, event: Event) -> None:
    match = club_evenings.match_at(event, "M1-1")

    assert send(desk, event, "rule", match=match.code, law="match.adjudication").status_code == 400


def test_no_page_gives_a_walk_over_a_score(client: Client, event: Event) -> None:
    match = club_evenings.match_at(event, "M1-1")
    club_evenings.settle(match, ending="walkover")
    client.force_login(club_evenings.director_of(event.tournament.club))
    desk_pages = ("desk/", f"desk/find/?q={match.white.name}", f"desk/correct/{match.code}/")
    pages = [
        client.get(path)
        for path in (*(path_of(event, page) for page in desk_pages), reverse("match", args=[match.code]))
    ]

    assert [page.status_code for page in pages] == [200] * len(pages)
    texts = [re.sub(r"<[^>]+>", "", page.content.decode()) for page in pages]
    assert [text.count("0–0") for text in texts] == [0] * len(pages)
    assert [len(re.findall(r"\s–\s", text)) > 0 for text in texts] == [True] * len(pages)


@pytest.mark.parametrize(
    ("fields", "ending", "winner"),
    [
        ({"ending": "walkover", "winner": "black"}, "walkover", "black"),
        ({"ending": "walkover"}, "double_walkover", ""),
        ({"outcome": "walkover-black"}, "walkover", "black"),
        ({"outcome": "walkover-"}, "double_walkover", ""),
        ({"outcome": "forfeit-white"}, "forfeit", "white"),
        ({"outcome": "retired-black"}, "retired", "black"),
        ({"ending": "forfeit", "winner": "white"}, "forfeit", "white"),
        ({"ending": "retired", "winner": "white"}, "retired", "white"),
    ],
)
def test_a_match_is_awarded_without_being_played_out(
    desk: Client, event: Event, fields: dict[str, object], ending: str, winner: str
) -> None:
    match = club_evenings.match_at(event, "M1-1")

    send(desk, event, "award", match=match.code, **fields)

    match.refresh_from_db()
    assert (match.status, match.ending, match.winner) == ("settled", ending, winner)


def test_a_match_is_moved_to_another_table(desk: Client, event: Event) -> None:
    match = club_evenings.match_at(event, "M1-1")

    send(desk, event, "call", match=match.code, table=8, version=match.version)

    match.refresh_from_db()
    assert (match.status, str(match.table)) == ("called", "8")


def test_a_match_is_not_moved_to_a_taken_table(desk: Client, event: Event) -> None:
    match, other = club_evenings.match_at(event, "M1-1"), club_evenings.match_at(event, "M1-2")
    assert other.table is not None

    answer = send(desk, event, "call", match=match.code, table=other.table.number)

    table = match.table
    match.refresh_from_db()
    assert (answer.status_code, match.table) == (409, table)


def test_added_tables_are_given_to_waiting_matches(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club(), names(32))
    client.force_login(club_evenings.director_of(event.tournament.club))

    for _ in range(2):
        send(client, event, "act/add-tables", count=11)

    desk = event.tournament.desk
    assert (desk.tables.count(), desk.matches.filter(status="called").count()) == (11, 11)


def test_fewer_tables_than_there_are_are_refused_with_what_to_do(desk: Client, event: Event) -> None:
    count = event.tournament.desk.tables.count()

    answer = send(desk, event, "act/add-tables", count=count - 1)

    assert (answer.status_code, event.tournament.desk.tables.count()) == (409, count)
    assert f"There are {count} tables, and their numbers stay." in answer.content.decode()


def test_the_report_policy_is_changed_during_the_tournament(desk: Client, event: Event) -> None:
    send(desk, event, "act/policy", policy="trust")

    event.tournament.desk.refresh_from_db()
    assert event.tournament.desk.confirm_policy == "trust"


def test_matches_of_another_desk_are_not_found(desk: Client, event: Event) -> None:
    foreign = club_evenings.match_at(club_evenings.a_night(club_evenings.a_club()), "M1-1")

    assert send(desk, event, "result", match=foreign.code, white_score=5, black_score=2).status_code == 404
    assert desk.get(path_of(event, f"desk/correct/{foreign.code}/")).status_code == 404


def test_an_entry_is_withdrawn(desk: Client, event: Event) -> None:
    club_evenings.settle(club_evenings.match_at(event, "M1-1"))
    club_evenings.settle(club_evenings.match_at(event, "M1-2"))
    entry = club_evenings.match_at(event, "C1-1").white.entries.get(event=event)

    send(desk, event, "withdraw", entry=entry.number)

    entry.refresh_from_db()
    assert entry.status == "withdrawn"


@pytest.mark.parametrize(
    ("is_contested", "sentence"),
    [
        (False, "has a result that waits for confirmation: confirm it first."),
        (True, "is disputed: decide it first."),
    ],
)
def test_the_question_of_a_withdrawal_says_what_the_reported_match_needs(
    desk: Client, event: Event, is_contested: bool, sentence: str
) -> None:
    match = club_evenings.match_at(event, "M1-1")
    report = reporting.report(
        match=match, white_score=5, black_score=2, identity=factories.at_table(match, "one")
    )
    if is_contested:
        reporting.dispute(
            match=match,
            report=report,
            white_score=3,
            black_score=5,
            identity=factories.at_table(match, "two"),
        )
    entry = match.white.entries.get(event=event)

    page = desk.get(path_of(event, f"desk/entry/{entry.number}/withdraw/")).content.decode()

    assert (sentence in page, "finish it first" in page) == (True, False)


def test_a_badge_is_shown_once_and_not_stored(desk: Client, event: Event) -> None:
    answer = send(desk, event, "badge", entry=1)

    page = answer.content.decode()
    badge = Badge.objects.get()
    assert badge.player == event.entries.get(number=1).player
    assert re.search(r'value="http://testserver/b/#[\w-]{22}"', page) is not None
    assert ("<svg" in page, answer["Cache-Control"]) == (True, "no-store")


def test_the_match_page_links_the_desk_for_staff_and_the_event_for_all(desk: Client, event: Event) -> None:
    page, back = f"/m/{club_evenings.match_at(event, 'M1-1').code}/", f'href="{path_of(event, "desk/")}"'
    staff_page, public = desk.get(page).content.decode(), Client().get(page).content.decode()
    assert (back in staff_page, back in public) == (True, False)
    assert f'href="{path_of(event)}"' in staff_page
    assert f'href="{path_of(event)}"' in public


def test_qr_codes_of_a_local_address_show_a_warning(desk: Client, event: Event) -> None:
    warning = "no phone can open this code"
    sheets = f"/d/{event.tournament.desk.code}/sheets/"
    for path in (path_of(event, "desk/cards/"), sheets):
        assert warning in desk.get(path, HTTP_HOST="127.0.0.1:8999").content.decode()
        assert warning not in desk.get(path).content.decode()


def test_the_page_of_a_badge_warns_of_a_local_address(desk: Client, event: Event) -> None:
    warning = "no phone can open this code"
    path, entry = path_of(event, "desk/badge/"), {"entry": 1}
    assert warning in desk.post(path, entry, HTTP_HOST="127.0.0.1:8999").content.decode()
    assert warning not in desk.post(path, entry).content.decode()


def test_there_is_a_table_card_for_every_table_in_use(desk: Client, event: Event) -> None:
    count = event.tournament.desk.tables.count()
    page = desk.get(path_of(event, "desk/cards/")).content.decode()
    assert page.count('class="qr-code"') == count

    send(desk, event, "act/use-table", table=1, is_out_of_use="1")

    page = desk.get(path_of(event, "desk/cards/")).content.decode()
    assert page.count('class="qr-code"') == count - 1


def test_a_reported_score_that_a_certified_file_contradicts_says_so_before_it_is_confirmed(
    client: Client,
) -> None:
    event = club_evenings.a_night(club_evenings.a_club(), length=3)
    client.force_login(club_evenings.director_of(event.tournament.club))
    match = club_evenings.match_at(event, "M1-1")
    factories.a_report(match, 3, 1)
    director = factories.with_account(club_evenings.director_of(event.tournament.club))
    for name, data in (("good.mat", files.record()), ("illegal.mat", files.with_an_illegal_play())):
        transcript = uploads.attach_file(match=match, name=name, data=data, identity=director)
        identifications.identify_players(transcript=transcript, swapped=False, identity=director)

    page = " ".join(client.get(path_of(event, "desk/")).content.decode().split())

    assert re.findall(r"Match file “([^”]*)” ends (\d–\d)", page) == [("good.mat", "3–0")]
    assert f'href="/m/{match.code}/#rule"' in page
