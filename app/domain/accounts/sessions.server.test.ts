import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { sessions, users } from "~/db/schema";
import { context, createUser, db, hashForTests, now } from "../../../tests/support/users";
import { newSession } from "./sessions.server";

test.each<[what: string, change: Partial<typeof users.$inferInsert>]>([
  ["has another role", { role: "plumber" }],
  ["is suspended", { suspendedAt: now }],
  ["has another password", { passwordHash: "another" }],
  ["has ended all access", { accessEndedAt: now }],
])("a sign-in opens no session for an account that %s since it began", async (_, change) => {
  const passwordHash = await hashForTests("password");
  const { id, role } = await createUser(context, "client", { passwordHash });
  const owner = { id, role, passwordHash, accessEndedAt: null };
  const opened = async () => {
    await (
      await newSession(context, owner)
    ).opened;
    return db.$count(sessions, eq(sessions.userId, id));
  };
  expect(await opened()).toBe(1);
  await db.update(users).set(change).where(eq(users.id, id));
  expect(await opened()).toBe(1);
});
