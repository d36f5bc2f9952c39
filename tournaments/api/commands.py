"""The API of commands: each is an action of a viewset, with the schema of its form."""

import re
from collections.abc import Callable, Collection, Sequence
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from matches.api.authentication import key_of
from tournaments.api.form_serializers import form_serializer, read_form
from tournaments.api.viewsets import EventViewSetMixin, ModelT, get_or_404
from tournaments.commands import Command


def get_request_serializer(command: type[Command]) -> type[Serializer[Any]] | None:
    """Return the serializer of the body of a command, None if all its fields are in the path."""
    serializer = form_serializer(command, command.__name__, command.list_path_fields())
    return serializer if serializer().fields else None


class CommandViewSetMixin(EventViewSetMixin[ModelT]):
    """A viewset of an event that runs commands; those in `commands` become its actions.

    `collections` are the collections below the event under which the schema lists them.
    """

    commands: ClassVar[Sequence[type[Command]]] = ()
    collections: ClassVar[Collection[str]] = ()

    def __init_subclass__(cls, **options: Any) -> None:
        """Add an action for each command; commands with one path share it, by their methods."""
        super().__init_subclass__(**options)
        added: dict[str, Any] = {}
        for command in cls.__dict__.get("commands", ()):
            method, path = command.api.split(" ", 1)
            handler = _make_handler(command, method)
            if path in added:
                add_to_path = getattr(added[path].mapping, method.lower())
            else:
                add_to_path = action(detail=True, methods=[method], url_path=path)
            added.setdefault(path, handler)
            setattr(cls, handler.__name__, _describe(command, method)(add_to_path(handler)))

    def get_command_options(self) -> dict[str, Any]:
        """Return the arguments with which commands of this viewset are made, besides their data."""
        return {"event": self.event, "actor": self.actor}

    def run_command(self, command_class: type[Command]) -> tuple[Any, Any]:
        """Run a command with the body and the path of the request; return it with its result."""
        serializer = get_request_serializer(command_class)
        data = {} if serializer is None else self.validated(serializer)
        data |= {name: self.kwargs[name] for name in command_class.base_fields if name in self.kwargs}
        data["key"] = key_of(self.request) or ""
        command: Any = read_form(command_class, data, **self.get_command_options())
        return command, command.run()

    def command_response(self, command: Command, result: Any, code: int) -> Response:
        """Return the answer of a command that was run."""
        if command.answer is None:
            return Response(status=status.HTTP_204_NO_CONTENT)
        return self.row_response(command.answer, get_or_404(command.get_answer(result)), code)

    def row_response(
        self, serializer_class: type[Serializer[Any]], row: Any, code: int = status.HTTP_200_OK
    ) -> Response:
        """Return a row as a response."""
        return Response(serializer_class(row).data, status=code)


def _make_handler(command_class: type[Command], method: str) -> Callable[..., Response]:
    """Return the method of a viewset that runs a command."""

    def handle(view: CommandViewSetMixin[Any], request: Request, **path: str) -> Response:
        return view.command_response(*view.run_command(command_class), _get_status(method))

    handle.__name__ = re.sub(r"(?<!^)(?=[A-Z])", "_", command_class.__name__).lower()
    handle.__doc__ = command_class.__doc__
    return handle


def _describe(command_class: type[Command], method: str) -> Callable[[Any], Any]:
    """Return the decorator with the description of a command for the schema."""
    answer = command_class.answer
    return extend_schema(
        request=get_request_serializer(command_class),
        responses={status.HTTP_204_NO_CONTENT: None} if answer is None else {_get_status(method): answer},
    )


def _get_status(method: str) -> int:
    return status.HTTP_201_CREATED if method == "POST" else status.HTTP_200_OK
