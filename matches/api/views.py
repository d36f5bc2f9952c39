"""API views of matches, reports, decisions of the desk, and players."""

from collections.abc import Callable
from typing import Any

from django.db.models import F, Q, QuerySet
from django.http import Http404
from django_filters import rest_framework as filters
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from matches import permissions
from matches.actors import Identity
from matches.api import serializers
from matches.api.authentication import PROOFS, identity_of, key_of
from matches.api.filters import NameFilter, require_known
from matches.api.serializers import (
    AwardSerializer,
    CallSerializer,
    GameCreateSerializer,
    GameSerializer,
    MatchCorrectionSerializer,
    MatchDetailSerializer,
    MatchReasonSerializer,
    MatchSerializer,
    MatchVersionSerializer,
    PenaltyCreateSerializer,
    PlayerSerializer,
    PostponementSerializer,
    ReportSerializer,
    RulingCreateSerializer,
    ScoreSerializer,
)
from matches.api.viewsets import ApiViewSet, get_match, validate_body
from matches.models import Desk, Match, Player, Report, User
from matches.names import NameKind
from matches.queries import matches, people
from matches.services import (
    anonymising,
    lifecycle,
    merging,
    penalties,
    players,
    postponing,
    reporting,
    rulings,
    scoring,
    settling,
)
from matches.states import Ending, Status
from rules.errors import Refusal

CODE = "[a-z0-9]{1,16}"
MATCH = f"matches/(?P<code>{CODE})"


class MatchFilter(filters.FilterSet):  # type: ignore[misc]
    """Matches by desk, status and player."""

    desk = filters.CharFilter(method="filter_by_desk", max_length=16, label="The code of a desk.")
    status = filters.MultipleChoiceFilter(
        choices=[(each.value, each.value) for each in Status],
        label="One or more statuses; matches with any of them.",
    )
    player = filters.CharFilter(method="filter_by_player", max_length=16, label="The code of a player.")

    def filter_by_desk(self, rows: QuerySet[Match], name: str, code: str) -> QuerySet[Match]:
        """The matches of a desk; an unknown desk is refused."""
        require_known(name, code, Desk.objects.filter(code=code))
        return rows.filter(desk__code=code)

    def filter_by_player(self, rows: QuerySet[Match], name: str, code: str) -> QuerySet[Match]:
        """The matches of a player on either side; an unknown player is refused."""
        require_known(name, code, Player.objects.filter(code=code))
        return rows.filter(white__code=code) | rows.filter(black__code=code)


class MatchViewSet(ApiViewSet[Match]):
    """Matches. Reading is public; writing needs an account, a badge, or a device with the table code."""

    queryset = Match.objects.none()
    serializer_class = MatchSerializer
    filter_backends = [filters.DjangoFilterBackend]
    filterset_class = MatchFilter
    lookup_field = "code"
    lookup_value_regex = CODE
    scope_kind = "match"
    orderings = {
        "-id": ("-id",),
        "id": ("id",),
        "-changed_at": ("-changed_at", "-id"),
        "changed_at": ("changed_at", "id"),
    }

    def get_queryset(self) -> QuerySet[Match]:
        """Every match with desk, players and table."""
        return matches.filter_matches()

    def list(self, request: Request) -> Response:
        """List matches, the newest first."""
        return self.page_response(self.filter_queryset(self.get_queryset()), MatchSerializer)

    @extend_schema(responses=MatchDetailSerializer)
    def retrieve(self, request: Request, code: str) -> Response:
        """Read the score sheet of a match: games, penalties, reports, rulings, choices for the next game."""
        return Response(MatchDetailSerializer(matches.get_sheet(get_match(code))).data)

    @extend_schema(request=GameCreateSerializer, responses={201: GameSerializer}, parameters=PROOFS)
    @action(detail=True, methods=["post"])
    def games(self, request: Request, code: str) -> Response:
        """Record one game of the live score; the game that ends the match reports the score."""
        match = get_match(code)
        data = self.validated(GameCreateSerializer, version=match.version)
        game = scoring.score_game(match=match, **data, identity=identity_of(request), key=key_of(request))
        return Response(GameSerializer(game).data, status=status.HTTP_201_CREATED)

    @extend_schema(request=None, responses=MatchSerializer, parameters=PROOFS)
    @action(detail=True, methods=["delete"], url_path="games/last")
    def last_game(self, request: Request, code: str) -> Response:
        """Remove the last game of the score sheet; returns the match."""
        match = get_match(code)
        data = self.validated(MatchVersionSerializer, version=match.version)
        return Response(
            MatchSerializer(scoring.strike_last_game(match=match, identity=identity_of(request), **data)).data
        )


