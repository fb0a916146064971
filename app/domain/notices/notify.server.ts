import { sql, type SQL } from "drizzle-orm";
import { brand } from "~/brand";
import type { DomainContext } from "../domain-context.server";
import { renderEmail } from "../email/email-template";
import { queueEmail } from "../email/queue-email.server";
import type { Notice } from "./notice";

/**
 * Whom a notice is for. A user by id (null: nobody, for a booking without a plumber), and where there is no user: the
 * email of registrations, the visitor who wrote an enquiry, the email of a claim link (by its token's hash), or our office.
 */
export type Recipient =
  | { user: string | SQL | null }
  | { registrationOf: string }
  | { enquirerOf: string }
  | { claimLink: string }
  | { office: true };

/** Selects the recipient's `email`: no row for an unknown id and for an erased account, whose email is not verified. */
function selectEmail(recipient: Recipient): SQL {
  if ("user" in recipient)
    return sql`select email from users where id = ${recipient.user} and email_verified_at is not null`;
  if ("registrationOf" in recipient)
    return sql`select distinct email from registrations where email = ${recipient.registrationOf}`;
  if ("claimLink" in recipient) return sql`select email from claim_links where token_hash = ${recipient.claimLink}`;
  if ("enquirerOf" in recipient) return sql`select email from enquiries where id = ${recipient.enquirerOf}`;
  return sql`select ${brand.email} as email`;
}

/**
 * The statement that tells someone what happened (law 16): goes into the batch of its cause and writes only if
 * `condition` holds there. The same cause (an id), kind and recipient are told once (N1). All notices go by email so far.
 */
export function notify<Facts>(
  { db, now, origin }: Pick<DomainContext, "db" | "now" | "origin">,
  recipient: Recipient,
  notice: Notice<Facts>,
  facts: NoInfer<Facts>,
  { causeId, condition }: { causeId: string; condition: SQL },
) {
  const email = renderEmail(notice.email(facts, origin));
  return queueEmail(db, { ...email, kind: notice.kind, causeId, recipient: selectEmail(recipient) }, condition, now);
}
