// A table is found in whatever somebody pastes.
import { expect, it } from "vitest";
import { tableIn } from "./link";

const ID = "hV3x_9aBcD-efGh12345";

it.each([ID, `  ${ID} `, `https://q.test/t/${ID}`, `/t/${ID}?x=1#y`, `come: http://q.test:8000/r/${ID} now`])(
  "finds the table in %j",
  (text) => {
    expect(tableIn(text)).toBe(ID);
  },
);

it.each(["", "short", "https://q.test/new", "/t/", `${ID}!`, "a b c d e f g h i j k l m n o p"])(
  "finds none in %j",
  (text) => {
    expect(tableIn(text)).toBeNull();
  },
);
