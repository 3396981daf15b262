"""The server's outside: HTTP routes, websockets, limits, safety, logs and metrics.

Nothing here knows the rules of the game or writes to the database: whatever comes in is checked for
shape, size and rate, and handed to the service.
"""
