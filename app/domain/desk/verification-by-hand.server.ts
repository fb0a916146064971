import { eq, sql } from "drizzle-orm";
import { statement } from "~/db/client.server";
import { users } from "~/db/schema";
import { verificationLetter } from "../accounts/account-letters";
import { keepMailedToken, newMailedToken } from "../accounts/email-tokens.server";
import { listVerified } from "../accounts/listing.server";
import type { Member } from "../accounts/user";
import { recordDeed, wasDone } from "../audit/audit.server";
import type { DomainContext } from "../domain-context.server";
import { queueMail } from "../mail/outbox.server";
import { dateAt } from "../time/harare";
import { newId } from "../values/id";
import { refuse, type Refusal } from "../values/refusal";

const waits = (personId: string) => sql`exists (select 1 from users where id = ${personId} and email_verified_at is null and password_hash <> 'erased')`;

/** Verifies an e-mail by an admin's word, for somebody whose mails do not arrive; a plumber is listed. Verified already: nothing changes. */
export async function verifyByHand({ db, now, announce }: DomainContext, admin: Member, personId: string): Promise<{ ok: true } | Refusal<"personNotFound">> {
  const deed = newId();
  const [, , , , , [person]] = await db.batch([
    recordDeed(db, { id: deed, admin, action: "emailVerified", subject: { kind: "person", id: personId }, before: { verified: false }, after: { verified: true }, at: now }, waits(personId)),
    statement(db, sql`
      insert into daily_tallies (day, plumber_id, sign_ups) select ${dateAt(now)}, '', 1 where ${wasDone(deed)}
      on conflict do update set sign_ups = sign_ups + 1`),
    statement(db, sql`update users set email_verified_at = ${now}, updated_at = ${now} where id = ${personId} and ${wasDone(deed)}`),
    ...listVerified(db, sql`(select id from users where id = ${personId} and ${wasDone(deed)})`, now),
    db.select({ id: users.id }).from(users).where(eq(users.id, personId)),
  ]);
  announce({ type: "deskChanged" });
  return person ? { ok: true } : refuse("personNotFound");
}

/** Mails a new verification link to somebody who waits for one. Verified already: nothing is sent. */
export async function resendVerificationTo({ db, now, origin, announce }: DomainContext, admin: Member, personId: string): Promise<{ ok: true } | Refusal<"personNotFound">> {
  const deed = newId();
  const mailed = await newMailedToken();
  const [, , , [person]] = await db.batch([
    recordDeed(db, { id: deed, admin, action: "verificationResent", subject: { kind: "person", id: personId }, at: now }, waits(personId)),
    keepMailedToken(db, { ...mailed, purpose: "verify" }, sql`id = ${personId} and ${wasDone(deed)}`, now),
    queueMail(db, { kind: "verification", causeId: mailed.tokenHash, recipient: sql`(select email from users where id = ${personId})`, letter: verificationLetter({ name: null, origin }, mailed.token) }, wasDone(deed), now),
    db.select({ id: users.id }).from(users).where(eq(users.id, personId)),
  ]);
  announce({ type: "deskChanged" });
  return person ? { ok: true } : refuse("personNotFound");
}
