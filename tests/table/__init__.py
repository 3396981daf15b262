"""Tests of what a table is, without net, database or clock."""
