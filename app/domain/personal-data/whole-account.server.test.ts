import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as tables from "~/db/schema";
import { env } from "../../../tests/support/env";
import { insertBooking } from "../../../tests/support/money-rows";
import { openSession } from "../../../tests/support/notices";
import { createRegistration } from "../../../tests/support/sign-up";
import { context, createUser, createUsers, db, now } from "../../../tests/support/users";
import { newId } from "../values/id";
import { eraseUser } from "./erasure.server";
import { collectOwnData } from "./own-data.server";

const [admin, client] = await createUsers(context, "admin", "client");
const [plumber, otherPlumber] = await createUsers(context, "plumber", "plumber");
const merged = await createUser(context, "client");
await db
  .update(tables.users)
  .set({ mergedInto: plumber.id, email: null, emailVerifiedAt: null, passwordHash: "merged" })
  .where(eq(tables.users.id, merged.id));
const booking = await insertBooking(context, { clientId: client.id, plumberId: plumber.id, status: "cancelled" });

/** The values of columns that take no others; every other one is filled with anything. */
const FITTING: Record<string, unknown> = {
  admin_id: admin.id,
  author_id: admin.id,
  recorded_by: admin.id,
  started_by: admin.id,
  client_id: client.id,
  plumber_id: otherPlumber.id,
  booking_id: booking,
  channel: "sms",
  topic: "changes",
  list: "people",
  kind: "identity",
  method: "ecocash",
  bank: null,
  branch: null,
  jobs: 5,
  scopes: "[]",
  topics: "[]",
  url: "https://hooks.example.com/",
};

/** Writes a row in which every column has a value, those that are empty as a rule too. */
async function fill(table: string, column: string, userId: string) {
  const { results } = await env.DB.prepare(`select name, type from pragma_table_info(?)`).bind(table).all<{
    name: string;
    type: string;
  }>();
  const session = table === "push_devices" ? { session_hash: await openSession(context, plumber) } : {};
  const values: Record<string, unknown> = { ...FITTING, ...session, [column]: userId };
  const row = results.map(({ name, type }) =>
    name in values ? values[name] : type.toLowerCase() === "text" ? newId() : now,
  );
  const names = results.map(({ name }) => `"${name}"`);
  await env.DB.prepare(`insert into ${table} (${names.join()}) values (${names.map(() => "?").join()})`)
    .bind(...row)
    .run();
}

/** The tables whose rows go with an account and with those merged into it, by the column that names the owner. */
const GOES: Record<string, string> = {
  plumber_id: "answer_links payout_details plumber_checks plumber_prices saved_plumbers served_suburbs free_days",
  client_id: "saved_plumbers",
  admin_id: "hidden_columns saved_views",
  user_id: `authenticator_apps claim_links consents notice_choices office_notes passkeys password_reset_links
    phone_channels phone_codes recovery_codes second_factor_resets`,
};
/** Access ends with the account itself: a merged one has none. */
const ACCESS = "pending_sign_ins personal_tokens push_devices sessions webhook_endpoints";

const goes = Object.entries(GOES)
  .flatMap(([column, names]) =>
    names.split(/\s+/).flatMap((table) => [plumber.id, merged.id].map((id) => [table, column, id] as const)),
  )
  // Days are of a profile.
  .filter(([table, , id]) => table !== "free_days" || id === plumber.id);
const access = ACCESS.split(" ").map((table) => [table, "user_id", plumber.id] as const);

