"""Tables in a browser, without a server: what its worker runs on Pyodide.

`host` has the tables, the connections and what is to be stored; `answers` is what can be asked of
it; `worker` is what JavaScript calls, with JSON both ways. The client speaks the same protocol here
as with a server (docs/protocol.md), and everything that `table` can do works without another line.
Nothing but the standard library is needed; a test holds it to that.
"""
