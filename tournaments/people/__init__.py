"""Clubs and their people: members, invitations, offers of roles, casual matches."""
