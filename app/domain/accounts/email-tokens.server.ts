import { sql, type SQL } from "drizzle-orm";
import { statement, type Database } from "~/db/client.server";
import { HOUR, MINUTE, type Instant } from "../time/harare";
import { hashToken, randomToken } from "./tokens.server";

/** How long a mailed link works (product.md 4 and 6). */
const LIFE = { verify: 48 * HOUR, reset: 30 * MINUTE };

export interface MailedToken {
  token: string;
  tokenHash: string;
}

export async function newMailedToken(): Promise<MailedToken> {
  const token = randomToken();
  return { token, tokenHash: await hashToken(token) };
}

/** The statement that keeps a token for the one user whom `condition` (over `users`) finds; none found, none kept. */
export function keepMailedToken(
  db: Database,
  mailed: MailedToken & { purpose: keyof typeof LIFE; redirectTo?: string | null },
  condition: SQL,
  now: Instant,
) {
  return statement(db, sql`
    insert into email_tokens (token_hash, user_id, purpose, redirect_to, created_at, expires_at)
    select ${mailed.tokenHash}, id, ${mailed.purpose}, ${mailed.redirectTo ?? null}, ${now}, ${now + LIFE[mailed.purpose]}
    from users where ${condition}`);
}
