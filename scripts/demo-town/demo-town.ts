import { readFileSync } from "node:fs";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { batch, openDatabase, columnsOf } from "../../app/db/client.server";
import * as tables from "../../app/db/schema";
import type { messages, reviews } from "../../app/db/schema";
import { countWeeks } from "../../app/domain/admin/insights/insights.server";
import { hashPassword } from "../../app/domain/accounts/passwords.server";
import { CONSENT_WORDS, TERMS_VERSION } from "../../app/domain/accounts/account";
import { PHOTO_SIZES } from "../../app/domain/photos/photo";
import { rollFreeDays } from "../../app/domain/plumbers/free-starts.server";
import { refreshPrices } from "../../app/domain/prices/usual-prices.server";
import { DAY, HOUR, MINUTE, type Instant } from "../../app/domain/time/harare";
import { cityKey, suburbKey } from "../../app/domain/values/cities";
import { fullName } from "../../app/domain/values/user";
import { CHECK_KINDS, nextStep } from "../../app/domain/vetting/vetting";
import type { KeepPhotos } from "../local-storage";
import type { Transaction } from "../paynow/paynow-stand-in";
import {
  sendNotices,
  type Run,
  countTown,
  followBookings,
  numberEvents,
  followPayments,
  followQuotes,
} from "../town/what-follows";
import { planBookings, planPhotos, type Booking } from "./demo-bookings";
import { DEMO_PASSWORD, DEMO_CLIENTS, DEMO_PLUMBERS, rowsOf, type DemoPlumber } from "./demo-people";
import { planMoney } from "./demo-money";
import { payOnline } from "./demo-online-money";
import { sql } from "drizzle-orm";
import { countAnswers } from "../../app/domain/bookings/commands/tallies.server";
import { conversationIdOf } from "../../app/domain/contacts/contacts.server";
import { isEarlierJob, problemOf } from "./demo-problems";

const RATINGS = [5, 5, 4, 5, 5, 4, 3, 5, 4, 2, 5, 5, 4, 5, 5, 4, 3, 5, 4, 2, 5, 5, 4, 5, 5, 4, 3, 5, 4, 5] as const;

/** Comments on any work, by rating, for a plumber who was praised in the problem's own words before. */
const GENERAL_COMMENTS: Partial<Record<number, string[]>> = {
  5: [
    "Told me the price first and kept to it.",
    "Rang before coming, covered the floor and took the rubble away.",
    "Explained which valve to close if it happens again. Very kind to my mother.",
  ],
  4: ["Good work. Would book again.", "Tidy and quick. A little more expensive than I had hoped."],
};

/** About two of three completed jobs of the last weeks have been reviewed, the day after at the latest. */
function planReviews(rows: Booking[], now: Instant): (typeof reviews.$inferInsert)[] {
  const said = new Set<string>();
  return rows
    .filter((row) => row.status === "completed" && !isEarlierJob(row.id))
    .filter((_, index) => index % 3 !== 2)
    .map((row, index) => {
      const { id: bookingId, clientId, startsAt } = row;
      const plumberId = row.plumberId!;
      const rating = RATINGS[index % RATINGS.length]!;
      // The first of these that no one has said of this plumber. One in four has stars alone.
      const words = index % 4 === 3 ? [] : [problemOf(row).said[5 - rating]!, ...(GENERAL_COMMENTS[rating] ?? [])];
      const comment = words.find((one) => !said.has(`${plumberId} ${one}`)) ?? null;
      said.add(`${plumberId} ${comment}`);
      const id = `demoreview${String(index).padStart(4, "0")}`;
      const createdAt = Math.min(startsAt + 20 * HOUR, now - HOUR);
      return { id, bookingId, clientId, plumberId, rating, comment, showsJob: index % 2 === 0, createdAt };
    });
}

const TALK: [byClient: boolean, content: string][] = [
  [true, "Hello, water is dripping behind the sink. Shall I close the main valve until you come?"],
  [false, "Hello. Yes please, it's the red wheel beside the meter. I'll bring washers and a cartridge."],
  [true, "Closed. The gate is the blue one, please ring twice."],
  [false, "Thank you, I'll ring. I'll be there at the agreed time."],
  [true, "Great, see you then."],
];

