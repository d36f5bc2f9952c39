"""Status of file imports run by background tasks."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.cache import cache

from rules.errors import Refusal
from tournaments.models import Club, FileImport
from tournaments.models.file_import import FAILED

IMPORTS_SHOWN = 10


@dataclass(frozen=True, slots=True)
class ImportStatus:
    """A task, how much of it is done in percent, and what it was refused for."""

    task: FileImport
    percent: int
    refusal: Refusal | None


def progress_key(task: FileImport) -> str:
    """Where the cache keeps the progress of a task."""
    return f"file-import:{task.pk}"


def status_of(task: FileImport) -> ImportStatus:
    """How a task stands."""
    percent = 100 if task.is_over else int(cache.get(progress_key(task)) or 0)
    problem = task.problem
    refusal = Refusal(problem["code"], **problem["facts"]) if task.state == FAILED else None
    return ImportStatus(task, percent, refusal)


def imports_of(club: Club) -> Sequence[FileImport]:
    """The last tasks of a club, the latest first."""
    file_imports = FileImport.objects.filter(club=club).select_related("event__tournament__club", "batch")
    return list(file_imports.order_by("-pk")[:IMPORTS_SHOWN])


def import_by_code(club: Club, code: str) -> FileImport | None:
    """A task of a club."""
    file_imports = FileImport.objects.filter(club=club, code=code).select_related(
        "event__tournament__club", "batch"
    )
    return file_imports.first()