class ReportViewSet(ApiViewSet[Report]):
    """Reports of the final score of a match."""

    queryset = Report.objects.none()
    serializer_class = MatchSerializer
    lookup_field = "number"
    lookup_value_regex = "[0-9]{1,9}"
    scope_kind = "match"

    @extend_schema(request=ScoreSerializer, responses={201: ReportSerializer}, parameters=PROOFS)
    def create(self, request: Request, code: str) -> Response:
        """Report a final score. The same score by the other side confirms it."""
        match = get_match(code)
        data = self.validated(ScoreSerializer, version=match.version)
        report = reporting.report(match=match, **data, identity=identity_of(request), key=key_of(request))
        return Response(ReportSerializer(report).data, status=status.HTTP_201_CREATED)

    @extend_schema(request=MatchVersionSerializer, parameters=PROOFS)
    @action(detail=True, methods=["post"])
    def confirm(self, request: Request, code: str, number: str) -> Response:
        """Confirm a report; confirming again returns the same match."""
        return Response(
            MatchSerializer(reporting.confirm(**self._read_report_request(MatchVersionSerializer))).data
        )

    @extend_schema(request=ScoreSerializer, responses={201: ReportSerializer}, parameters=PROOFS)
    @action(detail=True, methods=["post"])
    def dispute(self, request: Request, code: str, number: str) -> Response:
        """Answer a report with another score; the desk rules."""
        counter = reporting.dispute(**self._read_report_request(ScoreSerializer), key=key_of(request))
        return Response(ReportSerializer(counter).data, status=status.HTTP_201_CREATED)

    @extend_schema(request=MatchVersionSerializer, parameters=PROOFS)
    @action(detail=True, methods=["post"])
    def accept(self, request: Request, code: str, number: str) -> Response:
        """Accept the other side's report of a dispute; accepting again returns the same match."""
        return Response(
            MatchSerializer(reporting.accept(**self._read_report_request(MatchVersionSerializer))).data
        )

    @extend_schema(request=MatchVersionSerializer, parameters=PROOFS)
    @action(detail=True, methods=["post"])
    def withdraw(self, request: Request, code: str, number: str) -> Response:
        """Withdraw your own report while it is unanswered."""
        return Response(
            MatchSerializer(reporting.withdraw(**self._read_report_request(MatchVersionSerializer))).data
        )

    def _read_report_request(self, serializer_class: type[Serializer[Any]]) -> dict[str, Any]:
        """Return the arguments of the service: match, report, identity, and the validated data."""
        match = get_match(self.kwargs["code"])
        data = self.validated(serializer_class, version=match.version)
        report = matches.get_report(match, int(self.kwargs["number"]))
        if report is None:
            raise Refusal("report_absent", match=match.code)
        return {"match": match, "report": report, "identity": identity_of(self.request), **data}


