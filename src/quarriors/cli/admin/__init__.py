"""`quarriors admin`: what an operator does to a server's database, also while servers use it.

list, show, export, remove    tables       ban, unban, bans    addresses that are refused
prune                         old games    backup, restore     an SQLite file
reports                       of players   close-chat, open-chat, forget    people
members, remove-member        the club     seasons, new-season              of its ladder

Running servers notice removals and bans within seconds (`server/store/administration.py`).
"""

from quarriors.cli.admin import backups, bans, club, people, tables  # noqa: F401
from quarriors.cli.admin.common import admin_app as admin_app
