/**
 * The pictures of game-icons.net that the client uses, by name.
 *
 * icons.json says which, and whose work each is; scripts/icons.mjs puts their outlines, and no
 * others, into the build. A picture that is wanted is added there with its author.
 */
import { OUTLINES } from "virtual:icons";
import authors from "./icons.json";

export type IconName = keyof typeof authors;

/** The outline on a square of 512, for the `d` of a path. */
export function outline(name: IconName): string {
  const path = OUTLINES[name];
  if (path === undefined) throw new Error(`no picture ${name}`);
  return path;
}

/** Who drew what: authors by how many pictures of theirs are used, with the names of those. */
export function credits(): { author: string; icons: IconName[] }[] {
  const found = new Map<string, IconName[]>();
  for (const [icon, author] of Object.entries(authors)) {
    found.set(author, [...(found.get(author) ?? []), icon as IconName]);
  }
  return [...found]
    .map(([author, icons]) => ({ author, icons }))
    .sort((a, b) => b.icons.length - a.icons.length || a.author.localeCompare(b.author));
}
