import { and, eq, sql } from "drizzle-orm";
import { batch, type Database, selectFacts, insertWhere } from "~/db/client.server";
import { plumberProfiles as profiles, savedPlumbers } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import type { Instant } from "../time/harare";
import { OK, refuse } from "../values/refusal";
import type { AuthenticatedUser } from "../values/user";
import { selectListed } from "./directory.server";
import type { PlumberSummary } from "./plumber";

export const MAX_SAVED = 50;

/** Saves a listed plumber (D15). Refuses with `onlyClientsBook`, and `notSaved` if unlisted, or beyond 50. */
export async function savePlumber({ db, now }: DomainContext, client: AuthenticatedUser, plumberId: string) {
  if (client.role !== "client") return refuse("onlyClientsBook");
  const isSaved = sql`exists (select 1 from saved_plumbers where client_id = ${client.id} and plumber_id = ${plumberId})`;
  const { after } = await batch(db, {
    saved: insertWhere(
      db,
      savedPlumbers,
      { clientId: client.id, plumberId: sql`user_id`, savedAt: now },
      sql`user_id = ${plumberId} and listed = 1
        and ${MAX_SAVED} > (select count(*) from saved_plumbers where client_id = ${client.id})`,
      { from: sql`plumber_profiles`, onConflict: "nothing" },
    ),
    after: selectFacts(db, { isSaved }),
  });
  return after[0]?.isSaved ? OK : refuse("notSaved");
}

const isPair = (clientId: string, plumberId: string) =>
  and(eq(savedPlumbers.clientId, clientId), eq(savedPlumbers.plumberId, plumberId));

/** Takes a plumber from a client's list (D15). */
export async function forgetPlumber({ db }: DomainContext, client: AuthenticatedUser, plumberId: string) {
  await db.delete(savedPlumbers).where(isPair(client.id, plumberId));
}

export async function hasSaved(db: Database, clientId: string, plumberId: string): Promise<boolean> {
  const saved = db.select({ at: savedPlumbers.savedAt }).from(savedPlumbers);
  return (await saved.where(isPair(clientId, plumberId))).length > 0;
}

/** Lists a client's saved plumbers who are listed, latest first, at most 50. */
export function listSavedPlumbers(db: Database, clientId: string, now: Instant): Promise<PlumberSummary[]> {
  const mine = sql`(select plumber_id from saved_plumbers where client_id = ${clientId}
    order by saved_at desc, plumber_id desc limit ${sql.raw(String(MAX_SAVED))})`;
  const savedAt = sql`(select saved_at from saved_plumbers where client_id = ${clientId} and plumber_id = ${profiles.userId})`;
  return selectListed(db, now, sql`${profiles.userId} in ${mine}`, [sql`${savedAt} desc`], MAX_SAVED);
}
