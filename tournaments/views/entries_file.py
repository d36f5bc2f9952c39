"""Entries from a table file: mapping its columns, and the lines for the entry box."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from matches.views.refusals import make_refusal_message
from rules.errors import Refusal
from tournaments.exchange import member_lists, spreadsheets
from tournaments.forms.imports import Columns, TableFile
from tournaments.models import Event
from tournaments.phrases.seasons import ROLES
from tournaments.views.decorators import director_view
from tournaments.views.responses import response_status

SHOWN = 6


@require_http_methods(["GET", "HEAD", "POST"])
@director_view
def choose(request: HttpRequest, event: Event) -> HttpResponse:
    """A file is read into lines; the entry box shows what each means before anybody is entered."""
    form = TableFile(*((request.POST, request.FILES) if request.method == "POST" else ()))
    context: dict[str, object] = {"event": event, "form": form, "here": request.path}
    refusal: Refusal | None = None
    if form.is_valid():
        try:
            context |= _read_table(request, form)
        except Refusal as refused:
            refusal = refused
    context["refusal"] = make_refusal_message(refusal) if refusal else None
    return render(request, "tournaments/entries_file.html", context, status=response_status(refusal, form))


def _read_table(request: HttpRequest, form: TableFile) -> dict[str, object]:
    uploaded_file = form.cleaned_data.get("file")
    grid = (
        spreadsheets.read(form.data_of())
        if uploaded_file
        else spreadsheets.of_text(form.cleaned_data["text"])
    )
    guessed = member_lists.guessed(grid, member_lists.ENTRIES)
    columns = Columns(
        None if uploaded_file else request.POST, grid=grid, roles=member_lists.ENTRIES, guessed=guessed
    )
    roles = columns.roles() if not uploaded_file and columns.is_valid() else guessed
    has_names = member_lists.has_names(roles)
    return {
        "grid": grid,
        "first": grid.rows[:SHOWN],
        "text": grid.text,
        "columns": columns,
        "missing": () if has_names else (ROLES["name"],),
        "lines": member_lists.lines(grid, roles) if has_names else (),
    }
