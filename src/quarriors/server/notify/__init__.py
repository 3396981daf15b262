"""Tells people who are not here that it is their turn: Web Push, and webhooks of tables."""
