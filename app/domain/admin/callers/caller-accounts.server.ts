import { desc, eq, sql, type SQL } from "drizzle-orm";
import { type Database, selectFacts, insertWhere, isOneOf, columnsOf } from "~/db/client.server";
import { nameIn } from "~/db/user-names.server";
import { bookings, consents, users } from "~/db/schema";
import { type CallerFacts, emailClaimLink, updateCallerAccount } from "../../accounts/claim-links.server";
import { endSpokenConsent } from "../../accounts/phone-channels.server";
import { newEmailedToken } from "../../accounts/tokens.server";
import { officeVerb } from "../../audit-log/audit-log.server";
import type { DomainContext } from "../../domain-context.server";
import { AGREED_STATUSES, OPEN_STATUSES } from "../../bookings/booking";
import { bookingNotices } from "../../bookings/booking-notices";
import { isOpenBooking } from "../../bookings/queries/booking-conditions.server";
import { hasNoEmail, hasSpokenConsent, redirectCalls } from "../../notices/calls.server";
import { dropUntold } from "../../notices/notice-states.server";
import { notify } from "../../notices/notify.server";
import { newId } from "../../values/id";
import { OK, refuse, refuseChanged } from "../../values/refusal";
import type { AuthenticatedUser } from "../../values/user";
import type { Consent } from "./caller";

/** The condition that an account has no email: its client can only be reached by phone. */
export const isWithoutEmail = (userId: string): SQL =>
  sql`exists (select 1 from users where id = ${userId} and ${hasNoEmail(users)})`;

/**
 * Emails a client who has no email a link to make their account their own (B29). Done again, it replaces the last link
 * with a new one. Refuses with `emailTaken`, and with `userNotFound` for everyone else.
 */
export async function offerAccount(context: DomainContext, admin: AuthenticatedUser, userId: string, email: string) {
  const token = await newEmailedToken();
  const isTaken = sql`exists (select 1 from users where email = ${email})`;
  const { after } = await officeVerb(context, admin, "accountOffered", {
    subject: { kind: "user", id: userId },
    after: { email },
    when: sql`${isWithoutEmail(userId)} and not ${isTaken}`,
    do: (recorded) => ({
      ...emailClaimLink(context, { userId, email, ...token }, recorded),
      after: selectFacts(context.db, { offered: recorded, taken: isTaken }),
    }),
  });
  if (after[0]?.offered) return OK;
  return refuse(after[0]?.taken ? "emailTaken" : "userNotFound");
}

const CALLER_FACTS = ["firstName", "lastName", "phone", "addressLine1"] as const;

const FACT_NAMES = { firstName: "name", lastName: "name", phone: "phone", addressLine1: null } as const;

export interface Caller {
  facts: Pick<typeof users.$inferSelect, (typeof CALLER_FACTS)[number]>;
  jobs: Pick<typeof bookings.$inferSelect, "id" | "startsAt" | "plumberId">[];
}

/** Finds what can be corrected of a caller's account, and the open jobs whose plumbers would hear of it; else null (B34). */
export async function findCaller(db: Database, userId: string): Promise<Caller | null> {
  const [found, jobs] = await Promise.all([
    db
      .select(columnsOf(users, ...CALLER_FACTS))
      .from(users)
      .where(sql`id = ${userId} and ${hasNoEmail(users)}`),
    db
      .select(columnsOf(bookings, "id", "startsAt", "plumberId"))
      .from(bookings)
      .where(sql`client_id = ${userId} and plumber_id is not null and ${isOpenBooking} order by starts_at limit 20`),
  ]);
  return found[0] ? { facts: found[0], jobs } : null;
}

/**
 * Corrects name, phone and address of a client without an email (B34). What is queued for the phone goes to the new one,
 * which counts as unconfirmed, and the plumbers of their open bookings are told once of what they may see. The same again
 * changes nothing. Refuses with `changedMeanwhile` once the account is not as the form was drawn with it, and with
 * `userNotFound` for everyone else.
 */
