/**
 * Numbers of options, typed one digit at a time.
 *
 * With up to nine options a digit chooses at once. With more, a digit that could be the beginning of
 * a longer number waits for the next one; Enter, or a moment, ends it. A 0 alone is option 10.
 */
export interface Keypad {
  /** Take a digit; gives the option that is chosen by it, or null while it waits. */
  press(digit: string, last: number): number | null;
  /** What was typed so far, and forget it. */
  end(last: number): number | null;
  readonly typed: string;
}

export function keypad(): Keypad {
  let typed = "";
  const chosen = (text: string, last: number): number | null => {
    const number = text === "0" ? 10 : Number(text);
    return number >= 1 && number <= last ? number : null;
  };
  return {
    get typed() {
      return typed;
    },
    press(digit, last) {
      const next = typed === "" && digit === "0" ? "10" : typed + digit;
      const number = chosen(next, last);
      typed = "";
      if (number === null) return chosen(digit, last); // a slip: the last digit counts
      if (number * 10 <= last) {
        typed = next;
        return null;
      }
      return number;
    },
    end(last) {
      const number = typed === "" ? null : chosen(typed, last);
      typed = "";
      return number;
    },
  };
}
