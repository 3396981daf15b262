import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { firstLook, forgetSeat, keepSeat, mySeats, seatAt } from "./keys";

const seat = (table: string) => ({ table, token: `key of ${table}`, seat: 0, name: "Ada" });

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
  keepSeat(seat("last")); // what could not be written is written now
  localStorage.clear();
});

it("keeps my seats, the newest first, and one for each table", () => {
  keepSeat(seat("a"));
  keepSeat(seat("b"));
  keepSeat({ ...seat("a"), token: "new" });
  expect(mySeats().map((one) => one.table)).toEqual(["a", "b"]);
  expect(seatAt("a")!.token).toBe("new");
  expect(seatAt("c")).toBeNull();
});

it("forgets a seat", () => {
  keepSeat(seat("a"));
  keepSeat(seat("b"));
  forgetSeat("a");
  expect(mySeats().map((one) => one.table)).toEqual(["b"]);
});

it("says once that a table is looked at for the first time", () => {
  keepSeat(seat("a"));
  expect([firstLook("a"), firstLook("a"), firstLook("b")]).toEqual([true, false, false]);
  expect(seatAt("a")!.token).toBe("key of a");
});

it("forgets the oldest of very many", () => {
  for (let number = 0; number < 105; number += 1) keepSeat(seat(`t${number}`));
  expect(mySeats()).toHaveLength(100);
  expect(seatAt("t4")).toBeNull();
  expect(seatAt("t104")).not.toBeNull();
});

it("makes nothing of what others have written there", () => {
  for (const text of ["{", "7", '[{"table": 3}, null, {"table": "a", "token": ""}]']) {
    localStorage.setItem("quarriors.seats", text);
    expect(mySeats()).toEqual([]);
  }
});

it("keeps seats for this visit where storage is forbidden", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  keepSeat(seat("a"));
  expect(seatAt("a")!.token).toBe("key of a");
});
