import { eq, sql, type SQL } from "drizzle-orm";
import { batch, type Database, selectFacts, insertWhere } from "~/db/client.server";
import { phoneChannels, phoneCodes, users } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import type { PhoneChannel } from "../notices/choices";
import { dropQueued, dropUntold } from "../notices/notice-states.server";
import { notify } from "../notices/notify.server";
import { hasPhoneChannel, hasSpokenConsent } from "../notices/calls.server";
import { exceeded, hit, isWithinLimit, type Attempt } from "../rate-limits/counter.server";
import { DAY, MINUTE, type Instant } from "../time/harare";
import { newId, randomText } from "../values/id";
import { OK, refuse } from "../values/refusal";
import type { AuthenticatedUser } from "../values/user";
import { CODE_ATTEMPTS, CODE_MINUTES, CONSENT_WORDS, WHATSAPP_WINDOW, type OwnPhone } from "./account";
import { accountNotices } from "./account-notices";
import { sign } from "./tokens.server";
import { userFields, withoutSession } from "./user-fields.server";

/** Lists the phones that a user gets messages on, and those waiting for their code (N15). */
export const listOwnPhones = (db: Database, userId: string, now: Instant): Promise<OwnPhone[]> =>
  db.all<OwnPhone>(sql`
    select channel, phone, verified_at as verifiedAt from phone_channels where user_id = ${userId} and ended_at is null
    union all
    select channel, phone, null from phone_codes
      where user_id = ${userId} and expires_at > ${now} and attempts < ${CODE_ATTEMPTS}`);

/**
 * Sends a code to a phone, replacing the previous one (N15), even if another account has the phone: only its reader
 * learns that. Counts per user, phone and IP address (L1); refuses with `tooMany`.
 */
export async function sendPhoneCode(
  context: DomainContext,
  user: AuthenticatedUser,
  { channel, phone }: { channel: PhoneChannel; phone: string },
) {
  const { db, now, clientAddress } = context;
  const attempts: Attempt[] = [
    ["phoneCodePerUser", user.id],
    ["phoneCodePerPhone", phone],
    ["phoneCodePerAddress", clientAddress],
  ];
  const code = randomText("0123456789", 6);
  const codeHash = await hashCode(context, user, channel, code);
  const expiresAt = now + CODE_MINUTES * MINUTE;
  const isAllowed = isWithinLimit(context, ...attempts);
  const to = { phone, channel, userId: user.id };
  const row = { userId: user.id, channel, phone, codeHash, attempts: 0, createdAt: now, expiresAt };
  const { counted } = await batch(db, {
    counted: attempts.map((attempt) => hit(context, attempt)),
    earlier: db.delete(phoneCodes).where(sql`user_id = ${user.id} and channel = ${channel} and ${isAllowed}`),
    code: insertWhere(db, phoneCodes, row, isAllowed),
    notice: notify(context, {
      to,
      cause: newId(),
      when: isAllowed,
      notice: accountNotices.phoneCode,
      facts: { code, expiresAt },
    }),
  });
  return exceeded(context, counted.flat()) ?? OK;
}

/**
 * Proves a phone by its code (N15), counted before it is compared; the phone before it on this channel ends. Refuses
 * with `wrongCode`, `codeOver` once no code works any more, and `phoneInUse` for another account's phone.
 */