/** The last two days' talk between every second pair of a client and a plumber with open work, in order of time. */
function planMessages(rows: Booking[], now: Instant): (typeof messages.$inferInsert)[] {
  const open = rows.filter((row) => row.plumberId && (row.status === "confirmed" || row.status === "pending"));
  const pairs = [...new Map(open.map((row) => [`${row.clientId} ${row.plumberId}`, row])).values()];
  return pairs
    .filter((_, index) => index % 2 === 0)
    .flatMap(({ clientId, plumberId }, pair) =>
      TALK.slice(0, 2 + (pair % 4)).map(([byClient, content], index) => ({
        id: `demomessage-${pair}-${index}`,
        conversationId: conversationIdOf(clientId, plumberId!),
        senderId: byClient ? clientId : plumberId!,
        recipientId: byClient ? plumberId! : clientId,
        content,
        createdAt: now - 40 * HOUR + pair * 37 * MINUTE + index * 9 * MINUTE,
      })),
    )
    .sort((a, b) => a.createdAt - b.createdAt);
}

const PORTRAITS = new URL("./portraits/", import.meta.url);

/** The checks of each plumber in turn, so that the directory has all of them, some and none. */
const CHECKED = ["icr", "ic", "i", "ir", "ic", "icr", ""];

/** A plumber whose note about a reference waits in the office's queue. */
const PLUMBER_WITH_NOTE = "demoplumber05";

/**
 * Fills an empty database and bucket with the demo town. `keep` gets the transactions of the provider's stand-in; null:
 * nothing is paid online. `keepPhotos` null: without the files of photos.
 */
export async function buildDemoTown(
  env: { DB: D1Database; keepPhotos: KeepPhotos | null },
  now: Instant,
  keep: ((transactions: Transaction[]) => void) | null = null,
): Promise<void> {
  const db = openDatabase(env.DB);
  const { rows, events } = planBookings(now, { paysOnline: keep !== null });
  const money = planMoney(rows, now);
  const plumber = DEMO_PLUMBERS[0]!;
  const client = DEMO_CLIENTS[0]!;
  const caller = DEMO_CLIENTS.find(({ isCaller }) => isCaller)!;
  // The first plumber's clients let everyone see the finished work, but for every third.
  rows
    .filter(({ plumberId, completedAt }) => plumberId === plumber.id && completedAt)
    .forEach((row, number) => (row.photosSharedAt = number % 3 === 2 || number > 5 ? null : row.completedAt));
  const photos = planPhotos(rows, [plumber.id, client.id], now);
  // Callers cannot sign in: they write neither reviews nor messages.
  const bySignedIn = rows.filter(({ clientId }) => clientId !== caller.id);

  const withPortrait = [...DEMO_PLUMBERS, ...DEMO_CLIENTS].filter(({ hasPortrait }) => hasPortrait);
  const portraits = withPortrait.flatMap(({ id }) => PHOTO_SIZES.map((size) => `${id}-${size}.webp`));
  const files = [...portraits.map((file): [string, URL] => [file, new URL(file, PORTRAITS)]), ...photos.files];
  await env.keepPhotos?.(files.map(([name, source]) => [name, new Uint8Array(readFileSync(source))]));

  const { id: clientId } = client;
  const save = (at: number) => ({ clientId, plumberId: DEMO_PLUMBERS[at]!.id, savedAt: now - (at + 1) * DAY });
  const served = DEMO_PLUMBERS.flatMap(({ id: plumberId, served }) =>
    served.map((suburb) => ({ plumberId, suburb, suburbKey: suburbKey(suburb) })),
  );
  const insert = <Table extends SQLiteTable>(table: Table, values: Table["$inferInsert"][]) =>
    values.map((row) => db.insert(table).values(row));
  const inserts = [
    ...insert(tables.users, await planAccounts(now)),
    ...insert(tables.plumberProfiles, DEMO_PLUMBERS.map(profileAt(now))),
    ...insert(tables.phoneChannels, [
      {
        id: "demophone01",
        userId: plumber.id,
        channel: "whatsapp",
        phone: "+263772555002",
        consentWords: CONSENT_WORDS.whatsapp,
        verifiedAt: now - DAY,
      },
    ]),
    ...insert(tables.servedSuburbs, served),
    ...insert(tables.plumberChecks, DEMO_PLUMBERS.flatMap(checksAt(now))),
    ...insert(tables.savedPlumbers, [0, 1, 4].map(save)),
    ...insert(tables.bookings, rows),
    ...insert(
      tables.bookingEvents,
      [...events, ...money.events].map((event, at) => ({ ...event, seq: at + 1 })),
    ),
    ...insert(tables.quotes, money.quotes),
    ...insert(tables.payments, money.payments),
    ...insert(tables.privatePhotos, photos.photos),
    ...insert(tables.reviews, planReviews(bySignedIn, now)),
    ...insert(tables.messages, planMessages(bySignedIn, now)),
    ...insert(tables.enquiries, planEnquiries(now)),
    ...insert(tables.dialogues, [planDialogue(now)]),
  ];
  for (let start = 0; start < inserts.length; start += 100)
    await batch(db, { inserted: inserts.slice(start, start + 100) });

  const statements: D1PreparedStatement[] = [];
  const run: Run = (sql) => void statements.push(env.DB.prepare(sql));
  followBookings(run, now);
  followQuotes(run);
  followPayments(run);
  numberEvents(run);
  countTown(run, now, "true");
  fillDesks(run, caller.id, now);
  await env.DB.batch(statements);

  await db.batch([countAnswers(db, sql`plumber_profiles.user_id`, sql`true`)]);
  while ((await refreshPrices({ db, now })) > 0);
  await rollFreeDays({ db, now });
  if (keep) keep(await payOnline(db, now));
  while ((await countWeeks({ db, now })) > 0);
}

