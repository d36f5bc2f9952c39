"""Downloadable files of an event: event file, spreadsheets and Swiss report."""

from collections.abc import Callable, Mapping

from tournaments.exchange import sheets, trf
from tournaments.models import Event
from tournaments.queries import event_files, event_sheets

JSON_TYPE, TRF_TYPE = "application/json", "text/plain; charset=utf-8"
FileWriter = Callable[[Event], bytes | None]


def _report(event: Event) -> bytes | None:
    swiss_report = event_sheets.swiss_report(event)
    return trf.write(swiss_report) if swiss_report else None


FILES: Mapping[str, tuple[str, FileWriter]] = {
    "event.json": (JSON_TYPE, event_files.write_event_file),
    "event.xlsx": (sheets.XLSX_TYPE, lambda event: sheets.as_xlsx(event_sheets.event_sheets(event))),
    "entries.csv": (sheets.CSV_TYPE, lambda event: sheets.as_csv(event_sheets.entry_sheet(event))),
    "pairings.csv": (sheets.CSV_TYPE, lambda event: sheets.as_csv(event_sheets.pairing_sheet(event))),
    "results.csv": (sheets.CSV_TYPE, lambda event: sheets.as_csv(event_sheets.result_sheet(event))),
    "standings.csv": (sheets.CSV_TYPE, lambda event: sheets.as_csv(event_sheets.standings_sheets(event)[0])),
    "swiss.trf": (TRF_TYPE, _report),
}
"""What each is called, its type, and how it is made; None where an event has no such file."""
