"""Tests of the bots: by name, by list, with reasons, and against each other."""
