import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { consents, enquiries, messages, notices } from "~/db/schema";
import { bookForCaller } from "~/domain/admin/caller-booking.server";
import { recordConsent } from "~/domain/admin/caller-accounts.server";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { findBookablePlumber } from "~/domain/bookings/commands/booking-requests.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { dateAt, HOUR, instantOf, MINUTE } from "~/domain/time/harare";
import { logError } from "~/http/log";
import { runSchedule } from "../../workers/scheduled";
import { sendersOf } from "../../workers/senders";
import { readSettings } from "../../workers/environment";
import { env } from "../support/env";
import { addPhone } from "../support/notices";
import { visit } from "../support/site";
import { book, seedTown } from "../support/town";
import { currentInstant } from "../support/now";
import { noticesInWords } from "../support/notice-words";

// By the Worker's own senders, with the providers' stand-ins behind them.
const CALLER = "+263772445566";
const PLUMBER = "+263771234500";
const CONSENT = "Yes, send me text messages about my bookings.";
let town: Awaited<ReturnType<typeof seedTown>>;
beforeAll(async () => {
  town = await seedTown();
  await town.context.db.delete(notices);
});

/** No quiet hours are in the way. */
const noon = instantOf(dateAt(currentInstant()), 12 * 60);

/** The minute's run at an instant. */
async function run(now: number) {
  const read = readSettings(env);
  if (!read.ok) throw new Error(read.problems.join());
  await runSchedule({ ...town.context, now }, sendersOf(env, read.settings), {
    reportError: logError,
    keepWords: true,
  });
}
const sentTo = async (phone: string) =>
  (await noticesInWords(town.context.db, eq(notices.recipient, phone))).filter(({ status }) => status === "sent");
const write = (channel: string, phone: string, text: string) =>
  visit("/dev/mailbox", { form: { channel, phone, text } });

test("someone with nothing but a phone: booked by the office, told by text message, STOP, and told again", async () => {
  const { context, admin, plumber, starts } = town;
  const booked = await bookForCaller(context, admin, {
    caller: { firstName: "Chipo", lastName: "Dube", phone: CALLER, email: null },
    plumber: await findBookablePlumber(context.db, plumber.id),
    wish: {
      serviceType: "Leak Fixing",
      suburb: "Avondale",
      street: "1 Secret Street",
      pin: null,
      notes: null,
      city: "Harare",
      startsAt: starts.at(-4)!,
    },
    consent: CONSENT,
  });
  if (!booked.ok) throw new Error(booked.reason);
  const job = async () => (await findBookingFor(context.db, plumber, booked.id))!;
  await transitionBooking({ ...context, now: noon }, plumber, await job(), "confirm");
  await run(noon + 4 * MINUTE);
  expect(await sentTo(CALLER)).toEqual([]);
  await run(noon + 5 * MINUTE);
  const [told] = await sentTo(CALLER);
  expect(told).toMatchObject({ channel: "sms", kind: "bookingTransitioned", status: "sent" });
  const shown = await (await visit("/dev/mailbox")).text();
  expect(shown).toContain(`/bookings/${(await job()).reference}`);
  expect(JSON.stringify(told!.short)).not.toContain("Secret");

  await write("sms", CALLER, "Can he come at 3?");
  expect(await context.db.select().from(enquiries).where(eq(enquiries.topic, "sms"))).toMatchObject([
    { name: "Chipo Dube", phone: CALLER, message: "Can he come at 3?" },
  ]);

  await write("sms", CALLER, "STOP");
  await run(currentInstant() + MINUTE);
  // It goes out after the response, by whichever sender claims it first.
  await expect
    .poll(async () => (await sentTo(CALLER)).map(({ kind }) => kind).sort())
    .toEqual(["bookingTransitioned", "phoneEnded"]);
  await transitionBooking({ ...context, now: noon + HOUR }, plumber, await job(), "cancel");
  await run(noon + 2 * HOUR);
  expect(await sentTo(CALLER)).toHaveLength(2);

  const client = (await job()).client;
  // The same words again: they hold from now on.
  const consentAt = currentInstant() + 10 * MINUTE;
  expect(await recordConsent({ ...context, now: consentAt }, admin, client.id, CONSENT)).toEqual({ ok: true });
  expect(await context.db.$count(consents, eq(consents.userId, client.id))).toBe(2);
});

test("a plumber with WhatsApp: the request at once, by its template, and what they answer reaches the client", async () => {
  const { context, client, plumber, starts } = town;
  await addPhone(context, { userId: plumber.id, channel: "whatsapp", phone: PLUMBER });
  await book({ ...context, now: noon }, client, plumber, starts.at(-7)!);
  await run(noon);
  const [asked] = await sentTo(PLUMBER);
  expect(asked).toMatchObject({ channel: "whatsapp", kind: "bookingRequested", isFallback: false });
  expect(asked!.providerId).toMatch(/^wamid\./);
  const page = await (await visit("/dev/mailbox")).text();
  expect(page).toContain("pombi_request");
  expect(JSON.stringify(asked!.short)).not.toContain("Secret Street");
  await write("whatsapp", PLUMBER, "I can come at 9");
  expect(await context.db.select().from(messages)).toMatchObject([
    { senderId: plumber.id, recipientId: client.id, content: "I can come at 9" },
  ]);
});
