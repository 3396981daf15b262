// One click asks for a table, keeps the seat, and goes there.
import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { mySeats } from "$lib/api/keys";
import { go, router } from "$lib/router.svelte";
import { changeSettings } from "$lib/settings.svelte";
import PlayNow from "./PlayNow.svelte";

const TABLE = "hV3x_9aBcD-efGh12345";
const answers = (status: number, body: unknown): ReturnType<typeof vi.fn> =>
  vi.fn(() => Promise.resolve(new Response(JSON.stringify(body), { status })));

function asked(fetching: ReturnType<typeof vi.fn>, call = 0): unknown {
  const [, options] = fetching.mock.calls[call] as [string, RequestInit];
  return JSON.parse(String(options.body));
}

beforeEach(() => {
  localStorage.clear();
  changeSettings({ language: "en", name: "Ada" });
  go("/", { replace: true });
});

describe("Play now", () => {
  it("starts a game of two against a good bot", async () => {
    const fetching = answers(201, { table: TABLE, seat: 0, token: "secret", link: `/t/${TABLE}` });
    vi.stubGlobal("fetch", fetching);
    render(PlayNow);
    await fireEvent.click(screen.getByRole("button", { name: "Play now" }));
    await waitFor(() => expect(router.route).toEqual({ page: "table", id: TABLE }));
    expect(asked(fetching)).toEqual({
      name: "Ada",
      setup: {
        seats: [{ kind: "person" }, { kind: "bot", bot: "planner" }],
        watch: true,
        language: "en",
      },
    });
    expect(mySeats()).toMatchObject([{ table: TABLE, token: "secret", seat: 0, name: "Ada" }]);
  });

  it("asks for as many rivals, and as strong, as were chosen", async () => {
    const fetching = answers(201, { table: TABLE, seat: 0, token: "secret", link: "" });
    vi.stubGlobal("fetch", fetching);
    render(PlayNow);
    await fireEvent.click(screen.getByRole("radio", { name: "3" }));
    await fireEvent.click(screen.getByRole("radio", { name: "Gentle" }));
    await fireEvent.click(screen.getByRole("button", { name: "Play now" }));
    await waitFor(() => expect(fetching).toHaveBeenCalledOnce());
    expect(asked(fetching)).toMatchObject({
      setup: { seats: [{ kind: "person" }, ...Array(3).fill({ kind: "bot", bot: "greedy" })] },
    });
  });

  it("gives a nameless player a playful name, and remembers a typed one", async () => {
    changeSettings({ name: "" });
    const fetching = answers(201, { table: TABLE, seat: 0, token: "secret", link: "" });
    vi.stubGlobal("fetch", fetching);
    render(PlayNow);
    const shown = screen.getByText(/^Playing as/).textContent?.replace("Playing as", "").trim();
    await fireEvent.click(screen.getByRole("button", { name: "Play now" }));
    await waitFor(() => expect(fetching).toHaveBeenCalledOnce());
    expect(shown).not.toBe("");
    expect(asked(fetching)).toMatchObject({ name: shown });

    await fireEvent.click(screen.getByRole("button", { name: "Change name" }));
    await fireEvent.input(screen.getByRole("textbox", { name: "Your name" }), { target: { value: " Bo " } });
    await fireEvent.click(screen.getByRole("button", { name: "OK" }));
    expect(screen.getByText(/Playing as Bo/)).toBeTruthy();
  });

  it("says why it was refused, and tries again", async () => {
    vi.stubGlobal("fetch", answers(429, { code: "too_fast", text: "Too many tables; wait a minute." }));
    render(PlayNow);
    await fireEvent.click(screen.getByRole("button", { name: "Play now" }));
    expect((await screen.findByRole("alert")).textContent).toContain("Too many tables; wait a minute.");
    expect(router.route).toEqual({ page: "home" });

    vi.stubGlobal("fetch", answers(201, { table: TABLE, seat: 0, token: "secret", link: "" }));
    await fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(router.route).toEqual({ page: "table", id: TABLE }));
  });

  it("says so if there is no server", async () => {
    vi.stubGlobal("fetch", vi.fn(() => Promise.reject(new TypeError("failed"))));
    render(PlayNow);
    await fireEvent.click(screen.getByRole("button", { name: "Play now" }));
    expect((await screen.findByRole("alert")).textContent).toContain("The server isn't answering.");
  });
});
