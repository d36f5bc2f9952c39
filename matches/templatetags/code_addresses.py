"""Addresses of a long list of pages that differ in a code: Django finds the address once for the list."""

from typing import NamedTuple

from django import template
from django.urls import reverse

register = template.Library()
CODE = "CODE"


class CodeAddresses(NamedTuple):
    """The addresses of pages of one kind: what is before and after the code of the page."""

    before: str
    after: str


@register.simple_tag
def code_addresses(name: str, *arguments: object) -> CodeAddresses:
    """Return the addresses of the pages of this URL name, whose arguments are these and, last, a code."""
    before, _, after = reverse(name, args=[*arguments, CODE]).rpartition(CODE)
    return CodeAddresses(before, after)


@register.filter
def with_code(addresses: CodeAddresses, code: str) -> str:
    """Return the address of the page with this code, of letters and digits."""
    return f"{addresses.before}{code}{addresses.after}"