export async function verifyPhone(
  context: DomainContext,
  user: AuthenticatedUser,
  channel: PhoneChannel,
  code: string,
) {
  const { db, now } = context;
  const id = newId();
  const codeHash = await hashCode(context, user, channel, code);
  const mine = sql`user_id = ${user.id} and channel = ${channel}`;
  const isRight = sql`exists (select 1 from phone_codes where ${mine} and code_hash = ${codeHash} and expires_at > ${now}
    and attempts <= ${CODE_ATTEMPTS})`;
  const isOver = sql`not exists (select 1 from phone_codes where ${mine} and expires_at > ${now}
    and attempts < ${CODE_ATTEMPTS})`;
  const isTaken = sql`exists (select 1 from phone_codes join phone_channels other
    on other.phone = phone_codes.phone and other.channel = phone_codes.channel and other.ended_at is null
    where phone_codes.user_id = ${user.id} and phone_codes.channel = ${channel} and other.user_id <> ${user.id})`;
  const isDone = sql`not exists (select 1 from phone_codes where ${mine}) and exists (select 1 from phone_channels
    where ${mine} and ended_at is null and verified_at > ${now - CODE_MINUTES * MINUTE})`;
  const isProven = sql`${isRight} and not ${isTaken}`;
  const isAdded = sql`exists (select 1 from phone_channels where id = ${id})`;
  const isForOtherPhone = sql`${mine} and recipient <> (select phone from phone_channels where id = ${id})`;
  const mayCount = sql`${mine} and attempts <= ${CODE_ATTEMPTS}`;
  const proven = { userId: sql`user_id`, channel: sql`channel`, phone: sql`phone` };
  const consent = { consentWords: CONSENT_WORDS[channel], verifiedAt: now };
  const { state } = await batch(db, {
    counted: db
      .update(phoneCodes)
      .set({ attempts: sql`attempts + 1` })
      .where(mayCount),
    state: selectFacts(db, { isRight, isOver, isTaken, isDone }),
    ended: db
      .update(phoneChannels)
      .set({ endedAt: now })
      .where(sql`${mine} and ended_at is null and ${isProven}`),
    added: insertWhere(db, phoneChannels, { id, ...proven, ...consent }, sql`${mine} and ${isProven}`, {
      from: sql`phone_codes`,
    }),
    dropped: dropQueued(db, isForOtherPhone, "Another phone took its place."),
    spent: db.delete(phoneCodes).where(sql`${mine} and ${isAdded}`),
  });
  const [found] = state;
  // A repeat, whose first answer was lost.
  if (found?.isDone) return OK;
  if (!found?.isRight) return refuse(found?.isOver ? "codeOver" : "wrongCode");
  return found.isTaken ? refuse("phoneInUse") : OK;
}

/** Ends a phone channel of a user's (N15), and what is queued for it. Already ended: nothing changes. */
export async function endPhone(context: DomainContext, user: AuthenticatedUser, channel: PhoneChannel): Promise<void> {
  const { db, now } = context;
  const mine = sql`user_id = ${user.id} and channel = ${channel}`;
  await batch(db, {
    ended: db
      .update(phoneChannels)
      .set({ endedAt: now })
      .where(sql`${mine} and ended_at is null`),
    code: db.delete(phoneCodes).where(mine),
    dropped: dropQueued(db, mine, "Ended in the settings."),
  });
}

/** Ends a phone's channel on STOP (N15), and spoken consent (B29); confirms it there, once for each message (`causeId`). */
export async function stopPhone(
  context: DomainContext,
  { channel, phone, causeId }: { channel: PhoneChannel; phone: string; causeId: string },
) {
  const { db, now } = context;
  const isUsed = isInUse(channel, phone);
  const callers = sql`select users.id from users where ${Number(channel === "sms")} and users.phone = ${phone}
    and users.email is null and ${hasSpokenConsent(sql`users.id`)}`;
  const owner = sql`coalesce((select user_id from phone_channels where ${isUsed}), (${callers} limit 1))`;
  const isSomeones = sql`${owner} is not null`;
  const ownPhone = sql`coalesce((select phone from phone_channels where ${isUsed}), ${phone})`;
  const to = { phone: ownPhone, channel, userId: owner };
  const isOtherNotice = sql`recipient = ${ownPhone} and channel = ${channel} and kind <> ${accountNotices.phoneEnded.kind}`;
  await batch(db, {
    confirmed: notify(context, {
      to,
      cause: causeId,
      when: isSomeones,
      notice: accountNotices.phoneEnded,
      facts: { channel },
    }),
    ...dropUntold(db, isOtherNotice, "Ended by STOP."),
    // Two in one home may have one phone.
    callers: endSpokenConsent(context, callers, sql`true`),
    ended: db.update(phoneChannels).set({ endedAt: now, lastInboundAt: now }).where(isUsed),
  });
}

export interface PhoneOwner {
  user: AuthenticatedUser;
  recipientId: string | null;
  recipient: string | null;
  metAt: Instant | null;
}

