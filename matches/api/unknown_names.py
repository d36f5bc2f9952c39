"""Refusal of requests with fields or query parameters that the description of the API does not name.

A misspelt name would otherwise be ignored: a wrong score stored, or a list that is not filtered.
"""

from collections.abc import Collection, Mapping
from difflib import get_close_matches
from typing import Any

from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.serializers import ListField, ListSerializer, Serializer
from rest_framework.views import APIView

from matches.api.schema import get_accepted_names
from rules.errors import Refusal


def refuse_unknown_names(view: APIView) -> None:
    """Refuse a request with a query parameter or a field of the body that is not described.

    Raises `unknown_parameter`, `unknown_field`, or `body_not_object` for a JSON body that is no object.
    """
    request = view.request
    accepted_names = get_accepted_names(view)
    if accepted_names is None:
        # The view has no such method, and answers so itself.
        return
    refuse_unknown(request.query_params, accepted_names.parameters, "unknown_parameter")
    if request.method in SAFE_METHODS:
        return
    if accepted_names.body is None:
        _refuse_any_field(request)
    elif not isinstance(request.data, Mapping):
        raise Refusal("body_not_object")
    else:
        _refuse_unknown_fields(request.data, accepted_names.body, "")


def _refuse_any_field(request: Request) -> None:
    """Refuse every field of a body where the description has no body.

    An empty body passes, and one of a media type that the view does not parse, as the view ignores it.
    """
    try:
        data = request.data
    except UnsupportedMediaType:
        return
    if not isinstance(data, Mapping):
        raise Refusal("body_not_object")
    refuse_unknown(data, (), "unknown_field")


def _refuse_unknown_fields(data: Any, field: Any, path: str) -> None:
    """Refuse names that are not described, in the data of a serializer or list field and in all data inside.

    `path` leads to the data from the top of the body, as "" or "boards.0.". Values of a wrong type pass: the
    validation of the serializer finds them.
    """
    if isinstance(field, ListSerializer | ListField):
        for place, item in enumerate(data if isinstance(data, list) else ()):
            _refuse_unknown_fields(item, field.child, f"{path}{place}.")
    elif isinstance(field, Serializer) and isinstance(data, Mapping):
        fields = {name: each for name, each in field.fields.items() if not each.read_only}
        refuse_unknown(data, fields, "unknown_field", path)
        for name, value in data.items():
            _refuse_unknown_fields(value, fields[name], f"{path}{name}.")


def refuse_unknown(
    names: Collection[str], accepted_names: Collection[str], code: str, path: str = ""
) -> None:
    """Raise a refusal of this code for the first of the names that is not accepted.

    It has the name, the accepted one that is most similar (`nearest`, or None), and all accepted ones. `path`
    leads to the object that has the names, as "" or "boards.0.".
    """
    for name in names:
        if name not in accepted_names:
            nearest_names = get_close_matches(name, accepted_names, n=1)
            raise Refusal(
                code,
                "",
                name=f"{path}{name}",
                nearest=nearest_names[0] if nearest_names else None,
                known=sorted(accepted_names),
            )
