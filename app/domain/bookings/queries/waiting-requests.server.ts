import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { hashToken } from "../../accounts/tokens.server";
import type { Instant } from "../../time/harare";

/** The plumber of a draft (a query of ids), as everyone sees them, and the chosen start; null where it is not one draft. */
async function findRequest(db: Database, drafts: SQL, now: Instant) {
  const found = await db
    .select({
      firstName: sql<string>`first_name`.as("first_name"),
      lastName: sql<string>`last_name`.as("last_name"),
      photoKey: sql<string | null>`photo_key`.as("photo_key"),
      feeCents: sql<number>`fee_cents`.as("fee_cents"),
      startsAt: sql<number>`starts_at`.as("starts_at"),
    })
    .from(sql`request_drafts join users on users.id = plumber_id join plumber_profiles on user_id = plumber_id`)
    .where(sql`request_drafts.id in (${drafts}) and expires_at > ${now} and starts_at > ${now} and listed = 1`)
    .limit(2);
  return found.length === 1 ? found[0]! : null;
}

/** Finds what the small ticket of a browser's draft shows (B28); null for an old one, and for one without a start. */
export const findWaitingRequest = (db: Database, draftId: string, now: Instant) =>
  findRequest(db, sql`${draftId}`, now);
/** Finds the request behind a verification link's email (A5); null if its registrations have several (A6). */
export const findRequestOfLink = async (db: Database, token: string, now: Instant) =>
  findRequest(
    db,
    sql`select draft_id from registrations where role = 'client' and email = (select email
      from verification_links where token_hash = ${await hashToken(token)} and verification_links.expires_at > ${now})`,
    now,
  );