test("an erased account leaves no row that goes with it, and nothing of them in its own row and profile", async () => {
  // Other triggers count the plumber's days.
  await db.delete(tables.freeDays);
  for (const [table, column, id] of [...goes, ...access]) if (table !== "sessions") await fill(table, column, id);
  const registration = await createRegistration(context, "plumber");
  const { email } = plumber;
  await db
    .update(tables.registrations)
    .set({ email, photoKey: "photo-of-sign-up" })
    .where(eq(tables.registrations.id, registration.id));
  const known = {
    phone: "+263772111222",
    phoneCorrectedAt: now,
    photoKey: "photo-of-account",
    claimedAt: now,
    addressLine1: "1 Main Street",
    addressLine2: "Avondale",
    suspendedAt: now,
    suspendedReason: "Rude",
  };
  await db.update(tables.users).set(known).where(eq(tables.users.id, plumber.id));
  const trade: Partial<typeof tables.plumberProfiles.$inferInsert> = {
    suburb: "Avondale",
    calendarTokenHash: "hash",
    acceptedPercent: 90,
    minutesToAnswer: 5,
    approval: "waiting",
    queuedAt: now,
    officeWords: "A clearer photo",
    papersNote: "It is old",
    hoursSetAt: now,
  };
  await db.update(tables.plumberProfiles).set(trade).where(eq(tables.plumberProfiles.userId, plumber.id));
  const rows = (id: string) => ({
    user: db.select().from(tables.users).where(eq(tables.users.id, id)),
    profile: db.select().from(tables.plumberProfiles).where(eq(tables.plumberProfiles.userId, id)),
  });
  const read = rows(plumber.id);
  const [before] = await read.user;
  const [profile] = await read.profile;

  const { id, role } = plumber;
  expect(await eraseUser(context, admin, { id, role, email, isErased: false }, "They asked us to")).toEqual({
    ok: true,
  });
  const left: string[] = [];
  for (const [table, column, owner] of [...goes, ...access]) {
    const found = await env.DB.prepare(`select 1 from ${table} where ${column} = ?`).bind(owner).all();
    if (found.results.length > 0) left.push(`${table} of ${owner === merged.id ? "the merged account" : "theirs"}`);
  }
  expect(left).toEqual([]);
  const nothing = { phone: null, phoneCorrectedAt: null, photoKey: null, addressLine1: null, addressLine2: null };
  const after = rows(plumber.id);
  expect(await after.user).toEqual([
    {
      ...before,
      ...nothing,
      email: `${id}@erased.invalid`,
      passwordHash: "erased",
      firstName: "Former",
      lastName: "plumber",
      searchName: "former plumber",
      searchLastName: "plumber former",
      phoneEnd: null,
      emailVerifiedAt: null,
      suspendedReason: null,
      quietFrom: null,
      quietUntil: null,
      accessEndedAt: now,
    },
  ]);
  expect(await after.profile).toEqual([
    {
      ...profile,
      listed: false,
      approval: "approved",
      queuedAt: null,
      officeWords: null,
      papersNote: null,
      checks: [],
      sortName: "former plumber",
      speciality: "",
      experience: "",
      about: "",
      suburb: null,
      acceptedPercent: null,
      minutesToAnswer: null,
      calendarTokenHash: null,
    },
  ]);
  const staged = await db.select().from(tables.stagedPhotos);
  expect(staged.map(({ photoKey }) => photoKey)).toEqual(
    expect.arrayContaining(["photo-of-account", "photo-of-sign-up"]),
  );
});

test("a download holds its owner's rows, those of merged accounts too, and none that others alone may read", async () => {
  const consent = { adminId: admin.id, at: now };
  await db.insert(tables.consents).values([
    { ...consent, id: newId(), userId: plumber.id, words: "Yes, to me" },
    { ...consent, id: newId(), userId: merged.id, words: "Yes, to my old account" },
    { ...consent, id: newId(), userId: client.id, words: "Yes, to another" },
  ]);
  const review = { bookingId: booking, clientId: client.id, plumberId: plumber.id, rating: 1, createdAt: now };
  await db
    .insert(tables.reviews)
    .values({ ...review, id: newId(), comment: "A held comment", hiddenAt: now, heldAt: now });
  const details = { plumberId: plumber.id, method: "bank", bank: "CBZ", holder: "Tendai", createdAt: now } as const;
  await db.insert(tables.payoutDetails).values({ ...details, id: newId(), number: "01234567890123", validFrom: now });
  const downloadOf = async (user: typeof plumber | typeof client) => JSON.stringify(await collectOwnData(db, user));
  const own = await downloadOf(plumber);
  const other = await downloadOf(client);
  const readable: { text: string; byPlumber: boolean; byClient: boolean }[] = [
    { text: "Yes, to me", byPlumber: true, byClient: false },
    { text: "Yes, to my old account", byPlumber: true, byClient: false },
    { text: "Yes, to another", byPlumber: false, byClient: true },
    { text: "A held comment", byPlumber: false, byClient: true },
    { text: "•••123", byPlumber: true, byClient: false },
    { text: "4567890123", byPlumber: false, byClient: false },
  ];
  for (const { text, byPlumber, byClient } of readable)
    expect([own.includes(text), other.includes(text)], text).toEqual([byPlumber, byClient]);
});
