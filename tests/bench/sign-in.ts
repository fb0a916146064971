import { openDatabase } from "../../app/db/client.server";
import { sessions } from "../../app/db/schema";
import { hashToken, signClaims } from "../../app/domain/accounts/tokens.server";
import type { SessionClaims } from "../../app/domain/values/user";
import { DAY } from "../../app/domain/time/harare";
import { SECRET } from "./upload";

/** Opens a session of someone who is in the database already; gives their cookie. */
export async function signIn(d1: D1Database, { id, role }: SessionClaims): Promise<string> {
  const now = Date.now();
  const token = await signClaims([SECRET], { id, role });
  await openDatabase(d1)
    .insert(sessions)
    .values({
      tokenHash: await hashToken(token),
      userId: id,
      role,
      createdAt: now,
      refreshedAt: now,
      expiresAt: now + DAY,
    });
  return `__Host-session=${token}`;
}
