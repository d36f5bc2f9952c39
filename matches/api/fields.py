"""Fields that say null for what is unknown, where a column holds an empty text or 0."""

from typing import Any

from rest_framework import serializers


class NullableCharField(serializers.CharField):
    """A text; null where there is none, also in what is sent."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"allow_null": True, "allow_blank": True, "required": False, **kwargs})

    def to_representation(self, value: Any) -> Any:
        """The text, or None for an empty one."""
        return super().to_representation(value) or None

    def validate_empty_values(self, data: Any) -> tuple[bool, Any]:
        """Read null as the empty text."""
        return (True, "") if data is None else super().validate_empty_values(data)


class NullableNumberField(serializers.IntegerField):
    """A number above 0; null where there is none, also in what is sent."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"allow_null": True, "required": False, **kwargs})

    def to_representation(self, value: Any) -> Any:
        """The number, or None for 0."""
        return super().to_representation(value) or None

    def validate_empty_values(self, data: Any) -> tuple[bool, Any]:
        """Read null as 0."""
        return (True, 0) if data is None else super().validate_empty_values(data)


class SideField(serializers.ChoiceField):
    """A side of a match: white or black; null for neither, also in what is sent."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=["white", "black"], **{"allow_null": True, "required": False, **kwargs})

    def to_representation(self, value: Any) -> Any:
        """The side, or None."""
        return value or None

    def validate_empty_values(self, data: Any) -> tuple[bool, Any]:
        """Read null as no side."""
        return (True, "") if data is None else super().validate_empty_values(data)
