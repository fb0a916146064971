import { and, eq, inArray, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { auditLog, bookings, hiddenColumns, notices, savedViews } from "~/db/schema";
import { MAX_CHOSEN, MAX_VIEWS } from "~/domain/admin/lists/office-lists";
import { eraseUser } from "~/domain/personal-data/erasure.server";
import { findUser } from "~/domain/admin/people/users.server";
import { book, seedTownForAdmin } from "../support/town";
import { textOf, visit } from "../support/site";
import { createUser, signedIn } from "../support/users";

const town = await seedTownForAdmin();

const page = async (path: string) => {
  const response = await visit(path, { cookie: town.cookies.admin });
  return { status: response.status, text: await textOf(response) };
};
const chosen = (action: string, ids: string[]) => `/admin-dashboard/bookings/chosen/${action}?ids=${ids.join(".")}`;
const act = (action: string, ids: string[], fields: Record<string, string> = {}, from: string[] = []) => {
  const form = new FormData();
  for (const id of ids) form.append("id", id);
  for (const one of from) form.append("from", one);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return visit(`/admin-dashboard/bookings/chosen/${action}`, { cookie: town.cookies.admin, form });
};
const resultOf = async (response: Response) => {
  expect(response.status).toBe(303);
  return (await page(response.headers.get("Location")!)).text;
};
const logged = (action: "bookingCancelled" | "plumberReminded" | "bookingAssigned", id: string) =>
  town.context.db.$count(auditLog, and(eq(auditLog.action, action), eq(auditLog.subjectId, id)));
/** A request of a client of its own, because one client has few with one plumber. */
const requested = async (at: number) =>
  book(town.context, await createUser(town.context, "client"), town.plumber, town.starts.at(at)!);

describe("Chosen bookings", () => {
  test("a page says before what can't be done and why, and offers the rest", async () => {
    const { reviewed, request, pending, confirmed } = town;
    const reminding = (await page(chosen("remind", [reviewed, request, confirmed, pending, "nobodys"]))).text;
    for (const words of ["Already completed", "Already confirmed", "Nobody is assigned yet", "Will be reminded"])
      expect(reminding).toContain(words);
    expect(reminding.match(/type="hidden" name="id"/g)).toHaveLength(1);
    expect(reminding).toContain("Remind 1 booking");
    expect((await page(chosen("cancel", [reviewed]))).text).toContain("This can&#x27;t be done with any of them.");
    expect((await page(chosen("reassign", [reviewed, pending]))).text).toContain("Already completed");
    expect((await page(chosen("cancel", ["nobodys"]))).status).toBe(400);
    expect((await page(chosen("erase", [pending]))).status).toBe(404);
    const tooMany = Array.from({ length: MAX_CHOSEN + 1 }, (_, at) => `none${at}`);
    expect((await page(chosen("cancel", tooMany))).status).toBe(400);
    expect((await act("cancel", tooMany, { reason: "R" })).status).toBe(400);
  });

  test("cancelling asks for a reason, tells both sides of each once, and says what became of each", async () => {
    const { reviewed, context } = town;
    const ids = [await requested(-4), await requested(-5), reviewed];
    expect((await act("cancel", ids)).status).toBe(400);
    const reason = { reason: "The client asked us to", reasonText: "on the phone" };
    const [first, again] = await Promise.all([act("cancel", ids, reason), act("cancel", ids, reason)]);
    for (const sent of [first, again]) {
      const text = await resultOf(sent);
      expect(text).toContain("2 of 3 bookings cancelled");
      expect(text).toContain("Already completed");
    }
    for (const id of ids.slice(0, 2)) {
      expect(await logged("bookingCancelled", id)).toBe(1);
      const isTold = sql`booking_id = ${id} and channel = 'email' and topic = 'changes'`;
      expect(await context.db.selectDistinct({ to: notices.userId }).from(notices).where(isTold)).toHaveLength(2);
    }
    expect(await logged("bookingCancelled", reviewed)).toBe(0);
  });

  test("reminding goes to each plumber once in half an hour", async () => {
    const ids = [await requested(-6), town.request];
    for (const _ of [1, 2]) expect(await resultOf(await act("remind", ids))).toContain("Reminded at");
    expect(await logged("plumberReminded", ids[0]!)).toBe(1);
    expect(await logged("plumberReminded", town.request)).toBe(0);
    expect((await page(chosen("remind", ids))).text).toContain("This can&#x27;t be done with any of them.");
  });

  test("reassigning asks for a plumber, does what is possible, and doesn't overrule another admin", async () => {
    const { context, plumber, otherPlumber, otherClient } = town;
    const start = town.starts.at(-7)!;
    const [free, taken, given] = [await requested(-8), await requested(-7), await requested(-9)];
    // Farai has a job of his own at one of the times.
    await book(context, otherClient, otherPlumber, start);
    expect((await page(chosen("reassign", [free, taken]))).text).toMatch(/1 of 2/);
    const ids = [free, taken, given];
    expect((await act("reassign", ids)).status).toBe(400);
    expect((await act("reassign", ids, { plumber: "nobody" })).status).toBe(404);
    // What the page showed: the third one was somebody else's then.
    const from = [`${free}:${plumber.id}`, `${taken}:${plumber.id}`, `${given}:${otherPlumber.id}x`];
    for (let twice = 0; twice < 2; twice += 1) {
      const text = await resultOf(await act("reassign", ids, { plumber: otherPlumber.id }, from));
      expect(text).toContain("1 of 3 bookings reassigned");
      expect(text).toContain("Assigned to Farai Other");
      expect(text).toContain("The plumber has another job then");
      expect(text).toContain("Someone else has just assigned this booking");
    }
    expect(await logged("bookingAssigned", free)).toBe(1);
    const isTheirs = and(inArray(bookings.id, [taken, given]), eq(bookings.plumberId, otherPlumber.id));
    expect(await context.db.$count(bookings, isTheirs)).toBe(0);
  });

  test("what was chosen, or a filter, is exported and logged", async () => {
    const { context, pending, confirmed, cookies } = town;
    const file = async (query: string) =>
      (await (await visit(`/admin-export/chosen-bookings.csv?${query}`, { cookie: cookies.admin })).text())
        .trim()
        .split("\r\n");
    const lines = await file(`ids=${pending}.${confirmed}.nobodys`);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/,client,client_phone,plumber,plumber_phone,city,.*,price_usd,paid_usd,created$/);
    for (const line of lines.slice(1)) expect(line).toMatch(/,Harare,.*,\d+\.\d\d,0\.00,[^,]+$/);
    const completed = await file("status=completed");
    expect(completed.slice(1).map((line) => line.split(",")[1])).toEqual(["completed"]);
    const entries = await context.db.select().from(auditLog).where(eq(auditLog.action, "dataExported"));
    expect(entries.map(({ after }) => after)).toEqual(['{"chosen":3}', '{"filter":"status=completed"}']);
  });
});

