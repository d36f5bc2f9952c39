"""Long files are taken in by a task: started in a request, done by a worker, followed by their code."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.core.cache import cache
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from matches.models import User
from matches.services import live, outbox
from rules.errors import Refusal
from tournaments.exchange import past_results, spreadsheets, trf
from tournaments.exchange.past_results import Reading
from tournaments.exchange.spreadsheets import Grid
from tournaments.models import Club, Event, FileImport, PastImport
from tournaments.models.file_import import DONE, FAILED, REPORT, RESULTS, WAITING
from tournaments.models.past import LONGEST_FILE
from tournaments.permissions import must_direct, must_manage
from tournaments.queries.imports import count_report_results, progress_key
from tournaments.services import history_import, history_names, reports

KIND = "import_file"
# A worker that is killed leaves its file to the next one; a file that ends every worker is given up.
MAX_ATTEMPTS = 3
# Progress is kept in the cache: the task itself is one transaction, so nobody would see it in a table.
PROGRESS_SECONDS = 3600
Outcome = Mapping[str, Event | PastImport]


@dataclass(frozen=True, slots=True)
class Table:
    """A table of earlier results with what its columns are, whether its first row names them, and the order
    of days and months."""

    grid: Grid
    roles: tuple[str, ...]
    heads: bool
    order: str

    def read(self, today: date) -> Reading:
        """What the table says."""
        return past_results.read(self.grid, self.roles, heads=self.heads, order=self.order, today=today)


@transaction.atomic
def start_report(*, club: Club, text: str, length: int, by: User) -> FileImport:
    """Owe an event made of a report of a Swiss. Raises what `trf.read` and `trf_event.check` do."""
    must_direct(by, club)
    report = trf.read(text.encode())
    trf.check_report(report)
    rows = count_report_results(report)
    return _create_task(
        club, REPORT, report.name or reports.UNNAMED, {"text": text, "length": length}, rows, by
    )


@transaction.atomic
def start_results(*, club: Club, name: str, table: Table, choices: Mapping[int, str], by: User) -> FileImport:
    """Owe the results of earlier years in a table. Raises `past_unready` for a table with faults, and what
    `past_people.recognise` does."""
    must_manage(by, club)
    today = timezone.localdate()
    reading, roles = table.read(today), table.roles
    if reading.faults or past_results.missing(roles) or past_results.repeated(roles):
        raise Refusal("past_unready", faults=len(reading.faults))
    history_names.match_names(club=club, names=reading.names, choices=choices)
    arguments = {
        "text": table.grid.text,
        "roles": list(roles),
        "heads": table.heads,
        "order": table.order,
        "today": today.isoformat(),
        "choices": {str(number): choice for number, choice in choices.items()},
    }
    return _create_task(club, RESULTS, name, arguments, reading.row_count, by)


def deliver(payload: dict[str, Any]) -> None:
    """Take a file in, unless it is over. Outbox work outside a transaction: done twice, it is done once."""
    task = FileImport.objects.select_related("club", "by").filter(pk=payload["import"], state=WAITING).first()
    if task is None:
        return
    FileImport.objects.filter(pk=task.pk).update(attempts=F("attempts") + 1)
    if task.attempts >= MAX_ATTEMPTS:
        _finish(task, FAILED, problem={"code": "import_broke_off", "facts": {}})
        return
    try:
        _process_import(task)
    except Refusal as refusal:
        facts = {name: value for name, value in refusal.facts.items() if isinstance(value, str | int)}
        _finish(task, FAILED, problem={"code": refusal.code, "facts": facts})


def _create_task(
    club: Club, kind: str, name: str, arguments: Mapping[str, Any], rows: int, by: User
) -> FileImport:
    task = FileImport.objects.create(
        club=club,
        kind=kind,
        name=name.strip()[:LONGEST_FILE] or kind,
        arguments=dict(arguments),
        rows=rows,
        by=by,
    )
    outbox.post_message(kind=KIND, payload={"import": task.pk})
    return task


def _process_import(task: FileImport) -> None:
    """Prepare without a lock, then write all of it and the outcome in one transaction."""
    if task.by is None:
        raise Refusal("directors_only", name=task.club.name)
    write_outcome = WRITERS[task.kind](task, task.by)
    with transaction.atomic():
        # A second worker waits here and then finds the outcome.
        locked_task = FileImport.objects.select_for_update().get(pk=task.pk)
        if locked_task.is_over:
            return
        _finish(locked_task, DONE, **write_outcome())


def _report_writer(task: FileImport, by: User) -> Callable[[], Outcome]:
    report = trf.read(task.arguments["text"].encode())

    def write() -> Outcome:
        event = reports.import_report(
            club=task.club,
            report=report,
            length=task.arguments["length"],
            by=by,
            on_progress=lambda completed, total: _store_progress(task, completed, total),
        )
        return {"event": event}

    return write


def _results_writer(task: FileImport, by: User) -> Callable[[], Outcome]:
    stored = task.arguments
    grid = spreadsheets.of_text(stored["text"])
    table = Table(grid, tuple(stored["roles"]), stored["heads"], stored["order"])
    reading = table.read(date.fromisoformat(stored["today"]))
    _store_progress(task, 1, 3)
    prepared_import = history_import.prepare_import(
        club=task.club,
        name=task.name,
        rows=reading.rows,
        places=reading.places,
        choices={int(number): choice for number, choice in stored["choices"].items()},
        by=by,
    )
    _store_progress(task, 2, 3)
    return lambda: {
        "batch": history_import.write_import(club=task.club, prepared_import=prepared_import, by=by)
    }


WRITERS: Mapping[str, Callable[[FileImport, User], Callable[[], Outcome]]] = {
    REPORT: _report_writer,
    RESULTS: _results_writer,
}


def _store_progress(task: FileImport, completed: int, total: int) -> None:
    cache.set(progress_key(task), 100 * completed // max(total, 1), PROGRESS_SECONDS)


def _finish(task: FileImport, state: str, **outcome: Any) -> None:
    FileImport.objects.filter(pk=task.pk, state=WAITING).update(
        state=state, arguments={}, over_at=timezone.now(), **outcome
    )
    live.publish(topic=f"club:{task.club_id}", kind="imports")
