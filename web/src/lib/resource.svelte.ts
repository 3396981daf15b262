/**
 * Data that a page loads from the server when it opens and again when the language changes: its
 * value or the error, and a way to load it again.
 */
import { settings } from "$lib/settings.svelte";
import { errorText } from "$lib/errors";

export interface Resource<T> {
  readonly value: T | null;
  readonly error: string; // "" if there is none
  reload(): void;
}

/** Load with `ask` while the component is mounted, again whenever a reactive value it reads changes. */
export function resource<T>(ask: () => Promise<T>): Resource<T> {
  let value: T | null = $state.raw(null);
  let error = $state("");
  let attempts = $state(0);

  $effect(() => {
    void [settings.language, attempts];
    let wanted = true;
    ask().then(
      (answer) => {
        if (!wanted) return;
        value = answer;
        error = "";
      },
      (reason: unknown) => {
        if (wanted) error = errorText(reason);
      },
    );
    return () => {
      wanted = false;
    };
  });

  return {
    get value() {
      return value;
    },
    get error() {
      return error;
    },
    reload() {
      attempts += 1;
    },
  };
}
