import { AUDIT_ACTIONS } from "../../app/domain/audit-log/audit-log";
import { DAY, HOUR, MINUTE } from "../../app/domain/time/harare";
import { adminOf } from "./fill-users";
import { BUSY_CLIENT } from "./fill-bookings";
import { numbers, pick, type Run, type TownSize } from "./sql";

const SUBJECTS = [
  "Bathroom Plumbing",
  "Thank you",
  "A geyser of 150 litres for a house in Gweru, with everything that it needs",
  "Quote",
];
const TEXTS = [
  "Do you also tile a bathroom, or the pipes only? It is about six square metres in Mount Pleasant.",
  "Your plumber was kind and quick. Please tell him.",
  "The plumber who came on Tuesday left his ladder here, and the wall behind the geyser is wet again; could somebody come before the weekend and look at it? We are at home from four, and my sister is there all day.",
];

/** What the office has on its desks in proportion to the bookings: inbox, log, notices, registrations, papers and notes. */
export async function fillOffice(run: Run, { bookings }: TownSize, now: number): Promise<void> {
  const some = (oneIn: number) => Math.max(2, Math.floor(bookings / oneIn));
  // One enquiry in a hundred is still open.
  await run(`${numbers(some(50))} insert into enquiries (id, topic, name, email, phone, subject, message, created_at, done_at, assigned_to)
    select printf('loadenquiry%06d', i), ${pick(["contact", "home", "quote"], "i")}, 'Blessing Visitor', printf('visitor%d@load.test', i), '+263772111222', ${pick(SUBJECTS, "i")}, ${pick(TEXTS, "i")},
      ${now} - i * ${4 * HOUR}, iif(i < ${some(5000)}, null, ${now} - i * ${4 * HOUR} + ${2 * HOUR}), iif(i % 3, ${adminOf("i")}, null) from n`);
  await run(`insert into disputes (id, booking_id, opened_at, closed_at)
    select id, booking_id, at, iif(rowid % 8, at + ${DAY}, null) from booking_events where event = 'deny-payment'`);

  const actions = Object.keys(AUDIT_ACTIONS).filter((action) => action.startsWith("booking"));
  await run(`insert into audit_log (id, admin_id, action, subject_kind, subject_id, at)
    select id || '-log', ${adminOf("rowid")}, ${pick(actions, "rowid / 2")}, 'booking', id, min(created_at + ${HOUR}, ${now}) from bookings where rowid % 2`);
  await run(`insert into audit_log (id, admin_id, action, subject_kind, subject_id, reason, at)
    select id || '-log', ${adminOf("rowid")}, 'userSuspended', 'user', id, suspended_reason, suspended_at from users where suspended_at is not null`);
  await run(`insert into office_notes (id, user_id, author_id, words, at)
    select id || '-note', id, ${adminOf("rowid")}, ${pick(TEXTS, "rowid")}, ${now} - rowid * ${MINUTE} from users where role <> 'admin' and rowid % 40 = 0`);
  await run(`${numbers(40)} insert into office_notes (id, user_id, author_id, words, at)
    select 'loadnote' || i, '${BUSY_CLIENT}', ${adminOf("i")}, ${pick(TEXTS, "i")}, ${now} - i * ${DAY} from n`);

  // Two notices for each booking of the last 90 days: what is older is deleted.
  for (const [name, whose] of [
    ["bookingRequested", "plumber"],
    ["bookingConfirmed", "client"],
  ] as const)
    await run(`insert into notices (id, kind, topic, cause_id, channel, recipient, user_id, booking_id, subject, status, attempts, next_attempt_at, last_error, created_at, sent_at, seen_at)
      select bookings.id || '-${name}', '${name}', 'requests', bookings.id, channel, users.email, users.id, bookings.id, 'About your booking', status, iif(status = 'failed', 6, 1), at,
        iif(status = 'failed', '550 No such mailbox', null), at, iif(status = 'sent', at + 2000, null), iif(bookings.rowid % 3, at + ${MINUTE}, null)
      from (select rowid, id, ${whose}_id as user, ${pick(["email", "push", "whatsapp"], "rowid")} as channel, iif(rowid % 331 = 5, 'failed', 'sent') as status, min(created_at + ${MINUTE}, ${now}) as at
        from bookings where created_at > ${now - 90 * DAY}) as bookings join users on users.id = user`);

  await run(`${numbers(some(500))} insert into registrations (id, email, role, first_name, last_name, phone, password_hash, created_at)
    select printf('loadregistration%05d', i), printf('newcomer%d@load.test', i), 'client', 'Newcomer', 'Load ' || i, '+263772999000', 'no password', ${now} - i * ${20 * MINUTE} from n`);
  await run(`insert into plumber_papers (id, plumber_id, kind, upload_id, created_at)
    select user_id || '-paper', user_id, 'identity', user_id || '-upload', queued_at from plumber_profiles where queued_at is not null`);
  await fillConversations(run, now);
}

/** The office's own conversations: an admin with every fortieth client, a third of them unread. */
async function fillConversations(run: Run, now: number): Promise<void> {
  const talk = `from (select id as other, ${adminOf("rowid")} as admin, rowid as number, ${now} - rowid * ${MINUTE} as at from users where role <> 'admin' and rowid % 40 = 5)`;
  const conversation = "min(other, admin) || '.' || max(other, admin)";
  await run(
    `insert into contacts (user_id, other_id, conversation_id, active_at, unread, unread_since) select admin, other, ${conversation}, at, number % 3 = 0, iif(number % 3, null, at) ${talk}`,
  );
  await run(
    `insert into contacts (user_id, other_id, conversation_id, active_at) select other, admin, ${conversation}, at ${talk}`,
  );
  await run(`insert into messages (id, conversation_id, sender_id, recipient_id, content, created_at)
    select other || '-asks', ${conversation}, other, admin, ${pick(TEXTS, "number")}, at ${talk}`);
  await run(
    `update users set unread_messages = (select coalesce(sum(unread), 0) from contacts where user_id = users.id) where role = 'admin'`,
  );
}