test("the figure above a list is the number of its bookings, of all clients", async () => {
  const { client, plumber, context } = town;
  for (const [side, id, column] of [
    ["client", client.id, bookings.clientId],
    ["plumber", plumber.id, bookings.plumberId],
  ] as const) {
    const count = await context.db.$count(bookings, eq(column, id));
    const { text } = await page(`/admin-dashboard/bookings?${side}=${id}`);
    expect(text.match(/data-row=/g)).toHaveLength(count);
    expect(text).toContain(`<h1>Bookings <small>${count}</small>`);
  }
});

describe("An admin's own views", () => {
  const VIEWS = "/admin-dashboard/lists/bookings";
  const send = (form: Record<string, string>, cookie = town.cookies.admin) => visit(VIEWS, { cookie, form });
  const save = (name: string, query: string, cookie?: string) => send({ intent: "save", name, query }, cookie);
  const own = (adminId: string) => town.context.db.select().from(savedViews).where(eq(savedViews.adminId, adminId));
  const colleague = async () => {
    const admin = await createUser(town.context, "admin");
    return { admin, cookie: await signedIn(town.context, admin) };
  };

  test("a view is what the list reads from its address, and leads to it; saved twice it is one", async () => {
    const messy = "status=pending&sort=-waiting&cursor=1.a&color=red&day=never";
    for (let twice = 0; twice < 2; twice += 1) {
      const sent = await save("Longest wait", messy);
      expect(sent.headers.get("Location")).toBe("/admin-dashboard/bookings?status=pending&sort=-waiting");
    }
    expect((await own(town.admin.id)).map(({ query }) => query)).toEqual(["status=pending&sort=-waiting"]);
    const { text } = await page("/admin-dashboard/bookings?status=pending&sort=-waiting");
    expect(text).toMatch(/aria-current="true"[^>]*>Longest wait/);
    expect((await save("Longest wait", "status=completed")).status).toBe(409);
    expect((await save(" ", "status=completed")).status).toBe(400);
  });

  test("another admin neither sees, renames nor deletes it; erasing an account takes its views along", async () => {
    await save("Longest wait", "status=pending&sort=-waiting");
    const [view] = await own(town.admin.id);
    const { admin, cookie } = await colleague();
    expect(await (await visit("/admin-dashboard/bookings", { cookie })).text()).not.toContain("Longest wait");
    expect((await send({ intent: `rename:${view!.id}`, name: "Mine" }, cookie)).status).toBe(404);
    expect((await send({ intent: `delete:${view!.id}` }, cookie)).status).toBe(303);
    expect(await own(town.admin.id)).toEqual([view]);
    expect((await save("Done", "status=completed", cookie)).status).toBe(303);
    expect((await send({ intent: "columns", all: "city", column: "" }, cookie)).status).toBe(303);
    const { context } = town;
    await context.db.run(sql`update users set role = 'client' where id = ${admin.id}`);
    await eraseUser(context, town.admin, { ...(await findUser(context.db, admin.id))! });
    expect(await own(admin.id)).toEqual([]);
    expect(await context.db.$count(hiddenColumns, eq(hiddenColumns.adminId, admin.id))).toBe(0);
  });

  test("a view is renamed and deleted, and an admin has 20 at most", async () => {
    const { admin, cookie } = await colleague();
    await town.context.db.run(sql`
      with recursive n(i) as (select 2 union all select i + 1 from n where i < ${MAX_VIEWS})
      insert into saved_views (id, admin_id, list, name, query, created_at)
      select 'view' || i, ${admin.id}, 'bookings', 'View ' || i, '', i from n`);
    const sent = await Promise.all(["One", "Another one"].map((name) => save(name, "", cookie)));
    expect(sent.map(({ status }) => status).sort()).toEqual([303, 409]);
    const [view, other] = await own(admin.id);
    expect((await send({ intent: `rename:${view!.id}`, name: other!.name }, cookie)).status).toBe(409);
    expect((await send({ intent: `rename:${view!.id}`, name: "Another" }, cookie)).status).toBe(303);
    for (let twice = 0; twice < 2; twice += 1)
      expect((await send({ intent: `delete:${other!.id}` }, cookie)).status).toBe(303);
    expect(await own(admin.id)).toHaveLength(MAX_VIEWS - 1);
    expect((await send({ intent: "erase" }, cookie)).status).toBe(400);
  });

  test("a column is hidden for one admin, never the one that leads on", async () => {
    const { cookie } = await colleague();
    await send({ intent: "columns", all: "status,price,reference,<b>", column: "status" }, cookie);
    const heads = async (session: string) => {
      const html = await (await visit("/admin-dashboard/bookings", { cookie: session })).text();
      return [...html.matchAll(/<th[^>]*>(?:<a[^>]*>)?(\w+)/g)].map(([, head]) => head);
    };
    expect(await heads(cookie)).not.toContain("Price");
    expect(await heads(cookie)).toContain("Reference");
    expect(await heads(town.cookies.admin)).toContain("Price");
  });
});
