import type { SQL } from "drizzle-orm";
import { refunds } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";

/**
 * The statement that notes of the refunds of a condition (over `refunds`) that they have gone back to their clients
 * (M15). `adminId`: who has sent them; null: the provider has, by itself.
 */
export const noteRefundSent = (
  { db, now }: Pick<DomainContext, "db" | "now">,
  { reference, adminId }: { reference: string | SQL; adminId: string | null },
  condition: SQL,
) => db.update(refunds).set({ sentAt: now, sentBy: adminId, reference }).where(condition);
