"""Tests of webhooks of a club: subscriptions, delivery, and mail about disabled ones."""
