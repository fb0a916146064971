import { sql } from "drizzle-orm";

/** The condition that another admin can sign in (O8): without one, nobody could open the office again. */
export const isNotTheLastAdmin = (userId: string) =>
  sql`exists (select 1 from users as others where others.role = 'admin' and others.id <> ${userId} and others.suspended_at is null and others.email_verified_at is not null)`;
