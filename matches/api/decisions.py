"""What the officials of a desk decide about a match, over HTTP; and that both sit at the board."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.viewsets import GenericViewSet

from matches.api.authentication import PROOFS, identity_of, key_of
from matches.api.loading import match_at
from matches.api.shapes_in import (
    AwardIn,
    CallIn,
    CorrectionIn,
    PenaltyIn,
    PostponementIn,
    ReasonIn,
    RulingIn,
    VersionIn,
)
from matches.api.shapes_out import MatchOut
from matches.api.viewsets import ApiMixin, read
from matches.models import Match, User
from matches.queries import sheets
from matches.services import awards, lifecycle, penalties, postponing, rulings, settling
from matches.states import Ending
from rules.errors import Refusal

ANSWERS = {200: MatchOut}


class DeskViewSet(ApiMixin, GenericViewSet[Match]):
    """Only officials of the desk of a match, with a session; all but `begin`, which is the players' too."""

    queryset = Match.objects.none()
    lookup_field = "code"
    lookup_value_regex = "[a-z0-9]{1,16}"
    scope_kind = "match"
    is_versioned = True

    @extend_schema(operation_id="match_begin", request=VersionIn, responses=ANSWERS, parameters=PROOFS)
    @action(detail=True, methods=["post"])
    def begin(self, request: Request, code: str) -> Response:
        """Both players are there and begin: no clock of late starts runs any more."""
        match, taken = _asked(request, code, VersionIn)
        return _answer(lifecycle.begin(match=match, identity=identity_of(request), **taken))

    @extend_schema(operation_id="match_call", request=CallIn, responses=ANSWERS)
    @action(detail=True, methods=["post"])
    def call(self, request: Request, code: str) -> Response:
        """Call a match to a table of its desk, also to move it to another one."""
        match, said = _asked(request, code, CallIn)
        table = match.desk.tables.filter(number=said.pop("table")).first()
        if table is None:
            raise Refusal("table_absent")
        return _answer(lifecycle.call(match=match, table=table, by=_official(request, match), **said))

    @extend_schema(operation_id="match_penalise", request=PenaltyIn, responses=ANSWERS)
    @action(detail=True, methods=["post"])
    def penalties(self, request: Request, code: str) -> Response:
        """Give the opponent of who is late his points; those that reach the length forfeit the match."""
        return _decided(request, code, PenaltyIn, penalties.penalise)

    @extend_schema(operation_id="match_lift_penalty", request=ReasonIn, responses=ANSWERS)
    @action(detail=True, methods=["post"], url_path="penalties/lift")
    def lift(self, request: Request, code: str) -> Response:
        """Take the last penalty back while nothing was built upon it."""
        return _decided(request, code, ReasonIn, penalties.lift)

    @extend_schema(operation_id="match_postpone", request=PostponementIn, responses=ANSWERS)
    @action(detail=True, methods=["post"])
    def postpone(self, request: Request, code: str) -> Response:
        """Put a match off with how it stands: clocks, position, when it goes on. Its table is free."""
        return _decided(request, code, PostponementIn, _postpone)

    @extend_schema(operation_id="match_resume", request=VersionIn, responses=ANSWERS)
    @action(detail=True, methods=["post"])
    def resume(self, request: Request, code: str) -> Response:
        """Let a postponed match wait for a table again."""
        return _decided(request, code, VersionIn, postponing.resume)

    @extend_schema(operation_id="match_award", request=AwardIn, responses=ANSWERS)
    @action(detail=True, methods=["post"])
    def award(self, request: Request, code: str) -> Response:
        """Close a match as its score stands: nobody or one side came, gave up, or lost the right to go on."""
        return _decided(request, code, AwardIn, _award)

    @extend_schema(operation_id="match_rule", request=RulingIn, responses=ANSWERS)
    @action(detail=True, methods=["post"])
    def rule(self, request: Request, code: str) -> Response:
        """Settle a match by a ruling that cites a law: the way out of a dispute."""
        return _decided(request, code, RulingIn, rulings.rule)

    @extend_schema(operation_id="match_correct", request=CorrectionIn, responses=ANSWERS)
    @action(detail=True, methods=["post"])
    def correct(self, request: Request, code: str) -> Response:
        """Give a settled match another result; the one that stands already changes nothing."""
        match, taken = _asked(request, code, CorrectionIn)
        return _answer(settling.correct(match=match, by=_official(request, match), **taken))

    @extend_schema(operation_id="match_reopen", request=ReasonIn, responses=ANSWERS)
    @action(detail=True, methods=["post"])
    def reopen(self, request: Request, code: str) -> Response:
        """Take a result back: the match goes on where its sheet stands."""
        return _decided(request, code, ReasonIn, settling.reopen)

    @extend_schema(operation_id="match_void", request=ReasonIn, responses=ANSWERS)
    @action(detail=True, methods=["post"])
    def void(self, request: Request, code: str) -> Response:
        """Take a match out of play."""
        return _decided(request, code, ReasonIn, lifecycle.void)


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
    return Response(MatchOut(fresh).data)
