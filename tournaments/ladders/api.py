"""API of ladders: members, challenges, and the commands of directors."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import SimpleRouter

from matches.api.authentication import PROOFS, identity_of, key_of
from tournaments.ladders import commands, forms, queries, serializers, services
from tournaments.ladders.models import Ladder
from tournaments.permissions import may_direct
from tournaments.play.api.commands import CommandViewSetMixin
from tournaments.play.api.form_serializers import read_form
from tournaments.web.api.permissions import IsDirector
from tournaments.web.api.viewsets import CLUB, ClubViewSetMixin, get_or_404
from tournaments.web.command import Command

SLUG = r"[-\w]+"


class LadderViewSetMixin(CommandViewSetMixin[Ladder], ClubViewSetMixin[Ladder]):
    """A ladder of a club and what belongs to it."""

    queryset = Ladder.objects.none()
    serializer_class = serializers.LadderSerializer
    orderings = {"id": ("id",)}

    @property
    def ladder(self) -> Ladder:
        """The ladder in the URL, or 404."""
        rows = Ladder.objects.select_related("club__desk").filter(club=self.club)
        return get_or_404(rows.filter(slug=self.kwargs["ladder"]).first())

    def get_command_options(self) -> dict[str, Any]:
        """Return the arguments with which commands are made."""
        return {"ladder": self.ladder, "actor": self.actor}

    def command_response(self, command: Command, result: Any) -> Response:
        """Return the ladder as the answer of a command, unless it has no content."""
        code = command.get_api_status()
        return Response(status=code) if code == status.HTTP_204_NO_CONTENT else self.ladder_response(code)

    def ladder_response(self, code: int = status.HTTP_200_OK) -> Response:
        """Return the ladder with the actions open to the requesting user."""
        identity = identity_of(self.request)
        reader = queries.get_reader(identity, self.club, is_desk=may_direct(identity.user, self.club))
        board = queries.get_board(self.ladder, reader, timezone.localdate())
        return Response(serializers.LadderSerializer(board).data, status=code)


class LadderViewSet(LadderViewSetMixin):
    """The ladders of a club."""

    lookup_url_kwarg = "ladder"
    lookup_value_regex = SLUG
    write_permission_classes = [IsDirector]
    commands = commands.DESK_COMMANDS

    @extend_schema(responses=serializers.LadderSummarySerializer(many=True))
    def list(self, request: Request, slug: str) -> Response:
        """List the ladders of a club, the oldest first."""
        return self.page_response(queries.list_ladders(self.club), serializers.LadderSummarySerializer)

    @extend_schema(
        request=serializers.LadderCreateSerializer, responses={201: serializers.LadderSummarySerializer}
    )
    def create(self, request: Request, slug: str) -> Response:
        """Create a ladder: with all members, in the order of the results so far, or empty."""
        form: Any = read_form(forms.NewLadderForm, self.validated(serializers.LadderCreateSerializer))
        open_ladder = services.OPENERS[form.cleaned_data["members"]]
        ladder = open_ladder(
            club=self.club,
            name=form.cleaned_data["name"],
            rules=form.rules(),
            today=timezone.localdate(),
            by=self.actor,
        )
        return Response(serializers.LadderSummarySerializer(ladder).data, status=status.HTTP_201_CREATED)

    @extend_schema(parameters=PROOFS)
    def retrieve(self, request: Request, slug: str, ladder: str) -> Response:
        """Read a ladder: its order, possible challenges, and current ones."""
        return self.ladder_response()

    @extend_schema(request=serializers.LadderRulesSerializer)
    def update(self, request: Request, slug: str, ladder: str) -> Response:
        """Change the rules from today."""
        row, data = self.ladder, self.validated(serializers.LadderRulesSerializer)
        form: Any = read_form(forms.LadderForm, {**data, "name": row.name})
        today, key = timezone.localdate(), key_of(request)
        services.change_ladder_rules(ladder=row, rules=form.rules(), today=today, by=self.actor, key=key)
        return self.ladder_response()


class ChallengeViewSet(LadderViewSetMixin):
    """The challenges of a ladder, made and answered by players or directors."""

    lookup_url_kwarg = "ladder"
    lookup_value_regex = SLUG
    collections = ("ladders",)
    commands = (commands.ChallengePlayer, *commands.ANSWERS)
    command_parameters = PROOFS

    def get_command_options(self) -> dict[str, Any]:
        """Return the arguments with which commands are made."""
        return {"ladder": self.ladder, "identity": identity_of(self.request)}


router = SimpleRouter()
router.register(f"{CLUB}/ladders", LadderViewSet, basename="api-ladder")
router.register(f"{CLUB}/ladders", ChallengeViewSet, basename="api-challenge")
urlpatterns = router.urls
