import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { notices } from "~/db/schema";
import { DeliveryError, type NoticeWords } from "~/domain/notices/notice";
import { openWriter } from "~/domain/outbox/notice-words.server";
import { env } from "./env";

/** The words of a notice; none where it is over, or its facts are erased. */
function wordsOf(write: () => NoticeWords): NoticeWords {
  try {
    return write();
  } catch (error) {
    if (error instanceof DeliveryError) return { email: null, short: null };
    throw error;
  }
}

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
      const write = await openWriter(db, [row], { origin, now: row.createdAt });
      const { email, short } = wordsOf(() => write(row));
      return {
        ...{ ...row, subject: email?.subject ?? short?.title ?? subject ?? "", text: email?.text ?? null },
        ...{ html: email?.html ?? null, short },
      };
    }),
  );
}
