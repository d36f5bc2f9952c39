"""Sessions over HTTP: read a table, write a line of its journal, undo the last."""

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

from matches.api import authentication, etags
from matches.api.authentication import PROOFS, key_of
from matches.api.pagination import ApiPagination
from matches.api.viewsets import ApiViewSet, read
from matches.identity import Identity
from matches.moneyplay import permissions
from matches.moneyplay import queries as facts
from matches.moneyplay import table_state as folding
from matches.moneyplay.models import MoneySession, SessionEntry
from matches.moneyplay.queries import Picture
from matches.moneyplay.serializers import (
    InvitationOut,
    JoinIn,
    NameIn,
    OpenIn,
    PlayIn,
    SettlementOut,
    TableEntryOut,
    TableLineOut,
    TableOut,
    UndoIn,
)
from matches.moneyplay.services import play as playing
from matches.moneyplay.services import seats, sessions
from matches.moneyplay.services import splits as splitting
from matches.queries import desks
from rules.errors import Refusal

PROVED = [
    *PROOFS,
    OpenApiParameter(
        "X-Session", str, OpenApiParameter.HEADER, description="The code shown at the table one sits at."
    ),
]


class SessionViewSet(ApiViewSet[MoneySession]):
    """Only those at the table may look: prove a seat, a badge, a session or the code shown there."""

    queryset = MoneySession.objects.none()
    lookup_field = "code"
    lookup_value_regex = "[a-z0-9]{1,16}"
    pagination_class = ApiPagination
    scope_kind = "session"
    is_versioned = True
    secrets = ("token",)

    @extend_schema(responses={200: TableLineOut(many=True)}, parameters=PROVED)
    def list(self, request: Request) -> Response:
        """The sessions that are there for who asks, the newest first."""
        page = self.paginate_queryset(facts.sessions_for(identity_of(request)))
        return self.get_paginated_response(TableLineOut(page, many=True).data)

    @extend_schema(
        request=OpenIn,
        responses={201: TableOut},
        parameters=PROOFS,
    )
    def create(self, request: Request) -> Response:
        """Open a table, kept by whoever opens it; at a desk only its officials do."""
        taken, identity = read(OpenIn, request), identity_of(request)
        desk = desks.desk_by_code(taken["desk"]) if taken["desk"] else None
        if taken.pop("desk") and desk is None:
            raise Refusal("desk_absent")
        session = sessions.open_session(**taken, desk=desk, identity=identity, key=key_of(request))
        return Response(TableOut(_told(facts.picture_of(session))).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        request=None,
        responses={201: InvitationOut},
        parameters=PROVED,
    )
    @action(detail=True, methods=["post"])
    def invite(self, request: Request, code: str) -> Response:
        """A fresh code to join by, for its keeper; one shown before is worth nothing from now on."""
        picture, identity = _seen(request, code)
        shown = sessions.invite(session=picture.session, identity=identity)
        return Response(InvitationOut(shown).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        request=UndoIn,
        responses={201: TableEntryOut},
        parameters=PROVED,
    )
    @action(detail=True, methods=["post"])
    def close(self, request: Request, code: str) -> Response:
        """End a session between two games; undoing opens it again."""
        picture, identity = _seen(request, code)
        version = read(UndoIn, request, version=picture.session.version).get("version")
        return _written(
            sessions.close(session=picture.session, identity=identity, key=key_of(request), version=version)
        )

    @extend_schema(
        request=JoinIn,
        responses={201: TableEntryOut},
        parameters=PROVED,
    )
    @action(detail=True, methods=["post"])
    def guests(self, request: Request, code: str) -> Response:
        """Write down somebody without a phone, at the end of the line."""
        picture, identity = _seen(request, code)
        taken = read(JoinIn, request, version=picture.session.version)
        return _written(
            seats.seat_guest(session=picture.session, identity=identity, key=key_of(request), **taken)
        )

    @extend_schema(
        request=NameIn,
        responses={201: TableEntryOut},
        parameters=PROVED,
    )
    @action(detail=True, methods=["post"])
    def leave(self, request: Request, code: str) -> Response:
        """Leave the line; out of a game with an open stake, when it is over."""
        picture, identity = _seen(request, code)
        name = read(NameIn, request, version=picture.session.version)["name"]
        return _written(
            seats.leave(session=picture.session, identity=identity, key=key_of(request), name=name)
        )

    @extend_schema(
        request=JoinIn,
        responses={201: TableOut},
        parameters=PROVED,
    )
    @action(detail=True, methods=["post"])
    def split(self, request: Request, code: str) -> Response:
        """Make two tables of a chouette and one more player; the new one is answered."""
        picture, identity = _seen(request, code)
        taken = read(JoinIn, request, version=picture.session.version)
        other = splitting.split(
            session=picture.session,
            newcomer=taken["name"],
            stake=taken["stake"],
            identity=identity,
            key=key_of(request),
        )
        return Response(TableOut(_told(facts.picture_of(other))).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        request=None,
        responses={201: TableOut},
        parameters=PROVED,
    )
    @action(detail=True, methods=["post"])
    def two(self, request: Request, code: str) -> Response:
        """Go on as money play with the last two of a chouette; their new table is answered."""
        picture, identity = _seen(request, code)
        other = splitting.continue_as_money_play(
            session=picture.session, identity=identity, key=key_of(request)
        )
        return Response(TableOut(_told(facts.picture_of(other))).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        request=None,
        responses={201: TableEntryOut},
        parameters=PROVED,
    )
    @action(detail=True, methods=["post"])
    def partner(self, request: Request, code: str) -> Response:
        """Find the partner of the box by lot, after all have declined."""
        picture, identity = _seen(request, code)
        return _written(playing.draw_partner(session=picture.session, identity=identity, key=key_of(request)))

    @extend_schema(responses={200: TableOut}, parameters=PROVED)
    def retrieve(self, request: Request, code: str) -> Response:
        """The table as it stands, with all that may follow and the whole journal."""
        picture, _ = _seen(request, code)
        return Response(TableOut(_told(picture)).data)

    @extend_schema(responses={200: SettlementOut}, parameters=PROVED)
    @action(detail=True, methods=["get"])
    def settlement(self, request: Request, code: str) -> Response:
        """Who has won how much, and who pays whom."""
        balances = _seen(request, code)[0].balances
        return Response(SettlementOut({"balances": balances, "payments": _payments(balances)}).data)

    @extend_schema(
        request=PlayIn,
        responses={201: TableEntryOut},
        parameters=PROVED,
    )
    @action(detail=True, methods=["post"])
    def entries(self, request: Request, code: str) -> Response:
        """Write one event down; the same key answers with the line it wrote."""
        picture, identity = _seen(request, code)
        taken = read(PlayIn, request, version=picture.session.version)
        event = folding.read(picture.session.kind, taken["event"])
        return _written(
            playing.play(
                session=picture.session,
                event=event,
                identity=identity,
                key=key_of(request),
                version=taken.get("version"),
            )
        )

    @extend_schema(
        request=JoinIn,
        responses={201: TableEntryOut},
        parameters=PROVED,
    )
    @action(detail=True, methods=["post"])
    def join(self, request: Request, code: str) -> Response:
        """Sit down; this device, badge or account speaks for the seat from now on."""
        picture, identity = _seen(request, code)
        entry = seats.join(
            session=picture.session,
            identity=identity,
            key=key_of(request),
            **read(JoinIn, request, version=picture.session.version),
        )
        return _written(entry)

    @extend_schema(
        request=None,
        responses={201: TableEntryOut},
        parameters=PROVED,
    )
    @action(detail=True, methods=["post"])
    def lots(self, request: Request, code: str) -> Response:
        """Cast lots for the order by the seed of the session."""
        picture, identity = _seen(request, code)
        return _written(playing.cast_lots(session=picture.session, identity=identity, key=key_of(request)))

    @extend_schema(
        request=UndoIn,
        responses={201: TableEntryOut},
        parameters=PROVED,
    )
    @action(detail=True, methods=["post"])
    def undo(self, request: Request, code: str) -> Response:
        """Undo the last line that stands."""
        picture, identity = _seen(request, code)
        version = read(UndoIn, request, version=picture.session.version).get("version")
        entry = playing.undo(session=picture.session, identity=identity, key=key_of(request), version=version)
        return _written(entry)


