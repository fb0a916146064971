import { beforeAll, expect, test } from "vitest";
import { bookingEvents, bookings } from "~/db/schema";
import { DAY, HOUR } from "~/domain/time/harare";
import { listRegistrations } from "~/domain/admin/registrations.server";
import { readSearch } from "~/domain/admin/search-text";
import { collectOwnData } from "~/domain/personal-data/own-data.server";
import { eraseOwnAccount } from "~/domain/personal-data/erasure.server";
import { beginPasswordCheck } from "~/domain/accounts/password-change.server";
import { hashPassword } from "~/domain/accounts/passwords.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { takeJobStep } from "~/domain/bookings/commands/job-steps.server";
import type { SteppedUpUser } from "~/domain/values/user";
import { logError } from "~/http/log";
import { runSchedule } from "../../workers/scheduled";
import { contextAt } from "../support/context";
import { env } from "../support/env";
import { listQueries } from "../support/list-queries";
import { explain, indexesOf, recordStatements, scansOf } from "../support/query-plans";
import { createUser } from "../support/users";

// Law 7: every list has its index, and an index that no query uses only slows writes down.
const { now } = contextAt();
let client: SteppedUpUser;
let plumber: SteppedUpUser;

/** Plans of every statement that `work` sends, by the statement. */
async function plansOf(work: (recording: ReturnType<typeof recordStatements>) => Promise<unknown>) {
  const recording = recordStatements();
  await work(recording);
  const plans = new Map<string, string[]>();
  for (const [query, values] of recording.statements) plans.set(query, await explain(query, values));
  return plans;
}

beforeAll(async () => {
  client = await createUser(contextAt(), "client");
  plumber = await createUser(contextAt(), "plumber");
});

/** A job that was completed an hour ago, as the schedule finds it. */
async function finishJob() {
  const { db } = contextAt();
  const times = { startsAt: now - 2 * HOUR, completedAt: now - HOUR, createdAt: now - DAY, updatedAt: now - HOUR };
  const job = { clientId: client.id, plumberId: plumber.id, cityKey: "harare", serviceType: "Leak Fixing" };
  await db.insert(bookings).values({ id: "job", reference: "PB-JOB", status: "completed", ...job, ...times });
  const event = { event: "complete", actorRole: "plumber", toStatus: "completed", at: now - HOUR } as const;
  await db.insert(bookingEvents).values({ id: "job-complete", bookingId: "job", ...event });
}

test("no list reads a whole table", async () => {
  for (const [name, list] of Object.entries(listQueries({ client, plumber, now }))) {
    const plans = await plansOf(({ db }) => list(db));
    expect(
      [...plans].flatMap(([query, plan]) => scansOf(query, plan)),
      name,
    ).toEqual([]);
  }
});

test("a list of one person's bookings reads theirs alone", async () => {
  const lists = Object.entries(listQueries({ client, plumber, now })).filter(([name]) =>
    /(client|plumber)'s/.test(name),
  );
  expect(lists.length).toBeGreaterThan(15);
  for (const [name, list] of lists) {
    const lines = [...(await plansOf(({ db }) => list(db))).values()].flat();
    const reads = lines.filter((line) => /^(SEARCH|SCAN) bookings /.test(line));
    for (const line of reads) expect(line, name).toMatch(/\((client_id|plumber_id|id|reference)=\?/);
  }
});

test("each index is used: by a list, the schedule, the office, an erasure, or a foreign key", async () => {
  const used = new Set<string>();
  const note = (plans: Map<string, string[]>) => {
    for (const plan of plans.values()) for (const index of indexesOf(plan)) used.add(index);
  };
  for (const list of Object.values(listQueries({ client, plumber, now }))) note(await plansOf(({ db }) => list(db)));
  note(
    await plansOf(async ({ db }) => {
      const context = contextAt(now, { db });
      const passwordHash = await hashPassword("a fine password");
      const leaver = await createUser(contextAt(), "client", { passwordHash });
      await finishJob();
      const sender = { send: async () => ({ providerId: null }) };
      const senders = { email: sender, sms: sender };
      await runSchedule(context, senders, { reportError: logError, keepBodies: false });
      const job = await findBookingFor(db, plumber, "job");
      await takeJobStep(context, plumber, job!, "not-on-the-way");
      await collectOwnData(db, leaver);
      const admitted = await beginPasswordCheck(context, "no session", leaver.id);
      if (!admitted.ok) throw new Error(admitted.reason);
      await eraseOwnAccount(context, leaver, admitted, "a fine password");
      for (const text of [null, "tendai", "0771234567"]) await listRegistrations(db, readSearch(text), null);
    }),
  );

  const { results: indexes } = await env.DB.prepare(
    "select name, tbl_name as owner, sql from sqlite_master where type = 'index' and sql is not null and tbl_name not like 'd1_%'",
  ).all<{ name: string; owner: string; sql: string }>();
  const unused: string[] = [];
  for (const { name, owner, sql } of indexes) {
    // A unique index is a rule, used by every insert.
    if (used.has(name) || sql.startsWith("CREATE UNIQUE")) continue;
    const { results: columns } = await env.DB.prepare(`select name from pragma_index_info('${name}')`).all<{
      name: string;
    }>();
    const { results: keys } = await env.DB.prepare(
      `select "from" as name from pragma_foreign_key_list('${owner}') where on_delete = 'CASCADE'`,
    ).all<{ name: string }>();
    // Deleting what a row belongs to looks the row up.
    if (!keys.some((key) => key.name === columns[0]?.name)) unused.push(name);
  }
  expect(unused).toEqual([]);
});
