"""Pages for what went wrong; each says what happened and what to do, none needs the database."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """400: the request could not be read."""
    return render(request, "400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """403: not yours."""
    return render(request, "403.html", status=403)


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form whose token is missing or old: nothing was saved, go back and send it again."""
    return render(request, "403_form.html", status=403)


def absent(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """404: nothing here (or nothing for you)."""
    return render(request, "404.html", status=404)


def too_many(request: HttpRequest) -> HttpResponse:
    """429: tried too often."""
    return render(request, "429.html", status=429)


def broken(request: HttpRequest) -> HttpResponse:
    """500: our fault. Rendered without the request, which may be what is broken."""
    return HttpResponse(render_to_string("500.html"), status=500)
