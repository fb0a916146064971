import { expect, test } from "vitest";
import { assignTo, book, setBooking } from "../../../../tests/support/town";
import { context, createUsers, db, now } from "../../../../tests/support/users";
import { offeredStarts } from "../../time/slots";
import type { SessionClaims } from "../../values/user";
import { listOtherPlumbers } from "./other-plumbers.server";

const starts = offeredStarts(now);
const [admin, client, otherClient] = await createUsers(context, "admin", "client", "client");
const [first, second, third, free] = await createUsers(context, "plumber", "plumber", "plumber", "plumber");

/** A request that was asked of one plumber after another, each in place of the one before. */
const asked: string[] = [];
for (const [at, plumber] of [first, second, third].entries()) {
  const id = await book(context, client, plumber, starts.at(-1 - at)!);
  await setBooking(context, id, { status: "refused", cityKey: "harare", replacesId: asked.at(-1) ?? null });
  asked.push(id);
}

const offered = async (id: string, viewer: SessionClaims = client) =>
  (await listOtherPlumbers(db, viewer, id, now)).map((plumber) => plumber.id);

test.each([0, 1, 2])("no plumber of a chain of requests is offered again, from its request %i on", async (at) => {
  const ids = await offered(asked[at]!);
  expect(ids).toContain(free.id);
  for (const plumber of [first, second, third]) expect(ids).not.toContain(plumber.id);
});

test("a request of the chain that no plumber has leaves the others to be offered", async () => {
  await setBooking(context, asked[0]!, { plumberId: null });
  const ids = await offered(asked[1]!);
  expect([ids.includes(first.id), ids.includes(second.id), ids.includes(free.id)]).toEqual([true, false, true]);
});

test("a request of another chain keeps no plumber out, and another client is offered no one", async () => {
  const id = await book(context, otherClient, free, starts.at(-5)!);
  await setBooking(context, id, { cityKey: "harare" });
  const ids = await offered(id, otherClient);
  expect(ids).toContain(first.id);
  expect(ids).not.toContain(free.id);
  expect(await offered(id, client)).toEqual([]);
  await assignTo(context, admin, id, { from: free.id, to: first.id });
  expect(await offered(asked[1]!)).toContain(free.id);
});
