"""Players over HTTP: how a person is shown, what is kept, being forgotten; spellings joined by officials."""

from typing import Any

from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from matches import permissions
from matches.api.authentication import PROOFS, identity_of
from matches.api.shapes_out import PlayerOut
from matches.api.viewsets import ApiMixin, read
from matches.identity import Identity
from matches.models import Player, User
from matches.queries import own_data, people
from matches.services import privacy, spelling
from matches.spellings import LONGEST_NAME


class ShownIn(serializers.Serializer[Any]):
    """The name everybody reads."""

    shown = serializers.ChoiceField(choices=["full", "initial", "code"])
    code_name = serializers.CharField(max_length=40, required=False, default="", allow_blank=True)


class ForgetIn(serializers.Serializer[Any]):
    """The full name, written by whoever wants it forgotten."""

    confirmation = serializers.CharField(max_length=200)
    reason = serializers.CharField(max_length=500, required=False, default="", allow_blank=True)


class WhyIn(serializers.Serializer[Any]):
    """A decision that needs its reason."""

    reason = serializers.CharField(max_length=500)


class SpelledIn(serializers.Serializer[Any]):
    """A name as it should be written."""

    name = serializers.CharField(max_length=LONGEST_NAME)
    reason = serializers.CharField(max_length=500, required=False, default="", allow_blank=True)


class SpellingsOut(serializers.Serializer[Any]):
    """The spellings of one person."""

    player = PlayerOut()
    spellings = PlayerOut(many=True)


class PlayerDetail(ApiMixin):
    """A player."""

    @extend_schema(operation_id="player", responses={200: PlayerOut})
    def get(self, request: Request, code: str) -> Response:
        """A player, by the name he is shown under."""
        return Response(PlayerOut(people.face_of(_player(code))).data)


class ShowAs(ApiMixin):
    """The name of a person."""

    @extend_schema(
        operation_id="player_show_as", request=ShownIn, responses={200: PlayerOut}, parameters=PROOFS
    )
    def post(self, request: Request, code: str) -> Response:
        """Choose the name everybody reads: the person, or who keeps the name at a desk."""
        found, identity = _own(request, code)
        privacy.show_as(player=found, identity=identity, **read(ShownIn, request))
        found.refresh_from_db()
        return Response(PlayerOut(found).data)


class OwnData(ApiMixin):
    """What is kept about a person."""

    @extend_schema(operation_id="player_own_data", responses={200: OpenApiTypes.OBJECT}, parameters=PROOFS)
    def get(self, request: Request, code: str) -> Response:
        """Everything kept about this person, for that person alone."""
        found, identity = _own(request, code)
        if not permissions.is_oneself(identity, found):
            raise Http404
        return Response(own_data.own_data(found, by_account=permissions.is_own_account(identity, found)))


class Forget(ApiMixin):
    """The end of a name."""

    @extend_schema(
        operation_id="player_forget", request=ForgetIn, responses={200: PlayerOut}, parameters=PROOFS
    )
    def post(self, request: Request, code: str) -> Response:
        """Take the name away for ever, after it was written."""
        found, identity = _own(request, code)
        privacy.anonymise(player=found, identity=identity, **read(ForgetIn, request))
        found.refresh_from_db()
        return Response(PlayerOut(found).data)


class Spellings(ApiMixin):
    """Spellings of one person, for who keeps the name."""

    @extend_schema(operation_id="player_spellings", responses={200: SpellingsOut})
    def get(self, request: Request, code: str) -> Response:
        """Under which spellings a person is known."""
        return Response(_spellings(_kept(request, code)[0]))


class Correct(ApiMixin):
    """The name itself, for who keeps it."""

    @extend_schema(operation_id="player_correct_name", request=SpelledIn, responses={200: SpellingsOut})
    def post(self, request: Request, code: str) -> Response:
        """Write the name as it should be, everywhere at once."""
        kept, user = _kept(request, code)
        player = people.face_of(kept)
        spelling.correct(player=player, by=user, **read(SpelledIn, request))
        return Response(_spellings(player))


class Join(ApiMixin):
    """Two spellings become one person."""

    @extend_schema(operation_id="player_join_spelling", request=WhyIn, responses={201: SpellingsOut})
    def post(self, request: Request, code: str, other: str) -> Response:
        """Join another spelling to this one, which shows from then on."""
        (keep, user), (absorb, _) = _kept(request, code), _kept(request, other)
        if keep.is_one_with(absorb):
            raise Http404
        spelling.merge(keep=keep, absorb=absorb, by=user, reason=read(WhyIn, request)["reason"])
        keep.refresh_from_db()
        return Response(_spellings(keep), status=status.HTTP_201_CREATED)


class Apart(ApiMixin):
    """Two spellings are two people."""

    @extend_schema(operation_id="player_keep_apart", request=None, responses={200: SpellingsOut})
    def post(self, request: Request, code: str, other: str) -> Response:
        """These are two people: nobody asks again."""
        (one, user), (two, _) = _kept(request, code), _kept(request, other)
        spelling.keep_apart(one=one, other=two, by=user)
        return Response(_spellings(one))


class Part(ApiMixin):
    """A merge taken back."""

    @extend_schema(operation_id="player_part_spelling", request=WhyIn, responses={200: SpellingsOut})
    def post(self, request: Request, code: str, other: str) -> Response:
        """Take back the merge of these two."""
        (keep, user), (absorb, _) = _kept(request, code), _kept(request, other)
        merges = (one for one in people.merges_of(keep) if (one.player, one.other) == (keep, absorb))
        merged = next(merges, None)
        if merged is None:
            raise Http404
        spelling.unmerge(merged=merged, by=user, reason=read(WhyIn, request)["reason"])
        keep.refresh_from_db()
        return Response(_spellings(keep))


def _player(code: str) -> Player:
    found = Player.objects.filter(code=code).first()
    if found is None:
        raise Http404
    return found


def _own(request: Request, code: str) -> tuple[Player, Identity]:
    """The person, for that person and who keeps the name; for anybody else nobody is there."""
    found, identity = people.face_of(_player(code)), identity_of(request)
    if not found.is_person or found.anonymised_at is not None:
        raise Http404
    if not permissions.may_see_choices(identity, found):
        raise Http404
    return found, identity


def _kept(request: Request, code: str) -> tuple[Player, User]:
    found = _player(code)
    user = request.user if isinstance(request.user, User) else None
    if user is None or not found.is_person or not permissions.may_look_after(user, found):
        raise Http404
    return found, user


def _spellings(player: Player) -> Any:
    face = people.face_of(player)
    return SpellingsOut({"player": face, "spellings": people.family(face)}).data
