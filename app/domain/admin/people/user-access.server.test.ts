import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, users } from "~/db/schema";
import { context, createUser, createUsers, db, now } from "../../../../tests/support/users";
import { makeAdmin, revokeAdmin, suspendUser } from "./user-access.server";

/** Changes after which a second admin can no longer sign in; after the last one they still can. */
const SECOND_ADMINS: { what: string; change: Partial<typeof users.$inferInsert>; mayGo?: boolean }[] = [
  { what: "who can sign in", change: { suspendedAt: null }, mayGo: true },
  { what: "who is suspended", change: { suspendedAt: now } },
  { what: "who has not verified their email", change: { emailVerifiedAt: null } },
  { what: "who is no admin any more", change: { role: "client" } },
];

test.each(SECOND_ADMINS)(
  "beside a second admin $what, the first may lose their access or must keep it",
  async ({ change, mayGo = false }) => {
    const [first, second] = await createUsers(context, "admin", "admin");
    await createUser(context, "plumber");
    await db.update(users).set(change).where(eq(users.id, second.id));
    const find = async () => (await db.select().from(users).where(eq(users.id, first.id)))[0]!;
    const before = await find();
    const expected = mayGo ? { ok: true } : { ok: false, reason: "lastAdmin" };
    for (const act of [
      () => revokeAdmin(context, first, first.id),
      () => suspendUser(context, second, first.id, "They left us"),
    ]) {
      await db.update(users).set({ role: "admin", suspendedAt: null }).where(eq(users.id, first.id));
      expect(await act()).toEqual(expected);
      if (!mayGo) expect(await find()).toEqual(before);
    }
    expect((await find()).suspendedAt).toBe(mayGo ? now : null);
  },
);

test.each(["suspended", "no admin any more"])(
  "an admin who is %s a moment later changes nobody's access",
  async (what) => {
    const [admin, colleague, client] = await createUsers(context, "admin", "admin", "client");
    const change = what === "suspended" ? { suspendedAt: now } : { role: "client" as const };
    await db.update(users).set(change).where(eq(users.id, admin.id));
    const everyone = () => db.select().from(users);
    const before = await everyone();
    await suspendUser(context, admin, client.id, "Words");
    await makeAdmin(context, admin, client.id);
    await revokeAdmin(context, admin, colleague.id);
    expect(await everyone()).toEqual(before);
    expect(await db.$count(auditLog)).toBe(0);
  },
);
