"""Tests of the server's outside: HTTP, websockets, limits, safety, logs, metrics."""