export async function correctCaller(
  context: DomainContext,
  admin: AuthenticatedUser,
  userId: string,
  { drawn, corrected, jobs }: { drawn: CallerFacts; corrected: CallerFacts; jobs: Caller["jobs"] },
) {
  const { db } = context;
  const changed = CALLER_FACTS.filter((fact) => drawn[fact] !== corrected[fact]);
  if (changed.length === 0) return OK;
  const names = new Set(changed.flatMap((fact) => FACT_NAMES[fact] ?? []));
  const isAs = (facts: CallerFacts) =>
    sql.join(
      CALLER_FACTS.map((fact) => sql`${users[fact]} is ${facts[fact]}`),
      sql` and `,
    );
  const only = (facts: CallerFacts) => Object.fromEntries(changed.map((fact) => [fact, facts[fact]]));
  const { after, isDone } = await officeVerb(context, admin, "accountCorrected", {
    subject: { kind: "user", id: userId },
    before: only(drawn),
    after: only(corrected),
    when: sql`exists (select 1 from users where id = ${userId} and ${hasNoEmail(users)} and ${isAs(drawn)})`,
    do: (recorded, entryId) => ({
      account: updateCallerAccount(context, userId, corrected, recorded),
      calls:
        names.has("phone") && corrected.phone !== null ? redirectCalls(db, userId, corrected.phone, recorded) : null,
      notices: jobs.map((job) => {
        // A plumber who hasn't confirmed sees the name alone (B18).
        const mayKnow = names.has("name") ? OPEN_STATUSES : AGREED_STATUSES;
        const isStillOfPlumber = sql`exists (select 1 from bookings where id = ${job.id} and plumber_id = ${job.plumberId}
          and ${isOneOf(sql`status`, mayKnow)})`;
        return notify(context, {
          to: job.plumberId,
          cause: entryId,
          when: sql`${recorded} and ${Number(names.size > 0)} and ${isStillOfPlumber}`,
          notice: bookingNotices.bookingCorrected,
          facts: {
            booking: job,
            facts: [...names].map((name) => ({ name })),
            who: null,
            reader: "plumber",
          },
        });
      }),
      after: db
        .select(columnsOf(users, ...CALLER_FACTS))
        .from(users)
        .where(sql`id = ${userId} and ${hasNoEmail(users)}`),
    }),
  });
  const [present] = after;
  if (!present) return refuse("userNotFound");
  const isAsSent = CALLER_FACTS.every((fact) => present[fact] === corrected[fact]);
  return isDone || isAsSent ? OK : refuseChanged(present);
}

type NewConsent = Pick<typeof consents.$inferInsert, "userId" | "adminId" | "words">;
export const insertConsent = ({ db, now }: DomainContext, consent: NewConsent, condition: SQL) =>
  insertWhere(db, consents, { id: newId(), at: now, ...consent }, condition);

/**
 * Records that a client without an email has agreed on the phone to text messages about their bookings (B29), in their
 * words. The same words again change nothing. Refuses with `userNotFound` for everyone else.
 */
export async function recordConsent(context: DomainContext, admin: AuthenticatedUser, userId: string, words: string) {
  // The same words count again once text messages have ended (N15).
  const isKept = hasSpokenConsent(userId, words);
  const { after } = await officeVerb(context, admin, "consentRecorded", {
    subject: { kind: "user", id: userId },
    when: sql`${isWithoutEmail(userId)} and not ${isKept}`,
    do: (recorded) => ({
      consent: insertConsent(context, { userId, adminId: admin.id, words }, recorded),
      after: selectFacts(context.db, { isKept }),
    }),
  });
  return after[0]?.isKept ? OK : refuse("userNotFound");
}

/**
 * Ends the text messages that a client without an email has agreed to (N15), because they called, and drops what is
 * queued for them. Ended already: nothing changes. Refuses with `userNotFound` for everyone else.
 */
export async function endConsent(context: DomainContext, admin: AuthenticatedUser, userId: string) {
  const isTextPhone = sql`user_id = ${userId} and channel = 'sms'`;
  const { after } = await officeVerb(context, admin, "consentEnded", {
    subject: { kind: "user", id: userId },
    when: sql`${isWithoutEmail(userId)} and ${hasSpokenConsent(userId)}`,
    do: (recorded) => ({
      ended: endSpokenConsent(context, userId, recorded),
      ...dropUntold(context.db, sql`${isTextPhone} and ${recorded}`, "Ended by our office."),
      after: selectFacts(context.db, { isByPhone: isWithoutEmail(userId) }),
    }),
  });
  return after[0]?.isByPhone ? OK : refuse("userNotFound");
}

/** Lists what a client has agreed to on the phone, latest first; at most 10. */
export const listConsents = (db: Database, userId: string): Promise<Consent[]> =>
  db
    .select({
      ...columnsOf(consents, "words", "at"),
      adminName: nameIn<string>(users),
    })
    .from(consents)
    .innerJoin(users, eq(users.id, consents.adminId))
    .where(eq(consents.userId, userId))
    .orderBy(desc(consents.at))
    .limit(10);
