"""API of the e-mail preferences: with a badge for its tournament, with an account for all."""

from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches.actors import Identity
from matches.api.authentication import identity_of
from matches.api.viewsets import ApiMixin, validate_body
from rules.errors import Refusal
from tournaments.mailing import queries, services
from tournaments.mailing.models import MailSubscription
from tournaments.mailing.serializers import MailChoiceSerializer
from tournaments.mailing.views import make_choice, throttle_change
from tournaments.web.api.viewsets import get_or_404


class MailChoiceView(ApiMixin):
    """The e-mail preferences of the holder of a badge, or of an account."""

    is_public = False

    @extend_schema(responses=MailChoiceSerializer)
    def get(self, request: Request) -> Response:
        """Return the e-mail preferences: of a badge for its tournament, of an account for all tournaments."""
        identity = _identify(request)
        if identity.badge is not None:
            get_or_404(queries.get_badge_tournament(identity.badge))
            return Response(_data(queries.get_badge_subscription(identity.badge)))
        return Response(_data(queries.get_account_subscription(_user(identity))))

    @extend_schema(request=MailChoiceSerializer, responses=MailChoiceSerializer)
    def put(self, request: Request) -> Response:
        """Set the e-mail preferences; without announcements and calls the subscription ends."""
        identity, data = _identify(request), validate_body(MailChoiceSerializer, request)
        choice = make_choice(request._request, data)
        if identity.badge is not None:
            tournament = get_or_404(queries.get_badge_tournament(identity.badge))
            throttle_change(request._request, identity)
            row = services.save_tournament_mail(tournament=tournament, choice=choice, identity=identity)
        else:
            row = services.save_account_mail(choice=choice, by=_user(identity))
        return Response(_data(row))


def _identify(request: Request) -> Identity:
    identity = identity_of(request)
    if identity.badge is None and identity.user is None:
        raise Refusal("not_signed_in")
    return identity


def _user(identity: Identity) -> Any:
    return identity.user


def _data(row: MailSubscription | None) -> dict[str, Any]:
    serializer = MailChoiceSerializer(
        row if row is not None else {"announcements": False, "calls": False, "email": ""}
    )
    return dict(serializer.data)


urlpatterns = [path("mail/", MailChoiceView.as_view(), name="api-mail")]
