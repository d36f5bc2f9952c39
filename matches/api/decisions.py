"""What the officials of a desk decide about a match, and that both players begin."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from matches.api.authentication import PROOFS, identity_of, key_of
from matches.api.loading import match_at
from matches.api.serializers_matches import (
    AwardSerializer,
    CallSerializer,
    MatchCorrectionSerializer,
    MatchReasonSerializer,
    MatchSerializer,
    MatchVersionSerializer,
    PenaltyCreateSerializer,
    PostponementSerializer,
    RulingCreateSerializer,
)
from matches.api.viewsets import ApiViewSet, read
from matches.models import Match, User
from matches.queries import sheets
from matches.services import awards, lifecycle, penalties, postponing, rulings, settling
from matches.states import Ending
from rules.errors import Refusal


class MatchDeskViewSet(ApiViewSet[Match]):
    """Decisions of the officials of a desk; `begin` is for the players too."""

    queryset = Match.objects.none()
    serializer_class = MatchSerializer
    lookup_field = "code"
    lookup_value_regex = "[a-z0-9]{1,16}"
    scope_kind = "match"
    is_versioned = True

    @extend_schema(request=MatchVersionSerializer, parameters=PROOFS)
    @action(detail=True, methods=["post"])
    def begin(self, request: Request, code: str) -> Response:
        """Begin a match once both players are at the table: the clock for late starts stops."""
        match, taken = _asked(request, code, MatchVersionSerializer)
        return _answer(lifecycle.begin(match=match, identity=identity_of(request), **taken))

    @extend_schema(request=CallSerializer)
    @action(detail=True, methods=["post"])
    def call(self, request: Request, code: str) -> Response:
        """Call a match to a table of its desk, also to move it to another one."""
        match, said = _asked(request, code, CallSerializer)
        table = match.desk.tables.filter(number=said.pop("table")).first()
        if table is None:
            raise Refusal("table_absent")
        return _answer(lifecycle.call(match=match, table=table, by=_official(request, match), **said))

    @extend_schema(request=PenaltyCreateSerializer)
    @action(detail=True, methods=["post"])
    def penalties(self, request: Request, code: str) -> Response:
        """Penalise a late player: the opponent gets points; enough of them win the match."""
        return _decided(request, code, PenaltyCreateSerializer, penalties.penalise)

    @extend_schema(request=MatchReasonSerializer)
    @action(detail=True, methods=["post"], url_path="penalties/lift")
    def lift(self, request: Request, code: str) -> Response:
        """Lift the last penalty, while no game was played since."""
        return _decided(request, code, MatchReasonSerializer, penalties.lift)

    @extend_schema(request=PostponementSerializer)
    @action(detail=True, methods=["post"])
    def postpone(self, request: Request, code: str) -> Response:
        """Postpone a match with its clocks and position, and free its table."""
        return _decided(request, code, PostponementSerializer, _postpone)

    @extend_schema(request=MatchVersionSerializer)
    @action(detail=True, methods=["post"])
    def resume(self, request: Request, code: str) -> Response:
        """Resume a postponed match: it waits for a table again."""
        return _decided(request, code, MatchVersionSerializer, postponing.resume)

    @extend_schema(request=AwardSerializer)
    @action(detail=True, methods=["post"])
    def award(self, request: Request, code: str) -> Response:
        """Award a match that is not played out: walkover, double walkover, retirement, forfeit."""
        return _decided(request, code, AwardSerializer, _award)

    @extend_schema(request=RulingCreateSerializer)
    @action(detail=True, methods=["post"])
    def rule(self, request: Request, code: str) -> Response:
        """Settle a match by a ruling that cites a rule: the way out of a dispute."""
        return _decided(request, code, RulingCreateSerializer, rulings.rule)

    @extend_schema(request=MatchCorrectionSerializer)
    @action(detail=True, methods=["post"])
    def correct(self, request: Request, code: str) -> Response:
        """Correct the result of a settled match; the same result changes nothing."""
        match, taken = _asked(request, code, MatchCorrectionSerializer)
        return _answer(settling.correct(match=match, by=_official(request, match), **taken))

    @extend_schema(request=MatchReasonSerializer)
    @action(detail=True, methods=["post"])
    def reopen(self, request: Request, code: str) -> Response:
        """Reopen a settled match: it goes on where its sheet stands."""
        return _decided(request, code, MatchReasonSerializer, settling.reopen)

    @extend_schema(request=MatchReasonSerializer)
    @action(detail=True, methods=["post"])
    def void(self, request: Request, code: str) -> Response:
        """Void a match."""
        return _decided(request, code, MatchReasonSerializer, lifecycle.void)


def _decided(
    request: Request, code: str, shape: type[Serializer[Any]], act: Callable[..., Match]
) -> Response:
    match, taken = _asked(request, code, shape)
    return _answer(act(match=match, by=_official(request, match), key=key_of(request), **taken))


def _postpone(*, white_clock: int | None = None, black_clock: int | None = None, **given: Any) -> Match:
    clocks = None if white_clock is None or black_clock is None else (white_clock, black_clock)
    return postponing.postpone(clocks=clocks, **given)


def _award(*, ending: str, winner: str, **given: Any) -> Match:
    if ending == Ending.FORFEIT.value:
        return awards.forfeit(winner=winner, **given)
    if ending == Ending.RETIRED.value:
        return awards.retire(winner=winner, **given)
    return awards.walk_over(winner=None if ending == Ending.DOUBLE_WALKOVER.value else winner, **given)


def _asked(request: Request, code: str, shape: type[Serializer[Any]]) -> tuple[Match, dict[str, Any]]:
    match = match_at(code)
    return match, read(shape, request, version=match.version)


def _official(request: Request, match: Match) -> User:
    """Whoever asks; nobody where nobody is signed in."""
    if not isinstance(request.user, User):
        raise Refusal("desk_only", desk=match.desk.name)
    return request.user


def _answer(match: Match) -> Response:
    fresh = sheets.match_by_code(match.code)
    return Response(MatchSerializer(fresh).data)
