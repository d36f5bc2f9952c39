"""What rehearsed days have used of the address list."""

from collections import Counter

from tests.site.addresses import list_calls
from tests.site.requests import route_of


def describe_coverage(used: Counter[str]) -> str:
    """Return how often each page with a form was sent, and which were never opened or sent."""
    lines = [f"  {count:6} {name}" for name, count in sorted(used.items()) if name.startswith("POST")]
    unused = [
        f"{method} {address.path}"
        for method, address, _ in list_calls("GET", "POST")
        if not address.is_api and f"{method} /{route_of(address.path)}" not in used
    ]
    total = sum(not address.is_api for _, address, _ in list_calls("GET", "POST"))
    return "\n".join(
        ("sent:", *lines, f"{total - len(unused)} of {total} addresses of pages used; never:", *unused)
    )
