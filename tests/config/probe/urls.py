"""Views that publish a notice, post an outbox message, create and revoke a token, and count effects."""

from django.db import transaction
from django.http import HttpRequest, JsonResponse
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt

from config.urls import handler400, handler403, handler404, handler500
from matches.models import Notice, Outbox, User
from matches.services import live, outbox
from tournaments.models import Token
from tournaments.people.services import clubs
from tournaments.web.tokens import services as tokens

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]


@csrf_exempt
@transaction.atomic
def publish(request: HttpRequest) -> JsonResponse:
    notice = live.publish(topic=request.GET["topic"], kind="changed", data={"version": 7})
    return JsonResponse({"id": notice.pk})


@csrf_exempt
@transaction.atomic
def enqueue(request: HttpRequest) -> JsonResponse:
    payload = {"name": request.GET["name"], "seconds": float(request.GET.get("seconds", 0))}
    return JsonResponse({"id": outbox.post_message(kind="probe-mark", payload=payload).pk})


@csrf_exempt
@transaction.atomic
def token(request: HttpRequest) -> JsonResponse:
    by = User.objects.create_user(username=request.GET["name"])
    club = clubs.create_club(name=request.GET["name"], by=by)
    created_token = tokens.create_token(by=by, name="Board", scope=club, may_write=False, days=1)
    return JsonResponse({"secret": created_token.secret, "id": created_token.token.pk})


@csrf_exempt
@transaction.atomic
def revoke(request: HttpRequest) -> JsonResponse:
    revoked_token = Token.objects.get(pk=request.GET["id"])
    tokens.revoke(token=revoked_token, by=revoked_token.user)
    return JsonResponse({})


def count(request: HttpRequest) -> JsonResponse:
    name = request.GET["name"]
    messages = Outbox.objects.filter(payload__name=name)
    return JsonResponse(
        {
            "marks": Notice.objects.filter(topic="match:marks", kind=name).count(),
            "sent": messages.exclude(sent_at=None).count(),
            "attempts": sum(messages.values_list("attempts", flat=True)),
        }
    )


def fail(request: HttpRequest, code: str) -> JsonResponse:
    """Fail with an error whose message, like that of a database, quotes what was sent."""
    name = request.GET["name"]
    raise ValueError(f"Key (name)=({name}) and {code} already exist.")


urlpatterns = [
    path("probe/fail/<str:code>/", fail, name="probe-fail"),
    path("probe/publish", publish),
    path("probe/enqueue", enqueue),
    path("probe/count", count),
    path("probe/token", token),
    path("probe/revoke", revoke),
    path("", include("config.urls")),
]
