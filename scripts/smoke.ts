import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { readImageHeader } from "../app/domain/photos/photo-store.server";

// npm run smoke -- https://your.domain PLUMBER_ID: what a first deployment has to prove, in ten lines (docs/operations.md);
// without a plumber, the first of them. SMOKE_EMAIL and SMOKE_PASSWORD: an existing client's, instead of signing up. Without
// them, SMOKE_MAILBOX is an address that you can read.

const { SMOKE_EMAIL, SMOKE_PASSWORD, SMOKE_MAILBOX } = process.env;
const [target, plumber] = process.argv.slice(2);
if (!target) {
  console.error("npm run smoke -- https://your.domain PLUMBER_ID   (a plumber of the office: they get the emails)");
  process.exit(1);
}

const { origin } = new URL(target);
let tried = 0;
let failed = 0;

/** A line in the terminal. A failure doesn't stop later lines; those that depend on it fail too, each with its reason. */
async function line(name: string, work: () => Promise<string>): Promise<void> {
  const began = performance.now();
  tried += 1;
  const said = await work().then(
    (text) => `ok      ${name}: ${text}`,
    (error: Error) => ((failed += 1), `FAILED  ${name}: ${error.message}`),
  );
  console.info(`${said} (${Math.round(performance.now() - began)} ms)`);
}

let token = "";

