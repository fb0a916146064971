import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { auditLog, consents, users } from "~/db/schema";
import { mergeAccounts } from "~/domain/admin/account-merges.server";
import { findUser } from "~/domain/admin/users.server";
import { sendMessage } from "~/domain/messages/messages.server";
import { hasSpokenConsent } from "~/domain/notices/calls.server";
import { stopPhone } from "~/domain/accounts/phone-channels.server";
import { HOUR } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { visit } from "../support/site";
import { createCaller, createUser, signedIn } from "../support/users";
import {
  context,
  db,
  now,
  admin,
  client,
  caller,
  plumber,
  jobs,
  everything,
  merge,
  clientsOf,
  seedMerge,
} from "../support/merging";

beforeEach(seedMerge);

describe("a merge", () => {
  test("moves everything and loses nothing", async () => {
    const before = await everything();
    expect(await merge()).toEqual({ ok: true });
    const merged = await everything();
    expect(merged.bookings).toHaveLength(before.bookings.length);
    expect(merged.notes).toHaveLength(before.notes.length);
    expect(merged.events).toEqual(before.events);
    expect(merged.notices).toEqual(before.notices);
    expect(await clientsOf(jobs)).toEqual([client.id, client.id]);
    expect(merged.contacts).toHaveLength(4);
    expect(JSON.stringify(merged.contacts)).not.toContain(caller.id);
  });

  test("sent twice at once is one merge", async () => {
    expect(await Promise.all([merge(), merge()])).toEqual([{ ok: true }, { ok: true }]);
    const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, client.id));
    expect(entries.map(({ action }) => action)).toEqual(["accountsMerged"]);
  });

  test("is refused for whoever can sign in, for other roles, and for who was merged already", async () => {
    const refused = { ok: false, reason: "notMergeable" };
    const third = await createUser(context, "client");
    for (const [from, to] of [
      [client, caller],
      [client, third],
      [caller, plumber],
      [caller, admin],
      [caller, caller],
    ] as const)
      expect(await mergeAccounts(context, admin, from.id, to.id)).toEqual(refused);
    await merge();
    expect(await mergeAccounts(context, admin, caller.id, third.id)).toEqual(refused);
    expect(await clientsOf(jobs)).toEqual([client.id, client.id]);
  });

  test("of a caller's account takes along what was merged into it", async () => {
    const third = await createCaller(context);
    expect(await mergeAccounts(context, admin, caller.id, third.id)).toEqual({ ok: true });
    expect(await mergeAccounts(context, admin, third.id, client.id)).toEqual({ ok: true });
    expect((await findUser(db, caller.id))!.mergedInto).toBe(client.id);
    expect(await clientsOf(jobs)).toEqual([client.id, client.id]);
  });

  test("keeps a consent with the phone that it was given for", async () => {
    await db.update(users).set({ phone: "+263772000111" }).where(eq(users.id, client.id));
    await merge();
    const [consent] = await db.select().from(consents).where(eq(consents.userId, caller.id));
    expect(consent?.words).toBe("Yes, please");
  });
});

test("a consent that STOP has ended doesn't live again by a merge", async () => {
  const { phone } = (await findUser(db, client.id))!;
  const isAgreed = (id: string) => sql`select ${hasSpokenConsent(id)} as agreed`;
  const agreed = async () =>
    Promise.all([caller.id, client.id].map(async (id) => (await db.all<{ agreed: number }>(isAgreed(id)))[0]!.agreed));
  const stop = (at: number) => stopPhone({ ...context, now: at }, { channel: "sms", phone: phone!, causeId: newId() });
  await db.run(
    sql`update users set email = null, email_verified_at = null, password_hash = 'none' where id = ${client.id}`,
  );
  expect(await agreed()).toEqual([1, 0]);
  await stop(now + HOUR);
  await merge();
  expect(await agreed()).toEqual([0, 0]);
});

test("an account that a plumber has written to is not merged, and its page says why", async () => {
  // Nobody can any more (N20); this one is from a time when they still had an email.
  await db.run(sql`update users set password_hash = 'one' where id = ${caller.id}`);
  await sendMessage(context, plumber, { recipientId: caller.id, id: newId(), content: "I'm outside" });
  await db.run(sql`update users set password_hash = 'none' where id = ${caller.id}`);
  expect(await merge()).toMatchObject({ reason: "notMergeable" });
  const page = await visit(`/admin-dashboard/people/${client.id}/merge/${caller.id}`, {
    cookie: await signedIn(context, admin),
  });
  expect(await page.text()).toContain("nobody has written to it");
});

test("of two merges at once, into two accounts or into each other, one takes place", async () => {
  const third = await createUser(context, "client");
  const results = await Promise.all([client, third].map(({ id }) => mergeAccounts(context, admin, caller.id, id)));
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  const [one, other] = [await createCaller(context), await createCaller(context)];
  const crossed = await Promise.all([
    mergeAccounts(context, admin, one.id, other.id),
    mergeAccounts(context, admin, other.id, one.id),
  ]);
  expect(crossed.filter(({ ok }) => ok)).toHaveLength(1);
});

test("nothing is merged with an account that is suspended or erased", async () => {
  const refused = { ok: false, reason: "notMergeable" };
  await db.run(sql`update users set suspended_at = ${now} where id = ${client.id}`);
  expect(await merge()).toEqual(refused);
  await db.run(sql`update users set suspended_at = null, password_hash = 'erased' where id = ${client.id}`);
  expect(await merge()).toEqual(refused);
  const third = await createUser(context, "client");
  await db.run(sql`update users set suspended_at = ${now} where id = ${caller.id}`);
  expect(await mergeAccounts(context, admin, caller.id, third.id)).toEqual(refused);
});

test("the office sees both side by side, and merges with a step-up", async () => {
  const page = `/admin-dashboard/people/${client.id}/merge/${caller.id}`;
  const cookie = await signedIn(context, admin);
  const html = await (await visit(page, { cookie })).text();
  expect(html).toMatch(/Rudow Moyoh[^]*Rudo Moyo[^]*2 bookings/);
  const stale = await signedIn(context, admin, 1);
  expect((await visit(page, { cookie: stale, form: { form: "merge" } })).status).toBe(403);
  expect((await visit(page, { cookie, form: { form: "merge" } })).status).toBe(303);
  expect(await clientsOf(jobs)).toEqual([client.id, client.id]);
  const file = await (await visit(`/admin-dashboard/people/${client.id}`, { cookie })).text();
  expect(file).toContain("Merged into this account");
});
