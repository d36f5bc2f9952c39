"""Amounts as the pages of a table for points write them."""

from django import template

register = template.Library()


@register.filter
def signed(amount: int | None) -> str:
    """A balance with its sign, a true minus for what is lost; a dash for who did not play."""
    if amount is None:
        return "–"
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount < 0 else "0"
