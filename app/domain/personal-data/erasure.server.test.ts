import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { bookingEvents, enquiries, plumberPrices, plumberProfiles } from "~/db/schema";
import { admin, completed, context, db, now, seedPayers } from "../../../tests/support/money";
import { contextAt } from "../../../tests/support/context";
import { createUser } from "../../../tests/support/users";
import { deleteExpired } from "../accounts/expiry.server";
import { refreshPrices } from "../prices/usual-prices.server";
import { DAY, HOUR } from "../time/harare";
import { newId } from "../values/id";
import { eraseUser } from "./erasure.server";

beforeAll(seedPayers);

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
  const enquiry = {
    topic: "contact",
    name: "Rudo",
    email: "a@example.test",
    message: "Hello",
    createdAt: now,
  } as const;
  await db.insert(enquiries).values([now, null].map((doneAt) => ({ ...enquiry, id: newId(), doneAt })));
  await deleteExpired(db, now + 365 * DAY - 1);
  expect(await db.$count(enquiries)).toBe(2);
  await deleteExpired(db, now + 365 * DAY);
  expect(await db.$count(enquiries)).toBe(1);
});
