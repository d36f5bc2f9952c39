"""Slugs of names: the part of an address made from a name."""

from collections.abc import Collection

from django.utils.text import slugify

from matches.plain_letters import strip_accents
from rules.errors import Refusal

SLUG_LENGTH, NUMBERED_SLUG_LENGTH = 60, 50


def slugify_name(name: str) -> str:
    """Return a name in plain letters for an address or a file: "Łódź Open" is "lodz-open"; may be empty."""
    return slugify(strip_accents(name))[:SLUG_LENGTH].strip("-")


def make_free_slug(name: str, used_slugs: Collection[str]) -> str:
    """Return the slug of a name, "event" for none, with a number if others have it already."""
    base = slugify_name(name)[:NUMBERED_SLUG_LENGTH].strip("-") or "event"
    numbered = (base if place == 1 else f"{base}-{place}" for place in range(1, len(used_slugs) + 2))
    return next(slug for slug in numbered if slug not in used_slugs)


def make_slug(text: str) -> str:
    """Return the slug of a name. Raises `slug_missing`."""
    slug = slugify_name(text)
    if not slug:
        raise Refusal("slug_missing", name=text)
    return slug
