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
    accepted = get_accepted_names(view)
    if accepted is None:
        return
    refuse_unknown(request.query_params, accepted.parameters, "unknown_parameter")
    if request.method in SAFE_METHODS:
        return
    if accepted.body is None:
        _refuse_body(request)
    elif not isinstance(request.data, Mapping):
        raise Refusal("body_not_object")
    else:
        _refuse_unknown_fields(request.data, accepted.body, "")


def _refuse_body(request: Request) -> None:
    """Refuse a body with fields where none is described; one that the view cannot read is not looked at."""
    try:
        data = request.data
    except UnsupportedMediaType:
        return
    if not isinstance(data, Mapping):
        raise Refusal("body_not_object")
    refuse_unknown(data, (), "unknown_field")


def _refuse_unknown_fields(data: Any, field: Any, path: str) -> None:
    """Compare a value with its serializer or field, and what is inside; validation finds other mistakes."""
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
    """Refuse with `code` if one of the names is not known; `path` leads to the object that has them."""
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