class MatchDeskViewSet(ApiViewSet[Match]):
    """Actions of officials on a match; `begin` is open to its players too."""

    queryset = Match.objects.none()
    serializer_class = MatchSerializer
    lookup_field = "code"
    lookup_value_regex = "[a-z0-9]{1,16}"
    scope_kind = "match"

    @extend_schema(request=MatchVersionSerializer, parameters=PROOFS)
    @action(detail=True, methods=["post"])
    def begin(self, request: Request, code: str) -> Response:
        """Start a match when both players are at the table; late penalties stop accruing."""
        match, data = _read_request(request, code, MatchVersionSerializer)
        return _respond_with_match(
            lifecycle.start_match_at_table(match=match, identity=identity_of(request), **data)
        )

    @extend_schema(request=CallSerializer)
    @action(detail=True, methods=["post"])
    def call(self, request: Request, code: str) -> Response:
        """Call a match to a table of its desk, or move it to another table."""
        match, data = _read_request(request, code, CallSerializer)
        table = match.desk.tables.filter(number=data.pop("table")).first()
        if table is None:
            raise Refusal("table_absent")
        return _respond_with_match(
            lifecycle.call_match(match=match, table=table, by=_require_user(request, match), **data)
        )

    @extend_schema(request=PenaltyCreateSerializer)
    @action(detail=True, methods=["post"])
    def penalties(self, request: Request, code: str) -> Response:
        """Penalise a player: the opponent gets points, and wins the match if they reach its length."""
        return _apply_decision(request, code, PenaltyCreateSerializer, penalties.penalise_player)

    @extend_schema(request=MatchReasonSerializer)
    @action(detail=True, methods=["post"], url_path="penalties/lift")
    def lift(self, request: Request, code: str) -> Response:
        """Lift the last penalty, as long as no game has been played since."""
        return _apply_decision(request, code, MatchReasonSerializer, penalties.lift_penalty)

    @extend_schema(request=PostponementSerializer)
    @action(detail=True, methods=["post"])
    def postpone(self, request: Request, code: str) -> Response:
        """Postpone a match with its clocks and position, and free its table."""
        return _apply_decision(request, code, PostponementSerializer, _postpone)

    @extend_schema(request=MatchVersionSerializer)
    @action(detail=True, methods=["post"])
    def resume(self, request: Request, code: str) -> Response:
        """Resume a postponed match: it waits for a table again."""
        return _apply_decision(request, code, MatchVersionSerializer, postponing.resume_match)

    @extend_schema(request=AwardSerializer)
    @action(detail=True, methods=["post"])
    def award(self, request: Request, code: str) -> Response:
        """Award a match that is not played out: walkover, double walkover, retirement, forfeit."""
        return _apply_decision(request, code, AwardSerializer, _award)

    @extend_schema(request=RulingCreateSerializer)
    @action(detail=True, methods=["post"])
    def rule(self, request: Request, code: str) -> Response:
        """Settle a match, for instance a disputed one, by a ruling that cites a rule."""
        return _apply_decision(request, code, RulingCreateSerializer, rulings.rule_on_match)

    @extend_schema(request=MatchCorrectionSerializer)
    @action(detail=True, methods=["post"])
    def correct(self, request: Request, code: str) -> Response:
        """Correct the result of a settled match; the same result changes nothing."""
        match, data = _read_request(request, code, MatchCorrectionSerializer)
        return _respond_with_match(
            settling.correct_result(match=match, by=_require_user(request, match), **data)
        )

    @extend_schema(request=MatchReasonSerializer)
    @action(detail=True, methods=["post"])
    def reopen(self, request: Request, code: str) -> Response:
        """Reopen a settled match; it continues at the score of its sheet."""
        return _apply_decision(request, code, MatchReasonSerializer, settling.reopen_match)

    @extend_schema(request=MatchReasonSerializer)
    @action(detail=True, methods=["post"])
    def void(self, request: Request, code: str) -> Response:
        """Void a match."""
        return _apply_decision(request, code, MatchReasonSerializer, lifecycle.void_match)


def _apply_decision(
    request: Request, code: str, serializer_class: type[Serializer[Any]], service: Callable[..., Match]
) -> Response:
    match, data = _read_request(request, code, serializer_class)
    return _respond_with_match(
        service(match=match, by=_require_user(request, match), key=key_of(request), **data)
    )


