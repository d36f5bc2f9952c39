"""Imports of long files by a background task: progress on a page and by API, and all or nothing."""

from fractions import Fraction
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.models import Match, Outbox
from matches.services import outbox
from tests.tournaments.club_evenings import a_club, director_of
from tournaments.exchange.lists.files import pack_file
from tournaments.exchange.trf import TrfPlayer, TrfReport, TrfRound, write
from tournaments.importing.queries.imports import get_import_status
from tournaments.importing.services import history_import, imports
from tournaments.models import Club, Event, FileImport, PastImport
from tournaments.web.tokens import services as tokens

pytestmark = pytest.mark.django_db

ROUNDS, PLAYERS = 6, 12
# "Player 7" needs an answer.
NUMBERED = {"answer-unclear_names": "take"}


def a_report() -> bytes:
    """Return the TRF report of a Swiss of 36 matches, all won by White."""
    games: list[list[TrfRound]] = [[] for _ in range(PLAYERS)]
    for number in range(ROUNDS):
        circle = [0, *(1 + (number + place) % (PLAYERS - 1) for place in range(PLAYERS - 1))]
        for white, black in zip(circle[: PLAYERS // 2], reversed(circle), strict=False):
            games[white].append(TrfRound(black + 1, "w", "1"))
            games[black].append(TrfRound(white + 1, "b", "0"))
    entrants = (
        TrfPlayer(
            index + 1,
            f"Player {index}",
            0,
            sum((game.score for game in player_games), Fraction(0)),
            0,
            tuple(player_games),
        )
        for index, player_games in enumerate(games)
    )
    return write(TrfReport("Cup", tuple(entrants), ROUNDS))


def a_table(rows: int) -> str:
    """Return a CSV table with this many results."""
    lines = [f"2024-03-05,Night,Player {n % 40},Guest {n % 37},7-{n % 7}" for n in range(rows)]
    return "\n".join(["Date,Evening,Player 1,Player 2,Score", *lines])


def run_worker() -> None:
    """Deliver the pending import messages, as a worker does."""
    for key in Outbox.objects.filter(kind=imports.KIND, sent_at=None).values_list("pk", flat=True):
        outbox.deliver_message(outbox_id=key)


class DirectorClient:
    """A signed-in director and their club."""

    def __init__(self, client: Client) -> None:
        self.club: Club = a_club()
        self.director = director_of(self.club)
        self.client = client
        client.force_login(self.director)

    def post(self, path: str, **data: Any) -> Any:
        return self.client.post(f"/clubs/{self.club.slug}/{path}/", data)

    def api(self, method: str, path: str, **data: Any) -> Any:
        token = tokens.create_token(by=self.director, name="Import", scope=self.club, may_write=True, days=1)
        headers = {"Authorization": f"Bearer {token.secret}"}
        return getattr(Client(), method)(f"/api/v1/clubs/{self.club.slug}/{path}/", data, headers=headers)


@pytest.fixture
def office(client: Client) -> DirectorClient:
    return DirectorClient(client)


def test_a_long_report_is_imported_by_a_task_with_a_progress_page(office: DirectorClient) -> None:
    response = office.post("import-report", text=a_report().decode(), length=7)
    task = FileImport.objects.get()
    address = f"/clubs/{office.club.slug}/imports/tasks/{task.code}/"
    waiting = office.client.get(address)
    assert (response.status_code, response["Location"], Event.objects.count()) == (303, address, 0)
    assert ("Importing…" in waiting.content.decode(), waiting["Refresh"]) == (True, "2")
    assert address in office.client.get(f"/clubs/{office.club.slug}/imports/").content.decode()

    run_worker()

    event = Event.objects.get()
    complete = office.client.get(address)
    assert Match.objects.filter(pairing__event=event, status="settled").count() == 36
    assert ("Import complete." in complete.content.decode(), complete.has_header("Refresh")) == (True, False)
    assert f"/{event.slug}/desk/" in complete.content.decode()
    task.refresh_from_db()
    assert (task.state, task.event, task.arguments) == ("done", event, {})


def test_progress_is_stored_while_matches_are_written(
    office: DirectorClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = imports.enqueue_report_import(
        club=office.club, text=a_report().decode(), length=7, by=office.director
    )
    percentages = []

    def import_report(*, on_progress: Any, **arguments: Any) -> Event:
        def record_progress(number: int, total: int) -> None:
            on_progress(number, total)
            percentages.append(get_import_status(task).percent)

        return original(on_progress=record_progress, **arguments)

    original = imports.import_report
    monkeypatch.setattr(imports, "import_report", import_report)
    run_worker()
    assert (percentages[0] < 10, percentages == sorted(percentages), percentages[-1]) == (True, True, 100)


def test_a_killed_worker_leaves_no_rows_and_the_import_is_repeated(
    office: DirectorClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = imports.enqueue_report_import(
        club=office.club, text=a_report().decode(), length=7, by=office.director
    )

    class Killed(BaseException):
        """The end of a process."""

    def die(number: int, total: int) -> None:
        raise Killed

    with monkeypatch.context() as dying:
        dying.setattr(imports, "_store_progress", lambda task, number, total: die(number, total))
        with pytest.raises(Killed):
            imports.deliver({"import": task.pk})
    assert (Event.objects.count(), Match.objects.count()) == (0, 0)

    for _ in range(2):
        imports.deliver({"import": task.pk})
    assert (Event.objects.count(), Match.objects.count()) == (1, 36)


def test_an_import_is_cancelled_after_the_maximum_of_attempts(office: DirectorClient) -> None:
    task = imports.enqueue_report_import(
        club=office.club, text=a_report().decode(), length=7, by=office.director
    )
    FileImport.objects.update(attempts=imports.MAX_ATTEMPTS)
    run_worker()
    page = office.client.get(f"/clubs/{office.club.slug}/imports/tasks/{task.code}/").content.decode()
    assert ("has been cancelled" in page, "Upload again" in page, Event.objects.count()) == (True, True, 0)


def test_an_invalid_line_is_refused_before_a_task_is_created(office: DirectorClient) -> None:
    damaged = a_report().replace(b"001    3", b"001    x")
    answer = office.post("import-report", text=damaged.decode(), length=7)
    assert (answer.status_code, FileImport.objects.count()) == (409, 0)
    assert "line 8" in answer.content.decode().lower()


def test_many_past_results_are_imported_by_a_task(office: DirectorClient) -> None:
    text = pack_file(a_table(600).encode())
    response = office.post("imports/results", text=text, name="2024.csv", take="1", **NUMBERED)
    assert (response.status_code, PastImport.objects.count()) == (303, 0)
    run_worker()
    batch = PastImport.objects.get()
    assert (batch.rows, batch.name) == (600, "2024.csv")
    assert "Import complete." in office.client.get(response["Location"]).content.decode()


def test_the_error_of_a_task_is_shown_on_its_page(office: DirectorClient) -> None:
    """The second task fails because the first has imported the same file."""
    text = pack_file(a_table(600).encode())
    tasks = [office.post("imports/results", text=text, name="a.csv", take="1", **NUMBERED) for _ in range(2)]
    run_worker()
    page = office.client.get(tasks[1]["Location"]).content.decode()
    assert "The matches of a.csv, from " in page
    assert ", have already been imported from the same list." in page
    assert PastImport.objects.count() == 1


def test_the_api_answers_202_with_an_address(office: DirectorClient) -> None:
    report = SimpleUploadedFile("swiss.trf", a_report())
    table = SimpleUploadedFile("2024.csv", a_table(600).encode())
    responses = [
        office.api("post", "imports/reports", file=report, length=7),
        office.api("post", "imports/results", file=table, answers=["unclear_names=take"]),
    ]
    assert [(response.status_code, response.json()["state"]) for response in responses] == [
        (202, "waiting")
    ] * 2
    run_worker()
    tasks = [
        office.api("get", response.json()["address"].split(f"{office.club.slug}/", 1)[1].rstrip("/")).json()
        for response in responses
    ]
    assert [(task["state"], task["percent"], task["rows"]) for task in tasks] == [
        ("done", 100, 36),
        ("done", 100, 600),
    ]
    assert (tasks[0]["event"], tasks[1]["file"]) == (Event.objects.get().pk, PastImport.objects.get().pk)


def test_a_director_of_another_club_may_not_see_a_task(office: DirectorClient, client: Client) -> None:
    task = imports.enqueue_report_import(
        club=office.club, text=a_report().decode(), length=7, by=office.director
    )
    client.force_login(director_of(a_club("Elsewhere")))
    assert client.get(f"/clubs/{office.club.slug}/imports/tasks/{task.code}/").status_code == 404


def test_queries_hardly_grow_with_the_results(office: DirectorClient) -> None:
    counts = []
    for rows in (600, 1200):
        table = a_table(rows)
        with CaptureQueriesContext(connection) as queries:
            file = SimpleUploadedFile("t.csv", table.encode())
            office.api("post", "imports/results", file=file, answers=["unclear_names=take"])
            run_worker()
        counts.append(len(queries))
        history_import.undo_import(batch=PastImport.objects.latest("pk"), by=office.director)
    assert counts[1] <= counts[0] + 20
