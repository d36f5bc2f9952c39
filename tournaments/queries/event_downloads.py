"""Downloadable files of an event: event file, spreadsheets and Swiss report."""

from collections.abc import Callable, Mapping

from tournaments.exchange import sheets, trf
from tournaments.models import Event
from tournaments.queries import event_files, event_sheets

JSON_TYPE, TRF_TYPE = "application/json", "text/plain; charset=utf-8"
Maker = Callable[[Event], bytes | None]


def _report(event: Event) -> bytes | None:
    swiss_report = event_sheets.report(event)
    return trf.write(swiss_report) if swiss_report else None


FILES: Mapping[str, tuple[str, Maker]] = {
    "event.json": (JSON_TYPE, event_files.file_of),
    "event.xlsx": (sheets.XLSX_TYPE, lambda event: sheets.as_xlsx(event_sheets.whole(event))),
    "entries.csv": (sheets.CSV_TYPE, lambda event: sheets.as_csv(event_sheets.entries(event))),
    "pairings.csv": (sheets.CSV_TYPE, lambda event: sheets.as_csv(event_sheets.pairings(event))),
    "results.csv": (sheets.CSV_TYPE, lambda event: sheets.as_csv(event_sheets.results(event))),
    "standings.csv": (sheets.CSV_TYPE, lambda event: sheets.as_csv(event_sheets.standings(event)[0])),
    "swiss.trf": (TRF_TYPE, _report),
}
"""What each is called, its type, and how it is made; None where an event has no such file."""
