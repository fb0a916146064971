import { count, eq, sql } from "drizzle-orm";
import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { openDatabase } from "~/db/client.server";
import { gatherReads, meterD1, pipeline, type D1Call } from "../../workers/d1";
import { env } from "../support/env";
import { failingD1, forgetfulD1, LINE_LOST } from "../support/failing-d1";

const owners = sqliteTable("gather_owners", { id: text().primaryKey(), name: text() });
const taps = sqliteTable("gather_taps", { id: text().primaryKey(), name: text(), ownerId: text() });

await env.DB.exec("create table gather_owners (id text primary key, name text)");
await env.DB.exec("create table gather_taps (id text primary key, name text, owner_id text)");
await env.DB.exec("insert into gather_owners values ('o1', 'Rudo'), ('o2', 'Kuda')");
await env.DB.exec("insert into gather_taps values ('t1', 'Kitchen', 'o1'), ('t2', null, 'o2')");

/** Gathered reads of a D1 that notes the statements of each call. */
function watched(d1 = env.DB) {
  const calls: string[][] = [];
  const gathered = pipeline(d1, gatherReads(), (call, send) => {
    calls.push(call.statements);
    return send(call);
  });
  return { calls, d1: gathered, db: openDatabase(gathered) };
}

test("reads of one turn are one call, and say what each would have said alone", async () => {
  const { calls, d1, db } = watched();
  const tapsOf = (id: string) =>
    db
      .select({ id: taps.id, owner: { id: owners.id, name: owners.name }, name: taps.name })
      .from(taps)
      .innerJoin(owners, eq(owners.id, taps.ownerId))
      .where(eq(owners.id, id));
  const afterItsHash = async () => {
    await crypto.subtle.digest("SHA-256", new TextEncoder().encode("token"));
    return db.select().from(owners).where(eq(owners.id, "o2")).get();
  };
  const answers = await Promise.all([
    tapsOf("o1"),
    tapsOf("o2"),
    tapsOf("nobody"),
    afterItsHash(),
    db.batch([db.select({ name: taps.name }).from(taps).orderBy(taps.id), db.select().from(owners).limit(1)]),
    d1.prepare("select count(*) as n from gather_taps").all<{ n: number }>(),
  ]);
  expect(calls.map(({ length }) => length)).toEqual([7]);
  const rudo = { id: "o1", name: "Rudo" };
  const kuda = { id: "o2", name: "Kuda" };
  expect(answers.slice(0, 5)).toEqual([
    [{ id: "t1", owner: rudo, name: "Kitchen" }],
    [{ id: "t2", owner: kuda, name: null }],
    [],
    kuda,
    [[{ name: "Kitchen" }, { name: null }], [rudo]],
  ]);
  expect(answers[5].results).toEqual([{ n: 2 }]);
});

test("a batch with a write takes the reads of its turn along, ahead of it; other writes keep their order", async () => {
  const { calls, d1 } = watched();
  const name = d1.prepare("select name from gather_taps where id = 't2'");
  const rename = (to: string) => d1.prepare(`update gather_taps set name = '${to}' where id = 't2'`);
  await rename("Sink").run();
  const [before, , renamed, , after] = await Promise.all([
    name.all(),
    rename("Sink").run(),
    d1.batch([rename("Yard"), name]),
    d1.batch([rename("Bath")]),
    d1.prepare("select 1 as one").all(),
  ]);
  expect(before.results).toEqual([{ name: "Sink" }]);
  expect([renamed[0]!.meta.changes, renamed[1]!.results]).toEqual([1, [{ name: "Yard" }]]);
  expect(after.results).toEqual([{ one: 1 }]);
  const select = "select name from gather_taps where id = 't2'";
  const update = "update gather_taps set name = ";
  const updates = ["Sink", "Yard", "Bath"].map((to) => `${update}'${to}' where id = 't2'`);
  const gathered = [select, "select 1 as one", updates[1], select];
  expect(calls.slice(1)).toEqual([[updates[0]], gathered, [updates[2]]]);
});

