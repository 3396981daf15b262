"""Turns that are told: what is sent, and where it may go."""
