import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { notices, plumberProfiles } from "~/db/schema";
import { context, createUsers, db, now } from "../../../tests/support/users";
import { addDays, DAY, dateAt } from "../time/harare";
import { followUpChecks, recordCheck } from "./checks.server";
import { endOfCheck } from "./vetting";

const [admin, plumber] = await createUsers(context, "admin", "plumber");

test("a check that ends while two runs of the schedule overlap tells its plumber once, and is done with", async () => {
  const [profile] = await db.select().from(plumberProfiles).where(eq(plumberProfiles.userId, plumber.id));
  const lastDay = addDays(dateAt(now), 3);
  const check = { lastDay, note: null, nameKey: profile!.sortName, seen: [] };
  expect(await recordCheck(context, admin, plumber.id, { kind: "certificate", ...check })).toEqual({ ok: true });
  const end = endOfCheck(lastDay);
  await Promise.all([end, end + 1].map((at) => followUpChecks({ ...context, now: at })));
  expect(await db.$count(notices, sql`kind = 'checkExpired' and channel = 'email'`)).toBe(1);
  expect(await followUpChecks({ ...context, now: end + DAY })).toBe(0);
});
