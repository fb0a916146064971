import { desc, eq, sql, type SQL } from "drizzle-orm";
import { type Database, selectFacts, insertWhere, columnsOf } from "~/db/client.server";
import { consents, users } from "~/db/schema";
import { emailClaimLink } from "../../accounts/claim-links.server";
import { endSpokenConsent } from "../../accounts/phone-channels.server";
import { newEmailedToken } from "../../accounts/tokens.server";
import { officeVerb } from "../../audit-log/audit-log.server";
import type { DomainContext } from "../../domain-context.server";
import { hasNoEmail, hasSpokenConsent } from "../../notices/calls.server";
import { dropQueued } from "../../notices/notice-states.server";
import { newId } from "../../values/id";
import { OK, refuse } from "../../values/refusal";
import type { AuthenticatedUser } from "../../values/user";

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
    when: sql`${isWithoutEmail(userId)} and not ${isTaken}`,
    do: (recorded) => ({
      ...emailClaimLink(context, { userId, email, ...token }, recorded),
      after: selectFacts(context.db, { offered: recorded, taken: isTaken }),
    }),
  });
  if (after[0]?.offered) return OK;
  return refuse(after[0]?.taken ? "emailTaken" : "userNotFound");
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
  const isTheirs = sql`user_id = ${userId} and channel = 'sms'`;
  const { after } = await officeVerb(context, admin, "consentEnded", {
    subject: { kind: "user", id: userId },
    when: sql`${isWithoutEmail(userId)} and ${hasSpokenConsent(userId)}`,
    do: (recorded) => ({
      ended: endSpokenConsent(context, userId, recorded),
      dropped: dropQueued(context.db, sql`${isTheirs} and ${recorded}`, "Ended by our office."),
      after: selectFacts(context.db, { isByPhone: isWithoutEmail(userId) }),
    }),
  });
  return after[0]?.isByPhone ? OK : refuse("userNotFound");
}

/** Lists what a client has agreed to on the phone, latest first; at most 10. */
export const listConsents = (db: Database, userId: string) =>
  db
    .select({
      ...columnsOf(consents, "words", "at"),
      adminName: sql<string>`${users.firstName} || ' ' || ${users.lastName}`,
    })
    .from(consents)
    .innerJoin(users, eq(users.id, consents.adminId))
    .where(eq(consents.userId, userId))
    .orderBy(desc(consents.at))
    .limit(10);

export type Consent = Awaited<ReturnType<typeof listConsents>>[number];
