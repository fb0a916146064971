import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { bookingEvents, enquiries, onlinePayments, plumberPrices, plumberProfiles, savedPlumbers } from "~/db/schema";
import {
  admin,
  booking,
  client,
  completed,
  context,
  db,
  now,
  payOnline,
  plumber,
  seedPayers,
} from "../../../tests/support/money";
import { contextAt } from "../../../tests/support/context";
import { createUser } from "../../../tests/support/users";
import { deleteExpired } from "../accounts/expiry.server";
import { releaseMoney } from "../escrow/settlements.server";
import { refreshPrices } from "../prices/usual-prices.server";
import { DAY, HOUR } from "../time/harare";
import { newId } from "../values/id";
import { eraseUser } from "./erasure.server";

beforeAll(seedPayers);

const enquiryOf = (email: string, doneAt: number | null) => ({
  id: newId(),
  topic: "contact" as const,
  name: "Rudo Moyo",
  email,
  message: "Do you come to Mutare?",
  createdAt: now,
  doneAt,
});

test("what was written to the office, saved plumbers and payers' phones go with the account", async () => {
  const id = await completed({ finalAmount: 50_00, agreedPrice: 50_00 });
  const payment = await payOnline(id, 50_00);
  await releaseMoney(context, client, await booking(id), 10);
  await db.batch([
    db.insert(enquiries).values(enquiryOf(client.email!, null)),
    db.insert(savedPlumbers).values({ clientId: client.id, plumberId: plumber.id, savedAt: now }),
  ]);
  const { email, role } = client;
  expect(await eraseUser(contextAt(now), admin, { id: client.id, email, role, isErased: false })).toEqual({ ok: true });
  expect(await db.$count(enquiries)).toBe(0);
  expect(await db.$count(savedPlumbers)).toBe(0);
  expect((await db.select().from(onlinePayments).where(eq(onlinePayments.id, payment)))[0]!.phone).toBe("•••111");
});

test("a plumber's usual prices and how they answer go with the account, and are not worked out again", async () => {
  const leaver = await createUser(context, "plumber");
  const jobs = await Promise.all(
    Array.from({ length: 5 }, () => completed({ plumberId: leaver.id, serviceType: "Leak Fixing", paidAmount: 25_00 })),
  );
  const record = (bookingId: string, event: "complete" | "agree-final", at: number) =>
    db.insert(bookingEvents).values({ id: newId(), bookingId, event, actorRole: "client", toStatus: "completed", at });
  await Promise.all(jobs.map((job) => record(job, "complete", now)));
  const refresh = () => refreshPrices({ db, now: now + DAY });
  const prices = () => db.select().from(plumberPrices).where(eq(plumberPrices.plumberId, leaver.id));
  while ((await refresh()) > 0);
  expect(await prices()).toMatchObject([{ jobs: 5 }]);
  await db
    .update(plumberProfiles)
    .set({ acceptedPercent: 80, minutesToAnswer: 12 })
    .where(eq(plumberProfiles.userId, leaver.id));
  const { id, email, role } = leaver;
  expect(await eraseUser(contextAt(now), admin, { id, email, role, isErased: false })).toEqual({ ok: true });
  expect(await prices()).toEqual([]);
  expect(await db.select().from(plumberProfiles).where(eq(plumberProfiles.userId, id))).toMatchObject([
    { acceptedPercent: null, minutesToAnswer: null },
  ]);
  await record(jobs[0]!, "agree-final", now + HOUR);
  expect(await refresh()).toBeGreaterThan(0);
  expect(await prices()).toEqual([]);
});

test("a message to the office is deleted a year after it was closed", async () => {
  await db.insert(enquiries).values([enquiryOf("a@example.test", now), enquiryOf("b@example.test", null)]);
  await deleteExpired(db, now + 365 * DAY - 1);
  expect(await db.$count(enquiries)).toBe(2);
  await deleteExpired(db, now + 365 * DAY);
  expect(await db.$count(enquiries)).toBe(1);
});
