"""The club of a server: who has a name there, and who sits down under it.

A member is known by a key that the server makes and keeps as a hash. Nobody else can take the name,
or one that looks like it, neither in the club nor at a table of this server.
"""

from __future__ import annotations

import asyncio
from functools import partial

from quarriors.bots.registry import BOTS
from quarriors.bots.rivals import RIVALS
from quarriors.server.sessions import forgetting
from quarriors.server.sessions.forgetting import Removed
from quarriors.server.sessions.service import TableService
from quarriors.server.store import club
from quarriors.server.store.club import Member, folded
from quarriors.table.errors import Refusal
from quarriors.table.seats import clean_name
from quarriors.table.tokens import code_hash, new_code, new_token, read_code, token_hash


async def register(service: TableService, name: str) -> tuple[Member, str]:
    """A new member, and the key that nobody else will see."""
    shown = clean_name(name)
    if not folded(shown):
        raise Refusal("illegal", "club.letters")
    if folded(shown) in _reserved():
        raise Refusal("illegal", "club.taken", name=shown)
    key = new_token()
    new = partial(
        club.register,
        name=shown,
        key_hash=token_hash(key),
        now=service.now(),
        most=service.settings.members,
    )
    made = await service.store.change(new)
    if made == "full":
        raise Refusal("not_now", "club.full")
    if made == "taken":
        raise Refusal("illegal", "club.taken", name=shown)
    return made, key


def _reserved() -> set[str]:
    """Names that would pass for a bot's."""
    return {folded(name) for name in (*BOTS, *(one.name for one in RIVALS.values()))}


async def member_with(service: TableService, key: str) -> Member:
    """Whose key this is; refused if it is nobody's."""
    found = await service.store.look_up(partial(club.member_with, key_hash=token_hash(key)))
    if found is None:
        raise Refusal("bad_token", "club.key")
    return found


async def sits_down_as(service: TableService, name: str, key: str) -> tuple[str, int]:
    """The name and the number of somebody who wants to sit down: a member by their key, or a guest.

    A guest cannot have the name of a member. Where there is no club, keys say nothing.
    """
    if not service.settings.ratings:
        return name, 0
    if key:
        member = await member_with(service, key)
        return member.name, member.id
    if await service.store.look_up(partial(club.member_named, name=name)) is not None:
        raise Refusal("illegal", "club.guest", name=name)
    return name, 0


async def give_code(service: TableService, key: str) -> str:
    """A one-time code that moves a member to another device."""
    member = await member_with(service, key)
    code = new_code()
    hashed = await asyncio.to_thread(code_hash, _salt(member), code)
    expires = service.now() + service.settings.code_seconds
    put = partial(club.put_code, member=member.id, code_hash=hashed, expires=expires)
    await service.store.change(put)
    return code


async def move(service: TableService, name: str, code: str) -> tuple[Member, str]:
    """Gives a device with a member's code a new key; the old one ends."""
    member = await service.store.look_up(partial(club.member_named, name=name))
    key = new_token()
    if member is None:
        raise Refusal("bad_token", "wrong_code")
    hashed = await asyncio.to_thread(code_hash, _salt(member), read_code(code))
    use = partial(
        club.take_code,
        member=member.id,
        code_hash=hashed,
        key_hash=token_hash(key),
        now=service.now(),
    )
    if not await service.store.change(use):
        raise Refusal("bad_token", "wrong_code")
    return member, key


def _salt(member: Member) -> str:
    return f"member {member.id}"


async def leave(service: TableService, key: str) -> Removed:
    """Remove a member, with their ratings, and forget them wherever they sat under their name."""
    member = await member_with(service, key)
    removed = Removed()
    for table_id in await service.store.look_up(partial(club.tables_of, member=member.id)):
        removed += await service.store.change(
            partial(forgetting.forget_member_at, table_id=table_id, member=member.id)
        )
        service.written_elsewhere(table_id)
    await service.store.change(partial(club.remove_member, member=member.id))
    return removed
