import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "./support/browser";
import { startDevServer } from "./support/dev-server";
import { signIn } from "./support/users";

// npm run dev: from saving a file to what a browser shows. The times are printed; decision 041 has those we saw.

const COMPONENT = "app/ui/loop-note.tsx";
const DOMAIN = "app/domain/loop.server.ts";
const ROUTE = "app/routes/client/loop.tsx";

const times: string[] = [];

const replacing = (before: string | RegExp, after: string) => (source: string) => source.replace(before, after);

const server = await startDevServer({
  "app/routes.ts": replacing('route("support"', 'route("loop", "routes/client/loop.tsx"), route("support"'),
  [COMPONENT]: () => `export const LoopNote = () => <p>component 1</p>;`,
  [DOMAIN]: () => `export const loopFact = () => "domain 1";`,
  [ROUTE]: () => `
        import { useLoaderData } from "@remix-run/react";
        import { loopFact } from "~/domain/loop.server";
        import { LoopNote } from "~/ui/loop-note";
        export const loader = () => ({ said: "loader 1", fact: loopFact() });
        export default function Loop() {
          const { said, fact } = useLoaderData<typeof loader>();
          return <form><input name="kept" /><LoopNote /><p>{said}</p><p>{fact}</p></form>;
        }`,
});
const browser = await launchBrowser();
const page = await browser.newPage({ baseURL: server.origin });
page.setDefaultTimeout(60_000);

beforeAll(async () => {
  await signIn(page, "client@pombi.test");
  await page.goto("/client-dashboard/loop");
  await page.waitForFunction(() => "__remixRouter" in window);
  await page.locator("input[name=kept]").fill("half a sentence");
});

afterAll(async () => {
  console.info(times.join("\n"));
  await browser.close();
});

async function measure(what: string, save: () => void, seen: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  save();
  await seen();
  times.push(`${String(Math.round(performance.now() - began)).padStart(6)} ms  ${what}`);
}

test.each([
  ["a component", COMPONENT, "component"],
  ["a loader", ROUTE, "loader"],
  ["a file of the domain", DOMAIN, "domain"],
])("%s that is saved shows in the page, whose state stays", async (what, file, word) => {
  for (const turn of [1, 2, 3]) {
    await measure(
      what,
      () => server.save(file, replacing(`${word} ${turn}`, `${word} ${turn + 1}`)),
      () => page.getByText(`${word} ${turn + 1}`, { exact: true }).waitFor(),
    );
    expect(await page.locator("input[name=kept]").inputValue()).toBe("half a sentence");
  }
});

test("a file of the Worker that is saved decides the next request", async () => {
  const request = { method: "POST", headers: { Origin: "https://elsewhere.example" } };
  const answer = async () => (await fetch(`${server.origin}/signin`, request)).text();
  expect(await answer()).not.toContain("new words");
  await measure(
    "a file of the Worker",
    () => server.save("workers/front-door.ts", replacing(/refused\(403, "[^"]*"/, 'refused(403, "new words"')),
    () => expect.poll(answer, { interval: 20, timeout: 60_000 }).toBe("new words"),
  );
});

test("a Durable Object that is saved goes on with the sockets that are open", async () => {
  /** Opens a socket, or takes the one that is open, and gives the first frame that says who is here. */
  const hear = (name: string) =>
    page.evaluate(
      (name) =>
        new Promise<string>((resolve) => {
          const socket = new WebSocket(`${location.origin.replace("http", "ws")}/sockets/conversation/demoplumber01`);
          Object.assign(window, { [name]: socket });
          socket.onmessage = ({ data }) => String(data).includes('"here"') && resolve(String(data));
        }),
      name,
    );
  expect(await hear("early")).not.toContain("somebody new");
  await measure(
    "a Durable Object",
    () => server.save("workers/objects.ts", replacing('"here", userIds: [', '"here", userIds: ["somebody new", ')),
    () => expect.poll(() => hear("late"), { interval: 20, timeout: 60_000 }).toContain("somebody new"),
  );
  expect(await page.evaluate(() => (Reflect.get(window, "early") as WebSocket).readyState)).toBe(WebSocket.OPEN);
});

test("a mistake is shown on the page until it is corrected", async () => {
  const overlay = page.locator("vite-error-overlay");
  server.save(DOMAIN, (source) => `${source} export const = 1;`);
  await overlay.waitFor();
  server.save(DOMAIN, replacing(" export const = 1;", ""));
  await overlay.waitFor({ state: "detached" });
  expect(await page.getByText("domain 4").count()).toBe(1);
  expect(await page.locator("input[name=kept]").inputValue()).toBe("half a sentence");
});

test("a page without script reloads", async () => {
  await page.goto("/faq");
  await measure(
    "a page without script",
    () => server.save("app/root.tsx", replacing('lang="en"', 'lang="en-ZW"')),
    () => page.locator("html[lang=en-ZW]").waitFor(),
  );
});

/**
 * Waits for a new route. Remix reads its routes again at each save, and of two readings side by side the older may end
 * last and count: like a developer, saves again where nothing has come of it.
 */
const untilThere = (visit: () => Promise<unknown>) =>
  expect
    .poll(
      async () => {
        const [there] = await Promise.allSettled([visit()]);
        if (there.status === "rejected") server.save("app/routes.ts", (source) => `${source}\n`);
        return there.status;
      },
      { timeout: 120_000 },
    )
    .toBe("fulfilled");

test("a new route is there", async () => {
  await page.goto("/client-dashboard/loop");
  server.save("app/routes/client/loop-again.tsx", () => `export default () => <p>another page</p>;`);
  const statusOfIt = async () => (await page.request.get("/client-dashboard/loop-again")).status();
  await measure(
    "a new route",
    () =>
      server.save(
        "app/routes.ts",
        replacing('route("loop"', 'route("loop-again", "routes/client/loop-again.tsx"), route("loop"'),
      ),
    () => untilThere(() => expect.poll(statusOfIt, { timeout: 15_000 }).toBe(200)),
  );
  // The server knows the route before its list for the browser is made again: a page opened in between has the old one.
  await untilThere(async () => {
    await page.goto("/client-dashboard/loop-again");
    await page.getByText("another page").waitFor({ timeout: 8000 });
  });
});
