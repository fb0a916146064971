import { sql } from "drizzle-orm";
import { statement } from "~/db/client.server";
import { sessions } from "~/db/schema";
import { mayBeListed } from "../accounts/listing.server";
import type { Member } from "../values/user";
import { recordDeed, wasDone } from "../audit-log/audit-log.server";
import type { DomainContext } from "../domain-context.server";
import { newId } from "../values/id";
import { refuse, type Refusal } from "../values/refusal";
import { isNotTheLastAdmin } from "./last-admin.server";

type Answer = { ok: true } | Refusal<"personNotFound" | "lastAdmin" | "notYourself">;

/**
 * Suspends an account: its sessions and sockets end at once, a plumber leaves the directory and can be booked no
 * more; open bookings stay, for the desk to give to others. Neither oneself nor the last admin (`notYourself`,
 * `lastAdmin`). Suspended already: nothing changes. `reason` is for the desk, or null.
 */
export async function suspendPerson(
  context: DomainContext,
  admin: Member,
  personId: string,
  reason: string | null,
): Promise<Answer> {
  const { db, now } = context;
  if (personId === admin.id) return refuse("notYourself");
  const deed = newId();
  const [, suspended, , , [person]] = await db.batch([
    recordDeed(
      db,
      {
        id: deed,
        admin,
        action: "personSuspended",
        subject: { kind: "person", id: personId },
        before: { suspended: false },
        after: { suspended: true },
        reason,
        at: now,
      },
      sql`exists (select 1 from users where id = ${personId} and suspended_at is null and (role <> 'admin' or ${isNotTheLastAdmin(personId)}))`,
    ),
    statement(
      db,
      sql`update users set suspended_at = ${now}, suspended_reason = ${reason}, updated_at = ${now} where id = ${personId} and ${wasDone(deed)}`,
    ),
    statement(db, sql`update plumber_profiles set listed = 0 where user_id = ${personId} and ${wasDone(deed)}`),
    db.delete(sessions).where(sql`user_id = ${personId} and ${wasDone(deed)}`),
    statusOf(context, personId),
  ]);
  if (suspended.meta.changes === 1)
    context.announce({ type: "sessionsEnded", userId: personId, sessionHash: null, except: null });
  context.announce({ type: "deskChanged" });
  if (!person) return refuse("personNotFound");
  return person.suspended ? { ok: true } : refuse("lastAdmin");
}

/** Lets a suspended person in again; a plumber who may be listed is. Not suspended: nothing changes. */
export async function restorePerson(context: DomainContext, admin: Member, personId: string): Promise<Answer> {
  const { db, now } = context;
  const deed = newId();
  const [, , , [person]] = await db.batch([
    recordDeed(
      db,
      {
        id: deed,
        admin,
        action: "personRestored",
        subject: { kind: "person", id: personId },
        before: { suspended: true },
        after: { suspended: false },
        at: now,
      },
      sql`exists (select 1 from users where id = ${personId} and suspended_at is not null)`,
    ),
    statement(
      db,
      sql`update users set suspended_at = null, suspended_reason = null, updated_at = ${now} where id = ${personId} and ${wasDone(deed)}`,
    ),
    statement(
      db,
      sql`update plumber_profiles set listed = 1 where user_id = ${personId} and ${mayBeListed} and ${wasDone(deed)}`,
    ),
    statusOf(context, personId),
  ]);
  context.announce({ type: "deskChanged" });
  return person ? { ok: true } : refuse("personNotFound");
}

const statusOf = ({ db }: DomainContext, personId: string) =>
  db
    .select({ suspended: sql<number>`suspended_at is not null`.as("suspended") })
    .from(sql`users`)
    .where(sql`id = ${personId}`);
