/**
 * Something that a page asks the server for when it opens, and again when the language changes:
 * its value, or the sentence that says why there is none, and a way to try again.
 */
import { settings } from "$lib/settings.svelte";
import { sentence } from "$lib/sit";

export interface Loaded<T> {
  readonly value: T | null;
  readonly error: string; // "" while all is well
  again(): void;
}

/** Ask while the component lives; what `ask` reads of reactive values is asked again too. */
export function loaded<T>(ask: () => Promise<T>): Loaded<T> {
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
        if (wanted) error = sentence(reason);
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
    again() {
      attempts += 1;
    },
  };
}
