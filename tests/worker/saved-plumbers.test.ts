import { beforeAll, expect, test } from "vitest";
import { listSavedPlumbers, MAX_SAVED, savePlumber } from "~/domain/plumbers/saved-plumbers.server";
import { suspendUser } from "~/domain/admin/suspension.server";
import { createUser } from "../support/users";
import { visit } from "../support/site";
import { seedTown } from "../support/town";

let town: Awaited<ReturnType<typeof seedTown>>;
beforeAll(async () => {
  town = await seedTown();
});

const press = (intent: string, id: string, cookie?: string) =>
  visit(`/appointment/${id}/save`, { cookie, form: { intent } });
const textOf = async (path: string, cookie?: string) => (await visit(path, { cookie })).text();
const saved = async () =>
  (await listSavedPlumbers(town.context.db, town.client.id, town.context.now)).map(({ id }) => id);

test("a client saves a plumber, finds them on the list, and takes them from it", async () => {
  const { client } = town.cookies;
  const page = `/appointment/${town.plumber.id}`;
  expect(await textOf(page, client)).toContain("Save this plumber");
  const answer = await press("save", town.plumber.id, client);
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, page]);
  expect((await press("save", town.plumber.id, client)).status).toBe(303);
  expect(await saved()).toEqual([town.plumber.id]);
  expect(await textOf(page, client)).toContain("Remove from saved plumbers");
  const list = await textOf("/client-dashboard/saved", client);
  for (const text of ["Tendai Own", `href="${page}"`]) expect(list).toContain(text);
  expect((await press("remove", town.plumber.id, client)).headers.get("Location")).toBe("/client-dashboard/saved");
  expect(await saved()).toEqual([]);
  expect(await textOf("/client-dashboard/saved", client)).toContain("No saved plumbers yet.");
});

test("the latest is first, and who is no longer listed is not shown", async () => {
  for (const plumber of [town.plumber, town.otherPlumber])
    await savePlumber(
      { ...town.context, now: town.context.now + (plumber === town.plumber ? 0 : 1) },
      town.client,
      plumber.id,
    );
  expect(await saved()).toEqual([town.otherPlumber.id, town.plumber.id]);
  const gone = await createUser(town.context, "plumber");
  await savePlumber(town.context, town.client, gone.id);
  await suspendUser(town.context, town.admin, gone.id, null);
  expect(await saved()).not.toContain(gone.id);
});

test("nobody else can: a visitor signs in first, for others there is no such page, and no button", async () => {
  const visitor = await press("save", town.plumber.id);
  expect([visitor.status, visitor.headers.get("Location")]).toEqual([303, expect.stringMatching(/^\/signin/)]);
  for (const cookie of [town.cookies.plumber, town.cookies.admin]) {
    expect((await press("save", town.plumber.id, cookie)).status).toBe(404);
    expect(await textOf(`/appointment/${town.plumber.id}`, cookie)).not.toContain("Save this plumber");
  }
  expect(await textOf(`/appointment/${town.plumber.id}`)).not.toContain("Save this plumber");
});

test("an unknown plumber and the fifty-first are refused, however many are saved at once", async () => {
  expect(await savePlumber(town.context, town.otherClient, "nobody")).toEqual({ ok: false, reason: "notSaved" });
  expect((await press("save", "nobody", town.cookies.otherClient)).status).toBe(409);
  const plumbers = await Promise.all(Array.from({ length: MAX_SAVED + 5 }, () => createUser(town.context, "plumber")));
  const results = await Promise.all(plumbers.map(({ id }) => savePlumber(town.context, town.otherClient, id)));
  expect(results.filter(({ ok }) => ok)).toHaveLength(MAX_SAVED);
});