def _postpone(*, white_clock: int | None = None, black_clock: int | None = None, **terms: Any) -> Match:
    clocks = None if white_clock is None or black_clock is None else (white_clock, black_clock)
    return postponing.postpone_match(clocks=clocks, **terms)


def _award(*, ending: str, winner: str, **terms: Any) -> Match:
    if ending == Ending.FORFEIT.value:
        return rulings.forfeit(winner=winner, **terms)
    if ending == Ending.RETIRED.value:
        return rulings.retire(winner=winner, **terms)
    return rulings.walk_over(winner=None if ending == Ending.DOUBLE_WALKOVER.value else winner, **terms)


def _read_request(
    request: Request, code: str, serializer_class: type[Serializer[Any]]
) -> tuple[Match, dict[str, Any]]:
    match = get_match(code)
    return match, validate_body(serializer_class, request, version=match.version)


def _require_user(request: Request, match: Match) -> User:
    """Return the signed-in user. Raises `desk_only`."""
    if not isinstance(request.user, User):
        raise Refusal("desk_only", desk=match.desk.name)
    return request.user


def _respond_with_match(match: Match) -> Response:
    current_match = matches.get_match(match.code)
    return Response(MatchSerializer(current_match).data)


OTHER_PLAYER = OpenApiParameter("other", str, OpenApiParameter.PATH)


class PlayerFilter(filters.FilterSet):  # type: ignore[misc]
    """Players by public name."""

    search = NameFilter(field_name="name", max_length=120, label="Part of a name.")


