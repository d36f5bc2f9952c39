"""Commands: what a person or a program may do, declared once for the pages and for the API."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from rest_framework import status
from rest_framework.serializers import Serializer

from matches import seen_values
from matches.models import User
from rules.errors import Refusal
from tournaments.models import Event
from tournaments.web.forms import new_key

EMPTY: tuple[object, ...] = (None, "", False, [], ())


def refuse_silenced(data: Mapping[str, Any], fields: Iterable[str], *, by: str) -> None:
    """Raise `field_silenced` if one of these fields has a value, which the field `by` makes ineffective."""
    for field in fields:
        if data.get(field) not in EMPTY:
            raise Refusal("field_silenced", "", field=field, other=by)


class AcceptedPrizesField(forms.CharField):
    """The answer to the question whether a command may change prizes that are already paid.

    See `tournaments.web.paid_prizes.check_paid_prizes`. The question is about a command with this field.
    """

    def __init__(self) -> None:
        super().__init__(
            label="",
            max_length=2000,
            required=False,
            widget=forms.HiddenInput,
            help_text="The code in the context of a refusal `paid_prizes_change`, to do it all the same.",
        )


class Command(forms.Form):
    """One thing that somebody may do: a form of what they say, and the service it calls.

    A subclass says what it does in its docstring, which the API shows; it has the fields of the form, and:

    * `about`: the name of the object it is about, such as "club": the class takes it by this name, keeps it
      as this attribute and passes it on to the service;
    * `name`: the last part of its address on the pages, if it has one of its own there;
    * `api`: method and path of the same request in the API, below the event or other object. The named groups
      of the path are fields that are not in the body. Without a path it is the request of the viewset itself;
    * `schema_name`: what the request is called in the description of the API, if not as the class;
    * `page_fields`: fields that only the page sends;
    * `api_required`: fields that the API requires though the form has a default;
    * `answer`: the serializer of the answer of the API, if it is not that of the viewset;
    * `api_status`: the status of the answer, if it is not 201 for POST and 200 for other methods. 204 has no
      content;
    * `run`: calls the service and returns its result. By itself it calls `service` with
      `get_service_arguments`: by themselves the object, the fields and the actor as `by`;
    * `describe`: returns what the page shows afterwards; by itself that is `sentence`;
    * `get_shown_effects`: returns what the page has named as effects on paid prizes;
    * `get_answer`: returns the row that the answer serializes.

    Permission is checked by the service. A command that is only shown needs no `actor`.
    """

    about: ClassVar[str] = ""
    name: ClassVar[str]
    api: ClassVar[str] = ""
    schema_name: ClassVar[str] = ""
    page_fields: ClassVar[Collection[str]] = ()
    answer: ClassVar[type[Serializer[Any]] | None] = None
    api_required: ClassVar[Collection[str]] = ()
    api_status: ClassVar[int | None] = None
    service: ClassVar[Callable[..., Any]]
    sentence: ClassVar[str | Promise]
    key = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, actor: User | None = None, **options: Any) -> None:
        if self.about:
            setattr(self, self.about, options.pop(self.about))
        super().__init__(*args, **options)
        self._actor = actor

    @property
    def actor(self) -> User:
        """The person or program that gives the command."""
        if self._actor is None:
            raise TypeError("A command without an actor can only be shown.")
        return self._actor

    @cached_property
    def idempotency_key(self) -> str:
        """The key that was sent, or a new one."""
        return self.cleaned_data["key"] or new_key()

    def get_values(self) -> dict[str, Any]:
        """Return the cleaned fields without the idempotency key and the answer about paid prizes."""
        others = ("key", "accepted_prizes")
        return {name: value for name, value in self.cleaned_data.items() if name not in others}

    def get_service_arguments(self) -> dict[str, Any]:
        """Return what `run` passes to `service`."""
        return {self.about: getattr(self, self.about), **self.get_values(), "by": self.actor}

    def run(self) -> Any:
        """Call the service and return its result. A refusal of the service is raised."""
        return self.service(**self.get_service_arguments())

    def run_without_form(self) -> str:
        """Run a command without fields of its own; return what a page says. Raises `request_invalid`."""
        if not self.is_valid():
            raise Refusal("request_invalid", problem="key")
        return self.describe(self.run())

    def describe(self, result: Any) -> str:
        """Return what a page says after the command."""
        return str(self.sentence)

    def get_shown_effects(self) -> Collection[str]:
        """Return the sentences about paid prizes that the page has shown before: no question is needed."""
        return ()

    def get_answer(self, result: Any) -> Any:
        """Return the row that `answer` serializes."""
        return result

    @staticmethod
    def get_stored_values(event: Event) -> Mapping[str, Any]:
        """Return the values that the form of the command shows at an event."""
        return {}

    def require_unchanged(self, posted: QueryDict) -> None:
        """Raise `changed_since_shown` if a stored value is no longer what the sender of the page has seen.

        The initial values of the command are those that are stored now; see `matches.seen_values`.
        """
        seen_values.require_unchanged(posted, self)

    @classmethod
    def refuse_unused_fields(cls, data: Mapping[str, Any]) -> None:
        """Refuse what the API is sent though another field makes it ineffective; pages send all fields."""

    @classmethod
    def list_path_fields(cls) -> tuple[str, ...]:
        """Return the fields that the API takes from the path."""
        return tuple(re.findall(r"\(\?P<(\w+)>", cls.api))

    @classmethod
    def get_api_status(cls) -> int:
        """Return the status of the answer of the API."""
        usual_status = status.HTTP_201_CREATED if cls.api.startswith("POST ") else status.HTTP_200_OK
        return cls.api_status or usual_status
