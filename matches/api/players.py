"""Players: their list, the name that is shown, the data stored about a person, spellings of one person."""

from django.db.models import F, Q, QuerySet
from django.http import Http404
from django_filters import rest_framework as filters
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from matches import permissions
from matches.api import serializers_players as serializers
from matches.api.authentication import PROOFS, identity_of
from matches.api.serializers_matches import PlayerSerializer
from matches.api.viewsets import ApiViewSet
from matches.identity import Identity
from matches.models import Player, User
from matches.queries import people
from matches.services import privacy, spelling
from matches.spellings import Kind

CODE = "[a-z0-9]{1,16}"
OTHER = OpenApiParameter("other", str, OpenApiParameter.PATH)


class PlayerFilter(filters.FilterSet):  # type: ignore[misc]
    """Players by the name everybody reads."""

    search = filters.CharFilter(
        field_name="name", lookup_expr="icontains", max_length=120, label="Part of a name."
    )


class PlayerViewSet(ApiViewSet[Player]):
    """Players. A person decides about their own name; who manages it at a desk, about its spelling."""

    queryset = Player.objects.none()
    serializer_class = PlayerSerializer
    filter_backends = [filters.DjangoFilterBackend]
    filterset_class = PlayerFilter
    lookup_field = "code"
    lookup_value_regex = CODE
    orderings = {"name": ("name", "id"), "-name": ("-name", "-id")}

    def get_queryset(self) -> QuerySet[Player]:
        """People by the name everybody reads; several spellings of one person once."""
        rows = Player.objects.filter(Q(person=None) | Q(person__face=F("pk")))
        return rows.filter(kind=Kind.PERSON.value, anonymised_at=None)

    def list(self, request: Request) -> Response:
        """List players by name."""
        return self.page_response(self.filter_queryset(self.get_queryset()), PlayerSerializer)

    def retrieve(self, request: Request, code: str) -> Response:
        """Read a player."""
        return Response(PlayerSerializer(people.get_canonical_player(_player(code))).data)

    @extend_schema(request=serializers.DisplayNameSerializer, parameters=PROOFS)
    @action(detail=True, methods=["put"], url_path="display-name")
    def display_name(self, request: Request, code: str) -> Response:
        """Choose the name everybody reads: for the person, and for who keeps the name at a desk."""
        player, identity = own_player(request, code)
        privacy.show_as(player=player, identity=identity, **self.validated(serializers.DisplayNameSerializer))
        player.refresh_from_db()
        return Response(PlayerSerializer(player).data)

    @extend_schema(request=serializers.ForgetSerializer, parameters=PROOFS)
    @action(detail=True, methods=["post"])
    def forget(self, request: Request, code: str) -> Response:
        """Remove a name for ever, once it was written as a confirmation."""
        player, identity = own_player(request, code)
        privacy.anonymise(player=player, identity=identity, **self.validated(serializers.ForgetSerializer))
        player.refresh_from_db()
        return Response(PlayerSerializer(player).data)

    @extend_schema(request=serializers.NameSerializer, responses=serializers.PlayerSpellingsSerializer)
    @action(detail=True, methods=["put"], url_path="name")
    def correct_name(self, request: Request, code: str) -> Response:
        """Correct how a name is written, everywhere at once."""
        row, user = self._managed(code)
        player = people.get_canonical_player(row)
        spelling.correct_name(player=player, by=user, **self.validated(serializers.NameSerializer))
        return _spellings(player)

    @extend_schema(responses=serializers.PlayerSpellingsSerializer)
    @action(detail=True, is_public=False)
    def spellings(self, request: Request, code: str) -> Response:
        """Read the spellings under which a person is known."""
        return _spellings(self._managed(code)[0])

    @extend_schema(
        request=serializers.JoinSpellingSerializer, responses={201: serializers.PlayerSpellingsSerializer}
    )
    @spellings.mapping.post
    def join_spelling(self, request: Request, code: str) -> Response:
        """Join another spelling to this one, which is shown from then on."""
        keep, user = self._managed(code)
        data = self.validated(serializers.JoinSpellingSerializer)
        absorb, _ = self._managed(data["player"])
        if keep.is_one_with(absorb):
            raise Http404
        spelling.merge_players(keep=keep, absorb=absorb, by=user, reason=data["reason"])
        keep.refresh_from_db()
        return _spellings(keep, status.HTTP_201_CREATED)

    @extend_schema(
        request=serializers.ReasonSerializer,
        responses=serializers.PlayerSpellingsSerializer,
        parameters=[OTHER],
    )
    @action(detail=True, methods=["post"], url_path=f"spellings/(?P<other>{CODE})/separate")
    def separate_spelling(self, request: Request, code: str, other: str) -> Response:
        """Separate two spellings that were joined."""
        (keep, user), (absorb, _) = self._managed(code), self._managed(other)
        merges = (
            merge for merge in people.get_merges_of(keep) if (merge.player, merge.other) == (keep, absorb)
        )
        merged = next(merges, None)
        if merged is None:
            raise Http404
        reason = self.validated(serializers.ReasonSerializer)["reason"]
        spelling.undo_merge(merged=merged, by=user, reason=reason)
        keep.refresh_from_db()
        return _spellings(keep)

    @extend_schema(request=None, responses=serializers.PlayerSpellingsSerializer, parameters=[OTHER])
    @action(detail=True, methods=["post"], url_path=f"spellings/(?P<other>{CODE})/keep-apart")
    def keep_apart(self, request: Request, code: str, other: str) -> Response:
        """Record that these are two people, so that nobody is asked again."""
        (player, user), (namesake, _) = self._managed(code), self._managed(other)
        spelling.separate_players(one=player, other=namesake, by=user)
        return _spellings(player)

    def _managed(self, code: str) -> tuple[Player, User]:
        """A person, for who keeps the name at a desk; 404 for anybody else."""
        player, user = _player(code), self.request.user
        if not isinstance(user, User) or not player.is_person:
            raise Http404
        if not permissions.may_manage_name(user, player):
            raise Http404
        return player, user


def own_player(request: Request, code: str) -> tuple[Player, Identity]:
    """A person, for themselves and for who keeps the name; 404 for anybody else."""
    player, identity = people.get_canonical_player(_player(code)), identity_of(request)
    if not player.is_person or player.anonymised_at is not None:
        raise Http404
    if not permissions.may_see_choices(identity, player):
        raise Http404
    return player, identity


def _player(code: str) -> Player:
    player = Player.objects.filter(code=code).first()
    if player is None:
        raise Http404
    return player


def _spellings(player: Player, code: int = status.HTTP_200_OK) -> Response:
    canonical_player = people.get_canonical_player(player)
    data = {"player": canonical_player, "spellings": people.get_spellings(canonical_player)}
    return Response(serializers.PlayerSpellingsSerializer(data).data, status=code)
