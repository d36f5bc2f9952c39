"""API of the screens and announcements of a tournament, below one of its events."""

from typing import Any

from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import SimpleRouter

from matches.models import Announcement, Match, User
from matches.queries import announcements as announcement_queries
from matches.services.announcements import withdraw_announcement
from tournaments.models import Event, Tournament
from tournaments.play.schedule.services import announcements
from tournaments.screens import queries, serializers, services
from tournaments.screens.models import Screen
from tournaments.web.api.permissions import IsDirector
from tournaments.web.api.viewsets import EVENT, EventViewSetMixin, get_or_404


class ScreenViewSet(EventViewSetMixin[Screen]):
    """The screens of a tournament."""

    queryset = Screen.objects.none()
    serializer_class = serializers.ScreenSerializer
    lookup_url_kwarg = "code"
    lookup_value_regex = "[0-9]{1,9}"
    permission_classes = [*EventViewSetMixin.permission_classes, IsDirector]
    orderings = {"id": ("id",), "-id": ("-id",)}

    def list(self, request: Request, pk: str) -> Response:
        """List the screens of the tournament and what each shows."""
        return self.page_response(queries.list_screens(self.event.tournament), serializers.ScreenSerializer)

    @extend_schema(request=serializers.ScreenCreateSerializer)
    def create(self, request: Request, pk: str) -> Response:
        """Add a screen: a new one, or the one that shows this code."""
        code, tournament = self.validated(serializers.ScreenCreateSerializer)["code"], self.event.tournament
        if code:
            screen = services.claim_screen(tournament=tournament, code=code, by=self.actor)
        else:
            screen = services.create_screen(tournament=tournament, by=self.actor)
        return Response(serializers.ScreenSerializer(screen).data, status=status.HTTP_201_CREATED)

    def retrieve(self, request: Request, pk: str, code: str) -> Response:
        """Read a screen and what it shows."""
        return Response(serializers.ScreenSerializer(self._screen()).data)

    @extend_schema(request=serializers.ScreenUpdateSerializer)
    @transaction.atomic
    def partial_update(self, request: Request, pk: str, code: str) -> Response:
        """Change what a screen shows, its name or its pace; pause or resume it."""
        screen, data = self._screen(), self.validated(serializers.ScreenUpdateSerializer)
        if data.get("event") is not None:
            event = get_or_404(screen.tournament.events.filter(pk=data["event"]).first())
            services.show_flight(screen=screen, event=event, flight=data.get("flight", ""), by=self.actor)
        elif "parts" in data:
            services.show_parts(screen=screen, parts=data["parts"], by=self.actor)
        _update_settings(screen, data, self.actor)
        screen.refresh_from_db()
        return Response(serializers.ScreenSerializer(screen).data)

    def destroy(self, request: Request, pk: str, code: str) -> Response:
        """Release a screen: it shows its code again."""
        services.release_screen(screen=self._screen(), by=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _screen(self) -> Any:
        rows = Screen.objects.select_related("tournament__club", "tournament__desk")
        return get_or_404(rows.filter(code=self.kwargs["code"], tournament=self.event.tournament).first())


class AnnouncementViewSet(EventViewSetMixin[Announcement]):
    """Announcements at the desk of an event."""

    queryset = Announcement.objects.none()
    serializer_class = serializers.AnnouncementSerializer
    lookup_url_kwarg = "number"
    lookup_value_regex = "[0-9]{1,9}"
    permission_classes = [*EventViewSetMixin.permission_classes, IsDirector]

    def list(self, request: Request, pk: str) -> Response:
        """List the announcements, the newest first."""
        return self.page_response(
            announcement_queries.get_announcement_log(self.event.tournament.desk, limit=None),
            serializers.AnnouncementSerializer,
        )

    @extend_schema(request=serializers.AnnouncementCreateSerializer)
    def create(self, request: Request, pk: str) -> Response:
        """Publish an announcement on screens, public pages and phones."""
        data, tournament = self.validated(serializers.AnnouncementCreateSerializer), self.event.tournament
        audience = _read_audience(tournament, event=data.pop("event"), match=data.pop("match"))
        announcement = announcements.announce(tournament=tournament, audience=audience, by=self.actor, **data)
        serializer = serializers.AnnouncementSerializer(announcement)
        return Response(serializer.data, status=status.HTTP_201_CREATED)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def withdraw(self, request: Request, pk: str, number: str) -> Response:
        """Withdraw an announcement."""
        announcement = get_or_404(
            announcement_queries.get_announcement(self.event.tournament.desk, int(number))
        )
        withdraw_announcement(announcement=announcement, by=self.actor)
        announcement.refresh_from_db()
        return Response(serializers.AnnouncementSerializer(announcement).data)

    @staticmethod
    def row_key(row: Announcement) -> str:
        """Return the key of an announcement."""
        return str(row.pk)


def _read_audience(tournament: Tournament, *, event: int | None, match: str) -> Event | Match | None:
    """Return the event or the match of this tournament that an announcement is for, or 404."""
    if match:
        return get_or_404(Match.objects.filter(code=match, desk=tournament.desk_id).first())
    return get_or_404(tournament.events.filter(pk=event).first()) if event is not None else None


def _update_settings(screen: Screen, data: dict[str, Any], user: User) -> None:
    """Set the name, the pace and the pause of a screen, where they are sent."""
    if "name" in data:
        services.rename_screen(screen=screen, name=data["name"], by=user)
    if "seconds" in data:
        services.set_screen_pace(screen=screen, seconds=data["seconds"], by=user)
    if "is_paused" in data:
        command = services.pause_screen if data["is_paused"] else services.resume_screen
        command(screen=screen, by=user)


router = SimpleRouter()
router.register(f"{EVENT}/screens", ScreenViewSet, basename="api-screen")
router.register(f"{EVENT}/announcements", AnnouncementViewSet, basename="api-announcement")
urlpatterns = router.urls
