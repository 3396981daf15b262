// One click asks for a table, keeps the seat, and goes there.
import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { mySeats } from "$lib/api/keys";
import { offer } from "$lib/choices.svelte";
import { go, router } from "$lib/router.svelte";
import { changeSettings } from "$lib/settings.svelte";
import PlayNow from "./PlayNow.svelte";

const TABLE = "hV3x_9aBcD-efGh12345";
/** Answers to what a click asks for; what is known of the rivals does not come. */
const answers = (status: number, body: unknown): ReturnType<typeof vi.fn> =>
  vi.fn((_: string, { method }: RequestInit) =>
    method === "POST"
      ? Promise.resolve(new Response(JSON.stringify(body), { status }))
      : Promise.reject(new TypeError("failed")),
  );

/** The tables that were asked for; what is known of the rivals is asked for as well. */
function posts(fetching: ReturnType<typeof vi.fn>): RequestInit[] {
  const calls = fetching.mock.calls as [string, RequestInit][];
  return calls.map(([, options]) => options).filter(({ method }) => method === "POST");
}
function asked(fetching: ReturnType<typeof vi.fn>): unknown {
  return JSON.parse(String(posts(fetching)[0]?.body));
}

beforeEach(() => {
  localStorage.clear();
  changeSettings({ language: "en", name: "Ada" });
  offer.bots = []; // unknown: all rivals are here
  go("/", { replace: true });
});

describe("Play now", () => {
  it("starts a game of two against a good rival", async () => {
    const fetching = answers(201, { table: TABLE, seat: 0, token: "secret", link: `/t/${TABLE}` });
    vi.stubGlobal("fetch", fetching);
    render(PlayNow);
    await fireEvent.click(screen.getByRole("button", { name: "Play now" }));
    await waitFor(() => expect(router.route).toEqual({ page: "table", id: TABLE }));
    expect(asked(fetching)).toEqual({
      name: "Ada",
      setup: {
        seats: [{ kind: "person" }, { kind: "bot", bot: "isolde" }],
        rated: false,
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
    await fireEvent.click(screen.getByRole("radio", { name: "Marta" }));
    await fireEvent.click(screen.getByRole("button", { name: "Play now" }));
    await waitFor(() => expect(posts(fetching)).toHaveLength(1));
    expect(asked(fetching)).toMatchObject({
      setup: { seats: [{ kind: "person" }, ...["marta", "bruno", "pip"].map((bot) => ({ kind: "bot", bot }))] },
    });
  });

  it("gives a nameless player a playful name, and remembers a typed one", async () => {
    changeSettings({ name: "" });
    const fetching = answers(201, { table: TABLE, seat: 0, token: "secret", link: "" });
    vi.stubGlobal("fetch", fetching);
    render(PlayNow);
    const shown = screen.getByText(/^Playing as/).textContent?.replace("Playing as", "").trim();
    await fireEvent.click(screen.getByRole("button", { name: "Play now" }));
    await waitFor(() => expect(posts(fetching)).toHaveLength(1));
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