def identity_of(request: Request) -> Identity:
    """Everything a request proves, with the session whose code it sends. Raises `session_code_unknown`."""
    identity, token = authentication.identity_of(request), request.headers.get("X-Session", "")
    return replace(identity, invited=frozenset({sessions.redeem(token=token).pk})) if token else identity


def _seen(request: Request, code: str) -> tuple[Picture, Identity]:
    """A session and who asks; for those who have no business there it is absent."""
    session, identity = facts.session_by_code(code), identity_of(request)
    if session is None:
        raise Refusal("session_absent")
    picture = facts.picture_of(session)
    if not permissions.may_see(identity, session, picture.seats):
        raise Refusal("session_absent")
    if request.method not in SAFE_METHODS:
        etags.expected_version(request, session.version)
    return picture, identity


def _told(picture: Picture) -> dict[str, Any]:
    session, table = picture.session, picture.table
    names = ("code", "kind", "title", "status", "version", "laws")
    return {
        **{name: getattr(session, name) for name in names},
        "line": list(folding.present(table)),
        "box": getattr(table, "box", ""),
        "captain": getattr(table, "captain", ""),
        "awaited": list(folding.awaited(table)),
        "seats": picture.seats,
        "choices": [folding.write(event) for event in folding.choices(table)],
        "journal": picture.entries,
    }


def _payments(balances: Mapping[str, int]) -> list[dict[str, Any]]:
    return [
        {"payer": payer, "payee": payee, "points": points}
        for payer, payee, points in folding.payments(balances)
    ]


def _written(entry: SessionEntry) -> Response:
    return Response(TableEntryOut(entry).data, status=status.HTTP_201_CREATED)


router = SimpleRouter()
router.register("sessions", SessionViewSet, basename="api-session")
urlpatterns = router.urls