/** A call of the API in the client's name. Every refusal is an Error that begins with its status. */
async function ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const isForm = body instanceof FormData;
  const answer = await fetch(origin + path, {
    method,
    body: isForm ? body : body && JSON.stringify(body),
    headers: {
      ...(body && !isForm && { "Content-Type": "application/json" }),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    signal: AbortSignal.timeout(30_000),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} to ${method} ${path}: ${text.slice(0, 200)}`);
  return (text === "" ? null : JSON.parse(text)) as Answer;
}

function formOf(fields: Record<string, string | Blob>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

/** The link of the newest email to an address in the mailbox of local mode; null: none, as in production. */
async function newestLink(email: string): Promise<string | null> {
  for (let attempt = 0; attempt < 40; attempt++) {
    const answer = await fetch(`${origin}/dev/mailbox.json`);
    if (!answer.ok) return null;
    const emails = (await answer.json()) as { to: string; text: string }[];
    const link = /https?:\/\/\S+/.exec(emails.find(({ to }) => to === email)?.text ?? "")?.[0];
    if (link) return link;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`no email to ${email} within 10 s`);
}

/** Opens the link and sends its page's form: verification asks for the password of the sign-up. */
async function followLink(link: string, password: string): Promise<void> {
  assert(link.startsWith(`${origin}/`), `the email's link leads to ${link}`);
  const page = await fetch(link);
  assert(page.ok, `the link answered ${page.status}`);
  const form = { method: "POST", headers: { Origin: origin }, body: new URLSearchParams({ password }) };
  const verified = await fetch(link, { ...form, redirect: "manual" });
  assert(verified.status === 303, `the link's form answered ${verified.status}`);
}

/** Checks that pages carry their headers, that foreign forms are refused, and that local mode is off. */
async function checkHeaders(): Promise<string> {
  const page = await fetch(origin, { redirect: "manual" });
  assert(page.status === 200, `home answered ${page.status}`);
  const wanted = ["Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy"];
  if (origin.startsWith("https")) wanted.push("Strict-Transport-Security");
  const missing = wanted.filter((name) => !page.headers.has(name));
  assert(missing.length === 0, `home lacks ${missing.join(", ")}`);
  const foreign = await fetch(`${origin}/signin`, {
    method: "POST",
    headers: { Origin: "https://elsewhere.example" },
    body: new URLSearchParams({ email: "x" }),
  });
  assert(foreign.status === 403, `a form from another site answered ${foreign.status}`);
  const mailbox = await fetch(`${origin}/dev/mailbox.json`);
  assert(!origin.startsWith("https") || mailbox.status === 404, "LOCAL_MODE is on: anybody can read all emails");
  return `${wanted.length} headers on home, a form from another site is 403`;
}

interface Booking {
  _id: string;
  job: string;
  status: string;
}
interface Slot {
  appointmentDate: string;
  appointmentTime: string;
}

/** Nine lines as one client: signs up, books this plumber, writes, uploads, cancels, signs out. Returns the email. */
async function walkAsClient(plumber: string): Promise<string> {
  let account = { email: SMOKE_EMAIL ?? "", password: SMOKE_PASSWORD ?? "" };
  let slot: Slot | undefined;
  let booking: Booking | undefined;
  const theSlot = () => slot ?? assert.fail("there is no slot");
  const theBooking = () => booking ?? assert.fail("there is no booking");

  await line("sign-up and email", async () => {
    if (SMOKE_EMAIL) return `left out, ${SMOKE_EMAIL} exists`;
    const began = Date.now();
    account = { email: SMOKE_MAILBOX ?? `smoke-${began}@example.test`, password: `smoke-${crypto.randomUUID()}` };
    const newcomer = { name: "Smoke", username: "Test", role: "client", ...account };
    await ask("POST", "/auth/register", formOf(newcomer));
    const link = (await newestLink(account.email)) ?? (await pasted(account.email));
    await followLink(link, account.password);
    return `${account.email} is verified`;
  });

  await line("sign-in", async () => {
    const signedIn = await ask<{ token: string; user: { name: string } }>("POST", "/auth/login", account);
    token = signedIn.token;
    return `as ${signedIn.user.name}, the password's hash was computed`;
  });

  await line("directory", async () => {
    const slots = await ask<Slot[]>("GET", `/api/auth/plumbers/${plumber}/slots`);
    // The last one: the office is least likely to need it.
    assert(slots.length > 0, "that plumber has no free slot");
    slot = slots.at(-1);
    return `${slots.length} free slots`;
  });

  await line("booking", async () => {
    const { appointmentDate, appointmentTime } = theSlot();
    const wish = { plumber, appointmentDate, appointmentTime };
    const [one, two] = await Promise.all([0, 1].map(() => ask<Booking>("POST", "/api/bookings", wish)));
    assert(one?._id === two?._id, "the same wish twice made two bookings");
    assert(one?.status === "pending", `the booking is ${one?.status}`);
    booking = one;
    return `${one.job}, twice the same wish is one booking`;
  });

  await line("message", async () => {
    const content = `This is a test of our site, booking ${theBooking().job}. It will be cancelled in a moment.`;
    await ask("POST", "/api/messages", { recipient: plumber, content });
    const said = await ask<{ content: string }[]>("GET", `/api/messages?userId=${plumber}`);
    assert(
      said.some((message) => message.content === content),
      "the message is not in the conversation",
    );
    return "written and read again";
  });

  await line("photo", async () => {
    const { name, username } = await ask<{ name: string; username: string }>("GET", "/api/auth/profile");
    const picture = new Blob([readFileSync("public/share.png")], { type: "image/png" });
    const change = formOf({ name, username, image: picture });
    const { image } = await ask<{ image: string }>("PUT", "/api/auth/profile", change);
    const photo = await fetch(new URL(image, origin));
    const { type, width } = readImageHeader(new Uint8Array(await photo.arrayBuffer())) ?? {};
    assert(type === "image/webp", `the photo came back as ${type ?? "no picture"}`);
    assert(/immutable/.test(photo.headers.get("Cache-Control") ?? ""), "the photo may not be cached");
    return `1200 by 630 came back as ${width} px of WebP`;
  });

  await line("socket and cancellation", async () => {
    const { _id } = theBooking();
    const { ticket } = await ask<{ ticket: string }>("POST", "/api/socket-ticket");
    const socket = new WebSocket(`${origin.replace(/^http/, "ws")}/sockets/feed?ticket=${ticket}`);
    const cancellation = new Promise<void>((resolve, reject) => {
      setTimeout(() => reject(new Error("no word of the cancellation within 10 s")), 10_000);
      socket.onclose = ({ code, reason }) => reject(new Error(`the socket was closed: ${code} ${reason}`));
      socket.onmessage = ({ data }) => {
        const frame = JSON.parse(String(data)) as { type: string; booking?: Booking };
        if (frame.type === "bookingUpdated" && frame.booking?._id === _id && frame.booking.status === "cancelled")
          resolve();
      };
    });
    // Seen by no one while the socket still opens: the failure is reported where it is awaited.
    cancellation.catch(() => undefined);
    await new Promise((resolve) => (socket.onopen = resolve));
    const cancelled = await ask<Booking>("PATCH", `/api/bookings/${_id}/status`, { status: "cancelled" });
    assert(cancelled.status === "cancelled", `the booking is ${cancelled.status}`);
    await cancellation;
    socket.onclose = null;
    socket.close();
    return "the feed heard of it";
  });

  await line("changes() in a batch", async () => {
    // The history row asks for the update before it: a second cancellation may not add one, and the slot is free again.
    const again = await ask<Booking>("PATCH", `/api/bookings/${theBooking()._id}/status`, { status: "cancelled" });
    assert(again.status === "cancelled", `the booking is ${again.status}`);
    const slots = await ask<Slot[]>("GET", `/api/auth/plumbers/${plumber}/slots`);
    const textOf = ({ appointmentDate, appointmentTime }: Slot) => `${appointmentDate} ${appointmentTime}`;
    assert(slots.map(textOf).includes(textOf(theSlot())), "the slot is not free again");
    return "cancelled once, the slot is free again";
  });

  await line("sign-out", async () => {
    await ask("POST", "/api/auth/logout");
    await assert.rejects(ask("GET", "/api/auth/profile"), /^Error: 401/, "the token still gets an answer");
    return "the token is over";
  });

  return account.email;
}

/** In production no one but the owner of the mailbox sees the link. */
async function pasted(email: string): Promise<string> {
  assert(process.stdin.isTTY, "set SMOKE_MAILBOX to an address that you can read, and run this in a terminal");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const link = await terminal.question(`Paste the link from the email to ${email}: `);
  terminal.close();
  return link.trim();
}

await line("headers", checkHeaders);
const email = plumber && (await walkAsClient(plumber));
if (failed > 0) console.info(`\n${failed} of ${tried} failed at ${origin}.`);
else if (!email) console.info(`\n${origin} answers. With a plumber's id it is booked, written to and cancelled too.`);
else console.info(`\nAll of it works at ${origin}.${SMOKE_EMAIL ? "" : ` The office can suspend ${email} now.`}`);
process.exit(failed === 0 ? 0 : 1);
