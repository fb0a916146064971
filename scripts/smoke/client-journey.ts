import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { readImageHeader } from "../../app/domain/photos/image-header";
import { openApp } from "./app";
import { followLink, newestLink } from "./link";

const { SMOKE_EMAIL, SMOKE_PASSWORD, SMOKE_MAILBOX } = process.env;

type Line = (name: string, work: () => Promise<string>) => Promise<void>;
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
export async function walkAsClient(origin: string, plumber: string, line: Line): Promise<string> {
  const app = openApp(origin);
  let account = { email: SMOKE_EMAIL ?? "", password: SMOKE_PASSWORD ?? "" };
  let slot: Slot | undefined;
  let booking: Booking | undefined;
  const theSlot = () => slot ?? assert.fail("there is no slot");
  const theBooking = () => booking ?? assert.fail("there is no booking");

  await line("sign-up and email", async () => {
    if (SMOKE_EMAIL) return `left out, ${SMOKE_EMAIL} exists`;
    const began = Date.now();
    account = { email: SMOKE_MAILBOX ?? `smoke-${began}@example.test`, password: `smoke-${crypto.randomUUID()}` };
    await app.send("POST", "/auth/register", { name: "Smoke", username: "Test", role: "client", ...account });
    const link = (await newestLink(origin, account.email)) ?? (await pasted(account.email));
    await followLink(origin, link, account.password);
    return `${account.email} is verified`;
  });

  await line("sign-in", async () => {
    const { token, user } = await app.ask<{ token: string; user: { name: string } }>("POST", "/auth/login", account);
    app.speakAs(token);
    return `as ${user.name}, the password's hash was computed`;
  });

  await line("directory", async () => {
    const slots = await app.ask<Slot[]>("GET", `/api/auth/plumbers/${plumber}/slots`);
    // The last one: the office is least likely to need it.
    assert(slots.length > 0, "that plumber has no free slot");
    slot = slots.at(-1);
    return `${slots.length} free slots`;
  });

  await line("booking", async () => {
    const { appointmentDate, appointmentTime } = theSlot();
    const wish = { plumber, appointmentDate, appointmentTime };
    const [one, two] = await Promise.all([0, 1].map(() => app.ask<Booking>("POST", "/api/bookings", wish)));
    assert(one?._id === two?._id, "the same wish twice made two bookings");
    assert(one?.status === "pending", `the booking is ${one?.status}`);
    booking = one;
    return `${one.job}, twice the same wish is one booking`;
  });

  await line("message", async () => {
    const content = `This is a test of our site, booking ${theBooking().job}. It will be cancelled in a moment.`;
    await app.ask("POST", "/api/messages", { recipient: plumber, content });
    const said = await app.ask<{ content: string }[]>("GET", `/api/messages?userId=${plumber}`);
    assert(
      said.some((message) => message.content === content),
      "the message is not in the conversation",
    );
    return "written and read again";
  });

  await line("photo", async () => {
    const { name, username } = await app.ask<{ name: string; username: string }>("GET", "/api/auth/profile");
    const { image } = await app.send<{ image: string }>("PUT", "/api/auth/profile", {
      name,
      username,
      image: new Blob([readFileSync("public/share.png")], { type: "image/png" }),
    });
    const photo = await fetch(new URL(image, origin));
    const { type, width } = readImageHeader(new Uint8Array(await photo.arrayBuffer())) ?? {};
    assert(type === "image/webp", `the photo came back as ${type ?? "no picture"}`);
    assert(/immutable/.test(photo.headers.get("Cache-Control") ?? ""), "the photo may not be cached");
    return `1200 by 630 came back as ${width} px of WebP`;
  });

  await line("socket and cancellation", async () => {
    const { _id } = theBooking();
    const { ticket } = await app.ask<{ ticket: string }>("POST", "/api/socket-ticket");
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
    // Seen by nobody while the socket still opens: the failure is reported where it is awaited.
    cancellation.catch(() => undefined);
    await new Promise((resolve) => (socket.onopen = resolve));
    const cancelled = await app.ask<Booking>("PATCH", `/api/bookings/${_id}/status`, { status: "cancelled" });
    assert(cancelled.status === "cancelled", `the booking is ${cancelled.status}`);
    await cancellation;
    socket.onclose = null;
    socket.close();
    return "the feed heard of it";
  });

  await line("changes() in a batch", async () => {
    // The history row asks for the update before it: a second cancellation may not add one, and the slot is free again.
    const again = await app.ask<Booking>("PATCH", `/api/bookings/${theBooking()._id}/status`, { status: "cancelled" });
    assert(again.status === "cancelled", `the booking is ${again.status}`);
    const slots = await app.ask<Slot[]>("GET", `/api/auth/plumbers/${plumber}/slots`);
    const { appointmentDate, appointmentTime } = theSlot();
    assert(
      slots.some((one) => one.appointmentDate === appointmentDate && one.appointmentTime === appointmentTime),
      "the slot is not free again",
    );
    return "cancelled once, the slot is free again";
  });

  await line("sign-out", async () => {
    await app.ask("POST", "/api/auth/logout");
    const after = await app.ask("GET", "/api/auth/profile").then(
      () => "an answer",
      (error: Error) => error.message,
    );
    assert(after.startsWith("401"), `the token still gets ${after}`);
    return "the token is over";
  });

  return account.email;
}

/** In production nobody but the owner of the mailbox sees the link. */
async function pasted(email: string): Promise<string> {
  assert(process.stdin.isTTY, "set SMOKE_MAILBOX to an address that you can read, and run this in a terminal");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const link = await terminal.question(`Paste the link from the email to ${email}: `);
  terminal.close();
  return link.trim();
}
