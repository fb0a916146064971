import type { SQL } from "drizzle-orm";
import { insertWhere } from "~/db/typed-writes.server";
import { users } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { usualQuietHours } from "../settings/settings.server";

/**
 * The statement that makes a client's account without an email, where `condition` holds: nobody can sign in to it
 * (B29).
 */
export const insertCallerAccount = (
  { db, now }: DomainContext,
  id: string,
  caller: { firstName: string; lastName: string; phone: string },
  condition: SQL,
) =>
  insertWhere(
    db,
    users,
    {
      id,
      email: null,
      role: "client",
      firstName: caller.firstName,
      lastName: caller.lastName,
      phone: caller.phone,
      passwordHash: "none",
      quietFrom: usualQuietHours.from,
      quietUntil: usualQuietHours.until,
      createdAt: now,
      updatedAt: now,
    },
    condition,
  );
