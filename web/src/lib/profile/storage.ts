/**
 * Where the profile is: in the browser's storage, read each time, since another window may have
 * written. Where storage is forbidden or full, it lasts until the page is closed. A stored text that
 * cannot be read, of a newer version for example, is put aside and not written over.
 */
import { nothing, parsed, written, type Profile } from "./profile";

const KEY = "quarriors.profile";
const ASIDE = `${KEY}.unread`;

/** What could not be written. */
let unwritten: string | null = null;

export function loadProfile(): Profile {
  const text = unwritten ?? stored();
  if (text === null) return nothing();
  const found = parsed(text);
  if (typeof found !== "string") return found;
  put(ASIDE, text);
  return nothing();
}

/** Change the profile and store it; the new one. */
export function changeProfile(change: (profile: Profile) => Profile): Profile {
  const before = loadProfile();
  const after = change(before);
  if (after !== before) {
    const text = written(after);
    unwritten = put(KEY, text) ? null : text;
  }
  return after;
}

/** Forget everything. */
export function clearProfile(): void {
  unwritten = null;
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was stored where storage is forbidden.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function put(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
