import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { batch, statement, type Database } from "~/db/client.server";
import { settings } from "~/db/schema";
import type { AuthenticatedUser } from "../values/user";
import { recordAuditEntry } from "../audit-log/audit-log.server";
import type { DomainContext } from "../domain-context.server";
import { SOCIAL_NETWORKS, type SocialLinks } from "./social-links";

const NAME = "socialLinks";
const stored = z.partialRecord(z.enum(SOCIAL_NETWORKS), z.string());

/** Finds the company's social links (W8); empty until an admin has set some. */
export async function findSocialLinks(db: Database): Promise<SocialLinks> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.name, NAME));
  return row ? stored.parse(JSON.parse(row.value)) : {};
}

/** Replaces the company's social links (O18): a network that is left out has none. Repeating it changes nothing. */
export async function saveSocialLinks(
  context: DomainContext,
  admin: AuthenticatedUser,
  links: SocialLinks,
): Promise<{ ok: true }> {
  const { db, now, emit } = context;
  const before = sql`(select value from settings where name = ${NAME})`;
  const after = JSON.stringify(
    Object.fromEntries(SOCIAL_NETWORKS.flatMap((network) => (links[network] ? [[network, links[network]]] : []))),
  );
  const { entry, recorded } = recordAuditEntry(
    context,
    {
      admin,
      action: "socialLinksChanged",
      subject: { kind: "setting", id: NAME },
      before,
      after: sql`${after}`,
    },
    sql`${after} <> coalesce(${before}, '{}')`,
  );
  await batch(db, {
    entry,
    saved: statement(
      db,
      sql`
      insert into settings (name, value, updated_at) select ${NAME}, ${after}, ${now} where ${recorded}
      on conflict do update set value = excluded.value, updated_at = excluded.updated_at`,
    ),
  });
  emit({ type: "officeChanged" });
  return { ok: true };
}
