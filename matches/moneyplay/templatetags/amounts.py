"""Amounts of money sessions."""

from django import template

register = template.Library()


@register.filter
def signed(amount: int | None) -> str:
    """A balance with its sign, with a true minus; a dash for those who did not play."""
    if amount is None:
        return "–"
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount < 0 else "0"
