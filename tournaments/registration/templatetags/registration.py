"""Template tags of registration."""

from django import template

from tournaments.registration.queries.fee_categories import describe_offer

register = template.Library()

register.simple_tag(describe_offer, name="price_offer")
