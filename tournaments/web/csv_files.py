"""Tables to download from pages as CSV, in the form that spreadsheets of the reader's language open."""

from django.http import HttpResponse
from django.utils.formats import get_format

from tournaments.exchange.spreadsheets import CSV_TYPE, Sheet, as_csv, write_decimal_commas


def write_page_csv(data: bytes) -> bytes:
    """Return a CSV file with semicolons and decimal commas if the language of the page writes such commas.

    The API has the same file in any language: it does not use this.
    """
    return write_decimal_commas(data) if get_format("DECIMAL_SEPARATOR") == "," else data


def make_csv_response(sheet: Sheet, name: str) -> HttpResponse:
    """Return a table as a CSV file to download, in the form for the language of the page."""
    response = HttpResponse(write_page_csv(as_csv(sheet)), content_type=CSV_TYPE)
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response
