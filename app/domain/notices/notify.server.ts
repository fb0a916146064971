import { is, sql, SQL } from "drizzle-orm";
import { brand } from "~/brand";
import { PHONE_CHANNELS, type PhoneChannel, type SentChannel, type Topic } from "~/db/notice-channels";
import { insertWhere, isOneOf } from "~/db/client.server";
import { notices, users } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { HOUR, MINUTE, minuteAt, type Instant } from "../time/harare";
import { hasNoEmail, hasSpokenConsent } from "./calls.server";
import { isFree } from "./notice-states.server";
import { CLAIM, type CallFor, type CauseFacts, type Notice } from "./notice";
import { isChoosable, isOnByDefault } from "./choices";

/** A user (null: no one; SQL: users), an email of registrations, an enquiry or a claim link (its hash), our office, a phone. */
export type Recipient = string | SQL | null | WithoutAccount | PhoneOfUser;

type WithoutAccount = { registrationOf: string } | { enquirerOf: string } | { claimLink: string } | { office: true };

// A phone that is told by one channel, whatever its owner (null: a stranger) chose (N15, O11).
interface PhoneOfUser {
  phone: string | SQL;
  channel: PhoneChannel;
  userId: string | SQL | null;
}

/** A visit that is further away waits until the quiet hours are over (N12). */
const PHONE_AHEAD = 12 * HOUR;
/** WhatsApp and text messages wait this long for the notice to be seen elsewhere (N12). */
const SEEN_WITHIN = 5 * MINUTE;

/** Within this time, doing something and undoing it becomes one notice (N19). */
const TOGGLED_WITHIN = 10 * MINUTE;

/** Something that can be done and taken back, by name and id, and its present state; null: it is decided, and told at once. */
export interface Toggle {
  of: string;
  state: string | null;
  /** A state that this one corrects at once, for those who were told it last. */
  corrects?: string | null;
}

type NotifyingContext = Pick<DomainContext, "db" | "now" | "channels">;
/** A notice to one recipient, and its cause. */
interface NewNotice<Facts> {
  to: Recipient;
  /** The id of what happened. */
  cause: string;
  /** The condition, in the batch, that they get it. */
  when: SQL;
  notice: Notice<Facts>;
  facts: CauseFacts<NoInfer<Facts>>;
}

interface DelayedNotice<Facts> extends NewNotice<Facts> {
  /** Milliseconds. */
  delay?: number;
  toggle?: Toggle | null;
  /** Adds to the facts what only the statement reads. */
  complete?: (facts: SQL) => SQL;
}

/**
 * The statement that tells someone what happened (law 16), in the batch of its cause: a row for each of the recipient's
 * channels, by their choices, where `when` holds. The same cause, kind, channel and recipient are told once (N1).
 * The row keeps the facts and is put into words when it is sent (N11), after `delay` (milliseconds) at the earliest.
 */
