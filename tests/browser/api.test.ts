import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from "vitest";
import type * as z from "zod";
import { book, signIn as signInToApi, type Booking, type Frame, type Message, type Party } from "../../docs/api-client";
import type { apiFrame } from "~/api/schemas/frame-schemas";
import type { booking } from "~/api/schemas/booking-schemas";
import type { message } from "~/api/schemas/message-schemas";
import type { participant } from "~/api/schemas/user-schemas";
import { png } from "../support/png";
import { launchBrowser } from "./support/browser";
import { afterDay, atTime, inDays } from "./support/clock";
import { linkIn, newestEmail, openBrowser, PASSWORD } from "./support/users";
import { gotoLive, untilLive } from "./support/live";
import { startSite } from "./support/site";
import { soon } from "./support/soon";

const site = await startSite();
const { origin } = site;
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

type App = Awaited<ReturnType<typeof signInToApi>>;
const tomorrow = inDays(1);

/** A user who signs up and verifies the email only by calls. */
async function register(fields: Record<string, string | Blob>): Promise<App> {
  const email = `api-${crypto.randomUUID()}@example.test`;
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, email, password: PASSWORD })) form.set(name, value);
  expect((await fetch(`${origin}/auth/register`, { method: "POST", body: form })).status).toBe(201);
  const token = new URL(linkIn(await newestEmail(origin, email, /erify/))).searchParams.get("token");
  expect((await fetch(`${origin}/api/auth/verify-email?token=${token}`)).status).toBe(200);
  return signInToApi(origin, email, PASSWORD);
}
const emailOf = async ({ call }: App) => (await call<{ email: string }>("GET", "/api/auth/profile")).email;

/** The one step that is a person's: the office approves a new plumber (O9). */
async function approve(plumber: App): Promise<App> {
  const office = await browser.newContext({ baseURL: origin });
  await site.openSession(office, "admin@pombi.test");
  const path = `/admin-dashboard/people/${plumber.user._id}/approve`;
  const answer = await office.request.post(path, { form: {}, headers: { Origin: origin }, maxRedirects: 0 });
  expect(answer.status()).toBe(303);
  await office.close();
  return plumber;
}

const newPlumber = async (name: string) =>
  register({
    name,
    username: "Api",
    role: "plumber",
    image: await png(80, 80),
    speciality: "Leak Repair",
    experience: "5 Years",
    about: "About",
    fees: "20",
    addressLine1: "1 Main Street",
    city: "Gweru",
  }).then(approve);
const newClient = (name: string) => register({ name, username: "Api", role: "client" });

/** Everything that an app's feed brings. */
async function follow({ listen }: App) {
  const frames: Frame[] = [];
  await new Promise<void>((opened) => listen((frame) => void (frame ? frames.push(frame) : opened())));
  return {
    booking: (id: string, status: string) =>
      expect
        .poll(
          () =>
            frames.some(
              (frame) => frame.type === "bookingUpdated" && frame.booking._id === id && frame.booking.status === status,
            ),
          soon,
        )
        .toBe(true),
    message: (content: string) =>
      expect
        .poll(() => frames.some((frame) => frame.type === "newMessage" && frame.message.content === content), soon)
        .toBe(true),
  };
}

describe("the client of docs/api-client.ts", () => {
  test("does the main job", async () => {
    const [client, plumber] = await Promise.all([newClient("Anesu"), newPlumber("Blessing")]);
    const done = book(client, plumber.user._id, tomorrow, "2:00 pm");
    // Looked at below: until then a failure is nobody's.
    done.catch(() => undefined);
    let job: Booking | undefined;
    await expect
      .poll(async () => ([job] = await plumber.call<Booking[]>("GET", "/api/bookings/plumber/unseen")).length, soon)
      .toBe(1);
    await expect
      .poll(async () => (await plumber.call<Message[]>("GET", `/api/messages?userId=${client.user._id}`)).length, soon)
      .toBe(1);
    await plumber.call("PATCH", `/api/bookings/${job!._id}/status`, { status: "confirmed" });
    // The client reviews by itself as soon as the job is completed.
    await atTime(origin, afterDay(1), async () => {
      await plumber.call("PATCH", `/api/bookings/${job!._id}/status`, { status: "completed" });
      expect(await done).toMatchObject({ rating: 5, comment: "Quick and tidy." });
    });
    expect(await plumber.call("GET", "/api/plumber/reviews")).toMatchObject([
      { comment: "Quick and tidy.", client: { name: "Anesu" } },
    ]);
    await expect(
      client.call("POST", "/api/bookings", {
        plumber: plumber.user._id,
        appointmentDate: tomorrow,
        appointmentTime: "3:07 am",
      }),
    ).rejects.toThrow("That time is not available on the chosen day.");
  });

  test("names no more than the API gives", () => {
    expectTypeOf<z.output<typeof participant>>().toExtend<Party>();
    expectTypeOf<z.output<typeof booking>>().toExtend<Booking>();
    expectTypeOf<z.output<typeof message>>().toExtend<Message>();
    expectTypeOf<Extract<z.output<typeof apiFrame>, { type: "newMessage" }>>().toExtend<Frame>();
  });
});