/**
 * Finds whose verified phone it is (N15), with whom a message goes to: whom it (`id`) went to before, else the other side
 * of the booking that it names, or of their newest conversation `since` then if it names none (`recipient`: the first
 * name; `metAt`: since when it is the newest). Null for an unknown phone and a suspended account.
 */
export async function findPhoneOwner(
  db: Database,
  {
    channel,
    phone,
    id,
    references,
    since,
  }: { channel: PhoneChannel; phone: string; id: string; references: string[]; since: Instant },
): Promise<PhoneOwner | null> {
  const named = sql`(select iif(client_id = ${users.id}, plumber_id, client_id) from bookings
    where reference = ${references[0]} and (client_id = ${users.id} or plumber_id = ${users.id}))`;
  const isReachable = sql`other.suspended_at is null
    and (other.email_verified_at is not null or ${hasPhoneChannel(sql`other.id`)})`;
  // Of their conversations, and of the jobs that they were last told of here: what is newer.
  const met = sql`(
      select other_id as id, active_at as at from contacts where contacts.user_id = ${users.id} and active_at > ${since}
      union all select * from (select iif(client_id = ${users.id}, plumber_id, client_id), notices.created_at
        from notices join bookings on bookings.id = booking_id
        where recipient = ${phone} and notices.created_at > ${since} order by notices.created_at desc limit 1)
    ) as met join users other using (id) where ${isReachable} order by at desc limit 1`;
  const newest = sql`(select id from ${met})`;
  const meant = references.length === 0 ? newest : references.length === 1 ? named : sql`null`;
  const before = sql`(select recipient_id from messages where id = ${id} and sender_id = ${users.id})`;
  const [row] = await db
    .select({
      ...userFields,
      recipientId: sql<string | null>`coalesce(${before}, ${meant})`.as("recipient"),
      recipient: sql<string | null>`(select first_name from users met where met.id = coalesce(${before}, ${meant}))`.as(
        "recipient_name",
      ),
      metAt: sql<Instant | null>`(select at from ${met})`.as("met_at"),
    })
    .from(phoneChannels)
    .innerJoin(users, eq(users.id, phoneChannels.userId))
    .where(
      sql`(phone_channels.phone = ${phone} or whatsapp_id = ${phone}) and channel = ${channel} and ended_at is null
        and ${users.suspendedAt} is null`,
    );
  if (!row) return null;
  const { recipientId, recipient, metAt, ...user } = row;
  return { user: withoutSession(user), recipientId, recipient, metAt };
}

/** A number is given to somebody else months later at the soonest. */
const KNOWN_AFTER_STOP = 30 * DAY;

/**
 * Lists the accounts that a phone may be of (Q2), two at most: it is confirmed there, or it was written to by us.
 * `isUnclear`: suspended, or it may be somebody else's by now.
 */
export async function listAccountsWith(db: Database, phone: string, now: Instant) {
  const rows = await db
    .select({
      ...userFields,
      isUnclear: sql`(${users.suspendedAt} is not null or ${users.phone} is not ${phone} and not exists (
        select 1 from phone_channels own where own.user_id = users.id and own.phone = ${phone}
          and coalesce(own.ended_at, ${now}) > ${now - KNOWN_AFTER_STOP}))`
        .mapWith(Boolean)
        .as("is_unclear"),
    })
    .from(users)
    .where(
      sql`users.id in (select coalesce(merged_into, id) from users as held
          where held.phone = ${phone} and ${isPhoneConfirmed("held")}
        union select coalesce(merged_into, user_id) from phone_channels join users as owner on owner.id = user_id
          where phone_channels.phone = ${phone})`,
    )
    .limit(2);
  return rows.map(({ isUnclear, ...user }) => ({ user: withoutSession(user), isUnclear }));
}

/**
 * The statements that let us write to a user's phone, from which they have just written (Q2), in the words of their
 * consent, where `condition` holds: as if they had proven it by a code.
 */
