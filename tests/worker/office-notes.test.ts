import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, officeNotes } from "~/db/schema";
import { collectOwnData } from "~/domain/personal-data/own-data.server";
import { eraseUser } from "~/domain/personal-data/erasure.server";
import { addNote } from "~/domain/admin/people/office-notes.server";
import { listTimeline } from "~/domain/admin/people/timeline.server";
import { findUser } from "~/domain/admin/people/users.server";
import { newId } from "~/domain/values/id";
import { payFor, seedTownForAdmin } from "../support/town";
import { visit } from "../support/site";
import { createUser, signedIn } from "../support/users";

const town = await seedTownForAdmin();
await payFor(town.context, town, town.reviewed, 25_00);

test("a note is written once, changed by its writer alone, and deleted by any admin", async () => {
  const { context, client, cookies } = town;
  const { db } = context;
  const colleague = await signedIn(context, await createUser(context, "admin"));
  const page = `/admin-dashboard/people/${client.id}`;
  const id = newId();
  const form = { form: "note", id, words: "The gate is on\nthe left" };
  for (const sent of await Promise.all([1, 2].map(() => visit(page, { cookie: cookies.admin, form }))))
    expect(sent.status).toBe(303);
  expect(await db.$count(officeNotes, eq(officeNotes.id, id))).toBe(1);
  expect(await (await visit(page, { cookie: cookies.admin })).text()).toContain("The gate is on\nthe left");

  const note = `${page}/notes/${id}`;
  const edit = async (cookie: string, words: string) => (await visit(note, { cookie, form: { words } })).status;
  expect(await edit(colleague, "The gate is on the right")).toBe(404);
  expect(await edit(cookies.admin, "The gate is on the right")).toBe(303);
  expect(await edit(cookies.admin, " ")).toBe(400);
  expect(await edit(cookies.client, "The gate is on the right")).toBe(404);
  expect(await (await visit(note, { cookie: colleague })).text()).toContain("The gate is on the right");
  for (const _ of [1, 2])
    expect((await visit(note, { cookie: colleague, form: { intent: "delete" } })).status).toBe(303);
  expect((await visit(note, { cookie: cookies.admin })).status).toBe(404);

  const log = await db.select().from(auditLog).where(eq(auditLog.subjectId, client.id));
  const actions = log.map(({ action }) => action).filter((action) => action.startsWith("note"));
  expect(actions.sort()).toEqual(["noteAdded", "noteDeleted", "noteEdited"]);
  expect(JSON.stringify(log)).not.toContain("gate");
});

test("notes are in the person's own data and go with the account; nobody else outside the office gets them", async () => {
  const { context, admin } = town;
  const { db } = context;
  const client = await createUser(context, "client");
  await addNote(context, admin, client.id, { id: newId(), words: "Deaf in one ear" });
  expect((await collectOwnData(db, client)).officeNotes).toMatchObject([{ words: "Deaf in one ear" }]);
  const cookie = await signedIn(context, client);
  for (const path of ["/client-dashboard/overview", "/client-dashboard/profile"])
    expect(await (await visit(path, { cookie })).text()).not.toContain("Deaf");
  await eraseUser(context, admin, { ...client, ...(await findUser(db, client.id))! });
  expect(await db.$count(officeNotes, eq(officeNotes.userId, client.id))).toBe(0);
  const late = await addNote(context, admin, client.id, { id: newId(), words: "Late" });
  expect(late).toMatchObject({ reason: "userNotFound" });
});

test("a file holds everything about someone once, in order of time, page by page and kind by kind", async () => {
  const { context, admin, client, plumber } = town;
  const { db } = context;
  await db.run(sql`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 70)
    insert into office_notes (id, user_id, author_id, words, at)
    select 'note' || i, ${client.id}, ${admin.id}, 'Note ' || i, ${context.now} - (i % 35) * 1000 from n`);
  // A conversation in which nobody has written yet is not in a file.
  const written = { id: newId(), content: "Hello" };
  await visit(`/client-dashboard/messages/${plumber.id}`, { cookie: town.cookies.client, form: written });
  for (const user of [client, plumber]) {
    const seen: { id: string; at: number; kind: string }[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof listTimeline>> = await listTimeline(db, admin, user.id, null, cursor);
      seen.push(...page.entries);
      cursor = page.next;
    } while (cursor);
    expect(seen.map(({ at }) => at)).toEqual(seen.map(({ at }) => at).sort((a, b) => b - a));
    expect(new Set(seen.map(({ kind, id }) => kind + id)).size).toBe(seen.length);
    const kinds = new Set(seen.map(({ kind }) => kind));
    for (const kind of ["booking", "message", "notice", "review"]) expect(kinds).toContain(kind);
    expect(JSON.stringify(seen)).not.toContain("Secret Street");
  }
  const { entries } = await listTimeline(db, admin, client.id, "booking", null);
  expect(entries.find(({ id }) => id === town.reviewed)).toMatchObject({
    detail: expect.stringMatching(/^Paid \$25.*PR-\d+$/) as string,
    status: "completed",
  });
});