async function planAccounts(now: Instant): Promise<(typeof tables.users.$inferInsert)[]> {
  const since = now - 60 * DAY;
  const known = { passwordHash: await hashPassword(DEMO_PASSWORD), emailVerifiedAt: since, updatedAt: since };
  const admin = { id: "demoadmin", email: "admin@pombi.test", firstName: "Grace", lastName: "Chikomo" };
  const people = [
    ...DEMO_PLUMBERS.map((one) => ({ ...one, role: "plumber" as const, addressLine2: null })),
    ...DEMO_CLIENTS.map((one) => ({ ...one, role: "client" as const })),
  ];
  return [
    { ...admin, ...known, role: "admin", createdAt: since },
    ...people.map((one, index) => ({
      ...columnsOf(one, "id", "email", "role", "firstName", "lastName", "phone", "addressLine1", "addressLine2"),
      ...known,
      ...(one.email ? { termsVersion: TERMS_VERSION } : { passwordHash: "none", emailVerifiedAt: null }),
      photoKey: one.hasPortrait ? one.id : null,
      createdAt: now - (55 - index) * DAY,
    })),
  ];
}

const profileAt = (now: Instant) => (plumber: DemoPlumber) => ({
  ...columnsOf(plumber, "speciality", "experience", "about", "feeCents", "city", "suburb"),
  userId: plumber.id,
  sortName: fullName(plumber).toLowerCase(),
  cityKey: cityKey(plumber.city),
  listed: true,
  hoursSetAt: now - 50 * DAY,
  ...plumber.hours,
  ...(plumber.id === PLUMBER_WITH_NOTE && {
    queuedAt: now - 3 * HOUR,
    papersNote: "Mrs Dube in Greendale knows my work, 077 210 0123 (demo data: there is no Mrs Dube).",
  }),
});

/** Certificates end, some of them within a month. No one has seen anything, and each check's note says so. */
const checksAt = (now: Instant) => (plumber: DemoPlumber, index: number) =>
  CHECK_KINDS.filter((kind) => CHECKED[index % CHECKED.length]!.includes(kind[0]!)).map((kind) => {
    const expiresAt = kind === "certificate" ? now + (20 + ((index * 53) % 600)) * DAY : null;
    return {
      plumberId: plumber.id,
      kind,
      nameKey: fullName(plumber).toLowerCase(),
      checkedAt: now - (30 + ((index * 7) % 25)) * DAY,
      expiresAt,
      recordedBy: "demoadmin",
      note: "Demo data: nobody has seen this paper.",
      nextStepAt: nextStep(expiresAt, now)?.at ?? null,
    };
  });

