"""Template tags of registration."""

from django import template

from tournaments.registration.fee_sentences import describe_offer

register = template.Library()

register.simple_tag(describe_offer, name="price_offer")
