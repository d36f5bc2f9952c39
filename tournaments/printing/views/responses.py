"""Helpers of the printouts: the requested paper, the page head, and the PDF response."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext

from tournaments.printing.pdf.pages import A4, PAPERS, Head, Page, Paper, write_pdf

PDF_TYPE = "application/pdf"


def requested_paper(request: HttpRequest) -> Paper:
    """The paper that was asked for, else A4."""
    return PAPERS.get(request.GET.get("paper", A4.name), A4)


def page_head(title: str, under: str) -> Head:
    """A head with the hour in the foot, and there what an empty frame stands for where there is one."""
    now = date_format(timezone.localtime(), "j F Y, H:i")
    foot = gettext("As of %(now)s") % {"now": now}
    lacking = gettext("▯: a letter missing from this font; the web pages show it")
    return Head(title, under, foot, lacking=lacking)


def pdf_response(pages: Sequence[Page], title: str, name: str) -> HttpResponse:
    """The pages as a file to look at in the browser and to print; `name` is without its ending."""
    response = HttpResponse(write_pdf(pages, title, get_language() or "en"), content_type=PDF_TYPE)
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    response["Cache-Control"] = "no-store"
    return response
