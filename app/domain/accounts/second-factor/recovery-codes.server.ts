import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { insertWhere } from "~/db/typed-writes.server";
import { recoveryCodes } from "~/db/schema";
import { randomText } from "../../values/id";
import { hashToken } from "../tokens.server";
import { RECOVERY_CODES, readRecoveryCode } from "./factor-answer";

/** Of a code: 80 bits, so that its hash needs no salt. No letters that are mistaken for digits. */
const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const LENGTH = 16;

/** Makes ten recovery codes, in groups of four: what the user gets to see once, and what D1 keeps of them. */
export async function newRecoveryCodes(userId: string): Promise<{ codes: string[]; hashes: string[] }> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => {
    const text = randomText(ALPHABET, LENGTH);
    return [0, 4, 8, 12].map((at) => text.slice(at, at + 4)).join("-");
  });
  return { codes, hashes: await Promise.all(codes.map((code) => hashRecoveryCode(userId, code))) };
}

/** What D1 keeps of a code, however it is typed. */
export const hashRecoveryCode = (userId: string, code: string): Promise<string> =>
  hashToken(`recovery-code ${userId} ${readRecoveryCode(code) ?? ""}`);

/** The statement that gives a user these codes where `condition` holds. */
export const keepRecoveryCodes = (db: Database, userId: string, hashes: string[], condition: SQL) =>
  insertWhere(db, recoveryCodes, { userId, codeHash: sql`value` }, condition, {
    from: sql`json_each(${JSON.stringify(hashes)})`,
  });

/** The condition that a user has a recovery code left. */
export const hasRecoveryCode = (userId: string): SQL =>
  sql`exists (select 1 from recovery_codes where user_id = ${userId})`;
