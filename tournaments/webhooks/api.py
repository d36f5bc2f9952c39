"""API of the webhooks of a club and the log of their messages."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import SimpleRouter

from tournaments.models import Event
from tournaments.web.api.permissions import IsDirector
from tournaments.web.api.viewsets import CLUB, ClubViewSetMixin, get_or_404
from tournaments.webhooks import queries, serializers, services
from tournaments.webhooks.models import Webhook
from tournaments.webhooks.services import WebhookSecret

MESSAGE = OpenApiParameter("message", str, OpenApiParameter.PATH)


class WebhookViewSet(ClubViewSetMixin[Webhook]):
    """The webhooks of a club, for its directors."""

    queryset = Webhook.objects.none()
    serializer_class = serializers.WebhookSerializer
    lookup_url_kwarg = "code"
    lookup_value_regex = "[a-z0-9]{1,16}"
    permission_classes = [*ClubViewSetMixin.permission_classes, IsDirector]
    secrets = ("secret",)
    orderings = {"id": ("id",), "-id": ("-id",)}

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
        return _webhook_response(services.change_webhook(webhook=webhook, **settings, by=self.actor))

    def destroy(self, request: Request, slug: str, code: str) -> Response:
        """Remove a webhook with its log."""
        services.remove_webhook(webhook=self._webhook(), by=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(request=None, responses=serializers.WebhookSecretSerializer)
    @action(detail=True, methods=["post"], url_path="rotate-secret")
    def rotate_secret(self, request: Request, slug: str, code: str) -> Response:
        """Create a new secret, shown once; the old one is also used for signatures for a day."""
        return _secret_response(services.rotate_secret(webhook=self._webhook(), by=self.actor))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def pause(self, request: Request, slug: str, code: str) -> Response:
        """Pause a webhook; pending messages are not sent any more."""
        return _webhook_response(services.pause_webhook(webhook=self._webhook(), by=self.actor))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def resume(self, request: Request, slug: str, code: str) -> Response:
        """Resume a webhook that was paused, or disabled for failing."""
        return _webhook_response(services.resume_webhook(webhook=self._webhook(), by=self.actor))

    @extend_schema(request=None, responses={201: serializers.DeliverySerializer})
    @action(detail=True, methods=["post"])
    def ping(self, request: Request, slug: str, code: str) -> Response:
        """Send a test message."""
        delivery = services.ping_webhook(webhook=self._webhook(), by=self.actor)
        return Response(serializers.DeliverySerializer(delivery).data, status=status.HTTP_201_CREATED)

    @extend_schema(responses=serializers.DeliverySerializer(many=True))
    @action(detail=True, orderings={"-id": ("-id",), "id": ("id",)})
    def deliveries(self, request: Request, slug: str, code: str) -> Response:
        """List the messages of a webhook, the newest first; they are stored for a month."""
        return self.page_response(queries.list_deliveries(self._webhook()), serializers.DeliverySerializer)

    @extend_schema(request=None, responses={201: serializers.DeliverySerializer}, parameters=[MESSAGE])
    @action(detail=True, methods=["post"], url_path="deliveries/(?P<message>[a-z0-9_]{1,40})/redeliver")
    def redeliver(self, request: Request, slug: str, code: str, message: str) -> Response:
        """Send a message again, with the same id."""
        delivery = services.redeliver(webhook=self._webhook(), message=message, by=self.actor)
        return Response(serializers.DeliverySerializer(delivery).data, status=status.HTTP_201_CREATED)

    def _webhook(self) -> Webhook:
        webhook: Webhook | None = self.club.webhooks.filter(code=self.kwargs["code"]).first()
        return get_or_404(webhook)


def _webhook_response(webhook: Webhook) -> Response:
    return Response(serializers.WebhookSerializer(webhook).data)


def _secret_response(webhook_secret: WebhookSecret, code: int = status.HTTP_200_OK) -> Response:
    data: dict[str, Any] = {
        **serializers.WebhookSerializer(webhook_secret.webhook).data,
        "secret": webhook_secret.secret,
    }
    return Response(data, status=code)


router = SimpleRouter()
router.register(f"{CLUB}/webhooks", WebhookViewSet, basename="api-webhook")
urlpatterns = router.urls
