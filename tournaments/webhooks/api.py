"""API of the webhooks of a club and the log of their messages."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import SimpleRouter
from rest_framework.serializers import Serializer

from tournaments.models import Event
from tournaments.play.api.commands import CommandViewSetMixin
from tournaments.web.api.permissions import IsDirector
from tournaments.web.api.viewsets import CLUB, ClubViewSetMixin, get_or_404
from tournaments.webhooks import queries, serializers, services
from tournaments.webhooks.commands import COMMANDS
from tournaments.webhooks.models import Webhook
from tournaments.webhooks.services import WebhookSecret

MESSAGE = OpenApiParameter("message", str, OpenApiParameter.PATH)


class WebhookViewSet(CommandViewSetMixin[Webhook], ClubViewSetMixin[Webhook]):
    """The webhooks of a club, for its directors."""

    queryset = Webhook.objects.none()
    serializer_class = serializers.WebhookSerializer
    lookup_url_kwarg = "code"
    lookup_value_regex = "[a-z0-9]{1,16}"
    permission_classes = [*ClubViewSetMixin.permission_classes, IsDirector]
    secrets = ("secret",)
    orderings = {"id": ("id",), "-id": ("-id",)}
    commands = COMMANDS
    command_parameters = (MESSAGE,)

    def get_command_options(self) -> dict[str, Any]:
        """Return the webhook and the author of a command."""
        return {"webhook": self._webhook(), "actor": self.actor}

    def row_response(self, serializer_class: type[Serializer[Any]], row: Any, code: int) -> Response:
        """Return a webhook, its new secret or a message as a response."""
        if isinstance(row, WebhookSecret):
            return _secret_response(row, code)
        return super().row_response(serializer_class, row, code)

    def list(self, request: Request, slug: str) -> Response:
        """List the webhooks of a club, the oldest first."""
        return self.page_response(queries.list_webhooks(self.club), serializers.WebhookSerializer)

    @extend_schema(
        request=serializers.WebhookCreateSerializer, responses={201: serializers.WebhookSecretSerializer}
    )
    def create(self, request: Request, slug: str) -> Response:
        """Subscribe an address to the club, or to one of its events; the secret is shown once."""
        data = self.validated(serializers.WebhookCreateSerializer)
        event = None
        if data["event"] is not None:
            rows = Event.objects.select_related("tournament").filter(tournament__club=self.club)
            event = get_or_404(rows.filter(pk=data["event"]).first())
        webhook_secret = services.subscribe(
            club=self.club, event=event, address=data["address"], kinds=data["kinds"], by=self.actor
        )
        return _secret_response(webhook_secret, status.HTTP_201_CREATED)

    def retrieve(self, request: Request, slug: str, code: str) -> Response:
        """Read a webhook."""
        return Response(serializers.WebhookSerializer(self._webhook()).data)

    @extend_schema(request=serializers.WebhookUpdateSerializer(partial=True))
    def partial_update(self, request: Request, slug: str, code: str) -> Response:
        """Change the address or the kinds of a webhook; the secret is unchanged."""
        webhook, data = self._webhook(), self.validated(serializers.WebhookUpdateSerializer, partial=True)
        settings = {name: data.get(name, getattr(webhook, name)) for name in ("address", "kinds")}
        changed = services.change_webhook(webhook=webhook, **settings, by=self.actor)
        return Response(serializers.WebhookSerializer(changed).data)

    @extend_schema(responses=serializers.DeliverySerializer(many=True))
    @action(detail=True, orderings={"-id": ("-id",), "id": ("id",)})
    def deliveries(self, request: Request, slug: str, code: str) -> Response:
        """List the messages of a webhook, the newest first; they are stored for a month."""
        return self.page_response(queries.list_deliveries(self._webhook()), serializers.DeliverySerializer)

    def _webhook(self) -> Webhook:
        webhook: Webhook | None = self.club.webhooks.filter(code=self.kwargs["code"]).first()
        return get_or_404(webhook)


def _secret_response(webhook_secret: WebhookSecret, code: int) -> Response:
    data: dict[str, Any] = {
        **serializers.WebhookSerializer(webhook_secret.webhook).data,
        "secret": webhook_secret.secret,
    }
    return Response(data, status=code)


router = SimpleRouter()
router.register(f"{CLUB}/webhooks", WebhookViewSet, basename="api-webhook")
urlpatterns = router.urls