export function notify<Facts>(context: NotifyingContext, newNotice: DelayedNotice<Facts>) {
  const { to, cause, when, notice, facts, delay = 0, toggle, complete = (kept) => kept } = newNotice;
  const { db, now, channels } = context;
  const { kind, topic } = notice;
  const { booking = null, ...kept } = (facts ?? {}) as { booking?: { id: string; startsAt: Instant } };
  const call = notice.call?.(facts) ?? null;
  const called = call?.to === "ask" ? `${call.words.replace(/\.?$/, ".")} Ask for their answer.` : call?.words;
  // By phone a request comes at once, and everything else only if no one has seen it yet.
  const phonesWait = topic !== "requests" && !isPhone(to) && !notice.isUrgent ? SEEN_WITHIN : 0;
  // A recipient who is just writing to us there reads it at once, at night too.
  const isTalking = sql`exists (select 1 from phone_channels talking where talking.user_id = way.user_id
    and talking.channel = way.channel and last_inbound_at > ${now - SEEN_WITHIN})`;
  // A recipient without an email sees it nowhere else.
  const waits = sql`(${isOneOf(sql`way.channel`, PHONE_CHANNELS)} and ${Number(phonesWait > 0)} and not ${isTalking}
    and (select email is not null from users where users.id = way.user_id) is not 0)`;
  const skipsQuietHours =
    (topic === "requests" || topic === "changes") && booking !== null && booking.startsAt - now < PHONE_AHEAD;
  const keepsQuiet = sql`${isOneOf(sql`way.channel`, ["push", ...PHONE_CHANNELS])} and not ${isTalking}`;
  const dueAt = sql`${now + delay} + iif(${waits}, ${phonesWait}, 0) + iif(${keepsQuiet}, way.quiet, 0)`;
  const minutes = { push: minuteAt(now + delay), phones: minuteAt(now + delay + phonesWait) };
  const possible = {
    channels: channels.filter((channel) =>
      channel === "email" ? notice.email : notice.short && (notice.shortOn ?? channels).includes(channel),
    ),
    call,
    toggle,
    isUrgent: notice.isUrgent,
  };
  const ways = selectWays(to, topic, possible, skipsQuietHours || notice.isUrgent ? null : minutes);
  const last = toggle?.state ? selectTold(toggle.of, now) : null;
  const corrected = toggle?.corrects ?? null;
  const calmAt = sql`(select at from (${last}) as last where state is not ${corrected}) + ${TOGGLED_WITHIN}`;
  return insertWhere(
    db,
    notices,
    {
      id: sql`lower(hex(randomblob(12)))`,
      kind,
      topic,
      causeId: cause,
      channel: sql`way.channel`,
      recipient: sql`way.recipient`,
      userId: sql`way.user_id`,
      bookingId: booking?.id ?? null,
      toggle: last && toggle!.of,
      toggleState: last && toggle!.state,
      facts: sql`iif(way.channel = 'call', null, ${complete(sql`${JSON.stringify(kept)}`)})`,
      subject: sql`iif(way.channel = 'call', ${called ?? null}, null)`,
      isFallback: waits,
      nextAttemptAt: last ? sql`max(${dueAt}, coalesce(${calmAt}, 0))` : dueAt,
      expiresAt: notice.expiresAt?.(facts, now) ?? null,
      createdAt: now,
    },
    sql`${when} ${last ? sql`and (select state from (${last}) as last) is not ${toggle!.state}` : sql``}`,
    {
      from: sql`(${ways}) as way`,
      onConflict: "nothing",
    },
  );
}

/**
 * Selects what the recipient of a `way` was told last of a toggle, within the time that makes one of it, and when. A quote
 * that they have answered since is over: the next one is another question.
 */
const selectTold = (of: string, now: Instant): SQL =>
  sql`select toggle_state as state, coalesce(sent_at, claimed_until - ${CLAIM}) as at from notices as earlier
    where earlier.toggle = ${of} and earlier.recipient = way.recipient and earlier.channel = way.channel
      and earlier.channel <> 'webhook' and (earlier.status = 'sent' or earlier.claimed_until is not null)
      and coalesce(sent_at, claimed_until - ${CLAIM}) between ${now - TOGGLED_WITHIN} and ${now + MINUTE}
      and not exists (select 1 from booking_events answered where answered.booking_id = earlier.booking_id
        and event in ('accept-quote', 'decline-quote') and actor_id = way.user_id and answered.at >= earlier.created_at)
    order by at desc limit 1`;

interface PossibleWays {
  channels: readonly SentChannel[];
  call: CallFor | null;
  toggle: Toggle | null | undefined;
  /** Goes on every way, whatever was chosen. */
  isUrgent: true | undefined;
}

/** When a notice would go out, as minutes of the day: in quiet hours it waits (N12). */
interface Minutes {
  push: number;
  phones: number;
}

const isPhone = (recipient: Recipient): recipient is PhoneOfUser =>
  typeof recipient === "object" && recipient !== null && "phone" in recipient;

/** Selects `channel`, `recipient`, `user_id` and `quiet` (how long the quiet hours last, in milliseconds) of each way. */
function selectWays(recipient: Recipient, topic: Topic, possible: PossibleWays, minutes: Minutes | null): SQL {
  if (recipient === null || typeof recipient === "string" || is(recipient, SQL))
    return selectWaysOfUser(recipient, topic, possible, minutes);
  if (isPhone(recipient)) {
    const { phone, channel, userId } = recipient;
    return sql`select ${channel} as channel, ${phone} as recipient, ${userId} as user_id, 0 as quiet
      where ${Number(possible.channels.includes(channel))}`;
  }
  return sql`select 'email' as channel, email as recipient, null as user_id, 0 as quiet from (${selectEmail(recipient)})`;
}

/** Selects the email of someone without an account, or our office's. */
function selectEmail(recipient: WithoutAccount): SQL {
  if ("registrationOf" in recipient)
    return sql`select distinct email from registrations where email = ${recipient.registrationOf}`;
  if ("claimLink" in recipient) return sql`select email from claim_links where token_hash = ${recipient.claimLink}`;
  if ("enquirerOf" in recipient) return sql`select email from enquiries where id = ${recipient.enquirerOf}`;
  return sql`select ${brand.email} as email`;
}

