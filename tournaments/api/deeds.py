"""Deeds of the pages as doors for programs: a row says which form, whose right, which service and answer."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import Any, Generic, TypeVar
from uuid import uuid4

from django import forms
from django.db.models import QuerySet
from django.urls import URLPattern, path
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from matches.api.authentication import identity_of, key_of
from matches.api.pagination import ApiPagination
from matches.api.viewsets import ApiMixin, read
from matches.identity import Identity
from matches.models import User
from rules.errors import Refusal
from tournaments.api.form_serializers import form_serializer, read_form
from tournaments.api.loading import club_at, director_of, event_at, who_directs
from tournaments.api.serializers_events import JournalEntrySerializer
from tournaments.api.serializers_imports import FileImportSerializer
from tournaments.models import Club, Event, FileImport, JournalEntry
from tournaments.queries.file_imports import status_of

Thing = TypeVar("Thing", Event, Club)
AnyShape = type[Serializer[Any]]
Right = Callable[[Request, Any], User | None]


class ClubDoor(ApiMixin):
    """A view below the address of a club."""

    scope_kind = "club"


class EventDoor(ApiMixin):
    """A view below the address of an event."""

    scope_kind = "event"
    is_versioned = True


def anybody(request: Request, of: Event | Club) -> User | None:
    """The account that asks, if any: the deed itself says whose word counts."""
    return request.user if isinstance(request.user, User) else None


@dataclass(frozen=True, slots=True)
class Asked(Generic[Thing]):
    """A request to a door, read and permitted."""

    request: Request
    of: Thing
    account: User | None
    at: Mapping[str, Any]
    form: Any = None
    said: Mapping[str, Any] = field(default_factory=dict)
    ready: Any = None

    @property
    def by(self) -> User:
        """The account that asks, where the right was an account's. Raises `directors_only` for nobody."""
        if self.account is None:
            raise Refusal("directors_only", name=self.of.name)
        return self.account

    @property
    def identity(self) -> Identity:
        """Everything the request proves."""
        return identity_of(self.request)

    @property
    def key(self) -> str:
        """Its key, a fresh one where none was sent."""
        return key_of(self.request) or uuid4().hex

    @property
    def signed(self) -> dict[str, Any]:
        """Who acts, under which key, upon what he saw: the arguments every service of an event takes."""
        return {"by": self.by, "key": self.key, "version": self.said.get("version")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed(Generic[Thing]):
    """A POST. `form` is what a page asks, or `shape` what programs say; `act` does it and answers.

    What brings a file (`is_file`) is sent as a form of several parts; `is_dry` says that nothing is written.
    With `may_be_task` a long one is answered by 202 and followed elsewhere. `ready` is what can be worked
    out before any lock: the deed finds it in what it is asked.
    """

    name: str
    act: Callable[[Asked[Thing]], Any]
    answer: AnyShape = JournalEntrySerializer
    form: type[forms.Form] | None = None
    shape: AnyShape | None = None
    more: Callable[[Thing], Mapping[str, Any]] = lambda of: {}
    right: Right = director_of
    status: int = HTTPStatus.CREATED
    about: str = ""
    without: tuple[str, ...] = ()
    needed: tuple[str, ...] = ()
    fixed: Mapping[str, Any] = field(default_factory=dict)
    proofs: tuple[OpenApiParameter, ...] = ()
    is_file: bool = False
    is_dry: bool = False
    ready: Callable[[Asked[Thing]], Any] | None = None
    may_be_task: bool = False

    @property
    def request(self) -> AnyShape | None:
        """The shape of its body."""
        if self.form is None:
            return self.shape
        name = "".join(word.title() for word in self.name.split("_"))
        return form_serializer(self.form, name, (*self.without, *self.fixed), self.needed)

    def asked(self, request: Request, of: Thing, at: Mapping[str, Any]) -> Asked[Thing]:
        """The request as the deed reads it, once its asker may."""
        account = self.right(request, of)
        version = of.version if isinstance(of, Event) else None
        said = read(self.request, request, version=version) if self.request else {}
        form = read_form(self.form, {**said, **self.fixed}, **self.more(of)) if self.form else None
        cleaned = {**form.cleaned_data, **_version(said)} if form else said
        return Asked(request, of, account, at, form, cleaned)


@dataclass(frozen=True, slots=True, kw_only=True)
class Look(Generic[Thing]):
    """A GET: what is found for who may look."""

    name: str
    find: Callable[[Asked[Thing]], Any]
    answer: AnyShape
    right: Right = who_directs
    about: str = ""
    proofs: tuple[OpenApiParameter, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows(Generic[Thing]):
    """A GET of a list in pages; `orders` are those it can be had in, the usual one first."""

    name: str
    rows: Callable[[Asked[Thing]], QuerySet[Any]]
    answer: AnyShape
    orders: Mapping[str, tuple[str, ...]]
    right: Right = anybody
    about: str = ""


def event_path(
    route: str, *doors: Deed[Event] | Look[Event] | Rows[Event], secrets: tuple[str, ...] = ()
) -> URLPattern:
    """The address of doors below an event."""
    return _path(f"events/<int:pk>/{route}", EventDoor, _at_event, doors, secrets)


def club_path(
    route: str, *doors: Deed[Club] | Look[Club] | Rows[Club], secrets: tuple[str, ...] = ()
) -> URLPattern:
    """The address of doors below a club."""
    return _path(f"clubs/<slug:slug>/{route}", ClubDoor, _at_club, doors, secrets)


def _path(
    route: str,
    base: type[ApiMixin],
    find: Callable[..., Any],
    doors: tuple[Any, ...],
    secrets: tuple[str, ...],
) -> URLPattern:
    is_public = all(door.right is anybody for door in doors if not isinstance(door, Deed))
    made: dict[str, Any] = {
        "secrets": secrets,
        "is_public": is_public,
        "__doc__": doors[0].about,
        "__module__": __name__,
    }
    for door in doors:
        made |= _made(door, find)
    name = "".join(word.title() for word in doors[0].name.split("_"))
    view: type[ApiMixin] = type(name, (base,), made)
    return path(route, view.as_view(), name=f"api-{doors[0].name.replace('_', '-')}")


def _made(door: Any, find: Callable[..., Any]) -> dict[str, Any]:
    """What a view gains by a door: its method, and what that needs."""
    if isinstance(door, Look):
        return {"get": _looking(door, find)}
    if isinstance(door, Rows):
        return {"get": _listing(door, find), "pagination_class": ApiPagination, "orderings": door.orders}
    as_file = {"parser_classes": [MultiPartParser]}
    ready = {} if door.ready is None else {"prepare": "prepare_post", "prepare_post": _preparing(door, find)}
    return {"post": _posting(door, find), "is_dry": door.is_dry, **(as_file if door.is_file else {}), **ready}


def _preparing(deed: Deed[Any], find: Callable[..., Any]) -> Any:
    def prepare(self: ApiMixin, request: Request, **at: Any) -> None:
        of = find(request, at)
        vars(self)["ready"] = deed.ready(deed.asked(request, of, at)) if deed.ready else None

    return prepare


def _with_ready(deed: Deed[Any], asked: Asked[Any], door: ApiMixin) -> Asked[Any]:
    if deed.ready is None:
        return asked
    held = vars(door)
    return replace(asked, ready=held["ready"] if "ready" in held else deed.ready(asked))


def _posting(deed: Deed[Any], find: Callable[..., Any]) -> Any:
    def post(self: ApiMixin, request: Request, **at: Any) -> Response:
        of = find(request, at)
        done = deed.act(_with_ready(deed, deed.asked(request, of, at), self))
        if isinstance(done, JournalEntry):
            done.event.refresh_from_db(fields=["version"])
        if isinstance(done, FileImport):
            return Response(FileImportSerializer(status_of(done)).data, status=HTTPStatus.ACCEPTED)
        return Response(deed.answer(done).data, status=deed.status)

    return extend_schema(
        operation_id=deed.name,
        description=deed.about,
        request={"multipart/form-data": deed.request} if deed.is_file else deed.request,
        responses={
            deed.status: deed.answer,
            **({HTTPStatus.ACCEPTED.value: FileImportSerializer} if deed.may_be_task else {}),
        },
        parameters=list(deed.proofs),
    )(post)


def _looking(look: Look[Any], find: Callable[..., Any]) -> Any:
    def get(self: ApiMixin, request: Request, **at: Any) -> Response:
        of = find(request, at)
        return Response(look.answer(look.find(Asked(request, of, look.right(request, of), at))).data)

    return extend_schema(
        operation_id=look.name,
        description=look.about,
        responses={200: look.answer},
        parameters=list(look.proofs),
    )(get)


def _listing(rows: Rows[Any], find: Callable[..., Any]) -> Any:
    def get(self: Any, request: Request, **at: Any) -> Response:
        of, pages = find(request, at), self.pagination_class()
        held = rows.rows(Asked(request, of, rows.right(request, of), at))
        page = pages.paginate_queryset(held, request, view=self)
        shown: Response = pages.get_paginated_response(rows.answer(page, many=True).data)
        return shown

    return extend_schema(
        operation_id=rows.name, description=rows.about, responses={200: rows.answer(many=True)}
    )(get)


def _at_event(request: Request, at: dict[str, Any]) -> Event:
    return event_at(request, at.pop("pk"))


def _at_club(request: Request, at: dict[str, Any]) -> Club:
    return club_at(at.pop("slug"))


def _version(said: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"version": said["version"]} if "version" in said else {}
