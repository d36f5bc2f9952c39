"""The section of the site that a page belongs to, for the main navigation."""

from django import template
from django.http import HttpRequest
from django.utils.html import format_html

register = template.Library()

# Addresses of a section that do not begin with the address of its first page.
OTHER_ADDRESSES = {
    "/account/": ("/tokens/", "/offices/"),
    "/players/": ("/p/",),
    "/laws/": ("/conduct/", "/rulings/", "/position/"),
}


@register.simple_tag
def current_section(request: HttpRequest, first_page: str) -> str:
    """Mark the link to `first_page`: as the current page, or as the section of the current page."""
    prefixes = (first_page, *OTHER_ADDRESSES.get(first_page, ()))
    if not first_page or not request.path.startswith(prefixes):
        return ""
    return format_html(' aria-current="{}"', "page" if request.path == first_page else "true")
