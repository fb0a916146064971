import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { notices, plumberChecks, plumberProfiles } from "~/db/schema";
import { context, createUsers, db, now } from "../../../tests/support/users";
import { addDays, DAY, dateAt } from "../time/harare";
import { followUpChecks, listEndingChecks, recordCheck } from "./checks.server";
import { FIRST_PAGE } from "../values/lists";
import { CHECK_KINDS, endOfCheck } from "./vetting";

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

test("the checks that run out go on behind the first fifty, each once", async () => {
  const plumbers = await createUsers(context, ...Array.from({ length: 18 }, () => "plumber" as const));
  const ends = { nameKey: "anna", checkedAt: now, expiresAt: now + DAY, recordedBy: admin.id };
  for (const { id } of plumbers)
    await db.insert(plumberChecks).values(CHECK_KINDS.map((kind) => ({ plumberId: id, kind, ...ends })));
  const first = await listEndingChecks(db, now, FIRST_PAGE);
  const second = await listEndingChecks(db, now, { ...FIRST_PAGE, cursor: first.next });
  const listed = [...first.rows, ...second.rows].map(({ plumberId, kind }) => `${plumberId} ${kind}`);
  expect([first.rows.length, second.next]).toEqual([50, null]);
  expect(new Set(listed).size).toBe(listed.length);
  for (const { id } of plumbers) expect(listed.filter((one) => one.startsWith(id))).toHaveLength(CHECK_KINDS.length);
});
