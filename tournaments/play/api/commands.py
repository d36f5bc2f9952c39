"""The API of commands: each is an action of a viewset, with the schema of its form."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar, cast

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from matches.api import viewsets
from matches.api.authentication import key_of
from tournaments.play.api.form_serializers import form_serializer, read_form
from tournaments.web.api.viewsets import AccountMixin, EventViewSetMixin, ModelT, get_or_404
from tournaments.web.command import Command
from tournaments.web.paid_prizes import check_paid_prizes

# The methods of a viewset for requests to its own address.
ACTIONS_BY_METHOD = {"POST": "create", "PUT": "update", "PATCH": "partial_update", "DELETE": "destroy"}


def get_request_serializer(command: type[Command]) -> type[Serializer[Any]] | None:
    """Return the serializer of the body of a command, None if it has no fields."""
    without = (*command.page_fields, *command.list_path_fields())
    required = tuple(command.api_required)
    serializer = form_serializer(command, command.schema_name or command.__name__, without, required)
    return serializer if serializer().fields else None


class CommandViewSetMixin(AccountMixin[ModelT]):
    """A viewset that runs commands; those in `commands` become its actions.

    `bodies` has the serializers of bodies that are not made from the form: None for no body. `collections`
    are the collections of the path under which the schema lists them; `command_parameters` are further
    parameters that the schema names.
    """

    commands: ClassVar[Sequence[type[Command]]] = ()
    bodies: ClassVar[Mapping[type[Command], type[Serializer[Any]] | None]] = {}
    collections: ClassVar[Collection[str]] = ()
    command_parameters: ClassVar[Sequence[Any]] = ()

    def __init_subclass__(cls, **options: Any) -> None:
        """Add an action for each command; those with one path share it, by their methods."""
        super().__init_subclass__(**options)
        handlers = [handler for handler in vars(cls).values() if hasattr(handler, "mapping")]
        added: dict[str, Any] = {handler.url_path: handler for handler in handlers}
        for command in cls.__dict__.get("commands", ()):
            method, path = command.api.split(" ", 1)
            handler = _make_handler(command)
            add_to_path: Callable[[Any], Any]
            if not path:
                # The router gives it the address of the viewset, by its name.
                handler.__name__, add_to_path = ACTIONS_BY_METHOD[method], _return_handler
            elif path in added:
                add_to_path = getattr(added[path].mapping, method.lower())
            else:
                add_to_path = action(detail=True, methods=[method], url_path=path)
            added.setdefault(path, handler)
            describe = extend_schema(
                request=cls.get_body_serializer(command),
                responses={command.get_api_status(): cls._get_answer_serializer(command)},
                parameters=[each for each in cls.command_parameters if _is_of_path(each, command)],
            )
            setattr(cls, handler.__name__, describe(add_to_path(handler)))

    def get_seen_version(self) -> int | None:
        """Return the version with which `version` of the body or If-Match is compared, if there is one."""
        return None

    def get_command_options(self) -> dict[str, Any]:
        """Return the arguments with which commands of this viewset are made, besides their data."""
        raise NotImplementedError

    def run_command(self, command_class: type[Command]) -> tuple[Any, Any]:
        """Run a command with the body and the path of the request; return it with its result."""
        serializer = self.get_body_serializer(command_class)
        seen_version = self.get_seen_version()
        data: dict[str, Any] = {}
        if serializer is not None:
            data = self.validated(serializer, version=seen_version)
        elif seen_version is not None:
            data["version"] = viewsets.get_expected_version(self.request, seen_version)
        command_class.refuse_unused_fields(data)
        data |= {name: self.kwargs[name] for name in command_class.list_path_fields()}
        data["key"] = key_of(self.request)
        command: Any = read_form(command_class, data, **self.get_command_options())
        return command, self.execute(command)

    def execute(self, command: Command) -> Any:
        """Run a valid command and return its result."""
        return command.run()

    def command_response(self, command: Command, result: Any) -> Response:
        """Return the answer of a command that was run."""
        serializer_class, code = self._get_answer_serializer(type(command)), command.get_api_status()
        if serializer_class is None:
            return Response(status=code)
        return self.row_response(serializer_class, get_or_404(command.get_answer(result)), code)

    @classmethod
    def get_body_serializer(cls, command: type[Command]) -> type[Serializer[Any]] | None:
        """Return the serializer of the body of a command, None without a body."""
        return cls.bodies[command] if command in cls.bodies else get_request_serializer(command)

    @classmethod
    def _get_answer_serializer(cls, command: type[Command]) -> type[Serializer[Any]] | None:
        """Return the serializer of the answer of a command, None if it has no content."""
        if command.get_api_status() == status.HTTP_204_NO_CONTENT:
            return None
        return command.answer or cast("type[Serializer[Any]]", cls.serializer_class)

    def row_response(self, serializer_class: type[Serializer[Any]], row: Any, code: int) -> Response:
        """Return a row as a response."""
        return Response(serializer_class(row).data, status=code)


class EventCommandViewSet(CommandViewSetMixin[ModelT], EventViewSetMixin[ModelT]):
    """A viewset that runs commands given at an event."""

    def get_seen_version(self) -> int | None:
        """Return the version of the event."""
        return self.event.version

    def get_command_options(self) -> dict[str, Any]:
        """Return the event and the author of a command."""
        return {"event": self.event, "actor": self.actor}

    def execute(self, command: Command) -> Any:
        """Run a valid command. Raises `paid_prizes_change` unless the caller accepts that they change."""
        accepted = command.cleaned_data.get("accepted_prizes")
        if accepted is None:
            return super().execute(command)
        shown_effects = command.get_shown_effects()
        with check_paid_prizes(events=[self.event], accepted=accepted, shown_effects=shown_effects):
            return super().execute(command)


def _is_of_path(parameter: Any, command: type[Command]) -> bool:
    """Return whether the schema names a parameter for a command: one of a path has it in its own path."""
    is_in_path = getattr(parameter, "location", "") == OpenApiParameter.PATH
    return not is_in_path or parameter.name in command.list_path_fields()


def _return_handler(handler: Callable[..., Response]) -> Callable[..., Response]:
    """Return a handler as it is."""
    return handler


def _make_handler(command_class: type[Command]) -> Callable[..., Response]:
    """Return the method of a viewset that runs a command."""

    def handle(view: CommandViewSetMixin[Any], request: Request, **path: str) -> Response:
        return view.command_response(*view.run_command(command_class))

    handle.__name__ = re.sub(r"(?<!^)(?=[A-Z])", "_", command_class.__name__).lower()
    handle.__doc__ = command_class.__doc__
    return handle
