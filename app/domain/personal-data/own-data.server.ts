import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { nameById } from "~/db/user-names.server";
import { findOwnAccount } from "../accounts/profile.server";
import { locationSeenBy } from "../bookings/queries/booking-views.server";
import { findNoticeChoices } from "../notices/choices.server";
import { maskNumber } from "../escrow/payout";
import { privatePhotoUrl } from "../photos/photo";
import { photosOfUser } from "../photos/private-photos.server";
import { formatInstant, formatTime } from "../time/harare";
import type { SessionClaims } from "../values/user";
import { accountsOf, ROW_LIMIT, ownWords } from "./own-words.server";

/** The data we hold about a user, by its name in their download; each column under the name that it has there. */
function heldOf({ id, role }: SessionClaims) {
  const theirs = accountsOf(id);
  const side = role === "plumber" ? sql`plumber_id` : sql`client_id`;
  const booking = (table: SQL) =>
    sql`(select reference from bookings where bookings.id = ${table}.booking_id) as booking`;
  return {
    bookings: sql`select reference, status, starts_at as startsAt, ${nameById(sql`client_id`)} as client,
      ${nameById(sql`plumber_id`)} as plumber, service_type as serviceType, ${locationSeenBy(role)} as location, notes, report,
      fee / 100.0 as fee, agreed_price / 100.0 as agreedPrice, final_amount / 100.0 as finalAmount,
      ${
        role === "plumber"
          ? sql`null`
          : sql`(select replaced.reference from bookings as replaced
      where replaced.id = bookings.replaces_id)`
      } as replaces
      from bookings where ${side} = ${id}`,
    corrections: sql`select reference as booking, changes, at as createdAt from booking_events
      join bookings on bookings.id = booking_events.booking_id
      where event = 'correct' and ${role === "client" ? sql`client_id = ${id}` : sql`false`}`,
    messagesWritten: sql`select ${nameById(sql`recipient_id`)} as "to", content, created_at as createdAt
      from messages where sender_id = ${id}`,
    // A held review is its writer's alone (R12).
    reviews: sql`select rating, comment, shows_job as showsJob, created_at as createdAt from reviews
      where ${side} = ${id} and (${role} <> 'plumber' or held_at is null)`,
    payments: sql`select bookings.reference as booking, payments.amount / 100.0 as dollars, payments.method, payments.status,
      payments.recorded_by as recordedBy, payments.recorded_at as createdAt
      from payments join bookings on bookings.id = payments.booking_id where bookings.${side} = ${id}`,
    onlinePayments: sql`select ${booking(sql`online_payments`)}, amount / 100.0 as dollars, method, phone, status,
      created_at as createdAt from online_payments where client_id = ${id}`,
    refunds: sql`select ${booking(sql`refunds`)}, amount / 100.0 as dollars, reason, reference, created_at as createdAt
      from refunds where client_id = ${id}`,
    released: sql`select ${booking(sql`settlements`)}, earned / 100.0 as dollars, commission / 100.0 as commission,
      at as createdAt from settlements where plumber_id = ${id}`,
    payouts: sql`select amount / 100.0 as dollars, status, method, number, holder, created_at as createdAt
      from payouts where plumber_id = ${id}`,
    payoutDetails: sql`select method, number, bank, branch, holder, created_at as createdAt
      from payout_details where plumber_id = ${id}`,
    consents: sql`select words, at as createdAt from consents where user_id in ${theirs}`,
    checks: sql`select kind, checked_at as createdAt, expires_at as endsAt, note from plumber_checks where plumber_id = ${id}`,
    papers: sql`select kind, created_at as createdAt from plumber_papers where plumber_id = ${id}`,
    officeOnPapers: sql`select approval, office_words as office, papers_note as note
      from plumber_profiles where user_id = ${id}`,
    mergedAccounts: sql`select first_name as firstName, last_name as lastName, phone, created_at as createdAt
      from users where merged_into = ${id}`,
    officeNotes: sql`select words, at as createdAt from office_notes where user_id = ${id}`,
    savedViews: sql`select list, name, query, created_at as createdAt from saved_views where admin_id = ${id}`,
    termsAccepted: sql`select version, accepted_at as createdAt from terms_acceptances where user_id = ${id}`,
    sessions: sql`select device, created_at as createdAt, refreshed_at as lastUsedAt from sessions where user_id = ${id}`,
    devices: sql`select name, created_at as createdAt from push_devices where user_id = ${id}`,
    phones: sql`select channel, phone, consent_words as consent, verified_at as createdAt, ended_at as endedAt
      from phone_channels where user_id = ${id}`,
    notices: sql`select channel, coalesce(subject, kind) as subject, status, created_at as createdAt from notices
      where user_id in ${theirs}`,
    personalTokens: sql`select name, scopes, created_at as createdAt, last_used_at as lastUsedAt
      from personal_tokens where user_id = ${id}`,
    webhooks: sql`select url, topics, created_at as createdAt, failing_since as failingSince, ended_at as endedAt
      from webhook_endpoints where user_id = ${id}`,
    twoStepSignIn: sql`select (select confirmed_at from authenticator_apps where user_id = ${id}) as appSince,
      (select count(*) from recovery_codes where user_id = ${id}) as recoveryCodesLeft`,
    passkeys: sql`select name, created_at as createdAt, last_used_at as lastUsedAt from passkeys where user_id = ${id}`,
    photos: sql`select id, kind as "of", created_at as createdAt from private_photos
      where (${photosOfUser({ id, role })}) and hidden_at is null`,
  };
}

