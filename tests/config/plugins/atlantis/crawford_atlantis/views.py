"""The page of points of an event."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from crawford_atlantis.points import list_points
from matches.views.visitors import get_user
from tournaments.models import Event
from tournaments.permissions import may_direct
from tournaments.web.decorators import public_event_view
from tournaments.web.navigation import make_public_tabs


@require_safe
@public_event_view
def show_points(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the points by place."""
    user = get_user(request)
    tabs = make_public_tabs(event, "atlantis-points", is_director=may_direct(user, event), user=user)
    context = {"event": event, "tabs": tabs, "lines": list_points(event), "topics": f"event:{event.pk}"}
    return render(request, "crawford_atlantis/points.html", context)
