import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { booking, client, context, createBooking, db, now, plumber, seedPayers } from "../../../tests/support/money";
import { noticesInWords } from "../../../tests/support/notice-words";
import { queueNotice } from "../../../tests/support/notices";
import { notices } from "~/db/schema";
import { listUndelivered } from "../admin/undelivered-notices.server";
import { transitionBooking } from "../bookings/commands/booking-transitions.server";
import { titleOf } from "../notices/notice";
import { sendDueNotices } from "./outbox.server";

beforeAll(seedPayers);

test("an email says how its booking stands when it is sent, and who did what it is about", async () => {
  const id = await createBooking({ status: "pending", notes: "As asked" });
  await transitionBooking(context, plumber, await booking(id), "confirm");
  await transitionBooking(context, client, await booking(id), "cancel", { reason: "Found the tap" });
  const [confirmed] = await noticesInWords(db, eq(notices.recipient, client.email));
  expect(confirmed!.subject).toMatch(/^Your booking is confirmed/);
  expect(confirmed!.text).toContain("You cancelled this booking");
  const [cancelled] = await noticesInWords(db, eq(notices.recipient, plumber.email));
  expect(cancelled!.text).toContain("Found the tap");
});

test("what cannot be put into words fails alone, and the office sees it by its kind", async () => {
  await db.delete(notices);
  const due = { words: null, facts: "{}" };
  await queueNotice(context, { ...due, id: "unknown", kind: "tapFixed" });
  await queueNotice(context, { ...due, id: "broken", kind: "alreadyRegistered", facts: "{" });
  await queueNotice(context, { ...due, id: "homeless", kind: "bookingReminder", facts: '{"reader":"client"}' });
  await queueNotice(context, { ...due, id: "well", kind: "alreadyRegistered" });
  const sent: string[] = [];
  const email = { send: async ({ id }: { id: string }) => (sent.push(id), { providerId: null }) };
  const run = { now, origin: context.origin, keepWords: false };
  expect(await sendDueNotices(db, { email }, run)).toEqual({ sent: 1, failed: 3 });
  expect(sent).toEqual(["well"]);
  const failed = await listUndelivered(db, now);
  expect(failed.map(({ id, status }) => [id, status]).sort()).toEqual([
    ["broken", "failed"],
    ["homeless", "failed"],
    ["unknown", "failed"],
  ]);
  expect(failed.map(titleOf).sort()).toEqual(["Already registered", "Booking reminder", "Tap fixed"]);
});