/** No row for an unknown id and for an erased account, whose email is not verified. */
function selectWaysOfUser(
  id: string | SQL | null,
  topic: Topic,
  { channels, call, toggle, isUrgent }: PossibleWays,
  minutes: Minutes | null,
): SQL {
  // D1 joins at most five SELECTs: WhatsApp and text messages share one, so do calls and the text messages of callers.
  const isChosen = (channel: SentChannel, stored = sql`${channel}`) =>
    !isUrgent && isChoosable(topic, channel)
      ? sql`coalesce((select is_on from notice_choices where user_id = users.id and topic = ${topic} and channel = ${stored}),
          ${Number(isOnByDefault(topic, channel))})`
      : sql`true`;
  const quiet = (way: keyof Minutes) => (minutes === null ? sql`0` : quietFor(minutes[way]));
  const isSpoken = (SPOKEN_TOPICS as readonly Topic[]).includes(topic);
  const mayText = channels.includes("sms") && isSpoken;
  const isTexted = mayText ? hasSpokenConsent(sql`users.id`) : sql`false`;
  const wasCalled = sql`exists (select 1 from notices as called where called.toggle = ${toggle?.of ?? null}
    and called.user_id = users.id and called.channel = 'call' and called.status = 'sent')`;
  const isCalled = {
    tell: sql`not ${isTexted}`,
    ask: sql`true`,
    takeBack: sql`not ${isTexted} and ${wasCalled}`,
    none: sql`false`,
  }[call?.to ?? "none"];
  const phones = PHONE_CHANNELS.filter((channel) => channels.includes(channel));
  const ways = [
    channels.includes("email") &&
      sql`select 'email' as channel, email as recipient, id as user_id, 0 as quiet from users
        where id in (${id}) and email_verified_at is not null and ${isChosen("email")}`,
    channels.includes("push") &&
      sql`select 'push' as channel, push_devices.id as recipient, users.id as user_id, ${quiet("push")} as quiet
        from users join push_devices on push_devices.user_id = users.id where users.id in (${id}) and ${isChosen("push")}`,
    phones.length > 0 &&
      sql`select phone_channels.channel as channel, phone_channels.phone as recipient, users.id as user_id, ${quiet("phones")} as quiet
        from users join phone_channels on phone_channels.user_id = users.id
        where users.id in (${id}) and ${isOneOf(sql`phone_channels.channel`, phones)} and phone_channels.ended_at is null
        and ${isChosen("sms", sql`phone_channels.channel`)}`,
    // A client without an email may have agreed to text messages on the phone (B29), and is called else (N20).
    (mayText || call !== null) &&
      sql`select way.value as channel, phone as recipient, users.id as user_id, iif(way.value = 'sms', ${quiet("phones")}, 0) as quiet
        from users join json_each('["sms", "call"]') as way
        where users.id in (${id}) and ${hasNoEmail(users)} and phone is not null and iif(way.value = 'sms', ${isTexted}, ${isCalled})`,
    channels.includes("webhook") &&
      sql`select 'webhook' as channel, endpoints.id as recipient, users.id as user_id, 0 as quiet
        from users join webhook_endpoints endpoints on endpoints.user_id = users.id
        where users.id in (${id}) and endpoints.ended_at is null
        and exists (select 1 from json_each(endpoints.topics) where value = ${topic})`,
  ].filter((way) => way !== false);
  if (ways.length === 0) return sql`select null as channel, null as recipient, null as user_id, 0 as quiet where false`;
  return sql.join(ways, sql` union all `);
}

/** The news of bookings that our office tells a caller without an email (N20). */
const SPOKEN_TOPICS = ["requests", "changes", "reminders"] as const;

/**
 * The statements that build what is queued for one account again for the ways and consents of another (O28), where
 * `condition` holds; calls by our office, and what is being sent, go on as they are.
 */
