"""Declarations in the API: before a match, that it counts for the performance rating of a side."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from matches.actors import Identity
from matches.api.authentication import PROOFS, identity_of
from matches.api.pagination import LongPagination
from matches.api.serializers import MatchVersionSerializer
from matches.api.viewsets import ApiViewSet, get_match
from matches.models import Match
from matches.records.declaration_models import PerformanceDeclaration
from matches.records.queries.declarations import DeclaredSide, list_declared_sides
from matches.records.serializers import DeclarationSerializer
from matches.records.services import declarations

SIDE_PARAMETER = OpenApiParameter("side", str, OpenApiParameter.PATH, enum=["white", "black"])


class DeclarationViewSet(ApiViewSet[PerformanceDeclaration]):
    """The declarations of a match, at most one of each side."""

    queryset = PerformanceDeclaration.objects.none()
    serializer_class = DeclarationSerializer
    lookup_field = "code"
    lookup_value_regex = "[a-z0-9]{1,16}"
    scope_kind = "match"
    pagination_class = LongPagination

    @extend_schema(responses=DeclarationSerializer(many=True))
    @action(detail=True, url_path="declarations")
    def list_declarations(self, request: Request, code: str) -> Response:
        """List for which sides a match was declared before it began."""
        rows = [_describe(row) for row in _list_sides(get_match(code)) if row.declaration]
        return self.page_response(rows, DeclarationSerializer)

    @extend_schema(
        request=MatchVersionSerializer,
        responses=DeclarationSerializer,
        parameters=[SIDE_PARAMETER, *PROOFS],
    )
    @action(detail=True, methods=["put"], url_path="declarations/(?P<side>white|black)")
    def declare(self, request: Request, code: str, side: str) -> Response:
        """Declare that a match counts for the performance rating of a side; only before it begins."""
        match = get_match(code)
        data = self.validated(MatchVersionSerializer, version=match.version)
        declarations.declare_match(
            match=match, side=side, identity=identity_of(request), version=data.get("version")
        )
        row = next(each for each in _list_sides(match) if each.side == side)
        return Response(DeclarationSerializer(_describe(row)).data)

    @extend_schema(request=None, responses={204: None}, parameters=[SIDE_PARAMETER, *PROOFS])
    @declare.mapping.delete
    def withdraw(self, request: Request, code: str, side: str) -> Response:
        """Take a declaration back; only before the match begins."""
        declarations.withdraw_declaration(match=get_match(code), side=side, identity=identity_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @staticmethod
    def row_key(row: dict[str, object]) -> str:
        """The key of a row in a page of a list."""
        return str(row["side"])


def _list_sides(match: Match) -> list[DeclaredSide]:
    return list_declared_sides(match, Identity())


def _describe(row: DeclaredSide) -> dict[str, object]:
    declaration = row.declaration
    return {
        "side": row.side,
        "player": row.player,
        "is_by_desk": declaration is not None and declaration.is_by_desk,
        "at": declaration and declaration.at,
    }
