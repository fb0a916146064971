import { openDatabase } from "../../app/db/client.server";
import { countWeeks } from "../../app/domain/admin/insights/insights.server";
import { AUDIT_ACTIONS } from "../../app/domain/audit-log/audit-log";
import { DAY, HOUR, MINUTE } from "../../app/domain/time/harare";
import { numbers, pick, type Run, sendNotices, countTown, numberEvents } from "../town/what-follows";
import { BUSY_CLIENT, fillBookings } from "./fill-bookings";
import { adminOf, fillUsers } from "./fill-users";
import type { TownSize } from "./town-size";

const SUBJECTS = [
  "Bathroom Plumbing",
  "Thank you",
  "A geyser of 150 litres for a house in Gweru, with everything",
  "Quote",
];
const TEXTS = [
  "Do you also tile a bathroom, or the pipes only? It is about six square metres in Mount Pleasant.",
  "Your plumber was kind and quick. Please tell him.",
  "The plumber who came on Tuesday left his ladder here, and the wall behind the geyser is wet again; could somebody come before the weekend and look at it? We are at home from four, and my sister is there all day.",
];

function fillOffice(run: Run, { bookings }: TownSize, now: number): void {
  const some = (oneIn: number) => Math.max(2, Math.floor(bookings / oneIn));
  run(`${numbers(some(50))} insert into enquiries (id, topic, name, email, phone, subject, message, created_at, done_at, assigned_to)
    select
      printf('loadenquiry%06d', i),
      ${pick(["contact", "home", "quote"], "i")},
      'Blessing Visitor',
      printf('visitor%d@load.test', i),
      '+263772111222',
      ${pick(SUBJECTS, "i")},
      ${pick(TEXTS, "i")},
      ${now} - i * ${4 * HOUR},
      iif(i < ${some(5000)}, null, ${now} - i * ${4 * HOUR} + ${2 * HOUR}),
      iif(i % 3, ${adminOf("i")}, null)
    from n`);
  run(`update disputes set closed_at = opened_at + ${DAY} where rowid % 8`);

  const actions = Object.keys(AUDIT_ACTIONS).filter((action) => action.startsWith("booking"));
  run(`insert into audit_log (id, admin_id, action, subject_kind, subject_id, at)
    select
      id || '-log',
      ${adminOf("rowid")},
      ${pick(actions, "rowid / 2")},
      'booking',
      id,
      min(created_at + ${HOUR}, ${now})
    from bookings
    where rowid % 2`);
  run(`insert into audit_log (id, admin_id, action, subject_kind, subject_id, reason, at)
    select id || '-log', ${adminOf("rowid")}, 'userSuspended', 'user', id, suspended_reason, suspended_at
    from users
    where suspended_at is not null`);
  run(`insert into office_notes (id, user_id, author_id, words, at)
    select id || '-note', id, ${adminOf("rowid")}, ${pick(TEXTS, "rowid")}, ${now} - rowid * ${MINUTE}
    from users
    where role <> 'admin' and rowid % 40 = 0`);
  run(`${numbers(40)} insert into office_notes (id, user_id, author_id, words, at)
    select 'loadnote' || i, '${BUSY_CLIENT}', ${adminOf("i")}, ${pick(TEXTS, "i")}, ${now} - i * ${DAY} from n`);

  // Two notices for each booking of the last 90 days: what is older is deleted.
  for (const [name, whose] of [
    ["bookingRequested", "plumber"],
    ["bookingConfirmed", "client"],
  ] as const)
    sendNotices(
      run,
      name,
      `select
          rowid as number,
          id,
          ${whose}_id as user,
          ${pick(["email", "push", "whatsapp"], "rowid")} as channel,
          iif(rowid % 331 = 5, 'failed', 'sent') as status,
          min(created_at + ${MINUTE}, ${now}) as at,
          iif(rowid % 3, min(created_at + ${2 * MINUTE}, ${now}), null) as seen
        from bookings
        where created_at > ${now - 90 * DAY}`,
    );

  run(`${numbers(some(500))} insert into registrations (id, email, role, first_name, last_name, phone, password_hash, created_at)
    select
      printf('loadregistration%05d', i),
      printf('newcomer%d@load.test', i),
      'client',
      'Newcomer',
      'Load ' || i,
      '+263772999000',
      'no password',
      ${now} - i * ${20 * MINUTE}
    from n`);
  run(`insert into plumber_papers (id, plumber_id, kind, upload_id, created_at)
    select user_id || '-paper', user_id, 'identity', user_id || '-upload', queued_at from plumber_profiles where queued_at is not null`);
}

function fillConversations(run: Run, { bookings, messages }: TownSize, now: number): void {
  if (messages > 0)
    run(`${numbers(messages)} insert into messages (id, conversation_id, sender_id, recipient_id, content, created_at)
      select
        printf('loadmessage%08d', i),
        min(b.client_id, b.plumber_id) || '.' || max(b.client_id, b.plumber_id),
        iif(i % 2, b.client_id, b.plumber_id),
        iif(i % 2, b.plumber_id, b.client_id),
        'A message of the load.',
        ${now} - i * 100
      from n join bookings as b on b.id = printf('loadbooking%07d', i % ${bookings}) where b.plumber_id is not null`);
  run(`insert into messages (id, conversation_id, sender_id, recipient_id, content, created_at)
    select
      other || '-asks',
      min(other, admin) || '.' || max(other, admin),
      other,
      admin,
      ${pick(TEXTS, "number")},
      ${now} - number * ${MINUTE}
    from (select id as other, ${adminOf("rowid")} as admin, rowid as number from users where role <> 'admin' and rowid % 40 = 5)`);
}

/** Fills a database in one batch, the same for the same size. Returns false, and changes nothing, when it has users. */
export async function fillTown(d1: D1Database, size: TownSize, now: number) {
  const { results } = await d1.prepare("select id from users limit 1").all();
  if (results.length > 0) return false;
  const statements: D1PreparedStatement[] = [];
  const run: Run = (sql) => void statements.push(d1.prepare(sql));
  fillUsers(run, size, now);
  fillBookings(run, size, now);
  fillConversations(run, size, now);
  numberEvents(run);
  countTown(run, now, "cast(substr(contacts.other_id, -4) as integer) % 3 = 0");
  // Usual prices and habits are made of what ends from now on: the schedule would take hours for all of it (D18).
  run("update plumber_profiles set accepted_percent = 60 + rowid % 40, minutes_to_answer = 5 + rowid % 90");
  run(
    `insert into heartbeats (name, value, updated_at) values ('prices', json_object('at', ${now}, 'id', ''), ${now})`,
  );
  fillOffice(run, size, now);
  await d1.batch(statements);
  while ((await countWeeks({ db: openDatabase(d1), now })) > 0);
  return true;
}
