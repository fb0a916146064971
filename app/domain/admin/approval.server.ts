import { eq, sql } from "drizzle-orm";
import { batch, statement } from "~/db/client.server";
import { users } from "~/db/schema";
import { accountNotices } from "../accounts/account-notices";
import { mayBeListed } from "../accounts/listing.server";
import type { AuthenticatedUser } from "../values/user";
import { recordAuditEntry } from "../audit-log/audit-log.server";
import type { DomainContext } from "../domain-context.server";
import { notify } from "../notices/notify.server";
import { PLUMBER_APPROVAL } from "../settings/plumber-approval.server";
import { refuse, type Refusal } from "../values/refusal";

/**
 * Turns the approval of new plumbers on or off (O9). On, it applies to plumbers who verify their email from then on; off,
 * those who are waiting are listed. Repeating it changes nothing.
 */
export async function switchApproval(
  context: DomainContext,
  admin: AuthenticatedUser,
  on: boolean,
): Promise<{ ok: true }> {
  const { db, now, emit } = context;
  const [before, after] = on ? ["off", "on"] : ["on", "off"];
  const { entry, recorded } = recordAuditEntry(
    context,
    {
      admin,
      action: "approvalSwitched",
      subject: { kind: "setting", id: PLUMBER_APPROVAL },
      before: { approval: before },
      after: { approval: after },
    },
    sql`${after} <> coalesce((select value from settings where name = ${PLUMBER_APPROVAL}), 'off')`,
  );
  await batch(db, {
    entry,
    setting: statement(
      db,
      sql`
      insert into settings (name, value, updated_at) select ${PLUMBER_APPROVAL}, ${after}, ${now} where ${recorded}
      on conflict do update set value = excluded.value, updated_at = excluded.updated_at`,
    ),
    waiting: statement(
      db,
      sql`update plumber_profiles set awaits_approval = 0 where awaits_approval = 1 and ${!on} and ${recorded}`,
    ),
    listed: statement(
      db,
      sql`update plumber_profiles set listed = 1 where listed = 0 and ${!on} and ${recorded} and ${mayBeListed}`,
    ),
  });
  emit({ type: "officeChanged" });
  return { ok: true };
}

/**
 * Approves a plumber who is waiting for it (O9): they are listed if they may be, and told by email. Approving one who
 * isn't waiting changes nothing. Refuses with `userNotFound`.
 */
export async function approvePlumber(
  context: DomainContext,
  admin: AuthenticatedUser,
  plumberId: string,
): Promise<{ ok: true } | Refusal<"userNotFound">> {
  const { db, emit } = context;
  const { id, entry, recorded } = recordAuditEntry(
    context,
    {
      admin,
      action: "plumberApproved",
      subject: { kind: "user", id: plumberId },
      before: { approved: false },
      after: { approved: true },
    },
    sql`exists (select 1 from plumber_profiles where user_id = ${plumberId} and awaits_approval = 1)`,
  );
  const { found } = await batch(db, {
    entry,
    approved: statement(
      db,
      sql`update plumber_profiles set awaits_approval = 0 where user_id = ${plumberId} and ${recorded}`,
    ),
    listed: statement(
      db,
      sql`update plumber_profiles set listed = 1 where user_id = ${plumberId} and ${recorded} and ${mayBeListed}`,
    ),
    notice: notify(context, { user: plumberId }, accountNotices.plumberApproved, null, {
      causeId: id,
      condition: recorded,
    }),
    found: db.select({ id: users.id }).from(users).where(eq(users.id, plumberId)),
  });
  emit({ type: "officeChanged" });
  return found.length > 0 ? { ok: true } : refuse("userNotFound");
}
