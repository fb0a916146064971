import { afterAll, expect, test } from "vitest";
import { HOUR } from "~/domain/time/harare";
import { launchBrowser } from "./support/browser";
import { atTime, resetClock } from "./support/clock";
import { openBrowser, PASSWORD, send, signIn } from "./support/users";
import { daysOffered, VISIT } from "./support/request";
import { removeState } from "./support/processes";
import { copyDemoTown } from "./support/site";
import { startServer, type Server } from "./support/server";
import { currentInstant } from "../support/now";

const servers: Server[] = [];
afterAll(async () => {
  await Promise.allSettled(servers.map((server) => server.kill()));
  for (const { stateDir } of servers) removeState(stateDir);
});

/** Plumbers of the demo town who work every afternoon. */
const AFTERNOONS = ["02", "03", "04", "05", "07", "08", "09", "10", "12", "13", "16", "20"];

const keep = (server: Server): Server => (servers.push(server), server);
/** The same server again, on the data that it has left. */
const restart = async ({ stateDir, origin }: Server, env: Record<string, string>) =>
  keep(await startServer({ stateDir, port: Number(new URL(origin).port), env }));
/** The product as `npm start` runs it, on a demo town of its own, with the tests' time. */
async function start(env: Record<string, string>): Promise<Server> {
  const server = keep(await startServer({ stateDir: copyDemoTown(), env }));
  await resetClock(server.origin);
  return server;
}

async function signedIn({ origin }: Server, email: string): Promise<string> {
  const cookies = (await send(origin, "/signin", { email, password: PASSWORD })).headers.getSetCookie();
  return cookies.find((cookie) => cookie.startsWith("__Host-session="))?.split(";")[0] ?? "";
}

interface Wish {
  plumber: string;
  day: string;
  time: string;
  cookie: string;
}
const ask = ({ origin }: Server, { plumber, day, time, cookie }: Wish) =>
  send(origin, `/appointment/${plumber}`, { appointmentDate: day, appointmentTime: time, ...VISIT }, cookie);

test("no acknowledged booking is missing after the Worker is killed and restarted while bookings come in", async () => {
  const limits = { LIMIT_FACTOR: "50" };
  const first = await start(limits);
  const emails = AFTERNOONS.map((_, index) => (index === 0 ? "client@pombi.test" : `client${index + 1}@pombi.test`));
  const cookies = await Promise.all(emails.map((email) => signedIn(first, email)));
  expect(cookies.every(Boolean)).toBe(true);

  // Each client may have five requests waiting: enough wishes to be in the middle of it when the power goes.
  const days = await daysOffered(first.origin, "demoplumber10");
  const wishes: Wish[] = cookies.flatMap((cookie, client) =>
    Array.from({ length: 2 }, (_, turn) => ({
      cookie,
      plumber: `demoplumber${AFTERNOONS[client]!}`,
      day: days[3 + turn]!,
      time: `${turn + 4}:30 pm`,
    })),
  );

  const acknowledged: Wish[] = [];
  let answered = 0;
  let killing: Promise<void> | undefined;
  const waiting = [...wishes];
  // Three at a time, so that some are under way and some to come when the power goes.
  const askInTurn = async () => {
    for (let wish = waiting.shift(); wish; wish = waiting.shift()) {
      const answer = await ask(first, wish);
      if (answer.status === 303 && answer.headers.get("Location")?.startsWith("/client-dashboard/bookings/"))
        acknowledged.push(wish);
      answered += 1;
      if (acknowledged.length === 8) killing ??= first.kill();
    }
  };
  await Promise.allSettled([askInTurn(), askInTurn(), askInTurn()]);
  await killing;
  expect(killing).toBeDefined();
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(answered).toBeLessThan(wishes.length);

  const second = await restart(first, limits);
  for (const wish of acknowledged) {
    // The same request again returns the first booking: it still exists and is still the client's.
    expect((await ask(second, wish)).status).toBe(303);
    // And it holds its slot against everyone else.
    const cookie = cookies[(cookies.indexOf(wish.cookie) + 1) % cookies.length]!;
    expect((await ask(second, { ...wish, cookie })).status).toBe(409);
  }
  // Each of those bookings tells its plumber: the notice was part of the same batch, and what the killed Worker had
  // claimed to send is sent once that claim is over.
  await atTime(second.origin, currentInstant() + HOUR, () => fetch(`${second.origin}/cdn-cgi/local/scheduled`));
  const sent = (await (await fetch(`${second.origin}/dev/mailbox.json`)).json()) as { subject: string }[];
  const told = sent.filter(({ subject }) => subject.startsWith("New booking request"));
  expect(told.length).toBeGreaterThanOrEqual(acknowledged.length);
});

test("pages catch up with the stored messages after the Worker is killed while messages come in", async () => {
  const limits = { LIMIT_FACTOR: "100" };
  const first = await start(limits);
  const browser = await launchBrowser();
  const clientCookie = await signedIn(first, "client@pombi.test");
  const chat = await openBrowser(browser, first.origin, { width: 1280, script: true });
  await signIn(chat.page, "plumber@pombi.test");
  await chat.page.goto("/plumber-dashboard/messages/democlient01", { waitUntil: "networkidle" });
  const messages: string[] = [];
  let power = true;
  const write = ({ origin }: Server, id: string, content: string) =>
    send(origin, "/messages/demoplumber01", { id, content }, clientCookie);
  const writing = (async () => {
    for (let turn = 0; power; turn++) {
      const answer = await write(first, `crash-message-${turn}`, `Before the crash ${turn}`).catch(() => null);
      if (answer?.ok) messages.push(`Before the crash ${turn}`);
    }
  })();
  // In the middle of it; the page has its socket by then.
  await expect.poll(() => messages.length > 5, { interval: 5 }).toBe(true);
  await first.kill();
  power = false;
  await writing;
  // The page says so quietly.
  await chat.page.getByText("Reconnecting").waitFor();

  const second = await restart(first, limits);
  await chat.page.getByText("Reconnecting").waitFor({ state: "detached" });
  await write(second, "crash-message-after", "After the crash");
  const log = chat.page.getByRole("log");
  await log.getByText("After the crash").waitFor();
  const before = (texts: string[]) => texts.filter((text) => text.startsWith("Before the crash"));
  const shown = before(await log.locator("li p:first-child").allInnerTexts());
  expect(shown.filter((text) => messages.includes(text))).toEqual(messages);
  const stored = (await (
    await fetch(`${second.origin}/messages/demoplumber01?after=0`, { headers: { Cookie: clientCookie } })
  ).json()) as { messages: { content: string }[] };
  expect(shown).toEqual(before(stored.messages.map(({ content }) => content)));
  await browser.close();
});