class PlayerViewSet(ApiViewSet[Player]):
    """Players.

    Their public name is chosen by the person; spellings are managed by officials of their desks.
    """

    queryset = Player.objects.none()
    serializer_class = PlayerSerializer
    filter_backends = [filters.DjangoFilterBackend]
    filterset_class = PlayerFilter
    lookup_field = "code"
    lookup_value_regex = CODE
    orderings = {"name": ("name", "id"), "-name": ("-name", "-id")}

    def get_queryset(self) -> QuerySet[Player]:
        """People by public name; several spellings of one person once."""
        rows = Player.objects.filter(Q(person=None) | Q(person__face=F("pk")))
        return rows.filter(kind=NameKind.PERSON.value, anonymised_at=None)

    def list(self, request: Request) -> Response:
        """List players by name."""
        return self.page_response(self.filter_queryset(self.get_queryset()), PlayerSerializer)

    def retrieve(self, request: Request, code: str) -> Response:
        """Read a player."""
        return Response(PlayerSerializer(people.get_canonical_player(_get_player(code))).data)

    @extend_schema(request=serializers.DisplayNameSerializer, parameters=PROOFS)
    @action(detail=True, methods=["put"], url_path="display-name")
    def display_name(self, request: Request, code: str) -> Response:
        """Set the public name of a person; allowed to the person and to managers of the name at a desk."""
        player, identity = own_player(request, code)
        players.set_public_name(
            player=player, identity=identity, **self.validated(serializers.DisplayNameSerializer)
        )
        player.refresh_from_db()
        return Response(PlayerSerializer(player).data)

    @extend_schema(request=serializers.ForgetSerializer, parameters=PROOFS)
    @action(detail=True, methods=["post"])
    def forget(self, request: Request, code: str) -> Response:
        """Remove a person's name for ever; the full name confirms it."""
        player, identity = own_player(request, code)
        anonymising.anonymise(
            player=player, identity=identity, **self.validated(serializers.ForgetSerializer)
        )
        player.refresh_from_db()
        return Response(PlayerSerializer(player).data)

    @extend_schema(request=serializers.NameSerializer, responses=serializers.PlayerSpellingsSerializer)
    @action(detail=True, methods=["put"], url_path="name")
    def correct_name(self, request: Request, code: str) -> Response:
        """Correct the spelling of a name everywhere."""
        row, user = self._get_managed_player(code)
        player = people.get_canonical_player(row)
        merging.correct_name(player=player, by=user, **self.validated(serializers.NameSerializer))
        return _respond_with_spellings(player)

    @extend_schema(responses=serializers.PlayerSpellingsSerializer)
    @action(detail=True, is_public=False)
    def spellings(self, request: Request, code: str) -> Response:
        """Read the spellings under which a person is known."""
        return _respond_with_spellings(self._get_managed_player(code)[0])

    @extend_schema(
        request=serializers.JoinSpellingSerializer, responses={201: serializers.PlayerSpellingsSerializer}
    )
    @spellings.mapping.post
    def join_spelling(self, request: Request, code: str) -> Response:
        """Merge another spelling into this one, which becomes the canonical one."""
        keep, user = self._get_managed_player(code)
        data = self.validated(serializers.JoinSpellingSerializer)
        absorb, _ = self._get_managed_player(data["player"])
        if keep.is_one_with(absorb):
            raise Http404
        merging.merge_players(keep=keep, absorb=absorb, by=user, reason=data["reason"])
        keep.refresh_from_db()
        return _respond_with_spellings(keep, status.HTTP_201_CREATED)

    @extend_schema(
        request=serializers.ReasonSerializer,
        responses=serializers.PlayerSpellingsSerializer,
        parameters=[OTHER_PLAYER],
    )
    @action(detail=True, methods=["post"], url_path=f"spellings/(?P<other>{CODE})/separate")
    def separate_spelling(self, request: Request, code: str, other: str) -> Response:
        """Undo the merge of two spellings."""
        (keep, user), (absorb, _) = self._get_managed_player(code), self._get_managed_player(other)
        merges = (
            merge for merge in people.get_merges_of(keep) if (merge.player, merge.other) == (keep, absorb)
        )
        merged = next(merges, None)
        if merged is None:
            raise Http404
        reason = self.validated(serializers.ReasonSerializer)["reason"]
        merging.undo_merge(merged=merged, by=user, reason=reason)
        keep.refresh_from_db()
        return _respond_with_spellings(keep)

    @extend_schema(request=None, responses=serializers.PlayerSpellingsSerializer, parameters=[OTHER_PLAYER])
    @action(detail=True, methods=["post"], url_path=f"spellings/(?P<other>{CODE})/keep-apart")
    def keep_apart(self, request: Request, code: str, other: str) -> Response:
        """Record that two players are different people, so that the merge is not suggested again."""
        (player, user), (namesake, _) = self._get_managed_player(code), self._get_managed_player(other)
        merging.separate_players(one=player, other=namesake, by=user)
        return _respond_with_spellings(player)

    def _get_managed_player(self, code: str) -> tuple[Player, User]:
        """Return a person and the user, if the user manages the name; 404 otherwise."""
        player, user = _get_player(code), self.request.user
        if not isinstance(user, User) or not player.is_person:
            raise Http404
        if not permissions.may_manage_name(user, player):
            raise Http404
        return player, user


def own_player(request: Request, code: str) -> tuple[Player, Identity]:
    """Return a person and the identity, for the person and managers of the name; 404 otherwise."""
    player, identity = people.get_canonical_player(_get_player(code)), identity_of(request)
    if not player.is_person or player.anonymised_at is not None:
        raise Http404
    if not permissions.may_see_choices(identity, player):
        raise Http404
    return player, identity


def _get_player(code: str) -> Player:
    player = Player.objects.filter(code=code).first()
    if player is None:
        raise Http404
    return player


def _respond_with_spellings(player: Player, code: int = status.HTTP_200_OK) -> Response:
    canonical_player = people.get_canonical_player(player)
    data = {"player": canonical_player, "spellings": people.get_spellings(canonical_player)}
    return Response(serializers.PlayerSpellingsSerializer(data).data, status=code)
