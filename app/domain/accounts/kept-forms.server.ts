import { eq, sql } from "drizzle-orm";
import * as z from "zod";
import { batch, insertWhere } from "~/db/client.server";
import { keptForms } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { hit, isWithinLimit, type Attempt } from "../rate-limits/counter.server";
import { HOUR } from "../time/harare";
import { newId } from "../values/id";

/** The time that a form sent without a session is kept, in milliseconds (F7). */
export const KEPT_FORM_LIFE = HOUR;

type KeptForm = Pick<typeof keptForms.$inferSelect, "path" | "deviceToken"> & { answers: Record<string, string> };

/** Keeps a form sent after its session had ended (F7). Returns its id; null over the limit of new drafts (L1). */
export async function keepForm(context: DomainContext, { answers, ...form }: KeptForm) {
  const { db, now, clientAddress } = context;
  const id = newId();
  const attempt: Attempt = ["draftPerAddress", clientAddress];
  const row = { id, ...form, answers: JSON.stringify(answers), expiresAt: now + KEPT_FORM_LIFE };
  const { kept } = await batch(db, {
    counted: hit(context, attempt),
    kept: insertWhere(db, keptForms, row, isWithinLimit(context, attempt)),
  });
  return kept.meta.changes === 1 ? id : null;
}

/** Finds the kept form of a page. Null for an unknown one, another page's, and after an hour. */
export async function findKeptForm({ db, now }: DomainContext, id: string, path: string): Promise<KeptForm | null> {
  const isKept = sql`id = ${id} and path = ${path} and expires_at > ${now}`;
  const [form] = await db.select().from(keptForms).where(isKept);
  return form ? { ...form, answers: z.record(z.string(), z.string()).parse(JSON.parse(form.answers)) } : null;
}

export async function deleteKeptForm({ db }: DomainContext, id: string): Promise<void> {
  await db.delete(keptForms).where(eq(keptForms.id, id));
}
