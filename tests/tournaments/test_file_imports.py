"""Long files are taken in by a task that is followed on a page or through the API, all or nothing."""

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
from tournaments.exchange.trf import TrfPlayer, TrfReport, TrfRound, write
from tournaments.models import Club, Event, FileImport, PastImport
from tournaments.queries.imports import get_import_status
from tournaments.services import history_import, imports, tokens

pytestmark = pytest.mark.django_db

ROUNDS, PLAYERS = 6, 12


def a_report() -> bytes:
    """A Swiss of 36 matches in which White always wins."""
    games: list[list[TrfRound]] = [[] for _ in range(PLAYERS)]
    for number in range(ROUNDS):
        circle = [0, *(1 + (number + place) % (PLAYERS - 1) for place in range(PLAYERS - 1))]
        for white, black in zip(circle[: PLAYERS // 2], reversed(circle), strict=False):
            games[white].append(TrfRound(black + 1, "w", "1"))
            games[black].append(TrfRound(white + 1, "b", "0"))
    entrants = (
        TrfPlayer(
            one + 1, f"Player {one}", 0, sum((game.score for game in value), Fraction(0)), 0, tuple(value)
        )
        for one, value in enumerate(games)
    )
    return write(TrfReport("Cup", tuple(entrants), ROUNDS))


def a_table(rows: int) -> str:
    lines = [f"2024-03-05,Night,Player {n % 40},Guest {n % 37},7-{n % 7}" for n in range(rows)]
    return "\n".join(["Date,Evening,Player 1,Player 2,Score", *lines])


def work() -> None:
    """What a worker does when it polls the table of tasks."""
    for key in Outbox.objects.filter(kind=imports.KIND, sent_at=None).values_list("pk", flat=True):
        outbox.deliver_message(outbox_id=key)


class Office:
    """A club and its director, signed in."""

    def __init__(self, client: Client) -> None:
        self.club: Club = a_club()
        self.director = director_of(self.club)
        self.client = client
        client.force_login(self.director)

    def post(self, path: str, **data: Any) -> Any:
        return self.client.post(f"/clubs/{self.club.slug}/{path}/", data)

    def api(self, method: str, path: str, **data: Any) -> Any:
        result = tokens.create_token(by=self.director, name="Import", scope=self.club, may_write=True, days=1)
        headers = {"Authorization": f"Bearer {result.secret}"}
        return getattr(Client(), method)(f"/api/v1/clubs/{self.club.slug}/{path}/", data, headers=headers)


@pytest.fixture
def office(client: Client) -> Office:
    return Office(client)


def test_a_long_report_becomes_an_event_behind_a_page_that_shows_how_far_it_is(office: Office) -> None:
    result = office.post("import-report", text=a_report().decode(), length=7)
    task = FileImport.objects.get()
    address = f"/clubs/{office.club.slug}/imports/tasks/{task.code}/"
    waiting = office.client.get(address)
    assert (result.status_code, result["Location"], Event.objects.count()) == (303, address, 0)
    assert ("Importing…" in waiting.content.decode(), waiting["Refresh"]) == (True, "2")
    assert address in office.client.get(f"/clubs/{office.club.slug}/imports/").content.decode()

    work()

    event = Event.objects.get()
    over = office.client.get(address)
    assert Match.objects.filter(pairing__event=event, status="settled").count() == 36
    assert ("Import complete." in over.content.decode(), over.has_header("Refresh")) == (True, False)
    assert f"/{event.slug}/desk/" in over.content.decode()
    task.refresh_from_db()
    assert (task.state, task.event, task.arguments) == ("done", event, {})


def test_progress_is_seen_while_the_matches_are_written(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = imports.enqueue_report_import(
        club=office.club, text=a_report().decode(), length=7, by=office.director
    )
    items = []

    def take_report(*, on_progress: Any, **value: Any) -> Event:
        def tell(number: int, total: int) -> None:
            on_progress(number, total)
            items.append(get_import_status(task).percent)

        return taking(on_progress=tell, **value)

    taking = imports.import_report
    monkeypatch.setattr(imports, "import_report", take_report)
    work()
    assert (items[0] < 10, items == sorted(items), items[-1]) == (True, True, 100)


def test_a_worker_that_dies_leaves_nothing_and_the_next_one_does_it(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = imports.enqueue_report_import(
        club=office.club, text=a_report().decode(), length=7, by=office.director
    )

    class Killed(BaseException):
        """The end of a process."""

    def die(number: int, total: int) -> None:
        raise Killed

    with monkeypatch.context() as dying:
        dying.setattr(imports, "_store_progress", lambda task, value, total: die(value, total))
        with pytest.raises(Killed):
            imports.deliver({"import": task.pk})
    assert (Event.objects.count(), Match.objects.count()) == (0, 0)

    for _ in range(2):
        imports.deliver({"import": task.pk})
    assert (Event.objects.count(), Match.objects.count()) == (1, 36)


def test_a_file_that_ends_every_worker_is_given_up(office: Office) -> None:
    task = imports.enqueue_report_import(
        club=office.club, text=a_report().decode(), length=7, by=office.director
    )
    FileImport.objects.update(attempts=imports.MAX_ATTEMPTS)
    work()
    page = office.client.get(f"/clubs/{office.club.slug}/imports/tasks/{task.code}/").content.decode()
    assert ("has been cancelled" in page, "Upload again" in page, Event.objects.count()) == (True, True, 0)


def test_a_line_that_cannot_be_read_is_refused_before_there_is_a_task(office: Office) -> None:
    damaged = a_report().replace(b"001    3", b"001    x")
    answer = office.post("import-report", text=damaged.decode(), length=7)
    assert (answer.status_code, FileImport.objects.count()) == (409, 0)
    assert "line 8" in answer.content.decode().lower()


def test_many_results_of_earlier_years_come_in_by_a_task(office: Office) -> None:
    columns = {"column_0": "date", "column_1": "evening", "column_2": "one", "column_3": "other"}
    mapping = {**columns, "column_4": "result", "heads": "on", "order": "day", "take": "1"}
    result = office.post("imports/results", text=a_table(600), name="2024.csv", **mapping)
    assert (result.status_code, PastImport.objects.count()) == (303, 0)
    work()
    batch = PastImport.objects.get()
    assert (batch.rows, batch.name) == (600, "2024.csv")
    assert "Import complete." in office.client.get(result["Location"]).content.decode()


def test_the_error_of_a_task_is_shown_on_its_page(office: Office) -> None:
    """The same file had come in meanwhile."""
    columns = {"column_0": "date", "column_1": "evening", "column_2": "one", "column_3": "other"}
    mapping = {**columns, "column_4": "result", "heads": "on", "order": "day", "take": "1"}
    tasks = [office.post("imports/results", text=a_table(600), name="a.csv", **mapping) for _ in range(2)]
    work()
    page = office.client.get(tasks[1]["Location"]).content.decode()
    assert "The matches of a.csv have already been imported from the same file." in page
    assert PastImport.objects.count() == 1


def test_the_api_answers_202_with_an_address(office: Office) -> None:
    report = SimpleUploadedFile("swiss.trf", a_report())
    table = SimpleUploadedFile("2024.csv", a_table(600).encode())
    items = [
        office.api("post", "imports/reports", file=report, length=7),
        office.api("post", "imports/results", file=table),
    ]
    assert [(one.status_code, one.json()["state"]) for one in items] == [(202, "waiting")] * 2
    work()
    result = [
        office.api("get", one.json()["address"].split(f"{office.club.slug}/", 1)[1].rstrip("/")).json()
        for one in items
    ]
    assert [(one["state"], one["percent"], one["rows"]) for one in result] == [
        ("done", 100, 36),
        ("done", 100, 600),
    ]
    assert (result[0]["event"], result[1]["file"]) == (Event.objects.get().pk, PastImport.objects.get().pk)


def test_a_secretary_of_another_club_sees_no_task(office: Office, client: Client) -> None:
    task = imports.enqueue_report_import(
        club=office.club, text=a_report().decode(), length=7, by=office.director
    )
    client.force_login(director_of(a_club("Elsewhere")))
    assert client.get(f"/clubs/{office.club.slug}/imports/tasks/{task.code}/").status_code == 404


def test_results_are_written_by_few_statements_however_many(office: Office) -> None:
    counts = []
    for rows in (600, 1200):
        table = a_table(rows)
        with CaptureQueriesContext(connection) as queries:
            office.api("post", "imports/results", file=SimpleUploadedFile("t.csv", table.encode()))
            work()
        counts.append(len(queries))
        history_import.undo_import(batch=PastImport.objects.latest("pk"), by=office.director)
    assert counts[1] <= counts[0] + 20
