import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { notices } from "~/db/schema";
import { openWriter } from "~/domain/outbox/notice-words.server";
import { env } from "./env";

/**
 * The notices of a condition in the order they were written, with what they say: as they were sent, or would be sent now.
 * Of what was sent outside local mode, and of what cannot be written, only the subject is left.
 */
export async function noticesInWords(db: Database, where: SQL = sql`true`, origin = env.ORIGIN) {
  const rows = await db
    .select()
    .from(notices)
    .where(where)
    .orderBy(sql`rowid`);
  return Promise.all(
    rows.map(async ({ subject, ...row }) => {
      const isWritten = row.facts === null && row.words === null;
      const write = await openWriter(db, [row], { origin, now: row.createdAt });
      const { email, short } = isWritten ? { email: null, short: null } : write(row);
      return {
        ...row,
        subject: email?.subject ?? short?.title ?? subject ?? "",
        text: email?.text ?? null,
        html: email?.html ?? null,
        short,
      };
    }),
  );
}
