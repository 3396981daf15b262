"""All settings of a server, in one place.

The command line fills it in, `web` and `service` read it. Every number has a default that suits one
person at home as well as a club; nothing here is secret and nothing changes while a server runs.
"""

from __future__ import annotations

from dataclasses import dataclass

# The push services of the browsers that have one.
PUSH_SERVICES = (
    "fcm.googleapis.com",
    "*.push.services.mozilla.com",
    "*.push.apple.com",
    "*.notify.windows.com",
)


@dataclass(frozen=True)
class Settings:
    """How a server behaves."""

    # --- where it listens and what it is called (web) --------------------------------------------
    host: str = "127.0.0.1"
    port: int = 7733  # 0: any free one
    process: str = ""  # the name of one of several processes, for logs and metrics
    public_url: str = ""  # how people reach it, for links; empty: as they came
    proxies: tuple[str, ...] = ()  # addresses whose X-Forwarded headers are believed
    origins: tuple[str, ...] = ()  # further origins whose pages may open a websocket
    log_json: bool = False
    log_level: str = "info"

    # --- who runs it, for its privacy page (web) -------------------------------------------------
    operator: str = ""  # a person or a club
    contact: str = ""  # how to reach them: an address of any kind

    # --- what it keeps (store) -------------------------------------------------------------------
    database: str = ""  # a path, sqlite:///... or postgresql://...; empty: the user's data folder
    prune_days: float = 0.0  # days after which finished tables are removed; 0: never

    # --- what it offers --------------------------------------------------------------------------
    list_tables: bool = True  # whether open tables are listed
    chat: bool = True  # whether people can talk
    packs: str = ""  # a folder of packs that hosts may choose from
    pack_files: tuple[str, ...] = ()  # single packs, besides
    ratings: bool = False  # whether games of players with a name of their own are rated
    push: bool = False  # whether browsers of absent players are told of their turn
    push_hosts: tuple[str, ...] = PUSH_SERVICES  # where their messages may be sent
    webhook_hosts: tuple[str, ...] = ()  # where tables may have turns told; none: nowhere
    play: str = ""  # the folder of the page without a server, offered at /play/
    own_packs: bool = False  # whether a host may bring a pack, and try a card
    metrics: str = "local"  # who may read /metrics: local (this machine), all, or nobody (off)
    metrics_at: tuple[str, int] | None = None  # a host and port for /metrics alone, besides

    # --- limits (web) ----------------------------------------------------------------------------
    connections: int = 5_000  # of all kinds, in all
    connections_per_address: int = 120
    connections_per_second: float = 20.0  # new ones of one address, on average
    connections_burst: int = 200
    header_seconds: float = 10.0  # from the start of a connection to the end of a request's headers
    frames_per_second: float = 60.0  # websocket frames, or HTTP events, of one connection
    frames_burst: int = 300
    bytes_per_second: float = 32_768.0  # received on one connection
    bytes_burst: int = 131_072
    address_share: int = 5  # an address may send as many frames and bytes as this many connections
    tables_per_hour: int = 60  # that one address may create
    codes_per_hour: int = 20  # one-time codes that one seat may ask for
    code_seconds: float = 600.0  # for which a one-time code is valid
    code_tries: int = 10  # of codes by one address in that time
    code_tries_per_table: int = 30  # of codes at one table in that time
    subscriptions_per_hour: int = 60  # browsers that one address may have told
    members: int = 5_000  # names of the club, in all
    members_per_hour: int = 5  # names that one address may take
    reports_per_hour: int = 10  # of one seat, and as many again of one address
    checks_per_minute: int = 120  # of packs, for one address
    pack_bytes: int = 98_304  # of a request that brings a pack
    sockets_per_address: int = 40
    sockets: int = 4_000  # in all
    requests_per_second: float = 20.0  # of one address, on average
    requests_burst: int = 100
    messages_per_second: float = 20.0  # of one websocket, on average
    messages_burst: int = 60
    message_bytes: int = 16_384  # of one message from a client
    body_bytes: int = 65_536  # of one request
    hello_seconds: float = 10.0  # until the first message of a websocket
    mistakes: int = 20  # messages refused as malformed or too fast before the websocket is closed
    chat_per_minute: int = 20  # lines of chat of one websocket
    ready_seconds: float = 2.0  # for which the last check of the database answers /readyz

    # --- tables in memory, and who is there (service) ---------------------------------------------
    open_tables: int = 2_000  # held in memory; idle ones beyond are let go, the database has them
    idle_seconds: float = 300.0  # a table nobody looks at and nothing moves is let go after this
    queue: int = 256  # messages that may wait for one connection before it is dropped
    send_seconds: float = 20.0  # one message may take to be sent before its connection is dropped
    beat_seconds: float = 20.0  # between two signs of life of those connected
    absent_seconds: float = 45.0  # without a sign of life: not there any more
    number_seconds: float = 10.0  # that a full table waits for the numbers of its clients
    chat_lines: int = 100  # that a newcomer gets to read

    # --- bots and other work of the server itself (workers, scheduler) ----------------------------
    bot_workers: int = 2  # processes for quick bots, and as many again for slow ones, when needed
    bot_seconds: float = 15.0  # the longest a bot may take that was not asked with a time
    bot_budget: float = 60.0  # seconds a minute that bots of one address come before all others
    hint_seconds: float = 5.0  # the longest a hint may take
    look_seconds: float = 2.0  # between two looks for tables that nobody looks after
    lease_seconds: float = 6.0  # how long others wait for the process that has a bot at work
