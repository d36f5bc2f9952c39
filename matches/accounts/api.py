"""API view with which a person exports their own data."""

from django.http import Http404
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.data_export import get_own_data
from matches.api.authentication import PROOFS
from matches.api.views import own_player
from matches.api.viewsets import ApiMixin
from matches.permissions import is_own_account, is_same_person


class OwnDataView(ApiMixin):
    """The data stored about a person."""

    is_public = False

    @extend_schema(responses=OpenApiTypes.OBJECT, parameters=PROOFS)
    def get(self, request: Request, code: str) -> Response:
        """Read everything stored about a person; only for that person."""
        player, identity = own_player(request, code)
        if not is_same_person(identity, player):
            raise Http404
        return Response(get_own_data(player, by_account=is_own_account(identity, player)))


urlpatterns = [path("players/<str:code>/data/", OwnDataView.as_view(), name="api-player-data")]