export const addVouchedPhone = (
  { db, now }: DomainContext,
  { id, userId, channel, phone }: { id: string; userId: string; channel: PhoneChannel; phone: string },
  condition: SQL,
) =>
  insertWhere(
    db,
    phoneChannels,
    { id, userId, channel, phone, consentWords: CONSENT_WORDS[channel], verifiedAt: now, lastInboundAt: now },
    sql`${condition} and not exists (select 1 from phone_channels where phone = ${phone} and channel = ${channel}
      and ended_at is null)`,
    { onConflict: "nothing" },
  );

/** The condition over phone channels that it is that phone's, or its owner's by their id at Meta, in use. */
const isInUse = (channel: PhoneChannel, phone: string) =>
  sql`(phone = ${phone} or whatsapp_id = ${phone}) and channel = ${channel} and ended_at is null`;

/** The statement that remembers when a phone last wrote to us, and its owner's id at Meta. */
export const markInbound = (
  { db, now }: DomainContext,
  { channel, phone, whatsAppId }: { channel: PhoneChannel; phone: string; whatsAppId: string | null },
) =>
  db
    .update(phoneChannels)
    .set({ lastInboundAt: now, whatsappId: sql`coalesce(${whatsAppId}, whatsapp_id)` })
    .where(isInUse(channel, phone));

/** The statement that remembers the owners' ids at Meta of phones, of which we knew none: with a username they write by them alone. */
export const learnWhatsAppIds = (db: Database, owners: readonly { phone: string | null; whatsAppId: string }[]) =>
  db
    .update(phoneChannels)
    .set({ whatsappId: sql`learnt.id` })
    .from(
      sql`(select value ->> 'phone' as phone, value ->> 'whatsAppId' as id from json_each(${JSON.stringify(owners)})) as learnt`,
    )
    .where(
      sql`phone_channels.phone = learnt.phone and channel = 'whatsapp' and ended_at is null and whatsapp_id is null`,
    );

/** When a phone last wrote to us by WhatsApp, to someone here or to the office; 0: never. */
export const lastWhatsAppFrom = (phone: SQL | string): SQL<Instant> =>
  sql`max(
    coalesce((select max(last_inbound_at) from phone_channels where phone = ${phone} and channel = 'whatsapp'), 0),
    coalesce((select max(created_at) from enquiries written where written.phone = ${phone} and written.topic = 'whatsapp'), 0),
    coalesce((select max(heard_at) from dialogues heard where heard.phone = ${phone}), 0))`;

/** Tells if a phone has written to us by WhatsApp within a day: outside of it, only templates may go there. */
export async function mayWriteFreely(db: Database, phone: string, now: Instant): Promise<boolean> {
  const [row] = await db.select({ at: lastWhatsAppFrom(phone).as("at") }).from(sql`(select 1)`);
  return (row?.at ?? 0) + WHATSAPP_WINDOW > now;
}

/** A code has few digits: only someone with the secret can find it from its hash. */
const hashCode = ({ sessionSecret }: DomainContext, user: AuthenticatedUser, channel: PhoneChannel, code: string) =>
  sign(sessionSecret, `phone-code.${user.id}.${channel}.${code}`);

/** The statement that adds an ended row to what clients without an email (a query of ids, or one) have agreed to by phone (N15). */
export function endSpokenConsent({ db, now }: DomainContext, userIds: string | SQL, condition: SQL) {
  const spoken = {
    channel: "sms",
    phone: sql`users.phone`,
    consentWords: sql`words`,
    verifiedAt: sql`max(at)`,
  } as const;
  const ended = { id: sql`lower(hex(randomblob(12)))`, userId: sql`users.id`, ...spoken, endedAt: now };
  const latest = sql`users.id in (${userIds}) and users.phone is not null and ${condition} group by users.id`;
  return insertWhere(db, phoneChannels, ended, latest, {
    from: sql`consents join users on users.id = consents.user_id`,
  });
}

/** The condition over `users` that its phone was confirmed: by a code (N15), or by the office for callers (B29, B34). */
export const isPhoneConfirmed = (account: "users" | "held"): SQL => {
  const of = sql.identifier(account);
  return sql`(${of}.password_hash in ('none', 'merged') and ${of}.phone_corrected_at is null or exists (
    select 1 from phone_channels confirmed where confirmed.user_id = ${of}.id and confirmed.phone = ${of}.phone
    and confirmed.ended_at is null))`;
};
