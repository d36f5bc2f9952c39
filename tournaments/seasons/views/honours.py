"""Honours of a club: titles, the record book and the review of a year."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.models import Club
from tournaments.seasons.queries import honours
from tournaments.web.club_pages import club_page_context, with_club_etag
from tournaments.web.decorators import public_club_view


@require_safe
@public_club_view
@with_club_etag
def show(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the titles of a club by year, and its record book."""
    context = {"honours": honours.get_honours(club), "years": honours.get_years(club)}
    return render(
        request,
        "tournaments/seasons/honours.html",
        {**club_page_context(request, club, "honours"), **context},
    )


@require_safe
@public_club_view
@with_club_etag
def year_review(request: HttpRequest, club: Club, year: int) -> HttpResponse:
    """Show the review of a year; 404 for a year in which nothing was played."""
    review = honours.find_year_review(club, year)
    if review is None:
        raise Http404
    return render(
        request,
        "tournaments/seasons/yearly_review.html",
        {**club_page_context(request, club, "honours"), "review": review},
    )
