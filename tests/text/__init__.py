"""Tests of the texts: their keys, their forms, their words."""
