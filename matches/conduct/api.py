"""API of rulings on irregularities (list, create) and of the rules of a desk."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import SimpleRouter

from matches import permissions
from matches.api.pagination import ApiPagination
from matches.api.unknown_names import refuse_unknown
from matches.api.viewsets import ApiViewSet, get_match
from matches.conduct import queries, services
from matches.conduct.cases import CASES
from matches.conduct.models import ConductRuling
from matches.conduct.serializers import (
    ConductRulingSerializer,
    DeskLawsSerializer,
    NewConductRulingSerializer,
)
from matches.models import Desk, User
from matches.queries.desks import get_conduct_laws, get_desk
from matches.services.desks import set_laws
from rules.errors import Refusal
from rules.options import ConductLaws, MatchLaws

CASE_PARAMETER = OpenApiParameter("case", str, enum=list(CASES), description="Only rulings on this case.")


class ConductRulingViewSet(ApiViewSet[ConductRuling]):
    """Rulings on irregularities in the matches of a desk; only for its officials."""

    queryset = ConductRuling.objects.none()
    serializer_class = ConductRulingSerializer
    pagination_class = ApiPagination
    scope_kind = "desk"

    @extend_schema(responses=ConductRulingSerializer(many=True), parameters=[CASE_PARAMETER])
    def list(self, request: Request, desk: str) -> Response:
        """List the rulings of the desk, the latest first."""
        case = request.query_params.get("case", "")
        if case and case not in CASES:
            raise Refusal("case_unknown", case=case)
        return self.page_response(
            queries.get_rulings_of_desk(self._get_desk()[0], case).select_related("match"),
            ConductRulingSerializer,
        )

    @extend_schema(request=NewConductRulingSerializer, responses={201: ConductRulingSerializer})
    def create(self, request: Request, desk: str) -> Response:
        """Store a ruling for a match of the desk; it is derived from the data by the rules in force."""
        own_desk, user = self._get_desk()
        data = self.validated(NewConductRulingSerializer)
        refuse_unknown(data["data"], CASES[data["case"]].fields, "unknown_field", "data.")
        match = get_match(data.pop("match"))
        if match.desk_id != own_desk.pk:
            raise Refusal("match_absent")
        key = data.pop("key")
        ruling = services.record_ruling(match=match, ruling=services.NewRuling(**data), by=user, key=key)
        return Response(ConductRulingSerializer(ruling).data, status=status.HTTP_201_CREATED)

    def _get_desk(self) -> tuple[Desk, User]:
        return get_own_desk(self.request, self.kwargs["desk"])


class DeskLawsViewSet(ApiViewSet[Desk]):
    """The rules of a desk, for its officials."""

    queryset = Desk.objects.none()
    serializer_class = DeskLawsSerializer
    lookup_field = "desk"
    lookup_value_regex = "[a-z0-9]{1,16}"
    scope_kind = "desk"

    @extend_schema(responses=DeskLawsSerializer)
    @action(detail=True)
    def laws(self, request: Request, desk: str) -> Response:
        """Read the rules of the desk."""
        return self._respond(get_own_desk(request, desk)[0])

    @extend_schema(request=DeskLawsSerializer, responses=DeskLawsSerializer)
    @laws.mapping.put
    def edit_laws(self, request: Request, desk: str) -> Response:
        """Set the rules of the desk; they apply to new matches and to rulings."""
        own_desk, user = get_own_desk(request, desk)
        data = self.validated(DeskLawsSerializer)
        laws, conduct = MatchLaws(**data["match"]), ConductLaws(**data["conduct"])
        return self._respond(set_laws(desk=own_desk, laws=laws, conduct=conduct, by=user))

    @staticmethod
    def _respond(desk: Desk) -> Response:
        laws = {"match": MatchLaws.from_json(desk.laws), "conduct": get_conduct_laws(desk)}
        return Response(DeskLawsSerializer(laws).data)


def get_own_desk(request: Request, code: str) -> tuple[Desk, User]:
    """Return the desk and the user, one of its officials. Raises `desk_absent` for others."""
    desk, user = get_desk(code), request.user
    if desk is None or not isinstance(user, User) or not permissions.may_rule(user, desk):
        raise Refusal("desk_absent")
    return desk, user


router = SimpleRouter()
router.register(
    "desks/(?P<desk>[a-z0-9]{1,16})/conduct-rulings", ConductRulingViewSet, basename="api-conduct-ruling"
)
router.register("desks", DeskLawsViewSet, basename="api-desk-laws")
urlpatterns = router.urls