export const rebuildQueued = (
  { db, now, channels }: NotifyingContext,
  { from, to }: { from: string; to: string },
  condition: SQL,
) => {
  const isQueued = sql`user_id = ${from} and status = 'queued' and ${isFree(now)} and ${condition}`;
  const minutes = { push: minuteAt(now), phones: minuteAt(now) };
  const kept = [
    "kind",
    "topic",
    "cause_id",
    "booking_id",
    "toggle",
    "toggle_state",
    "facts",
    "expires_at",
    "created_at",
  ];
  const old = sql.join(
    kept.map((column) => sql.identifier(column)),
    sql`, `,
  );
  const rebuilt = SPOKEN_TOPICS.map((topic) => {
    const waits = sql`(${isOneOf(sql`way.channel`, PHONE_CHANNELS)} and ${Number(topic !== "requests")})`;
    const possible = { channels, call: null, toggle: null, isUrgent: undefined };
    return insertWhere(
      db,
      notices,
      {
        id: sql`lower(hex(randomblob(12)))`,
        kind: sql`old.kind`,
        topic,
        causeId: sql`old.cause_id`,
        channel: sql`way.channel`,
        recipient: sql`way.recipient`,
        userId: sql`way.user_id`,
        bookingId: sql`old.booking_id`,
        toggle: sql`old.toggle`,
        toggleState: sql`old.toggle_state`,
        facts: sql`old.facts`,
        isFallback: waits,
        nextAttemptAt: sql`max(${now}, old.due_at) + way.quiet`,
        expiresAt: sql`old.expires_at`,
        createdAt: sql`old.created_at`,
      },
      sql`true`,
      {
        from: sql`(select ${old}, max(next_attempt_at) as due_at from notices
            where ${isQueued} and topic = ${topic} and channel <> 'call' group by kind, cause_id) as old
          join (${selectWaysOfUser(to, topic, possible, minutes)}) as way`,
        onConflict: { set: { userId: to }, where: sql`status = 'queued'` },
      },
    );
  });
  return [
    ...rebuilt,
    db.delete(notices).where(sql`${isQueued} and ${isOneOf(sql`topic`, SPOKEN_TOPICS)} and channel <> 'call'`),
    // A sender may die with what it is just sending, and the office may send again what has failed.
    db
      .update(notices)
      .set({ userId: to })
      .where(sql`user_id = ${from} and status in ('queued', 'failed') and ${condition}`),
  ];
};

/** The milliseconds that a queued notice, tried again at `at`, waits for quiet hours (N12); 0 for a `PhoneOfUser`. */
export const quietWhenTriedAgain = (at: Instant): SQL =>
  sql`iif((channel = 'push' or ${isOneOf(sql`channel`, PHONE_CHANNELS)} and (is_fallback = 1 or topic = 'requests'))
    and not (topic in ('requests', 'changes') and exists (
      select 1 from bookings where bookings.id = notices.booking_id and starts_at < ${at + PHONE_AHEAD})),
    coalesce((select ${quietFor(minuteAt(at))} from users where users.id = notices.user_id), 0), 0)`;

/** The milliseconds that the user's quiet hours still last at that minute of the day; 0 outside them. */
const quietFor = (minute: number): SQL =>
  sql`iif(quiet_from is not null and quiet_until is not null and iif(quiet_from < quiet_until,
    ${minute} >= quiet_from and ${minute} < quiet_until, ${minute} >= quiet_from or ${minute} < quiet_until),
    ((quiet_until - ${minute} + 1440) % 1440) * ${MINUTE}, 0)`;

/**
 * The statements that tell someone the state of a toggle (N19): the first time at once, then at most every ten minutes. They
 * replace what is still queued about it, for anybody; no one gets the same state twice in a row. Webhooks get every change.
 */
export const notifyOfToggle = <Facts>(
  context: NotifyingContext,
  newNotice: NewNotice<Facts> & { toggle: Toggle | null },
) => [
  ...(newNotice.toggle
    ? [
        // Deleted, not dropped: no one was told, and a program could fill the table.
        context.db.delete(notices).where(
          sql`status = 'queued' and toggle = ${newNotice.toggle.of} and cause_id <> ${newNotice.cause} and channel <> 'webhook'
              and claimed_until is null and ${newNotice.when}`,
        ),
      ]
    : []),
  notify(context, newNotice),
];

/**
 * The statements that tell a user of one more thing of a kind (N19): its notice that still waits takes it into the list
 * `of` its facts, else a new one begins, ten minutes after the last at the earliest.
 */
export function notifyOfOneMore<List extends string, Facts extends Record<List, readonly object[]>>(
  context: NotifyingContext,
  newNotice: NewNotice<Facts> & { to: string; of: List },
) {
  const { to, cause, when, notice, facts, of } = newNotice;
  const { db } = context;
  const toggle = `${notice.kind} ${to}`;
  const isWaiting = sql`status = 'queued' and claimed_until is null and toggle = ${toggle}`;
  const [one] = (facts as Facts)[of];
  const more = sql`json_insert(facts, ${`$.${of}[#]`}, json(${JSON.stringify(one)}))`;
  const isFirst = sql`${when} and not exists (select 1 from notices where ${isWaiting})`;
  return [
    db
      .update(notices)
      .set({ facts: more })
      .where(sql`${isWaiting} and ${when}`),
    notify(context, { to, cause, when: isFirst, notice, facts, toggle: { of: toggle, state: cause } }),
  ];
}
