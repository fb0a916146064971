import { expect, test, vi } from "vitest";
import { openPage } from "../tests/support/browser-page";

// A dashboard's page begins in the browser.

const react = vi.hoisted(() => ({
  RemixBrowser: vi.fn((): null => null),
  hydrateRoot: vi.fn(),
}));
vi.mock("@remix-run/react", () => ({ RemixBrowser: react.RemixBrowser }));
vi.mock("react-dom/client", () => ({ hydrateRoot: react.hydrateRoot }));

async function begin() {
  react.hydrateRoot.mockClear();
  const page = await openPage("/client-dashboard", "");
  const send = vi.fn(async () => new Response("data", { headers: { "X-Pombi-Build": "mine" } }));
  vi.stubGlobal("fetch", send);
  await import("./entry.client");
  return { ...page, send };
}

test.each<{ how: string; persisted: boolean; reloads: number }>([
  { how: "from the browser's cache", persisted: true, reloads: 1 },
  { how: "newly loaded", persisted: false, reloads: 0 },
])(
  "a dashboard that Back shows $how is asked for again as it should be: the session may have ended",
  async ({ persisted, reloads }) => {
    const { show, location } = await begin();
    show(persisted);
    expect(location.reload).toHaveBeenCalledTimes(reloads);
  },
);

test("a page waits for its data, and only then lets a tap be answered", async () => {
  let decoded = (): void => undefined;
  const decoding = new Promise<void>((resolve) => (decoded = resolve));
  react.RemixBrowser.mockImplementationOnce(() => {
    // Remix throws the promise, as React's Suspense has it.
    throw decoding;
  });
  await begin();
  await vi.waitFor(() => expect(react.RemixBrowser).toHaveBeenCalled());
  expect(react.hydrateRoot).not.toHaveBeenCalled();
  decoded();
  await vi.waitFor(() => expect(react.hydrateRoot).toHaveBeenCalledTimes(1));
});

test("a page's data survives a lost line, and a page that is left stays silent", async () => {
  const { send } = await begin();
  send.mockRejectedValueOnce(new TypeError("no line"));
  vi.useFakeTimers();
  const data = window.fetch(new URL("https://pombi.test/client-dashboard.data"));
  await vi.advanceTimersByTimeAsync(500);
  expect(await (await data).text()).toBe("data");
  const { isLeaving } = await import("./realtime/page-state");
  dispatchEvent(new Event("beforeunload"));
  expect(isLeaving()).toBe(true);
});

test("React changes and removes what Chrome has translated, and the rest of the page stays", async () => {
  const { find } = await begin();
  document.body.innerHTML = "<p>Hello</p><p>Gone</p>";
  const [kept, gone] = document.querySelectorAll("p");
  const remove = () => document.body.removeChild(document.createElement("i"));
  await vi.waitFor(() => expect(remove).not.toThrow());
  const texts = [kept, gone].map((one) => one!.firstChild!);
  for (const text of texts) {
    const font = document.createElement("font");
    font.textContent = "translated";
    text.replaceWith(font);
  }
  texts[0]!.nodeValue = "Good day";
  gone!.removeChild(texts[1]!);
  kept!.insertBefore(document.createElement("b"), texts[0]!);
  kept!.insertBefore(document.createElement("i"), texts[1]!);
  expect([find("p").innerHTML, gone!.innerHTML]).toEqual(["<b></b>Good day<i></i>", ""]);
});
