"""API of ladders: members, challenges, and the commands of directors."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import SimpleRouter

from matches.api.authentication import PROOFS, identity_of, key_of
from matches.models import Player
from tournaments.api.form_serializers import read_form
from tournaments.api.permissions import IsDirector
from tournaments.api.viewsets import CLUB, ID_PATTERN, ClubViewSetMixin, get_or_404
from tournaments.ladders import forms, queries, serializers, services
from tournaments.ladders.models import Ladder
from tournaments.permissions import may_direct

SLUG = r"[-\w]+"
LADDER = rf"{CLUB}/ladders/(?P<ladder>{SLUG})"


class LadderViewSetMixin(ClubViewSetMixin[Ladder]):
    """A ladder of a club and what belongs to it."""

    queryset = Ladder.objects.none()
    serializer_class = serializers.LadderSerializer
    orderings = {"id": ("id",)}

    @property
    def ladder(self) -> Ladder:
        """The ladder in the URL, or 404."""
        rows = Ladder.objects.select_related("club__desk").filter(club=self.club)
        return get_or_404(rows.filter(slug=self.kwargs["ladder"]).first())

    def command_arguments(self) -> dict[str, Any]:
        """Return the common arguments of services: author, day, idempotency key."""
        return {"by": self.actor, "today": timezone.localdate(), "key": key_of(self.request)}

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
        services.change_ladder_rules(ladder=row, rules=form.rules(), **self.command_arguments())
        return self.ladder_response()

    @extend_schema(request=serializers.LadderUndoSerializer)
    @action(detail=True, methods=["post"])
    def undo(self, request: Request, slug: str, ladder: str) -> Response:
        """Undo an entry of the journal of a ladder."""
        data = self.validated(serializers.LadderUndoSerializer)
        services.undo_line(ladder=self.ladder, seq=data["seq"], by=self.actor, key=key_of(request))
        return self.ladder_response()


class LadderMemberViewSet(LadderViewSetMixin):
    """The members of a ladder."""

    lookup_url_kwarg = "member"
    lookup_value_regex = ID_PATTERN
    write_permission_classes = [IsDirector]

    @extend_schema(
        request=serializers.LadderMemberCreateSerializer, responses={201: serializers.LadderSerializer}
    )
    def create(self, request: Request, slug: str, ladder: str) -> Response:
        """Add a member of the club to a ladder."""
        row, code = self.ladder, self.validated(serializers.LadderMemberCreateSerializer)["player"]
        members = Player.objects.filter(memberships__club=self.club, memberships__left_at=None)
        player = get_or_404(members.filter(code=code).first())
        services.add_member(ladder=row, player=player, **self.command_arguments())
        return self.ladder_response(status.HTTP_201_CREATED)

    @extend_schema(request=serializers.LadderMoveSerializer)
    def update(self, request: Request, slug: str, ladder: str, member: str) -> Response:
        """Move a member to another place, with the reason."""
        row, data = self.ladder, self.validated(serializers.LadderMoveSerializer)
        services.move_member(
            ladder=row,
            member=int(member),
            place=data["place"],
            reason=data["reason"],
            **self.command_arguments(),
        )
        return self.ladder_response()

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, slug: str, ladder: str, member: str) -> Response:
        """Remove a member from a ladder; those below move up."""
        services.remove_member(ladder=self.ladder, member=int(member), **self.command_arguments())
        return Response(status=status.HTTP_204_NO_CONTENT)


class ChallengeViewSet(LadderViewSetMixin):
    """The challenges of a ladder, made and answered by players or directors."""

    lookup_url_kwarg = "number"
    lookup_value_regex = ID_PATTERN

    @extend_schema(
        request=serializers.ChallengeCreateSerializer,
        responses={201: serializers.LadderSerializer},
        parameters=PROOFS,
    )
    def create(self, request: Request, slug: str, ladder: str) -> Response:
        """Challenge a member above, for oneself or, as a director, for another member."""
        row, data = self.ladder, self.validated(serializers.ChallengeCreateSerializer)
        services.challenge(
            ladder=row,
            challenger=queries.get_player(row, data["challenger"]),
            holder=queries.get_player(row, data["holder"]),
            identity=identity_of(request),
            today=timezone.localdate(),
            key=key_of(request),
        )
        return self.ladder_response(status.HTTP_201_CREATED)

    @extend_schema(request=None, parameters=PROOFS)
    @action(detail=True, methods=["post"])
    def accept(self, request: Request, slug: str, ladder: str, number: str) -> Response:
        """Accept a challenge."""
        return self._answer(services.ACCEPT)

    @extend_schema(request=None, parameters=PROOFS)
    @action(detail=True, methods=["post"])
    def refuse(self, request: Request, slug: str, ladder: str, number: str) -> Response:
        """Refuse a challenge."""
        return self._answer(services.REFUSE)

    @extend_schema(request=None, parameters=PROOFS)
    @action(detail=True, methods=["post"], url_path="call-off")
    def call_off(self, request: Request, slug: str, ladder: str, number: str) -> Response:
        """Call off a challenge."""
        return self._answer(services.CALL_OFF)

    def _answer(self, answer: str) -> Response:
        services.answer_challenge(
            ladder=self.ladder,
            number=int(self.kwargs["number"]),
            answer=answer,
            identity=identity_of(self.request),
            today=timezone.localdate(),
            key=key_of(self.request),
        )
        return self.ladder_response()


router = SimpleRouter()
router.register(f"{CLUB}/ladders", LadderViewSet, basename="api-ladder")
router.register(f"{LADDER}/members", LadderMemberViewSet, basename="api-ladder-member")
router.register(f"{LADDER}/challenges", ChallengeViewSet, basename="api-challenge")
urlpatterns = router.urls
