"""Webhooks of a club: subscriptions, delivery, and who is notified of their end."""
