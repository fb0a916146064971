import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { notices } from "~/db/schema";
import { DeliveryError, type NoticeWords } from "~/domain/notices/notice";
import { openWriter } from "~/domain/outbox/notice-words.server";
import { env } from "./env";

/** The words of a notice; none where it is over, or its facts are erased. */
async function wordsOf(db: Database, row: typeof notices.$inferSelect): Promise<NoticeWords> {
  const write = await openWriter({ db, origin: env.ORIGIN, now: row.createdAt, paymentProvider: null }, [row]);
  try {
    return write(row);
  } catch (error) {
    if (error instanceof DeliveryError) return { email: null, short: null };
    throw error;
  }
}

/**
 * The notices of a condition in the order they were written, with what they say: as they were sent, or would be sent now.
 * Of what was sent outside local mode, and of what cannot be written, only the subject is left.
 */
export async function noticesInWords(db: Database, where: SQL = sql`true`) {
  const rows = await db
    .select()
    .from(notices)
    .where(where)
    .orderBy(sql`rowid`);
  return Promise.all(
    rows.map(async (row) => {
      const { email, short } = await wordsOf(db, row);
      return {
        ...row,
        subject: email?.subject ?? short?.title ?? row.subject ?? "",
        text: email?.text ?? null,
        html: email?.html ?? null,
        short,
      };
    }),
  );
}