type Row = Record<string, unknown>;

/** A value as its owner reads it, by the name of its column. */
function readable(name: string, value: unknown): unknown {
  if (value === null) return null;
  if (/(At|Since)$/.test(name)) return formatInstant(Number(value));
  // A stolen session reads no account numbers (M15).
  if (name === "number") return maskNumber(String(value));
  if (["scopes", "topics", "changes"].includes(name)) return JSON.parse(String(value));
  return name === "showsJob" ? value === 1 : value;
}

const asRead = (row: object): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, readable(name, value)]));

/**
 * Collects what we hold about a user for their download (A17): no secrets, no hashes, and of the other side the name
 * alone. `account` is null if it is gone. Times are text in Harare's time; at most 5,000 rows of each kind, and
 * `incomplete` names the lists that have more.
 */
export async function collectOwnData(db: Database, viewer: SessionClaims) {
  const held = heldOf(viewer);
  const names = Object.keys(held) as (keyof typeof held)[];
  const [account, choices, words, ...found] = await Promise.all([
    findOwnAccount(db, viewer.id),
    findNoticeChoices(db, viewer),
    Promise.all(ownWords(db, viewer).map(({ read }) => read())),
    ...names.map((name) => db.all<Row>(sql`${held[name]} limit ${ROW_LIMIT + 1}`)),
  ]);
  type Held = Record<keyof typeof held, Row[]>;
  const shown = (list: object[]) => list.slice(0, ROW_LIMIT).map(asRead);
  const rows = Object.fromEntries(names.map((name, at) => [name, shown(found[at]!)])) as Held;
  const isCut = (list: object[]) => list.length > ROW_LIMIT;
  const cut: string[] = names.filter((_, at) => isCut(found[at]!));
  const { passkeys, twoStepSignIn, officeOnPapers, photos, ...lists } = rows;
  return {
    account,
    incomplete: words.some(isCut) ? [...cut, "otherWords"] : cut,
    ...lists,
    otherWords: words.flatMap(shown),
    officeOnPapers: officeOnPapers[0] ?? null,
    noticeChoices: {
      on: choices.on,
      quietHours: choices.quiet && { from: formatTime(choices.quiet.from), until: formatTime(choices.quiet.until) },
    },
    twoStepSignIn: { ...twoStepSignIn[0], passkeys },
    photos: photos.map(({ id, ...photo }) => ({ ...photo, address: privatePhotoUrl(String(id), 1280) })),
  };
}