test("two apps and two browsers side by side: each sees at once what the others do", async () => {
  const [client, plumber] = await Promise.all([newClient("Chenai"), newPlumber("Dumisani")]);
  const [clientFrames, plumberFrames] = await Promise.all([follow(client), follow(plumber)]);
  const at = async (app: App, path: string) => {
    const side = await openBrowser(browser, origin, { width: 360, script: true });
    await site.openSession(side.context, await emailOf(app));
    await gotoLive(side.page, path);
    return side;
  };
  const bookings = await at(client, "/client-dashboard/bookings");
  const jobs = await at(plumber, "/plumber-dashboard/jobs");

  // The app books: both pages and the plumber's app have it.
  const asked = await client.call<Booking>("POST", "/api/bookings", {
    plumber: plumber.user._id,
    appointmentDate: tomorrow,
    appointmentTime: "11:30 am",
    notes: "A dripping tap",
  });
  const job = jobs.page.locator("li", { hasText: "Chenai Api" });
  await job.getByText("pending").waitFor(soon);
  const card = bookings.page.locator("li", { hasText: "Dumisani Api" });
  await card.getByText("pending").waitFor(soon);
  await plumberFrames.booking(asked._id, "pending");

  // The site confirms: both apps and the client's page have it.
  await job.getByRole("link", { name: "View" }).click();
  await jobs.page.getByText("A dripping tap").waitFor();
  await jobs.page.getByRole("button", { name: "Confirm" }).click();
  await jobs.page.getByText("The job is confirmed.").waitFor();
  await Promise.all([
    clientFrames.booking(asked._id, "confirmed"),
    plumberFrames.booking(asked._id, "confirmed"),
    card.getByText("confirmed").waitFor(soon),
  ]);

  // They write to each other, the client from the app and the plumber on the site, then the reverse.
  await gotoLive(jobs.page, `/plumber-dashboard/messages/${client.user._id}`);
  await client.call("POST", "/api/messages", { recipient: plumber.user._id, content: "Shall I close the valve?" });
  await jobs.page.getByRole("log").getByText("Shall I close the valve?").waitFor(soon);
  await plumberFrames.message("Shall I close the valve?");
  await jobs.page.getByPlaceholder("Type a message...").fill("Yes, the red one.");
  await jobs.page.getByRole("button", { name: "Send" }).click();
  await Promise.all([clientFrames.message("Yes, the red one."), plumberFrames.message("Yes, the red one.")]);
  await gotoLive(bookings.page, `/client-dashboard/messages/${plumber.user._id}`);
  await bookings.page.getByRole("log").getByText("Yes, the red one.").waitFor();
  await plumber.call("POST", "/api/messages", { recipient: client.user._id, content: "I am at the gate." });
  await bookings.page.getByRole("log").getByText("I am at the gate.").waitFor(soon);

  // The app completes: under the open chat the form appears; the site reviews, and the app reads it.
  await atTime(origin, afterDay(1), async () => {
    // Sockets that were opened a day ago are gone by now.
    await untilLive(bookings.page, () => bookings.page.reload(), 2);
    const framesOfThatDay = await follow(client);
    await plumber.call("PATCH", `/api/bookings/${asked._id}/status`, { status: "completed" });
    await framesOfThatDay.booking(asked._id, "completed");
    await bookings.page.getByText(/^Leave a review for /).click();
    const form = bookings.page.locator("#review form");
    await form.getByLabel("Rating").selectOption("4", soon);
    await form.getByLabel("Comment").fill("Came early.");
    await form.getByRole("button", { name: "Submit review" }).click();
    await bookings.page.getByText("Review submitted!").waitFor();
  });
  expect(await plumber.call("GET", "/api/plumber/reviews/average")).toEqual({ average: 4, count: 1 });
  expect(await client.call("GET", "/api/bookings/my-reviews")).toMatchObject([
    { comment: "Came early.", booking: asked._id },
  ]);

  // What one has refused, the other reads with the same reason.
  await expect(plumber.call("PATCH", `/api/bookings/${asked._id}/status`, { status: "cancelled" })).rejects.toThrow(
    "This is not possible: the booking is completed.",
  );

  expect([...bookings.complaints, ...jobs.complaints]).toEqual([]);
  await Promise.all([bookings.context.close(), jobs.context.close()]);
});
