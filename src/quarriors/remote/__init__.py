"""The other end of the wire: a terminal and bots that play at a server, through its protocol.

Nothing here knows a rule: `connection` keeps a websocket alive, `calls` asks over HTTP, `seats`
remembers which seats are ours, `terminal` shows people what the server says, `bot` lets a bot of
this package answer. Imports: the protocol's messages, views, texts and bots; never the server.
"""
