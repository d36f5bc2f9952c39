"""Sessions over HTTP: read a table, write a line of its journal, undo the last."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.authentication import SessionAuthentication
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from matches import folding, permissions
from matches.api.parsers import PlainJSON
from matches.api.proofs import KEY, PROOFS, BadgeAuthentication, identity_of, key_of
from matches.api.shapes_out import ProblemOut
from matches.api.throttles import WRITES
from matches.identity import Identity
from matches.models import Session, SessionEntry
from matches.models.session import HIGHEST_STAKE
from matches.queries import sessions as facts
from matches.queries.sessions import Picture
from matches.services import playing, seats
from rules.errors import Refusal

REFUSED = {400: ProblemOut, 403: ProblemOut, 404: ProblemOut, 409: ProblemOut, 429: ProblemOut}
PROVED = [
    *PROOFS,
    OpenApiParameter(
        "X-Session", str, OpenApiParameter.HEADER, description="The code shown at the table one sits at."
    ),
]


class PlayIn(serializers.Serializer[Any]):
    """One event of a table, as `docs/chouette.md` writes it."""

    event = serializers.DictField(help_text='Its kind and its fields: {"kind": "Took", "by": "Cy", …}.')
    version = serializers.IntegerField(min_value=0, required=False, help_text="The line last seen.")


class UndoIn(serializers.Serializer[Any]):
    """Which picture the undoing was decided on."""

    version = serializers.IntegerField(min_value=0, required=False)


class JoinIn(serializers.Serializer[Any]):
    """A name for a seat; the stake when it is not the table's."""

    name = serializers.CharField(max_length=120)
    stake = serializers.IntegerField(min_value=0, max_value=HIGHEST_STAKE, default=0)


class TableEntryOut(serializers.Serializer[Any]):
    """A line of the journal."""

    seq = serializers.IntegerField()
    kind = serializers.CharField()
    who = serializers.CharField(help_text="Whose word it is; empty for the whole table.")
    by = serializers.CharField(help_text="Who wrote it.")
    events = serializers.ListField(child=serializers.DictField(), source="payload.events", default=list)
    undoes = serializers.IntegerField(allow_null=True)
    at = serializers.DateTimeField()


class TableSeatOut(serializers.Serializer[Any]):
    """A seat and its balance, in units of the stake."""

    name = serializers.CharField()
    player = serializers.CharField(source="player.code", allow_null=True, default=None)
    stake = serializers.IntegerField()
    balance = serializers.IntegerField()


class TableOut(serializers.Serializer[Any]):
    """A session as it stands. Everything is folded from its journal; balances sum to nothing."""

    code = serializers.CharField()
    kind = serializers.CharField()
    title = serializers.CharField()
    status = serializers.CharField()
    version = serializers.IntegerField()
    laws = serializers.DictField()
    line = serializers.ListField(child=serializers.CharField(), help_text="Those present, in order.")
    box = serializers.CharField()
    captain = serializers.CharField()
    awaited = serializers.ListField(child=serializers.CharField())
    seats = TableSeatOut(many=True)
    choices = serializers.ListField(child=serializers.DictField(), help_text="Every event that may follow.")
    journal = TableEntryOut(many=True)


class SessionViewSet(GenericViewSet[Session]):
    """Only those at the table may look: prove a seat, a badge, a session or the code shown there."""

    queryset = Session.objects.none()
    lookup_field = "code"
    lookup_value_regex = "[a-z0-9]{1,16}"
    authentication_classes = [SessionAuthentication, BadgeAuthentication]
    parser_classes = [PlainJSON]

    @extend_schema(
        operation_id="session_table", responses={200: TableOut, 404: ProblemOut}, parameters=PROVED
    )
    def retrieve(self, request: Request, code: str) -> Response:
        """The table as it stands, with all that may follow and the whole journal."""
        picture, _ = _seen(request, code)
        return Response(TableOut(_told(picture)).data)

    @extend_schema(
        operation_id="session_write",
        request=PlayIn,
        responses={201: TableEntryOut, **REFUSED},
        parameters=[KEY, *PROVED],
    )
    @action(detail=True, methods=["post"], throttle_classes=WRITES)
    def entries(self, request: Request, code: str) -> Response:
        """Write one event down; the same key answers with the line it wrote."""
        picture, identity = _seen(request, code)
        taken = _taken(PlayIn, request)
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
        operation_id="session_join",
        request=JoinIn,
        responses={201: TableEntryOut, **REFUSED},
        parameters=[KEY, *PROVED],
    )
    @action(detail=True, methods=["post"], throttle_classes=WRITES)
    def join(self, request: Request, code: str) -> Response:
        """Sit down; this device, badge or account speaks for the seat from now on."""
        picture, identity = _seen(request, code)
        entry = seats.join(
            session=picture.session, identity=identity, key=key_of(request), **_taken(JoinIn, request)
        )
        return _written(entry)

    @extend_schema(
        operation_id="session_lots",
        request=None,
        responses={201: TableEntryOut, **REFUSED},
        parameters=[KEY, *PROVED],
    )
    @action(detail=True, methods=["post"], throttle_classes=WRITES)
    def lots(self, request: Request, code: str) -> Response:
        """Cast lots for the order by the seed of the session."""
        picture, identity = _seen(request, code)
        return _written(playing.cast_lots(session=picture.session, identity=identity, key=key_of(request)))

    @extend_schema(
        operation_id="session_undo",
        request=UndoIn,
        responses={201: TableEntryOut, **REFUSED},
        parameters=[KEY, *PROVED],
    )
    @action(detail=True, methods=["post"], throttle_classes=WRITES)
    def undo(self, request: Request, code: str) -> Response:
        """Undo the last line that stands."""
        picture, identity = _seen(request, code)
        version = _taken(UndoIn, request).get("version")
        entry = playing.undo(session=picture.session, identity=identity, key=key_of(request), version=version)
        return _written(entry)


def _seen(request: Request, code: str) -> tuple[Picture, Identity]:
    """A session and who asks; for those who have no business there it is absent."""
    session, identity = facts.session_by_code(code), identity_of(request)
    if session is None:
        raise Refusal("session_absent")
    picture = facts.picture_of(session)
    if not permissions.may_see(identity, session, picture.seats):
        raise Refusal("session_absent")
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


def _written(entry: SessionEntry) -> Response:
    return Response(TableEntryOut(entry).data, status=status.HTTP_201_CREATED)


def _taken(shape: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    taken = shape(data=request.data)
    taken.is_valid(raise_exception=True)
    return dict(taken.validated_data)
