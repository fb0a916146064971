import { eq, sql } from "drizzle-orm";
import { statement } from "~/db/client.server";
import { users } from "~/db/schema";
import { approvedLetter } from "../accounts/account-emails";
import { mayBeListed } from "../accounts/listing.server";
import type { Member } from "../values/user";
import { recordDeed, wasDone } from "../audit-log/audit-log.server";
import type { DomainContext } from "../domain-context.server";
import { queueMail } from "../email/outbox.server";
import { newId } from "../values/id";
import { refuse, type Refusal } from "../values/refusal";

/**
 * Switches whether the desk approves plumbers before they are listed (off at first). It concerns those who verify
 * from now on; switched off, whoever still waits is listed. The same again changes nothing.
 */
export async function switchApproval(
  { db, now, announce }: DomainContext,
  admin: Member,
  on: boolean,
): Promise<{ ok: true }> {
  const deed = newId();
  const [before, after] = on ? ["off", "on"] : ["on", "off"];
  await db.batch([
    recordDeed(
      db,
      {
        id: deed,
        admin,
        action: "approvalSwitched",
        subject: { kind: "setting", id: "approvePlumbers" },
        before: { approval: before },
        after: { approval: after },
        at: now,
      },
      sql`${after} <> coalesce((select value from notes where name = 'approvePlumbers'), 'off')`,
    ),
    statement(
      db,
      sql`
      insert into notes (name, value, updated_at) select 'approvePlumbers', ${after}, ${now} where ${wasDone(deed)}
      on conflict do update set value = excluded.value, updated_at = excluded.updated_at`,
    ),
    statement(
      db,
      sql`update plumber_profiles set awaits_approval = 0 where awaits_approval = 1 and ${!on} and ${wasDone(deed)}`,
    ),
    statement(
      db,
      sql`update plumber_profiles set listed = 1 where listed = 0 and ${!on} and ${wasDone(deed)} and ${mayBeListed}`,
    ),
  ]);
  announce({ type: "deskChanged" });
  return { ok: true };
}

/** Approves a plumber who waits for it: verified and not suspended, the directory has them from now on, and a mail says so. */
export async function approvePlumber(
  { db, now, origin, announce }: DomainContext,
  admin: Member,
  plumberId: string,
): Promise<{ ok: true } | Refusal<"personNotFound">> {
  const deed = newId();
  const [, , , , [person]] = await db.batch([
    recordDeed(
      db,
      {
        id: deed,
        admin,
        action: "plumberApproved",
        subject: { kind: "person", id: plumberId },
        before: { approved: false },
        after: { approved: true },
        at: now,
      },
      sql`exists (select 1 from plumber_profiles where user_id = ${plumberId} and awaits_approval = 1)`,
    ),
    statement(
      db,
      sql`update plumber_profiles set awaits_approval = 0 where user_id = ${plumberId} and ${wasDone(deed)}`,
    ),
    statement(
      db,
      sql`update plumber_profiles set listed = 1 where user_id = ${plumberId} and ${wasDone(deed)} and ${mayBeListed}`,
    ),
    queueMail(
      db,
      {
        kind: "plumberApproved",
        causeId: deed,
        recipient: sql`(select email from users where id = ${plumberId})`,
        letter: approvedLetter({ name: null, origin }),
      },
      wasDone(deed),
      now,
    ),
    db.select({ id: users.id }).from(users).where(eq(users.id, plumberId)),
  ]);
  announce({ type: "deskChanged" });
  return person ? { ok: true } : refuse("personNotFound");
}
