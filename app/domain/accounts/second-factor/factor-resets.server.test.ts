import { eq, sql, type SQL } from "drizzle-orm";
import { expect, test } from "vitest";
import { secondFactorResets, sessions } from "~/db/schema";
import { enrol, setUpApp } from "../../../../tests/support/second-factor";
import { context, createUser, db, now, signedIn } from "../../../../tests/support/users";
import { HOUR } from "../../time/harare";
import type { SteppedUpUser } from "../../values/user";
import { completeFactorResets, startFactorReset, stopFactorReset } from "./factor-set-up.server";
import { findSecondFactors } from "./factor-changes.server";

const after = (hours: number) => ({ ...context, now: now + hours * HOUR });

const admin = await createUser(context, "admin", { firstName: "Grace" });
const colleague = await createUser(context, "admin");
const loser = await createUser(context, "admin", { firstName: "Tapiwa" });
await setUpApp(context, loser);
await enrol(context, loser);
await signedIn(context, loser);

const isOn = async (user: SteppedUpUser) => {
  const { appSince, passkeys } = await findSecondFactors(db, user.id);
  return appSince !== null || passkeys.length > 0;
};
/** The values of a table that begin with "factorReset", in order. */
const resets = async (kinds: SQL) =>
  (await db.all<{ kind: string }>(sql`${kinds} order by rowid`))
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith("factorReset"));
const told = ({ id }: SteppedUpUser) => resets(sql`select kind from notices where user_id = ${id}`);
const logged = () => resets(sql`select action as kind from audit_log where subject_id = ${loser.id}`);

test("taking the second factor from an admin tells everyone, waits a day, then ends every session", async () => {
  const starts = await Promise.all([1, 2, 3].map(() => startFactorReset(context, admin, loser)));
  expect(starts).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
  expect([await told(loser), await told(colleague), await told(admin)]).toEqual([
    ["factorResetStarted"],
    ["factorResetOfAdmin"],
    ["factorResetOfAdmin"],
  ]);
  await completeFactorResets(after(23.9));
  expect(await isOn(loser)).toBe(true);
  await Promise.all([completeFactorResets(after(24)), completeFactorResets(after(24))]);
  expect(await isOn(loser)).toBe(false);
  expect((await findSecondFactors(db, loser.id)).recoveryCodesLeft).toBe(0);
  expect(await db.$count(sessions, eq(sessions.userId, loser.id))).toBe(0);
  expect(await told(loser)).toEqual(["factorResetStarted", "factorReset"]);
  expect(await logged()).toEqual(["factorResetStarted", "factorReset"]);
  expect(await db.$count(secondFactorResets)).toBe(0);
});

test.each(["colleague", "loser"] as const)(
  "taking the second factor from an admin who has lost it is stopped by the %s",
  async (who) => {
    await startFactorReset(context, admin, loser);
    await stopFactorReset(context, who === "loser" ? loser : colleague, loser.id);
    await stopFactorReset(context, admin, loser.id);
    await completeFactorResets(after(48));
    expect(await isOn(loser)).toBe(true);
    expect(await told(loser)).toEqual(["factorResetStarted", "factorResetStopped"]);
    expect(await logged()).toEqual(["factorResetStarted", "factorResetStopped"]);
  },
);

test("taking the second factor from an admin is dropped once its starter is no longer an admin", async () => {
  await startFactorReset(context, admin, loser);
  await db.run(sql`update users set role = 'client' where id = ${admin.id}`);
  await completeFactorResets(after(24));
  expect(await isOn(loser)).toBe(true);
  expect(await db.$count(secondFactorResets)).toBe(0);
});

test("taking the second factor is refused for oneself and a user without one", async () => {
  expect(await startFactorReset(context, loser, loser)).toMatchObject({ reason: "notYourself" });
  expect(await startFactorReset(context, admin, colleague)).toMatchObject({ reason: "noSecondFactor" });
  expect(await told(colleague)).toEqual([]);
});

test("taking a client's second factor tells them alone, and no other client can stop it", async () => {
  const client = await createUser(context, "client");
  const stranger = await createUser(context, "client");
  await setUpApp(context, client);
  await startFactorReset(context, admin, client);
  expect([await told(client), await told(colleague)]).toEqual([["factorResetStarted"], []]);
  await stopFactorReset(context, stranger, client.id);
  await completeFactorResets(after(24));
  expect(await isOn(client)).toBe(false);
});