test("each further write of a turn waits until the one before it has ended", async () => {
  const seen: string[] = [];
  const d1 = pipeline(env.DB, gatherReads(), async (call, send) => {
    seen.push("begins");
    const answer = await send(call);
    seen.push("ends");
    return answer;
  });
  const rename = (to: string) => d1.batch([d1.prepare(`update gather_taps set name = '${to}' where id = 't2'`)]);
  await Promise.all(["Sink", "Yard", "Bath"].map(rename));
  expect(seen).toEqual(["begins", "ends", "begins", "ends", "begins", "ends"]);
});

test("a read that fails costs itself alone: what is read and written beside it is done, the write last", async () => {
  const { calls, d1 } = watched();
  const name = d1.prepare("select name from gather_taps where id = 't1'");
  const rename = (to: string) => d1.batch([d1.prepare(`update gather_taps set name = '${to}' where id = 't1'`)]);
  const [read, broken, written, last] = await Promise.allSettled([
    name.all(),
    d1.prepare("select missing from gather_taps").all(),
    rename("Garden"),
    rename("Roof"),
  ]);
  expect(read).toMatchObject({ value: { results: [{ name: "Kitchen" }] } });
  expect(broken).toMatchObject({ reason: { message: expect.stringContaining("no such column: missing") } });
  expect([written.status, last.status]).toEqual(["fulfilled", "fulfilled"]);
  expect(calls.map(({ length }) => length)).toEqual([3, 1, 1, 1, 1]);
  // A read after a result is a call of its own.
  expect((await name.all()).results).toEqual([{ name: "Roof" }]);
  expect(calls).toHaveLength(6);
});

test("a write is not sent again where it may be stored, and fails with its own error where it broke a rule", async () => {
  const { d1 } = watched(forgetfulD1("gather_owners"));
  const add = (id: string) => d1.batch([d1.prepare(`insert into gather_owners values ('${id}', 'Chipo')`)]);
  const beside = () => d1.prepare("select count(*) as n from gather_owners where name = 'Chipo'").all();
  const [, lost] = await Promise.allSettled([beside(), add("o3")]);
  expect(lost).toMatchObject({ reason: { message: LINE_LOST } });
  const [stored, again] = await Promise.allSettled([beside(), add("o3")]);
  expect(stored).toMatchObject({ value: { results: [{ n: 1 }] } });
  expect(again).toMatchObject({ reason: { message: expect.stringContaining("UNIQUE constraint failed") } });
});

test("a D1 that has too much to do is not asked again", async () => {
  const overloaded = failingD1(() => true, "D1_ERROR: D1 DB is overloaded. Requests queued for too long.");
  const { calls, db } = watched(overloaded);
  const answers = await Promise.allSettled([db.select().from(owners), db.select().from(taps)]);
  expect([calls.length, ...answers.map(({ status }) => status)]).toEqual([1, "rejected", "rejected"]);
});

test("columns of one name stay apart, whatever is asked for beside them", async () => {
  const { db } = watched();
  const ids = db
    .select({ tap: taps.id, owner: owners.id, is: sql<number>`1`, one: sql<number>`1`, count: count() })
    .from(taps)
    .innerJoin(owners, eq(owners.id, taps.ownerId))
    .groupBy(taps.id)
    .orderBy(taps.id);
  const row = { tap: "t1", owner: "o1", is: 1, one: 1, count: 1 };
  expect((await ids)[0]).toEqual(row);
  expect((await db.batch([ids, ids]))[1]![0]).toEqual(row);
});

test("a select with two columns of one alias is refused", () => {
  const select = watched()
    .db.select({ name: sql`1`.as("it"), id: sql`2`.as("it") })
    .from(owners);
  expect(() => select.toSQL()).toThrow("Two columns of a select are called it");
});

test("a notice counts as queued also when the answer of its batch is lost", async () => {
  const meter = meterD1();
  const lost = (...statements: string[]) =>
    expect(meter.step({ statements } as D1Call, () => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
  await lost('update "notices" set "seen_at" = 1');
  expect(meter.hasQueuedNotice()).toBe(false);
  await lost('insert into "messages"', 'insert into "notices"');
  expect(meter.hasQueuedNotice()).toBe(true);
});
