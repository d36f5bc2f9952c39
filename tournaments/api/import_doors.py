"""Tables for programs: results of earlier years and members from files, looked at first; entries as lines."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone

from rules.errors import Refusal
from tournaments.api import shapes_imports as shapes
from tournaments.api.deeds import Asked, Deed, Look, club_path, event_path
from tournaments.api.loading import found, manager_of, who_manages
from tournaments.api.shapes_file_imports import FileImportOut
from tournaments.exchange import member_lists, past_results, spreadsheets
from tournaments.exchange.past_results import Reading
from tournaments.exchange.spreadsheets import MOST_BYTES, Grid
from tournaments.models import Club, Event, FileImport, PastImport
from tournaments.models.file_import import RESULTS_AT_ONCE
from tournaments.particulars_text import NAME
from tournaments.phrases.seasons import FAULTS
from tournaments.queries import past as queries
from tournaments.queries.file_imports import ImportStatus, status_of, with_code
from tournaments.services import file_imports, past, past_people
from tournaments.services.file_imports import Table

At = Asked[Club]
MOST_FAULTS = 100


def _grid(at: Asked[Any]) -> Grid:
    return spreadsheets.read(at.said["file"].read(MOST_BYTES + 1))


def _roles(at: Asked[Any], grid: Grid, guessed: tuple[str, ...]) -> tuple[str, ...]:
    """What every column is, as it was said or else as it seems. Raises `request_invalid`."""
    said = tuple(at.said.get("columns") or guessed)
    if len(said) != grid.width:
        raise Refusal("request_invalid", "", problem="columns")
    return said


def _lines(at: Asked[Event]) -> dict[str, Any]:
    grid = _grid(at)
    roles = _roles(at, grid, member_lists.guessed(grid, member_lists.ENTRIES))
    has_names = member_lists.has_names(roles)
    return {
        "columns": roles,
        "missing": () if has_names else (NAME,),
        "lines": member_lists.lines(grid, roles) if has_names else (),
    }


def _people(at: At) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What every column is, and every name once."""
    grid = _grid(at)
    roles = _roles(at, grid, member_lists.guessed(grid))
    return roles, member_lists.names(grid, roles) if member_lists.has_names(roles) else ()


def _foresee_people(at: At) -> dict[str, Any]:
    roles, names = _people(at)
    missing = () if member_lists.has_names(roles) else (NAME,)
    return {"columns": roles, "missing": missing, "names": queries.named(at.of, names)}


def _enrol(at: At) -> dict[str, int]:
    _, names = _people(at)
    count = past_people.enrol(club=at.of, names=names, choices=_choices(at), by=at.by)
    return {"count": count}


def _read(at: At) -> tuple[dict[str, Any], Reading, Grid]:
    """How the table was read, what it says, and the table."""
    grid = _grid(at)
    roles = _roles(at, grid, past_results.guessed(grid))
    said = at.said["heads"]
    heads = past_results.has_heads(grid) if said is None else said
    order = at.said.get("order") or past_results.order_of(grid, roles)
    reading = past_results.read(grid, roles, heads=heads, order=order, today=timezone.localdate())
    return {"columns": roles, "heads": heads, "order": order}, reading, grid


def _foresee_results(at: At) -> dict[str, Any]:
    told, reading, _ = _read(at)
    missing, repeated = (find(told["columns"]) for find in (past_results.missing, past_results.repeated))
    coming = queries.foreseen(at.of, reading)
    return {
        **told,
        "missing": missing,
        "repeated": repeated,
        "rows": len(reading.rows),
        "places": len(reading.places),
        "without_score": reading.without_score,
        "faults": [
            {"line": one.line, "code": one.code, "sentence": str(FAULTS[one.code]) % {"text": one.text}}
            for one in reading.faults[:MOST_FAULTS]
        ],
        "more_faults": max(0, len(reading.faults) - MOST_FAULTS),
        **{name: getattr(coming, name) for name in ("names", "first", "last", "evenings", "here")},
        "is_ready": bool(reading.told) and not (reading.faults or missing or repeated),
    }


def _results(at: At) -> Callable[[], PastImport | FileImport]:
    """What writes the results of a table, or owes it as a task where it is long; prepared without a lock."""
    told, reading, grid = _read(at)
    if reading.faults or past_results.missing(told["columns"]) or past_results.repeated(told["columns"]):
        raise Refusal("past_unready", faults=len(reading.faults))
    name, choices = at.said["file"].name, _choices(at)
    if reading.told > RESULTS_AT_ONCE:
        table = Table(grid, told["columns"], told["heads"], told["order"])
        return lambda: file_imports.start_results(
            club=at.of, name=name, table=table, choices=choices, by=at.by
        )
    coming = past.make_ready(
        club=at.of, name=name, rows=reading.rows, places=reading.places, choices=choices, by=at.by
    )
    return lambda: past.write(club=at.of, coming=coming, by=at.by)


def _take_in(at: At) -> PastImport | FileImport:
    done: PastImport | FileImport = at.ready()
    return done


def _task(at: At) -> ImportStatus:
    return status_of(found(with_code(at.of, at.at["code"])))


def _choices(at: At) -> dict[int, str]:
    told = (choice.partition(":") for choice in at.said["choices"])
    return {int(number): whom for number, _, whom in told}


def _take_back(at: At) -> PastImport:
    rows = PastImport.objects.select_related("club").filter(club=at.of, pk=at.at["number"])
    return past.take_back(batch=found(rows.first()), by=at.by)


def _files(at: At) -> dict[str, Any]:
    return {"files": queries.files_of(at.of)}


urlpatterns = [
    event_path("entries/file/", Deed(name="event_read_entries", shape=shapes.EntriesFileIn, act=_lines,
        answer=shapes.LinesOut, status=200, is_dry=True, is_file=True,
        about="A table of people as the lines that entries take. Nothing is written.")),
    club_path("imports/", Look(name="club_imports", find=_files, answer=shapes.PastFilesOut,
        right=who_manages, about="The files of results a club has taken in, the latest first.")),
    club_path("imports/results/", Deed(name="club_import_results", shape=shapes.TakeResultsIn, act=_take_in,
        answer=shapes.PastFileOut, right=manager_of, is_file=True, ready=_results, may_be_task=True,
        about="Take in results of earlier years, all of a file or nothing; a long file is a task.")),
    club_path("imports/tasks/<str:code>/", Look(name="club_file_import", find=_task, answer=FileImportOut,
        right=who_manages, about="How far an import is that was answered by 202, and what became of it.")),
    club_path("imports/results/preview/", Deed(name="club_import_results_preview", shape=shapes.ResultsIn,
        act=_foresee_results, answer=shapes.ResultsForeseenOut, status=200, right=manager_of,
        is_file=True, is_dry=True,
        about="What a file of results would bring, and whom its names may mean. Nothing is written.")),
    club_path("imports/players/", Deed(name="club_import_players", shape=shapes.TakePeopleIn, act=_enrol,
        answer=shapes.EnrolledOut, right=manager_of, is_file=True,
        about="Make everybody of a list a member, all of them or nobody.")),
    club_path("imports/players/preview/", Deed(name="club_import_players_preview", shape=shapes.PeopleIn,
        act=_foresee_people, answer=shapes.PeopleForeseenOut, status=200, right=manager_of,
        is_file=True, is_dry=True,
        about="Whom the names of a list may mean. Nothing is written.")),
    club_path("imports/<int:number>/take-back/", Deed(name="club_import_take_back", act=_take_back,
        answer=shapes.PastFileOut, status=200, right=manager_of,
        about="Undo a file of results: its matches are void.")),
]  # fmt: skip
