"""API of money sessions: open, join and close them, record events, undo, read balances and history."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import SimpleRouter

from matches.actors import Identity
from matches.api import authentication, viewsets
from matches.api.authentication import PROOFS, key_of
from matches.api.pagination import ApiPagination
from matches.api.viewsets import ApiViewSet, validate_body
from matches.moneyplay import permissions, queries, settlement, table_state
from matches.moneyplay.history import get_history
from matches.moneyplay.models import MoneySession, SessionEntry
from matches.moneyplay.queries import SessionState
from matches.moneyplay.serializers import (
    OpenSessionSerializer,
    PeriodSerializer,
    SeatNameSerializer,
    SessionEntrySerializer,
    SessionHistorySerializer,
    SessionInvitationSerializer,
    SessionSerializer,
    SessionStateSerializer,
    SessionVersionSerializer,
    SettlementSerializer,
    TableEventSerializer,
    TakeSeatSerializer,
)
from matches.moneyplay.services import sessions, table_events
from matches.queries import desks
from rules.errors import Refusal

SESSION_PROOFS = [
    *PROOFS,
    OpenApiParameter(
        "X-Session",
        str,
        OpenApiParameter.HEADER,
        description="The join code of a session, shown at its table.",
    ),
]


class SessionViewSet(ApiViewSet[MoneySession]):
    """Money sessions; only for their players, invited devices, hosts and the officials of their desk."""

    queryset = MoneySession.objects.none()
    lookup_field = "code"
    lookup_value_regex = "[a-z0-9]{1,16}"
    pagination_class = ApiPagination
    scope_kind = "session"
    secrets = ("token",)

    @extend_schema(responses={200: SessionSerializer(many=True)}, parameters=SESSION_PROOFS)
    def list(self, request: Request) -> Response:
        """List your sessions, the newest first."""
        page = self.paginate_queryset(queries.list_sessions(identity_of(request)))
        return self.get_paginated_response(SessionSerializer(page, many=True).data)

    @extend_schema(
        responses=SessionHistorySerializer,
        parameters=[PeriodSerializer, *SESSION_PROOFS],
        filters=False,
    )
    @action(detail=False, methods=["get"], pagination_class=None)
    def history(self, request: Request) -> Response:
        """Read the sessions of a period that you can see, with balances and games by role."""
        form = PeriodSerializer(data=request.query_params)
        form.is_valid(raise_exception=True)
        history = get_history(identity_of(request), **form.validated_data)
        return Response(SessionHistorySerializer(history).data)

    @extend_schema(
        request=OpenSessionSerializer,
        responses={201: SessionStateSerializer},
        parameters=PROOFS,
    )
    def create(self, request: Request) -> Response:
        """Open a session; you become its keeper. At a desk this is for officials only."""
        data, identity = validate_body(OpenSessionSerializer, request), identity_of(request)
        desk = desks.get_desk(data["desk"]) if data["desk"] else None
        if data.pop("desk") and desk is None:
            raise Refusal("desk_absent")
        session = sessions.open_session(**data, desk=desk, identity=identity, key=key_of(request))
        return Response(
            SessionStateSerializer(_state_to_data(queries.get_session_state(session))).data,
            status=status.HTTP_201_CREATED,
        )

    @extend_schema(
        request=None,
        responses={201: SessionInvitationSerializer},
        parameters=SESSION_PROOFS,
    )
    @action(detail=True, methods=["post"])
    def invite(self, request: Request, code: str) -> Response:
        """Create a new join code; the earlier one becomes invalid. For the keeper only."""
        state, identity = _get_state(request, code)
        invitation = sessions.create_invitation(session=state.session, identity=identity)
        return Response(SessionInvitationSerializer(invitation).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        request=SessionVersionSerializer,
        responses={201: SessionEntrySerializer},
        parameters=SESSION_PROOFS,
    )
    @action(detail=True, methods=["post"])
    def close(self, request: Request, code: str) -> Response:
        """Close a session between two games; undoing this reopens it."""
        state, identity = _get_state(request, code)
        version = validate_body(SessionVersionSerializer, request, version=state.session.version).get(
            "version"
        )
        return _respond(
            sessions.close_session(
                session=state.session, identity=identity, key=key_of(request), version=version
            )
        )

    @extend_schema(
        request=TakeSeatSerializer,
        responses={201: SessionEntrySerializer},
        parameters=SESSION_PROOFS,
    )
    @action(detail=True, methods=["post"])
    def guests(self, request: Request, code: str) -> Response:
        """Add a player without a phone at the end of the queue."""
        state, identity = _get_state(request, code)
        data = validate_body(TakeSeatSerializer, request, version=state.session.version)
        return _respond(
            sessions.add_guest(session=state.session, identity=identity, key=key_of(request), **data)
        )

    @extend_schema(
        request=SeatNameSerializer,
        responses={201: SessionEntrySerializer},
        parameters=SESSION_PROOFS,
    )
    @action(detail=True, methods=["post"])
    def leave(self, request: Request, code: str) -> Response:
        """Leave the table; a player with an open stake in the current game leaves when the game is over."""
        state, identity = _get_state(request, code)
        name = validate_body(SeatNameSerializer, request, version=state.session.version)["name"]
        return _respond(
            sessions.leave_seat(session=state.session, identity=identity, key=key_of(request), name=name)
        )

    @extend_schema(
        request=TakeSeatSerializer,
        responses={201: SessionStateSerializer},
        parameters=SESSION_PROOFS,
    )
    @action(detail=True, methods=["post"])
    def split(self, request: Request, code: str) -> Response:
        """Split a chouette with one more player into two tables; returns the new one."""
        state, identity = _get_state(request, code)
        data = validate_body(TakeSeatSerializer, request, version=state.session.version)
        other = table_events.split_table(
            session=state.session,
            newcomer=data["name"],
            stake=data["stake"],
            identity=identity,
            key=key_of(request),
        )
        return Response(
            SessionStateSerializer(_state_to_data(queries.get_session_state(other))).data,
            status=status.HTTP_201_CREATED,
        )

    @extend_schema(
        request=None,
        responses={201: SessionStateSerializer},
        parameters=SESSION_PROOFS,
    )
    @action(detail=True, methods=["post"])
    def two(self, request: Request, code: str) -> Response:
        """Let the last two players of a chouette continue as money play; returns their new session."""
        state, identity = _get_state(request, code)
        other = table_events.continue_as_money_session(
            session=state.session, identity=identity, key=key_of(request)
        )
        return Response(
            SessionStateSerializer(_state_to_data(queries.get_session_state(other))).data,
            status=status.HTTP_201_CREATED,
        )

    @extend_schema(
        request=None,
        responses={201: SessionEntrySerializer},
        parameters=SESSION_PROOFS,
    )
    @action(detail=True, methods=["post"])
    def partner(self, request: Request, code: str) -> Response:
        """Draw the partner of the box at random, after all have declined."""
        state, identity = _get_state(request, code)
        return _respond(
            table_events.draw_partner(session=state.session, identity=identity, key=key_of(request))
        )

    @extend_schema(responses={200: SessionStateSerializer}, parameters=SESSION_PROOFS)
    def retrieve(self, request: Request, code: str) -> Response:
        """Read the state of the table, with every possible next event and the whole journal."""
        state, _ = _get_state(request, code)
        return Response(SessionStateSerializer(_state_to_data(state)).data)

    @extend_schema(responses={200: SettlementSerializer}, parameters=SESSION_PROOFS)
    @action(detail=True, methods=["get"])
    def settlement(self, request: Request, code: str) -> Response:
        """Read the balances and the payments that settle them."""
        balances = _get_state(request, code)[0].balances
        return Response(
            SettlementSerializer({"balances": balances, "payments": _list_payments(balances)}).data
        )

    @extend_schema(
        request=TableEventSerializer,
        responses={201: SessionEntrySerializer},
        parameters=SESSION_PROOFS,
    )
    @action(detail=True, methods=["post"])
    def entries(self, request: Request, code: str) -> Response:
        """Record one event."""
        state, identity = _get_state(request, code)
        data = validate_body(TableEventSerializer, request, version=state.session.version)
        event = table_state.read_event(state.session.kind, data["event"])
        seen_state = {"version": data.get("version"), "game": data.get("game")}
        sessions.require_seen_game(event, **seen_state)
        return _respond(
            table_events.record_event(
                session=state.session,
                event=event,
                identity=identity,
                key=key_of(request),
                **seen_state,
            )
        )

    @extend_schema(
        request=TakeSeatSerializer,
        responses={201: SessionEntrySerializer},
        parameters=SESSION_PROOFS,
    )
    @action(detail=True, methods=["post"])
    def join(self, request: Request, code: str) -> Response:
        """Take a seat; this device, badge or account acts for it from now on."""
        state, identity = _get_state(request, code)
        entry = sessions.take_seat(
            session=state.session,
            identity=identity,
            key=key_of(request),
            **validate_body(TakeSeatSerializer, request, version=state.session.version),
        )
        return _respond(entry)

    @extend_schema(
        request=None,
        responses={201: SessionEntrySerializer},
        parameters=SESSION_PROOFS,
    )
    @action(detail=True, methods=["post"])
    def lots(self, request: Request, code: str) -> Response:
        """Draw the order at random, by the seed of the session."""
        state, identity = _get_state(request, code)
        return _respond(
            table_events.draw_order(session=state.session, identity=identity, key=key_of(request))
        )

    @extend_schema(
        request=SessionVersionSerializer,
        responses={201: SessionEntrySerializer},
        parameters=SESSION_PROOFS,
    )
    @action(detail=True, methods=["post"])
    def undo(self, request: Request, code: str) -> Response:
        """Undo the last valid entry."""
        state, identity = _get_state(request, code)
        version = validate_body(SessionVersionSerializer, request, version=state.session.version).get(
            "version"
        )
        entry = table_events.undo_last_entry(
            session=state.session, identity=identity, key=key_of(request), version=version
        )
        return _respond(entry)


def identity_of(request: Request) -> Identity:
    """Return the identity of a request, with the session whose join code it sends as `invited`.

    Raises `session_code_unknown`.
    """
    identity, token = authentication.identity_of(request), request.headers.get("X-Session", "")
    return replace(identity, invited=frozenset({sessions.redeem_code(token=token).pk})) if token else identity


def _get_state(request: Request, code: str) -> tuple[SessionState, Identity]:
    """Return the state of a session and the identity of the request.

    Raises `session_absent`, also for those who may not see it, and `version_outdated`.
    """
    session, identity = queries.get_session(code), identity_of(request)
    if session is None:
        raise Refusal("session_absent")
    state = queries.get_session_state(session)
    if not permissions.may_view_session(identity, session, state.seats):
        raise Refusal("session_absent")
    if request.method not in SAFE_METHODS:
        viewsets.get_expected_version(request, session.version)
    return state, identity


def _state_to_data(state: SessionState) -> dict[str, Any]:
    session, table = state.session, state.table
    names = ("code", "kind", "title", "desk", "status", "version", "opened_at", "closed_at", "laws")
    return {
        **{name: getattr(session, name) for name in names},
        "line": list(table_state.list_present_players(table)),
        "game": table_state.get_game_number(table),
        "box": getattr(table, "box", ""),
        "captain": getattr(table, "captain", ""),
        "awaited": list(table_state.list_awaited_players(table)),
        "leaving": list(getattr(table, "leaving", ())),
        "seats": state.seats,
        "choices": [table_state.write_event(event) for event in table_state.list_legal_events(table)],
        "journal": state.entries,
    }


def _list_payments(balances: Mapping[str, int]) -> list[dict[str, Any]]:
    return [
        {"payer": payer, "payee": payee, "points": points}
        for payer, payee, points in settlement.plan_payments(balances)
    ]


def _respond(entry: SessionEntry) -> Response:
    return Response(SessionEntrySerializer(entry).data, status=status.HTTP_201_CREATED)


router = SimpleRouter()
router.register("sessions", SessionViewSet, basename="api-session")
urlpatterns = router.urls