/** Hours ago, sender, phone, subject and message, from the public forms. */
const ENQUIRIES = `
1  | Blessing Ncube | +263772111222 | Bathroom Plumbing | Do you also tile a bathroom, or the pipes only? It is about six square metres in Mount Pleasant.
20 | Farai Gumbo    |               | Quote             | A new geyser of 150 litres for a house in Gweru: what would it cost with everything?
72 | Rutendo Marufu | +263713000444 | Thank you         | Your plumber was kind and quick. Please tell him.
`;

const planEnquiries = (now: Instant): (typeof tables.enquiries.$inferInsert)[] =>
  rowsOf(ENQUIRIES, ["hours", "name", "phone", "subject", "message"]).map(({ hours, ...row }, index) => ({
    id: `demoenquiry${index + 1}`,
    topic: (["contact", "quote", "home"] as const)[index]!,
    ...row,
    phone: row.phone || null,
    email: `${row.name.split(" ")[0]!.toLowerCase()}@example.test`,
    createdAt: now - Number(hours) * HOUR,
    ...(row.subject === "Thank you" && { doneAt: now - 2 * DAY, assignedTo: "demoadmin" }),
  }));

/** Someone who wrote by WhatsApp, and was asked where. */
function planDialogue(now: Instant): typeof tables.dialogues.$inferInsert {
  const at = now - 50 * MINUTE;
  const said = [
    { by: "them", text: "Hi my geyser is leaking", at, id: "demoheard1" },
    {
      by: "us",
      text: "Hello, this is Pombi. We can send you a plumber. In which city? You can also send your location.",
      at,
    },
  ];
  return {
    id: "demodialogue1",
    channel: "whatsapp",
    phone: "+263773000555",
    state: "city",
    answers: JSON.stringify({ problem: "geyser", notes: "Hi my geyser is leaking" }),
    said: JSON.stringify(said),
    beganAt: at,
    heardAt: at,
  };
}

function fillDesks(run: Run, callerId: string, now: Instant): void {
  run(
    "insert into terms_acceptances (user_id, version, accepted_at) select id, terms_version, created_at from users where terms_version is not null",
  );
  // The office's records for a client who calls (B29): their consent to text messages, and their bookings.
  const called = `from bookings where client_id = '${callerId}'`;
  run(`insert into consents (id, user_id, words, admin_id, at)
    select 'democonsent01', client_id, 'Yes, send me a text message about my bookings.', 'demoadmin', min(created_at) ${called}`);
  run(`insert into audit_log (id, admin_id, action, subject_kind, subject_id, after, at)
    select
      id || '-made',
      'demoadmin',
      'bookingMade',
      'booking',
      id,
      json_object('client', client_id, 'plumber', plumber_id),
      created_at
    ${called}`);
  // One with few stars is reported, as in life.
  run(`insert into review_reports (review_id, reporter_id, reason, at)
    select id, plumber_id, 'It is not about this job: That was another plumber.', ${now - 90 * MINUTE}
    from reviews
    where rating = 2
    order by id
    limit 1`);
  run(`update reviews set reported_at = ${now} where id in (select review_id from review_reports)`);
  // An email for each request that its plumber has not answered, one of them refused, and a push for every second one.
  sendNotices(
    run,
    "bookingRequested",
    `select bookings.rowid as number, bookings.id, plumber_id as user, value as channel, asked_at as at, null as seen,
      iif(
        value = 'email' and bookings.id = (select max(id) from bookings where status = 'pending' and plumber_id is not null),
        'failed',
        'sent'
      ) as status
    from bookings, json_each('["email","push"]')
    where status = 'pending' and plumber_id is not null and (value = 'email' or bookings.rowid % 2)`,
  );
}
