import { and, desc, eq, inArray, sql } from "drizzle-orm";
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

/** Lists those of a browser's kept forms that were sent from a page, newest first, each for an hour. */
export async function listKeptForms({ db, now }: DomainContext, ids: string[], path: string) {
  const isKept = and(inArray(keptForms.id, ids), sql`path = ${path} and expires_at > ${now}`);
  const forms = await db.select().from(keptForms).where(isKept).orderBy(desc(keptForms.expiresAt));
  return forms.map((form) => ({ ...form, answers: z.record(z.string(), z.string()).parse(JSON.parse(form.answers)) }));
}

export async function deleteKeptForm({ db }: DomainContext, id: string): Promise<void> {
  await db.delete(keptForms).where(eq(keptForms.id, id));
}
