"""Clubs of the site for its host: counts, archiving and reopening."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from tournaments.forms.clubs import Reason
from tournaments.models import Club
from tournaments.permissions import may_host
from tournaments.queries import home
from tournaments.services import clubs
from tournaments.views.decorators import require_user
from tournaments.views.responses import see_other


@login_required
@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """Every club with its members, evenings and last night; found by letters of the name."""
    _require_host(request)
    letters = request.GET.get("find", "")[:80]
    context: dict[str, Any] = {
        "page": home.get_all_clubs_page(letters, request.GET.get("page", "")),
        "find": letters,
        "founding": settings.FOUNDING,
    }
    return render(request, "clubs/hosted.html", context)


@login_required
@require_POST
def act(request: HttpRequest, club: str, deed: str) -> HttpResponse:
    """Archive or reopen a club."""
    _require_host(request)
    hosted_club = get_object_or_404(Club, slug=club)
    form = Reason(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    if deed == "archive":
        clubs.archive(club=hosted_club, by=require_user(request), reason=reason)
        messages.success(request, gettext("%(club)s is archived.") % {"club": hosted_club.name})
    elif deed == "reopen":
        clubs.reopen(club=hosted_club, by=require_user(request), reason=reason)
        messages.success(request, gettext("%(club)s is active again.") % {"club": hosted_club.name})
    else:
        raise Http404
    return see_other(reverse("hosted-clubs"))


def _require_host(request: HttpRequest) -> None:
    if not may_host(require_user(request)):
        raise Http404
